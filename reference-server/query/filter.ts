/** Filters as predicates. Section "Endpoints / Conventions" (parameter filter). */
import { Refusal } from '../refusal.ts';
import type { Operators, Test } from './operators.ts';

/** Gives the value of a record at a dotted path. */
export type ValueAt<T> = (path: string) => (record: T) => unknown;

/** Conditions that one filter may hold: enough for people, too few to keep a server busy. */
const MAX_CONDITIONS = 500;
/** Conditions that a `$regex` counts for. */
const REGEX_WEIGHT = 50;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Steps into a value; through arrays, the values of all elements. */
export function valueAtPath(value: unknown, steps: readonly string[]): unknown {
  let current = value;
  for (const [i, step] of steps.entries()) {
    if (Array.isArray(current)) {
      const rest = steps.slice(i);
      const found = current.map((element) => valueAtPath(element, rest)).filter((element) => element !== undefined);
      return found.length > 0 ? found.flat() : undefined;
    }
    if (!isObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/**
 * The predicate that an expression stands for.
 * @throws Refusal 400 when the expression is malformed
 */
export function compileFilter<T>(
  expression: unknown,
  valueAt: ValueAt<T>,
  operators: Operators,
): (record: T) => boolean {
  let conditions = 0;

  function count(weight: number): void {
    conditions += weight;
    if (conditions > MAX_CONDITIONS) throw new Refusal(400, `a filter holds at most ${MAX_CONDITIONS} conditions`);
  }

  function field(path: string, wanted: unknown): (record: T) => boolean {
    const read = valueAt(path);
    const tests = testsOf(wanted);
    const [only] = tests;
    if (only && tests.length === 1) return (record) => only(read(record));
    return (record) => {
      const value = read(record);
      for (const test of tests) if (!test(value)) return false;
      return true;
    };
  }

  function testsOf(wanted: unknown): Test[] {
    const names = isObject(wanted) ? Object.keys(wanted) : [];
    if (!names.some((name) => name.startsWith('$'))) return testsOf({ $eq: wanted });
    const siblings = wanted as Record<string, unknown>;
    return names.map((name) => {
      const make = Object.hasOwn(operators, name) ? operators[name] : undefined;
      if (!make) throw new Refusal(400, `there is no operator ${name}; there are ${Object.keys(operators).join(', ')}`);
      count(name === '$regex' ? REGEX_WEIGHT : 1);
      return make(siblings[name], siblings);
    });
  }

  function branches(name: string, operand: unknown): ((record: T) => boolean)[] {
    if (!Array.isArray(operand) || operand.length === 0) throw new Refusal(400, `${name} takes a list of expressions`);
    return operand.map(whole);
  }

  function whole(part: unknown): (record: T) => boolean {
    if (!isObject(part)) throw new Refusal(400, 'an expression is an object');
    const tests = Object.entries(part).map(([key, operand]) => {
      if (key === '$and') {
        const all = branches(key, operand);
        return (record: T) => all.every((test) => test(record));
      }
      if (key === '$or') {
        const any = branches(key, operand);
        return (record: T) => any.some((test) => test(record));
      }
      if (key.startsWith('$')) throw new Refusal(400, `${key} does not stand at the top of an expression`);
      return field(key, operand);
    });
    const [only] = tests;
    if (only && tests.length === 1) return only;
    return (record) => {
      for (const test of tests) if (!test(record)) return false;
      return true;
    };
  }

  return whole(expression);
}
