/** Sizes of the sample accounts. */

/** How many records of each kind an account has. */
export interface Size {
  users: number;
  teams: number;
  roles: number;
  scimGroups: number;
  customFields: number;
  tags: number;
  insights: number;
  dashboards: number;
  kpiGroups: number;
  kpis: number;
  sessions: number;
  goals: number;
  metrics: number;
  tasks: number;
  badges: number;
  announcements: number;
}

export const MAIN: Size = {
  users: 110,
  teams: 24,
  roles: 108,
  scimGroups: 6,
  customFields: 24,
  tags: 110,
  insights: 40,
  dashboards: 120,
  kpiGroups: 34,
  kpis: 125,
  sessions: 110,
  goals: 150,
  metrics: 115,
  tasks: 260,
  badges: 14,
  announcements: 12,
};

/** The accounts beside the main one. */
export const SMALL: Size = {
  users: 6,
  teams: 3,
  roles: 4,
  scimGroups: 2,
  customFields: 16,
  tags: 12,
  insights: 4,
  dashboards: 14,
  kpiGroups: 4,
  kpis: 10,
  sessions: 5,
  goals: 12,
  metrics: 8,
  tasks: 12,
  badges: 3,
  announcements: 3,
};
