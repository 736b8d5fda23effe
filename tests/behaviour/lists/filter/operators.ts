/** What each operator of a filter gives, over the values that the records have. Section "Endpoints / Conventions" (filter). */
import fc from 'fast-check';
import { type JsonRecord, kindAnswered } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import {
  anyOf,
  beginsOthers,
  besideDecimals,
  type Comparison,
  compares,
  condition,
  eachPartCounts,
  equals,
  equalsMarked,
  equalsMistaken,
  equalsNearly,
  equalsSpaced,
  equalsUnderscore,
  escapedDot,
  inList,
  inMistaken,
  joined,
  joinedInOr,
  joinedOnOne,
  LONGEST_SOURCE,
  matchesPattern,
  matchesSigns,
  operatorsTogether,
  PATTERN_FORMS,
  sideBySide,
  someFilters,
  strangeIds,
  tells,
  threeConditions,
} from '../../../support/lists/expressions.ts';
import { type Field, fieldsOf, idField, plainFields } from '../../../support/lists/fields.ts';
import { type Filter, matches, valuesAt } from '../../../support/lists/filters.ts';
import { knownRecords } from '../../../support/lists/knownRecords.ts';
import { onEach, only, pageOf, queryFor } from '../../../support/lists/requests.ts';
import { fitsQuery, YARDSTICK } from '../../../support/lists/yardstick.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { askInOtherCase, expectFilters } from './judging.ts';

/** The fields of a list's records, by what filters must do with them. */
interface Fields {
  /** The ids and the texts by which people know a record: filters must reach them. */
  identifying: readonly Field[];
  texts: readonly Field[];
  numbers: readonly Field[];
  /** Other fields, which may be computed, where there are any besides the id. */
  others: readonly Field[];
  times: readonly Field[];
  lists: readonly Field[];
  /** Lists of values of which a record has two or more, with two that one has. */
  several: readonly Field[];
  nested: readonly Field[];
  /** Fields of objects that stand in a list. */
  nestedInLists: readonly Field[];
  id: Field;
}

/** The fields that hold a list of values in which some record has two, with these two as their values. */
const withSeveral = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  fieldsOf(operationId, records)
    .filter(({ list, nested, kind }) => list && !nested && kind !== 'time')
    .flatMap((field) => {
      const found = records
        .map((record) => [...new Set(valuesAt(record, field.path))])
        .find(({ length }) => length > 1);
      return found ? [{ ...field, values: found.slice(0, 2) as Field['values'] }] : [];
    });

export function fieldsFor(operationId: string, records: readonly JsonRecord[]): Fields {
  const plain = plainFields(operationId, records).filter(({ values }) => values.length > 0);
  const id = idField(records);
  const texts = plain.filter(({ identifying, kind }) => identifying && kind === 'text');
  const others = plain.filter(({ identifying, kind }) => !identifying && kind !== 'time');
  return {
    identifying: [...texts, ...(id.values.length > 0 ? [id] : [])],
    texts,
    numbers: plain.filter(({ kind }) => kind === 'number'),
    others: others.some(({ path }) => path !== 'id') ? others : [],
    // First those that some records lack.
    times: plain.filter(({ kind }) => kind === 'time').sort((a, b) => a.present - b.present),
    // A date-time may be compared as the text that is stored, so only filter-dates asks for one.
    lists: fieldsOf(operationId, records).filter(({ list, kind }) => list && kind !== 'time'),
    several: withSeveral(operationId, records),
    nested: fieldsOf(operationId, records).filter(({ nested, list, kind }) => nested && !list && kind !== 'time'),
    nestedInLists: fieldsOf(operationId, records).filter(({ nested, list, kind }) => nested && list && kind !== 'time'),
    id,
  };
}

/** Filters of one form, and how many of them are tried. */
interface Draw {
  from: fc.Arbitrary<Filter>;
  count: number;
  /** What makes one worth a request; by default that it tells records apart. */
  fits?: (filter: Filter, records: readonly JsonRecord[]) => boolean;
}

const any = () => true;
const telling = (filter: Filter, records: readonly JsonRecord[]) =>
  tells(filter, records) && eachPartCounts(filter, records);

