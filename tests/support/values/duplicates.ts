/** Values that stand more than once where each is enough once. */

/** Those values of a list that stand in it before, too, each as often as it is repeated. */
export function duplicates<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => {
    if (seen.has(value)) return true;
    seen.add(value);
    return false;
  });
}
