/** Parameter formatting of every operation that lists it. Section "Resources / Conventions" (formatting). */
import type { Batch } from '../../../support/engine/check.ts';
import { further } from './further.ts';
import { onlyTexts } from './onlyTexts.ts';
import { open } from './open.ts';
import { together } from './together.ts';
import { values } from './values.ts';
import { views } from './views.ts';

export const listFormatting: Batch = {
  title: 'Lists: formatting',
  checks: [...values, ...further, ...views, ...onlyTexts, ...together, ...open],
};
