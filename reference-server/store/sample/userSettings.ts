/** Preferences of users in the sample data: whatever they mention exists. Section "Resources / User" (userSettings). */
import type { Dashboard } from '../account.ts';
import { day, type Make, moment, setting } from './make.ts';

export function addUserSettings(make: Make): void {
  const { account } = make;
  const shown = [...account.dashboards.values()].filter(({ access }) =>
    access.permissions.every(({ deny }) => deny?.Subtype !== 1),
  );
  for (const [n, user] of [...account.users.values()].entries()) {
    user.userSettings =
      n < 3 || n % 10 === 0 ? whole(make, shown, n) : { emailVerified: true, theme: 'light', taskView: 'list' };
  }
}

function whole({ account, some }: Make, shown: readonly Dashboard[], n: number): object {
  const userIds = some([...account.users.keys()], 2);
  const teamIds = some([...account.teams.keys()], 2);
  const sessionIds = some([...account.sessions.keys()], 2);
  const dashboards = some(shown, 1);
  const column = (propertyName: string) => ({ propertyName, type: 'text', viewName: propertyName });
  return {
    alertSettings: { hidePiSettingsAccountAndDomainAlert: true, hidePiSettingsMethodologyAlert: false },
    alignmentTreeFilter: {
      ownerIds: userIds,
      tags: some([...account.tags.values()], 2).map(({ name }) => name),
      teamIds,
    },
    alignmentTreeMode: 'goals',
    checklist: {
      optOut: false,
      showCards: { inviteTeammate: true, visitDemoAccount: true, visitMarketplace: false },
      stepsV1: {
        createdOkr: true,
        invitedTeammate: true,
        visitedDemoAccount: false,
        visitedMarketplace: false,
        watchedVideo: true,
      },
      stepsV1Completed: false,
    },
    collapsedEntities: some([...account.goals.keys()], 2),
    commentsOrdering: 'newestFirst',
    customFieldsSettings: { hideManageOrderBanner: true, lastUpdated: moment(n) },
    dashboardSettings: dashboards.map(({ id }) => ({
      dashboardId: id,
      settings: [setting(teamIds[0], 'period', 'month')],
    })),
    emailVerified: true,
    favs: dashboards.map(({ id, name }) => ({ id, name, type: 'dashboard' })),
    goalsGrid: [{ field: 'name', isCustom: false, label: 'Name', visible: true }],
    goalsTreeMode: 'compact',
    hasAcceptedPrivacyNotice: true,
    homeCollapsedItems: { myOkrs: false, todo: true },
    homeScreen: 'goals',
    homeWidgets: { closed: ['news'] },
    insightTemplateSuggestions: {
      dismissed: false,
      insightboards: dashboards.map(({ id }) => ({
        insightboardId: id,
        linkToMarketplaceDismissed: false,
        numberOfSuggestionsToShow: 3,
      })),
      tooltipShown: true,
    },
    insightboardParams: {},
    kpiVirtualGroups: { favorites: ['mine'] },
    kpis: { from: day(n), groupBy: 'month', to: day(n + 90) },
    leftNavItems: {
      hub: true,
      insights: true,
      leftNavIsClosed: false,
      lists: true,
      okrs: true,
      people: true,
      reports: false,
    },
    listFilters: [],
    listIds: [`list${n}`],
    myOkrsGrouping: { groupBy: 'session', sortBy: 'name' },
    newHomeExperience: true,
    onboardingMetadata: { step: 'done' },
    organizationChartSettings: { showDeactivatedMembers: false, showDeactivatedTeams: false },
    profilesSettings: {
      employeeProfileSettings: {
        processSessionFilter: { sessionIds },
        progressSessionFilter: { sessionIds: sessionIds.slice(0, 1) },
      },
    },
    reflections: { newLabel: { firstSeenAt: moment(n), userHasPosted: false } },
    resizableGridColumns: [
      { goalProperty: column('name'), metricProperty: column('actual'), taskProperty: column('status'), width: 240 },
    ],
    sessionsIds: sessionIds.slice(0, 1).map((parentId) => ({ linkedSessionIds: sessionIds.slice(1), parentId })),
    showArchivedSessions: false,
    showDeactivatedTeams: false,
    showDeactivatedUsers: true,
    snippets: [{ code: 'SELECT 1', language: 'sql', name: 'one' }],
    strategySettings: {
      contextHintSeen: true,
      reportGenerationHintSeen: false,
      strategicMapHintSeen: true,
      strategicMapHintSeenCKBFlow: false,
    },
    surveys: { shown: ['welcome'] },
    taskOrder: 'dueDate',
    taskView: 'board',
    teamsOkrsGrouping: { groupBy: 'team', sortBy: 'name' },
    teamsView: 'tree',
    theme: 'dark',
    treeViewOrder: { field: 'name', name: 'By name' },
    useDragMode: true,
    useScrollbars: false,
    verificationEmailSent: true,
    whiteboards: { opened: [{ id: `whiteboard${n}`, openedAt: moment(n), zoom: 100 }] },
  };
}
