/** Generates filters out of the values that the records themselves have. Section "Endpoints / Conventions" (filter). */
import fc from 'fast-check';
import type { JsonRecord } from '../../../schemas/contract.ts';
import { NoData } from '../engine/outcome.ts';
import { inventedIds } from '../records/inventedIds.ts';
import { literal } from '../values/texts.ts';
import type { Field } from './fields.ts';
import { type Filter, matches } from './filters.ts';
import { type Order, order } from './ordering.ts';
import { fitsQuery, shortList, YARDSTICK } from './yardstick.ts';

type Value = string | number | boolean;

/** A value that no record has. */
export const NOBODY = 'gc nobody has this value';
const NO_NUMBER = -987_654_321;

const either = <T>(...arbitraries: fc.Arbitrary<T>[]): fc.Arbitrary<T> => fc.oneof(...arbitraries);

/** What parameters, JSON or patterns might take for something else. */
const SPECIAL = /[^A-Za-z0-9 ]/;

const isText = (value: Value): value is string => typeof value === 'string';

/** Texts that are nearly a value: cut, continued, or another at one end. */
function nearly(text: string): string[] {
  const symbols = [...text];
  return [symbols.slice(0, -1), symbols.slice(1), [...symbols, 'x'], [...symbols.slice(0, -1), 'x']]
    .map((all) => all.join(''))
    .filter((near) => near.trim() === near && near !== '');
}

/** Texts that some services take for a value, or for two: lists in one text, and patterns of other query languages. */
const mistaken = (text: string, other: string): string[] => [
  ...[',', ', ', '|', ';'].map((sign) => `${text}${sign}${other}`),
  ...['%', '*'].map((sign) => `${[...text].slice(0, 3).join('')}${sign}`),
  ...['_', '.'].map((sign) => `${[...text].slice(0, -1).join('')}${sign}`),
];

/** A value that others begin with, where there is one: it stands for itself alone. */
export function beginsOthers(field: Field): fc.Arbitrary<Filter> {
  const sorted = field.values.filter(isText).sort();
  const begins = sorted.filter((text, i) => sorted[i + 1]?.startsWith(text));
  return on(field, fc.constantFrom(...(begins.length > 0 ? begins : field.values)));
}

const twoTexts = ({ values }: Field): fc.Arbitrary<readonly [string, string]> | undefined => {
  const texts = values.filter(isText).filter((text) => text.length > 1 && text.length < LONGEST_SOURCE);
  if (texts.length < 2) return undefined;
  const pairs = fc.shuffledSubarray(texts, { minLength: 2, maxLength: 2 });
  return pairs.map(([text, other]) => [text as string, other as string] as const);
};

/** A text that is taken for a value where it is read in another way than as it stands. */
export const equalsMistaken = (field: Field): fc.Arbitrary<Filter> =>
  on(field, twoTexts(field)?.chain(([text, other]) => fc.constantFrom(...mistaken(text, other))) ?? strangeTo(field));

/** A text that is a value but for its last character, in whose place stands what SQL takes for any one. */
export const equalsUnderscore = (field: Field): fc.Arbitrary<Filter> =>
  on(field, twoTexts(field)?.map(([text]) => `${[...text].slice(0, -1).join('')}_`) ?? strangeTo(field));

/** $in with all such texts. */
export const inMistaken = (field: Field): fc.Arbitrary<Filter> =>
  on(field, twoTexts(field)?.map(([text, other]) => ({ $in: mistaken(text, other) })) ?? strangeTo(field));

/** What ends a check whose filters have nothing to name. */
const nothingToName = (what: string) =>
  new NoData(`the records show no ${what}, so that no filter can name any`, 'an account whose records show them');

/** A value of the field; those with special characters and long ones as often as all together. */
function someValue({ path, values }: Field): fc.Arbitrary<Value> {
  if (values.length === 0) throw nothingToName(path);
  const odd = values.filter((value) => isText(value) && (SPECIAL.test(value) || value.length > 60));
  return odd.length === 0 ? fc.constantFrom(...values) : either(fc.constantFrom(...values), fc.constantFrom(...odd));
}

