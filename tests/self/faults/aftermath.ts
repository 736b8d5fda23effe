/** What shows after something else: uses of what was removed, renamed or tagged, and parameters that hold for a part alone. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, asking, body, instead, listed, recordsIn, rule, type Shown, withQuery } from './vocabulary.ts';

const fault = faultOf('');

const groupsOf = ({ account }: Call, kpiId: string): string[] | undefined => account.kpis.get(kpiId)?.groups;

interface Removed {
  groupId: string;
  kpiId: string;
}

/** Does something else than an operation, and knows by then which KPIs were taken out of which groups. */
const afterRemovals =
  (id: string, act: (call: Call, removed: readonly Removed[], next: (call: Call) => Answer) => Answer) => (): Seams => {
    const removed = new Map<string, Removed>();
    return instead(['kpiGroups.removeKpi', id], (call, next) => {
      if (call.operation.id === id) return act(call, [...removed.values()], next);
      const [groupId, kpiId] = [String(call.params.groupId), String(call.params.kpiId)];
      if (groupsOf(call, kpiId)?.includes(groupId)) removed.set(`${groupId} ${kpiId}`, { groupId, kpiId });
      return next(call);
    });
  };

const groups: readonly Fault[] = [
  fault(
    'ungrouped-were-grouped',
    'ungrouped leaves out KPIs that were taken out of their last group.',
    'kpis.snapshots-ungrouped',
    afterRemovals('kpis.listSnapshots', (call, removed, next) => {
      const answer = structuredClone(next(call));
      if (answer.status >= 300 || call.query.get('ungrouped') !== 'true') return answer;
      const shown = answer.body as { items: Shown[] };
      shown.items = shown.items.filter(({ kpiId: id }) => !removed.some(({ kpiId }) => kpiId === id));
      return answer;
    }),
  ),
  fault(
    'snapshots-groups-cached',
    'groupIds still finds KPIs that were taken out of the group.',
    'kpis.snapshots-groups',
    afterRemovals('kpis.listSnapshots', (call, removed, next) => {
      const asked = (call.query.get('groupIds') ?? '').split(',');
      const put = removed.filter(({ groupId }) => asked.includes(groupId));
      for (const { groupId, kpiId } of put) groupsOf(call, kpiId)?.push(groupId);
      const answer = structuredClone(next(call));
      for (const { kpiId } of put) groupsOf(call, kpiId)?.pop();
      return answer;
    }),
  ),
  fault(
    'rename-puts-kpis-back',
    'A rename of a group puts the KPIs back that were taken out of it.',
    ['kpiGroups.remove-kpi', 'kpiGroups.update-only'],
    afterRemovals('kpiGroups.update', (call, removed, next) => {
      for (const { groupId, kpiId } of removed)
        if (groupId === call.params.groupId) groupsOf(call, kpiId)?.push(groupId);
      return next(call);
    }),
  ),
  fault(
    'found-by-group-of-before',
    'A filter on groups reads an index that removals do not reach.',
    'kpis.list-by-group',
    afterRemovals('kpis.list', (call, removed, next) => {
      const wanted = (call.body as { filter?: { groups?: unknown } } | undefined)?.filter?.groups;
      const back = removed.filter(({ groupId }) => groupId === wanted).map(({ kpiId }) => groupsOf(call, kpiId) ?? []);
      for (const groups of back) groups.push(String(wanted));
      const answer = structuredClone(next(call));
      for (const groups of back) groups.pop();
      return answer;
    }),
  ),
  fault(
    'rename-takes-kpis-out',
    'A rename of a group takes its KPIs out of it.',
    'kpiGroups.remove-kpi-others',
    also('kpiGroups.update', ({ account, params }) => {
      for (const kpi of account.kpis.values()) kpi.groups = kpi.groups.filter((id) => id !== params.groupId);
    }),
  ),
  // Of the list of forty.
  fault(
    'favourite-ends-with-rename-by-other',
    "When another user renames a group, the first one's favourite ends.",
    ['kpiGroups.favorite-model', 'kpiGroups.update-only'],
    also('kpiGroups.update', (call) => {
      const { favoriteOf } = call.account.kpiGroups.get(String(call.params.groupId)) ?? {};
      for (const id of favoriteOf ?? []) if (id !== call.user.id) favoriteOf?.delete(id);
    }),
  ),
  fault(
    'favourite-brings-old-name',
    'A favourite that is set after a rename brings the old name back.',
    ['kpiGroups.favorite-only', 'kpiGroups.favorite-model'],
    () => {
      const names = new Map<string, string>();
      return instead(['kpiGroups.update', 'kpiGroups.setFavorite'], (call, next) => {
        const id = String(call.params.groupId);
        const group = call.account.kpiGroups.get(id);
        if (call.operation.id === 'kpiGroups.update' && group) names.set(id, group.name);
        const answer = next(call);
        if (call.operation.id === 'kpiGroups.setFavorite' && group) group.name = names.get(id) ?? group.name;
        return answer;
      });
    },
  ),
  fault(
    'favourite-twins-listed-once',
    'Of two groups of one name that are both favourites the list shows one.',
    'kpiGroups.favorite-model',
    listed('kpiGroups.list', (records) =>
      records.filter(
        (one, i) => !(one.favorite && records.slice(0, i).some((other) => other.favorite && other.name === one.name)),
      ),
    ),
  ),
];

