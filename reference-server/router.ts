/** Finds the operation that a method and path address; the table is the contract's and the open operations. */
import { type Operation, operations } from '../schemas/operations.ts';
import { openOperations } from './open.ts';

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

interface Leaf {
  operation: Operation;
  names: string[];
}

/** One segment of the paths: fixed ways on, and the way through a parameter. */
interface Step {
  fixed: Map<string, Step>;
  parameter?: Step;
  leaves: Leaf[];
}

const step = (): Step => ({ fixed: new Map(), leaves: [] });

function grow(all: readonly Operation[]): Step {
  const root = step();
  for (const operation of all) {
    const names: string[] = [];
    let at = root;
    for (const segment of segmentsOf(operation.path)) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        at.parameter ??= step();
        at = at.parameter;
      } else {
        const next = at.fixed.get(segment) ?? step();
        at.fixed.set(segment, next);
        at = next;
      }
    }
    at.leaves.push({ operation, names });
  }
  return root;
}

/** A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? -1 : undefined;
  return path.slice(1, end).split('/');
}

const root = grow([...operations, ...openOperations]);

interface Search {
  method: string;
  segments: readonly string[];
  /** Values of the parameters on the way. */
  values: string[];
  /** Methods of the operations that the path fits. */
  allow: string[];
}

function arrive({ leaves }: Step, { method, values, allow }: Search): Match | undefined {
  for (const { operation, names } of leaves) {
    if (operation.method !== method) {
      if (!allow.includes(operation.method)) allow.push(operation.method);
      continue;
    }
    const params: Record<string, string> = {};
    for (let i = 0; i < names.length; i++) params[names[i] as string] = values[i] as string;
    return { operation, params };
  }
  return undefined;
}

/** Walks fixed segments before parameters, so that `/groups/{id}` never hides `/groups/mine`. */
function walk(at: Step, i: number, search: Search): Match | undefined {
  const segment = search.segments[i];
  if (segment === undefined) return arrive(at, search);
  const fixed = at.fixed.get(segment);
  const found = fixed && walk(fixed, i + 1, search);
  if (found || !at.parameter || segment === '') return found;
  search.values.push(segment);
  const through = walk(at.parameter, i + 1, search);
  search.values.pop();
  return through;
}

/**
 * The operation, or the methods that the path knows (none: the path is unknown).
 * @throws URIError when the path has a malformed percent-encoding
 */
export function match(method: string, path: string): Match | { allow: string[] } {
  const given = segmentsOf(path);
  const segments = path.includes('%') ? given.map(decodeURIComponent) : given;
  const search: Search = { method, segments, values: [], allow: [] };
  return walk(root, 0, search) ?? { allow: search.allow };
}
