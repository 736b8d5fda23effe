/** What a check that passed rests on: the records that it was shown, and one exchange as an example. */
import { type Basis, type Cell, type Exchange, isRecord, kinds, listFacts } from '../../../schemas/contract.ts';
import type { Answer } from '../http/client.ts';

/** Of each operation whose success shows records: their kind. */
const KIND_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(kinds).flatMap(([name, { list, get, create }]) =>
    [list, get, create].flatMap((operation): [string, string][] => (operation ? [[operation, name]] : [])),
  ),
  ...Object.entries(listFacts.kindOf),
]);

const LONGEST_EXAMPLE = 120;

const isAnswer = (exchange: Exchange): exchange is Answer => 'json' in exchange;

/** The records of an answer as they came: nothing is judged by them here. */
function recordsOf({ json }: Answer): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return [];
  const list = json.items ?? json.tags ?? json.users;
  return Array.isArray(list) ? list : [isRecord(json.info) ? json.info : json];
}

/** The same answer is what many checks rest on. */
const known = new WeakMap<Exchange, readonly string[]>();

function idsIn(exchange: Exchange): readonly string[] {
  const found = known.get(exchange);
  if (found) return found;
  const records = isAnswer(exchange) && exchange.ok ? recordsOf(exchange) : [];
  const ids = records.flatMap((record) => {
    const id = isRecord(record) ? (record.id ?? record._id) : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  known.set(exchange, ids);
  return ids;
}

/** `GET /v1/users/17 → 200`: the last exchange on an operation that the check judges, else the last of all. */
function exampleOf(exchanges: readonly Exchange[], cells: readonly Cell[]): string | undefined {
  const judged = new Set(cells.map(({ operation }) => operation));
  const one = exchanges.findLast(({ operation }) => judged.has(operation)) ?? exchanges.at(-1);
  if (!one) return undefined;
  const { pathname, search } = new URL(one.url);
  const path = `${pathname}${search}`;
  const short = path.length > LONGEST_EXAMPLE ? `${path.slice(0, LONGEST_EXAMPLE)}…` : path;
  return `${one.method} ${short} → ${one.status}`;
}

/** @param exchanges those of the check, and those that what it compared came from */
export function basisOf(exchanges: readonly Exchange[], cells: readonly Cell[]): Basis | undefined {
  const example = exampleOf(exchanges, cells);
  if (example === undefined) return undefined;
  const ids = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const kind = KIND_OF.get(exchange.operation);
    if (kind === undefined) continue;
    const seen = ids.get(kind) ?? new Set();
    for (const id of idsIn(exchange)) seen.add(id);
    if (seen.size > 0) ids.set(kind, seen);
  }
  return { records: Object.fromEntries([...ids].map(([kind, { size }]) => [kind, size])), example };
}
