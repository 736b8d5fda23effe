/** Every batch of the suite. */

import { announcements } from './behaviour/announcements.ts';
import { badges } from './behaviour/badges.ts';
import { customFields } from './behaviour/customFields.ts';
import { dashboards } from './behaviour/dashboards.ts';
import { employees } from './behaviour/employees.ts';
import { kpiGroups } from './behaviour/kpiGroups.ts';
import { kpis } from './behaviour/kpis.ts';
import { listFields } from './behaviour/listsFields.ts';
import { listFilters } from './behaviour/listsFilter.ts';
import { listFormatting } from './behaviour/listsFormatting.ts';
import { listPages } from './behaviour/listsPages.ts';
import { listSorts } from './behaviour/listsSort.ts';
import { listsTogether } from './behaviour/listsTogether.ts';
import { metrics } from './behaviour/metrics.ts';
import { permissions } from './behaviour/permissions.ts';
import { roles } from './behaviour/roles.ts';
import { sessions } from './behaviour/sessions.ts';
import { tags } from './behaviour/tags.ts';
import { tasks } from './behaviour/tasks.ts';
import { users } from './behaviour/users.ts';
import { contractBatches } from './contract/index.ts';
import { customFieldLaws } from './properties/customFields.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import { listLaws } from './properties/lists.ts';
import { tagLaws } from './properties/tags.ts';
import type { Batch } from './support/check.ts';

/** The long ones first, so that the workers end together. */
export const batches: readonly Batch[] = [
  customFieldLaws,
  kpiGroupLaws,
  listLaws,
  tagLaws,
  announcements,
  badges,
  customFields,
  dashboards,
  employees,
  kpiGroups,
  kpis,
  listFields,
  listFilters,
  listFormatting,
  listPages,
  listSorts,
  listsTogether,
  metrics,
  permissions,
  roles,
  sessions,
  tags,
  tasks,
  users,
  ...contractBatches,
];
