import { answers, deep, isObject, type Json, type Parts, refusing, sentBody, type Variant } from './variant.ts';

const CREATES = ['kpiGroups.create', 'tasks.create', 'announcements.create', 'users.create'] as const;

/** Changes what a create stores and what it answers. */
const born = (change: (record: Json) => Json): Parts => ({
  around: (call, next) => {
    const answer = next(call);
    const { operation, account } = call;
    if (answer.status !== 201 || !CREATES.includes(operation.id as (typeof CREATES)[number])) return answer;
    const records = account[operation.group as 'tasks'] as Map<string, Json>;
    const shown = (record: Json): Json => {
      const stored = records.get(record.id as string);
      if (stored) Object.assign(stored, change(stored));
      return { ...record, ...change(record) };
    };
    const body = answer.body as Json;
    return { ...answer, body: Array.isArray(body.items) ? { ...body, items: body.items.map(shown) } : shown(body) };
  },
});

const given = (record: Json, values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([key]) => record[key] !== undefined));

const EMBEDDING = ['assignee', 'assignees', 'author', 'roles', 'team', 'links', 'managerInfo', 'membersInfo', 'badge'];

const withoutIds = (value: unknown): unknown => deep(value, ({ id: _id, accountId: _account, ...rest }) => rest);

/** A new task is the first of a board; all others move one place on. */
const onTop: Parts = {
  around: (call, next) => {
    const answer = next(call);
    if (call.operation.id !== 'tasks.create' || answer.status !== 201) return answer;
    const { id } = answer.body as Json;
    for (const task of call.account.tasks.values()) task.priority = task.id === id ? 1 : Number(task.priority ?? 0) + 1;
    return { ...answer, body: { ...(answer.body as Json), priority: 1 } };
  },
};

/** Tags are counted once, when the server starts. */
function countsOfLastNight(): Parts {
  const known = new Map<unknown, Json>();
  return answers(['tags.list'], (body) =>
    isObject(body) && Array.isArray(body.tags)
      ? {
          ...body,
          tags: body.tags.map((tag: Json) => {
            const counts = Object.fromEntries(Object.entries(tag).filter(([key]) => key.endsWith('TaggedCount')));
            const first = known.get(tag.id) ?? counts;
            known.set(tag.id, { ...counts, ...first });
            return { ...tag, ...given(counts, first) };
          }),
        }
      : body,
  );
}

const YEAR_MS = 365 * 86_400_000;

