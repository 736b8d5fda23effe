/** Odd mistakes with tasks, key results, sessions, employees and announcements. */
import type { Answer } from '../../../reference-server/call.ts';
import type { Task } from '../../../reference-server/store/account.ts';
import { shortBadge } from '../../../reference-server/views/embedded.ts';
import { metricView } from '../../../reference-server/views/goals.ts';
import { show } from '../../../reference-server/views/view.ts';
import type { Fault } from './fault.ts';
import { bodyOf, kept, odd, patched, refusal } from './odd.ts';
import {
  also,
  asIf,
  asking,
  each,
  instead,
  listed,
  operator,
  page,
  reads,
  type Shown,
  standing,
  storedOtherwise,
  withQuery,
} from './vocabulary.ts';

const CREATE_TASK = 'tasks.create';
const TASKS = 'tasks.list';
const GET_TASK = 'tasks.get';

/** A day as a task keeps it. */
const due = (change: (day: string) => string) =>
  asIf(CREATE_TASK, (call) => {
    const { dueDate, ...sent } = bodyOf(call);
    const isDay = typeof dueDate === 'string' && /^\d{4}-\d\d-\d\d$/.test(dueDate);
    return { body: isDay ? { ...sent, dueDate: change(dueDate) } : call.body };
  });

/** The year that the week of a day belongs to. */
function weekYear(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  return String(date.getUTCFullYear());
}

/** A text of a task as it is stored. */
const text = (field: string, change: (text: string) => string) =>
  asIf(CREATE_TASK, (call) => {
    const value = bodyOf(call)[field];
    return typeof value === 'string' ? { body: { ...bodyOf(call), [field]: change(value) } } : {};
  });

