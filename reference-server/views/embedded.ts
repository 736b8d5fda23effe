/** Records as others embed them: with fewer fields, composed from the stored record so that they always agree. */
import { allowedActions } from '../access.ts';
import type { Goal, Kpi, Links, Metric, Session, Tag } from '../store/account.ts';
import type { Shown, Viewer } from './view.ts';

/** Tags as tagged records embed them; ids without a tag are left out. */
export function shortTags(ids: readonly string[], { account }: Viewer): Shown[] {
  const shown: Shown[] = [];
  for (const id of ids) {
    const tag = account.tags.get(id);
    if (tag) shown.push({ id, isActive: tag.isActive, name: tag.name, title: tag.title });
  }
  return shown;
}

/** A tag with those below it. */
export function wholeTag(tag: Tag, viewer: Viewer): Shown {
  const { parentId: _parentId, ...own } = tag;
  return { ...own, items: tagsBelow(tag, viewer) };
}

/** The tags right below a tag, each with those below it. */
export function tagsBelow({ id }: Tag, viewer: Viewer): Shown[] {
  const below: Shown[] = [];
  for (const tag of viewer.account.tags.values()) if (tag.parentId === id) below.push(wholeTag(tag, viewer));
  return below;
}

/** Short form of the user that something is assigned to; nothing when there is none. */
export function assigneeSummary(id: string | undefined, viewer: Viewer): Shown | undefined {
  const user = id === undefined ? undefined : viewer.account.users.get(id);
  if (!user) return undefined;
  return {
    accountId: user.accountId,
    avatar: user.avatar,
    color: user.color,
    dateDeactivated: user.dateDeactivated,
    dynamicValueType: user.dynamicValueType,
    email: user.email,
    id: user.id,
    isActive: user.isActive,
    name: user.name,
    picture: user.picture,
    tags: shortTags(user.tagIds, viewer),
    type: 'user',
  };
}

/** Short forms of these users; ids without a user are left out. */
export const assigneeSummaries = (ids: readonly string[], viewer: Viewer): Shown[] =>
  ids.map((id) => assigneeSummary(id, viewer)).filter((summary) => summary !== undefined);

/** A badge as its holders embed it, in a list; an empty one when there is none. */
export function shortBadge(id: string, { account }: Viewer): Shown[] {
  const badge = account.badges.get(id);
  if (!badge) return [];
  const { background, icon, name, pattern } = badge;
  return [{ background, icon, id, name, pattern }];
}

/** Address of a goal for people. */
export const goalUrl = (id: string, { account }: Viewer) => `https://${account.domain}/goals/${id}`;
/** Address of a metric for people. */
export const metricUrl = (id: string, { account }: Viewer) => `https://${account.domain}/metrics/${id}`;

function shortGoal({ id, accountId, name, description, ownerIds, sessionId, ...goal }: Goal, viewer: Viewer): Shown {
  return {
    id,
    accountId,
    name,
    description,
    attainment: goal.attainment,
    numberOfOwners: ownerIds.length,
    obfuscated: goal.obfuscated,
    ownerId: ownerIds[0],
    ownerIds,
    parentGoalSessionId: goal.parentId && viewer.account.goals.get(goal.parentId)?.sessionId,
    parentId: goal.parentId,
    parentType: goal.parentType,
    private: goal.private,
    sessionId,
    url: goalUrl(id, viewer),
  };
}

function shortKpi({ id, accountId, name, description, groups, ownerIds }: Kpi): Shown {
  return { id, accountId, name, description, groups, ownerId: ownerIds[0], ownerIds };
}

/** A metric as goals and links embed it. */
export function shortMetric(
  { id, name, description, goalId, ownerIds, actual, target }: Metric,
  viewer: Viewer,
): Shown {
  const sessionId = viewer.account.goals.get(goalId)?.sessionId;
  return { id, name, description, goalId, sessionId, ownerId: ownerIds[0], ownerIds, actual, target };
}

function shortSession(
  { id, accountId, title, status, start, end, color, demo }: Session,
  { account, user }: Viewer,
): Shown {
  const currentUserAllowedActions = allowedActions(account, user, 'session');
  return { id, accountId, title, status, start, end, color, demo, currentUserAllowedActions };
}

/** Linked records written out. */
export function expanded(linked: Links, viewer: Viewer): { expanded: Shown } {
  const { goals, kpis, metrics, sessions } = viewer.account;
  return {
    expanded: {
      goals: written(linked.goals, goals, (goal) => shortGoal(goal, viewer)),
      kpis: written(linked.kpis, kpis, shortKpi),
      metrics: written(linked.metrics, metrics, (metric) => shortMetric(metric, viewer)),
      sessions: written(linked.sessions, sessions, (session) => shortSession(session, viewer)),
    },
  };
}

function written<T>(ids: readonly string[], records: ReadonlyMap<string, T>, short: (record: T) => Shown): Shown[] {
  return ids.flatMap((id) => {
    const record = records.get(id);
    return record === undefined ? [] : [short(record)];
  });
}