/** Made-up ids among which one is drawn. */
const SOME_IDS = 5;

/** So many ids that no record has, written as those that are shown. */
export const strangeIds = (values: Field['values'], count: number): string[] =>
  inventedIds(values.filter(isText), count);

/** A value that no record has, or nearly one that some record has. */
function strangeTo({ kind, values }: Field): fc.Arbitrary<Value> {
  if (kind === 'number') return fc.constant(NO_NUMBER);
  // What has not the form of an id may be refused where one is asked for.
  if (kind === 'id') return fc.constantFrom(...strangeIds(values, SOME_IDS), ...values.slice(0, 1));
  if (kind !== 'text') return fc.constant(NOBODY);
  return fc
    .tuple(fc.constantFrom(...values), fc.nat(4))
    .map(([value, i]) => (isText(value) ? nearly(value)[i] : undefined) ?? NOBODY);
}

const on = (field: Field, operand: fc.Arbitrary<unknown>): fc.Arbitrary<Filter> =>
  operand.map((wanted) => ({ [field.path]: wanted }));

/** Filters that name a value which some record has in a field. */
export const equals = (field: Field): fc.Arbitrary<Filter> => on(field, someValue(field));

/** A text with marks on its letters that the other one lacks, otherwise the same. */
function markedOtherwise(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare === text ? text.replace(/[aeiou]/i, (vowel) => `${vowel}\u0301`).normalize('NFC') : bare;
}

const equalsOther =
  (other: (text: string) => string) =>
  (field: Field): fc.Arbitrary<Filter> =>
    on(
      field,
      someValue(field).map((value) => other(String(value))),
    );

/** Filters that name what some collations take for a value: one with other marks on its letters, one with a space behind. */
export const equalsMarked = equalsOther(markedOtherwise);
export const equalsSpaced = equalsOther((text) => `${text} `);

/** Filters that name a value which no record has in a field, often one that is nearly that of a record. */
export const equalsNearly = (field: Field): fc.Arbitrary<Filter> => on(field, strangeTo(field));

/** A list of values for $in and $nin, some of which no record may have, some of which may stand there twice. */
export function inList(field: Field, name: '$in' | '$nin', least: number, most: number): fc.Arbitrary<Filter> {
  // Other texts may be words of a list that the service knows: it may refuse another one.
  const isFree = field.identifying || field.kind !== 'text';
  const entry =
    most === 1 || !isFree
      ? someValue(field)
      : fc.oneof({ weight: 5, arbitrary: someValue(field) }, { weight: 1, arbitrary: strangeTo(field) });
  const list = fc.array(entry, { minLength: least, maxLength: most, size: 'max' }).map(shortList);
  return on(
    field,
    list.map((values) => ({ [name]: values })),
  );
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ]*$/;

/** Symbols of a value that a pattern is made of, beside those that mark the ends of the text. */
export const LONGEST_SOURCE = YARDSTICK.pattern - 4;

/** Patterns that a text matches, in part or whole, and some that it nearly matches; of a long text those of its start. */
function patternsOf(text: string, other: string): string[] {
  const symbols = [...text].slice(0, LONGEST_SOURCE);
  if ([...text].length > LONGEST_SOURCE || [...other].length > LONGEST_SOURCE) {
    const start = literal(symbols.join(''));
    return [`^${start}`, start, `^${literal(symbols.slice(0, 20).join(''))}`];
  }
  const part = (from: number, to: number) =>
    literal(symbols.slice(Math.floor(symbols.length * from), Math.ceil(symbols.length * to)).join(''));
  const found = [
    `^${literal(text)}$`,
    part(0.25, 0.75),
    `^${part(0, 0.5)}`,
    `${part(0.5, 1)}$`,
    `^${part(0.25, 0.75)}`,
    `${part(0, 0.5)}$`,
    `${part(0, 0.4)}.*${part(0.7, 1)}`,
    `^(${literal(text)}|${literal(other)})$`,
    `${literal(text)}|${literal(other)}`,
  ];
  if (!PLAIN.test(text) || text.length < 4) return found;
  const half = Math.ceil(text.length / 2);
  return [
    ...found,
    `${text.slice(0, half)}.${text.slice(half + 1)}`,
    `^[${text[0]}${/^[A-Za-z0-9]/.exec(other)?.[0] ?? ''}].*${text.at(-1)}$`,
    `^${text.slice(0, half)}[^%&]+$`,
    `^${text[0]}[A-Za-z0-9 ]+$`,
  ];
}