const tasks: readonly Fault[] = [
  // POST /v1/tasks {"dueDate": "2028-02-29", …}: 201 with that day (Resources: YYYY-MM-DD).
  // Wrong: 2028-03-01, by way of a year without it.
  odd(
    'task-leap-day',
    'A task that is due on 29 February is due on 1 March.',
    'tasks.due-date',
    due((day) => day.replace(/-02-29$/, '-03-01')),
  ),
  // POST /v1/tasks {"dueDate": "2029-12-31", …}: 201 with that day (Resources: YYYY-MM-DD).
  // Wrong: 2030-12-31, the year is written as that of the week.
  odd(
    'task-week-year',
    'Days around New Year have the year of their week.',
    'tasks.due-date',
    due((day) => `${weekYear(day)}${day.slice(4)}`),
  ),
  // POST /v1/tasks {"ownerId": one's own id, …}: 201 with that owner (Endpoints, Tasks).
  // Wrong: without one; who assigns to oneself is taken to have assigned to nobody.
  odd(
    'task-own-owner',
    'A task that one creates for oneself has no owner.',
    ['tasks.create-owner', 'tasks.create-stored'],
    asIf(CREATE_TASK, (call) => {
      const { ownerId, ...sent } = bodyOf(call);
      return { body: ownerId === call.user.id ? sent : call.body };
    }),
  ),
  // GET /v1/tasks/{taskId} of a task below a key result: parentName is that of the key result (Resources, Task).
  // Wrong: that of its goal.
  odd(
    'task-parent-goal-name',
    'parentName of a task below a key result is the name of the goal.',
    'tasks.parent-name',
    each([GET_TASK, TASKS], (task, _, { account }) => {
      const goalId = account.metrics.get(String(task.parentId))?.goalId;
      if (goalId !== undefined && 'parentName' in task) task.parentName = account.goals.get(goalId)?.name;
    }),
  ),
  // POST /v1/tasks {"parentId": a key result, "parentType": "metric", …}, then GET: parentType metric (Endpoints).
  // Wrong: goal, the value of the sample.
  odd(
    'task-parent-type-goal',
    'A new task below a key result is kept as one below a goal.',
    ['tasks.create-stored', 'tasks.parent-name'],
    storedOtherwise(
      CREATE_TASK,
      ({ account }) => account.tasks,
      (task) => {
        if (task.parentType !== undefined) task.parentType = 'goal';
      },
    ),
  ),
  // POST /v1/tasks {"status": "inProgress", …}: 201 with that status (Endpoints, Tasks).
  // Wrong: inprogress.
  odd(
    'task-status-lower',
    'The status of a new task is written in small letters.',
    ['tasks.create-stored', 'tasks.create-answer'],
    text('status', (status) => status.toLowerCase()),
  ),
  // POST /v1/tasks {"description": "a\nb", …}: 201 with that description (Endpoints, Tasks).
  // Wrong: "a\r\nb".
  odd(
    'task-line-ends',
    'Line ends in the description of a new task become two characters.',
    'tasks.text-kept',
    text('description', (description) => description.replaceAll(/\r?\n/g, '\r\n')),
  ),
  // GET /v2/tasks?filter={"priority":3}: also the archived ones (Endpoints, Conventions: filter).
  // Wrong: without; as soon as there is a filter, {archived: false} is added.
  odd(
    'task-filter-not-archived',
    'Archived tasks are in the list, but not in a filtered one.',
    ['lists.filter-whole', 'lists.filter-law', 'lists.filter-equals'],
    asIf(TASKS, ({ account, query }) =>
      query.has('filter') ? { account: { ...account, tasks: kept(account.tasks, ({ archived }) => !archived) } } : {},
    ),
    TASKS,
  ),
  // GET /v1/tasks/{taskId} of a task that moved from todo to done: oldStatus todo (Resources, Task: snapshots).
  // Wrong: oldStatus done, newStatus todo.
  odd(
    'task-snapshot-turned',
    'The read by id has the old and the new status of a change the other way round.',
    'tasks.views-agree',
    each(GET_TASK, (task) => {
      task.snapshots = (task.snapshots as Shown[]).map(({ newStatus, oldStatus, ...rest }) => ({
        ...rest,
        newStatus: oldStatus,
        oldStatus: newStatus,
      }));
    }),
  ),
  // POST /v1/tasks, then GET /v2/tasks?sort=-dateCreated: the new one is there (Endpoints, Tasks).
  // Wrong: it is not, until another one is made; the index that sorts is one write late.
  odd(
    'task-index-late',
    'The last task that was made is missing from a sorted list.',
    ['tasks.create-listed', 'lists.sort-same-records'],
    () => {
      let last: unknown;
      return instead([CREATE_TASK, TASKS], (call, next) => {
        const { account } = call;
        if (call.operation.id === TASKS)
          return next(
            call.query.has('sort')
              ? { ...call, account: { ...account, tasks: kept(account.tasks, ({ id }) => id !== last) } }
              : call,
          );
        const answer = next(call);
        if (answer.status === 201) last = bodyOf(answer).id;
        return answer;
      });
    },
    TASKS,
  ),
  // POST /v1/tasks twice with the same name for different owners: two tasks (Endpoints: 201, a create).
  // Wrong: the second time, the first one is answered again, whose name and parent are the same.
  odd(
    'task-same-again',
    'A second task with the name and parent of another one is not made.',
    ['tasks.create-each', 'general.create-new'],
    () => {
      const made = new Map<string, Answer>();
      return instead(CREATE_TASK, (call, next) => {
        const { name, parentId } = bodyOf(call);
        const key = JSON.stringify([call.account.id, name, parentId]);
        const found = made.get(key);
        if (found) return found;
        const answer = next(call);
        if (answer.status === 201) made.set(key, answer);
        return answer;
      });
    },
  ),
  // POST /v1/tasks {"name": "2026", …}, then GET: name "2026" (Resources, Task: a string).
  // Wrong: the number 2026.
  odd(
    'task-name-number',
    'A name of digits is a number in the read by id.',
    ['tasks.text-kept', 'general.answer-schema', 'tasks.views-agree'],
    each(GET_TASK, (task) => {
      if (/^\d+$/.test(String(task.name))) task.name = Number(task.name);
    }),
  ),
  // POST /v1/tasks {"dueDate": d, …} twice, then GET the first: its own dueDate (Resources, Task).
  // Wrong: that of the second, if both have the same parent; a date is moved for the whole group.
  odd(
    'task-due-with-siblings',
    'A new task moves the due dates of those that were made below the same parent.',
    ['tasks.create-own', 'tasks.create-stored'],
    () => {
      const made = new Set<string>();
      return also(CREATE_TASK, ({ account }, answer) => {
        const { id, dueDate, parentId } = bodyOf(answer) as unknown as Task;
        for (const task of account.tasks.values())
          if (dueDate !== undefined && made.has(task.id) && task.parentId === parentId) task.dueDate = dueDate;
        made.add(id);
      });
    },
  ),
];

