/** Parameter filter of every list. Section "Endpoints / Conventions" (filter). */

import type { Batch, Check } from '../../../support/engine/check.ts';
import { Failure, NotTested } from '../../../support/engine/outcome.ts';
import { ask, judged, onEach, only, queryFor, records } from '../../../support/lists/pages.ts';
import { idOf } from '../../../support/records/answers.ts';
import { spread } from '../../../support/values/sample.ts';
import { exists } from './exists.ts';
import { further } from './further.ts';
import { named } from './named.ts';
import { reach } from './reach.ts';
import { values } from './values.ts';

const byId: Check[] = [
  ...onEach('lists.filter-id', '_id gives that record', async (t, operationId) => {
    const { items } = await records(t, operationId);
    const ids = spread(items.map(idOf).filter((id) => typeof id === 'string'));
    if (ids.length === 0) throw new NotTested('the records show no id', 'records with an id');
    await Promise.all(
      ids.map((_id) =>
        judged(
          t,
          operationId,
          () => ask(t, operationId, { ...only(operationId, []), filter: { _id } }),
          ({ answer, ids: found, total = 1 }, { stable }) =>
            !stable.some((record) => idOf(record) === _id) || (found.length === 1 && found[0] === _id && total === 1)
              ? undefined
              : {
                  message: 'a filter on _id does not give the one record with that id',
                  expected: { ids: [_id], totalCount: 1 },
                  received: { ids: found.slice(0, 5), totalCount: total },
                  exchange: answer,
                },
        ),
      ),
    );
  }),
];

const malformed: Check[] = [
  ...onEach('lists.filter-malformed', 'what is no expression gives no 5xx', async (t, operationId) => {
    const filters = [
      '{"name":',
      'name',
      '[]',
      '42',
      '"text"',
      'null',
      '{',
      '{"$and":5}',
      '{"name":{"$in":"x"}}',
      '{"name":{"$regex":"("}}',
      '{"$or":[1,null]}',
      '%',
    ];
    const answers = await Promise.all(
      filters.map((filter) =>
        t.send(operationId, { query: queryFor(operationId, { ...only(operationId, []), filter }) }),
      ),
    );
    const broken = answers.find(({ status }) => status >= 500);
    if (broken)
      throw new Failure('a filter that is no expression is answered with a 5xx', {
        expected: 'a status below 500',
        received: broken.status,
        exchange: broken,
      });
  }),
];

export const listFilters: Batch = {
  title: 'Lists: filter',
  checks: [...byId, ...named, ...reach, ...further, ...values, ...exists, ...malformed],
};
