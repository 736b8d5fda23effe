/** Filters as a law: any combination of operators over the target's own fields. Section "Endpoints / Conventions" (filter). */
import fc from 'fast-check';
import type { Check } from '../support/engine/check.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { property } from '../support/engine/property.ts';
import { NOBODY, pairs, patterns } from '../support/lists/conditions.ts';
import { type Field, plainFields } from '../support/lists/fields.ts';
import { type Filter, fieldsIn } from '../support/lists/filters.ts';
import { wrongMatches } from '../support/lists/matchErrors.ts';
import { ask, judged, onEach, only, records } from '../support/lists/pages.ts';

const SIZE = 16;

/** Conditions on one field, of values that records have and one that none has. */
function conditions(field: Field): fc.Arbitrary<Filter> {
  const { path, kind } = field;
  const value = fc.constantFrom(...field.values);
  const nobody = kind === 'number' ? -987_654_321 : NOBODY;
  const equal = value.map((one) => ({ [path]: one }));
  if (kind === 'boolean') return equal;
  const listed = fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(nobody) });
  const any = fc.uniqueArray(listed, { minLength: 1, maxLength: 4 }).map(($in) => ({ [path]: { $in } }));
  if (kind === 'id') return fc.oneof(equal, any);
  const greater = value.map(($gt) => ({ [path]: { $gt } }));
  if (kind === 'time') return greater;
  if (kind === 'number') return fc.oneof(equal, any, greater);
  const texts = patterns(field);
  const regex = texts.length > 0 ? [fc.constantFrom(...texts).map(($regex) => ({ [path]: { $regex } }))] : [];
  return fc.oneof(equal, any, greater, ...regex);
}

/** Expressions: conditions, several fields at once, and $and of them, at some depth. */
export function expressions(fields: readonly Field[]): fc.Arbitrary<Filter> {
  const single = fc.oneof(...fields.map(conditions));
  const several = fc
    .shuffledSubarray([...fields], { minLength: Math.min(2, fields.length), maxLength: Math.min(3, fields.length) })
    .chain((chosen) => fc.tuple(...chosen.map(conditions)))
    .map((parts): Filter => Object.assign({}, ...parts));
  const { filter } = fc.letrec<{ filter: Filter; joined: Filter }>((tie) => ({
    filter: fc.oneof({ depthSize: 'small', withCrossShrink: true }, single, several, tie('joined')),
    joined: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }).map(($and) => ({ $and })),
  }));
  return filter;
}

export const filterLaws: Check[] = onEach(
  'lists.filter-law',
  'any expression gives the records that match',
  async (t, operationId) => {
    const { items } = await records(t, operationId);
    const fields = plainFields(operationId, items).filter(({ values }) => values.length > 0);
    if (fields.length === 0)
      throw new NotTested('the records show no plain fields', `records of ${operationId} with values`);
    const nested = pairs(operationId, items, 2).map(({ a, b }) => ({
      $and: [a.filter, { $and: [b.filter, a.filter] }],
    }));
    const holds = (filter: Filter) =>
      judged(
        t,
        operationId,
        () => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, size: SIZE }),
        (page, snapshot) => wrongMatches(filter, page, snapshot, { size: SIZE }),
      );
    await property(t, expressions(fields), holds, nested);
  },
);
