/** Operators of filters. Section "Endpoints / Conventions" (parameter filter); semantics as document databases have them. */
import { Refusal } from '../refusal.ts';
import { regexTest } from './regex.ts';

/** Tests the value at a path; undefined stands for an absent field, an array also for each of its elements. */
export type Test = (value: unknown) => boolean;

/** Makes a test out of the operand; `siblings` are the other operators on the same field. */
type Operator = (operand: unknown, siblings: Readonly<Record<string, unknown>>) => Test;

export type Operators = Readonly<Record<string, Operator>>;

/** Equality of JSON values. */
function equals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equals(a[key as never], b[key as never]))
  );
}

/** The test holds for the value itself or for one of its elements. */
const anyOf =
  (test: Test): Test =>
  (value) =>
    test(value) || (Array.isArray(value) && value.some(test));

const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

const equal: Operator = (operand) => {
  if (operand === null) return anyOf((value) => value === undefined || value === null);
  if (typeof operand !== 'object') return anyOf((value) => value === operand);
  return anyOf((value) => equals(value, operand));
};

function list(name: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new Refusal(400, `${name} takes a list`);
  return operand;
}

const within: Operator = (operand) => {
  const wanted = list('$in', operand);
  const plain = new Set(wanted.filter((one) => one === null || typeof one !== 'object'));
  const objects = wanted.filter((one) => one !== null && typeof one === 'object');
  return anyOf((value) => plain.has(value ?? null) || objects.some((one) => equals(value, one)));
};

/** Numbers compare with numbers and strings with strings; nothing else compares. */
const ordered =
  (name: string, holds: (a: never, b: never) => boolean): Operator =>
  (operand) => {
    if (typeof operand !== 'number' && typeof operand !== 'string') {
      throw new Refusal(400, `${name} takes a number or a string`);
    }
    return anyOf((value) => typeof value === typeof operand && holds(value as never, operand as never));
  };

export const operators: Operators = {
  $eq: equal,
  $ne: (operand, siblings) => not(equal(operand, siblings)),
  $in: within,
  $nin: (operand, siblings) => not(within(list('$nin', operand), siblings)),
  $gt: ordered('$gt', (a, b) => a > b),
  $gte: ordered('$gte', (a, b) => a >= b),
  $lt: ordered('$lt', (a, b) => a < b),
  $lte: ordered('$lte', (a, b) => a <= b),
  $exists: (operand) => {
    if (typeof operand !== 'boolean') throw new Refusal(400, '$exists takes true or false');
    return (value) => (value !== undefined) === operand;
  },
  $regex: (operand, { $options = '' }) => {
    if (typeof operand !== 'string' || typeof $options !== 'string') {
      throw new Refusal(400, '$regex and $options take strings');
    }
    const test = regexTest(operand, $options);
    return anyOf((value) => typeof value === 'string' && test(value));
  },
  $options: (_operand, siblings) => {
    if (!('$regex' in siblings)) throw new Refusal(400, '$options stands beside $regex');
    return () => true;
  },
};
