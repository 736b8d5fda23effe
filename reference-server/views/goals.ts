/** Goals, metrics and sessions as they are shown. Sections "Resources / Goal", "Metric", "Session". */
import { allowedActions } from '../access.ts';
import type { Goal, Metric, Session } from '../store/account.ts';
import {
  assigneeSummaries,
  assigneeSummary,
  expanded,
  goalUrl,
  metricUrl,
  shortMetric,
  shortTags,
} from './embedded.ts';
import { type Viewer, viewOf } from './view.ts';

const metricsOf = ({ id }: Goal, { account }: Viewer) =>
  [...account.metrics.values()].filter(({ goalId }) => goalId === id);
const below = ({ id }: Goal, { account }: Viewer) =>
  [...account.goals.values()].filter(({ parentId }) => parentId === id);

const subTree = (goal: Goal, viewer: Viewer): number =>
  below(goal, viewer).reduce((sum, child) => sum + 1 + subTree(child, viewer), 0);

export const goalView = viewOf<Goal>(
  {
    assignee: ({ ownerIds }, viewer) => assigneeSummary(ownerIds[0], viewer),
    assignees: ({ ownerIds }, viewer) => assigneeSummaries(ownerIds, viewer),
    childrenCount: (goal, viewer) => below(goal, viewer).length,
    currentUserAllowedActions: (_goal, { account, user }) => allowedActions(account, user, 'goal'),
    fullSubTreeCount: subTree,
    links: ({ linked }, viewer) => expanded(linked, viewer),
    metrics: (goal, viewer) => metricsOf(goal, viewer).map((metric) => shortMetric(metric, viewer)),
    metricsCount: (goal, viewer) => metricsOf(goal, viewer).length,
    numberOfOwners: ({ ownerIds }) => ownerIds.length,
    ownerId: ({ ownerIds }) => ownerIds[0],
    parentGoalSessionId: ({ parentId = '' }, { account }) => account.goals.get(parentId)?.sessionId,
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
    url: ({ id }, viewer) => goalUrl(id, viewer),
  },
  ['linked', 'tagIds'],
);

const goalOf = ({ goalId }: Metric, { account }: Viewer) => account.goals.get(goalId);

/** How many tasks stand below each record, counted once for an answer, in which each metric shows it. */
const counts = new WeakMap<Viewer, Map<string, number>>();

function tasksBelow(viewer: Viewer): Map<string, number> {
  const known = counts.get(viewer);
  if (known) return known;
  const found = new Map<string, number>();
  for (const { parentId } of viewer.account.tasks.values())
    if (parentId !== undefined) found.set(parentId, (found.get(parentId) ?? 0) + 1);
  counts.set(viewer, found);
  return found;
}

export const metricView = viewOf<Metric>(
  {
    assignee: ({ ownerIds }, viewer) => assigneeSummary(ownerIds[0], viewer),
    assignees: ({ ownerIds }, viewer) => assigneeSummaries(ownerIds, viewer),
    currentUserAllowedActions: (_metric, { account, user }) => allowedActions(account, user, 'metric'),
    goalClosedStatus: (metric, viewer) => goalOf(metric, viewer)?.closedStatus,
    goalDescription: (metric, viewer) => goalOf(metric, viewer)?.description,
    goalName: (metric, viewer) => goalOf(metric, viewer)?.name,
    goalOwnerId: (metric, viewer) => goalOf(metric, viewer)?.ownerIds[0],
    goalOwnerIds: (metric, viewer) => goalOf(metric, viewer)?.ownerIds,
    links: ({ linked }, viewer) => expanded(linked, viewer),
    numberOfOwners: ({ ownerIds }) => ownerIds.length,
    ownerId: ({ ownerIds }) => ownerIds[0],
    sessionId: (metric, viewer) => goalOf(metric, viewer)?.sessionId,
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
    tasksCount: ({ id }, viewer) => tasksBelow(viewer).get(id) ?? 0,
    url: ({ id }, viewer) => metricUrl(id, viewer),
  },
  ['linked', 'tagIds'],
);

export const sessionView = viewOf<Session>(
  {
    currentUserAllowedActions: (_session, { account, user }) => allowedActions(account, user, 'session'),
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
  },
  ['tagIds'],
);
