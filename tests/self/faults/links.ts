/** What a write does to records that are linked with its own, and what a second write on one record does to the first. */
import type { Call } from '../../../reference-server/call.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, instead, recordsIn, rule, type Shown } from './vocabulary.ts';

const fault = faultOf('');

/** Puts the tag that a use answers on further items. */
const spreads = (
  operation: string,
  reached: (call: Call) => Iterable<{ id: string; tagIds: string[] }>,
): Fault['seams'] =>
  also(operation, (call, answer) => {
    const id = (answer.body as Shown).id as string;
    for (const one of reached(call)) if (!one.tagIds.includes(id)) one.tagIds.push(id);
  });

const goalIn = ({ account, params }: Call) => account.goals.get(params.id ?? '');

const tags: readonly Fault[] = [
  fault(
    'tag-goal-moves',
    'A tag that is put on a goal leaves other goals.',
    'tags.goal-shown',
    also('tags.tagGoal', ({ account, params }, { body }) => {
      const { id } = body as Shown;
      for (const goal of account.goals.values())
        if (goal.id !== params.id) goal.tagIds = goal.tagIds.filter((tag) => tag !== id);
    }),
  ),
  fault(
    'tag-goal-spreads-session',
    'A tag on a goal is put on all goals of the session.',
    'tags.goal-shown',
    spreads('tags.tagGoal', (call) =>
      [...call.account.goals.values()].filter(({ sessionId }) => sessionId === goalIn(call)?.sessionId),
    ),
  ),
  fault(
    'tag-goal-spreads-children',
    'A tag on a goal is put on the goals below it.',
    'tags.goal-shown',
    spreads('tags.tagGoal', ({ account, params }) =>
      [...account.goals.values()].filter(({ parentId }) => parentId === params.id),
    ),
  ),
  fault(
    'tag-insight-spreads-kpis',
    'A tag on an insight is put on the KPIs that use it.',
    'tags.other-kinds',
    spreads('tags.tagInsight', ({ account, params }) =>
      [...account.kpis.values()].filter(({ insightId }) => insightId === params.id),
    ),
  ),
  fault(
    'tag-dashboard-spreads-kpis',
    'A tag on a dashboard is put on the KPIs that use its insights.',
    'tags.other-kinds',
    spreads('tags.tagDashboard', ({ account, params }) => {
      const { insights = [] } = account.dashboards.get(params.dashboardId ?? '') ?? {};
      const used = new Set(insights.map(({ insightId }) => insightId));
      return [...account.kpis.values()].filter(({ insightId }) => insightId !== undefined && used.has(insightId));
    }),
  ),
  fault(
    'tag-kpi-spreads-goals',
    'A tag on a KPI is put on a goal that is met.',
    'tags.other-kinds',
    spreads('kpis.tag', ({ account }) =>
      [...account.goals.values()].filter(({ attainment }) => attainment > 99).slice(0, 1),
    ),
  ),
  fault(
    'tag-goal-spreads-dashboards',
    'A tag on a goal is put on the first dashboard.',
    'tags.other-kinds',
    spreads('tags.tagGoal', ({ account }) => [...account.dashboards.values()].slice(0, 1)),
  ),
  fault(
    'tag-kpi-leaves-second-group',
    'Tagging a KPI takes it out of all its groups but one.',
    'kpis.tag-adds',
    also('kpis.tag', ({ account, params }) => {
      const kpi = account.kpis.get(params.kpiId ?? '');
      if (kpi && kpi.groups.length > 1) kpi.groups = kpi.groups.slice(0, 1);
    }),
  ),
  fault(
    'tag-most-ten',
    'A KPI keeps its last ten tags.',
    'kpis.tag-adds',
    also('kpis.tag', ({ account, params }) => {
      const kpi = account.kpis.get(params.kpiId ?? '');
      if (kpi) kpi.tagIds = kpi.tagIds.slice(-10);
    }),
  ),
  fault(
    'tag-dashboard-most-ten',
    'A dashboard keeps its last ten tags.',
    'tags.dashboard-adds',
    also('tags.tagDashboard', ({ account, params }) => {
      const dashboard = account.dashboards.get(params.dashboardId ?? '');
      if (dashboard) dashboard.tagIds = dashboard.tagIds.slice(-10);
    }),
  ),
  fault(
    'tag-dashboard-spreads-once-shared',
    'A tag that one dashboard has comes to all dashboards with a second one.',
    'tags.dashboard-only',
    also('tags.tagDashboard', ({ account }, { body }) => {
      const id = (body as Shown).id as string;
      const all = [...account.dashboards.values()];
      const isShared = all.filter(({ tagIds }) => tagIds.includes(id)).length > 1;
      for (const one of isShared ? all : []) if (!one.tagIds.includes(id)) one.tagIds.push(id);
    }),
  ),
  fault(
    'tag-hidden-dashboard',
    'A dashboard that the user may not see can be tagged.',
    'dashboards.hidden',
    rule('tags.tagDashboard', () => ({ dashboardVisible: () => true })),
  ),
  fault(
    'usages-without-first-of-several',
    'The usage of a tag of the run that several dashboards carry names the last one alone.',
    'dashboards.usages-at-once',
    instead('dashboards.tagUsages', (call, next) => {
      const answer = structuredClone(next(call));
      for (const usage of recordsIn(answer.body))
        if (/^gc /.test(String(usage.tagTitle))) usage.dashboardsIds = (usage.dashboardsIds as string[]).slice(-1);
      return answer;
    }),
  ),
];

