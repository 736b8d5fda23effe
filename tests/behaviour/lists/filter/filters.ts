/** Filters with lists of values, and with values in order. Section "Endpoints / Conventions" (filter). */
import { NOBODY, orderedFields, tells, thresholds } from '../../../support/lists/conditions.ts';
import type { Field } from '../../../support/lists/fields.ts';
import type { Filter } from '../../../support/lists/filters.ts';
import { spread } from '../../../support/values/sample.ts';
import type { Make } from './filtering.ts';

export const inLists = (field: Field): Filter[] => {
  const [first, middle, last] = spread(field.values);
  const nobody = field.kind === 'number' ? -987_654_321 : NOBODY;
  if (field.kind === 'boolean' || field.kind === 'time' || first === undefined) return [];
  return [
    { [field.path]: { $in: [first] } },
    ...(last === undefined ? [] : [{ [field.path]: { $in: [nobody, last, first] } }]),
    ...(middle === undefined ? [] : [{ [field.path]: { $in: [first, middle, nobody] } }]),
  ];
};

export const compared =
  (operator: string, kinds: readonly Field['kind'][]): Make =>
  (_, items, operationId) => {
    const fields = orderedFields(operationId, items).filter(({ kind }) => kinds.includes(kind));
    const numbers = fields.filter(({ kind }) => kind === 'number');
    return (numbers.length > 0 ? numbers : fields).slice(0, 4).flatMap((field) =>
      thresholds(field)
        .map((value) => ({ [field.path]: { [operator]: value } }))
        .filter((filter) => tells(filter, items)),
    );
  };

export const ORDERED = ['number', 'time', 'text'] as const;
