/** The parameters of a list for another user than the first. Section "Endpoints / Conventions". */
import { DEFAULT_PAGE, type JsonRecord, listFacts, propertiesOf } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { isGiven } from '../support/http/actors.ts';
import { ALWAYS } from '../support/http/unlistedFields.ts';
import type { Field } from '../support/lists/fields.ts';
import { type Filter, matches } from '../support/lists/filters.ts';
import { judgeBetween, type Verdict } from '../support/lists/knownRecords.ts';
import { misplaced, order } from '../support/lists/ordering.ts';

import { type Asked, hasParameter, only, type Page, pageOf, queryFor } from '../support/lists/requests.ts';
import { placedRecord } from '../support/lists/shapes.ts';
import { fitsQuery } from '../support/lists/yardstick.ts';
import { idOf } from '../support/records/answers.ts';
import { firstDifference } from '../support/values/difference.ts';
import { sample } from '../support/values/sample.ts';
import { identifyingFields } from './listsFilter.ts';

/** Records whose values the filter beside the other parameters names. */
const FEW = 6;
/** Records of the page that is asked for behind the first. */
const SIZE = 3;

/** A text by which people know the records that are shown, with values that fit into a filter. */
function textOf(operationId: string, { items }: Page): Field | undefined {
  const fields = identifyingFields(operationId, items).map((field) => ({
    ...field,
    values: field.values.filter((value) => fitsQuery({ [field.path]: { $in: Array(FEW).fill(value) } })),
  }));
  return fields.find(({ kind, values }) => kind === 'text' && values.length > 1);
}

/** What is wrong with the page behind the first record, in falling order, of all that match. */
function wrongPage(operationId: string, path: string, { items }: Page, matching: readonly JsonRecord[]) {
  if (items.length > SIZE) return 'more records come than were asked for';
  if (items.length < Math.min(SIZE, matching.length - 1)) return 'fewer records come than match';
  const listed = Object.keys(propertiesOf(placedRecord(operationId)));
  const extra = items
    .flatMap((item) => Object.keys(item))
    .find((name) => listed.includes(name) && name !== path && !ALWAYS.has(name));
  if (extra !== undefined) return `the field ${extra} comes, which was not named`;
  if (!hasParameter(operationId, 'sort')) return undefined;
  if (misplaced(items, [{ path, descending: true }])) return 'the records come in another order';
  const isFirst = (item: JsonRecord) => {
    const others = matching.filter((record) => idOf(record) !== idOf(item));
    return others.length > 0 && others.every((record) => order(record[path], item[path]) === -1);
  };
  return items.some(isFirst) ? 'the record comes that was to be skipped' : undefined;
}

/** Judges a filter alone and beside the other parameters, by the first page that the second user is shown. */
export async function expectForSecond(t: Context, operationId: string): Promise<void> {
  if (!isGiven(t, 'second')) return;
  const send = async (asked: Asked) =>
    pageOf(await t.send(operationId, { query: queryFor(operationId, asked), as: 'second' }));
  const named = only(operationId, listFacts.called);
  const listing = await send(named);
  const text = textOf(operationId, listing);
  // The second user may not list everything, or be shown too little to tell.
  if (!listing.answer.ok || text === undefined) return;
  const { path, values } = text;
  const filter: Filter = { [path]: { $in: sample(values, FEW) } };
  const sort = hasParameter(operationId, 'sort') ? { sort: `-${path}` } : {};
  let first: Page | undefined = listing;
  await judgeBetween(
    t,
    async () => {
      const page = first ?? (await send(named));
      first = undefined;
      return page;
    },
    () => Promise.all([send({ ...named, filter }), send({ filter, ...sort, fields: path, skip: 1, size: SIZE })]),
    ([matching, beside], before, after): Verdict => {
      const later = new Map(after.items.map((item) => [idOf(item), item]));
      const stable = before.items.filter((item) => !firstDifference(item, later.get(idOf(item))));
      const wrong = (message: string, { items, answer }: Page) => ({
        compared: 1,
        wrong: {
          message: `for another user, the parameters do not hold: ${message}`,
          expected: stable.filter((record) => matches(filter, record) === true).slice(0, FEW),
          received: answer.ok ? items.slice(0, FEW) : answer.status,
          exchange: answer,
        },
      });
      for (const page of [matching, beside]) {
        if (!page.answer.ok) return wrong('the request did not succeed', page);
        if (page.items.some((item) => matches(filter, item) === false))
          return wrong('a record comes that does not match', page);
      }
      const there = new Set(matching.ids);
      const lost = stable.some((record) => matches(filter, record) === true && !there.has(idOf(record)));
      if (lost && matching.items.length < DEFAULT_PAGE) return wrong('a record that matches does not come', matching);
      const found =
        matching.items.length < DEFAULT_PAGE ? wrongPage(operationId, path, beside, matching.items) : undefined;
      return found === undefined ? { compared: 2 } : wrong(found, beside);
    },
  );
}
