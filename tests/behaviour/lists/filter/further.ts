/** Operators of the same family as those that are named. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import { type Pair, pairs, plainConditions, tells } from '../../../support/lists/conditions.ts';
import type { Field } from '../../../support/lists/fields.ts';
import { filtering } from './filtering.ts';
import { compared, inLists, ORDERED } from './filters.ts';

/** Pairs of conditions; where no two fields overlap, of any two values. */
function either(
  found: readonly Pair[],
  fields: readonly Field[],
  items: readonly JsonRecord[],
): Pick<Pair, 'a' | 'b'>[] {
  const [a, ...others] = plainConditions(fields, items, 2);
  const b = others.at(-1);
  return found.length > 0 || !a || !b ? [...found] : [{ a, b }];
}

export const further: Check[] = [
  ...filtering('lists.filter-eq', '$eq gives what the plain value gives', 'by a value', (fields, items) =>
    plainConditions(fields, items, 1).map(({ field, value }) => ({ [field.path]: { $eq: value } })),
  ),
  ...filtering('lists.filter-ne', '$ne leaves out the value', 'by a value', (fields, items) =>
    plainConditions(fields, items, 2).map(({ field, value }) => ({ [field.path]: { $ne: value } })),
  ),
  ...filtering('lists.filter-nin', '$nin leaves out each of the values', 'by a value', (fields, items) =>
    fields
      .flatMap(inLists)
      .map((filter) => {
        const [[path, condition] = ['', {}]] = Object.entries(filter);
        return { [path]: { $nin: (condition as { $in: unknown[] }).$in } };
      })
      .filter((filter) => tells(filter, items)),
  ),
  ...filtering('lists.filter-gte', '$gte gives what is greater or equal', 'by order', compared('$gte', ORDERED)),
  ...filtering('lists.filter-lt', '$lt gives what is less', 'by order', compared('$lt', ORDERED)),
  ...filtering('lists.filter-lte', '$lte gives what is less or equal', 'by order', compared('$lte', ORDERED)),
  ...filtering('lists.filter-or', '$or gives the records that match any', 'by two fields', (fields, items, id) => {
    const all = either(pairs(id, items, 3), fields, items);
    const [one] = plainConditions(fields, items, 1).filter(({ filter }) =>
      all.some(({ a, b }) => tells({ $or: [a.filter, b.filter], ...filter }, items)),
    );
    return all.flatMap(({ a, b }) => [
      { $or: [a.filter, b.filter] },
      { $or: [b.filter, a.filter] },
      ...(one
        ? [
            { $or: [a.filter, b.filter], ...one.filter },
            { ...one.filter, $or: [b.filter, a.filter] },
          ]
        : []),
    ]);
  }),
];
