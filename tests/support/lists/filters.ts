/** Evaluates filter expressions over records as the target shows them. Section "Endpoints / Conventions" (filter). */
import { isDay } from '../values/day.ts';
import { folded, mayBeOneMoment, order, time } from './ordering.ts';

/** True or false where the record must or must not match; undefined where right implementations may differ. */
export type Match = boolean | undefined;

export type Filter = Readonly<Record<string, unknown>>;

type Test = (value: unknown) => Match;

const not = (match: Match): Match => (match === undefined ? undefined : !match);
const all = (matches: readonly Match[]): Match =>
  matches.includes(false) ? false : matches.includes(undefined) ? undefined : true;
const any = (matches: readonly Match[]): Match =>
  matches.includes(true) ? true : matches.includes(undefined) ? undefined : false;

/** What may be stored where a record shows nothing: some services leave out what is empty. */
const EMPTY: readonly unknown[] = [null, false, 0, ''];

/** What stands under a name; undefined where that is nothing. */
function valuesOf(record: unknown, name: string): unknown[] | undefined {
  const inner = (record as Readonly<Record<string, unknown>> | null)?.[name];
  if (inner === undefined || inner === null) return undefined;
  if (!Array.isArray(inner)) return [inner];
  return inner.length === 0 ? undefined : inner;
}

/** The values at a dotted path, through lists. Undefined when the record shows none. */
export function valuesAt(record: unknown, path: string): readonly unknown[] | undefined {
  // Most paths are a name, and this is done for every record of every filter that is drawn.
  if (!path.includes('.')) return valuesOf(record, path);
  let values: readonly unknown[] = [record];
  for (const name of path.split('.')) values = values.flatMap((value) => valuesOf(value, name) ?? []);
  return values.length === 0 ? undefined : values;
}

/** Tests of one value; `exact` says whether what collations take for the same text is another one or an open question. */
function equal(wanted: unknown, exact: boolean): Test {
  const alike = typeof wanted === 'string' ? folded(wanted) : undefined;
  return (value) => {
    if (value === wanted) return true;
    if (typeof value !== 'string' || alike === undefined) return false;
    if (!exact && folded(value) === alike) return undefined;
    return mayBeOneMoment(value, String(wanted)) ? undefined : false;
  };
}

/** The same for several values, which may be many, on many records: each is looked up instead of compared. */
function oneOf(wanted: readonly unknown[], exact: boolean): Test {
  const same = new Set(wanted);
  const alike = new Set(exact ? [] : wanted.filter((one) => typeof one === 'string').map((one) => folded(one)));
  const times = wanted.filter((one) => time(one) !== undefined).map(String);
  return (value) => {
    if (same.has(value)) return true;
    if (typeof value !== 'string') return false;
    return (alike.size > 0 && alike.has(folded(value))) || times.some((one) => mayBeOneMoment(value, one))
      ? undefined
      : false;
  };
}

function regex(pattern: string, exact: boolean): Test {
  const flags = exact ? 'u' : 'iu';
  const [strict, loose] = [new RegExp(pattern, 'u'), new RegExp(pattern, flags)];
  // Some collations see no difference between a letter with a mark and the one without.
  const unmarked = new RegExp(pattern.normalize('NFD').replaceAll(/\p{M}/gu, ''), flags);
  return (value) => {
    if (typeof value !== 'string') return false;
    // Where a line ends, dialects differ in what `$` and `.` match.
    if (/[\r\n]/.test(value)) return undefined;
    if (strict.test(value)) return true;
    return loose.test(value) || unmarked.test(folded(value, exact)) ? undefined : false;
  };
}

function compared(wanted: unknown, right: readonly number[]): Test {
  return (value) => {
    if (typeof value !== typeof wanted) return false;
    if (time(wanted) !== undefined && time(value) === undefined) return undefined;
    if (isDay(wanted) !== isDay(value)) return undefined;
    const found = order(value, wanted);
    return found === undefined ? undefined : right.includes(found);
  };
}

const operators: Readonly<Record<string, (wanted: never, exact: boolean) => Test>> = {
  $eq: equal,
  $ne: equal,
  $in: oneOf,
  $nin: (wanted: never, exact) => (operators.$in as (wanted: never, exact: boolean) => Test)(wanted, exact),
  $regex: regex,
  $gt: (wanted: unknown) => compared(wanted, [1]),
  $gte: (wanted: unknown) => compared(wanted, [0, 1]),
  $lt: (wanted: unknown) => compared(wanted, [-1]),
  $lte: (wanted: unknown) => compared(wanted, [-1, 0]),
};

const NEGATED = new Set(['$ne', '$nin']);
const RISING = new Set(['$gt', '$gte']);

/** Whether the values that a record shows under one name, if any, fulfil one operator. */
function condition(name: string, wanted: unknown, exact: boolean): (values: readonly unknown[] | undefined) => Match {
  if (name === '$exists') return (values) => (values === undefined ? undefined : wanted === true);
  const make = operators[name];
  if (!make) throw new Error(`no operator ${name}`);
  const test = make(wanted as never, exact);
  const negated = NEGATED.has(name);
  // Nothing is less than any text, whatever stands for it: dates are texts, too.
  const more = RISING.has(name) && typeof wanted === 'string' && wanted !== '';
  const ofNone = !negated && (more || EMPTY.every((value) => test(value) === false)) ? false : undefined;
  return (values) => {
    if (values === undefined) return ofNone;
    const found = values.length === 1 ? test(values[0]) : any(values.map(test));
    return negated ? not(found) : found;
  };
}

const isOperators = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.startsWith('$'));

type Matcher = (record: Readonly<Record<string, unknown>>) => Match;

function compile(filter: Filter, exact: boolean): Matcher {
  const parts = Object.entries(filter).map(([name, wanted]): Matcher => {
    if (name === '$and' || name === '$or') {
      const inner = (wanted as readonly Filter[]).map((part) => compile(part, exact));
      const join = name === '$and' ? all : any;
      return (record) => join(inner.map((match) => match(record)));
    }
    const asked = isOperators(wanted) ? wanted : { $eq: wanted };
    const tests = Object.entries(asked).map(([operator, operand]) => condition(operator, operand, exact));
    return (record) => {
      const values = valuesAt(record, name === '_id' && record._id === undefined ? 'id' : name);
      return all(tests.map((test) => test(values)));
    };
  });
  return (record) => all(parts.map((match) => match(record)));
}

const compiled = [new WeakMap<Filter, Matcher>(), new WeakMap<Filter, Matcher>()] as const;

/**
 * Whether a record matches.
 * @param exact judges letter case, marks and white space at the ends in values; by default they are open
 */
export function matches(filter: Filter, record: Readonly<Record<string, unknown>>, exact = false): Match {
  const known = compiled[exact ? 1 : 0];
  const match = known.get(filter) ?? compile(filter, exact);
  known.set(filter, match);
  return match(record);
}

/** The top-level fields that a filter speaks of. */
export function fieldsIn(filter: Filter): string[] {
  const names = Object.entries(filter).flatMap(([name, wanted]) =>
    name === '$and' || name === '$or'
      ? (wanted as readonly Filter[]).flatMap(fieldsIn)
      : [name === '_id' ? 'id' : (name.split('.')[0] as string)],
  );
  return [...new Set(names)];
}