const METRICS = 'metrics.list';
const OWNED = 'metrics.byOwner';
const CHECKIN = 'metrics.byCheckin';

const metrics: readonly Fault[] = [
  // GET /v1/metrics/checkin/{checkinId}: milestones[].targetValue 75.5, as in the list (Resources, Metric: a number).
  // Wrong: 76.
  odd(
    'metric-milestones-whole',
    'Milestones of a check-in have whole numbers.',
    ['metrics.checkin-agree', 'metrics.checkin-values'],
    each(CHECKIN, (metric) => {
      for (const milestone of metric.milestones as Shown[])
        milestone.targetValue = Math.round(Number(milestone.targetValue));
    }),
  ),
  // GET /v1/metrics/owner/{ownerId} with a key result that has not begun: actual 0, as in the list (Resources, Metric).
  // Wrong: the critical value, out of `actual || critical`.
  odd(
    'metric-zero-critical',
    'An actual of 0 is shown as the critical value among those of an owner.',
    'metrics.owner-agree',
    each(OWNED, (metric) => {
      metric.actual = metric.actual || metric.critical;
    }),
  ),
  // GET /v2/metrics?formatting=plainText: goalDescription is the plain description of the goal (Resources, Conventions).
  // Wrong: that of the key result; a copied line formats the wrong one.
  odd(
    'metric-goal-text',
    'In plain text, the description of the goal is that of the key result.',
    ['lists.formatting-goal-description', 'lists.formatting-words'],
    each(METRICS, (metric, _, { query }) => {
      if (query.get('formatting') === 'plainText' && 'goalDescription' in metric)
        metric.goalDescription = metric.description ?? metric.goalDescription;
    }),
    METRICS,
  ),
  // GET /v1/metrics/owner/{ownerId}: the key results of that owner (Endpoints, Key results).
  // Wrong: also those of others under goals of that owner.
  odd(
    'metric-goals-of-owner',
    'Key results of the goals of an owner are listed, too.',
    'metrics.owner-only',
    listed(OWNED, (records, call) => {
      const { account, params } = call;
      const more = [...account.metrics.values()].filter(
        ({ goalId, ownerIds }) =>
          !ownerIds.includes(params.ownerId ?? '') &&
          account.goals.get(goalId)?.ownerIds.includes(params.ownerId ?? ''),
      );
      return [...records, ...more.map((metric) => show(metricView, metric, call))];
    }),
  ),
  // GET /v1/metrics/checkin/{checkinId}: tasksCount as in the list (Resources, Metric).
  // Wrong: with the tasks of the goal.
  odd(
    'metric-tasks-of-goal',
    'tasksCount of a check-in counts the tasks of the goal, too.',
    ['metrics.checkin-agree', 'metrics.checkin-values'],
    each(CHECKIN, (metric, _, { account }) => {
      const count = [...account.tasks.values()].filter(({ parentId }) => parentId === metric.goalId).length;
      metric.tasksCount = Number(metric.tasksCount) + count;
    }),
  ),
  // GET /v1/metrics/checkin/{the first of two check-ins}: the key result (Endpoints, Key results).
  // Wrong: 404, kept the last check-in of each is known.
  odd(
    'metric-last-checkin',
    'Only the last check-in of a key result is found.',
    'metrics.checkin',
    instead(CHECKIN, (call, next) => {
      const { checkins, metrics: all } = call.account;
      const id = call.params.checkinId ?? '';
      const metric = all.get(checkins.get(id) ?? '');
      return metric && metric.lastCheckInId !== id ? refusal(404) : next(call);
    }),
  ),
  // GET /v2/metrics: links.expanded.metrics[].goalId is the goal of that key result (Resources, Metric).
  // Wrong: the goal of the one that links to it.
  odd(
    'metric-link-goal',
    'Linked key results have the goal of the one that links to them.',
    ['metrics.embedded-agree', 'general.embedded-agree'],
    each(METRICS, (metric) => {
      const linked = (metric.links as { expanded?: { metrics?: Shown[] } } | undefined)?.expanded?.metrics;
      for (const other of linked ?? []) other.goalId = metric.goalId;
    }),
    METRICS,
  ),
  // GET /v2/metrics: links.expanded.goals[].numberOfOwners is that of the goal (Resources, Goal).
  // Wrong: that of the key result, whose counter is reused.
  odd(
    'metric-link-owners',
    'Linked goals have as many owners as the key result.',
    [
      'metrics.embedded-agree',
      'general.embedded-agree',
      'lists.fields-deep',
      'lists.fields-law',
      'metrics.owner-agree',
    ],
    each(METRICS, (metric) => {
      const linked = (metric.links as { expanded?: { goals?: Shown[] } } | undefined)?.expanded?.goals;
      for (const goal of linked ?? []) goal.numberOfOwners = metric.numberOfOwners;
    }),
    METRICS,
  ),
  // GET /v2/metrics?fields=softDueDate: YYYY-MM-DD (Resources, Conventions).
  // Wrong: a date-time; the projection passes the formatter by.
  odd(
    'metric-day-with-time',
    'A softDueDate that is asked for by name is a date-time.',
    ['metrics.dates', 'general.answer-schema', 'lists.fields-each-record', 'lists.fields-law', 'lists.fields-selected'],
    each(METRICS, (metric, _, { query }) => {
      if ((query.get('fields') ?? '').includes('softDueDate') && typeof metric.softDueDate === 'string')
        metric.softDueDate = `${metric.softDueDate}T00:00:00.000Z`;
    }),
    METRICS,
  ),
  // GET /v2/metrics?filter={"target":{"$gt":99}}: those over 99, 100 among them (Endpoints, Conventions).
  // Wrong: none of three digits, as they are compared as texts.
  odd(
    'metric-gt-text',
    '$gt compares numbers by their digits.',
    'lists.filter-gt',
    operator(
      METRICS,
      '$gt',
      (operand, operators) => (value) =>
        typeof value === 'number' && typeof operand === 'number'
          ? String(value) > String(operand)
          : standing(operators, '$gt', operand)(value),
    ),
    METRICS,
  ),
];

