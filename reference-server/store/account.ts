/**
 * State of the service: accounts and their records, all in memory. A record is stored once and names others by id;
 * what it embeds in an answer is composed by `views/`. Values of custom fields stand under the names of the fields.
 */

export interface Stored {
  id: string;
  [field: string]: unknown;
}

export interface User extends Stored {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  name: string;
  isActive: boolean;
  teamIds: string[];
  /** Roles given by hand. */
  roleIds: string[];
  /** Roles that came from SCIM groups when they were last worked out. */
  scimRoleIds: string[];
}

export interface Team extends Stored {
  accountId: string;
  name: string;
  /** Id of the user who manages the team. */
  manager: string;
  tagIds: string[];
}

export interface Role extends Stored {
  accountId: string;
  name: string;
  teamId?: string | undefined;
}

export interface ScimGroup extends Stored {
  accountId: string;
  displayName: string;
  memberIds: string[];
}

/** Members of the SCIM groups have the role. */
export interface RoleMapping extends Stored {
  roleId: string;
  scimGroupIds: string[];
}

/** An action and the users and roles that may take it. */
export interface GlobalPermission extends Stored {
  accountId: string;
  action: string;
  principals: string[];
}

/** What somebody may do with an item; bit 1 of a Subtype stands for seeing it. */
export interface Access {
  inherits: boolean;
  ownerPermissions: { grant: { Subtype: number } };
  permissions: {
    principalId: string;
    principalKind: 'user' | 'role';
    grant: { Subtype: number };
    deny?: { Subtype: number };
  }[];
}

export interface CustomField {
  _id: string;
  accountId: string;
  dateCreated: string;
  lastModified: string;
  name: string;
  type: string;
  targetTypes: string[];
  isPrivate: boolean;
  visualizationKind?: string;
  [field: string]: unknown;
}

export interface Tag extends Stored {
  name: string;
  title: string;
  /** The tag above. */
  parentId?: string | undefined;
}

export interface Insight extends Stored {
  name: string;
  title: string;
  tagIds: string[];
}

/** An insight or a section header at its place on a dashboard. */
export interface DashboardItem {
  id: string;
  [field: string]: unknown;
}

export interface Dashboard extends Stored {
  name: string;
  isReport: boolean;
  createdById: string;
  access: Access;
  insights: DashboardItem[];
  sectionHeaders: DashboardItem[];
  tagIds: string[];
}

/** A stored KPI group; whether it is a favourite is kept per user. */
export interface KpiGroup extends Stored {
  accountId: string;
  createdById: string;
  dateCreated: string;
  dateUpdated: string;
  modifiedById: string;
  name: string;
  favoriteOf: Set<string>;
}

/** Ids of linked records. */
export interface Links {
  goals: string[];
  kpis: string[];
  metrics: string[];
  sessions: string[];
}

export interface Kpi extends Stored {
  accountId: string;
  name: string;
  groups: string[];
  ownerIds: string[];
  tagIds: string[];
  linked: Links;
  /** The insight that feeds it. */
  insightId?: string | undefined;
}

export interface KpiSnapshot {
  id: string;
  date: string;
  value: number;
}

export interface Session extends Stored, Access {
  accountId: string;
  title: string;
  demo: boolean;
  tagIds: string[];
}

export interface Goal extends Stored {
  accountId: string;
  name: string;
  attainment: number;
  sessionId: string;
  ownerIds: string[];
  tagIds: string[];
  access: Access;
  linked: Links;
  /** The goal above. */
  parentId?: string | undefined;
}

export interface Metric extends Stored {
  name: string;
  goalId: string;
  ownerIds: string[];
  tagIds: string[];
  linked: Links;
}

export interface Task extends Stored {
  accountId: string;
  name: string;
  ownerId?: string | undefined;
  parentId?: string | undefined;
  parentType?: string | undefined;
}

export interface Badge extends Stored {
  accountId: string;
  name: string;
}

/** The giving of a badge to users or teams. */
export interface Assignation extends Stored {
  accountId: string;
  badgeId: string;
  status: string;
  assigneeIds: string[];
}

export interface Announcement extends Stored {
  authorId: string;
  comment: string;
}

type ById<T> = Map<string, T>;

export interface Account {
  id: string;
  name: string;
  domain: string;
  edition: string;
  planId: string;
  paid: boolean;
  users: ById<User>;
  teams: ById<Team>;
  roles: ById<Role>;
  scimGroups: ById<ScimGroup>;
  roleMappings: ById<RoleMapping>;
  permissions: ById<GlobalPermission>;
  customFields: ById<CustomField>;
  tags: ById<Tag>;
  insights: ById<Insight>;
  dashboards: ById<Dashboard>;
  kpiGroups: ById<KpiGroup>;
  kpis: ById<Kpi>;
  /** Snapshots by id of the KPI, the oldest first. */
  snapshots: Map<string, KpiSnapshot[]>;
  sessions: ById<Session>;
  goals: ById<Goal>;
  metrics: ById<Metric>;
  /** Id of the metric by id of the check-in. */
  checkins: Map<string, string>;
  tasks: ById<Task>;
  badges: ById<Badge>;
  assignations: ById<Assignation>;
  announcements: ById<Announcement>;
  /** What new items of a type start with. */
  defaultAccess: { session: Access; dashboard: Access };
  /** Names of the types that custom fields can apply to. */
  targetTypes: readonly string[];
  /** A new id: 24 hexadecimal digits. */
  newId(): string;
  /** The time now, as the service writes it. */
  now(): string;
}

export interface World {
  accounts: Map<string, Account>;
  /** Users by token. */
  tokens: Map<string, User>;
}
