/**
 * Every field of every resource with its type, written by hand from the specification and not from the schemas, so that
 * a wrong schema is noticed. A path steps into objects with `.` and into the elements of lists with `[].`.
 */

/** `open`: the specification says no type. Records may stand written out or as the name of their type. */
export type Kind =
  | 'string'
  | 'date'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'object'
  | 'string[]'
  | 'list'
  | 'record'
  | 'record[]'
  | 'open';

/** Names of the fields of each kind, separated by spaces. */
export type Fields = Partial<Record<Kind, string>>;

/** The same fields below a path. */
const below = (path: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `${path}.${name}`)
    .join(' ');

const place = 'col row sizeX sizeY';
const links = below('links.expanded', 'goals kpis metrics sessions');
const tag: Fields = { string: 'createdBy dateCreated id name title', boolean: 'isActive', 'record[]': 'items' };
const assignation = 'accountId approvedBy assignedById assignedOn comment id notificationStrategy status';
const team: Fields = {
  string: `accountId avatar color createdById dateCreated description id manager modifiedById name parentId picture
    isActive.DateDeactivated ExternalTeamMapping.ExternalId badges[].id`,
  integer: 'dynamicMetricCount manualMetricCount membersGoalCount teamGoalCount',
  'string[]': 'members movedExternalMembers badges[].assigneeIds',
  object: 'mentions',
  boolean: 'isActive.IsActive',
  open: 'ExternalTeamMapping.ExternalSystem',
  record: 'badges[].badge',
  'record[]': 'tags',
};
const access: Fields = {
  boolean: 'inherits',
  integer: 'ownerPermissions.grant.Subtype permissions[].deny.Subtype permissions[].grant.Subtype',
  string: 'permissions[].principalId permissions[].principalKind',
};
const with_ = (one: Fields, other: Fields): Fields => {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<Kind>;
  return Object.fromEntries([...kinds].map((kind) => [kind, `${one[kind] ?? ''} ${other[kind] ?? ''}`.trim()]));
};