const SESSIONS = 'sessions.list';
const MET = 'sessions.goalsMet';

const sessions: readonly Fault[] = [
  // GET /v2/sessions?includeDemo=true&filter={"demo":true}: the demo sessions (Endpoints, Sessions).
  // Wrong: none; where there is a filter, includeDemo is not read.
  odd(
    'session-demo-or-filter',
    'includeDemo is not read where there is a filter.',
    ['sessions.demo-included', 'lists.together'],
    asking(SESSIONS, (query) => (query.has('filter') ? { includeDemo: undefined } : {})),
  ),
  // GET /v2/sessions?limit=20 with a demo session among the first 20: 20 others (Endpoints: maximum; there are more).
  // Wrong: 19, the demo session is taken out of the page.
  odd(
    'session-demo-after-page',
    'Demo sessions are taken out of a page that is already made.',
    ['lists.limit-full', 'sessions.demo-excluded'],
    instead(SESSIONS, (call, next) => {
      const right = next(call);
      if (right.status !== 200 || call.query.get('includeDemo') === 'true') return right;
      const items = bodyOf(next(withQuery(call, { includeDemo: 'true' }))).items as Shown[];
      return patched(right, { items: items.filter(({ id }) => !call.account.sessions.get(String(id))?.demo) });
    }),
    SESSIONS,
  ),
  // GET /v1/sessions/{id}/stats/goalsMet of a session with sessions below it: its own goals (Endpoints: in the session).
  // Wrong: those of the sessions below it, too.
  odd(
    'goals-met-below',
    'Goals of the sessions below a session are counted as met in it.',
    'sessions.goals-met-below',
    instead(MET, (call, next) => {
      const answer = next(call);
      if (answer.status !== 200) return answer;
      const below = [...call.account.sessions.values()].filter(({ parentId }) => parentId === call.params.id);
      const more = below.map(({ id }) => bodyOf(next({ ...call, params: { id } })).items as Shown[]);
      return patched(answer, { items: [bodyOf(answer).items as Shown[], ...more].flat() });
    }),
  ),
  // GET …/stats/goalsMet?tags=a,b,c: goals with any of the three (Endpoints: inclusive union).
  // Wrong: with a or b; the third one gets lost in the split.
  odd(
    'goals-met-third-tag',
    'Of three tags, two are read.',
    'sessions.goals-met-tags-union',
    reads(MET, 'tags', (wanted) => wanted.split(',').slice(0, 2).join(',')),
  ),
  // GET …/stats/goalsMet: all over 99 %, also closed ones (Limits: goals with attainment over 99%).
  // Wrong: without those that have a closedStatus.
  odd(
    'goals-met-open',
    'Goals that were closed are not counted as met.',
    'sessions.goals-met-over',
    page(MET, (goals) => goals.filter(({ closedStatus }) => closedStatus === undefined)),
  ),
];

