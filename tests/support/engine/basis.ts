/** What a check that passed rests on: the records that it was shown, and one exchange as an example. */
import { type Basis, type Cell, type Exchange, kindCreated, kindShown } from '../../../schemas/contract.ts';
import type { Answer } from '../http/client.ts';
import { idOf, recordsShown, strings } from '../records/answers.ts';

const LONGEST_EXAMPLE = 120;

const isAnswer = (exchange: Exchange): exchange is Answer => 'json' in exchange;

/** The same answer is what many checks rest on. */
const known = new WeakMap<Exchange, readonly string[]>();

function idsIn(exchange: Exchange): readonly string[] {
  const found = known.get(exchange);
  if (found) return found;
  const ids = isAnswer(exchange) && exchange.ok ? strings(recordsShown(exchange).map(idOf)) : [];
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
    const kind = kindShown(exchange.operation) ?? kindCreated(exchange.operation);
    if (kind === undefined) continue;
    const seen = ids.get(kind) ?? new Set();
    for (const id of idsIn(exchange)) seen.add(id);
    if (seen.size > 0) ids.set(kind, seen);
  }
  return { records: Object.fromEntries([...ids].map(([kind, { size }]) => [kind, size])), example };
}
