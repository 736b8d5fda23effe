/** A create that is wrong in one field, right before the same made right: what was refused must not count. Section "Errors" (400). */
import { isRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import type { Actor } from '../http/client.ts';
import { idsOf } from './answers.ts';
import { entriesSent, openRecords, withEntries } from './openCreations.ts';

/** No text, and nothing that can be made one. */
const NO_TEXT = { gcNoText: true };

/** The body with what is no text in the field by which its records are known again; undefined where it does not say it. */
function wrongly(kindName: string, body: unknown): unknown {
  const { marker = '' } = kind(kindName);
  const entries = entriesSent(body);
  if (entries.length === 0 || !entries.every((one) => typeof one[marker] === 'string')) return undefined;
  const wrong = entries.map((one) => ({ ...one, [marker]: NO_TEXT }));
  return withEntries(body, wrong) ?? (isRecord(body) && marker in body ? wrong[0] : undefined);
}

/** Sends the body wrongly. That it is refused is judged elsewhere: a record that comes of it is entered in the ledger. */
export async function refuseFirst(t: Context, kindName: string, body: unknown, as: Actor): Promise<void> {
  const wrong = wrongly(kindName, body);
  if (wrong === undefined) return;
  const { create = '', id } = kind(kindName);
  const answer = await unlessUntested(t.send(create, { body: wrong, as }), undefined);
  if (!answer?.ok) return;
  const made = isRecord(answer.json) && typeof answer.json[id] === 'string' ? [answer.json] : openRecords(answer.json);
  for (const one of idsOf(made, id)) t.ledger.add(kindName, one, as);
}
