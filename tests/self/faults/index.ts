/** Every fault that the suite must catch. */
import { customFieldFaults } from './customFields.ts';
import type { Fault } from './fault.ts';
import { kpiGroupFaults } from './kpiGroups.ts';

export const faults: readonly Fault[] = [...customFieldFaults, ...kpiGroupFaults];
