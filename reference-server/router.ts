/** Finds the operation that a method and path address; the table is the contract's. */
import { type Operation, operations } from '../schemas/contract.ts';

interface Route {
  operation: Operation;
  segments: readonly string[];
}

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

const isParameter = (segment: string) => segment.startsWith('{');
const split = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Fixed segments before parameters, so that `/groups/{id}` never hides `/groups/mine`. */
const routes: readonly Route[] = operations
  .map((operation) => ({ operation, segments: split(operation.path) }))
  .sort((a, b) => {
    const at = a.segments.findIndex((segment, i) => isParameter(segment) !== isParameter(b.segments[i] ?? ''));
    return at < 0 ? 0 : isParameter(a.segments[at] as string) ? 1 : -1;
  });

const tables = new Map<number, Route[]>();
for (const route of routes) {
  const table = tables.get(route.segments.length) ?? [];
  table.push(route);
  tables.set(route.segments.length, table);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [i, segment] of route.segments.entries()) {
    const given = segments[i] as string;
    if (!isParameter(segment)) {
      if (segment !== given) return undefined;
      continue;
    }
    const value = decode(given);
    if (value === undefined) return undefined;
    params[segment.slice(1, -1)] = value;
  }
  return params;
}

/** The operation, or the methods that the path knows (none: the path is unknown). */
export function match(method: string, path: string): Match | { allow: string[] } {
  const segments = split(path);
  const allow: string[] = [];
  for (const route of tables.get(segments.length) ?? []) {
    const params = paramsOf(route, segments);
    if (!params) continue;
    if (route.operation.method === method) return { operation: route.operation, params };
    allow.push(route.operation.method);
  }
  return { allow };
}