const EMPLOYEES = 'employees.list';
const EMPLOYEE = 'employees.get';

const employees: readonly Fault[] = [
  // GET /v1/employees/{employeeId} of one who was deactivated: isActive false (Resources: extends the user record).
  // Wrong: true beside dateDeactivated, out of `isActive || true`.
  odd(
    'employee-always-active',
    'The read by id shows every employee as active.',
    ['employees.views-agree', 'employees.user-agree'],
    each(EMPLOYEE, (employee) => {
      employee.isActive = true;
    }),
  ),
  // GET /v2/employees of one with a role by SCIM: that role, too, as in the user (Resources: extends the user record).
  // Wrong: those given by hand.
  odd(
    'employee-roles-by-hand',
    'Employees lack the roles that they have by SCIM.',
    ['employees.user-agree', 'employees.user-more-agree'],
    each([EMPLOYEES, EMPLOYEE], (employee, _, { account }) => {
      const byHand = account.users.get(String(employee.id))?.roleIds ?? [];
      if (Array.isArray(employee.roles)) employee.roles = employee.roles.filter(({ id }) => byHand.includes(id));
    }),
  ),
  // GET /v1/employees/{employeeId} of a member of a team with a badge: one's own badges (Endpoints, Badges).
  // Wrong: those of the team, too.
  odd(
    'employee-team-badges',
    'Employees have the badges of their teams.',
    ['employees.badges-agree', 'employees.views-agree'],
    each(EMPLOYEE, (employee, _, call) => {
      const teams = employee.teamIds as string[];
      const given = [...call.account.assignations.values()].filter(
        ({ assigneeIds, status }) => status === 'approved' && assigneeIds.some((id) => teams.includes(id)),
      );
      employee.badges = [...(employee.badges as Shown[]), ...given.flatMap(({ badgeId }) => shortBadge(badgeId, call))];
    }),
  ),
  // POST /v1/users, then GET /v1/employees/{id}: 200 (What the service does: an employee id equals the user id).
  // Wrong: 404 until the list of employees is read, which makes the record.
  odd(
    'employee-made-by-list',
    'A new user is an employee once the list was read.',
    ['employees.new-user'],
    () => {
      const waiting = new Set<string>();
      return instead(['users.create', EMPLOYEES, EMPLOYEE], (call, next) => {
        const answer = next(call);
        const { id } = call.operation;
        if (id === EMPLOYEES) waiting.clear();
        else if (id === EMPLOYEE) return waiting.has(call.params.employeeId ?? '') ? refusal(404) : answer;
        else if (answer.status === 201)
          for (const user of bodyOf(answer).items as Shown[]) waiting.add(String(user.id));
        return answer;
      });
    },
    EMPLOYEE,
  ),
];