/** How many forms of patterns there are at most. */
export const PATTERN_FORMS = 13;

/** A pattern of any form, or of the one that is given where the text has it. */
export const matchesPattern = (field: Field, form?: number): fc.Arbitrary<Filter> => {
  const texts = field.values.filter(isText).filter((text) => text.length > 1 && !/[\r\n]/.test(text));
  return texts.length === 0
    ? equals(field)
    : fc
        .tuple(fc.constantFrom(...texts), fc.constantFrom(...texts))
        .chain(([text, other]) => {
          const found = patternsOf(text, other);
          const wanted = form === undefined ? undefined : found[form];
          return wanted === undefined ? fc.constantFrom(...found) : fc.constant(wanted);
        })
        .map(($regex) => ({ [field.path]: { $regex } }));
};

/** Patterns with a dot in the place of a letter: the dot stands for itself, so the text does not match. */
export const escapedDot = (field: Field): fc.Arbitrary<Filter> => {
  const isShort = ({ length }: string) => length > 3 && length <= LONGEST_SOURCE;
  const texts = field.values.filter(isText).filter((text) => PLAIN.test(text) && isShort(text));
  if (texts.length === 0) return equals(field);
  return fc.constantFrom(...texts).map((text) => {
    const half = Math.ceil(text.length / 2);
    return { [field.path]: { $regex: `^${text.slice(0, half)}\\.${text.slice(half + 1)}$` } };
  });
};

export type Comparison = '$gt' | '$gte' | '$lt' | '$lte';

/** Values of a field in their order, as far as it is beyond dispute. */
const inOrder = ({ values }: Field): Value[] =>
  [...values].sort((a, b) => (order(a, b) as Exclude<Order, undefined>) ?? 0);

/** Values to compare with: those at both ends, those around which numbers get one digit longer, any other. */
export function compares(field: Field, name: Comparison): fc.Arbitrary<Filter> {
  const sorted = inOrder(field);
  const longer = sorted.filter((value, i) => {
    const lengths = [sorted[i - 1], value, sorted[i + 1]].map((one) => String(one ?? value).length);
    return typeof value === 'number' && new Set(lengths).size > 1;
  });
  const ends = [...sorted.slice(0, 2), ...sorted.slice(-3), ...longer];
  return on(
    field,
    either(fc.constantFrom(...ends), fc.constantFrom(...sorted)).map((value) => ({ [name]: value })),
  );
}

/** The whole numbers beside values with decimals: who drops decimals takes these for equal. */
export const besideDecimals = ({ path, values }: Field, name: Comparison): fc.Arbitrary<Filter>[] => {
  const whole = values.flatMap((value) =>
    typeof value === 'number' && !Number.isInteger(value) ? [Math.trunc(value)] : [],
  );
  return whole.length === 0 ? [] : [fc.constantFrom(...whole).map((value) => ({ [path]: { [name]: value } }))];
};

/** One condition on the field, with an operator that the specification names. */
export function condition(field: Field): fc.Arbitrary<Filter> {
  const { kind } = field;
  if (kind === 'boolean') return equals(field);
  const plain = [equals(field), inList(field, '$in', 1, 4), inList(field, '$in', 5, YARDSTICK.listed)];
  if (kind === 'id') return either(...plain);
  const greater = compares(field, '$gt');
  return kind === 'text' ? either(...plain, greater, matchesPattern(field)) : either(...plain, greater);
}

/** Filters on any of the fields. @throws NoData when there are none */
export function anyOf(fields: readonly Field[], make: (field: Field) => fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  if (fields.length === 0) throw nothingToName('ids and no names');
  return either(...fields.map(make));
}

