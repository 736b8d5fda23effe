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
  const segments = path.split('/');
  segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

const root = grow([...operations, ...openOperations]);

/** Walks fixed segments before parameters, so that `/groups/{id}` never hides `/groups/mine`. */
function walk(
  at: Step,
  segments: readonly string[],
  i: number,
  values: string[],
  method: string,
  allow: Set<string>,
): Match | undefined {
  const segment = segments[i];
  if (segment === undefined) {
    for (const { operation, names } of at.leaves) {
      if (operation.method !== method) {
        allow.add(operation.method);
        continue;
      }
      return { operation, params: Object.fromEntries(names.map((name, n) => [name, values[n] as string])) };
    }
    return undefined;
  }
  const fixed = at.fixed.get(segment);
  const found = fixed && walk(fixed, segments, i + 1, values, method, allow);
  if (found || !at.parameter || segment === '') return found;
  return walk(at.parameter, segments, i + 1, [...values, segment], method, allow);
}

/**
 * The operation, or the methods that the path knows (none: the path is unknown).
 * @throws URIError when the path has a malformed percent-encoding
 */
export function match(method: string, path: string): Match | { allow: string[] } {
  const segments = segmentsOf(path).map((segment) => (segment.includes('%') ? decodeURIComponent(segment) : segment));
  const allow = new Set<string>();
  return walk(root, segments, 0, [], method, allow) ?? { allow: [...allow] };
}
