/** Sorts that the words leave open. Section "Endpoints / Conventions" (sort). */
import { DEFAULT_PAGE } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { plainFields } from '../../../support/lists/fields.ts';
import { knownRecords } from '../../../support/lists/knownRecords.ts';
import { judgeOrder } from '../../../support/lists/orderErrors.ts';

import { ask, onEach, pageOf, queryFor } from '../../../support/lists/requests.ts';
import { orderedFields } from '../../../support/lists/sortable.ts';

export const openSorts: Check[] = [
  ...onEach(
    'lists.sort-missing',
    'sorts by fields that are missing, unknown, nested or computed',
    async (t, operationId) => {
      const items = await knownRecords(t, operationId, 1);
      const lacking = orderedFields(operationId, items).find(({ present }) => present < items.length);
      const sorts = [...(lacking ? [lacking.path] : []), 'gcNoSuchField', 'settings.name', 'currentUserAllowedActions'];
      return Promise.all(
        sorts.map(async (sort) => {
          const page = pageOf(
            await t.send(operationId, { query: queryFor(operationId, { sort, size: DEFAULT_PAGE }) }),
          );
          const places = lacking && sort === lacking.path ? page.items.map((item) => item[sort] !== undefined) : [];
          const where =
            places.length === 0 || !places.includes(false)
              ? ''
              : places[0]
                ? ', without it last'
                : ', without it first';
          return `${sort}: ${page.answer.ok ? `${page.items.length} records${where}` : `answers ${page.answer.status}`}`;
        }),
      );
    },
  ),
  ...onEach('lists.sort-collation', 'how letters are ordered', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const field = plainFields(operationId, items)
      .filter(({ kind }) => kind === 'text')
      .sort((a, b) => b.values.length - a.values.length)[0];
    if (!field) throw new NoData('the records show no text', 'records with a text');
    const page = await ask(t, operationId, { sort: field.path, size: DEFAULT_PAGE });
    const letters = page.items.map((item) => String(item[field.path] ?? '').slice(0, 2));
    return [...new Set(letters)].join(' ');
  }),
  ...onEach('lists.sort-default', 'the order without sort', async (t, operationId) => {
    const [a, b] = await Promise.all([
      ask(t, operationId, { size: DEFAULT_PAGE }),
      ask(t, operationId, { size: DEFAULT_PAGE }),
    ]);
    const rising = plainFields(operationId, a.items).filter(
      ({ path, values }) => values.length > 1 && !judgeOrder(a, [{ path, descending: false }]).wrong,
    );
    const same = JSON.stringify(a.ids) === JSON.stringify(b.ids);
    return `${same ? 'the same in two answers' : 'another in each answer'}; rising by ${rising.map(({ path }) => path).join(', ') || 'no field'}`;
  }),
];
