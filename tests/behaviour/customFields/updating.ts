/** Updates of custom fields, and what they leave. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Updated, updateBody, updateWith } from '../../support/domain/fieldUpdates.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { otherAccount } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { listedRecord } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { textsIn } from '../../support/records/creationErrors.ts';
import { foreignIds } from '../../support/records/identifiers.ts';
import { read } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';
import { expectSent } from './sent.ts';

const KIND = 'customField';

/** Sends an update that a right target takes. */
export const update = async (t: Context, field: Made, changes: JsonRecord, as: Actor = 'first'): Promise<Updated> =>
  updateWith(t, field, await read(t, KIND, field.id), changes, as);

/** Judges that reading a field by id shows an update; gives the record. @throws NotTested when it shows none of what was changed */
export async function expectRead(t: Context, id: string, changes: JsonRecord, answer?: Answer): Promise<JsonRecord> {
  const record = await read(t, KIND, id);
  await expectSent(t, record, changes, 'the read after an update', answer);
  const names = Object.keys(changes);
  if (names.every((name) => record[name] === undefined)) throw t.nothingShown(KIND, names);
  return record;
}

/** Judges that the changes show by id and in the list, as soon as a target shows what was written. */
export async function expectStored(t: Context, { id }: Made, changes: JsonRecord): Promise<JsonRecord> {
  return eventually(t, async (s) => {
    const record = await expectRead(s, id, changes);
    const inList = await listedRecord(s, KIND, id);
    s.expect(inList !== undefined, 'an updated field is not in the list', { expected: id, received: 'not listed' });
    await expectSent(s, inList as JsonRecord, changes, 'the list after an update');
    return record;
  });
}

/** Judges that no text that was sent of one field shows in the other one. */
export function expectNoneOf(t: Context, sent: JsonRecord, shown: JsonRecord, message: string, exchange: Answer): void {
  const texts = new Set(Object.values(sent));
  const all = textsIn(shown);
  t.none(
    all.filter((text) => texts.has(text)),
    all.length,
    message,
    exchange,
  );
}

/** Judges that an update whose body names a field of another account writes nothing there, where that account can be looked at. */
export async function expectNothingElsewhere(t: Context, field: Made): Promise<void> {
  if (otherAccount(t.settings) === undefined) return;
  const [foreign] = await unlessUntested(foreignIds(t, KIND), []);
  if (foreign === undefined) return;
  const label = t.names.next('elsewhere');
  const body = { ...(await updateBody(t, field, { label })), _id: foreign };
  const answer = await t.send('customFields.update', { ...at(KIND, field.id), body });
  const there = await peek(t, KIND, foreign, 'other');
  expectNoneOf(t, { label }, there ?? {}, 'an update whose body names a field of another account writes there', answer);
}
