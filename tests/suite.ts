/** Every batch of the suite. */
import { announcements } from './behaviour/announcements/index.ts';
import { badges } from './behaviour/badges/index.ts';
import { customFields } from './behaviour/customFields/index.ts';
import { dashboards } from './behaviour/dashboards/index.ts';
import { employees } from './behaviour/employees/index.ts';
import { kpiGroups } from './behaviour/kpiGroups/index.ts';
import { kpis } from './behaviour/kpis/index.ts';
import { listFields } from './behaviour/lists/fields.ts';
import { listFilters } from './behaviour/lists/filter/index.ts';
import { listFormatting } from './behaviour/lists/formatting/index.ts';
import { openLists } from './behaviour/lists/open/index.ts';
import { listPages } from './behaviour/lists/pages/index.ts';
import { listSorts } from './behaviour/lists/sort.ts';
import { metrics } from './behaviour/metrics/index.ts';
import { permissions } from './behaviour/permissions/index.ts';
import { roles } from './behaviour/roles/index.ts';
import { sessions } from './behaviour/sessions/index.ts';
import { tags } from './behaviour/tags/index.ts';
import { tasks } from './behaviour/tasks/index.ts';
import { users } from './behaviour/users/index.ts';
import { firstReadsBatch } from './contract/firstReads.ts';
import { contractBatches } from './contract/index.ts';
import { lawsOfOthers } from './laws/index.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import { listLaws } from './properties/lists.ts';
import type { Batch } from './support/engine/check.ts';

/** What must come before all others, then the long ones, so that the workers end together; tasks and announcements behind users, whom they name when they are new. */
export const batches: readonly Batch[] = [
  firstReadsBatch,
  kpiGroupLaws,
  customFields,
  kpiGroups,
  badges,
  metrics,
  sessions,
  employees,
  lawsOfOthers,
  tags,
  kpis,
  dashboards,
  permissions,
  users,
  tasks,
  announcements,
  roles,
  listLaws,
  listFilters,
  listSorts,
  listPages,
  listFormatting,
  listFields,
  openLists,
  ...contractBatches,
];