const groups: readonly Fault[] = [
  fault(
    'group-deleted-with-last-kpi',
    'A group is deleted when its last KPI is taken out.',
    'kpiGroups.remove-kpi',
    also('kpiGroups.removeKpi', ({ account, params }) => {
      const id = params.groupId ?? '';
      if (![...account.kpis.values()].some((kpi) => kpi.groups.includes(id))) account.kpiGroups.delete(id);
    }),
  ),
];

/** What is put on again after it was taken off, and what a record was before a later write. */
const again: readonly Fault[] = [
  fault(
    'group-removal-writes-first-tags',
    'Taking a KPI out of a group writes it as it was read first: tags put since then are lost.',
    'kpiGroups.remove-kpi-only',
    () => {
      const first = new Map<string, string[]>();
      return instead(['kpis.get', 'kpis.list', 'kpis.tag', 'kpiGroups.removeKpi'], (call, next) => {
        for (const { id, tagIds } of call.account.kpis.values()) if (!first.has(id)) first.set(id, [...tagIds]);
        const answer = next(call);
        const kpi = call.account.kpis.get(call.params.kpiId ?? '');
        if (call.operation.id === 'kpiGroups.removeKpi' && answer.status < 300 && kpi)
          kpi.tagIds = [...(first.get(kpi.id) ?? [])];
        return answer;
      });
    },
  ),
  fault(
    'favourites-by-name',
    'Favourites are kept by the name of the group, and stay when it is deleted.',
    'kpiGroups.favorite-new',
    () => {
      const left = new Map<string, Set<string>>();
      return instead(['kpiGroups.create', 'kpiGroups.delete'], (call, next) => {
        const { account, params } = call;
        const gone = account.kpiGroups.get(params.groupId ?? '');
        const answer = next(call);
        if (answer.status >= 300) return answer;
        if (gone) left.set(`${account.id} ${gone.name}`, new Set(gone.favoriteOf));
        const { id } = (answer.body ?? {}) as Shown;
        const made = account.kpiGroups.get(String(id));
        for (const user of left.get(`${account.id} ${made?.name}`) ?? []) made?.favoriteOf.add(user);
        return answer;
      });
    },
  ),
  fault(
    'mapping-not-again',
    'A mapping that was deleted and is created again gives nobody the role.',
    'roles.mapping-delete-ends',
    () => {
      const gone = new Set<string>();
      return instead(['roles.deleteMappings', 'roles.recalculateScimRoles'], (call, next) => {
        const answer = next(call);
        if (answer.status >= 300) return answer;
        const { roleIds = [] } = (call.body ?? {}) as { roleIds?: string[] };
        if (call.operation.id === 'roles.deleteMappings') for (const id of roleIds) gone.add(id);
        else
          for (const user of call.account.users.values())
            user.scimRoleIds = user.scimRoleIds.filter((id) => !gone.has(id));
        return answer;
      });
    },
  ),
  fault(
    'fields-target-not-again',
    'A target type that was taken off a field cannot be put on again.',
    'customFields.immutable-model',
    () => {
      const off = new Map<string, Set<string>>();
      return instead('customFields.update', (call, next) => {
        const field = call.account.customFields.get(call.params.id ?? '');
        const before = [...(field?.targetTypes ?? [])];
        const answer = next(call);
        if (!field || answer.status >= 300) return answer;
        const gone = off.get(field._id) ?? new Set();
        field.targetTypes = field.targetTypes.filter((type) => !gone.has(type));
        for (const type of before) if (!field.targetTypes.includes(type)) gone.add(type);
        off.set(field._id, gone);
        return { ...answer, body: { ...(answer.body as Shown), targetTypes: [...field.targetTypes] } };
      });
    },
  ),
];

export const linkFaults: readonly Fault[] = [...tags, ...groups, ...again];
