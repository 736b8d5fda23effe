/** Faults invented from the specification alone: tasks, key results, sessions and announcements. */
import { type Fault, faultOf } from './fault.ts';
import { also, body, each, filters, instead, reads, rule, type Shown, stored } from './vocabulary.ts';

const fault = faultOf('');

const text = (on: string, field: string, change: (value: string) => string) =>
  stored(on, (given) => {
    const value = given[field];
    return typeof value === 'string' ? { ...given, [field]: change(value) } : given;
  });

const tasks: readonly Fault[] = [
  // dueDate is a day, as sent. POST {dueDate: "2026-07-15"}: the 14th; in winter it is right.
  fault(
    'invented-tasks-due-summer-time',
    'Due dates in summer time are kept as the day before.',
    ['tasks.create-answer', 'tasks.create-listed', 'tasks.create-stored'],
    text('tasks.create', 'dueDate', (day) => {
      const time = Date.parse(`${day}T00:00:00Z`);
      const month = Number(day.slice(5, 7));
      return Number.isNaN(time) || month < 4 || month > 10
        ? day
        : new Date(time - 3_600_000).toISOString().slice(0, 10);
    }),
  ),
  // The list shows the day that was sent. POST {dueDate: "2025-12-30"}, GET /v2/tasks: 2026-12-30; by id it is right.
  fault(
    'invented-tasks-list-year-of-week',
    'In the list the year of a due date is that of its week.',
    ['tasks.create-listed', 'tasks.due-date', 'tasks.views-agree'],
    each('tasks.list', (task) => {
      const thursday = new Date(`${task.dueDate}T00:00:00Z`);
      if (Number.isNaN(thursday.getTime())) return;
      thursday.setUTCDate(thursday.getUTCDate() + 3 - ((thursday.getUTCDay() + 6) % 7));
      task.dueDate = `${thursday.getUTCFullYear()}${String(task.dueDate).slice(4)}`;
    }),
  ),
  // parentName is the name of the parent. GET a task of a metric by id: the name of the goal of the metric.
  fault(
    'invented-tasks-parent-name-of-goal',
    'By id, a task of a key result has the name of its goal as parentName.',
    'tasks.views-agree',
    body('tasks.get', (task, { account }) => {
      const metric = task.parentType === 'metric' ? account.metrics.get(String(task.parentId)) : undefined;
      if (metric) task.parentName = account.goals.get(metric.goalId)?.name;
    }),
  ),
  // A task has what its body says. POST with a description, POST without one: the second has the first description.
  fault(
    'invented-tasks-create-leaks-description',
    'A task without a description gets that of the task before.',
    'tasks.create-own',
    () => {
      let last: unknown;
      return stored('tasks.create', (given) => {
        last = given.description ?? last;
        return last === undefined ? given : { ...given, description: last };
      });
    },
  ),
  // formatting controls what is shown. GET a task with formatting=plainText, then without: the markup is gone for good.
  fault(
    'invented-tasks-plain-text-kept',
    'A read as plain text stores the plain text.',
    ['general.reads-independent', 'tasks.create-stored'],
    also('tasks.get', ({ account, params, query }, answer) => {
      const task = account.tasks.get(params.taskId ?? '');
      if (query.get('formatting') === 'plainText' && task) task.description = (answer.body as Shown).description;
    }),
  ),
  // Plain text has no markup. POST {description: "1 < 2 & 3"}, GET with formatting=plainText: "1 &lt; 2 &amp; 3".
  fault(
    'invented-tasks-plain-text-escaped',
    'Plain text has entities for < and &.',
    ['lists.formatting-views-agree', 'lists.formatting-words', 'lists.formatting-description'],
    body('tasks.get', (task, { query }) => {
      if (query.get('formatting') === 'plainText' && typeof task.description === 'string')
        task.description = task.description.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    }),
  ),
  // sort puts names in order. POST tasks "<20 letters>b", "<20 letters>a", GET with sort=name; or sort=-name of the sample.
  fault(
    'invented-tasks-sort-twenty-letters',
    'Sorting compares the first twenty characters.',
    ['lists.sort-law', 'lists.together', 'lists.sort-ascending'],
    rule('tasks.list', ({ compare }) => ({
      compare: (a, b) =>
        compare(typeof a === 'string' ? a.slice(0, 20) : a, typeof b === 'string' ? b.slice(0, 20) : b),
    })),
  ),
];

