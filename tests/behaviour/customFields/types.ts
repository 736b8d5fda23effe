/** Types of custom fields. Section "Custom field". */

import { elementOf, isSameType } from '../../support/domain/fieldBodies.ts';
import { fieldPool } from '../../support/domain/fieldPool.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { eventually } from '../../support/engine/retry.ts';
import { read } from '../../support/records/subjects.ts';
import { expectTaken, likeAccepted } from './fields.ts';

const KIND = 'customField';

const WRONG = [
  'text',
  'integer',
  'object',
  'datetime',
  'array',
  'array:[text]',
  'array:object',
  'array:[array:[string]]',
  'array:array:string',
  'array:any',
  'array:[any]',
  'array:[]',
  'array:[string,number]',
  'strings',
  'mystring',
  'string number',
  '',
];

/** Types in other letters: a service may put their case right. */
const MISSPELLED = ['String', 'NUMBER', 'Array:[string]'];

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
        expectRefused(t, await likeAccepted(t, { type }), `its type is ${type}`, (stored) => stored.type !== type),
      ),
    );
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
