/** Every batch of the suite. */
import { customFields } from './behaviour/customFields.ts';
import { kpiGroups } from './behaviour/kpiGroups.ts';
import { permissions } from './behaviour/permissions.ts';
import { roles } from './behaviour/roles.ts';
import { users } from './behaviour/users.ts';
import { contractBatches } from './contract/index.ts';
import { customFieldLaws } from './properties/customFields.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import type { Batch } from './support/check.ts';

/** The long ones first, so that the workers end together. */
export const batches: readonly Batch[] = [
  kpiGroupLaws,
  customFieldLaws,
  customFields,
  kpiGroups,
  permissions,
  users,
  roles,
  ...contractBatches,
];
