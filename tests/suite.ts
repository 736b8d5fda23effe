/** Every batch of the suite. */
import { customFields } from './behaviour/customFields.ts';
import { kpiGroups } from './behaviour/kpiGroups.ts';
import { listFields } from './behaviour/listsFields.ts';
import { listFilters } from './behaviour/listsFilter.ts';
import { listFormatting } from './behaviour/listsFormatting.ts';
import { listPages } from './behaviour/listsPages.ts';
import { listSorts } from './behaviour/listsSort.ts';
import { listsTogether } from './behaviour/listsTogether.ts';
import { contractBatches } from './contract/index.ts';
import { customFieldLaws } from './properties/customFields.ts';
import { kpiGroupLaws } from './properties/kpiGroups.ts';
import { listLaws } from './properties/lists.ts';
import type { Batch } from './support/check.ts';

/** The long ones first, so that the workers end together. */
export const batches: readonly Batch[] = [
  listLaws,
  kpiGroupLaws,
  customFieldLaws,
  listFilters,
  listSorts,
  listPages,
  listFormatting,
  listFields,
  listsTogether,
  customFields,
  kpiGroups,
  ...contractBatches,
];