const metrics: readonly Fault[] = [
  // assignee is the owner. GET metrics/checkin/{id} of a key result with several owners: assignee.id is not ownerId.
  fault(
    'invented-metrics-checkin-last-assignee',
    'By check-in, assignee is the last owner instead of the first.',
    'metrics.checkin-values',
    body('metrics.byCheckin', (metric) => {
      metric.assignee = (metric.assignees as unknown[]).at(-1) ?? metric.assignee;
    }),
  ),
  // goalName is the name of goalId. GET /v2/metrics?sort=name&skip=10&limit=10: the names of other goals.
  fault(
    'invented-metrics-goal-names-of-first-page',
    'On later pages goalName belongs to the key result at the same place of the first page.',
    ['metrics.checkin-agree', 'metrics.owner-agree', 'lists.fields-selected'],
    instead('metrics.list', (call, next) => {
      const answer = next(call);
      if (answer.status >= 300 || Number(call.query.get('skip') ?? 0) === 0) return answer;
      const query = new URLSearchParams(call.query);
      query.delete('skip');
      const { items: first } = next({ ...call, query }).body as { items: Shown[] };
      const { items, ...rest } = answer.body as { items: Shown[] };
      const named = items.map((metric, n) =>
        'goalName' in metric ? { ...metric, goalName: first[n]?.goalName } : metric,
      );
      return { ...answer, body: { items: named, ...rest } };
    }),
  ),
  // targetValue is a number, the same everywhere. GET /v2/metrics beside metrics/checkin/{id}: 76 beside 75.5.
  fault(
    'invented-metrics-milestone-rounded',
    'In the list the values of milestones are whole numbers.',
    ['metrics.owner-agree', 'metrics.checkin-values'],
    each('metrics.list', ({ milestones }) => {
      for (const milestone of (milestones ?? []) as { targetValue: number }[])
        milestone.targetValue = Math.round(milestone.targetValue);
    }),
  ),
  // dueDate is YYYY-MM-DD. GET /v2/metrics?fields=dueDate: with a time; without fields it is right.
  fault(
    'invented-metrics-projected-date-with-time',
    'A due date that is asked for by fields comes with a time.',
    ['lists.fields-selected', 'lists.fields-each-record', 'general.answer-schema'],
    each('metrics.list', (metric, _, { query }) => {
      if (query.get('fields') && metric.dueDate) metric.dueDate = `${metric.dueDate}T00:00:00.000Z`;
    }),
  ),
  // formatting holds for every page. GET /v2/metrics?formatting=plainText&skip=5: markup and mentions.
  fault(
    'invented-metrics-later-pages-with-markup',
    'Plain text comes on the first page alone.',
    ['lists.formatting-views-agree', 'lists.formatting-mentions', 'lists.formatting-markdown'],
    reads('metrics.list', 'formatting', (value, { query }) => (Number(query.get('skip') ?? 0) > 0 ? undefined : value)),
  ),
];

const GOALS_MET = 'sessions.goalsMet';

/** The tags that a query names, as keys. */
const wantedIn = (query: URLSearchParams) =>
  (query.get('tags') ?? '')
    .split(',')
    .map((title) => title.trim().toLowerCase())
    .filter((title) => title !== '');