export const RESOURCES: Readonly<Record<string, Fields>> = {
  customField: {
    string: `_id accountId dateCreated lastModified description label operationalType pluginVersionId tooltip
      visualizationKind`,
    boolean: 'filterable isPrivate',
    integer: 'orderId',
    'string[]': 'targetIds targetTypes',
    object: 'settings',
  },
  kpiGroup: {
    string: 'accountId createdById dateCreated dateUpdated id modifiedById name',
    boolean: 'favorite',
  },
  kpi: {
    string: `accountId aggregation createdById dateCreated dateUpdated description id modifiedById name ownerId
      targetOperator formatting.prefix formatting.suffix lastValueChange.snapshotId lastValueChange.valueChangedAt
      ${below('projections[]', 'createdById date dateCreated dateModified id modifiedById note.gif.id')}`,
    'record[]': `assignees tags insightLink.settings ${links}`,
    'string[]': 'currentUserAllowedActions groups insightLink.usedDataSourceBlueprintNames ownerIds',
    integer: 'formatting.fractionSize',
    boolean: 'isOwner',
    object: 'projections[].note.mentions',
    number: 'projections[].value',
    open: 'insightLink.fieldName insightLink.insightName projections[].note.gif.searchQuery projections[].note.note',
  },
  assigneeSummary: {
    string: 'accountId avatar color dateDeactivated dynamicValueType email id name picture type',
    boolean: 'isActive',
    'record[]': 'tags',
  },
  tag,
  tagWithCounts: with_(tag, {
    integer: 'dashboardsTaggedCount goalsTaggedCount itemsTaggedCount kpisTaggedCount metricsTaggedCount',
  }),
  settingEntry: {
    string: 'dynamicValues[].teamId dynamicValues[].type',
    open: 'name value valueDisplayName',
    'string[]': 'valueDisplayNameAsArray',
  },
  access,
  permissionAction: {
    open: 'name group groupKey descriptionKey titleKey title categoryGroup subGroup product parentPermission',
    string: 'description',
    'string[]': 'requiredPermissions childPermissions prerequisitePermissions recommendedPermissions',
  },
  globalPermission: { string: 'accountId action id', 'string[]': 'principals' },
  user: {
    string: `accountDomain accountId accountName clientId createdById dateCreated dateDeactivated dateInvited email
      firstName id invitedBy language lastName name picture settings subscriptionType identities.items[].clientId`,
    boolean: `isActive isAzureIDPBased isPrimary isSSOBased isSwitched identities.items[].isSocial
      ${below('pictureInfo', 'canEditPicture isActive isPictureEdited isSSOBased')}`,
    integer: 'identities.totalCount',
    open: below('identities.items[]', 'connection name provider'),
    'string[]': 'notificationSettings.subjectsOptedOut permissions teamIds',
    'record[]': 'roles',
    object: 'userSettings',
  },
  userSettings: {
    open: `${below('alertSettings', 'hidePiSettingsAccountAndDomainAlert hidePiSettingsMethodologyAlert')}
      ${below('alignmentTreeFilter', 'ownerIds tags teamIds')} alignmentTreeMode checklist.optOut
      ${below('checklist.showCards', 'inviteTeammate visitDemoAccount visitMarketplace')}
      ${below('checklist.stepsV1', 'createdOkr invitedTeammate visitedDemoAccount visitedMarketplace watchedVideo')}
      checklist.stepsV1Completed commentsOrdering ${below('customFieldsSettings', 'hideManageOrderBanner lastUpdated')}
      emailVerified favs[].name ${below('goalsGrid[]', 'field isCustom label visible')} goalsTreeMode
      hasAcceptedPrivacyNotice homeCollapsedItems.myOkrs homeCollapsedItems.todo homeScreen
      insightTemplateSuggestions.dismissed insightTemplateSuggestions.tooltipShown
      ${below('insightTemplateSuggestions.insightboards[]', 'linkToMarketplaceDismissed numberOfSuggestionsToShow')}
      kpis.groupBy ${below('leftNavItems', 'hub insights leftNavIsClosed lists okrs people reports')}
      ${below('myOkrsGrouping', 'groupBy sortBy')} newHomeExperience
      ${below('organizationChartSettings', 'showDeactivatedMembers showDeactivatedTeams')}
      reflections.newLabel.userHasPosted
      ${['goalProperty', 'metricProperty', 'taskProperty'].map((column) => below(`resizableGridColumns[].${column}`, 'propertyName viewName')).join(' ')}
      showArchivedSessions showDeactivatedTeams showDeactivatedUsers ${below('snippets[]', 'code language name')}
      ${below('strategySettings', 'contextHintSeen reportGenerationHintSeen strategicMapHintSeen strategicMapHintSeenCKBFlow')}
      taskOrder taskView ${below('teamsOkrsGrouping', 'groupBy sortBy')} teamsView theme treeViewOrder.field
      treeViewOrder.name useDragMode useScrollbars verificationEmailSent`,
    list: 'collapsedEntities homeWidgets.closed kpiVirtualGroups.favorites listFilters surveys.shown',
    string: `dashboardSettings[].dashboardId favs[].id favs[].type
      insightTemplateSuggestions.insightboards[].insightboardId reflections.newLabel.firstSeenAt
      ${['goalProperty', 'metricProperty', 'taskProperty'].map((column) => `resizableGridColumns[].${column}.type`).join(' ')}
      sessionsIds[].parentId whiteboards.opened[].id whiteboards.opened[].openedAt`,
    'record[]': 'dashboardSettings[].settings',
    object: 'insightboardParams onboardingMetadata',
    date: 'kpis.from kpis.to',
    'string[]': `listIds sessionsIds[].linkedSessionIds
      ${['process', 'progress'].map((kind) => `profilesSettings.employeeProfileSettings.${kind}SessionFilter.sessionIds`).join(' ')}`,
    integer: 'resizableGridColumns[].width whiteboards.opened[].zoom',
  },
  role: { string: 'accountId description id name teamId', integer: 'userCount', record: 'team' },
  scimGroup: { string: 'accountId id', open: 'displayName', 'string[]': 'memberIds' },
  team,
  teamWithMembers: with_(team, {
    string: 'dateDeactivated dynamicValueType',
    record: 'managerInfo',
    'record[]': 'membersInfo',
  }),
  badge: { string: 'background icon id name pattern summary accountId type', open: 'assignmentCondition' },
  assignedBadge: { string: `${assignation} badgeId`, 'string[]': 'assigneeIds notify' },
  assignedBadgeWithBadge: { string: `${assignation} badgeId`, 'string[]': 'assigneeIds notify', object: 'badge' },
  task: {
    record: 'access assignee',
    string: `accountId createdById dateCreated dateModified description externalId externalSystem id modifiedById name
      ownerId parentId parentName parentType sessionId status taskType lastComment.createdById
      ${below('snapshots[]', 'id modifiedAt newStatus oldStatus previouslyModifiedAt')}`,
    date: 'dueDate',
    boolean: 'archived',
    'string[]': 'currentUserAllowedActions',
    open: 'lastComment.text snapshots[].modifiedBy',
    integer: 'priority',
  },
  dashboard: {
    record: 'access',
    integer: 'appsCount insightsCount notificationsCount sectionHeadersCount usersCount',
    boolean: 'archived isReport readOnly',
    string: 'createdById dateModified id layout name tag source.sourceId',
    'string[]': 'currentUserAllowedActions',
    'record[]': 'insights parameters sectionHeaders settings tags',
    open: 'source.sourceApplication',
  },
  dashboardInsight: {
    integer: `${place} insightState.metadata.count`,
    string:
      'dashboardId id insightId insightName insightTitle type insightState.metadata.datasourceId insightState.metadata.type insightState.status',
    'string[]': 'filters insightRequiredEntities[].dataSourceIds',
    open: `${below('insightRequiredEntities[]', 'entityName remoteEntityName')}
      ${below('insightSource', 'originalVersion sourceApplication')} insightState.error
      ${below('insightState.metadata', 'connectorName names')}`,
    boolean: 'insightRequiredEntities[].isMissing',
    'record[]': 'settings',
  },
  dashboardParameter: {
    string: 'defaultValue entityName entityTitleField entityValueField id key selectorType title',
    'string[]': 'predefinedValues',
  },
  sectionHeaderItem: {
    string: `accountId dashboardId id sectionHeaderId type
      ${below('sectionHeader', 'accountId createdById dateCreated dateUpdated id modifiedById')}`,
    integer: place,
    open: 'sectionHeader.header sectionHeader.subHeader',
  },
  metric: {
    number: 'actual critical initialValue target milestones[].targetValue',
    record: 'assignee',
    'record[]': `assignees settings ${links}`,
    string: `cascadeType description manualType targetOperator goalDescription goalId goalOwnerId ownerId sessionId
      sourceMetricId format.ID goalClosedStatus.status milestones[].date`,
    'string[]': 'currentUserAllowedActions watchers',
    date: 'dueDate softDueDate',
    boolean: 'dynamic obfuscated private',
    integer: 'format.fractionSize numberOfOwners tasksCount',
    object: 'targetMetrics',
    open: `fieldName flowName format.prefix format.suffix goalClosedStatus.reason goalName goalOwnerIds insightName name
      ownerIds tags url`,
  },
  goal: {
    record: 'access assignee',
    string: `accountId attainmentTypeString closedStatus.status createdById dateCreated dateFrom dateTo description id
      ownerId parentGoalSessionId parentId parentType sessionId
      ${below('currentWeightSettings.itemsWeight[]', 'childId type')}`,
    open: `aggregatedAttainment assignees attainment attainmentDelta childrenAggregatedAttainment childrenCount
      closedStatus.reason currentUserAllowedActions designScore.policies[].policy duration fullAggregatedAttainment
      fullSubTreeCount lastCalculated links metricsCount name numberOfOwners obfuscated ownerIds private url`,
    boolean: `currentWeightSettings.itemsWeight[].fixed currentWeightSettings.newItemsShouldContribute
      designScore.policies[].isPassed locked`,
    number: 'currentWeightSettings.itemsWeight[].weight designScore.policies[].score designScore.totalPoints',
    'record[]': 'metrics',
  },
  session: with_(access, {
    string: `accountId cadenceTimeZone color dynamicValueType end id parentId start status title
      cadence.ranges[].end cadence.ranges[].start cadence.type cadenceStart.periodOfMonth`,
    integer: `cadence.ranges[].cadenceOrder cadence.totalCadences cadenceStart.dayOfMonth cadenceStart.weekday
      settings.goalsPerOwnerLimit settings.metricsPerGoalLimit workflow.reviewers`,
    'string[]': `currentUserAllowedActions workflow.editableKrFields workflow.editableOkrFields workflow.target
      ${below('workflow.approvalSettings', 'teamsAllowedToApprove usersAllowedToApprove')}`,
    boolean: `demo isSelfApproveAllowed settings.multipleOwners.disabledForGoals
      settings.multipleOwners.disabledForMetrics settings.progressAggregationDisabled
      workflow.approvalSettings.everyoneCanApprove`,
    open: 'settings.assignGoalPermissions settings.assignMetricPermissions tags',
  }),
  employee: {
    'record[]': 'badges roles',
    string: 'dateCreated dateDeactivated email firstName id lastName picture',
    boolean: 'isActive isManager',
    'string[]': 'managedTeamIds teamIds',
  },
  announcement: {
    string: 'announcementTargetId announcementType authorId comment dateCreated id notificationStrategy',
    'string[]': 'notify',
    record: 'author',
  },
};

