/**
 * How large a request of a must may be. Section "Limits": "request size limits: not shown". What is larger may be tried, and a
 * refusal of it says nothing.
 */
export const YARDSTICK = {
  /** Objects that stand in one another in a filter: a condition with an operator, within $and, has three. */
  levels: 3,
  /** Conditions of a filter, each operator of a field by itself. */
  conditions: 8,
  /** Values of a list. */
  listed: 20,
  /** Characters of a pattern. */
  pattern: 40,
  /** Keys of a sort. */
  keys: 3,
  /** Names in a selection, those within objects among them. */
  fields: 15,
  /** Characters of a list of values, of a filter and of all parameters, as they stand in a query: some servers take 2,048. */
  encoded: { list: 1000, filter: 1500, query: 1800 },
} as const;

/** The parameters that can become large. */
interface Expressions {
  filter?: unknown;
  sort?: string;
  fields?: string;
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;

const inner = (part: unknown): unknown[] => (isObject(part) ? Object.values(part) : []);

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const levels = (part: unknown): number =>
  Number(isObject(part) && !Array.isArray(part)) + most(inner(part).map((one) => levels(one)));

/** Conditions: values under a field or an operator of one, whatever stands in a list of values. */
function conditions(part: unknown): number {
  if (!isObject(part)) return 1;
  return Object.entries(part).reduce((sum, [name, wanted]) => {
    const parts = Array.isArray(wanted) ? (/^\$(and|or|nor)$/.test(name) ? wanted : ['a list']) : [wanted];
    return sum + parts.reduce<number>((all, one) => all + conditions(one), 0);
  }, 0);
}

const longestList = (part: unknown): number =>
  most([Array.isArray(part) ? part.length : 0, ...inner(part).map(longestList)]);

const longestPattern = (part: unknown): number =>
  most(
    Object.entries(isObject(part) ? part : {}).map(([name, wanted]) =>
      name === '$regex' ? [...String(wanted)].length : longestPattern(wanted),
    ),
  );

const encoded = (value: unknown): number =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)).length;

/** Whether a filter is no longer than a query that every service takes. */
export const fitsQuery = (filter: unknown): boolean => encoded(filter) < YARDSTICK.encoded.filter;

const isModestFilter = (filter: unknown): boolean =>
  fitsQuery(filter) &&
  levels(filter) <= YARDSTICK.levels &&
  conditions(filter) <= YARDSTICK.conditions &&
  longestList(filter) <= YARDSTICK.listed &&
  longestPattern(filter) <= YARDSTICK.pattern;

const names = (text: string) => text.split(/[,{}]/).filter((name) => name.trim() !== '');

/** Whether every service must take a request with these parameters for its size. */
export function isModest({ filter, sort = '', fields = '' }: Expressions): boolean {
  const given = [filter ?? '', sort, fields];
  return (
    (filter === undefined || isModestFilter(filter)) &&
    names(sort).length <= YARDSTICK.keys &&
    names(fields).length <= YARDSTICK.fields &&
    given.reduce<number>((sum, one) => sum + encoded(one), 0) < YARDSTICK.encoded.query
  );
}

/** Those of the values that a list of them may have by its length in a query. */
export function shortList<T>(values: readonly T[]): T[] {
  let length = 0;
  return values.filter((value) => {
    length += encoded(JSON.stringify(value));
    return length < YARDSTICK.encoded.list;
  });
}
