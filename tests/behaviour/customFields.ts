/** What the words say of custom fields. Sections "Custom field", "States and transitions", "Endpoints / Custom fields". */
import type { Batch } from '../support/check.ts';
import { creating } from './customFields/creating.ts';
import { nameAndType } from './customFields/immutable.ts';
import { names } from './customFields/names.ts';
import { ownFields } from './customFields/ownFields.ts';
import { reading } from './customFields/reading.ts';
import { targets } from './customFields/targets.ts';
import { types } from './customFields/types.ts';
import { updates } from './customFields/updates.ts';

export const customFields: Batch = {
  title: 'behaviour: Custom fields',
  checks: [...creating, ...names, ...types, ...targets, ...reading, ...updates, ...nameAndType, ...ownFields],
};