/** Fields of the request bodies that are stated. */
export const REQUESTS: Readonly<Record<string, Fields>> = {
  customField: {
    string: '_id description label operationalType tooltip visualizationKind',
    boolean: 'filterable',
    integer: 'orderId',
    'string[]': 'targetIds targetTypes',
    object: 'settings',
  },
  kpiGroup: { string: 'name' },
  goalTags: { string: 'flowName title', 'string[]': 'titles' },
  task: { string: 'description flowName name ownerId parentId parentType status', date: 'dueDate' },
  announcement: {
    string: 'announcementTargetId announcementType authorID comment notificationStrategy',
    'string[]': 'notify',
  },
};

/** Keys of the answers that are more than a record. Of an array and of what may be one, there are none. */
export const ANSWERS: Readonly<Record<string, string>> = {
  'customFields.list': 'items targetTypes totalCount',
  'customFields.supportedTypes': 'items totalCount',
  'kpiGroups.list': 'count items totalCount',
  'kpis.list': 'count items totalCount',
  'permissions.actions': 'items',
  'permissions.currentUserAllowedActions': 'currentUserActions',
  'permissions.effectiveAndAllowedActions': 'currentUserAllowedActions domain effectivePermissions',
  'users.managers': 'count managers',
  'tags.list': 'tags totalCount',
  'dashboards.list': 'count items totalCount',
  'dashboards.tagUsages': 'items',
  'roles.list': 'items totalCount',
  'roles.scimGroups': 'items totalCount',
  'badges.list': 'items totalCount',
  'badges.awaitingApproval': 'items totalCount',
  'badges.mine': 'items totalCount',
  'badges.assignees': 'Teams',
  'tasks.list': 'items totalCount',
  'metrics.byOwner': 'items totalCount',
  'sessions.list': 'items totalCount',
  'sessions.goalsMet': 'items',
  'employees.list': 'items totalCount',
  'employees.get': 'info',
  'announcements.list': 'items totalCount',
};