const sessions: readonly Fault[] = [
  // tags are an inclusive union. GET goalsMet?tags=<a tag>,<no tag>: nothing.
  fault(
    'invented-sessions-met-unknown-tag',
    'One tag that does not exist empties the goals of all others.',
    'sessions.goals-met-tags-unknown',
    body<{ items: unknown[] }>(GOALS_MET, (answer, { account, query, rules }) => {
      const known = new Set([...account.tags.values()].map(({ title }) => rules.tagKey(title)));
      return wantedIn(query).every((key) => known.has(key)) ? answer : { items: [] };
    }),
  ),
  // A union has each goal once. POST two tags to a met goal, GET goalsMet?tags=<both>: the goal is there twice.
  fault(
    'invented-sessions-met-once-per-tag',
    'A goal is listed once for each of the tags that it has and the query names.',
    'sessions.goals-met-each-once',
    body<{ items: Shown[] }>(GOALS_MET, ({ items }, { query }) => {
      const wanted = wantedIn(query);
      const times = ({ tags }: Shown) =>
        Math.max(1, (tags as Shown[]).filter(({ title }) => wanted.includes(String(title).toLowerCase())).length);
      return { items: items.flatMap((goal) => Array.from({ length: times(goal) }, () => goal)) };
    }),
  ),
  // limit is the most that is returned. GET /v2/sessions?includeDemo=true&limit=2: more than two.
  fault(
    'invented-sessions-demo-beyond-limit',
    'With includeDemo the demo sessions come on top of every page.',
    'lists.limit',
    instead('sessions.list', (call, next) => {
      if (call.query.get('includeDemo') !== 'true') return next(call);
      const query = new URLSearchParams(call.query);
      query.set('includeDemo', 'false');
      const plain = next({ ...call, query });
      if (plain.status >= 300) return plain;
      const whole = new URLSearchParams(call.query);
      for (const name of ['skip', 'limit', 'fields']) whole.delete(name);
      whole.set('limit', '1000');
      const all = next({ ...call, query: whole }).body as { items: Shown[]; totalCount: number };
      const demo = all.items.filter((session) => session.demo);
      const { items } = plain.body as { items: Shown[] };
      return { ...plain, body: { items: [...demo, ...items], totalCount: all.totalCount } };
    }),
  ),
  // $and means all. GET /v2/sessions with {"$and":[{"title":{"$regex":"^FY25"}},{"title":{"$regex":"Legal"}}]}: Legal of all years.
  fault(
    'invented-sessions-and-merged',
    'The parts of $and are merged into one object; the last test of a field wins.',
    ['lists.filter-and', 'lists.filter-several', 'lists.total-filter'],
    filters('sessions.list', (filter) => {
      const { $and, ...rest } = filter;
      return Array.isArray($and) ? Object.assign(rest, ...$and) : filter;
    }),
  ),
];

const CREATE = 'announcements.create';

const announcements: readonly Fault[] = [
  // The comment is what was sent. POST {comment: "well done 👍 all"}: "well done ".
  fault(
    'invented-announcements-cut-at-emoji',
    'A comment ends before its first character of four bytes.',
    ['announcements.create-answer', 'announcements.text-kept', 'announcements.create-listed'],
    text(CREATE, 'comment', (comment) => comment.replace(/(.)[\u{10000}-\u{10ffff}].*/su, '$1')),
  ),
  // Plain text keeps what is no markup. GET ?formatting=plainText of a comment with "office@example.com": "office".
  fault(
    'invented-announcements-plain-text-mail-lost',
    'In plain text, the part of an e-mail address from @ on is taken for a mention and dropped.',
    ['lists.formatting-mentions', 'lists.formatting-words', 'lists.formatting-comment'],
    each(['announcements.get', 'announcements.list'], (one, _, { query }) => {
      if (query.get('formatting') === 'plainText')
        one.comment = String(one.comment).replaceAll(/(?<=\w)@[\w.]+\w/g, '');
    }),
  ),
  // A create makes another record. POST two announcements for one target, GET the first: 404.
  fault(
    'invented-announcements-one-a-target',
    'A create replaces the announcement that the author has for the same target.',
    ['announcements.create-stored', 'announcements.text-kept', 'announcements.create-listed'],
    also(CREATE, ({ account }, answer) => {
      const { id, authorId, announcementTargetId } = answer.body as Shown;
      for (const other of [...account.announcements.values()])
        if (
          other.id !== id &&
          announcementTargetId !== undefined &&
          other.announcementTargetId === announcementTargetId &&
          other.authorId === authorId
        )
          account.announcements.delete(other.id);
    }),
  ),
];

export const inventedTasksFaults: readonly Fault[] = [...tasks, ...metrics, ...sessions, ...announcements];
