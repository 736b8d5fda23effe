/** Names of custom fields. Sections "Custom field", "Limits". */

import { fieldName } from '../../support/domain/fieldNames.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { tryMake } from '../../support/records/creating.ts';
import { body } from './bodies.ts';
import { sample } from './samples.ts';
import { accepted, expectNames } from './sent.ts';

const KIND = 'customField';

/** Right names of both bounds, with both ends of the alphabet at their beginning and of the symbols at their end; made once. */
const bounds = (t: Context) =>
  t.once('names of both bounds', () =>
    Promise.all([accepted(t, {}, () => `a${fieldName(t, 3)}`), accepted(t, {}, () => `z${fieldName(t, 12)}Z`)]),
  );

/** The name with letters in the place of digits. */
const letters = (name: string): string => name.replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

export const names: Check[] = [
  check('names of 4 and 14 symbols are accepted, of 3 and 15 refused', 'customFields.name-length', async (t) => {
    await expectNames(t, await bounds(t));
    for (const length of [3, 15, 1, 30]) {
      await expectRefused(t, await body(t, { name: fieldName(t, length) }), `its name has ${length} symbols`);
    }
    await expectRefused(t, await body(t, { name: '' }), 'its name is empty');
    const { id: _id } = await sample(t);
    await expectRefused(t, await body(t, { name: fieldName(t, 3), _id }), 'its name has 3 symbols, beside an _id');
  }),

  check('names begin with a lowercase letter', 'customFields.name-first', async (t) => {
    await bounds(t);
    for (const first of ['A', 'Z', '0', '9', '_', '-', '$', '`', '{']) {
      await expectRefused(t, await body(t, { name: first + fieldName(t, 8) }), `its name begins with ${first}`);
    }
  }),

  check('names have letters, digits and underscores', 'customFields.name-symbols', async (t) => {
    const right = [() => `${fieldName(t, 7)}AZaz_09`, () => `${letters(fieldName(t, 9))}__aZ_`];
    await expectNames(t, await Promise.all(right.map((name) => accepted(t, {}, name))));
    for (const wrong of ['-', ' ', '.', '$', '@', '/', '`', '[', '{', ':', '\u0000', '\n', '\u{1F600}']) {
      const [start, end] = [fieldName(t, 5), fieldName(t, 4)];
      await expectRefused(
        t,
        await body(t, { name: start + wrong + end }),
        `its name contains ${JSON.stringify(wrong)}`,
      );
      await expectRefused(t, await body(t, { name: start + wrong }), `its name ends with ${JSON.stringify(wrong)}`);
    }
  }),

  check('two fields of the same name', 'customFields.duplicate-name', async (t) => {
    const { sent } = await sample(t);
    const answer = await tryMake(t, KIND, await body(t, { name: sent.name }));
    return 'kindName' in answer ? 'allowed' : `answers ${answer.status}`;
  }),

  check('a body without name, type or target types', 'customFields.required-fields', async (t) => {
    const answers = await Promise.all(
      ['name', 'type', 'targetTypes', 'label'].map(async (field) => {
        const { [field]: _, ...rest } = await body(t);
        const answer = await tryMake(t, KIND, rest);
        return `${field}: ${'kindName' in answer ? 'allowed' : `answers ${answer.status}`}`;
      }),
    );
    return answers;
  }),
];
