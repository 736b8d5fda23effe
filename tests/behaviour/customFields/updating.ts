/** Updates of custom fields, and what they leave. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Updated, updateWith } from '../../support/domain/fieldUpdates.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor } from '../../support/http/client.ts';
import { listedRecord } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { expectSent } from './sent.ts';

const KIND = 'customField';

/** Sends an update that a right target takes. */
export const update = async (t: Context, field: Made, changes: JsonRecord, as: Actor = 'first'): Promise<Updated> =>
  updateWith(t, field, await read(t, KIND, field.id), changes, as);

/** Judges that the changes show by id and in the list, as soon as a target shows what was written. */
export async function expectStored(t: Context, { id }: Made, changes: JsonRecord): Promise<JsonRecord> {
  return eventually(t, async (s) => {
    const record = await read(s, KIND, id);
    await expectSent(s, record, changes, 'the read after an update');
    const names = Object.keys(changes);
    if (names.every((name) => record[name] === undefined)) throw s.nothingShown(KIND, names);
    const inList = await listedRecord(s, KIND, id);
    s.expect(inList !== undefined, 'an updated field is not in the list', { expected: id, received: 'not listed' });
    await expectSent(s, inList as JsonRecord, changes, 'the list after an update');
    return record;
  });
}
