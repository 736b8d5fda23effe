/** Plain values, the operators that are named, and several together. Section "Endpoints / Conventions" (filter). */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import { pairs, patterns, plainConditions, tells, textFields } from '../../../support/lists/conditions.ts';
import type { Field } from '../../../support/lists/fields.ts';
import { type Filter, matches } from '../../../support/lists/filters.ts';
import { idOf } from '../../../support/records/answers.ts';
import { spread } from '../../../support/values/sample.ts';
import { alternatives, besideIds, greaterThanNothing, longLists, special, triples } from './besides.ts';
import { filtering } from './filtering.ts';
import { compared, inLists, ORDERED } from './filters.ts';

export const named: Check[] = [
  ...filtering(
    'lists.filter-equals',
    'a plain value gives the records that have it',
    'by a value',
    (fields, items) => [...plainConditions(fields, items, 2).map(({ filter }) => filter), ...parts(fields)],
    { besides: special },
  ),

  ...filtering(
    'lists.filter-in',
    '$in gives the records that have any of the values',
    'by $in',
    (fields, items) => {
      const ids = spread(items.map(idOf)).filter((id) => typeof id === 'string');
      const byId = [{ _id: { $in: ids } }, { _id: { $in: ids.slice(-1) } }];
      return [...byId, ...fields.flatMap(inLists)].filter((filter) => tells(filter, items));
    },
    { besides: longLists },
  ),

  ...filtering(
    'lists.filter-regex',
    '$regex gives the records whose text it matches',
    'by $regex',
    (_, items, id) =>
      textFields(id, items).flatMap((field) =>
        patterns(field)
          .map(($regex) => ({ [field.path]: { $regex } }))
          .filter((filter) => items.some((record) => matches(filter, record) === false)),
      ),
    { besides: alternatives },
  ),

  ...filtering(
    'lists.filter-gt',
    '$gt gives the records whose value is greater',
    'by order',
    compared('$gt', ORDERED),
    { besides: greaterThanNothing },
  ),

  ...filtering(
    'lists.filter-and',
    '$and gives the records that match all',
    'by two fields',
    (fields, items, id) => {
      const both = pairs(id, items).flatMap(({ a, b }) => [
        { $and: [a.filter, b.filter] },
        { $and: [b.filter, a.filter] },
      ]);
      return [...both, ...oneField(fields, items).map((conditions) => ({ $and: conditions }))];
    },
    { besides: triples },
  ),

  ...filtering(
    'lists.filter-several',
    'several fields or operators must all match',
    'by two fields',
    (fields, items, id) => {
      const both = pairs(id, items).flatMap(({ a, b }) => [
        { ...a.filter, ...b.filter },
        { ...b.filter, ...a.filter },
      ]);
      const one = oneField(fields, items).map((conditions) => {
        const path = Object.keys(conditions[0] as Filter)[0] as string;
        return { [path]: Object.assign({}, ...conditions.map((condition) => condition[path])) };
      });
      return [...both, ...one];
    },
    { besides: besideIds },
  ),
];

/** Filters with the beginning of a text, which is not the text. */
const parts = (fields: readonly Field[]): Filter[] =>
  fields
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ path, values }) => spread(values, 1).map((value) => ({ [path]: String(value).slice(0, -1) })))
    .filter((filter) => Object.values(filter)[0] !== '');

/** Two conditions on one field that overlap: both together match some records, but fewer than either. */
function oneField(fields: readonly Field[], items: readonly JsonRecord[]): (readonly [Filter, Filter])[] {
  return fields
    .filter(({ kind }) => kind !== 'boolean' && kind !== 'time')
    .flatMap((field): (readonly [Filter, Filter])[] => {
      const [a, b, c] = spread(field.values);
      if (a === undefined || b === undefined || c === undefined) return [];
      const within = { [field.path]: { $in: [a, b] } };
      const [low] = [a, b].sort((x, y) => (x < y ? -1 : 1));
      const other = field.kind === 'number' ? { [field.path]: { $gt: low } } : { [field.path]: { $regex: `^${b}$` } };
      if (
        (field.kind === 'text' && !/^[\w ]+$/.test(String(b))) ||
        field.kind === 'id' ||
        !tells({ $and: [within, other] }, items)
      )
        return [];
      return [
        [within, other],
        [other, within],
      ];
    })
    .slice(0, 6);
}
