/** The order of values, as far as it is beyond dispute. Section "Endpoints / Conventions" (sort, filter). */
import { isDay } from '../values/day.ts';

/** Undefined where right implementations may differ: letters of different case, outside ASCII, digits in runs of other length. */
export type Order = -1 | 0 | 1 | undefined;

const sign = (difference: number): -1 | 0 | 1 => (difference < 0 ? -1 : difference > 0 ? 1 : 0);

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} /;

/** Collections are compared again and again: what has been read of a text is kept, up to this many. */
const MOST_KNOWN = 50_000;

/** The function, which remembers what it has found. */
function kept<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    if (known.size > MOST_KNOWN) known.clear();
    const value = find(text);
    known.set(text, value);
    return value;
  };
}

const timeOf = kept(parsedTime);

/** The point in time that a text names, in milliseconds; undefined when it names none. */
export const time = (value: unknown): number | undefined => (typeof value === 'string' ? timeOf(value) : undefined);

function parsedTime(value: string): number | undefined {
  const iso = ISO.exec(value);
  if (iso) {
    const zone = (iso[3] ?? 'Z').replace(
      /^([+-]\d{2}):?(\d{2})?$/,
      (_, hours, minutes) => `${hours}:${minutes ?? '00'}`,
    );
    return valid(Date.parse(`${iso[1]}T${(iso[2] ?? '00:00').replace(',', '.')}${zone}`));
  }
  return HTTP_DATE.test(value) ? valid(Date.parse(value)) : undefined;
}

/** Milliseconds that the last digit of a date-time stands for; 0 of a day by itself. */
const stepOf = kept((text) => {
  if (isDay(text)) return 0;
  const [, seconds, digits = ''] = /\d{2}:\d{2}(:\d{2}(?:[.,](\d+))?)?/.exec(text) ?? [];
  return seconds === undefined ? 60_000 : 1000 / 10 ** digits.length;
});

/** Whether two texts may name one moment: more may be stored of a date-time than is shown. */
export function mayBeOneMoment(a: string, b: string): boolean {
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first === undefined || second === undefined) return false;
  return first === second || Math.abs(first - second) < Math.max(stepOf(a), stepOf(b));
}

const valid = (ms: number): number | undefined => (Number.isNaN(ms) ? undefined : ms);

const bare = kept((text) =>
  (/^[\x20-\x7E]*$/.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).trim(),
);
const lowered = kept((text) => bare(text).toLowerCase());

/** Without marks on letters and white space at the ends: collations differ in whether these count. */
export const folded = (text: string, cased = false): string => (cased ? bare(text) : lowered(text));

const digitRun = (text: string, at: number): number => {
  let [from, to] = [at, at];
  while (from > 0 && /\d/.test(text[from - 1] as string)) from--;
  while (to < text.length && /\d/.test(text[to] as string)) to++;
  return to - from;
};

/** Languages in which letters, or two letters together, stand elsewhere than in English; and orders without punctuation. */
const COLLATORS = [
  ...['en', 'da', 'cs', 'et', 'lt', 'cy', 'hu', 'es-u-co-trad'].map((language) => new Intl.Collator(language)),
  new Intl.Collator('en', { numeric: true, ignorePunctuation: true }),
];

const isPlain = (symbol: string) => /[A-Za-z0-9]/.test(symbol);
const isDigit = (symbol: string) => /\d/.test(symbol);

/** Whether a text comes after the one that it continues with `next`: what counts for nothing, or goes on with a number, may not. */
const isClearRest = (next: string, last = ''): boolean => isPlain(next) && !(isDigit(next) && isDigit(last));

/** The order of two different symbols, if letters of either case stand in the same one. */
function compareSymbols(x: string, y: string): Order {
  const [small, other] = [x.toLowerCase(), y.toLowerCase()];
  if (!isPlain(x) || !isPlain(y) || small === other) return undefined;
  const plain = sign(x.charCodeAt(0) - y.charCodeAt(0));
  return plain === sign(small.charCodeAt(0) - other.charCodeAt(0)) ? plain : undefined;
}

function comparedTexts(a: string, b: string): Order {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at++;
  const [x, y] = [a[at], b[at]];
  if (x === undefined) return isClearRest(y as string, a[at - 1]) ? -1 : undefined;
  if (y === undefined) return isClearRest(x, a[at - 1]) ? 1 : undefined;
  if ((isDigit(x) || isDigit(y)) && digitRun(a, at) !== digitRun(b, at)) return undefined;
  const plain = compareSymbols(x, y);
  if (plain === undefined) return undefined;
  return COLLATORS.every(({ compare }) => sign(compare(a, b)) === plain) ? plain : undefined;
}

/** The order of two texts, of which both are met again with each filter that is drawn. */
const orders = kept((a) => kept((b) => comparedTexts(a, b)));
const compareTexts = (a: string, b: string): Order => orders(a)(b);

/** Which of two values of a field comes first when rising. */
export function order(a: unknown, b: unknown): Order {
  if (typeof a === 'number' && typeof b === 'number') return sign(a - b);
  if (typeof a === 'boolean') return a === b ? 0 : undefined;
  return typeof a === 'string' && typeof b === 'string' ? compareStrings(a, b) : undefined;
}

/** Whether a text says nothing: a view may show it for what is null, which sorts where the service wants it. */
const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

function compareStrings(a: string, b: string): Order {
  if (isBlank(a) !== isBlank(b)) return undefined;
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first === undefined || second === undefined) return compareTexts(a, b);
  if (first === second && isDay(a) && isDay(b)) return 0;
  if (mayBeOneMoment(a, b)) return undefined;
  // Date-times are strings: a service may order them as such, where their format makes that another order.
  const byTime = sign(first - second);
  return byTime === (a < b ? -1 : 1) ? byTime : undefined;
}

export interface SortKey {
  path: string;
  descending: boolean;
}

/** The keys as parameter sort takes them. */
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ path, descending }) => `${descending ? '-' : ''}${path}`).join(',');

/** How two records stand to each other under these keys; undefined also when one lacks a value. */
export function orderBy(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  keys: readonly SortKey[],
): Order {
  for (const { path, descending } of keys) {
    const found = order(a[path], b[path]);
    if (found === undefined) return undefined;
    if (found !== 0) return descending ? (-found as Order) : found;
  }
  return 0;
}

/** Two records with the same first value between which another value stands: whatever the order, equal ones lie together. */
function scattered<T extends Readonly<Record<string, unknown>>>(
  records: readonly T[],
  path: string,
): readonly [T, T] | undefined {
  const shown = records.filter((record) => record[path] !== undefined && !isBlank(record[path]));
  const alike = (a: unknown, b: unknown) =>
    folded(String(a)) === folded(String(b)) || mayBeOneMoment(String(a), String(b));
  for (const [j, later] of shown.entries()) {
    const i = shown.findIndex((record) => record[path] === later[path]);
    const between = shown.slice(i, j).find((record) => !alike(record[path], later[path]));
    if (between) return [between, later];
  }
  return undefined;
}

/** The first two records that stand the wrong way round, not only side by side. */
export function misplaced<T extends Readonly<Record<string, unknown>>>(
  records: readonly T[],
  keys: readonly SortKey[],
): readonly [T, T] | undefined {
  for (const [j, later] of records.entries()) {
    for (let i = j - 1; i >= 0; i--) {
      const earlier = records[i] as T;
      if (orderBy(earlier, later, keys) === 1) return [earlier, later];
    }
  }
  return keys[0] && scattered(records, keys[0].path);
}
