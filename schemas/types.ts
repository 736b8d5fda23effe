/** Generated from the schemas by `npm run generate`. A copy that is stale fails the tests. */

/**
 * What others may do.
 */
export type Permissions = {
  deny?: Subtype1;
  grant?: Subtype2;
  /**
   * Id of the user or role.
   */
  principalId?: string;
  /**
   * What the principal is; allowed values are open.
   */
  principalKind?: string;
  [k: string]: unknown;
}[];
/**
 * Who is told.
 */
export type Notify = string[];
/**
 * Roles of the user.
 */
export type Roles = (Role | string)[];
/**
 * Ids of the teams of the user.
 */
export type TeamIds = string[];
/**
 * An assigned badge as the current user lists it: with the badge written out in place of its id. Resources / Assigned badge (badge assignation).
 */
export type AssignedBadgeWithItsBadge = AssignedBadge & {
  badge?: Badge1;
  [k: string]: unknown;
};
/**
 * Ids of targets.
 */
export type TargetIds = string[];
/**
 * Names of the record types that the field applies to; the supported-types operation lists those that are valid.
 */
export type TargetTypes = string[];
/**
 * A tag as the list of tags shows it: with the number of things that carry it. Resources / Tag.
 */
export type TagWithCounts = Tag & {
  /**
   * How many dashboards carry the tag.
   */
  dashboardsTaggedCount?: number;
  /**
   * How many goals carry the tag.
   */
  goalsTaggedCount?: number;
  /**
   * How many items carry the tag.
   */
  itemsTaggedCount?: number;
  /**
   * How many KPIs carry the tag.
   */
  kpisTaggedCount?: number;
  /**
   * How many key results carry the tag.
   */
  metricsTaggedCount?: number;
  [k: string]: unknown;
};
/**
 * A team as the answer about the holders of a badge shows it. Resources / Team (embedded).
 */
export type TeamWithMembers = Team & {
  /**
   * When the team was deactivated.
   */
  dateDeactivated?: string;
  /**
   * Kind of a dynamic value; allowed values are open.
   */
  dynamicValueType?: string;
  /**
   * The manager.
   */
  managerInfo?: User | string;
  /**
   * The members.
   */
  membersInfo?: (User | string)[];
  [k: string]: unknown;
};
/**
 * An array, or an object that holds it as `items`: both are a list of key results. Endpoints / Key results (metrics).
 */
export type ListOfKeyResults =
  | Metric[]
  | {
      items: Metric[];
      /**
       * How many there are in all; that the answer has it is open.
       */
      totalCount?: unknown;
      [k: string]: unknown;
    };
/**
 * Performance and process reports. Endpoints / Dashboards.
 */
export type ListOfReports = {
  /**
   * Id of the dashboard.
   */
  id?: string;
  /**
   * Name of the dashboard.
   */
  name?: string;
  [k: string]: unknown;
}[];
/**
 * Users, as the list and the creation of users answer. No envelope is stated: users in an array, users under `items`, or another object are all right, and which keys an object has is open. Endpoints / Users.
 */
export type Users =
  | User[]
  | {
      items?: User[];
      /**
       * How many there are in all; that the answer has it is open.
       */
      totalCount?: unknown;
      [k: string]: unknown;
    };

export interface Contract {
  Access?: Access;
  Announcement?: Announcement;
  AssignedBadge?: AssignedBadge;
  AssignedBadgeWithBadge?: AssignedBadgeWithItsBadge;
  AssigneeSummary?: AssigneeSummary;
  Badge?: Badge;
  ClosedStatus?: ClosedStatus;
  CustomField?: CustomField;
  Dashboard?: Dashboard;
  DashboardInsight?: DashboardInsightItem;
  DashboardParameter?: DashboardParameter;
  Employee?: Employee;
  ExpandedLinks?: ExpandedLinks;
  GlobalPermission?: GlobalPermission;
  Goal?: Goal;
  InsightLink?: InsightLink1;
  Kpi?: KPI;
  KpiGroup?: KPIGroup;
  KpiProjection?: KPIProjection;
  Metric?: Metric;
  PermissionAction?: PermissionAction;
  Role?: Role;
  ScimGroup?: SCIMGroup;
  SectionHeaderItem?: SectionHeaderItem;
  Session?: Session;
  SettingEntry?: SettingEntry;
  Tag?: Tag;
  TagWithCounts?: TagWithCounts;
  Task?: Task;
  Team?: Team;
  TeamWithMembers?: TeamWithMembers;
  User?: User;
  UserSettings?: UserSettings1;
  AnnouncementRequest?: AnnouncementRequest;
  CustomFieldRequest?: CustomFieldRequest;
  GoalTagsRequest?: GoalTagsRequest;
  KpiGroupRequest?: KPIGroupRequest;
  TaskRequest?: TaskRequest;
  AnnouncementList?: ListOfAnnouncements;
  AssignedBadgeList?: ListOfAssignedBadges;
  BadgeAssignees?: HoldersOfABadge;
  BadgeList?: ListOfBadges;
  CurrentUserActions?: ActionsOfTheCurrentUser;
  CustomFieldList?: ListOfCustomFields;
  DashboardList?: ListOfDashboards;
  EffectiveAndAllowedActions?: EffectiveAndAllowedActions;
  EmployeeList?: ListOfEmployees;
  EmployeeResponse?: OneEmployee;
  GoalsMet?: GoalsMet;
  KpiGroupList?: ListOfKPIGroups;
  KpiList?: ListOfKPIs;
  ManagerList?: ListOfManagers;
  MetricList?: ListOfKeyResults;
  MetricsOfOwner?: KeyResultsOfAnOwner;
  MyBadgeList?: ListOfBadgesOfTheCurrentUser;
  PermissionActionList?: ListOfPermissionActions;
  ReportList?: ListOfReports;
  RoleList?: ListOfRoles;
  ScimGroupList?: ListOfSCIMGroups;
  SessionList?: ListOfSessions;
  SupportedTypeList?: ListOfSupportedTargetTypes;
  TagList?: ListOfTags;
  TagUsages?: UsagesOfTagsOnDashboards;
  TaskList?: ListOfTasks;
  UsersActions?: ActionsOfGivenUsers;
  UsersResponse?: Users;
}
/**
 * Who may do what with an item, and what a new item starts with. Resources / Access (default access).
 */
export interface Access {
  /**
   * Whether permissions come from above.
   */
  inherits?: boolean;
  ownerPermissions?: OwnerPermissions;
  permissions?: Permissions;
  [k: string]: unknown;
}
/**
 * What the owner may do.
 */
export interface OwnerPermissions {
  grant?: Subtype;
  [k: string]: unknown;
}
/**
 * What is granted.
 */
export interface Subtype {
  /**
   * Permissions as a number.
   */
  Subtype?: number;
  [k: string]: unknown;
}
/**
 * What is denied; optional.
 */
export interface Subtype1 {
  /**
   * Permissions as a number.
   */
  Subtype?: number;
  [k: string]: unknown;
}
/**
 * What is granted.
 */
export interface Subtype2 {
  /**
   * Permissions as a number.
   */
  Subtype?: number;
  [k: string]: unknown;
}
/**
 * Words addressed to people. Deprecated with its operations. Resources / Announcement (deprecated).
 */
export interface Announcement {
  /**
   * Id of what it is about.
   */
  announcementTargetId?: string;
  /**
   * Kind of announcement; allowed values are open.
   */
  announcementType?: string;
  /**
   * Id of the author.
   */
  authorId?: string;
  /**
   * The words.
   */
  comment?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * Id of the announcement.
   */
  id?: string;
  /**
   * Who is told; allowed values are open.
   */
  notificationStrategy?: string;
  notify?: Notify;
  /**
   * The author, with fewer fields.
   */
  author?: User | string;
  [k: string]: unknown;
}
/**
 * A user of the account. Resources / User.
 */
export interface User {
  /**
   * Domain of the account.
   */
  accountDomain?: string;
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Name of the account.
   */
  accountName?: string;
  /**
   * Id of the client.
   */
  clientId?: string;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When the user was deactivated.
   */
  dateDeactivated?: string;
  /**
   * When the user was invited.
   */
  dateInvited?: string;
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * First name.
   */
  firstName?: string;
  /**
   * Id of the user; an employee has the same id.
   */
  id?: string;
  /**
   * Who invited the user.
   */
  invitedBy?: string;
  /**
   * Language of the user.
   */
  language?: string;
  /**
   * Last name.
   */
  lastName?: string;
  /**
   * Full name.
   */
  name?: string;
  /**
   * Picture of the user.
   */
  picture?: string;
  /**
   * Settings as text.
   */
  settings?: string;
  /**
   * Kind of subscription; allowed values are open.
   */
  subscriptionType?: string;
  /**
   * Whether the user is active.
   */
  isActive?: boolean;
  /**
   * Whether the user signs in through Azure.
   */
  isAzureIDPBased?: boolean;
  /**
   * Whether this is the primary user.
   */
  isPrimary?: boolean;
  /**
   * Whether the user signs in through single sign-on.
   */
  isSSOBased?: boolean;
  /**
   * Whether the user was switched.
   */
  isSwitched?: boolean;
  /**
   * Identities at sign-in providers.
   */
  identities?: {
    /**
     * The identities.
     */
    items?: {
      /**
       * Id of the client.
       */
      clientId?: string;
      /**
       * Connection used; type is open.
       */
      connection?: unknown;
      /**
       * Whether a social network provides it.
       */
      isSocial?: boolean;
      /**
       * Name there; type is open.
       */
      name?: unknown;
      /**
       * Who provides it; type is open.
       */
      provider?: unknown;
      [k: string]: unknown;
    }[];
    /**
     * How many there are.
     */
    totalCount?: number;
    [k: string]: unknown;
  };
  /**
   * What the user wants to be told.
   */
  notificationSettings?: {
    /**
     * Subjects that the user does not want to hear of.
     */
    subjectsOptedOut?: string[];
    [k: string]: unknown;
  };
  /**
   * Permissions of the user.
   */
  permissions?: string[];
  /**
   * State of the picture.
   */
  pictureInfo?: {
    /**
     * Whether the picture can be edited.
     */
    canEditPicture?: boolean;
    /**
     * Whether it is active.
     */
    isActive?: boolean;
    /**
     * Whether it was edited.
     */
    isPictureEdited?: boolean;
    /**
     * Whether single sign-on provides it.
     */
    isSSOBased?: boolean;
    [k: string]: unknown;
  };
  roles?: Roles;
  teamIds?: TeamIds;
  userSettings?: UserSettings;
  [k: string]: unknown;
}
/**
 * A role; what its holders may do hangs on it. Resources / Role.
 */