/** Ids and keys of what a user wrote. */
const keyOf = (title: unknown) => String(title).trim().toLowerCase();

const further: readonly Fault[] = [
  fault(
    'second-update-reverts',
    'A second update of a field brings back the description from before the first.',
    ['customFields.update-stored', 'customFields.update-only', 'customFields.immutable-model'],
    () => {
      const before = new Map<string, unknown>();
      return instead('customFields.update', (call, next) => {
        const field = call.account.customFields.get(String(call.params.id));
        const had = field?.description;
        const known = field && before.has(field._id);
        const answer = next(call);
        if (answer.status >= 300 || !field) return answer;
        if (known && (call.body as Shown).description === had) field.description = before.get(field._id);
        if (!known) before.set(field._id, had);
        return answer;
      });
    },
  ),
  fault(
    'tag-by-second-user-double',
    'A title that another user writes in other case makes a second tag.',
    ['tags.identity-case', 'tags.identity-law'],
    instead(['tags.tagGoal', 'kpis.tag', 'tags.tagDashboard'], (call, next) => {
      const title = (call.body as Shown)?.title;
      const tag = [...call.account.tags.values()].find((one) => keyOf(one.title) === keyOf(title));
      if (!tag || tag.createdBy === call.user.id || tag.title === title || typeof title !== 'string') return next(call);
      const kept = tag.title;
      tag.title = `${kept} hidden`;
      const answer = structuredClone(next(call));
      tag.title = kept;
      return answer;
    }),
  ),
  fault('tag-on-kpi-counts-goal', 'A tag on a KPI counts one more goal.', 'tags.counts-kind', () => {
    const more = new Map<string, number>();
    return instead(['kpis.tag', 'tags.list'], (call, next) => {
      const answer = structuredClone(next(call));
      if (answer.status >= 300) return answer;
      if (call.operation.id === 'kpis.tag') {
        const { id } = answer.body as Shown;
        more.set(String(id), (more.get(String(id)) ?? 0) + 1);
      } else
        for (const tag of (answer.body as { tags: Shown[] }).tags)
          if (typeof tag.goalsTaggedCount === 'number') tag.goalsTaggedCount += more.get(String(tag.id)) ?? 0;
      return answer;
    });
  }),
  fault(
    'tag-last-digit-ignored',
    'Titles that differ only in a digit at their end are one tag.',
    'tags.identity-distinct',
    rule(['tags.tagGoal', 'kpis.tag', 'tags.tagDashboard', 'tags.tagInsight'], ({ tagKey }) => ({
      tagKey: (title) => tagKey(title).replace(/\d$/, ''),
    })),
  ),
  fault(
    'tag-twice-in-titles',
    'titles that name one tag in two spellings make two tags.',
    'tags.goal-titles-identity',
    instead('tags.tagGoal', (call, next) => {
      const { titles } = (call.body ?? {}) as { titles?: string[] };
      if (!Array.isArray(titles) || new Set(titles).size === new Set(titles.map(keyOf)).size) return next(call);
      const answer = next(call);
      const extra = titles.find((one, i) =>
        titles.slice(0, i).some((other) => other !== one && keyOf(other) === keyOf(one)),
      );
      if (answer.status < 300 && extra) {
        const id = call.account.newId();
        call.account.tags.set(id, { id, name: keyOf(extra), title: extra, isActive: true });
        call.account.goals.get(String(call.params.id))?.tagIds.push(id);
      }
      return answer;
    }),
  ),
  fault(
    'several-users-names-of-last',
    'Users who are created in one request have the names of the last.',
    ['users.create-kept', 'users.create-several', 'users.text-kept'],
    instead('users.create', (call, next) => {
      const last = Array.isArray(call.body) ? (call.body.at(-1) as Shown) : undefined;
      return next(
        last
          ? {
              ...call,
              body: (call.body as Shown[]).map((one) => ({
                ...one,
                firstName: last.firstName,
                lastName: last.lastName,
              })),
            }
          : call,
      );
    }),
  ),
  fault(
    'managers-who-are-members',
    'A manager who belongs to another team as a member is left out.',
    ['users.managers-all', 'users.managers-agree'],
    body('users.managers', (shown, { account }) => {
      const ids = (shown.managers as string[]).filter((id) => (account.users.get(id)?.teamIds ?? []).length < 2);
      return { count: ids.length, managers: ids };
    }),
  ),
  fault(
    'goals-met-first-tag',
    'Of several tags the first one alone chooses goals.',
    'sessions.goals-met-tags-union',
    asking('sessions.goalsMet', (query) => ({ tags: query.get('tags')?.split(',')[0] })),
  ),
  fault(
    'demo-left-out-of-first-page',
    'The first page alone leaves out the demo session.',
    'lists.total-page',
    asking('sessions.list', (query) => (Number(query.get('skip') ?? 0) > 0 ? { includeDemo: 'true' } : {})),
  ),
  fault(
    'limit-lost-beside-fields',
    'With fields, the limit of roles is lost.',
    'lists.limit',
    asking('roles.list', (query) => (query.has('fields') ? { limit: '1000' } : {})),
  ),
  fault(
    'limit-lost-beside-formatting',
    'With a formatting, the limit of tasks is lost.',
    'lists.limit',
    asking('tasks.list', (query) => (query.has('formatting') ? { limit: '1000' } : {})),
  ),
  fault(
    'demo-on-every-page',
    'The demo session stands behind each page.',
    'lists.limit',
    instead('sessions.list', (call, next) => {
      const answer = structuredClone(next(withQuery(call, { includeDemo: 'false' })));
      if (answer.status >= 300 || call.query.get('includeDemo') !== 'true') return answer;
      const all = structuredClone(next(withQuery(call, { skip: '0', limit: '1000' })));
      const demos = recordsIn(all.body).filter(({ demo }) => demo === true);
      (answer.body as { items: Shown[] }).items.push(...demos);
      return answer;
    }),
  ),
  fault(
    'demo-ignored-with-fields',
    'With fields includeDemo is ignored.',
    'sessions.demo-included',
    asking('sessions.list', (query) => (query.has('fields') ? { includeDemo: undefined } : {})),
  ),
  fault(
    'demo-ignored-with-skip',
    'With skip includeDemo is ignored.',
    'sessions.demo-included',
    asking('sessions.list', (query) =>
      query.has('skip') && query.get('skip') !== '0' ? { includeDemo: undefined } : {},
    ),
  ),
  fault(
    'role-usercount-of-last',
    'userCount is that of the role listed before.',
    'roles.user-count',
    body<{ items: Shown[] }>('roles.list', ({ items }) => {
      const counts = items.map(({ userCount }) => userCount);
      items.forEach((role, i) => {
        if (i > 0) role.userCount = counts[i - 1];
      });
    }),
  ),
  fault(
    'snapshots-ids-nothing',
    'With ids, the answer has no snapshots.',
    'kpis.snapshots-ids',
    body('kpis.listSnapshots', (shown, { query }) => (query.has('ids') ? { ...shown, items: [] } : shown)),
  ),
  fault(
    'snapshot-from-whole-month',
    'The day of from is not looked at.',
    'kpis.snapshots-bounds',
    asking('kpis.listSnapshots', (query) => ({ from: query.get('from')?.replace(/\d\d$/, '01') })),
  ),
  fault(
    'kpi-second-assignee-mail',
    "A KPI's second assignee has the first one's e-mail address.",
    ['kpis.embedded-agree'],
    body('kpis.get', ({ assignees }) => {
      const [one, two] = (assignees ?? []) as Shown[];
      if (one && two) two.email = one.email;
    }),
  ),
];

export const aftermathFaults: readonly Fault[] = [...groups, ...further];
