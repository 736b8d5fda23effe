/** Filters on values of a kind: letter case, lists, nested fields, dates. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import { plainConditions, tells, textFields, thresholds } from '../../../support/lists/conditions.ts';
import { type Field, fieldsOf } from '../../../support/lists/fields.ts';
import { matches, valuesAt } from '../../../support/lists/filters.ts';
import { spread } from '../../../support/values/sample.ts';
import { withinDays } from './besides.ts';
import { filtering } from './filtering.ts';

/** Values that stand in the list of some record behind another one. */
function behindOthers(items: readonly JsonRecord[], { path, values }: Field): Field['values'] {
  const behind = new Set(items.flatMap((item) => valuesAt(item, path)?.slice(1) ?? []));
  return values.filter((value) => behind.has(value));
}

const flipped = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

export const values: Check[] = [
  ...filtering(
    'lists.filter-case',
    'letters of another case are another text',
    'by a text with letters',
    (_, items, id) =>
      textFields(id, items)
        .filter(({ path }) => path !== 'email')
        .flatMap((field) =>
          spread(
            field.values.filter((value) => /^[\w ]*[a-zA-Z][\w ]*$/.test(String(value))),
            2,
          ).flatMap((value) => {
            const other = flipped(String(value));
            return [
              { [field.path]: other },
              { [field.path]: { $in: [other] } },
              { [field.path]: { $regex: `^${other}$` } },
            ];
          }),
        )
        .filter((filter) => items.some((record) => matches(filter, record) === undefined)),
    { cased: true },
  ),
  ...filtering('lists.filter-array', 'an entry of a list matches', 'by an entry of a list', (_, items, id) =>
    fieldsOf(id, items)
      .filter(({ list }) => list)
      .flatMap((field) => [
        ...[...spread(field.values, 2), ...spread(behindOthers(items, field), 2)].map((value) => ({
          [field.path]: value,
        })),
        { [field.path]: { $in: spread(field.values, 2) } },
      ])
      .filter((filter) => tells(filter, items)),
  ),
  ...filtering(
    'lists.filter-nested',
    'a dotted name reaches into an object',
    'by a nested field',
    (_, items, id) =>
      // Objects within lists only where there are no others.
      [false, true]
        .map((inList) => fieldsOf(id, items).filter(({ nested, list }) => nested && list === inList))
        .map((nested) => plainConditions(nested, items, 2).map(({ filter }) => filter))
        .find((filters) => filters.length > 0) ?? [],
  ),
  ...filtering(
    'lists.filter-dates',
    'dates are compared by time',
    'by a date',
    (fields, items) =>
      fields
        .filter(({ kind }) => kind === 'time')
        .slice(0, 4)
        .flatMap((field) =>
          thresholds(field, 3).flatMap((value) =>
            ['$gt', '$lt'].map((operator) => ({ [field.path]: { [operator]: value } })),
          ),
        )
        .filter((filter) => tells(filter, items)),
    { besides: withinDays },
  ),
];
