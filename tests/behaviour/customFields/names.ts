/** Names of custom fields. Sections "Custom field", "Limits". */

import { FORBIDDEN_SYMBOLS, fieldName, mayBeFieldName, type RightName } from '../../support/domain/fieldNames.ts';
import { fieldPool } from '../../support/domain/fieldPool.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { someOfKind } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { tryMake } from '../../support/records/creating.ts';
import { expectTaken, likeAccepted, sample } from './fields.ts';
import { expectNames } from './sent.ts';

const KIND = 'customField';

/** Judges that names of these forms were taken as they are. */
async function expectForms(t: Context, forms: readonly RightName[]): Promise<void> {
  const fields = (await fieldPool(t)).fields.filter(({ name }) => forms.includes(name));
  for (const field of fields) await expectTaken(t, field, 'name');
  await expectNames(
    t,
    fields.flatMap(({ made }) => made ?? []),
  );
}

async function expectRefusedNames(t: Context, names: readonly string[], why: (name: string) => string) {
  await Promise.all(names.map(async (name) => expectRefused(t, await likeAccepted(t, { name }), why(name))));
}

export const names: Check[] = [
  check('names of 4 and 14 symbols are accepted, of 3 and 15 refused', 'customFields.name-length', async (t) => {
    await expectForms(t, ['shortest', 'longest']);
    const plain = [3, 15, 1, 30].map((length) => fieldName(t, length));
    // Every symbol counts, whatever it is.
    const wrong = [...plain, `${fieldName(t, 1)}_1`, `${fieldName(t, 8)}_______`];
    await expectRefusedNames(t, [...wrong, ''], ({ length }) => `its name has ${length} symbols`);
    const { id: _id } = await sample(t);
    const beside = await likeAccepted(t, { name: fieldName(t, 3), _id });
    await expectRefused(t, beside, 'its name has 3 symbols, beside an _id');
  }),

  check('names begin with a lowercase letter', 'customFields.name-first', async (t) => {
    await expectForms(t, ['ordinary', 'shortest', 'longest']);
    const wrong = [...'AZ09_-$`{', '\u203F', '\uFF3F', '\u{1F600}'].map((first) => first + fieldName(t, 8));
    await expectRefusedNames(t, wrong, (name) => `its name begins with ${JSON.stringify(name.slice(0, -8))}`);
  }),

  check('names have letters, digits and underscores', 'customFields.name-symbols', async (t) => {
    await expectForms(t, ['ordinary', 'everySymbol', 'noDigit', 'upperLast', 'digitLast', 'like']);
    // Names of every length that is allowed: a rule for the first symbols may let the last one pass.
    const wrong = FORBIDDEN_SYMBOLS.flatMap((symbol, i) => [
      fieldName(t, 5) + symbol + fieldName(t, 4),
      fieldName(t, [13, 3, 5][i % 3] as number) + symbol,
    ]);
    await expectRefusedNames(t, wrong, (name) => `its name ${JSON.stringify(name)} has another symbol`);
  }),

  check('the names that the list shows keep the rule', 'customFields.name-shown', async (t) => {
    const { items, answer } = await someOfKind(t, KIND);
    const shown = items.flatMap(({ name }) => strings([name]));
    if (shown.length === 0) throw t.nothingShown(KIND, 'name');
    t.none(
      shown.filter((name) => !mayBeFieldName(name)),
      shown.length,
      'a custom field has a name that breaks the rule',
      answer,
    );
  }),

  check('two fields of the same name', 'customFields.duplicate-name', async (t) => {
    const { sent } = await sample(t);
    const answer = await tryMake(t, KIND, await likeAccepted(t, { name: sent.name }));
    return 'kindName' in answer ? 'allowed' : `answers ${answer.status}`;
  }),

  check('a body without name, type or target types', 'customFields.required-fields', async (t) => {
    const answers = await Promise.all(
      ['name', 'type'].map(async (field) => {
        const { [field]: _, ...rest } = await likeAccepted(t);
        const answer = await tryMake(t, KIND, rest);
        return `${field}: ${'kindName' in answer ? 'allowed' : `answers ${answer.status}`}`;
      }),
    );
    const bare = (await fieldPool(t)).fields.find(({ name }) => name === 'like');
    const refused = bare?.refusal?.blamed === 'targetTypes';
    return [...answers, `targetTypes: ${refused ? `answers ${bare.refusal?.answer.status}` : 'allowed'}`];
  }),
];
