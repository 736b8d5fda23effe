/** Filters on who has a field. Section "Endpoints / Conventions" (filter). */

import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { type Field, plainFields } from '../../../support/lists/fields.ts';
import type { Filter } from '../../../support/lists/filters.ts';
import { brief } from '../../../support/lists/matchErrors.ts';
import { ask, judged, lists, onEach, only, type Page, records } from '../../../support/lists/pages.ts';
import { idOf } from '../../../support/records/answers.ts';
import { spread } from '../../../support/values/sample.ts';

const FULL = 100;

export const exists: Check[] = [
  ...onEach('lists.filter-exists', '$exists tells who has the field', async (t, operationId) => {
    const { items } = await records(t, operationId);
    const fields = plainFields(operationId, items).sort(
      (a, b) => Number(a.present === items.length) - Number(b.present === items.length),
    );
    if (fields.length === 0) throw new NotTested('the records show no plain field', 'records with fields');
    await Promise.all(spread(fields, 4).map((field) => expectExists(t, operationId, field)));
  }),
];

/** Each record is either among those that have the field or among those that lack it; what it shows it has. */
async function expectExists(t: Context, operationId: string, { path }: Field): Promise<void> {
  const [having, lacking] = [{ [path]: { $exists: true } }, { [path]: { $exists: false } }];
  // Pages make up the whole in an order that was asked for alone.
  const sorted = lists(operationId, 'sort');
  const read = (filter: Filter, skip: number) =>
    ask(t, operationId, {
      ...only(operationId, [path]),
      filter,
      size: FULL,
      ...(sorted && { sort: 'id' }),
      ...(skip > 0 && { skip }),
    });
  const whole = async (filter: Filter): Promise<Page> => {
    const first = await read(filter, 0);
    if (first.ids.length < FULL || !sorted) return first;
    const more = await Promise.all([1, 2, 3, 4].map((page) => read(filter, page * FULL)));
    const pages = [first, ...more];
    return { ...first, items: pages.flatMap(({ items }) => items), ids: pages.flatMap(({ ids }) => ids) };
  };
  await judged(
    t,
    operationId,
    () => Promise.all([whole(having), whole(lacking)]),
    ([have, lack], { stable }) => {
      const most = sorted ? 5 * FULL : FULL;
      const whole = [have, lack].every(({ ids }) => ids.length < most);
      for (const record of stable) {
        const [has, lacks] = [have, lack].map(({ ids }) => ids.includes(idOf(record))) as [boolean, boolean];
        const right = !(has && lacks) && (record[path] === undefined || !lacks) && (!whole || has || lacks);
        if (right) continue;
        return {
          message: `$exists on ${path} gives a record wrongly`,
          expected: record[path] === undefined ? 'the record under true or under false' : 'the record under true',
          received: { ...brief(record, having), underTrue: has, underFalse: lacks },
          exchange: lacks ? lack.answer : have.answer,
        };
      }
      return undefined;
    },
  );
}