export const makingVariants: readonly Variant[] = [
  {
    // "createdById", "modifiedById" are strings: who stands there for a write by the API is not shown.
    name: 'other-made-by-the-app',
    warns: ['kpiGroups.author', 'tasks.author', 'users.author'],
    title: 'What is written by the API is said to be made by an application, which is no user.',
    parts: born((record) =>
      given(record, { createdById: 'api-client-7', modifiedById: 'api-client-7', invitedBy: 'api-client-7' }),
    ),
  },
  {
    // "Conventions": whether response fields are always present is not shown.
    name: 'other-never-changed-null',
    title: 'Who changed a new record, and when, is null before the first change.',
    parts: born((record) => given(record, { dateUpdated: null, dateModified: null, modifiedById: null })),
  },
  {
    // "Conventions": embedded records repeat the shapes, "sometimes with fewer fields".
    name: 'other-embedded-without-ids',
    title: 'Assignees, owners, roles, teams, badges and links inside of records have no ids.',
    parts: answers(undefined, (body) =>
      deep(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([key, value]) => [key, EMBEDDING.includes(key) ? withoutIds(value) : value]),
        ),
      ),
    ),
  },
  {
    // "Conventions": whether response fields are always present is not shown.
    name: 'other-favorite-listed-alone',
    on: ['kpiGroups'],
    title: 'KPI groups show favorite in the list, and not by id.',
    kind: 'favorite',
    parts: answers(['kpiGroups.get', 'kpiGroups.create'], (body) => {
      const { favorite: _favorite, ...rest } = body as Json;
      return rest;
    }),
  },
  {
    // "In the tag list also: …Count": when things are counted is not shown.
    name: 'other-tag-counts-of-last-night',
    warns: ['tags.counts-move', 'tags.counts-agree', 'tags.goal-titles'],
    on: ['tags', 'kpis', 'dashboards'],
    title: 'How often a tag is used is counted once, when it is first listed.',
    parts: countsOfLastNight,
  },
  {
    // "Conventions": whether response fields are always present is not shown; "200 tag".
    name: 'other-taggings-answer-id',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Taggings answer with the id of the tag alone.',
    parts: answers(['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'], (body) => ({
      id: (body as Json).id,
    })),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-due-dates-near-alone',
    on: ['tasks'],
    title: 'A due date in the past, or more than three years ahead, is refused.',
    parts: refusing(['tasks.create'], (call) => {
      const { dueDate } = sentBody(call);
      if (typeof dueDate !== 'string') return undefined;
      const ahead = Date.parse(dueDate) - Date.now();
      return ahead < -86_400_000 || ahead > 3 * YEAR_MS ? 'dueDate: from today to three years ahead' : undefined;
    }),
  },
  {
    // "Exact conditions that produce 400: not shown"; dueDate is a day as YYYY-MM-DD.
    name: 'other-due-dates-on-working-days',
    on: ['tasks'],
    title: 'A due date on a Saturday or Sunday, or in the last week of a year, is refused.',
    parts: refusing(['tasks.create'], (call) => {
      const { dueDate } = sentBody(call);
      if (typeof dueDate !== 'string') return undefined;
      const isFree = [0, 6].includes(new Date(dueDate).getUTCDay()) || dueDate.slice(5) > '12-24';
      return isFree ? 'dueDate: nobody works on this day' : undefined;
    }),
  },
  {
    // "parentType (sample goal)": which other types there are is not shown.
    name: 'other-tasks-of-goals-alone',
    on: ['tasks'],
    title: 'A new task belongs to a goal; a task without a parent, or with another one, is refused.',
    parts: refusing(['tasks.create'], (call) => {
      const { parentId, parentType } = sentBody(call);
      return typeof parentId === 'string' && parentType === 'goal' ? undefined : 'a task belongs to a goal';
    }),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-announcement-targets-known',
    on: ['announcements'],
    title: 'An announcement is about a goal, a key result, a session or a dashboard of the account.',
    sparse: true,
    parts: refusing(['announcements.create'], (call) => {
      const { announcementTargetId: id } = sentBody(call);
      const { goals, metrics, sessions, dashboards } = call.account;
      const known = [goals, metrics, sessions, dashboards].some((records) => records.has(id as string));
      return known ? undefined : 'announcementTargetId: there is no such item';
    }),
  },
  {
    // "orderId: integer"; "exact conditions that produce 400: not shown".
    name: 'other-order-ids-positive',
    on: ['customFields'],
    title: 'An orderId under 1 or over 1000 is refused.',
    parts: refusing(['customFields.create', 'customFields.update'], (call) => {
      const { orderId } = sentBody(call);
      return typeof orderId === 'number' && (orderId < 1 || orderId > 1000) ? 'orderId: 1 to 1000' : undefined;
    }),
  },
  {
    // "targetIds: string[]"; "exact conditions that produce 400: not shown".
    name: 'other-target-ids-known',
    on: ['customFields'],
    title: 'The targetIds of a custom field are ids of records of the account; others are refused.',
    parts: refusing(['customFields.create', 'customFields.update'], (call) => {
      const { targetIds } = sentBody(call);
      const { account } = call;
      const tables = [account.goals, account.metrics, account.kpis, account.sessions, account.tasks, account.users];
      const known = (id: unknown) => tables.some((records) => records.has(id as string));
      return Array.isArray(targetIds) && !targetIds.every(known) ? 'targetIds: there are no such records' : undefined;
    }),
  },
  {
    // Nothing is said of priorities.
    name: 'other-new-tasks-on-top',
    on: ['tasks'],
    title: 'The priority of a task is its place on a board: each new one moves all others.',
    parts: onTop,
  },
];
