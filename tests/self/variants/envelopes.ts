/** Outer shapes that are open: "list of metrics", usersResponse, gap 2, and counts beside lists. */
import { answers, isObject, itemsOf, type Variant } from './variant.ts';

export const envelopeVariants: readonly Variant[] = [
  {
    name: 'metrics-array',
    on: ['metrics', 'sessions'],
    title: 'The list of key results is a bare array.',
    kind: 'metrics',
    parts: answers(['metrics.list'], itemsOf),
  },
  {
    name: 'metrics-items-alone',
    on: ['metrics', 'sessions'],
    title: 'The list of key results has items and no count.',
    kind: 'metrics',
    parts: answers(['metrics.list'], (body) => ({ items: itemsOf(body) })),
  },
  {
    name: 'users-array',
    on: ['users', 'employees', 'roles'],
    title: 'Users come in a bare array, also from the creation.',
    kind: 'users',
    parts: answers(['users.list', 'users.create'], itemsOf),
  },
  {
    name: 'users-items',
    on: ['users', 'employees', 'roles'],
    title: 'Users come under items, without a count.',
    kind: 'users',
    parts: answers(['users.list', 'users.create'], (body) => ({ items: itemsOf(body) })),
  },
  {
    name: 'users-value',
    on: ['users', 'employees', 'roles'],
    title: 'Users come under value, with a count.',
    kind: 'users',
    parts: answers(['users.list', 'users.create'], (body) => ({
      value: itemsOf(body),
      totalCount: (body as { totalCount?: number }).totalCount,
    })),
  },
  {
    name: 'users-counted',
    on: ['users', 'employees', 'roles'],
    title: 'Users come with count and totalCount.',
    kind: 'users',
    parts: answers(['users.list', 'users.create'], (body) => ({ count: itemsOf(body).length, ...(body as object) })),
  },
  {
    name: 'count-of-all',
    on: ['kpis', 'kpiGroups', 'dashboards'],
    title: 'count is the number of all matches.',
    parts: { rules: () => ({ count: (matched) => matched }) },
  },
  {
    name: 'counts-everywhere',
    title: 'Every list has a count beside totalCount.',
    parts: answers(undefined, (body) =>
      isObject(body) && 'totalCount' in body && Array.isArray(body.items ?? body.tags)
        ? { count: ((body.items ?? body.tags) as []).length, ...body }
        : body,
    ),
  },
  {
    name: 'usages-array',
    on: ['kpis'],
    title: 'The usages of an insight are an array of ids.',
    parts: answers(['kpis.insightUsages'], (body) => itemsOf(body).map((item) => (item as { id: string }).id)),
  },
  {
    name: 'snapshots-by-kpi',
    on: ['kpis'],
    title: 'Snapshots stand in an object by the id of the KPI.',
    parts: answers(['kpis.listSnapshots', 'kpis.snapshots'], (body) => ({
      kpis: Object.fromEntries(
        itemsOf(body).map((item) => {
          const { kpiId, groups } = item as { kpiId: string; groups: unknown };
          return [kpiId, groups];
        }),
      ),
    })),
  },
  {
    name: 'effective-array',
    on: ['permissions'],
    title: 'Effective permissions are bare arrays.',
    kind: 'effective',
    parts: answers(['permissions.effective', 'permissions.ofPrincipal'], (body) =>
      isObject(body) ? body.permissions : body,
    ),
  },
  {
    name: 'effective-message',
    on: ['permissions'],
    title: 'Effective permissions come as a message with a text.',
    kind: 'effective',
    parts: answers(['permissions.effective', 'permissions.ofPrincipal'], (body) => ({
      message: isObject(body) && Array.isArray(body.permissions) ? body.permissions.join(', ') : '',
    })),
  },
  {
    name: 'allowed-actions-empty',
    on: ['permissions'],
    title: 'Allowed actions of targets are an empty object, as in the sample.',
    parts: answers(['permissions.allowedActions'], () => ({})),
  },
  {
    name: 'users-actions-by-user',
    on: ['permissions'],
    title: 'users-actions answers with the actions by user.',
    kind: 'users-actions',
    parts: answers(['permissions.usersActions'], (body) =>
      isObject(body) ? { userId: body.userId, actions: ['view'] } : body,
    ),
  },
  {
    name: 'assignees-under-other-key',
    on: ['badges', 'employees'],
    title: 'Users who have a badge stand under users.',
    parts: answers(['badges.assignees'], (body) => {
      const { Users, ...rest } = body as Record<string, unknown>;
      return { ...rest, users: Users };
    }),
  },
  {
    // "Assigned badge": other keys than Teams are not shown, nor is what stands under them.
    name: 'assignees-seen-just-now',
    on: ['badges', 'employees'],
    title: 'Users who have a badge show when they were seen last, which moves by itself.',
    parts: answers(['badges.assignees'], (body) => {
      const { Users = [], ...rest } = body as { Users?: Record<string, unknown>[] };
      return { ...rest, Users: Users.map((user) => ({ ...user, seenMsAgo: performance.now() })) };
    }),
  },
];