/** Filters on each of the fields. */
const each = (fields: readonly Field[], make: (field: Field) => fc.Arbitrary<Filter>, count: number): Draw[] =>
  fields.map((field) => ({ from: make(field), count }));

/** So many filters on any of the fields. */
const some = (fields: readonly Field[], make: (field: Field) => fc.Arbitrary<Filter>, count: number): Draw[] =>
  fields.length === 0 ? [] : [{ from: anyOf(fields, make), count }];

/** The fields with those numbers alone by which the list is seen to filter: others may be computed. */
export async function withReachedNumbers(t: Context, operationId: string, fields: Fields): Promise<Fields> {
  const seen = await Promise.all(
    fields.numbers.map(async ({ path, values }) =>
      t.once(`reached/${operationId}/${path}`, async () => {
        const value = values.find((one) => one !== 0) ?? 0;
        const asked = { ...only(operationId, [path]), filter: { [path]: value }, size: 5 };
        const { items } = pageOf(await t.send(operationId, { query: queryFor(operationId, asked) }));
        return items.length > 0 && items.every((item) => item[path] === value);
      }),
    ),
  );
  return { ...fields, numbers: fields.numbers.filter((_, i) => seen[i]) };
}

/** A check of a requirement on every list that it names. */
function operator(id: string, title: string, what: string, draws: (fields: Fields) => Draw[], exact = false): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    const { seed } = t.settings;
    // No id is listed of a key result.
    if (id === 'lists.filter-id' && idsOf(records).length === 0) throw t.nothingShown(kindAnswered(operationId), 'id');
    const filters = draws(await withReachedNumbers(t, operationId, fieldsFor(operationId, records))).flatMap(
      ({ from, count, fits = tells }, i) => someFilters(from, count, seed + i, (filter) => fits(filter, records)),
    );
    if (filters.length === 0)
      throw new NoData(
        `the records of ${operationId} have no values to filter ${what}`,
        `an account in which records of ${operationId} differ in them`,
      );
    if (id === 'lists.filter-equals') await askInOtherCase(t, operationId, filters);
    await expectFilters(t, operationId, filters, { exact });
  });
}

const comparison = (id: string, name: Comparison, what: string): Check[] =>
  operator(id, `${name} gives what is ${what}`, 'by order', ({ texts, numbers }) => [
    ...each(numbers.slice(0, 4), (field) => compares(field, name), 3),
    ...numbers.flatMap((field) => besideDecimals(field, name).map((from) => ({ from, count: 2 }))).slice(0, 2),
    ...some(texts, (field) => compares(field, name), 4),
  ]);

const list =
  (name: '$in' | '$nin', least: number, most: number) =>
  (field: Field): fc.Arbitrary<Filter> =>
    inList(field, name, least, most);

/** Lists of values of which more than one filter is tried: a record may have many, which are read alike. */
const LISTS = 3;

/** So many values that no record has: who looks at the beginning of a long list alone finds nothing behind them. */
const STRANGERS = 64;

/** Some values behind as many others as a query can hold. */
const behindMany = (field: Field): fc.Arbitrary<Filter> => {
  const strangers =
    field.kind === 'id'
      ? strangeIds(field.values, STRANGERS)
      : Array.from({ length: STRANGERS }, (_, i) => `gc-none-${i}`);
  return fc.array(equals(field), { minLength: 1, maxLength: 4 }).map((filters) => {
    const $in = [...strangers, ...filters.map((filter) => filter[field.path])];
    while ($in.length > filters.length && !fitsQuery({ [field.path]: { $in } })) $in.shift();
    return { [field.path]: { $in } };
  });
};

export const oneOperator = (field: Field, name: string): fc.Arbitrary<Filter> =>
  equals(field).map((filter) => ({ [field.path]: { [name]: filter[field.path] } }));

const swapped = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Values in the other letter case, plainly, listed and as a pattern. */
const inOtherCase = (field: Field): fc.Arbitrary<Filter> =>
  equals(field).chain((filter) => {
    const other = swapped(String(filter[field.path]));
    const pattern = /^[\w ]+$/.test(other) && other.length <= LONGEST_SOURCE ? [{ $regex: `^${other}$` }] : [];
    return fc.constantFrom<unknown>(other, { $in: [other] }, ...pattern).map((wanted) => ({ [field.path]: wanted }));
  });

