/** Laws of custom fields: names are accepted exactly by the rule; name and type never change. */

import fc from 'fast-check';
import type { JsonRecord } from '../../schemas/contract.ts';
import { wholeField } from '../support/domain/fieldBodies.ts';
import { isFieldName } from '../support/domain/fieldNames.ts';
import { expectRefused } from '../support/domain/refusedFields.ts';
import { type Batch, check } from '../support/engine/check.ts';
import { at, type Context } from '../support/engine/context.ts';
import { Failure } from '../support/engine/outcome.ts';
import { property } from '../support/engine/property.ts';
import { fresh } from '../support/engine/retry.ts';
import { readKind } from '../support/lists/readList.ts';
import { bodies } from '../support/records/bodies.ts';
import { type Made, tryMake } from '../support/records/creating.ts';
import { isShown } from '../support/records/shownField.ts';
import { make, read } from '../support/records/subjects.ts';

const KIND = 'customField';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LOWER}${LOWER.toUpperCase()}0123456789_`;
/** Neighbours in ASCII of what is allowed, and what regular expressions, storage keys and trimming trip over. */
const FORBIDDEN = [
  '-',
  ' ',
  '.',
  '$',
  '@',
  '[',
  '`',
  '{',
  '/',
  ':',
  ',',
  '"',
  "'",
  '\\',
  '\t',
  '\n',
  '\u0000',
  '\u200B',
  '\u{1F600}',
];

const symbols = (from: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...from), { minLength: min, maxLength: max, size: 'max' }).map((chars) => chars.join(''));

/** Names around the rule: a quarter keeps it, the others break it in one way. */
export const fieldNames: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(symbols(LOWER, 1, 1), fc.oneof(symbols(SYMBOLS, 3, 3), symbols(SYMBOLS, 13, 13), symbols(SYMBOLS, 3, 13)))
    .map((parts) => parts.join('')),
  fc
    .tuple(symbols(LOWER, 1, 1), fc.oneof(symbols(SYMBOLS, 0, 2), symbols(SYMBOLS, 14, 18)))
    .map((parts) => parts.join('')),
  fc.tuple(symbols(`${LOWER.toUpperCase()}0123456789_`, 1, 1), symbols(SYMBOLS, 3, 13)).map((parts) => parts.join('')),
  fc
    .tuple(symbols(LOWER, 1, 1), symbols(SYMBOLS, 1, 6), fc.constantFrom(...FORBIDDEN), symbols(SYMBOLS, 1, 6))
    .map((parts) => parts.join('')),
);

/** Names that fields of the account have already, in lower case: a service may want names to be unique. */
async function taken(t: Context, name: string): Promise<boolean> {
  return (await readKind(fresh(t), KIND)).items.some((item) => String(item.name).toLowerCase() === name.toLowerCase());
}

async function expectByRule(t: Context, name: string): Promise<void> {
  const sent = { ...(await bodies.customField?.(t)), name };
  if (!isFieldName(name)) {
    await expectRefused(t, sent, `its name ${JSON.stringify(name)} breaks the rule`);
    return;
  }
  const made = await tryMake(t, KIND, sent);
  if ('kindName' in made) {
    const { name: stored = name } = await read(t, KIND, made.id);
    t.equal(stored, name, 'the stored name is not the one that was sent', made.answer);
  } else if (!(await taken(t, name))) {
    throw new Failure('a custom field with a right name is not created', {
      expected: 201,
      received: made.status,
      exchange: made,
    });
  }
}

interface Update {
  label: boolean;
  description: boolean;
  name: string | undefined;
  type: string | undefined;
}

const updates: fc.Arbitrary<Update[]> = fc.array(
  fc.record({
    label: fc.boolean(),
    description: fc.boolean(),
    name: fc.option(fieldNames.filter(isFieldName), { nil: undefined, freq: 2 }),
    type: fc.option(fc.constantFrom('number', 'bool', 'date', 'array:[string]', 'array:[number]'), {
      nil: undefined,
      freq: 2,
    }),
  }),
  { minLength: 1, maxLength: 6, size: 'max' },
);

async function update(t: Context, { id, sent }: Made, { label, description, name, type }: Update): Promise<void> {
  const before = await read(t, KIND, id);
  const changes: JsonRecord = {
    ...(label && { label: t.names.next('relabelled') }),
    ...(description && { description: t.names.next('described') }),
  };
  const body = wholeField(sent, before, {
    ...changes,
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
  });
  const answer = await t.send('customFields.update', { ...at(KIND, id), body });
  const after = await read(t, KIND, id);
  t.equal(
    { name: after.name, type: after.type },
    { name: before.name, type: before.type },
    'an update has changed name or type',
    answer,
  );
  // With another name or type the whole update may be refused, or that change alone ignored.
  if (name !== undefined || type !== undefined) return;
  t.expect(answer.ok, 'a right update is refused', { expected: 200, received: answer.status, exchange: answer });
  for (const [field, value] of Object.entries(changes))
    if (after[field] !== undefined || (await isShown(t, KIND, [field])))
      t.equal(after[field], value, `the ${field} is not stored`, answer);
}

export const customFieldLaws: Batch = {
  title: 'properties: Custom fields',
  checks: [
    check('names are accepted exactly when they keep the rule', 'customFields.name-rule', (t) =>
      property(t, fieldNames, (name) => expectByRule(t, name)),
    ),
    check('name and type stay, over any sequence of updates', 'customFields.immutable-model', async (t) => {
      const made = await make(t, KIND);
      await property(t, updates, async (sequence) => {
        for (const step of sequence) await update(t, made, step);
      });
    }),
  ],
};
