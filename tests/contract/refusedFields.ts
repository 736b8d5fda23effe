/** Which field of a body that the suite made up a target does not take. Sections "Endpoints / Tasks", "Errors". */
import { isRecord, kind, type Operation } from '../../schemas/contract.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { creates } from './writes.ts';

/**
 * The first field without which a create that was refused is taken; undefined where none is the only reason.
 * @param send sends a create and enters what it makes in the ledger
 */
export async function refusedField(
  operation: Operation,
  { body, ...input }: RequestInput,
  send: (input: RequestInput) => Promise<Answer>,
): Promise<string | undefined> {
  const { marker } = kind(creates(operation) ?? '');
  if (!isRecord(body)) return undefined;
  // One after the other: what is made may stay.
  for (const name of Object.keys(body).filter((key) => key !== marker)) {
    const { [name]: _, ...rest } = body;
    if ((await send({ ...input, body: rest })).ok) return name;
  }
  return undefined;
}
