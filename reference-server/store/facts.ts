/** Facts of an account that its API alone cannot show, for the fixtures file. The first user asks. */
import { plainText } from '../query/plainText.ts';
import { rules } from '../rules.ts';
import type { Account, Goal } from './account.ts';

interface TextFact {
  resource: string;
  id: string;
  field: string;
  mentionsMarkup: string;
  plainText: string;
}

/** Goals of a session that are met and not met by a query for these tags (any of them; none: all goals, also at the bound). */
function metFact({ goals, tags }: Account, sessionId: string, titles: readonly string[]) {
  const wanted = titles.map(rules.tagKey);
  const keys = ({ tagIds }: Goal) => tagIds.map((id) => rules.tagKey(tags.get(id)?.title ?? ''));
  const there = [...goals.values()].filter((goal) => goal.sessionId === sessionId);
  const met = (goal: Goal) => rules.goalMet(goal) && rules.tagsWanted(keys(goal), wanted);
  return {
    sessionId,
    ...(titles.length > 0 && { tags: titles }),
    met: there.filter(met).map(({ id }) => id),
    notMet: there.filter((goal) => !met(goal)).map(({ id }) => id),
    ...(titles.length === 0 && {
      atBound: there.filter(({ attainment }) => attainment === 99).map(({ id }) => id),
      justOver: there.filter(({ attainment }) => attainment > 99 && attainment < 100).map(({ id }) => id),
    }),
  };
}

/** For each session with many goals: without tags, with one tag by title and by name, with two. */
function goalsMet(account: Account) {
  const goals = [...account.goals.values()];
  const sessions = [...new Set(goals.map(({ sessionId }) => sessionId))].slice(0, 4);
  return sessions.flatMap((sessionId) => {
    const there = goals.filter((goal) => goal.sessionId === sessionId && rules.goalMet(goal));
    const [one, two] = there.map(({ tagIds }) => account.tags.get(tagIds[0] ?? ''));
    const queries = [[], [one?.title], [one?.name], [one?.title, two?.name]];
    return queries
      .map((titles) => titles.filter((title) => title !== undefined))
      .map((titles) => metFact(account, sessionId, titles));
  });
}

/** Texts of some records of a kind. */
function texts(
  resource: string,
  field: string,
  records: Iterable<{ id: string; [field: string]: unknown }>,
): TextFact[] {
  const found: TextFact[] = [];
  for (const record of records) {
    const text = record[field];
    if (typeof text !== 'string') continue;
    found.push({ resource, id: record.id, field, mentionsMarkup: text, plainText: plainText(text) });
    if (found.length === 7) break;
  }
  return found;
}

/** The facts of an account, in the form of `facts` in `schemas/suite/fixtures.json`. */
export function factsOf(account: Account) {
  const dashboards = [...account.dashboards.values()];
  const [first] = account.users.values();
  const sees = (dashboard: (typeof dashboards)[number]) =>
    first !== undefined && rules.dashboardVisible(first, dashboard);
  const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  const teams = [...account.teams.values()];
  const managed = [...account.users.values()].map((user) => ({
    userId: user.id,
    managerIds: rules.managers(user, teams),
  }));
  const approved = [...account.assignations.values()].filter(({ status }) => status === 'approved');
  return {
    // Every other one is a second of the same key result.
    checkins: [...account.checkins].slice(0, 24).map(([checkinId, metricId]) => ({ checkinId, metricId })),
    kpiGroups: [...account.kpis.values()]
      .filter((kpi) => kpi.groups.length > 0)
      // The suite takes these out of groups; the others stay where they are.
      .slice(0, 90)
      .map((kpi) => ({ kpiId: kpi.id, groupIds: kpi.groups })),
    goalsMet: goalsMet(account),
    managers: [...managed.slice(0, 36), ...managed.filter(({ managerIds }) => managerIds.length === 0).slice(0, 4)],
    texts: [
      ...texts('task', 'description', account.tasks.values()),
      ...texts('task', 'riskNotes', account.tasks.values()),
      ...texts('metric', 'description', account.metrics.values()),
      ...texts('kpi', 'description', account.kpis.values()),
      ...texts('role', 'description', account.roles.values()),
      ...texts('user', 'aboutMe', account.users.values()),
      ...texts('announcement', 'comment', account.announcements.values()),
    ],
    reports: ids(dashboards.filter((dashboard) => sees(dashboard) && rules.isReport(dashboard))),
    notReports: ids(dashboards.filter((dashboard) => sees(dashboard) && !rules.isReport(dashboard))),
    hiddenDashboards: ids(dashboards.filter((dashboard) => !sees(dashboard))),
    demoSessions: ids([...account.sessions.values()].filter(({ demo }) => demo)),
    awaitingApproval: ids([...account.assignations.values()].filter(({ status }) => status === 'pending')),
    badgeHolders: [...account.badges.keys()].map((badgeId) => {
      const holders = [
        ...new Set(approved.flatMap((assignation) => (assignation.badgeId === badgeId ? assignation.assigneeIds : []))),
      ];
      return {
        badgeId,
        userIds: holders.filter((id) => account.users.has(id)),
        teamIds: holders.filter((id) => account.teams.has(id)),
      };
    }),
  };
}
