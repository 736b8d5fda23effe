/** How deep JSON values nest: what recursion walks has a bound. */

/** Whether a value nests more than `depth` objects and arrays. */
export function tooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => tooDeep(inner, depth - 1));
}
