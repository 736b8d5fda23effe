/** Which faults are tried again, so that every assertion is reached that can be. Pure functions. */
import { type Assertion, placeOf, type Reached } from './assertions.ts';

/** A fault to try with these checks, all of those that can see it where none are named. */
export interface Retry {
  fault: string;
  only?: readonly string[];
}

/** Faults that reach what the first failure of a check hides: by file, and by words of the assertion. */
export type Known = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The faults that are known to reach what nothing has reached yet. */
export function knownFor(missing: readonly Assertion[], known: Known): Retry[] {
  const names = missing.flatMap((assertion) =>
    Object.entries(known[assertion.file] ?? {}).flatMap(([words, fault]) =>
      assertion.text.includes(words) ? [fault] : [],
    ),
  );
  return [...new Set(names)].map((fault) => ({ fault }));
}

/**
 * Faults that may reach what nothing has reached yet: those that a check can see which failed in the same file. Those that
 * few checks can see come first.
 * @param keys the checks that can see each fault
 */
export function searchFor(
  missing: readonly Assertion[],
  reached: readonly Reached[],
  keys: ReadonlyMap<string, readonly string[]>,
): Retry[] {
  const files = new Set(missing.map(({ file }) => file));
  const near = new Set(reached.flatMap((one) => (files.has(placeOf(one)?.file ?? '') ? [one.check] : [])));
  return [...keys]
    .map(([fault, all]) => ({ fault, only: all.filter((key) => near.has(key)) }))
    .filter(({ only }) => only.length > 0)
    .sort((a, b) => a.only.length - b.only.length);
}

/** Assertions that no fault can reach in a campaign: by file, how each begins in the source, and why. */
export type Unreached = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const isListed = ({ file, text }: Assertion, listed: Unreached): boolean =>
  Object.keys(listed[file] ?? {}).some((begin) => text.startsWith(begin));

/** Entries of which every assertion is reached, or that name none. */
export const staleEntries = (missing: readonly Assertion[], listed: Unreached): string[] =>
  Object.entries(listed).flatMap(([file, entries]) =>
    Object.keys(entries)
      .filter((begin) => !missing.some((one) => one.file === file && one.text.startsWith(begin)))
      .map((begin) => `${file}: ${begin}`),
  );
