/** Every batch of the suite. */

import { announcements } from './behaviour/announcements.ts';
import { badges } from './behaviour/badges.ts';
import { customFields } from './behaviour/customFields.ts';
import { employees } from './behaviour/employees.ts';
import { kpiGroups } from './behaviour/kpiGroups.ts';
import { metrics } from './behaviour/metrics.ts';
import { permissions } from './behaviour/permissions.ts';
import { roles } from './behaviour/roles.ts';
import { sessions } from './behaviour/sessions.ts';
import { tasks } from './behaviour/tasks.ts';
import { users } from './behaviour/users.ts';
import { contractBatches } from './contract/index.ts';
import { customFieldLaws } from './properties/customFields.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import type { Batch } from './support/check.ts';

/** The long ones first, so that the workers end together. */
export const batches: readonly Batch[] = [
  customFieldLaws,
  kpiGroupLaws,
  announcements,
  badges,
  customFields,
  employees,
  kpiGroups,
  metrics,
  permissions,
  roles,
  sessions,
  tasks,
  users,
  ...contractBatches,
];
