/** Filters that match nothing, and filters that reach beyond the first page. Section "Endpoints / Conventions" (filter). */

import { envelope, isRecord, operation } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import { stillWrong } from '../../../support/engine/retry.ts';
import { NOBODY, pairs, plainConditions, textFields } from '../../../support/lists/conditions.ts';
import { plainFields } from '../../../support/lists/fields.ts';
import { fieldsIn, matches } from '../../../support/lists/filters.ts';
import { ask, judged, onEach, only, pageOf, queryFor, records } from '../../../support/lists/pages.ts';
import { idOf } from '../../../support/records/answers.ts';
import { spread } from '../../../support/values/sample.ts';
import { some } from './filtering.ts';

export const reach: Check[] = [
  ...onEach('lists.filter-none', 'a filter that nothing matches gives nothing', async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    const text = textFields(operationId, items)[0];
    const [pair] = pairs(operationId, items);
    const never = text && { $and: [{ [text.path]: text.values[0] }, { [text.path]: NOBODY }] };
    const filters = [
      text && { [text.path]: NOBODY },
      text && { [text.path]: { $in: [NOBODY] } },
      never,
      pair && { ...pair.a.filter, $and: [{ ...pair.b.filter }, { ...(text && { [text.path]: NOBODY }) }] },
    ];
    const made = some(
      filters.filter((filter) => filter !== undefined),
      operationId,
      'by a text',
    );
    await Promise.all(
      made.map(async (filter) => {
        const { answer, ids, total = 0 } = await ask(t, operationId, { ...only(operationId, []), filter });
        const right = ids.length === 0 && total === 0;
        const shown = isRecord(answer.json) ? answer.json : {};
        const lost = envelope(operation(operationId)).filter((key) => (shown[key] ?? undefined) === undefined);
        t.expect(lost.length === 0, 'an empty list lacks what the answer has otherwise', {
          expected: envelope(operation(operationId)),
          received: Object.keys(shown),
          exchange: answer,
        });
        t.expect(right, `filter ${JSON.stringify(filter)}, which nothing matches, gives records or a count`, {
          expected: { records: 0, totalCount: 0 },
          received: { records: ids.length, totalCount: total },
          exchange: answer,
        });
      }),
    );
  }),

  ...onEach('lists.filter-own', 'a filter holds for its own request alone', async (t, operationId) => {
    const { items } = await records(t, operationId, 3);
    const fields = only(operationId, []);
    const known = items.slice(0, 3).map(idOf);
    const wrong = await stillWrong(t, async () => {
      const { ids: there } = await ask(t, operationId, { ...fields, filter: { _id: { $in: known } } });
      await ask(t, operationId, { ...fields, filter: { _id: known[0] } });
      const { ids, answer } = await ask(t, operationId, { ...fields, size: 3 });
      return ids.length < Math.min(2, there.length) ? { ids, answer } : undefined;
    });
    t.expect(wrong === undefined, 'a request without a filter gives what the filter before it let through', {
      expected: '3 records',
      received: wrong?.ids,
      ...(wrong && { exchange: wrong.answer }),
    });
  }),

  ...onEach('lists.filter-in-empty', '$in without values gives nothing', async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    const paths = ['_id', ...textFields(operationId, items).map(({ path }) => path)].slice(0, 2);
    const answers = await Promise.all(
      paths.map((path) =>
        t.send(operationId, {
          query: queryFor(operationId, { ...only(operationId, []), filter: { [path]: { $in: [] } }, size: 5 }),
        }),
      ),
    );
    for (const answer of answers) {
      const { items: found } = pageOf(answer);
      const right = answer.ok ? found.length === 0 : answer.status < 500;
      t.expect(right, '$in without values gives records, or a 5xx', {
        expected: 'no record, or a refusal with a 4xx',
        received: answer.ok ? `${found.length} records` : answer.status,
        exchange: answer,
      });
    }
  }),

  ...onEach('lists.filter-whole', 'a filter reaches beyond the first page', async (t, operationId) => {
    const { items } = await records(t, operationId);
    const [first, whole] = await Promise.all([
      ask(t, operationId, { ...only(operationId, []), size: 1 }),
      ask(t, operationId, only(operationId, [])),
    ]);
    const behind = items.filter((record) => !first.ids.includes(idOf(record)));
    const beyond = items.filter((record) => !whole.ids.includes(idOf(record)));
    const looks = [
      ...spread(behind).map((record) => ({ record, size: 1 })),
      ...spread(beyond).map((record) => ({ record })),
    ];
    const conditions = plainConditions(plainFields(operationId, items), items, 3);
    await Promise.all(
      looks.flatMap(({ record, ...size }) => {
        const own = conditions.find(({ filter }) => matches(filter, record) === true)?.filter;
        // A plain value is looked for as well: a service may find ids in another way.
        return [
          { _id: idOf(record) },
          ...(own && !('size' in size) ? [{ $and: [{ _id: idOf(record) }, own] }] : []),
        ].map((filter) =>
          judged(
            t,
            operationId,
            () => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, ...size }),
            ({ answer, ids }, { stable }) =>
              ids.includes(idOf(record)) || !stable.some((other) => idOf(other) === idOf(record))
                ? undefined
                : {
                    message: 'a filter does not find a record beyond the first page',
                    expected: idOf(record),
                    received: ids,
                    exchange: answer,
                  },
          ),
        );
      }),
    );
  }),
];
