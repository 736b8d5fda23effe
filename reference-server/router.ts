/** Finds the operation that a method and path address; the table is the contract's and the open operations. */
import { type Operation, operations } from '../schemas/operations.ts';
import { openOperations } from './open.ts';

export interface Match {
  operation: Operation;
  /** Decoded values of the path parameters, by name. */
  params: Record<string, string>;
}

interface Route {
  operation: Operation;
  /** Segments of the path; `{name}` for a parameter. */
  template: readonly string[];
}

const isParameter = (segment: string) => segment.startsWith('{');

/** A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? -1 : undefined;
  return path.slice(1, end).split('/');
}

/** Routes by number of segments, fixed segments before parameters, so that `/groups/{id}` never hides `/groups/mine`. */
function tableOf(all: readonly Operation[]): Map<number, Route[]> {
  const shape = ({ template }: Route) => template.map((segment) => (isParameter(segment) ? 1 : 0)).join('');
  const table = new Map<number, Route[]>();
  const routes = all.map((operation) => ({ operation, template: segmentsOf(operation.path) }));
  for (const route of routes.sort((a, b) => shape(a).localeCompare(shape(b)))) {
    const { length } = route.template;
    table.set(length, [...(table.get(length) ?? []), route]);
  }
  return table;
}

const table = tableOf([...operations, ...openOperations]);

const fits = (template: readonly string[], segments: readonly string[]) =>
  template.every((expected, i) => (isParameter(expected) ? segments[i] !== '' : segments[i] === expected));

function paramsOf({ template }: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [i, segment] of template.entries()) {
    if (isParameter(segment)) params[segment.slice(1, -1)] = segments[i] as string;
  }
  return params;
}

/**
 * The operation, or the methods that the path knows (none: the path is unknown).
 * @throws URIError when the path has a malformed percent-encoding
 */
export function match(method: string, path: string): Match | { allow: string[] } {
  const given = segmentsOf(path);
  const segments = path.includes('%') ? given.map(decodeURIComponent) : given;
  const routes = (table.get(segments.length) ?? []).filter(({ template }) => fits(template, segments));
  const route = routes.find(({ operation }) => operation.method === method);
  if (!route) return { allow: [...new Set(routes.map(({ operation }) => operation.method))] };
  return { operation: route.operation, params: paramsOf(route, segments) };
}