const conditions = (fields: readonly Field[], least: number, most: number): fc.Arbitrary<Filter[]> =>
  fc.array(anyOf(fields, condition), { minLength: least, maxLength: most });

/** Conditions on one field or several, all in a list. */
export const joined = (fields: readonly Field[], name: '$and' | '$or', most = 4): fc.Arbitrary<Filter> =>
  conditions(fields, 2, most).map((parts) => ({ [name]: parts }));

/** Several fields side by side, fields beside $and. */
export const sideBySide = (fields: readonly Field[]): fc.Arbitrary<Filter> =>
  either(
    fc
      .shuffledSubarray([...fields], { minLength: Math.min(2, fields.length), maxLength: Math.min(3, fields.length) })
      .chain((chosen) => fc.tuple(...chosen.map(condition)))
      .map((parts): Filter => Object.assign({}, ...parts)),
    fc
      .tuple(anyOf(fields, condition), conditions(fields, 1, 2), fc.boolean())
      .map(([beside, $and, first]): Filter => (first ? { ...beside, $and } : { $and, ...beside })),
  );

/** Two conditions on one field that a value of it fulfils, with different operators. */
const twoConditions = (field: Field): fc.Arbitrary<readonly [Filter, Filter]> =>
  fc
    .tuple(
      fc.constantFrom(...field.values),
      fc.constantFrom(...field.values),
      fc.constantFrom(...field.values),
      fc.nat(),
    )
    .map(([value, other, less, i]): readonly [Filter, Filter] => {
      const listed = { $in: [value, other] };
      if (!isText(value) || field.kind === 'id') return [listed, { $in: [less, value] }];
      const patterns = patternsOf(value, String(other));
      return [[listed, { $gt: less }, listed][i % 3] as Filter, { $regex: patterns[i % patterns.length] }];
    })
    .chain(([a, b]) => fc.constantFrom([a, b] as const, [b, a] as const));

/** Three conditions of which each leaves out a record that the others let through. */
export const threeConditions = (id: Field): fc.Arbitrary<Filter> =>
  fc
    .shuffledSubarray([...id.values], {
      minLength: Math.min(4, id.values.length),
      maxLength: Math.min(4, id.values.length),
    })
    .map(([all, ab, ac, bc]) => ({
      $and: [
        [all, ab, ac],
        [all, ab, bc],
        [all, ac, bc],
      ].map((values) => ({ [id.path]: { $in: values.filter((value) => value !== undefined) } })),
    }));

/** $and within $and. */
export const joinedTwice = (fields: readonly Field[]): fc.Arbitrary<Filter> =>
  conditions(fields, 3, 3).map(([a, b, c]) => ({ $and: [a, { $and: [b, c] }] }));

/** $or of a condition and of two that must both match: side by side, or in $and. */
export const joinedInOr = (id: Field, text: Field): fc.Arbitrary<Filter> =>
  fc
    .tuple(
      inList(id, '$in', 5, YARDSTICK.listed),
      compares(text, '$gt'),
      either(equals(id), equals(text)),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([listed, greater, other, nested, first]) => {
      const both = nested ? { $and: [greater, listed] } : { ...greater, ...listed };
      return { $or: first ? [both, other] : [other, both] };
    });

/** A pattern with signs that stand for something else in a query string. */
export const matchesSigns = (field: Field): fc.Arbitrary<Filter> =>
  fc.constantFrom(...field.values).map((value) => ({
    [field.path]: { $regex: `^${literal([...String(value)].slice(0, 2).join(''))}[^%&+#;=]*$` },
  }));

