/** Every handler by operation id. */
import type { Handlers } from '../call.ts';
import { announcements } from './announcements.ts';
import { badges } from './badges.ts';
import { customFields } from './customFields.ts';
import { dashboards } from './dashboards.ts';
import { employees } from './employees.ts';
import { kpiGroups } from './kpiGroups.ts';
import { kpis } from './kpis.ts';
import { metrics } from './metrics.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { sessions } from './sessions.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';

export const handlers: Handlers = {
  ...announcements,
  ...badges,
  ...customFields,
  ...dashboards,
  ...employees,
  ...kpiGroups,
  ...kpis,
  ...metrics,
  ...permissions,
  ...roles,
  ...sessions,
  ...tags,
  ...tasks,
  ...users,
};
