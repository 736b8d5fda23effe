/** Custom fields that must not come to be. Sections "Custom field", "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { tryMake } from '../records/creating.ts';
import { read } from '../records/subjects.ts';
import { isFieldName } from './fieldNames.ts';

const KIND = 'customField';

/**
 * Judges that no field comes of this body, whatever error says so. The same body made right must have been accepted before.
 * @param mended whether a stored field is right after all: a service may put a value right
 */
export async function expectRefused(
  t: Context,
  sent: JsonRecord,
  why: string,
  mended: (stored: JsonRecord) => boolean = renamed(sent),
): Promise<void> {
  const made = await tryMake(t, KIND, sent);
  const answer = 'kindName' in made ? made.answer : made;
  if ('kindName' in made && mended(await read(t, KIND, made.id))) return;
  t.expect(!answer.ok, `a custom field is created although ${why}`, { expected: 'a status of 4xx', received: answer });
}

/** What is left of a text for who takes out what nobody sees, and writes signs in one way. */
const cleaned = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/**
 * A service may clean the texts that it is given before it looks at them, or make a name of its own where it is given none
 * or an empty text; then the name that it stores is what counts.
 */
const renamed = ({ name: sent }: JsonRecord) => {
  const renames = typeof sent === 'string' && (sent === '' || cleaned(sent) !== sent);
  return ({ name }: JsonRecord) => renames && typeof name === 'string' && isFieldName(name);
};
