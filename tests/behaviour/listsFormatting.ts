/** Parameter formatting of every operation that lists it. Section "Resources / Conventions" (formatting). */
import type { Batch } from '../support/check.ts';
import { beside } from './listsFormatting/beside.ts';
import { onlyTexts } from './listsFormatting/onlyTexts.ts';
import { open } from './listsFormatting/open.ts';
import { values } from './listsFormatting/values.ts';
import { views } from './listsFormatting/views.ts';

export const listFormatting: Batch = {
  title: 'Lists: formatting',
  checks: [...values, ...views, ...onlyTexts, ...beside, ...open],
};