export interface Role {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * What the role is for.
   */
  description?: string;
  /**
   * Id of the role.
   */
  id?: string;
  /**
   * Name of the role.
   */
  name?: string;
  /**
   * Id of the team that the role belongs to.
   */
  teamId?: string;
  /**
   * How many users have the role.
   */
  userCount?: number;
  /**
   * The team; inside a user.
   */
  team?: Team | string;
  [k: string]: unknown;
}
/**
 * A team, as other records embed it. Resources / Team (embedded).
 */
export interface Team {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Picture that stands for the team.
   */
  avatar?: string;
  /**
   * Colour of the team.
   */
  color?: string;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * What the team does.
   */
  description?: string;
  /**
   * Id of the team.
   */
  id?: string;
  /**
   * Who manages the team.
   */
  manager?: string;
  /**
   * Id of the user who changed it last.
   */
  modifiedById?: string;
  /**
   * Name of the team.
   */
  name?: string;
  /**
   * Id of the team above.
   */
  parentId?: string;
  /**
   * Picture of the team.
   */
  picture?: string;
  /**
   * How many key results are fed by insights.
   */
  dynamicMetricCount?: number;
  /**
   * How many key results are kept by hand.
   */
  manualMetricCount?: number;
  /**
   * How many goals the members have.
   */
  membersGoalCount?: number;
  /**
   * How many goals the team has.
   */
  teamGoalCount?: number;
  /**
   * The members.
   */
  members?: string[];
  /**
   * External members that were moved.
   */
  movedExternalMembers?: string[];
  /**
   * People mentioned; contents are open.
   */
  mentions?: {
    [k: string]: unknown;
  };
  /**
   * Whether the team is active, and since when it is not.
   */
  isActive?: {
    /**
     * When the team was deactivated.
     */
    DateDeactivated?: string;
    /**
     * Whether the team is active.
     */
    IsActive?: boolean;
    [k: string]: unknown;
  };
  /**
   * The team in another system.
   */
  ExternalTeamMapping?: {
    /**
     * Id of the team there.
     */
    ExternalId?: string;
    /**
     * The other system; type is open.
     */
    ExternalSystem?: unknown;
    [k: string]: unknown;
  };
  /**
   * Badges of the team.
   */
  badges?: {
    /**
     * Ids of those who have the badge.
     */
    assigneeIds?: string[];
    /**
     * The badge, or its id: its type is open.
     */
    badge?: Badge | string;
    /**
     * Id of the entry.
     */
    id?: string;
    [k: string]: unknown;
  }[];
  /**
   * Tags of the team.
   */
  tags?: (Tag | string)[];
  [k: string]: unknown;
}
/**
 * A badge that users and teams can be given. Resources / Badge.
 */
export interface Badge {
  /**
   * Background of the badge.
   */
  background?: string;
  /**
   * Icon of the badge.
   */
  icon?: string;
  /**
   * Id of the badge.
   */
  id?: string;
  /**
   * Name of the badge.
   */
  name?: string;
  /**
   * Pattern of the badge.
   */
  pattern?: string;
  /**
   * What the badge stands for.
   */
  summary?: string;
  /**
   * Id of the account that it belongs to. Embedded variants.
   */
  accountId?: string;
  /**
   * When the badge is given; type is open. Embedded variants.
   */
  assignmentCondition?: unknown;
  /**
   * Kind of badge; allowed values are open. Embedded variants.
   */
  type?: string;
  [k: string]: unknown;
}
/**
 * A tag; its title, lower-cased and trimmed of spaces, is its identity. Resources / Tag.
 */
export interface Tag {
  /**
   * Who created it.
   */
  createdBy?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * Id of the tag.
   */
  id?: string;
  /**
   * Name of the tag.
   */
  name?: string;
  /**
   * Title as people read it.
   */
  title?: string;
  /**
   * Whether the tag is active.
   */
  isActive?: boolean;
  /**
   * Tags below this one, several levels deep.
   */
  items?: (Tag | string)[];
  [k: string]: unknown;
}
/**
 * Preferences in the user interface.
 */
