/** What becomes of a body that is sent: a field that shows it, or none. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { Failure } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { expectField, isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { body } from './bodies.ts';

const KIND = 'customField';

/** Tries to create a field; a refused one is tried again under another name of the same form, which may have been taken. */
export async function accepted(
  t: Context,
  fields: JsonRecord,
  name: () => string = () => t.names.field(),
): Promise<Made> {
  let answer: Made | Answer | undefined;
  let sent: JsonRecord = {};
  for (let tries = 0; tries < 3; tries++) {
    sent = await body(t, { ...fields, name: name() });
    answer = await tryMake(t, KIND, sent);
    if ('kindName' in answer) return answer;
  }
  const { status, json } = answer as Answer;
  throw new Failure('a right custom field is not created', {
    expected: { status: 201, ...sent },
    received: (answer as Answer).ok ? json : status,
    exchange: answer as Answer,
  });
}

/** Judges that a body is refused, or taken for another that is right: a service may put the case of letters right. */
export async function expectRefusedOr(
  t: Context,
  wrong: JsonRecord,
  right: (stored: JsonRecord) => boolean,
): Promise<void> {
  const made = await tryMake(t, KIND, await body(t, wrong));
  if (!('kindName' in made)) return;
  const stored = await read(t, KIND, made.id);
  t.expect(right(stored), 'a custom field is created with a value that is none of those allowed', {
    expected: `another value than ${JSON.stringify(wrong)}`,
    received: Object.fromEntries(Object.keys(wrong).map((field) => [field, stored[field]])),
    exchange: made.answer,
  });
}

const SENT_AS_IS = ['label', 'name', 'type', 'description', 'tooltip', 'filterable', 'visualizationKind'];

/** Judges that a record shows what was sent: a text that fields of the account show is lost where it is absent. */
export async function expectSent(
  t: Context,
  record: JsonRecord,
  sent: JsonRecord,
  where: string,
  exchange?: Answer,
): Promise<void> {
  for (const field of SENT_AS_IS) {
    const [wanted, received] = [sent[field], record[field]];
    if (wanted === undefined) continue;
    if (received === undefined && !(typeof wanted === 'string' && wanted && (await isShown(t, KIND, [field]))))
      continue;
    t.expect(received === wanted, `${where} shows another ${field} than was sent`, {
      expected: wanted,
      received,
      at: `/${field}`,
      ...(exchange && { exchange }),
    });
  }
  const sorted = (types: unknown) => (Array.isArray(types) ? [...types].sort() : types);
  if (record.targetTypes !== undefined)
    t.equal(sorted(record.targetTypes), sorted(sent.targetTypes), `${where} shows other target types`, exchange);
}

/** Judges that these fields are stored under the names that were sent. */
export async function expectNames(
  t: Context,
  made: readonly Made[],
  message = 'the stored name is not the one that was sent',
): Promise<void> {
  for (const { id, sent } of made) await expectField(t, KIND, await read(t, KIND, id), 'name', sent.name, message);
}
