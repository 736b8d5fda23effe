/**
 * State of the service: accounts and their records, all in memory. A record is stored once and names others by id;
 * what it embeds in an answer is composed by `views/`. Values of custom fields stand under the names of the fields.
 * Types of the fields that the specification lists come from its schemas.
 */
import type * as shown from '../../schemas/types.ts';

interface Stored {
  id: string;
  [field: string]: unknown;
}

/** Fields of a resource that a stored record always has. */
type With<Resource, Field extends keyof Resource> = Required<Pick<Resource, Field>>;
/** Fields that it may lack. */
type Maybe<Resource, Field extends keyof Resource> = { [Name in Field]?: Resource[Name] | undefined };

export interface User
  extends Stored,
    With<shown.User, 'accountId' | 'email' | 'firstName' | 'lastName' | 'name' | 'isActive' | 'teamIds'> {
  tagIds: string[];
  /** Roles given by hand. */
  roleIds: string[];
  /** Roles that came from SCIM groups when they were last worked out. */
  scimRoleIds: string[];
}

export interface Team extends Stored, With<shown.Team, 'accountId' | 'name' | 'manager'> {
  tagIds: string[];
}

export interface Role extends Stored, With<shown.Role, 'accountId' | 'name'>, Maybe<shown.Role, 'teamId'> {}

export interface ScimGroup extends Stored, With<shown.SCIMGroup, 'accountId' | 'memberIds'> {
  displayName: string;
}

/** Members of the SCIM groups have the role. */
export interface RoleMapping extends Stored {
  roleId: string;
  scimGroupIds: string[];
}

/** An action and the users and roles that may take it. */
export interface GlobalPermission extends Stored, With<shown.GlobalPermission, 'accountId' | 'action' | 'principals'> {}

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

export interface CustomField
  extends With<
      shown.CustomField,
      '_id' | 'accountId' | 'dateCreated' | 'lastModified' | 'name' | 'type' | 'targetTypes' | 'isPrivate'
    >,
    Maybe<shown.CustomField, 'visualizationKind'> {
  [field: string]: unknown;
}

export interface Tag extends Stored, With<shown.Tag, 'name' | 'title'> {
  /** The tag above. */
  parentId?: string | undefined;
}

export interface Insight extends Stored {
  name: string;
  title: string;
  tagIds: string[];
}

/** An insight or a section header at its place on a dashboard. */
interface DashboardItem {
  id: string;
  [field: string]: unknown;
}

export interface Dashboard extends Stored, With<shown.Dashboard, 'name' | 'isReport' | 'createdById'> {
  access: Access;
  insights: DashboardItem[];
  sectionHeaders: DashboardItem[];
  tagIds: string[];
}

/** A stored KPI group; whether it is a favourite is kept per user. */
export interface KpiGroup
  extends Stored,
    With<shown.KPIGroup, 'accountId' | 'createdById' | 'dateCreated' | 'dateUpdated' | 'modifiedById' | 'name'> {
  favoriteOf: Set<string>;
}

/** Ids of linked records. */
export interface Links {
  goals: string[];
  kpis: string[];
  metrics: string[];
  sessions: string[];
}

export interface Kpi extends Stored, With<shown.KPI, 'accountId' | 'name' | 'groups' | 'ownerIds'> {
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

export interface Session
  extends Stored,
    Access,
    With<shown.Session, 'accountId' | 'title' | 'demo'>,
    Maybe<shown.Session, 'start' | 'end'> {
  tagIds: string[];
}

export interface Goal extends Stored, With<shown.Goal, 'accountId' | 'sessionId'>, Maybe<shown.Goal, 'parentId'> {
  name: string;
  attainment: number;
  ownerIds: string[];
  tagIds: string[];
  access: Access;
  linked: Links;
}

export interface Metric extends Stored, With<shown.Metric, 'goalId'> {
  name: string;
  ownerIds: string[];
  tagIds: string[];
  linked: Links;
  /** A field of this server's own, by which clients find check-ins. */
  lastCheckInId?: string;
}

export interface Task
  extends Stored,
    With<shown.Task, 'accountId' | 'name'>,
    Maybe<shown.Task, 'ownerId' | 'parentId' | 'parentType' | 'sessionId'> {}

export interface Badge extends Stored, With<shown.Badge, 'accountId' | 'name'> {}

/** The giving of a badge to users or teams. */
export interface Assignation
  extends Stored,
    With<shown.AssignedBadge, 'accountId' | 'badgeId' | 'status' | 'assigneeIds'> {}

export interface Announcement extends Stored, With<shown.Announcement, 'authorId' | 'comment'> {}

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
