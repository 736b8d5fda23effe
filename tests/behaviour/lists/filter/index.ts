/** Parameter filter of every list. Section "Endpoints / Conventions" (filter). */
import type { Batch } from '../../../support/engine/check.ts';
import { edgeCases } from './edgeCases.ts';
import { operators } from './operators.ts';
import { taken } from './taken.ts';

export const listFilters: Batch = { title: 'Lists: filter', checks: [...operators, ...taken, ...edgeCases] };
