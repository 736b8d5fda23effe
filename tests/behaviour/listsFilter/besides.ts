/** Filters that look for one mistake each, so that none of them is left out. Section "Endpoints / Conventions" (filter). */
import { idOf } from '../../support/collections.ts';
import { NOBODY, orderedFields, pairs, tells, textFields, thresholds } from '../../support/conditions.ts';
import type { JsonRecord } from '../../support/context.ts';
import { type Filter, matches } from '../../support/filters.ts';
import type { Field } from '../../support/listFields.ts';
import { spread } from '../../support/spread.ts';
import { PAGE } from '../../support/wrongMatches.ts';
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

/** $in with about as many values as a page has records, of ids and of texts; then with the beginning of a value. */
export const longLists: Make = (_, items, operationId) => {
  const most = Math.min(PAGE, items.length) - 1;
  const ids = items.map(idOf).filter((id) => typeof id === 'string');
  const texts = textFields(operationId, items);
  const [varied] = [...texts].sort((a, b) => b.values.length - a.values.length);
  const beginnings = texts.slice(0, 3).map((field): Filter => {
    const [a = '', b = NOBODY] = spread(rareTexts(field), 2);
    return { [field.path]: { $in: [a.slice(0, -1), b] } };
  });
  return [
    { _id: { $in: spread(ids, most) } },
    ...(varied ? [{ [varied.path]: { $in: short(varied.values).slice(0, most) } }] : []),
    ...beginnings,
  ].filter((filter) => tells(filter, items));
};

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ]*$/;

/** Either of two texts, without anchors or groups; then any text at all, of a field that some records lack. */
export const alternatives: Make = (_, items, operationId) => {
  const texts = textFields(operationId, items);
  const either = texts.flatMap((field): Filter[] => {
    const [a, b] = rareTexts(field).filter((text) => PLAIN.test(text));
    return a === undefined || b === undefined ? [] : [{ [field.path]: { $regex: `${a}|${b}` } }];
  });
  // A description may be stored in another form than it is shown, but is a text in any.
  const lacked = [...texts.map(({ path }) => path), 'description'].filter(
    (path) => items.some((item) => typeof item[path] === 'string') && items.some((item) => item[path] === undefined),
  );
  return [...spread(either, 3), ...lacked.slice(0, 1).map((path) => ({ [path]: { $regex: '.' } }))].filter((filter) =>
    tells(filter, items),
  );
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

/** Three conditions of which each leaves out some records, in turn at each place. */
export const triples: Make = (_, items, operationId) => {
  const [pair] = pairs(operationId, items);
  if (!pair) return [];
  const [a, b] = [pair.a.filter, pair.b.filter];
  const both = items.filter((item) => matches(a, item) === true && matches(b, item) === true);
  const c: Filter = { _id: { $in: outside(items, [a, b], both).map(idOf) } };
  return [
    [a, b, c],
    [c, a, b],
    [b, c, a],
  ].map(($and) => ({ $and }));
};

/** Half of the records that match all conditions, and one for each condition that fails this one alone. */
function outside(
  items: readonly JsonRecord[],
  conditions: readonly Filter[],
  both: readonly JsonRecord[],
): readonly JsonRecord[] {
  const failing = conditions
    .map((condition) =>
      items.find((item) => conditions.every((other) => matches(other, item) === (other !== condition))),
    )
    .filter((item) => item !== undefined);
  return [...both.slice(0, Math.max(1, Math.floor(both.length / 2))), ...failing];
}

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
