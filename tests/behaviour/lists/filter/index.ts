/** Parameter filter of every list. Section "Endpoints / Conventions" (filter). */
import type { Batch } from '../../../support/engine/check.ts';
import { operators } from './operators.ts';
import { reach } from './reach.ts';

export const listFilters: Batch = { title: 'Lists: filter', checks: [...operators, ...reach] };
