/** Reads with odd values of their parameters, or with a parameter twice: nothing breaks on them. */
import type { Operation } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import type { Answer } from '../support/http/client.ts';
import { isRefusal } from '../support/records/answers.ts';
import { wellFormed } from './requests.ts';

/** A value that no parameter has: characters that queries and expressions trip over. */
const ODD_VALUE = '}{\'"\u0000\u{1F600}';
/** Names that stand twice where each is enough once. */
const TWICE: Readonly<Record<string, readonly string[]>> = { fields: ['id,id'], sort: ['id,-id'] };
/** Odd values of these are judged with the lists. */
const JUDGED_IN_LISTS = ['filter', 'skip', 'limit', 'take'];
/** A right value of a parameter; for others this text. */
const RIGHT: Readonly<Record<string, string>> = {
  fields: 'id',
  sort: 'id',
  filter: '{}',
  skip: '0',
  limit: '1',
  take: '1',
};
const A_TEXT = 'plainText';

type Pairs = readonly (readonly [string, string])[];

/** Answers to a read with these parameters, as they stand. */
async function withQueries(t: Context, operation: Operation, queries: readonly Pairs[]): Promise<Answer[]> {
  const { query: _, ...input } = await wellFormed(t, operation);
  const { method, path } = operation;
  return Promise.all(
    queries.map((pairs) => {
      const search = new URLSearchParams(pairs.map(([name, value]) => [name, value]));
      return t.send(operation.id, { ...input, at: { method, path: `${path}?${search}` } });
    }),
  );
}

/** Answers to a read whose parameters stand twice, all of them or, where that is refused, each; and as keys of an object. */
async function repeated(t: Context, operation: Operation, names: readonly string[]): Promise<Answer[]> {
  const right = (name: string) => RIGHT[name] ?? A_TEXT;
  const twice = (name: string): Pairs => [
    [name, right(name)],
    [name, right(name)],
  ];
  const inObject: Pairs = names.map((name) => [`${name}[x]`, right(name)]);
  const all = await withQueries(t, operation, [names.flatMap(twice), inObject]);
  return all.some(isRefusal) && names.length > 1
    ? [...all, ...(await withQueries(t, operation, names.map(twice)))]
    : all;
}

/** Answers to a read with an odd value of each of its parameters, and with its parameters twice. */
export async function oddQueries(t: Context, operation: Operation): Promise<Answer[]> {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  if (names.length === 0) return [];
  const odd = names.filter((name) => !JUDGED_IN_LISTS.includes(name));
  const input = await wellFormed(t, operation);
  const values = odd.flatMap((name) =>
    [ODD_VALUE, ...(TWICE[name] ?? [])].map((value) =>
      t.send(operation.id, { ...input, query: { ...input.query, [name]: value } }),
    ),
  );
  return [...(await Promise.all(values)), ...(await repeated(t, operation, names))];
}
