/** Every batch of the suite. */
import { announcements } from './behaviour/announcements.ts';
import { badges } from './behaviour/badges.ts';
import { customFields } from './behaviour/customFields.ts';
import { dashboards } from './behaviour/dashboards.ts';
import { employees } from './behaviour/employees.ts';
import { kpiGroups } from './behaviour/kpiGroups.ts';
import { kpis } from './behaviour/kpis.ts';
import { metrics } from './behaviour/metrics.ts';
import { sessions } from './behaviour/sessions.ts';
import { tags } from './behaviour/tags.ts';
import { tasks } from './behaviour/tasks.ts';
import { contractBatches } from './contract/index.ts';
import { customFieldLaws } from './properties/customFields.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import { tagLaws } from './properties/tags.ts';
import type { Batch } from './support/check.ts';

/** The long ones first, so that the workers end together. */
export const batches: readonly Batch[] = [
  kpiGroupLaws,
  customFieldLaws,
  tagLaws,
  customFields,
  kpiGroups,
  badges,
  tasks,
  metrics,
  sessions,
  employees,
  announcements,
  kpis,
  tags,
  dashboards,
  ...contractBatches,
];
