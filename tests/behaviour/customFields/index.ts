/** What the words say of custom fields. Sections "Custom field", "States and transitions", "Endpoints / Custom fields". */
import { customFieldLaws } from '../../properties/customFields.ts';
import type { Batch } from '../../support/engine/check.ts';
import { creatingFields } from './creating.ts';
import { furtherFields, learntUpdates } from './further.ts';
import { nameAndType } from './immutable.ts';
import { names } from './names.ts';
import { ownFields } from './ownFields.ts';
import { sameName } from './sameName.ts';
import { targets } from './targets.ts';
import { updatesAtOnce } from './together.ts';
import { twins } from './twins.ts';
import { types } from './types.ts';
import { updates } from './updates.ts';
import { fieldValues } from './values.ts';

/** The laws stand in the same batch, since custom fields cannot be deleted and all checks share a few. */
export const customFields: Batch = {
  title: 'behaviour: Custom fields',
  checks: [
    ...creatingFields,
    ...furtherFields,
    ...names,
    ...types,
    ...targets,
    ...updates,
    ...updatesAtOnce,
    ...twins,
    ...sameName,
    ...nameAndType,
    ...ownFields,
    ...learntUpdates,
    ...fieldValues,
    ...customFieldLaws,
  ],
};