export interface UserSettings {
  /**
   * Alerts that are put away.
   */
  alertSettings?: {
    /**
     * Alert on account and domain; type is open.
     */
    hidePiSettingsAccountAndDomainAlert?: unknown;
    /**
     * Alert on methodology; type is open.
     */
    hidePiSettingsMethodologyAlert?: unknown;
    [k: string]: unknown;
  };
  /**
   * Filter of the alignment tree.
   */
  alignmentTreeFilter?: {
    /**
     * Owners shown; type is open.
     */
    ownerIds?: unknown;
    /**
     * Tags shown; type is open.
     */
    tags?: unknown;
    /**
     * Teams shown; type is open.
     */
    teamIds?: unknown;
    [k: string]: unknown;
  };
  /**
   * Mode of the alignment tree; type is open.
   */
  alignmentTreeMode?: unknown;
  /**
   * Checklist of first steps.
   */
  checklist?: {
    /**
     * Whether the user has left the checklist; type is open.
     */
    optOut?: unknown;
    /**
     * Cards shown.
     */
    showCards?: {
      /**
       * Card on inviting a teammate; type is open.
       */
      inviteTeammate?: unknown;
      /**
       * Card on the demo account; type is open.
       */
      visitDemoAccount?: unknown;
      /**
       * Card on the marketplace; type is open.
       */
      visitMarketplace?: unknown;
      [k: string]: unknown;
    };
    /**
     * Steps taken.
     */
    stepsV1?: {
      /**
       * Step of creating an objective; type is open.
       */
      createdOkr?: unknown;
      /**
       * Step of inviting a teammate; type is open.
       */
      invitedTeammate?: unknown;
      /**
       * Step of seeing the demo account; type is open.
       */
      visitedDemoAccount?: unknown;
      /**
       * Step of seeing the marketplace; type is open.
       */
      visitedMarketplace?: unknown;
      /**
       * Step of watching the video; type is open.
       */
      watchedVideo?: unknown;
      [k: string]: unknown;
    };
    /**
     * Completion of the steps; type is open.
     */
    stepsV1Completed?: unknown;
    [k: string]: unknown;
  };
  /**
   * What is collapsed; entries are open.
   */
  collapsedEntities?: unknown[];
  /**
   * Order of comments; type is open.
   */
  commentsOrdering?: unknown;
  /**
   * Settings on custom fields.
   */
  customFieldsSettings?: {
    /**
     * Whether the banner on order is hidden; type is open.
     */
    hideManageOrderBanner?: unknown;
    /**
     * Latest update; type is open.
     */
    lastUpdated?: unknown;
    [k: string]: unknown;
  };
  /**
   * Settings per dashboard.
   */
  dashboardSettings?: {
    /**
     * Id of the dashboard.
     */
    dashboardId?: string;
    /**
     * Settings of the user there.
     */
    settings?: (SettingEntry | string)[];
    [k: string]: unknown;
  }[];
  /**
   * Whether the e-mail address is verified; type is open.
   */
  emailVerified?: unknown;
  /**
   * Favourites.
   */
  favs?: {
    /**
     * Id of the favourite.
     */
    id?: string;
    /**
     * Name; type is open.
     */
    name?: unknown;
    /**
     * What it is; allowed values are open.
     */
    type?: string;
    [k: string]: unknown;
  }[];
  /**
   * Columns of the goals grid.
   */
  goalsGrid?: {
    /**
     * Field shown; type is open.
     */
    field?: unknown;
    /**
     * Whether the field is a custom one; type is open.
     */
    isCustom?: unknown;
    /**
     * Heading; type is open.
     */
    label?: unknown;
    /**
     * Whether the column is shown; type is open.
     */
    visible?: unknown;
    [k: string]: unknown;
  }[];
  /**
   * Mode of the goals tree; type is open.
   */
  goalsTreeMode?: unknown;
  /**
   * Whether the privacy notice is accepted; type is open.
   */
  hasAcceptedPrivacyNotice?: unknown;
  /**
   * What is collapsed on the home screen.
   */
  homeCollapsedItems?: {
    /**
     * Own objectives; type is open.
     */
    myOkrs?: unknown;
    /**
     * List of things to do; type is open.
     */
    todo?: unknown;
    [k: string]: unknown;
  };
  /**
   * Choice of home screen; type is open.
   */
  homeScreen?: unknown;
  /**
   * Widgets of the home screen.
   */
  homeWidgets?: {
    /**
     * Widgets that are closed; entries are open.
     */
    closed?: unknown[];
    [k: string]: unknown;
  };
  /**
   * Suggestions of insights.
   */
  insightTemplateSuggestions?: {
    /**
     * Whether they are put away; type is open.
     */
    dismissed?: unknown;
    /**
     * Suggestions per dashboard.
     */
    insightboards?: {
      /**
       * Id of the dashboard.
       */
      insightboardId?: string;
      /**
       * Whether the link to the marketplace is put away; type is open.
       */
      linkToMarketplaceDismissed?: unknown;
      /**
       * How many to show; type is open.
       */
      numberOfSuggestionsToShow?: unknown;
      [k: string]: unknown;
    }[];
    /**
     * Whether the hint was shown; type is open.
     */
    tooltipShown?: unknown;
    [k: string]: unknown;
  };
  /**
   * Parameters of dashboards; contents are open.
   */
  insightboardParams?: {
    [k: string]: unknown;
  };
  /**
   * Groups of KPIs that the user interface makes up.
   */
  kpiVirtualGroups?: {
    /**
     * Favourites; entries are open.
     */
    favorites?: unknown[];
    [k: string]: unknown;
  };
  /**
   * View of KPIs.
   */
  kpis?: {
    /**
     * First day shown. An empty text says that none is set.
     */
    from?: (string | '') & string;
    /**
     * Grouping; type is open.
     */
    groupBy?: unknown;
    /**
     * Last day shown. An empty text says that none is set.
     */
    to?: (string | '') & string;
    [k: string]: unknown;
  };
  /**
   * Entries of the side navigation.
   */
  leftNavItems?: {
    /**
     * Hub; type is open.
     */
    hub?: unknown;
    /**
     * Insights; type is open.
     */
    insights?: unknown;
    /**
     * Whether the navigation is closed; type is open.
     */
    leftNavIsClosed?: unknown;
    /**
     * Lists; type is open.
     */
    lists?: unknown;
    /**
     * Objectives; type is open.
     */
    okrs?: unknown;
    /**
     * People; type is open.
     */
    people?: unknown;
    /**
     * Reports; type is open.
     */
    reports?: unknown;
    [k: string]: unknown;
  };
  /**
   * Filters of lists; entries are open.
   */
  listFilters?: unknown[];
  /**
   * Ids of lists.
   */
  listIds?: string[];
  myOkrsGrouping?: Grouping;
  /**
   * Choice of the new home screen; type is open.
   */
  newHomeExperience?: unknown;
  /**
   * Notes on first steps; contents are open.
   */
  onboardingMetadata?: {
    [k: string]: unknown;
  };
  /**
   * View of the organisation chart.
   */
  organizationChartSettings?: {
    /**
     * Whether deactivated members are shown; type is open.
     */
    showDeactivatedMembers?: unknown;
    /**
     * Whether deactivated teams are shown; type is open.
     */
    showDeactivatedTeams?: unknown;
    [k: string]: unknown;
  };
  /**
   * View of profiles.
   */
  profilesSettings?: {
    /**
     * View of employees.
     */
    employeeProfileSettings?: {
      /**
       * Sessions shown under process.
       */
      processSessionFilter?: {
        /**
         * Ids of sessions.
         */
        sessionIds?: string[];
        [k: string]: unknown;
      };
      /**
       * Sessions shown under progress.
       */
      progressSessionFilter?: {
        /**
         * Ids of sessions.
         */
        sessionIds?: string[];
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * View of reflections.
   */
  reflections?: {
    /**
     * The label that says new.
     */
    newLabel?: {
      /**
       * When it was first seen.
       */
      firstSeenAt?: string;
      /**
       * Whether the user has posted; type is open.
       */
      userHasPosted?: unknown;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * Columns whose width can change.
   */
  resizableGridColumns?: {
    goalProperty?: ColumnProperty;
    metricProperty?: ColumnProperty1;
    taskProperty?: ColumnProperty2;
    /**
     * Width of the column.
     */
    width?: number;
    [k: string]: unknown;
  }[];
  /**
   * Chosen sessions.
   */
  sessionsIds?: {
    /**
     * Ids of linked sessions.
     */
    linkedSessionIds?: string[];
    /**
     * Id of the session above.
     */
    parentId?: string;
    [k: string]: unknown;
  }[];
  /**
   * Whether archived sessions are shown; type is open.
   */
  showArchivedSessions?: unknown;
  /**
   * Whether deactivated teams are shown; type is open.
   */
  showDeactivatedTeams?: unknown;
  /**
   * Whether deactivated users are shown; type is open.
   */
  showDeactivatedUsers?: unknown;
  /**
   * Pieces of code kept.
   */
  snippets?: {
    /**
     * The code; type is open.
     */
    code?: unknown;
    /**
     * Its language; type is open.
     */
    language?: unknown;
    /**
     * Its name; type is open.
     */
    name?: unknown;
    [k: string]: unknown;
  }[];
  /**
   * Hints on strategy.
   */
  strategySettings?: {
    /**
     * Hint on context; type is open.
     */
    contextHintSeen?: unknown;
    /**
     * Hint on reports; type is open.
     */
    reportGenerationHintSeen?: unknown;
    /**
     * Hint on the map; type is open.
     */
    strategicMapHintSeen?: unknown;
    /**
     * Hint on the map in another flow; type is open.
     */
    strategicMapHintSeenCKBFlow?: unknown;
    [k: string]: unknown;
  };
  /**
   * Surveys.
   */
  surveys?: {
    /**
     * Surveys that were shown; entries are open.
     */
    shown?: unknown[];
    [k: string]: unknown;
  };
  /**
   * Order of tasks; type is open.
   */
  taskOrder?: unknown;
  /**
   * View of tasks; type is open.
   */
  taskView?: unknown;
  teamsOkrsGrouping?: Grouping1;
  /**
   * View of teams; type is open.
   */
  teamsView?: unknown;
  /**
   * Colours of the user interface; type is open.
   */
  theme?: unknown;
  /**
   * Order of the tree.
   */
  treeViewOrder?: {
    /**
     * Field that orders; type is open.
     */
    field?: unknown;
    /**
     * Name of the order; type is open.
     */
    name?: unknown;
    [k: string]: unknown;
  };
  /**
   * Whether dragging is on; type is open.
   */
  useDragMode?: unknown;
  /**
   * Whether scroll bars are on; type is open.
   */
  useScrollbars?: unknown;
  /**
   * Whether the verification e-mail was sent; type is open.
   */
  verificationEmailSent?: unknown;
  /**
   * Whiteboards.
   */
  whiteboards?: {
    /**
     * Whiteboards that were opened.
     */
    opened?: {
      /**
       * Id of the whiteboard.
       */
      id?: string;
      /**
       * When it was opened.
       */
      openedAt?: string;
      /**
       * Zoom of the view.
       */
      zoom?: number;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * One named setting of an insight, a dashboard or a key result. Resources / Setting entry.
 */
export interface SettingEntry {
  /**
   * Values worked out when used.
   */
  dynamicValues?: {
    /**
     * Id of a team.
     */
    teamId?: string;
    /**
     * Kind of value; allowed values are open.
     */
    type?: string;
    [k: string]: unknown;
  }[];
  /**
   * Name of the setting; type is open.
   */
  name?: unknown;
  /**
   * Value of the setting; type is open.
   */
  value?: unknown;
  /**
   * Value as people read it; type is open.
   */
  valueDisplayName?: unknown;
  /**
   * Values as people read them.
   */
  valueDisplayNameAsArray?: string[];
  [k: string]: unknown;
}
/**
 * Grouping of own objectives.
 */
export interface Grouping {
  /**
   * What groups; type is open.
   */
  groupBy?: unknown;
  /**
   * What sorts; type is open.
   */
  sortBy?: unknown;
  [k: string]: unknown;
}
/**
 * What the column shows of a goal.
 */
export interface ColumnProperty {
  /**
   * Name of the property; type is open.
   */
  propertyName?: unknown;
  /**
   * Kind of property; allowed values are open.
   */
  type?: string;
  /**
   * Name in the view; type is open.
   */
  viewName?: unknown;
  [k: string]: unknown;
}
/**
 * What it shows of a key result.
 */
export interface ColumnProperty1 {
  /**
   * Name of the property; type is open.
   */
  propertyName?: unknown;
  /**
   * Kind of property; allowed values are open.
   */
  type?: string;
  /**
   * Name in the view; type is open.
   */
  viewName?: unknown;
  [k: string]: unknown;
}
/**
 * What it shows of a task.
 */
export interface ColumnProperty2 {
  /**
   * Name of the property; type is open.
   */
  propertyName?: unknown;
  /**
   * Kind of property; allowed values are open.
   */
  type?: string;
  /**
   * Name in the view; type is open.
   */
  viewName?: unknown;
  [k: string]: unknown;
}
/**
 * Grouping of the teams' objectives.
 */
export interface Grouping1 {
  /**
   * What groups; type is open.
   */
  groupBy?: unknown;
  /**
   * What sorts; type is open.
   */
  sortBy?: unknown;
  [k: string]: unknown;
}
/**
 * The giving of a badge to users or teams. Resources / Assigned badge (badge assignation).
 */
export interface AssignedBadge {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Who approved it.
   */
  approvedBy?: string;
  /**
   * Id of the user who gave the badge.
   */
  assignedById?: string;
  /**
   * When the badge was given.
   */
  assignedOn?: string;
  /**
   * Id of the badge.
   */
  badgeId?: string;
  /**
   * Words that go with the badge.
   */
  comment?: string;
  /**
   * Id of the assignation.
   */
  id?: string;
  /**
   * Who is told; allowed values are open.
   */
  notificationStrategy?: string;
  /**
   * State of the assignation; allowed values are open.
   */
  status?: string;
  /**
   * Ids of those who get the badge.
   */
  assigneeIds?: string[];
  /**
   * Who is told.
   */
  notify?: string[];
  [k: string]: unknown;
}
/**
 * A badge that users and teams can be given. Resources / Badge.
 */
export interface Badge1 {
  /**
   * Background of the badge.
   */
  background?: string;
  /**
   * Icon of the badge.
   */
  icon?: string;
  /**
   * Id of the badge.
   */
  id?: string;
  /**
   * Name of the badge.
   */
  name?: string;
  /**
   * Pattern of the badge.
   */
  pattern?: string;
  /**
   * What the badge stands for.
   */
  summary?: string;
  /**
   * Id of the account that it belongs to. Embedded variants.
   */
  accountId?: string;
  /**
   * When the badge is given; type is open. Embedded variants.
   */
  assignmentCondition?: unknown;
  /**
   * Kind of badge; allowed values are open. Embedded variants.
   */
  type?: string;
  [k: string]: unknown;
}
/**
 * Short form of a user or team that something is assigned to. Resources / Assignee summary.
 */
export interface AssigneeSummary {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Picture that stands for the assignee.
   */
  avatar?: string;
  /**
   * Colour of the assignee.
   */
  color?: string;
  /**
   * When the assignee was deactivated.
   */
  dateDeactivated?: string;
  /**
   * Kind of a dynamic value; allowed values are open.
   */
  dynamicValueType?: string;
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * Id of the assignee.
   */
  id?: string;
  /**
   * Name shown.
   */
  name?: string;
  /**
   * Picture of the assignee.
   */
  picture?: string;
  /**
   * What the assignee is; allowed values are open.
   */
  type?: string;
  /**
   * Whether the assignee is active.
   */
  isActive?: boolean;
  /**
   * Tags of the assignee.
   */
  tags?: (Tag | string)[];
  [k: string]: unknown;
}
/**
 * How and why a goal was closed. Resources / Goal (objective, as embedded in sessions responses).
 */
export interface ClosedStatus {
  /**
   * Why it was closed; type is open.
   */
  reason?: unknown;
  /**
   * How it was closed; allowed values are open.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * A field that an account adds to records of the types it names. Resources / Custom field.
 */
export interface CustomField {
  /**
   * Id of the custom field; also accepted in a request.
   */
  _id?: string;
  /**
   * Id of the account. Response only.
   */
  accountId?: string;
  /**
   * When it was created. Response only.
   */
  dateCreated?: string;
  /**
   * When it was last changed. Response only.
   */
  lastModified?: string;
  /**
   * What the field is for.
   */
  description?: string;
  /**
   * Whether filters may use the field.
   */
  filterable?: boolean;
  /**
   * Whether the field is private. Response only.
   */
  isPrivate?: boolean;
  /**
   * What the user interface shows.
   */
  label?: string;
  /**
   * Key under which values are stored. What a create must keep to is in the request; fields that are older may have other names.
   */
  name?: string;
  /**
   * Allowed values are open.
   */
  operationalType?: string;
  /**
   * Place among the fields.
   */
  orderId?: number;
  /**
   * Response only.
   */
  pluginVersionId?: string;
  targetIds?: TargetIds;
  targetTypes?: TargetTypes;
  /**
   * Hint beside the field.
   */
  tooltip?: string;
  /**
   * Type of the values: string, number, bool, date, or an array of one of these in either spelling. Never changes.
   */
  type?: string;
  /**
   * Name of the widget that edits the value, by convention <prefix>.<widget>.
   */
  visualizationKind?: string;
  settings?: Settings;
  [k: string]: unknown;
}
/**
 * Predefined values, validation and similar; its structure is open. Listed as accepted in requests; whether answers show it is open, too.
 */
export interface Settings {
  [k: string]: unknown;
}
/**
 * A dashboard (insightboard), or a performance or process report. Some variants leave fields out. Resources / Dashboard.
 */
export interface Dashboard {
  /**
   * Who may do what with the dashboard.
   */
  access?: Access | string;
  /**
   * How many apps there are.
   */
  appsCount?: number;
  /**
   * How many insights there are.
   */
  insightsCount?: number;
  /**
   * How many notifications there are.
   */
  notificationsCount?: number;
  /**
   * How many section headers there are.
   */
  sectionHeadersCount?: number;
  /**
   * How many users there are.
   */
  usersCount?: number;
  /**
   * Whether it is archived.
   */
  archived?: boolean;
  /**
   * Whether it is a report.
   */
  isReport?: boolean;
  /**
   * Whether it can only be read.
   */
  readOnly?: boolean;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * When it was last changed.
   */
  dateModified?: string;
  /**
   * Id of the dashboard.
   */
  id?: string;
  /**
   * Layout of the dashboard.
   */
  layout?: string;
  /**
   * Name of the dashboard.
   */
  name?: string;
  /**
   * Tag by which the dashboard is found.
   */
  tag?: string;
  /**
   * Names of the actions that the current user may take on it.
   */
  currentUserAllowedActions?: string[];
  /**
   * Insights on the dashboard.
   */
  insights?: (DashboardInsightItem | string)[];
  /**
   * Parameters of the dashboard.
   */
  parameters?: (DashboardParameter | string)[];
  /**
   * Headers between insights.
   */
  sectionHeaders?: (SectionHeaderItem | string)[];
  /**
   * Settings of the dashboard.
   */
  settings?: (SettingEntry | string)[];
  /**
   * Where the dashboard comes from.
   */
  source?: {
    /**
     * The application; type is open.
     */
    sourceApplication?: unknown;
    /**
     * Id of the dashboard there.
     */
    sourceId?: string;
    [k: string]: unknown;
  };
  /**
   * Tags of the dashboard.
   */
  tags?: (Tag | string)[];
  [k: string]: unknown;
}
/**
 * An insight at its place on a dashboard. Resources / Dashboard.
 */
export interface DashboardInsightItem {
  /**
   * Column of its place.
   */
  col?: number;
  /**
   * Row of its place.
   */
  row?: number;
  /**
   * Columns it covers.
   */
  sizeX?: number;
  /**
   * Rows it covers.
   */
  sizeY?: number;
  /**
   * Id of the dashboard.
   */
  dashboardId?: string;
  /**
   * Id of the item.
   */
  id?: string;
  /**
   * Id of the insight.
   */
  insightId?: string;
  /**
   * Name of the insight.
   */
  insightName?: string;
  /**
   * Title of the insight.
   */
  insightTitle?: string;
  /**
   * Kind of item; allowed values are open.
   */
  type?: string;
  /**
   * Filters in use.
   */
  filters?: string[];
  /**
   * Entities that the insight needs.
   */
  insightRequiredEntities?: {
    /**
     * Ids of data sources.
     */
    dataSourceIds?: string[];
    /**
     * Name of the entity; type is open.
     */
    entityName?: unknown;
    /**
     * Whether the entity is missing.
     */
    isMissing?: boolean;
    /**
     * Name in the remote system; type is open.
     */
    remoteEntityName?: unknown;
    [k: string]: unknown;
  }[];
  /**
   * Where the insight comes from.
   */
  insightSource?: {
    /**
     * Version it was taken from; type is open.
     */
    originalVersion?: unknown;
    /**
     * The application; type is open.
     */
    sourceApplication?: unknown;
    [k: string]: unknown;
  };
  /**
   * How the insight fares.
   */
  insightState?: {
    /**
     * What went wrong; type is open.
     */
    error?: unknown;
    /**
     * More on the state.
     */
    metadata?: {
      /**
       * Name of the connector; type is open.
       */
      connectorName?: unknown;
      /**
       * How many there are.
       */
      count?: number;
      /**
       * Id of the data source.
       */
      datasourceId?: string;
      /**
       * Names; type is open.
       */
      names?: unknown;
      /**
       * Kind; allowed values are open.
       */
      type?: string;
      [k: string]: unknown;
    };
    /**
     * State; allowed values are open.
     */
    status?: string;
    [k: string]: unknown;
  };
  /**
   * Settings of the insight.
   */
  settings?: (SettingEntry | string)[];
  [k: string]: unknown;
}
/**
 * A choice that a dashboard offers. Resources / Dashboard.
 */
export interface DashboardParameter {
  /**
   * Value at the start.
   */
  defaultValue?: string;
  /**
   * Name of the entity to choose from.
   */
  entityName?: string;
  /**
   * Field that is shown.
   */
  entityTitleField?: string;
  /**
   * Field that is used.
   */
  entityValueField?: string;
  /**
   * Id of the parameter.
   */
  id?: string;
  /**
   * Key of the parameter.
   */
  key?: string;
  /**
   * How to choose; allowed values are open.
   */
  selectorType?: string;
  /**
   * Title of the parameter.
   */
  title?: string;
  /**
   * Values to choose from.
   */
  predefinedValues?: string[];
  [k: string]: unknown;
}
/**
 * A section header at its place on a dashboard. Resources / Dashboard.
 */
export interface SectionHeaderItem {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Id of the dashboard.
   */
  dashboardId?: string;
  /**
   * Id of the item.
   */
  id?: string;
  /**
   * Id of the header.
   */
  sectionHeaderId?: string;
  /**
   * Kind of item; allowed values are open.
   */
  type?: string;
  /**
   * Column of its place.
   */
  col?: number;
  /**
   * Row of its place.
   */
  row?: number;
  /**
   * Columns it covers.
   */
  sizeX?: number;
  /**
   * Rows it covers.
   */
  sizeY?: number;
  /**
   * The header itself.
   */
  sectionHeader?: {
    /**
     * Id of the account that it belongs to.
     */
    accountId?: string;
    /**
     * Id of the user who created it.
     */
    createdById?: string;
    /**
     * When it was created; the format of date-times is open.
     */
    dateCreated?: string;
    /**
     * When it was last changed.
     */
    dateUpdated?: string;
    /**
     * Text of the header; type is open.
     */
    header?: unknown;
    /**
     * Id of the header.
     */
    id?: string;
    /**
     * Id of the user who changed it last.
     */
    modifiedById?: string;
    /**
     * Text below the header; type is open.
     */
    subHeader?: unknown;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A person of the organisation. The id is that of the user. Resources / Employee.
 */
export interface Employee {
  /**
   * Badges of the employee.
   */
  badges?: (Badge | string)[];
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When the user was deactivated.
   */
  dateDeactivated?: string;
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * First name.
   */
  firstName?: string;
  /**
   * Id of the user; an employee has the same id.
   */
  id?: string;
  /**
   * Last name.
   */
  lastName?: string;
  /**
   * Picture of the user.
   */
  picture?: string;
  /**
   * Whether the user is active.
   */
  isActive?: boolean;
  /**
   * Whether the employee manages a team.
   */
  isManager?: boolean;
  /**
   * Ids of the teams that the employee manages.
   */
  managedTeamIds?: string[];
  teamIds?: TeamIds;
  roles?: Roles;
  [k: string]: unknown;
}
/**
 * Linked records written out, as they stand under `links.expanded` of KPIs and metrics. Resources / KPI.
 */
export interface ExpandedLinks {
  /**
   * Linked goals.
   */
  goals?: (Goal | string)[];
  /**
   * Linked KPIs.
   */
  kpis?: (KPI | string)[];
  /**
   * Linked key results.
   */
  metrics?: (Metric | string)[];
  /**
   * Linked sessions.
   */
  sessions?: (Session | string)[];
  [k: string]: unknown;
}
/**
 * An objective, as the answers about sessions embed it. The fields after `metricsCount` are open but for the short form. Resources / Goal (objective, as embedded in sessions responses).
 */
export interface Goal {
  /**
   * Who may do what with the goal.
   */
  access?: Access | string;
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Attainment, with what is below; type is open.
   */
  aggregatedAttainment?: unknown;
  /**
   * Who it is assigned to.
   */
  assignee?: AssigneeSummary | string;
  /**
   * All whom it is assigned to; type is open.
   */
  assignees?: unknown;
  /**
   * How far the goal is attained; the scale, too,; type is open.
   */
  attainment?: unknown;
  /**
   * Change of the attainment; type is open.
   */
  attainmentDelta?: unknown;
  /**
   * Kind of attainment; allowed values are open.
   */
  attainmentTypeString?: string;
  /**
   * Attainment of what is below; type is open.
   */
  childrenAggregatedAttainment?: unknown;
  /**
   * How many goals are below; type is open.
   */
  childrenCount?: unknown;
  closedStatus?: ClosedStatus1;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * Actions that the current user may take on it; type is open.
   */
  currentUserAllowedActions?: unknown;
  /**
   * How much each child counts.
   */
  currentWeightSettings?: {
    /**
     * Weights.
     */
    itemsWeight?: {
      /**
       * Id of the child.
       */
      childId?: string;
      /**
       * Whether the weight is fixed.
       */
      fixed?: boolean;
      /**
       * What the child is; allowed values are open.
       */
      type?: string;
      /**
       * How much it counts.
       */
      weight?: number;
      [k: string]: unknown;
    }[];
    /**
     * Whether new children count.
     */
    newItemsShouldContribute?: boolean;
    [k: string]: unknown;
  };
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * Start of the goal.
   */
  dateFrom?: string;
  /**
   * End of the goal.
   */
  dateTo?: string;
  /**
   * What is to be attained.
   */
  description?: string;
  /**
   * How well the goal is made.
   */
  designScore?: {
    /**
     * Policies looked at.
     */
    policies?: {
      /**
       * Whether the goal passes.
       */
      isPassed?: boolean;
      /**
       * The policy; type is open.
       */
      policy?: unknown;
      /**
       * Points given.
       */
      score?: number;
      [k: string]: unknown;
    }[];
    /**
     * Points in total.
     */
    totalPoints?: number;
    [k: string]: unknown;
  };
  /**
   * How long it lasts; type is open.
   */
  duration?: unknown;
  /**
   * Attainment of the whole tree; type is open.
   */
  fullAggregatedAttainment?: unknown;
  /**
   * How many there are in the whole tree; type is open.
   */
  fullSubTreeCount?: unknown;
  /**
   * Id of the goal.
   */
  id?: string;
  /**
   * When the attainment was last worked out; type is open.
   */
  lastCalculated?: unknown;
  /**
   * Linked records; type is open.
   */
  links?: unknown;
  /**
   * Whether it is locked.
   */
  locked?: boolean;
  /**
   * Key results of the goal.
   */
  metrics?: (Metric | string)[];
  /**
   * How many key results it has; type is open.
   */
  metricsCount?: unknown;
  /**
   * Name of the goal; type is open.
   */
  name?: unknown;
  /**
   * How many owners there are; type is open.
   */
  numberOfOwners?: unknown;
  /**
   * Whether its contents are hidden from the user; type is open.
   */
  obfuscated?: unknown;
  /**
   * Id of the owner.
   */
  ownerId?: string;
  /**
   * Ids of all owners; type is open.
   */
  ownerIds?: unknown;
  /**
   * Id of the parent goal's session.
   */
  parentGoalSessionId?: string;
  /**
   * Id of the record above.
   */
  parentId?: string;
  /**
   * What that record is; allowed values are open.
   */
  parentType?: string;
  /**
   * Whether it is private; type is open.
   */
  private?: unknown;
  /**
   * Id of its session.
   */
  sessionId?: string;
  /**
   * Address of its page; type is open.
   */
  url?: unknown;
  [k: string]: unknown;
}
/**
 * How and why a goal was closed. Resources / Goal (objective, as embedded in sessions responses).
 */
export interface ClosedStatus1 {
  /**
   * Why it was closed; type is open.
   */
  reason?: unknown;
  /**
   * How it was closed; allowed values are open.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * A key result. Resources / Metric (key result).
 */
export interface Metric {
  /**
   * Value now.
   */
  actual?: number;
  /**
   * Value that is critical.
   */
  critical?: number;
  /**
   * Value at the start.
   */
  initialValue?: number;
  /**
   * Value to reach.
   */
  target?: number;
  /**
   * Who it is assigned to.
   */
  assignee?: AssigneeSummary | string;
  /**
   * All whom it is assigned to.
   */
  assignees?: (AssigneeSummary | string)[];
  /**
   * How it cascades; allowed values are open.
   */
  cascadeType?: string;
  /**
   * Names of the actions that the current user may take on it.
   */
  currentUserAllowedActions?: string[];
  /**
   * What it measures; written as `formatting` asks.
   */
  description?: string;
  /**
   * Day by which the target is to be reached. An empty text says that none is set.
   */
  dueDate?: (string | '') & string;
  /**
   * Day by which it should be reached. An empty text says that none is set.
   */
  softDueDate?: (string | '') & string;
  /**
   * Whether an insight feeds it.
   */
  dynamic?: boolean;
  /**
   * Field of the insight that gives the value; type is open.
   */
  fieldName?: unknown;
  /**
   * Flow that it came from; type is open.
   */
  flowName?: unknown;
  /**
   * How values are shown.
   */
  format?: {
    /**
     * Id of the format.
     */
    ID?: string;
    /**
     * Digits after the point.
     */
    fractionSize?: number;
    /**
     * Text before a value; type is open.
     */
    prefix?: unknown;
    /**
     * Text after a value; type is open.
     */
    suffix?: unknown;
    [k: string]: unknown;
  };
  goalClosedStatus?: ClosedStatus2;
  /**
   * Description of its goal.
   */
  goalDescription?: string;
  /**
   * Id of its goal.
   */
  goalId?: string;
  /**
   * Name of its goal; type is open.
   */
  goalName?: unknown;
  /**
   * Id of the goal's owner.
   */
  goalOwnerId?: string;
  /**
   * Ids of all the goal's owners; type is open.
   */
  goalOwnerIds?: unknown;
  /**
   * Name of the insight; type is open.
   */
  insightName?: unknown;
  links?: Links;
  /**
   * Type of values kept by hand; allowed values are open.
   */
  manualType?: string;
  /**
   * Values to reach on the way.
   */
  milestones?: {
    /**
     * When it is to be reached.
     */
    date?: string;
    /**
     * Value to reach.
     */
    targetValue?: number;
    [k: string]: unknown;
  }[];
  /**
   * Name of the key result; type is open.
   */
  name?: unknown;
  /**
   * How many owners there are.
   */
  numberOfOwners?: number;
  /**
   * Whether its contents are hidden from the user.
   */
  obfuscated?: boolean;
  /**
   * Id of the owner.
   */
  ownerId?: string;
  /**
   * Ids of all owners; type is open.
   */
  ownerIds?: unknown;
  /**
   * Whether it is private.
   */
  private?: boolean;
  /**
   * Id of its session.
   */
  sessionId?: string;
  /**
   * Settings of the insight.
   */
  settings?: (SettingEntry | string)[];
  /**
   * Id of the key result that it comes from.
   */
  sourceMetricId?: string;
  /**
   * Tags of the key result; type is open.
   */
  tags?: unknown;
  /**
   * Key results that come from it; contents are open.
   */
  targetMetrics?: {
    [k: string]: unknown;
  };
  /**
   * How the value compares with the target; allowed values are open.
   */
  targetOperator?: string;
  /**
   * How many tasks it has.
   */
  tasksCount?: number;
  /**
   * Address of its page; type is open.
   */
  url?: unknown;
  /**
   * Who watches it.
   */
  watchers?: string[];
  [k: string]: unknown;
}
/**
 * How and why a goal was closed. Resources / Goal (objective, as embedded in sessions responses).
 */
export interface ClosedStatus2 {
  /**
   * Why it was closed; type is open.
   */
  reason?: unknown;
  /**
   * How it was closed; allowed values are open.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * Linked records.
 */
export interface Links {
  expanded?: ExpandedLinks1;
  [k: string]: unknown;
}
/**
 * The linked records.
 */
export interface ExpandedLinks1 {
  /**
   * Linked goals.
   */
  goals?: (Goal | string)[];
  /**
   * Linked KPIs.
   */
  kpis?: (KPI | string)[];
  /**
   * Linked key results.
   */
  metrics?: (Metric | string)[];
  /**
   * Linked sessions.
   */
  sessions?: (Session | string)[];
  [k: string]: unknown;
}
/**
 * A key performance indicator of the account. Resources / KPI.
 */
export interface KPI {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * How values are aggregated; allowed values are open.
   */
  aggregation?: string;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When it was last changed.
   */
  dateUpdated?: string;
  /**
   * What the KPI measures; written as `formatting` asks.
   */
  description?: string;
  /**
   * Id of the KPI.
   */
  id?: string;
  /**
   * Id of the user who changed it last.
   */
  modifiedById?: string;
  /**
   * Name of the KPI.
   */
  name?: string;
  /**
   * Id of the owner.
   */
  ownerId?: string;
  /**
   * How values compare with the target; allowed values are open.
   */
  targetOperator?: string;
  /**
   * Who the KPI is assigned to.
   */
  assignees?: (AssigneeSummary | string)[];
  /**
   * Names of the actions that the current user may take on it.
   */
  currentUserAllowedActions?: string[];
  /**
   * How values are shown.
   */
  formatting?: {
    /**
     * Digits after the point.
     */
    fractionSize?: number;
    /**
     * Text before a value.
     */
    prefix?: string;
    /**
     * Text after a value.
     */
    suffix?: string;
    [k: string]: unknown;
  };
  /**
   * Ids of the KPI groups that hold it.
   */
  groups?: string[];
  insightLink?: InsightLink;
  /**
   * Whether the current user owns it.
   */
  isOwner?: boolean;
  /**
   * The latest change of the value.
   */
  lastValueChange?: {
    /**
     * Id of the snapshot that brought the change.
     */
    snapshotId?: string;
    /**
     * When the value changed.
     */
    valueChangedAt?: string;
    [k: string]: unknown;
  };
  links?: Links1;
  /**
   * Ids of all owners.
   */
  ownerIds?: string[];
  /**
   * Values expected in future.
   */
  projections?: KPIProjection[];
  /**
   * Tags of the KPI.
   */
  tags?: (Tag | string)[];
  [k: string]: unknown;
}
/**
 * The insight that feeds the KPI.
 */
export interface InsightLink {
  /**
   * Field of the insight that gives the value; type is open.
   */
  fieldName?: unknown;
  /**
   * Name of the insight; type is open.
   */
  insightName?: unknown;
  /**
   * Settings of the insight.
   */
  settings?: (SettingEntry | string)[];
  /**
   * Names of the data source blueprints in use.
   */
  usedDataSourceBlueprintNames?: string[];
  [k: string]: unknown;
}
/**
 * Linked records.
 */
export interface Links1 {
  expanded?: ExpandedLinks1;
  [k: string]: unknown;
}
/**
 * A value that a KPI is expected to have on a date. Resources / KPI.
 */
export interface KPIProjection {
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * The date that the value is expected for.
   */
  date?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When it was last changed.
   */
  dateModified?: string;
  /**
   * Id of the projection.
   */
  id?: string;
  /**
   * Id of the user who changed it last.
   */
  modifiedById?: string;
  /**
   * Remark on the projection.
   */
  note?: {
    /**
     * Picture beside the remark.
     */
    gif?: {
      /**
       * Id of the picture.
       */
      id?: string;
      /**
       * What was searched to find it; type is open.
       */
      searchQuery?: unknown;
      [k: string]: unknown;
    };
    /**
     * People mentioned; contents are open.
     */
    mentions?: {
      [k: string]: unknown;
    };
    /**
     * The remark itself; type is open.
     */
    note?: unknown;
    [k: string]: unknown;
  };
  /**
   * The expected value.
   */
  value?: number;
  [k: string]: unknown;
}
/**
 * A planning period that holds goals. Resources / Session.
 */
export interface Session {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Time zone of the cadence.
   */
  cadenceTimeZone?: string;
  /**
   * Colour of the session.
   */
  color?: string;
  /**
   * Kind of a dynamic value; allowed values are open.
   */
  dynamicValueType?: string;
  /**
   * End of the period.
   */
  end?: string;
  /**
   * Id of the session.
   */
  id?: string;
  /**
   * Id of the session above.
   */
  parentId?: string;
  /**
   * Start of the period.
   */
  start?: string;
  /**
   * State of the session; allowed values are open.
   */
  status?: string;
  /**
   * Title of the session.
   */
  title?: string;
  /**
   * How often things are looked at.
   */
  cadence?: {
    /**
     * The stretches of the period.
     */
    ranges?: {
      /**
       * Place of the stretch.
       */
      cadenceOrder?: number;
      /**
       * End of the stretch.
       */
      end?: string;
      /**
       * Start of the stretch.
       */
      start?: string;
      [k: string]: unknown;
    }[];
    /**
     * How many stretches there are.
     */
    totalCadences?: number;
    /**
     * Kind of cadence; allowed values are open.
     */
    type?: string;
    [k: string]: unknown;
  };
  /**
   * When a stretch starts.
   */
  cadenceStart?: {
    /**
     * Day of the month.
     */
    dayOfMonth?: number;
    /**
     * Part of the month.
     */
    periodOfMonth?: string;
    /**
     * Day of the week.
     */
    weekday?: number;
    [k: string]: unknown;
  };
  /**
   * Names of the actions that the current user may take on it.
   */
  currentUserAllowedActions?: string[];
  /**
   * Whether it is the demo session.
   */
  demo?: boolean;
  /**
   * Whether permissions come from above.
   */
  inherits?: boolean;
  /**
   * Whether owners may approve their own goals.
   */
  isSelfApproveAllowed?: boolean;
  ownerPermissions?: OwnerPermissions;
  permissions?: Permissions;
  /**
   * Rules of the session.
   */
  settings?: {
    /**
     * Who may assign goals; type is open.
     */
    assignGoalPermissions?: unknown;
    /**
     * Who may assign key results; type is open.
     */
    assignMetricPermissions?: unknown;
    /**
     * Most goals for one owner.
     */
    goalsPerOwnerLimit?: number;
    /**
     * Most key results of one goal.
     */
    metricsPerGoalLimit?: number;
    /**
     * Where several owners are ruled out.
     */
    multipleOwners?: {
      /**
       * Whether goals have one owner only.
       */
      disabledForGoals?: boolean;
      /**
       * Whether key results have one owner only.
       */
      disabledForMetrics?: boolean;
      [k: string]: unknown;
    };
    /**
     * Whether progress is not added up.
     */
    progressAggregationDisabled?: boolean;
    [k: string]: unknown;
  };
  /**
   * Tags of the session; type is open.
   */
  tags?: unknown;
  /**
   * How goals are approved.
   */
  workflow?: {
    /**
     * Who approves.
     */
    approvalSettings?: {
      /**
       * Whether everyone may.
       */
      everyoneCanApprove?: boolean;
      /**
       * Teams that may.
       */
      teamsAllowedToApprove?: string[];
      /**
       * Users who may.
       */
      usersAllowedToApprove?: string[];
      [k: string]: unknown;
    };
    /**
     * Fields of key results that stay editable.
     */
    editableKrFields?: string[];
    /**
     * Fields of objectives that stay editable.
     */
    editableOkrFields?: string[];
    /**
     * How many must review.
     */
    reviewers?: number;
    /**
     * What the workflow is about.
     */
    target?: string[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * An action and the users and roles that may take it. Resources / Global permission.
 */
export interface GlobalPermission {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Name of the action.
   */
  action?: string;
  /**
   * Id of the permission.
   */
  id?: string;
  /**
   * Ids of users or roles.
   */
  principals?: string[];
  [k: string]: unknown;
}
/**
 * How a KPI takes its value from an insight. Resources / KPI.
 */
export interface InsightLink1 {
  /**
   * Field of the insight that gives the value; type is open.
   */
  fieldName?: unknown;
  /**
   * Name of the insight; type is open.
   */
  insightName?: unknown;
  /**
   * Settings of the insight.
   */
  settings?: (SettingEntry | string)[];
  /**
   * Names of the data source blueprints in use.
   */
  usedDataSourceBlueprintNames?: string[];
  [k: string]: unknown;
}
/**
 * A named group of KPIs. Resources / KPI group.
 */
export interface KPIGroup {
  /**
   * Id of the account that the group belongs to.
   */
  accountId?: string;
  /**
   * Id of the user who created the group.
   */
  createdById?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When it was last changed.
   */
  dateUpdated?: string;
  /**
   * Whether the group is a favourite of the user who asks.
   */
  favorite?: boolean;
  /**
   * Id of the group.
   */
  id?: string;
  /**
   * Id of the user who changed it last.
   */
  modifiedById?: string;
  /**
   * Name of the group.
   */
  name?: string;
  [k: string]: unknown;
}
/**
 * An action that permissions can allow. The specification lists the fields that it has seen. Resources / Permission action (from the actions list).
 */
export interface PermissionAction {
  /**
   * Name of the action; type is open.
   */
  name?: unknown;
  /**
   * Group of the action; type is open.
   */
  group?: unknown;
  /**
   * Key of the group; type is open.
   */
  groupKey?: unknown;
  /**
   * Key of the description; type is open.
   */
  descriptionKey?: unknown;
  /**
   * Key of the title; type is open.
   */
  titleKey?: unknown;
  /**
   * What the action does.
   */
  description?: string;
  /**
   * Title of the action; type is open.
   */
  title?: unknown;
  /**
   * Permissions it needs.
   */
  requiredPermissions?: string[];
  /**
   * Category of the group; type is open.
   */
  categoryGroup?: unknown;
  /**
   * Group inside the group; type is open.
   */
  subGroup?: unknown;
  /**
   * Product it belongs to; type is open.
   */
  product?: unknown;
  /**
   * Permission above it; type is open.
   */
  parentPermission?: unknown;
  /**
   * Permissions below it.
   */
  childPermissions?: string[];
  /**
   * Permissions that must be there first.
   */
  prerequisitePermissions?: string[];
  /**
   * Permissions that go well with it.
   */
  recommendedPermissions?: string[];
  [k: string]: unknown;
}
/**
 * A group from user provisioning that roles can be mapped to. Resources / Role.
 */
export interface SCIMGroup {
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Name shown; type is open.
   */
  displayName?: unknown;
  /**
   * Id of the group.
   */
  id?: string;
  /**
   * Ids of the members.
   */
  memberIds?: string[];
  [k: string]: unknown;
}
/**
 * A task. Resources / Task.
 */
export interface Task {
  /**
   * Who may do what with the task.
   */
  access?: Access | string;
  /**
   * Id of the account that it belongs to.
   */
  accountId?: string;
  /**
   * Id of the user who created it.
   */
  createdById?: string;
  /**
   * When it was created; the format of date-times is open.
   */
  dateCreated?: string;
  /**
   * When it was last changed.
   */
  dateModified?: string;
  /**
   * What is to be done; written as `formatting` asks.
   */
  description?: string;
  /**
   * Day by which it is to be done. An empty text says that none is set.
   */
  dueDate?: (string | '') & string;
  /**
   * Id in another system.
   */
  externalId?: string;
  /**
   * The other system.
   */
  externalSystem?: string;
  /**
   * Id of the task.
   */
  id?: string;
  /**
   * Id of the user who changed it last.
   */
  modifiedById?: string;
  /**
   * Name of the task.
   */
  name?: string;
  /**
   * Id of the owner.
   */
  ownerId?: string;
  /**
   * Id of the record that the task belongs to.
   */
  parentId?: string;
  /**
   * Name of that record.
   */
  parentName?: string;
  /**
   * What that record is; allowed values are open.
   */
  parentType?: string;
  /**
   * Id of the session.
   */
  sessionId?: string;
  /**
   * State of the task; allowed values are open.
   */
  status?: string;
  /**
   * Kind of task; allowed values are open.
   */
  taskType?: string;
  /**
   * Whether the task is archived.
   */
  archived?: boolean;
  /**
   * Who is to do it.
   */
  assignee?: AssigneeSummary | string;
  /**
   * Names of the actions that the current user may take on it.
   */
  currentUserAllowedActions?: string[];
  /**
   * The latest comment.
   */
  lastComment?: {
    /**
     * Id of the user who wrote it.
     */
    createdById?: string;
    /**
     * The comment itself; type is open.
     */
    text?: unknown;
    [k: string]: unknown;
  };
  /**
   * Priority of the task; it may be its rank among the others.
   */
  priority?: number;
  /**
   * Changes of the status.
   */
  snapshots?: {
    /**
     * Id of the change.
     */
    id?: string;
    /**
     * When it changed.
     */
    modifiedAt?: string;
    /**
     * Who changed it; type is open.
     */
    modifiedBy?: unknown;
    /**
     * Status after the change.
     */
    newStatus?: string;
    /**
     * Status before the change.
     */
    oldStatus?: string;
    /**
     * When it had changed before.
     */
    previouslyModifiedAt?: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * Preferences of a user in the user interface. Most types are open. Resources / User.
 */
export interface UserSettings1 {
  /**
   * Alerts that are put away.
   */
  alertSettings?: {
    /**
     * Alert on account and domain; type is open.
     */
    hidePiSettingsAccountAndDomainAlert?: unknown;
    /**
     * Alert on methodology; type is open.
     */
    hidePiSettingsMethodologyAlert?: unknown;
    [k: string]: unknown;
  };
  /**
   * Filter of the alignment tree.
   */
  alignmentTreeFilter?: {
    /**
     * Owners shown; type is open.
     */
    ownerIds?: unknown;
    /**
     * Tags shown; type is open.
     */
    tags?: unknown;
    /**
     * Teams shown; type is open.
     */
    teamIds?: unknown;
    [k: string]: unknown;
  };
  /**
   * Mode of the alignment tree; type is open.
   */
  alignmentTreeMode?: unknown;
  /**
   * Checklist of first steps.
   */
  checklist?: {
    /**
     * Whether the user has left the checklist; type is open.
     */
    optOut?: unknown;
    /**
     * Cards shown.
     */
    showCards?: {
      /**
       * Card on inviting a teammate; type is open.
       */
      inviteTeammate?: unknown;
      /**
       * Card on the demo account; type is open.
       */
      visitDemoAccount?: unknown;
      /**
       * Card on the marketplace; type is open.
       */
      visitMarketplace?: unknown;
      [k: string]: unknown;
    };
    /**
     * Steps taken.
     */
    stepsV1?: {
      /**
       * Step of creating an objective; type is open.
       */
      createdOkr?: unknown;
      /**
       * Step of inviting a teammate; type is open.
       */
      invitedTeammate?: unknown;
      /**
       * Step of seeing the demo account; type is open.
       */
      visitedDemoAccount?: unknown;
      /**
       * Step of seeing the marketplace; type is open.
       */
      visitedMarketplace?: unknown;
      /**
       * Step of watching the video; type is open.
       */
      watchedVideo?: unknown;
      [k: string]: unknown;
    };
    /**
     * Completion of the steps; type is open.
     */
    stepsV1Completed?: unknown;
    [k: string]: unknown;
  };
  /**
   * What is collapsed; entries are open.
   */
  collapsedEntities?: unknown[];
  /**
   * Order of comments; type is open.
   */
  commentsOrdering?: unknown;
  /**
   * Settings on custom fields.
   */
  customFieldsSettings?: {
    /**
     * Whether the banner on order is hidden; type is open.
     */
    hideManageOrderBanner?: unknown;
    /**
     * Latest update; type is open.
     */
    lastUpdated?: unknown;
    [k: string]: unknown;
  };
  /**
   * Settings per dashboard.
   */
  dashboardSettings?: {
    /**
     * Id of the dashboard.
     */
    dashboardId?: string;
    /**
     * Settings of the user there.
     */
    settings?: (SettingEntry | string)[];
    [k: string]: unknown;
  }[];
  /**
   * Whether the e-mail address is verified; type is open.
   */
  emailVerified?: unknown;
  /**
   * Favourites.
   */
  favs?: {
    /**
     * Id of the favourite.
     */
    id?: string;
    /**
     * Name; type is open.
     */
    name?: unknown;
    /**
     * What it is; allowed values are open.
     */
    type?: string;
    [k: string]: unknown;
  }[];
  /**
   * Columns of the goals grid.
   */
  goalsGrid?: {
    /**
     * Field shown; type is open.
     */
    field?: unknown;
    /**
     * Whether the field is a custom one; type is open.
     */
    isCustom?: unknown;
    /**
     * Heading; type is open.
     */
    label?: unknown;
    /**
     * Whether the column is shown; type is open.
     */
    visible?: unknown;
    [k: string]: unknown;
  }[];
  /**
   * Mode of the goals tree; type is open.
   */
  goalsTreeMode?: unknown;
  /**
   * Whether the privacy notice is accepted; type is open.
   */
  hasAcceptedPrivacyNotice?: unknown;
  /**
   * What is collapsed on the home screen.
   */
  homeCollapsedItems?: {
    /**
     * Own objectives; type is open.
     */
    myOkrs?: unknown;
    /**
     * List of things to do; type is open.
     */
    todo?: unknown;
    [k: string]: unknown;
  };
  /**
   * Choice of home screen; type is open.
   */
  homeScreen?: unknown;
  /**
   * Widgets of the home screen.
   */
  homeWidgets?: {
    /**
     * Widgets that are closed; entries are open.
     */
    closed?: unknown[];
    [k: string]: unknown;
  };
  /**
   * Suggestions of insights.
   */
  insightTemplateSuggestions?: {
    /**
     * Whether they are put away; type is open.
     */
    dismissed?: unknown;
    /**
     * Suggestions per dashboard.
     */
    insightboards?: {
      /**
       * Id of the dashboard.
       */
      insightboardId?: string;
      /**
       * Whether the link to the marketplace is put away; type is open.
       */
      linkToMarketplaceDismissed?: unknown;
      /**
       * How many to show; type is open.
       */
      numberOfSuggestionsToShow?: unknown;
      [k: string]: unknown;
    }[];
    /**
     * Whether the hint was shown; type is open.
     */
    tooltipShown?: unknown;
    [k: string]: unknown;
  };
  /**
   * Parameters of dashboards; contents are open.
   */
  insightboardParams?: {
    [k: string]: unknown;
  };
  /**
   * Groups of KPIs that the user interface makes up.
   */
  kpiVirtualGroups?: {
    /**
     * Favourites; entries are open.
     */
    favorites?: unknown[];
    [k: string]: unknown;
  };
  /**
   * View of KPIs.
   */
  kpis?: {
    /**
     * First day shown. An empty text says that none is set.
     */
    from?: (string | '') & string;
    /**
     * Grouping; type is open.
     */
    groupBy?: unknown;
    /**
     * Last day shown. An empty text says that none is set.
     */
    to?: (string | '') & string;
    [k: string]: unknown;
  };
  /**
   * Entries of the side navigation.
   */
  leftNavItems?: {
    /**
     * Hub; type is open.
     */
    hub?: unknown;
    /**
     * Insights; type is open.
     */
    insights?: unknown;
    /**
     * Whether the navigation is closed; type is open.
     */
    leftNavIsClosed?: unknown;
    /**
     * Lists; type is open.
     */
    lists?: unknown;
    /**
     * Objectives; type is open.
     */
    okrs?: unknown;
    /**
     * People; type is open.
     */
    people?: unknown;
    /**
     * Reports; type is open.
     */
    reports?: unknown;
    [k: string]: unknown;
  };
  /**
   * Filters of lists; entries are open.
   */
  listFilters?: unknown[];
  /**
   * Ids of lists.
   */
  listIds?: string[];
  myOkrsGrouping?: Grouping;
  /**
   * Choice of the new home screen; type is open.
   */
  newHomeExperience?: unknown;
  /**
   * Notes on first steps; contents are open.
   */
  onboardingMetadata?: {
    [k: string]: unknown;
  };
  /**
   * View of the organisation chart.
   */
  organizationChartSettings?: {
    /**
     * Whether deactivated members are shown; type is open.
     */
    showDeactivatedMembers?: unknown;
    /**
     * Whether deactivated teams are shown; type is open.
     */
    showDeactivatedTeams?: unknown;
    [k: string]: unknown;
  };
  /**
   * View of profiles.
   */
  profilesSettings?: {
    /**
     * View of employees.
     */
    employeeProfileSettings?: {
      /**
       * Sessions shown under process.
       */
      processSessionFilter?: {
        /**
         * Ids of sessions.
         */
        sessionIds?: string[];
        [k: string]: unknown;
      };
      /**
       * Sessions shown under progress.
       */
      progressSessionFilter?: {
        /**
         * Ids of sessions.
         */
        sessionIds?: string[];
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * View of reflections.
   */
  reflections?: {
    /**
     * The label that says new.
     */
    newLabel?: {
      /**
       * When it was first seen.
       */
      firstSeenAt?: string;
      /**
       * Whether the user has posted; type is open.
       */
      userHasPosted?: unknown;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * Columns whose width can change.
   */
  resizableGridColumns?: {
    goalProperty?: ColumnProperty;
    metricProperty?: ColumnProperty1;
    taskProperty?: ColumnProperty2;
    /**
     * Width of the column.
     */
    width?: number;
    [k: string]: unknown;
  }[];
  /**
   * Chosen sessions.
   */
  sessionsIds?: {
    /**
     * Ids of linked sessions.
     */
    linkedSessionIds?: string[];
    /**
     * Id of the session above.
     */
    parentId?: string;
    [k: string]: unknown;
  }[];
  /**
   * Whether archived sessions are shown; type is open.
   */
  showArchivedSessions?: unknown;
  /**
   * Whether deactivated teams are shown; type is open.
   */
  showDeactivatedTeams?: unknown;
  /**
   * Whether deactivated users are shown; type is open.
   */
  showDeactivatedUsers?: unknown;
  /**
   * Pieces of code kept.
   */
  snippets?: {
    /**
     * The code; type is open.
     */
    code?: unknown;
    /**
     * Its language; type is open.
     */
    language?: unknown;
    /**
     * Its name; type is open.
     */
    name?: unknown;
    [k: string]: unknown;
  }[];
  /**
   * Hints on strategy.
   */
  strategySettings?: {
    /**
     * Hint on context; type is open.
     */
    contextHintSeen?: unknown;
    /**
     * Hint on reports; type is open.
     */
    reportGenerationHintSeen?: unknown;
    /**
     * Hint on the map; type is open.
     */
    strategicMapHintSeen?: unknown;
    /**
     * Hint on the map in another flow; type is open.
     */
    strategicMapHintSeenCKBFlow?: unknown;
    [k: string]: unknown;
  };
  /**
   * Surveys.
   */
  surveys?: {
    /**
     * Surveys that were shown; entries are open.
     */
    shown?: unknown[];
    [k: string]: unknown;
  };
  /**
   * Order of tasks; type is open.
   */
  taskOrder?: unknown;
  /**
   * View of tasks; type is open.
   */
  taskView?: unknown;
  teamsOkrsGrouping?: Grouping1;
  /**
   * View of teams; type is open.
   */
  teamsView?: unknown;
  /**
   * Colours of the user interface; type is open.
   */
  theme?: unknown;
  /**
   * Order of the tree.
   */
  treeViewOrder?: {
    /**
     * Field that orders; type is open.
     */
    field?: unknown;
    /**
     * Name of the order; type is open.
     */
    name?: unknown;
    [k: string]: unknown;
  };
  /**
   * Whether dragging is on; type is open.
   */
  useDragMode?: unknown;
  /**
   * Whether scroll bars are on; type is open.
   */
  useScrollbars?: unknown;
  /**
   * Whether the verification e-mail was sent; type is open.
   */
  verificationEmailSent?: unknown;
  /**
   * Whiteboards.
   */
  whiteboards?: {
    /**
     * Whiteboards that were opened.
     */
    opened?: {
      /**
       * Id of the whiteboard.
       */
      id?: string;
      /**
       * When it was opened.
       */
      openedAt?: string;
      /**
       * Zoom of the view.
       */
      zoom?: number;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Body that creates an announcement; the author's id is spelled `authorID` here and `authorId` in the answer. Which fields are required is open. Endpoints / Announcements (deprecated as of 2022-03-15).
 */
export interface AnnouncementRequest {
  /**
   * Id of what it is about.
   */
  announcementTargetId?: string;
  /**
   * Kind of announcement; allowed values are open.
   */
  announcementType?: string;
  /**
   * Id of the author.
   */
  authorID?: string;
  /**
   * The words.
   */
  comment?: string;
  /**
   * Who is told; allowed values are open.
   */
  notificationStrategy?: string;
  notify?: Notify;
  [k: string]: unknown;
}
/**
 * Body that creates or updates a custom field. Which fields are required is open. Endpoints / Custom fields.
 */
export interface CustomFieldRequest {
  /**
   * Id of the custom field; also accepted in a request.
   */
  _id?: string;
  /**
   * What the field is for.
   */
  description?: string;
  /**
   * Whether filters may use the field.
   */
  filterable?: boolean;
  /**
   * What the user interface shows.
   */
  label?: string;
  /**
   * Key under which values are stored: 4 to 14 symbols, a lowercase letter first, then letters, digits and underscores. Never changes. Letters outside ASCII are open, so this pattern lets them pass.
   */
  name?: string;
  /**
   * Allowed values are open.
   */
  operationalType?: string;
  /**
   * Place among the fields.
   */
  orderId?: number;
  targetIds?: TargetIds;
  targetTypes?: TargetTypes;
  /**
   * Hint beside the field.
   */
  tooltip?: string;
  /**
   * Type of the values: string, number, bool, date, or an array of one of these in either spelling. Never changes.
   */
  type?: string;
  /**
   * Name of the widget that edits the value, by convention <prefix>.<widget>.
   */
  visualizationKind?: string;
  settings?: Settings;
  [k: string]: unknown;
}
/**
 * Body that tags a goal. Which fields are required is open. Endpoints / Tags.
 */
export interface GoalTagsRequest {
  /**
   * Flow that the request comes from.
   */
  flowName?: string;
  /**
   * Title of one tag.
   */
  title?: string;
  /**
   * Titles of several tags.
   */
  titles?: string[];
  [k: string]: unknown;
}
/**
 * Body that creates or renames a KPI group. Endpoints / KPI groups.
 */
export interface KPIGroupRequest {
  /**
   * Name of the group.
   */
  name?: string;
  [k: string]: unknown;
}
/**
 * Body that creates a task. Which fields are required is open. Endpoints / Tasks.
 */
export interface TaskRequest {
  /**
   * What is to be done; written as `formatting` asks.
   */
  description?: string;
  /**
   * Day by which it is to be done. An empty text says that none is set.
   */
  dueDate?: (string | '') & string;
  /**
   * Flow that the request comes from.
   */
  flowName?: string;
  /**
   * Name of the task.
   */
  name?: string;
  /**
   * Id of the owner.
   */
  ownerId?: string;
  /**
   * Id of the record that the task belongs to.
   */
  parentId?: string;
  /**
   * What that record is; allowed values are open.
   */
  parentType?: string;
  /**
   * State of the task; allowed values are open.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * Endpoints / Announcements (deprecated as of 2022-03-15).
 */
export interface ListOfAnnouncements {
  items: Announcement[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Badges.
 */
export interface ListOfAssignedBadges {
  items: AssignedBadge[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Users and teams that have a badge. Keys other than `Teams` are open. Endpoints / Badges.
 */
export interface HoldersOfABadge {
  Teams: TeamWithMembers[];
  [k: string]: unknown;
}
/**
 * Endpoints / Badges.
 */
export interface ListOfBadges {
  items: Badge[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * What the current user may do with one target. Endpoints / Permissions.
 */
export interface ActionsOfTheCurrentUser {
  /**
   * Names of actions.
   */
  currentUserActions: string[];
  [k: string]: unknown;
}
/**
 * Endpoints / Custom fields.
 */
export interface ListOfCustomFields {
  items: CustomField[];
  targetTypes: string[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Dashboards.
 */
export interface ListOfDashboards {
  count: number;
  items: Dashboard[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * What the current user may do. Endpoints / Permissions.
 */
export interface EffectiveAndAllowedActions {
  /**
   * Allowed actions; contents are open.
   */
  currentUserAllowedActions: {
    [k: string]: unknown;
  };
  /**
   * Domain of the account.
   */
  domain: string;
  /**
   * Names of permissions.
   */
  effectivePermissions: string[];
  [k: string]: unknown;
}
/**
 * Endpoints / Employees.
 */
export interface ListOfEmployees {
  items: Employee[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Employees.
 */
export interface OneEmployee {
  info: Employee;
  [k: string]: unknown;
}
/**
 * Endpoints / Sessions.
 */
export interface GoalsMet {
  items: Goal[];
  [k: string]: unknown;
}
/**
 * Endpoints / KPI groups.
 */
export interface ListOfKPIGroups {
  count: number;
  items: KPIGroup[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / KPIs.
 */
export interface ListOfKPIs {
  count: number;
  items: KPI[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Managers of the teams that a user belongs to and does not manage. Endpoints / Users.
 */
export interface ListOfManagers {
  count: number;
  /**
   * Ids of users.
   */
  managers: string[];
  [k: string]: unknown;
}
/**
 * Endpoints / Key results (metrics).
 */
export interface KeyResultsOfAnOwner {
  items: Metric[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Badges.
 */
export interface ListOfBadgesOfTheCurrentUser {
  items: AssignedBadgeWithItsBadge[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Permissions.
 */
export interface ListOfPermissionActions {
  items: PermissionAction[];
  [k: string]: unknown;
}
/**
 * Endpoints / Roles.
 */
export interface ListOfRoles {
  items: Role[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Roles.
 */
export interface ListOfSCIMGroups {
  items: SCIMGroup[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Sessions.
 */
export interface ListOfSessions {
  items: Session[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Custom fields.
 */
export interface ListOfSupportedTargetTypes {
  /**
   * Names of target types.
   */
  items: string[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Endpoints / Tags.
 */
export interface ListOfTags {
  tags: TagWithCounts[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * Tags and the dashboards that carry them, as far as the user can see these. Endpoints / Dashboards.
 */
export interface UsagesOfTagsOnDashboards {
  /**
   * Tags in use.
   */
  items: {
    /**
     * How many dashboards carry the tag.
     */
    dashboardsCount?: number;
    /**
     * Ids of the dashboards.
     */
    dashboardsIds?: string[];
    /**
     * Name of the tag.
     */
    tagName?: string;
    /**
     * Title as people read it.
     */
    tagTitle?: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * Endpoints / Tasks.
 */
export interface ListOfTasks {
  items: Task[];
  totalCount: number;
  [k: string]: unknown;
}
/**
 * The specification calls this answer usersResponse, too, but shows a sample of another kind; that its keys are always there is not stated. Endpoints / Permissions.
 */
export interface ActionsOfGivenUsers {
  /**
   * A token.
   */
  accessToken?: string;
  /**
   * Domain of the account.
   */
  accountDomain?: string;
  /**
   * Edition of the product.
   */
  edition?: string;
  /**
   * A token.
   */
  idToken?: string;
  /**
   * Id of the plan.
   */
  planId?: string;
  /**
   * Id of the user.
   */
  userId?: string;
  [k: string]: unknown;
}