/** The days on which something happened, from their first to their last second, written as the records show their times. */
const withinDay = (field: Field): fc.Arbitrary<Filter> =>
  fc.constantFrom(...field.values).map((value) => {
    const at = (time: string) => String(value).replace(/\d{2}:\d{2}:\d{2}/, time);
    return { [field.path]: { $gt: at('00:00:00'), $lt: at('23:59:59') } };
  });

export const operators: Check[] = [
  ...operator('lists.filter-id', '_id gives that record', 'by an id', ({ id }) => [
    ...each([id], equals, 3),
    ...each([id], beginsOthers, 2),
  ]),
  ...operator(
    'lists.filter-equals',
    'a plain value gives the records that have it',
    'by a value',
    ({ texts, numbers }) => [
      ...each(texts, equals, 4),
      ...each(
        numbers.filter(({ values }) => values.includes(0)),
        ({ path }) => fc.constant({ [path]: 0 }),
        1,
      ),
      ...[...some(texts, equalsNearly, 3), ...some(texts, equalsMistaken, 2), ...some(texts, equalsUnderscore, 1)].map(
        (draw) => ({ ...draw, fits: any }),
      ),
    ],
  ),
  ...operator('lists.filter-in', '$in gives the records that have any of the values', 'by $in', (fields) => [
    ...each(fields.identifying, list('$in', 1, 1), 1),
    ...each(fields.identifying, list('$in', 2, 5), 3),
    ...each(fields.texts, inMistaken, 1).map((draw) => ({ ...draw, fits: any })),
    ...each(fields.identifying, list('$in', 25, 60), 1),
    ...each(fields.identifying, behindMany, 1),
  ]),
  ...operator('lists.filter-regex', '$regex gives the records whose text it matches', 'by $regex', ({ texts }) => [
    ...Array.from({ length: PATTERN_FORMS }, (_, form) =>
      some(texts, (field) => matchesPattern(field, form), 1),
    ).flat(),
    ...some(texts, escapedDot, 1).map((draw) => ({ ...draw, fits: any })),
    ...some(texts, matchesSigns, 2),
    ...some(texts, (field) => matchesPattern(field), 3).map((draw) => ({ ...draw, fits: any })),
  ]),
  ...comparison('lists.filter-gt', '$gt', 'greater'),
  ...operator(
    'lists.filter-and',
    '$and gives the records that match all',
    'by two conditions',
    ({ identifying, id }) => [
      { from: threeConditions(id), count: 2 },
      { from: joined(identifying, '$and', 2), count: 5, fits: telling },
      { from: joined(identifying, '$and'), count: 3, fits: telling },
      { from: anyOf(identifying, joinedOnOne), count: 3, fits: telling },
    ],
  ),
  ...operator(
    'lists.filter-several',
    'several fields or operators must all match',
    'by two fields',
    ({ identifying, texts, id }) => [
      { from: sideBySide(identifying), count: 9, fits: telling },
      // Whoever finds a record by one of them must look at the other, too.
      ...some(texts, (text) => withId(text, id), 3).map((draw) => ({ ...draw, fits: contradicts })),
      ...some(texts, operatorsTogether, 4).map((draw) => ({ ...draw, fits: telling })),
    ],
  ),
  ...operator('lists.filter-reach', 'filters reach the other fields', 'by other fields', ({ others }) => [
    ...each(others, equals, 2),
    ...some(others, condition, 8),
  ]),
  ...operator('lists.filter-eq', '$eq gives what the plain value gives', 'by a value', ({ texts }) =>
    some(texts, (field) => oneOperator(field, '$eq'), 3),
  ),
  ...operator('lists.filter-ne', '$ne leaves out the value', 'by a value', ({ texts }) =>
    some(texts, (field) => oneOperator(field, '$ne'), 3),
  ),
  ...operator('lists.filter-nin', '$nin leaves out each of the values', 'by a value', ({ identifying, lists }) => [
    ...some(identifying, list('$nin', 2, 5), 4),
    ...some(identifying, list('$nin', 20, 30), 1),
    ...each(lists, list('$nin', 1, 3), 1),
  ]),
  ...comparison('lists.filter-gte', '$gte', 'greater or equal'),
  ...comparison('lists.filter-lt', '$lt', 'less'),
  ...comparison('lists.filter-lte', '$lte', 'less or equal'),
  ...operator(
    'lists.filter-or',
    '$or gives the records that match any',
    'by two conditions',
    ({ identifying, texts, id }) => {
      const beside = fc
        .tuple(joined(identifying, '$or', 3), anyOf(identifying, condition), fc.boolean())
        .map(([or, other, first]): Filter => (first ? { ...other, ...or } : { ...or, ...other }));
      return [
        { from: joined(identifying, '$or'), count: 4, fits: telling },
        ...texts.slice(0, 1).map((text) => ({ from: joinedInOr(id, text), count: 3, fits: telling })),
        { from: beside, count: 4, fits: telling },
        // Conditions that both match a record, which comes once.
        { from: joined(identifying, '$or', 2), count: 2, fits: overlapping },
      ];
    },
  ),
  ...operator(
    'lists.filter-case',
    'letters of another case or with other marks, and spaces, make another text',
    'by a text with letters',
    ({ texts }) => {
      const names = texts.filter(({ path }) => path !== 'email');
      return [...some(names, inOtherCase, 6), ...some(names, equalsMarked, 2), ...some(names, equalsSpaced, 2)].map(
        (draw) => ({
          ...draw,
          fits: (filter, records) => records.some((record) => matches(filter, record) === undefined),
        }),
      );
    },
    true,
  ),
  ...operator('lists.filter-array', 'an entry of a list matches', 'by an entry of a list', ({ lists, several }) => [
    ...lists.flatMap((field, i) => each([field], equals, i < LISTS ? 3 : 1)),
    ...each(lists.slice(0, LISTS), list('$in', 1, 3), 1),
    // Who joins the entries shows a record once for each of them that is listed, and asks all of one.
    ...each(several, ({ path, values }) => fc.constant({ [path]: { $in: [...values] } }), 1),
    ...each(several, ({ path, values }) => fc.constant({ $and: values.map((value) => ({ [path]: value })) }), 1),
    ...each(lists, ({ path, values }) => fc.constant({ [path]: { $in: values.slice(0, YARDSTICK.listed) } }), 1),
  ]),
  ...operator(
    'lists.filter-nested',
    'a dotted name reaches into an object',
    'by a nested field',
    ({ nested, nestedInLists }) => [
      ...each(nested, equals, 1),
      // One of each list, and one of each that is not in its first entry.
      ...[tells, tellsLater].flatMap((fits) =>
        each(
          nestedInLists.filter(
            ({ path }, i) => nestedInLists.findIndex((other) => listOf(other.path) === listOf(path)) === i,
          ),
          equals,
          1,
        ).map((draw) => ({ ...draw, fits })),
      ),
    ],
  ),
  ...operator('lists.filter-dates', 'dates are compared by time', 'by a date', ({ times }) => [
    ...each(times.slice(0, 4), (field) => compares(field, '$gt'), 2),
    ...each(times.slice(0, 4), (field) => compares(field, '$lt'), 2),
    ...each(times.slice(0, 3), withinDay, 2),
  ]),
];

/** The id of a record beside a text, of another one mostly. */
const withId = (text: Field, id: Field): fc.Arbitrary<Filter> =>
  fc.tuple(equals(id), equals(text)).map(([one, other]) => ({ ...one, ...other }));

/** Whether each condition matches a record, and no record matches all of them. */
const contradicts = (filter: Filter, records: readonly JsonRecord[]): boolean =>
  Object.entries(filter).every(([path, value]) => records.some((one) => matches({ [path]: value }, one) === true)) &&
  records.every((one) => matches(filter, one) === false);

/** Whether a record matches by an entry of its list that is not the first. */
const tellsLater = (filter: Filter, records: readonly JsonRecord[]): boolean =>
  tells(filter, records) &&
  Object.entries(filter).some(([path, value]) =>
    records.some((record) => (valuesAt(record, path) ?? []).indexOf(value) > 0),
  );

/** The first name of a dotted path. */
const listOf = (path: string) => path.split('.')[0];

/** Whether a record matches more than one of the conditions. */
function overlapping(filter: Filter, records: readonly JsonRecord[]): boolean {
  const parts = filter.$or as readonly Filter[];
  return tells(filter, records) && records.some((record) => parts.every((part) => matches(part, record) === true));
}
