/** Custom fields that checks make once and share. Section "Endpoints / Custom fields". */

import type { Context } from '../../support/engine/context.ts';
import type { Made } from '../../support/records/creating.ts';
import { make } from '../../support/records/subjects.ts';
import { full } from './bodies.ts';
import { exclusive } from './exclusive.ts';

const KIND = 'customField';

// Custom fields cannot be deleted, so the checks share the few that they make.

/** A field with every text, made once; it is only read. */
export const sample = (t: Context) => t.once('shared field', async () => make(t, KIND, await full(t)));

/** Three fields made at the same time; they are only read. */
export const several = (t: Context) =>
  t.once('several fields', () =>
    Promise.all([true, false, true].map(async (filterable) => make(t, KIND, await full(t, filterable)))),
  );

/** Works on the one field that updates are tried on. */
export const updating = <T>(t: Context, work: (field: Made) => Promise<T>): Promise<T> =>
  exclusive(t, 'updated field', async () =>
    work(await t.once('updated field', async () => make(t, KIND, await full(t)))),
  );
