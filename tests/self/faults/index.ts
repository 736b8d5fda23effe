/** Every fault that the suite must catch. */
import { customFieldFaults } from './customFields.ts';
import { everyOperation } from './everyOperation.ts';
import type { Fault } from './fault.ts';
import { general } from './general.ts';
import { generalAccess } from './generalAccess.ts';
import { kpiGroupFaults } from './kpiGroups.ts';

export const faults: readonly Fault[] = [
  ...everyOperation,
  ...general,
  ...generalAccess,
  ...customFieldFaults,
  ...kpiGroupFaults,
];
