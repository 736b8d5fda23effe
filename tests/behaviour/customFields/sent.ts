/** Judges that records show what was sent. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { isSameType } from '../../support/domain/fieldBodies.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import type { Made } from '../../support/records/creating.ts';
import { expectField, isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { orderless } from '../../support/values/orderless.ts';
import { exchangeOf } from '../../support/values/provenance.ts';

const KIND = 'customField';

const SENT_AS_IS = ['label', 'name', 'type', 'description', 'tooltip', 'filterable', 'visualizationKind'];

/**
 * Judges that a record shows what was sent: a text that fields of the account show is lost where it is absent. An answer to a
 * write may be brief; it has lost a text where it shows others.
 */
export async function expectSent(
  t: Context,
  record: JsonRecord,
  sent: JsonRecord,
  where: string,
  exchange?: Answer,
): Promise<void> {
  const isBrief = exchange !== undefined && SENT_AS_IS.every((field) => record[field] === undefined);
  for (const field of SENT_AS_IS) {
    const [wanted, received] = [sent[field], record[field]];
    if (wanted === undefined) continue;
    const isLost = !isBrief && typeof wanted === 'string' && wanted !== '' && (await isShown(t, KIND, [field]));
    if (received === undefined && !isLost) continue;
    const source = exchange ?? exchangeOf(record);
    t.expect(isSameType(wanted, received), `${where} shows another ${field} than was sent`, {
      expected: wanted,
      received,
      at: `/${field}`,
      exchange: source,
    });
  }
  const { targetTypes } = sent;
  const isLost =
    !isBrief && Array.isArray(targetTypes) && targetTypes.length > 0 && (await isShown(t, KIND, ['targetTypes']));
  if (targetTypes !== undefined && (record.targetTypes !== undefined || isLost))
    t.equal(
      orderless(record.targetTypes),
      orderless(sent.targetTypes),
      `${where} shows other target types`,
      exchange ?? exchangeOf(record),
    );
}

/** Judges that these fields are stored under the names that were sent. */
export async function expectNames(
  t: Context,
  made: readonly Made[],
  message = 'the stored name is not the one that was sent',
): Promise<void> {
  for (const { id, sent } of made)
    await eventually(t, async (s) => expectField(s, KIND, await read(s, KIND, id), 'name', sent.name, message));
}
