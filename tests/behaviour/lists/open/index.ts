/** What the words leave open of lists: recorded, never judged. Section "Endpoints / Conventions". */
import type { Batch } from '../../../support/engine/check.ts';
import { openFilters } from './filters.ts';
import { openSorts } from './sorts.ts';
import { unlisted } from './unlisted.ts';

export const openLists: Batch = { title: 'Lists: open questions', checks: [...unlisted, ...openFilters, ...openSorts] };
