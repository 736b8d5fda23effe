/** KPIs, tasks and dashboards as they are shown. Sections "Resources / KPI", "Task", "Dashboard". */
import { allowedActions } from '../access.ts';
import type { Dashboard, Kpi, Task } from '../store/account.ts';
import { assigneeSummaries, assigneeSummary, expanded, shortTags } from './embedded.ts';
import { type Viewer, viewOf } from './view.ts';

export const kpiView = viewOf<Kpi>(
  {
    assignees: ({ ownerIds }, viewer) => assigneeSummaries(ownerIds, viewer),
    currentUserAllowedActions: (_kpi, { account, user }) => allowedActions(account, user, 'kpi'),
    isOwner: (kpi, { rules, user }) => rules.owns(user.id, kpi),
    lastValueChange: ({ id }, { account }) => {
      const last = account.snapshots.get(id)?.at(-1);
      return last && { snapshotId: last.id, valueChangedAt: last.date };
    },
    links: ({ linked }, viewer) => expanded(linked, viewer),
    ownerId: ({ ownerIds }) => ownerIds[0],
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
  },
  ['insightId', 'linked', 'tagIds'],
);

function parentName({ parentId = '', parentType }: Task, { account }: Viewer): unknown {
  if (parentType === 'metric') return account.metrics.get(parentId)?.name;
  return (account.goals.get(parentId) ?? account.tasks.get(parentId))?.name;
}

export const taskView = viewOf<Task>({
  assignee: ({ ownerId }, viewer) => assigneeSummary(ownerId, viewer),
  currentUserAllowedActions: (_task, { account, user }) => allowedActions(account, user, 'task'),
  parentName,
});

export const dashboardView = viewOf<Dashboard>(
  {
    currentUserAllowedActions: (_dashboard, { account, user }) => allowedActions(account, user, 'insightBoard'),
    insightsCount: ({ insights }) => insights.length,
    sectionHeadersCount: ({ sectionHeaders }) => sectionHeaders.length,
    tag: ({ tagIds }, { account }) => account.tags.get(tagIds[0] ?? '')?.title,
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
    usersCount: ({ access }) => access.permissions.filter(({ principalKind }) => principalKind === 'user').length,
  },
  ['tagIds'],
);
