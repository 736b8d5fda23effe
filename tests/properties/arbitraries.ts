/** Generates sorts and selections of the fields that the records show. Section "Endpoints / Conventions" (sort, fields). */
import fc from 'fast-check';
import type { Field } from '../support/lists/fields.ts';
import type { SortKey } from '../support/lists/ordering.ts';
import type { Selection } from '../support/lists/projection.ts';
import type { Shape } from '../support/lists/shapes.ts';

/** Any list of up to three keys, rising and falling. */
export const keysOf = (fields: readonly Field[], ties: readonly string[]): fc.Arbitrary<SortKey[]> => {
  const paths = [...new Set([...fields.map(({ path }) => path), ...ties])];
  return fc
    .shuffledSubarray(paths, { minLength: 1, maxLength: Math.min(3, paths.length) })
    .chain((chosen) => fc.tuple(...chosen.map((path) => fc.boolean().map((descending) => ({ path, descending })))));
};

/** Any selection of fields, and of fields within objects. */
export function selections(shapes: readonly Shape[], depth = 0): fc.Arbitrary<Selection> {
  return fc
    .shuffledSubarray([...shapes], { minLength: 1, maxLength: Math.min(8, shapes.length) })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map((shape) => within(shape, depth).map((inner) => [shape.name, inner] as const)))
        .map((entries) => Object.fromEntries(entries)),
    );
}

/** Deeper than one level, and in lists, selection is no more than the only sensible reading: those are judged apart. */
const within = ({ inner, list }: Shape, depth: number): fc.Arbitrary<true | Selection> =>
  inner.length === 0 || list || depth > 0
    ? fc.constant(true)
    : fc.oneof(fc.constant(true as const), selections(inner, depth + 1));
