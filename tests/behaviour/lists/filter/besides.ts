/** Filters that look for one mistake each, so that none of them is left out. Section "Endpoints / Conventions" (filter). */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import {
  NOBODY,
  orderedFields,
  plainConditions,
  tells,
  textFields,
  thresholds,
} from '../../../support/lists/conditions.ts';
import type { Field } from '../../../support/lists/fields.ts';
import { type Filter, matches } from '../../../support/lists/filters.ts';
import { PAGE } from '../../../support/lists/matchErrors.ts';
import { idOf } from '../../../support/records/answers.ts';
import { spread } from '../../../support/values/sample.ts';
import type { Make } from './filtering.ts';

/** Characters of a query that servers take. */
const LONGEST = 3000;

/** What parameters, JSON or patterns might take for something else. */
const SPECIAL: readonly RegExp[] = [/\+/, /"/, /'/, /&/, /%/, /#/, /</, /\\/, /\//, /,/, /[^\x20-\x7E]/];

/** Whole values with special characters: one with each. */
export const special: Make = (_, items, operationId) => {
  const values = textFields(operationId, items).flatMap(({ path, values }) =>
    values.map((value) => ({ path, value: String(value) })),
  );
  const found = SPECIAL.flatMap((character) => values.find(({ value }) => character.test(value)) ?? []);
  return [...new Set(found)].map(({ path, value }) => ({ [path]: value }));
};

/** Texts of a field, those first that the fewest records have. */
const rareTexts = ({ values }: Field): string[] => values.map(String).filter((value) => value.length > 2);

/** Values that together make no request too long to be sent. */
function short(values: Field['values']): Field['values'] {
  let length = 0;
  return values.filter((value) => {
    length += encodeURIComponent(JSON.stringify(value)).length;
    return length < LONGEST;
  });
}

/** $in with about as many values as a page has records, of ids and of texts; then with the beginning of a value, and with more than one. */
export const longLists: Make = (_, items, operationId) => {
  const most = Math.min(PAGE, items.length) - 1;
  const ids = items.map(idOf).filter((id) => typeof id === 'string');
  const texts = textFields(operationId, items);
  const [varied] = [...texts].sort((a, b) => b.values.length - a.values.length);
  const beginnings = texts.slice(0, 3).map((field): Filter => {
    const [a = '', b = NOBODY, c = ''] = spread(rareTexts(field));
    return { [field.path]: { $in: [a.slice(0, -1), b, `${c} and more`] } };
  });
  return [
    { _id: { $in: short(spread(ids, most)) } },
    ...(varied ? [{ [varied.path]: { $in: short(varied.values).slice(0, most) } }] : []),
    ...beginnings,
  ].filter((filter) => tells(filter, items));
};

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ]*$/;

/** Either of two texts, without anchors or groups; then any text at all, of a field that some records lack. */
export const alternatives: Make = (fields, items, operationId) => {
  const texts = textFields(operationId, items);
  const either = texts.flatMap((field): Filter[] => {
    const [a, b] = rareTexts(field).filter((text) => PLAIN.test(text));
    return a === undefined || b === undefined ? [] : [{ [field.path]: { $regex: `${a}|${b}` } }];
  });
  // A description may be stored in another form than it is shown, but is a text in any.
  const lacked = [...texts.map(({ path }) => path), 'description'].filter(
    (path) => items.some((item) => typeof item[path] === 'string') && items.some((item) => item[path] === undefined),
  );
  return [
    ...wholeTexts(fields, items, operationId),
    ...spread(either, 3),
    ...lacked.slice(0, 1).map((path) => ({ [path]: { $regex: '.' } })),
  ].filter((filter) => tells(filter, items));
};

/** Values that few exceed, of fields that some records lack: these are not greater. */
export const greaterThanNothing: Make = (_, items, operationId) =>
  orderedFields(operationId, items)
    .filter(({ present }) => present < items.length)
    .flatMap((field): Filter[] => {
      const values = thresholds(field, 8);
      return values.slice(-3).map(($gt) => ({ [field.path]: { $gt } }));
    })
    .filter((filter) => tells(filter, items))
    .slice(-3);

/** Four records that tell three conditions apart: the first is to match all, each other one all but one. */
function four(items: readonly JsonRecord[]): readonly JsonRecord[] {
  const found = spread(
    items.filter((item) => typeof idOf(item) === 'string'),
    4,
  );
  return found.length === 4 ? found : [];
}

const amongIds = (records: readonly (JsonRecord | undefined)[]): Filter => ({
  _id: { $in: records.flatMap((record) => (record ? [idOf(record)] : [])) },
});

/** Three conditions that count each: of ids, and of texts where the records show any. */
export const triples: Make = (_, items, operationId) => {
  const [all, ab, ac, bc] = four(items);
  if (!all) return [];
  const [a, b, c] = [amongIds([all, ab, ac]), amongIds([all, ab, bc]), amongIds([all, ac, bc])];
  const text = textFields(operationId, items).find(({ path }) => all[path] !== undefined && all[path] !== ab?.[path]);
  const byText = text && {
    [text.path]: {
      $in: [all, ac, bc].flatMap((record) => (record?.[text.path] === undefined ? [] : [record[text.path]])),
    },
  };
  return [[a, b, c], ...(byText ? [[byText, a, b]] : [])].map(($and) => ({ $and }));
};

/** A condition beside _id, beside $and and within it. */
export const besideIds: Make = (fields, items) => {
  const [condition] = plainConditions(fields, items, 2);
  if (!condition) return [];
  const own = condition.filter;
  const half = (match: boolean) => {
    const found = items.filter((item) => matches(own, item) === match && typeof idOf(item) === 'string');
    return spread(found.slice(0, Math.ceil(found.length / 2)), 3);
  };
  const ids = amongIds([...half(true), ...half(false)]);
  return [
    { ...ids, ...own },
    { ...own, $and: [ids] },
    { $and: [own], ...ids },
  ];
};

/** A pattern that some records match from end to end, written with signs that a query string has for itself. */
export const wholeTexts: Make = (_, items, operationId) => {
  const [text] = textFields(operationId, items).sort((a, b) => b.present - a.present);
  if (!text) return [];
  const fitting = items.filter(
    (item) => /^[\w ]+$/.test(String(item[text.path] ?? '')) && typeof idOf(item) === 'string',
  );
  return fitting.length < 2 ? [] : [{ ...amongIds(fitting.slice(0, 8)), [text.path]: { $regex: '^[^%&]+$' } }];
};

/** Days on which something happened, from their first to their last second, written as the records show their times. */
export const withinDays: Make = (fields, items) =>
  fields
    .filter(({ kind }) => kind === 'time')
    .slice(0, 3)
    .flatMap((field) =>
      thresholds(field, 3).map((value): Filter => {
        const at = (time: string) => String(value).replace(/\d{2}:\d{2}:\d{2}/, time);
        return { [field.path]: { $gt: at('00:00:00'), $lt: at('23:59:59') } };
      }),
    )
    .filter((filter) => tells(filter, items));