const ANNOUNCE = 'announcements.create';
const ANNOUNCEMENT = 'announcements.get';

const announcements: readonly Fault[] = [
  // POST /v1/announcements {"authorID": another user, …}: authorId is that user (Endpoints: body authorID).
  // Wrong: it is the caller; the server reads authorId.
  odd(
    'announcement-author-spelling',
    'authorID is not read, kept authorId.',
    ['announcements.create-author'],
    asIf(ANNOUNCE, (call) => {
      const { authorID: _unread, ...sent } = bodyOf(call);
      return { body: sent };
    }),
  ),
  // POST /v1/announcements {"notify": [one id], …}: 201 with notify [that id] (Resources, Announcement: string[]).
  // Wrong: notify "that id", as lists of one element are not lists in XML.
  odd(
    'announcement-notify-one',
    'A list notify of one is shown as that one.',
    ['general.answer-schema', 'announcements.create-notify'],
    each([ANNOUNCE, ANNOUNCEMENT], (record) => {
      const notify = record.notify as unknown[] | undefined;
      if (notify?.length === 1) record.notify = notify[0];
    }),
    [ANNOUNCE, ANNOUNCEMENT],
  ),
  // POST /v1/announcements {"notify": [], …}: 201 with notify [] (Resources, Announcement: string[]).
  // Wrong: [""], the list is kept as a text with commas.
  odd(
    'announcement-notify-none',
    'An empty list notify has an empty text in it.',
    ['announcements.create-notify', 'announcements.create-stored'],
    asIf(ANNOUNCE, (call) => {
      const { notify } = bodyOf(call);
      return Array.isArray(notify) && notify.length === 0 ? { body: { ...bodyOf(call), notify: [''] } } : {};
    }),
  ),
  // GET /v1/announcements/{id}?formatting=plainText, then without: the markup (Resources, Conventions: the default).
  // Wrong: plain text, the kept record was changed in place.
  odd(
    'announcement-stays-plain',
    'A comment that was read as plain text stays plain.',
    ['general.reads-independent', 'lists.formatting-default'],
    also(ANNOUNCEMENT, ({ account, params, query }, answer) => {
      const kept = account.announcements.get(params.id ?? '');
      if (kept && query.get('formatting') === 'plainText') kept.comment = String(bodyOf(answer).comment);
    }),
  ),
  // POST /v1/announcements {"comment": "Café", …}: 201 with the same four characters (Endpoints, Announcements).
  // Wrong: five, é is taken apart.
  odd(
    'announcement-accents-apart',
    'Letters with accents in a comment become two characters each.',
    'announcements.text-kept',
    asIf(ANNOUNCE, (call) => ({ body: { ...bodyOf(call), comment: String(bodyOf(call).comment).normalize('NFD') } })),
  ),
];

export const oddTaskAndPeopleFaults: readonly Fault[] = [
  ...tasks,
  ...metrics,
  ...sessions,
  ...employees,
  ...announcements,
];
