/** Updates of custom fields, in whichever form the target takes them. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { listedRecord } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { expectSent } from './sent.ts';

const KIND = 'customField';

export interface Updated {
  sent: JsonRecord;
  answer: Answer;
}

/**
 * Sends an update that a right target takes. Whether the body is a whole record or a part, and whether it may name what
 * never changes, is open: one of the forms must succeed.
 */
export async function update(t: Context, field: Made, changes: JsonRecord, as: Actor = 'first'): Promise<Updated> {
  const shown = await read(t, KIND, field.id);
  const whole = wholeField(field.sent, shown, changes);
  const { name: _name, type: _type, ...changeable } = whole;
  for (const sent of [whole, changeable, changes]) {
    const answer = await t.send('customFields.update', { ...at(KIND, field.id), body: sent, as });
    if (answer.ok) return { sent, answer };
  }
  return { sent: whole, answer: await t.ok('customFields.update', { ...at(KIND, field.id), body: whole, as }) };
}

/** Judges that the changes show by id and in the list, as soon as a target shows what was written. */
export async function expectStored(t: Context, { id }: Made, changes: JsonRecord): Promise<JsonRecord> {
  return eventually(t, async (s) => {
    const record = await read(s, KIND, id);
    await expectSent(s, record, changes, 'the read after an update');
    const inList = await listedRecord(s, KIND, id);
    s.expect(inList !== undefined, 'an updated field is not in the list', { expected: id, received: 'not listed' });
    await expectSent(s, inList as JsonRecord, changes, 'the list after an update');
    return record;
  });
}
