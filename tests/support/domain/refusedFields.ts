/** Custom fields that must not come to be. Sections "Custom field", "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { Failure } from '../engine/outcome.ts';
import { tryMake } from '../records/creating.ts';
import { read } from '../records/subjects.ts';
import { isFieldName } from './fieldNames.ts';

const KIND = 'customField';

/** Judges that no field comes of this body, whatever 4xx says so. */
export async function expectRefused(t: Context, sent: JsonRecord, why: string): Promise<void> {
  const answer = await tryMake(t, KIND, sent);
  const { status, ok } = 'kindName' in answer ? answer.answer : answer;
  if (!ok) return;
  // A service may trim white space off a name; then the name that it stores is what counts.
  if ('kindName' in answer && String(sent.name).trim() !== sent.name) {
    const { name } = await read(t, KIND, answer.id);
    if (isFieldName(String(name))) return;
  }
  throw new Failure(`a custom field is created although ${why}`, {
    expected: 'a status of 4xx',
    received: status,
    exchange: 'kindName' in answer ? answer.answer : answer,
  });
}
