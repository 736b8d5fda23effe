/** Types of custom fields. Section "Custom field". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { fresh } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { expectField, notShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { body } from './bodies.ts';
import { accepted, expectRefusedOr, expectSent } from './sent.ts';

const KIND = 'customField';
const TYPES = ['string', 'number', 'bool', 'date'] as const;

/** Which spellings of an array type the target accepts; creates a field for each that it does. */
function arraySpellings(t: Context, element: string) {
  return t.once(`array of ${element}`, async () => {
    const spellings = [`array:[${element}]`, `array:${element}`];
    const tried = await Promise.all(
      spellings.map(async (type) => ({ type, answer: await tryMake(t, KIND, await typed(t, type)) })),
    );
    return tried;
  });
}

/** A field of this type, with the widget that fields of the type have in the account, if there are any. */
async function typed(t: Context, type: string): Promise<JsonRecord> {
  const known = (await readKind(fresh(t), KIND)).items.find((item) => item.type === type)?.visualizationKind;
  const { visualizationKind: _, ...rest } = await body(t, { type });
  return type === 'string'
    ? { ...rest, visualizationKind: _ }
    : { ...rest, ...(known !== undefined && { visualizationKind: known }) };
}

/** A field of this type, made once. */
const ofType = (t: Context, type: string): Promise<Made> =>
  t.once(`field of type ${type}`, async () => accepted(t, await typed(t, type)));

/** Fields of the types other than string, as far as the target accepts them. */
export async function ofOtherTypes(t: Context): Promise<Made[]> {
  const plain = await Promise.allSettled(TYPES.slice(1).map((type) => ofType(t, type)));
  const arrays = await Promise.all(TYPES.map((element) => arraySpellings(t, element)));
  return [
    ...plain.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : [])),
    ...arrays.flat().flatMap(({ answer }) => ('kindName' in answer ? [answer] : [])),
  ];
}

export const types: Check[] = [
  check('every type that is named is accepted', 'customFields.type-accepted', async (t) => {
    for (const type of TYPES.slice(1)) {
      const { id, sent } = await ofType(t, type);
      const record = await read(t, KIND, id);
      await expectField(t, KIND, record, 'type', type, 'the stored type is not the one that was sent');
      await expectSent(t, record, sent, 'the read by id');
    }
    for (const element of TYPES) {
      const tried = await arraySpellings(t, element);
      const made = tried.flatMap(({ type, answer }) => ('kindName' in answer ? [{ type, id: answer.id }] : []));
      t.expect(made.length > 0, `no array of ${element} is accepted, in either spelling`, {
        expected: 'one of the spellings is accepted',
        received: tried.map(({ type, answer }) => `${type}: ${'status' in answer ? answer.status : 'created'}`),
        ...(tried[0] && 'status' in tried[0].answer && { exchange: tried[0].answer }),
      });
      for (const { id } of made) {
        const { type } = await read(t, KIND, id);
        if (type === undefined) throw notShown(KIND, 'type');
        t.expect(
          [`array:[${element}]`, `array:${element}`].includes(String(type)),
          'the stored type is not the array that was sent',
          {
            expected: `an array of ${element}`,
            received: type,
            at: '/type',
          },
        );
      }
    }
  }),

  check('no other type is accepted', 'customFields.type-refused', async (t) => {
    for (const type of [
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
      'strings',
      'mystring',
    ]) {
      await expectRefused(t, await body(t, { type }), `its type is ${type}`);
    }
    for (const type of ['String', 'NUMBER', 'Array:[string]'])
      await expectRefusedOr(t, { type }, ({ type: stored }) => stored === undefined || String(stored) !== type);
  }),

  check('how array types are spelled', 'customFields.array-spelling', async (t) =>
    (await arraySpellings(t, 'string')).map(
      ({ type, answer }) => `${type}: ${'kindName' in answer ? `stored as ${answer.record.type}` : 'refused'}`,
    ),
  ),
];
