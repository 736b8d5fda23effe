/** Sorts, selections and pages as laws, over the target's own fields. Section "Endpoints / Conventions" (sort, fields, skip). */
import fc from 'fast-check';
import type { Batch, Check } from '../support/engine/check.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { property } from '../support/engine/property.ts';
import { orderedFields } from '../support/lists/conditions.ts';
import { plainFields } from '../support/lists/fields.ts';
import { wrongOrder } from '../support/lists/orderErrors.ts';
import { type SortKey, sortText } from '../support/lists/ordering.ts';
import { ask, judged, onEach, only, overSteadyList, type Page, records } from '../support/lists/pages.ts';
import type { Selection } from '../support/lists/projection.ts';
import { expectFields } from '../support/lists/projectionErrors.ts';
import { type Shape, shapesOf } from '../support/lists/shapes.ts';
import { wrongSlice } from '../support/lists/sliceErrors.ts';
import { uniqueSort } from '../support/lists/uniqueSort.ts';
import { filterLaws } from './listsFilter.ts';

const SIZE = 16;
const FULL = 100;

const sorts: Check[] = onEach('lists.sort-law', 'any list of keys orders the records', async (t, operationId) => {
  const { items } = await records(t, operationId);
  const ordered = orderedFields(operationId, items).map(({ path }) => path);
  const ties = plainFields(operationId, items).filter(({ kind }) => kind === 'boolean');
  if (ordered.length === 0)
    throw new NotTested('the records show no field with an order', `records of ${operationId} with values`);
  const paths = [...ordered, ...ties.map(({ path }) => path)];
  const keys: fc.Arbitrary<SortKey[]> = fc
    .shuffledSubarray(paths, { minLength: 1, maxLength: Math.min(3, paths.length) })
    .chain((chosen) => fc.tuple(...chosen.map((path) => fc.boolean().map((descending) => ({ path, descending })))));
  await property(t, keys, (chosen) => {
    const asked = {
      ...only(
        operationId,
        chosen.map(({ path }) => path),
      ),
      sort: sortText(chosen),
      size: SIZE,
    };
    return judged(
      t,
      operationId,
      () => ask(t, operationId, asked),
      (page) => wrongOrder(page, chosen),
    );
  });
});

/** Any selection of fields, and of fields within objects. */
function selections(shapes: readonly Shape[], depth = 0): fc.Arbitrary<Selection> {
  return fc
    .shuffledSubarray([...shapes], { minLength: 1, maxLength: Math.min(6, shapes.length) })
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

const projections: Check[] = onEach(
  'lists.fields-law',
  'any selection cuts the full record down',
  async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    const shapes = shapesOf(operationId, items);
    if (shapes.length === 0) throw new NotTested('the records show no fields', `records of ${operationId}`);
    await property(t, selections(shapes), (selection) => expectFields(t, operationId, [selection]));
  },
);

const pages: Check[] = onEach(
  'lists.page-slice',
  'any page is the slice that it names, wherever it lies',
  async (t, operationId) => {
    const { items } = await records(t, operationId);
    const sort = uniqueSort(operationId, items) as string;
    const fields = only(operationId, sort.split(','));
    const whole = async (): Promise<unknown[]> => {
      const count = Math.min(5, Math.ceil(items.length / FULL));
      const found = await Promise.all(
        Array.from({ length: count }, (_, i) => ask(t, operationId, { ...fields, sort, skip: i * FULL, size: FULL })),
      );
      return found.flatMap(({ ids }) => ids);
    };
    let known = whole();
    const shown = (await known).length;
    const page = fc.record({
      skip: fc.nat(shown - 1),
      size: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: SIZE })),
    });
    await property(t, page, async ({ skip, size }) => {
      if (skip + size > shown) return;
      const look = async (): Promise<{ skip: number; size: number; page: Page }[]> => [
        { skip, size, page: await ask(t, operationId, { ...fields, sort, skip, size }) },
      ];
      if (!wrongSlice(await look(), await known)) return;
      known = whole();
      await overSteadyList(t, whole, (ids) => ids, look, wrongSlice);
    });
  },
);

export const listLaws: Batch = {
  title: 'properties: Lists',
  checks: [...filterLaws, ...sorts, ...projections, ...pages],
};
