import type { Size } from '../../reference-server/store/sample/sizes.ts';

/**
 * A sample account that is large enough that nearly every check finds what it needs, and small enough to be judged often:
 * reading whole collections is what a run costs. What concerns pages needs the usual size.
 */
export const SMALLER: Size = {
  users: 16,
  teams: 6,
  roles: 8,
  scimGroups: 3,
  customFields: 14,
  tags: 14,
  insights: 6,
  dashboards: 20,
  kpiGroups: 10,
  kpis: 16,
  sessions: 18,
  goals: 26,
  metrics: 14,
  tasks: 14,
  badges: 5,
  announcements: 5,
};