/** Values that several records share, and values that differ late: where a service takes two texts for one, they tell. */
export function confusable(field: Field, records: readonly JsonRecord[]): Filter[] {
  const texts = field.values.filter(isText).filter((text) => fitsQuery({ [field.path]: { $in: [text] } }));
  const shared = texts.filter((text) => records.filter((record) => record[field.path] === text).length > 1);
  const sorted = [...texts].sort();
  const alike = (a: string, b = '') => [...a].findIndex((symbol, i) => symbol !== b[i]);
  const late = sorted
    .flatMap((text, i) => (i === 0 ? [] : [{ text, at: alike(text, sorted[i - 1]) }]))
    .sort((a, b) => b.at - a.at);
  const chosen = [...shared.slice(0, 2), ...late.slice(0, 2).map(({ text }) => text)];
  return chosen.flatMap((text) => [{ [field.path]: text }, { [field.path]: { $in: [text] } }]);
}

/** Several operators on one field. */
export const operatorsTogether = (field: Field): fc.Arbitrary<Filter> =>
  on(
    field,
    twoConditions(field).map(([a, b]) => ({ ...a, ...b })),
  );

/** $and of conditions on one field. */
export const joinedOnOne = (field: Field): fc.Arbitrary<Filter> =>
  twoConditions(field).map(([a, b]) => ({ $and: [{ [field.path]: a }, { [field.path]: b }] }));

/** Any expression of the operators that the specification names, at some depth. */
export function expressions(fields: readonly Field[]): fc.Arbitrary<Filter> {
  const { filter } = fc.letrec<{ filter: Filter; list: Filter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyOf(fields, condition),
      sideBySide(fields),
      anyOf(fields, operatorsTogether),
      joinedTwice(fields),
      tie('list'),
    ),
    list: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }).map(($and) => ({ $and })),
  }));
  return filter;
}

/** Whether a server that ignores the filter, or finds nothing, would be seen. */
export function tells(filter: Filter, records: readonly JsonRecord[], exact = false): boolean {
  let [yes, no] = [false, false];
  for (const record of records) {
    const match = matches(filter, record, exact);
    yes ||= match === true;
    no ||= match === false;
    if (yes && no) return true;
  }
  return false;
}

/** The filter without one of its parts, or without a part of one, each in turn. */
function withoutOne(filter: Filter): Filter[] {
  return Object.entries(filter).flatMap(([name, wanted]): Filter[] => {
    const { [name]: _, ...rest } = filter;
    if (name === '$and' || name === '$or') {
      const parts = wanted as readonly Filter[];
      return parts.flatMap((part, i) => [
        { ...rest, [name]: parts.filter((_other, j) => j !== i) },
        ...withoutOne(part).map((less) => ({ ...rest, [name]: parts.map((other, j) => (j === i ? less : other)) })),
      ]);
    }
    const operators = typeof wanted === 'object' && wanted !== null ? Object.keys(wanted) : [];
    if (operators.length < 2) return Object.keys(rest).length > 0 ? [rest] : [];
    return operators.map((operator) => {
      const { [operator]: _operator, ...others } = wanted as Filter;
      return { ...rest, [name]: others };
    });
  });
}

/** Whether each part of the filter counts: without it, it surely gives other records. */
export const eachPartCounts = (filter: Filter, records: readonly JsonRecord[]): boolean =>
  withoutOne(filter).every((other) =>
    records.some((record) => {
      const [with_, without] = [matches(filter, record), matches(other, record)];
      return with_ !== undefined && without !== undefined && with_ !== without;
    }),
  );

/** Candidates drawn for each filter that is wanted: few at first, since that is mostly enough. */
const CANDIDATES = [3, 30];

/** So many different filters of those that are generated, of which `fits` holds; fewer where there are no more. */
export function someFilters(
  arbitrary: fc.Arbitrary<Filter>,
  count: number,
  seed: number,
  fits: (filter: Filter) => boolean,
): Filter[] {
  const seen = new Set<string>();
  const found: Filter[] = [];
  // The same seed draws the first ones again, and then more.
  for (const candidates of CANDIDATES) {
    for (const filter of fc.sample(arbitrary, { seed, numRuns: count * candidates })) {
      if (found.length === count) return found;
      const text = JSON.stringify(filter);
      if (seen.has(text)) continue;
      seen.add(text);
      if (fitsQuery(filter) && fits(filter)) found.push(filter);
    }
  }
  return found;
}
