/** Types of custom fields. Section "Custom field". */

import { elementOf, isSameType } from '../../support/domain/fieldBodies.ts';
import { fieldPool } from '../../support/domain/fieldPool.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { eventually } from '../../support/engine/retry.ts';
import { read } from '../../support/records/subjects.ts';
import { expectTaken, likeAccepted } from './fields.ts';

const KIND = 'customField';

/** Types that may be put right by who trims or lowers what is sent. */
const misspelled = (type: string): string[] => [
  `${type} `,
  ` ${type}`,
  type.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  type.toUpperCase(),
];

/** What is nearly a type: each is wrong for somebody who tests the beginning, the end, a part or the element alone. */
const nearly = (type: string): string[] => [
  `${type}s`,
  `${type}1`,
  `my${type}`,
  type.slice(0, -1),
  `array:[array:[${type}]]`,
  `array:[${type}`,
  `array:[${type}]s`,
  `array:array:${type}`,
];

const WRONG = [
  ...['string', 'date'].flatMap(nearly),
  ...['text', 'integer', 'object', 'array:[text]', 'array:object', 'array:any', 'array:[any]'],
  // Names that every object of some languages has.
  ...['constructor', 'toString', '__proto__', 'array:[constructor]'],
  ...['array', 'array:[]', 'array:[string,number]', 'string number'],
];

const PLAIN = ['string', 'number', 'bool', 'date'];
const isType = (type: unknown) => PLAIN.includes(elementOf(type) ?? String(type));

const MISSPELLED = ['string', 'number', 'array:[bool]'].flatMap(misspelled);

export const types: Check[] = [
  check('every type that is named is accepted', 'customFields.type-accepted', async (t) => {
    for (const field of (await fieldPool(t)).fields) {
      await expectTaken(t, field, 'type');
      if (field.made === undefined) continue;
      const { id } = field.made;
      await eventually(t, async (s) => {
        const record = await read(s, KIND, id);
        if (record.type === undefined) throw s.nothingShown(KIND, 'type');
        s.expect(isSameType(record.type, field.type), 'the stored type is not the one that was sent', {
          expected: field.type,
          received: record.type,
          at: '/type',
        });
      });
    }
  }),

  check('no other type is accepted', 'customFields.type-refused', async (t) => {
    await Promise.all(
      WRONG.map(async (type) =>
        expectRefused(t, await likeAccepted(t, { type }), `its type is ${JSON.stringify(type)}`),
      ),
    );
    await Promise.all(
      MISSPELLED.map(async (type) =>
        expectRefused(
          t,
          await likeAccepted(t, { type }),
          `its type is ${JSON.stringify(type)}`,
          (stored) => stored.type !== type,
        ),
      ),
    );
    // An empty text may count as one that is not given; what the service then takes is a type.
    const untyped = await likeAccepted(t, { type: '' });
    await expectRefused(t, untyped, 'its type is empty', ({ type }) => isType(type));
  }),

  check('how array types are spelled', 'customFields.array-spelling', async (t) =>
    (await fieldPool(t)).fields
      .filter(({ type }) => elementOf(type) !== undefined)
      .flatMap(({ made, refusedSpellings }) => [
        ...refusedSpellings.map((spelled) => `${spelled}: refused`),
        ...(made ? [`${made.sent.type}: stored as ${made.record.type}`] : []),
      ]),
  ),
];
