/** A few of many values. */

/** First, last and between: at most `count` of the values. */
export function sample<T>(values: readonly T[], count = 3): T[] {
  const step = (values.length - 1) / Math.max(1, count - 1);
  return values.length <= count
    ? [...values]
    : Array.from({ length: count }, (_, i) => values[Math.round(i * step)] as T);
}
