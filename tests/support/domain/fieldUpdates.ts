/** Updates of custom fields, in whichever form the target takes them. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { at } from '../http/at.ts';
import type { Actor, Answer } from '../http/client.ts';
import type { Made } from '../records/creating.ts';
import { wholeField } from './fieldBodies.ts';

const KIND = 'customField';

export interface Updated {
  sent: JsonRecord;
  answer: Answer;
}

/** The lists of a field, empty: a target that leaves empty ones out of its answers may still want them in a whole record. */
const NO_LISTS = { targetTypes: [], targetIds: [] };

/**
 * Bodies with the same changes: a whole record, one that does not name what never changes, the changes alone, and the whole
 * record with the lists that it does not show.
 */
export function updateForms(field: Made, shown: JsonRecord, changes: JsonRecord): readonly JsonRecord[] {
  const whole = wholeField(field.sent, shown, changes);
  const { name: _name, type: _type, ...changeable } = whole;
  return [whole, changeable, changes, { ...NO_LISTS, ...whole }];
}

/** Which form of updates the target takes, tried once per batch; the first one where it takes none. */
const takenForm = (t: Context, field: Made): Promise<number> =>
  t.once('form of updates', async () => {
    const forms = updateForms(field, {}, { label: t.names.next('relabelled') });
    for (const [form, body] of forms.entries())
      if ((await t.send('customFields.update', { ...at(KIND, field.id), body })).ok) return form;
    return 0;
  });

/** The body of an update in the form that the target takes. */
export async function updateBody(t: Context, field: Made, changes: JsonRecord): Promise<JsonRecord> {
  return updateForms(field, {}, changes)[await takenForm(t, field)] as JsonRecord;
}

/**
 * Sends an update in one form after the other, until one is accepted: whether the body is a whole record or a part, and
 * whether it may name what never changes, is open. Undefined when none is.
 * @param shown the field as it was read
 */
export async function tryUpdate(
  t: Context,
  field: Made,
  shown: JsonRecord,
  changes: JsonRecord,
  as: Actor = 'first',
): Promise<Updated | undefined> {
  for (const sent of updateForms(field, shown, changes)) {
    const answer = await t.send('customFields.update', { ...at(KIND, field.id), body: sent, as });
    if (answer.ok) return { sent, answer };
  }
  return undefined;
}

/**
 * Sends an update with texts, which a right target takes, and with what it may refuse to change: all of that, each alone,
 * then the texts alone.
 * @returns also the changes that were taken
 */
export async function updateAsTaken(
  t: Context,
  field: Made,
  shown: JsonRecord,
  texts: JsonRecord,
  others: JsonRecord,
  as: Actor = 'first',
): Promise<Updated & { changes: JsonRecord }> {
  for (const more of [others, ...Object.entries(others).map(([name, value]) => ({ [name]: value }))]) {
    const changes = { ...texts, ...more };
    const done = await tryUpdate(t, field, shown, changes, as);
    if (done) return { ...done, changes };
  }
  return { ...(await updateWith(t, field, shown, texts, as)), changes: texts };
}

/** Sends an update that a right target takes in one of the forms. */
export async function updateWith(
  t: Context,
  field: Made,
  shown: JsonRecord,
  changes: JsonRecord,
  as: Actor = 'first',
): Promise<Updated> {
  const done = await tryUpdate(t, field, shown, changes, as);
  if (done) return done;
  const sent = wholeField(field.sent, shown, changes);
  return { sent, answer: await t.ok('customFields.update', { ...at(KIND, field.id), body: sent, as }) };
}
