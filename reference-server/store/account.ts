/** State of the service: accounts, their users and their records, all in memory. */

export interface User {
  id: string;
  accountId: string;
  /** Whether the user has the permissions that writing needs. */
  canWrite: boolean;
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
  [field: string]: unknown;
}

/** A stored KPI group; whether it is a favourite is kept per user. */
export interface KpiGroup {
  accountId: string;
  createdById: string;
  dateCreated: string;
  dateUpdated: string;
  id: string;
  modifiedById: string;
  name: string;
  favoriteOf: Set<string>;
}

export interface Kpi {
  id: string;
  name: string;
  groups: string[];
}

export interface Account {
  id: string;
  paid: boolean;
  customFields: Map<string, CustomField>;
  kpiGroups: Map<string, KpiGroup>;
  kpis: Map<string, Kpi>;
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
