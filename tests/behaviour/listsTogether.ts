/** List parameters together, and where they are not listed. Section "Endpoints / Conventions". */

import type { Batch, Check } from '../support/check.ts';
import { idOf } from '../support/collections.ts';
import { type Condition, NOBODY, orderedFields, plainConditions, textFields } from '../support/conditions.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { matches } from '../support/filters.ts';
import { type Field, isComputed, plainFields, spread } from '../support/listFields.ts';
import {
  type Asked,
  ask,
  judged,
  observed,
  onEach,
  type Page,
  pageOf,
  queryFor,
  records,
  type Snapshot,
  steadily,
  type Wrong,
} from '../support/lists.ts';
import type { SortKey } from '../support/ordering.ts';
import { NotTested } from '../support/outcome.ts';
import { shapesOf } from '../support/shapes.ts';
import { ids, itemsOf, required } from '../support/subjects.ts';
import { select, wrongFields } from './listsFields.ts';
import { wrongMatches } from './listsFilter.ts';
import { uniqueSort } from './listsPages.ts';
import { wrongOrder } from './listsSort.ts';

const FULL = 100;

interface Combination {
  condition: Condition;
  sort: string | undefined;
  keys: readonly SortKey[];
  /** A field that is neither filtered nor sorted by. */
  field: string;
}

/** Filters that match several records but not all, with another field to sort by and a third to show. */
function combinations(operationId: string, items: readonly JsonRecord[]): Combination[] {
  const unique = uniqueSort(operationId, items);
  const conditions = plainConditions(plainFields(operationId, items), items, 6)
    .map((condition) => ({
      condition,
      yes: items.filter((record) => matches(condition.filter, record) === true).length,
    }))
    .filter(({ yes }) => yes >= 2 && yes <= FULL)
    .sort((a, b) => b.yes - a.yes);
  return spread(conditions, 3).map(({ condition }): Combination => {
    const other = (path: string) => path !== condition.field.path;
    const by = orderedFields(operationId, items).filter(({ path, present }) => other(path) && present === items.length);
    const keys = by.slice(0, unique ? 1 : 0).map(({ path }) => ({ path, descending: true }));
    const names = shapesOf(operationId, items).map(({ name }) => name);
    const field = names.findLast(
      (name) => other(name) && !keys.some(({ path }) => path === name) && !/^_?id$|^accountId$/.test(name),
    );
    const sort = unique && (keys[0] ? `-${keys[0].path},${unique}` : unique);
    return { condition, sort, keys, field: field ?? 'id' };
  });
}

/** What comes under a filter and a sort alone, then what every cut and projection makes of it. */
async function expectTogether(t: Context, operationId: string, combination: Combination): Promise<void> {
  const { condition, sort, keys, field } = combination;
  const asked: Asked = { filter: condition.filter, ...(sort && { sort }), size: FULL };
  await steadily(
    () => ask(t, operationId, asked),
    ({ items, total }) => ({ items, total }),
    async (base) => {
      const cuts = [
        [0, 2],
        [1, 2],
        [base.ids.length - 1, 5],
      ] as const;
      return Promise.all(
        cuts.map(async ([skip, size]) => ({
          skip,
          size,
          page: await ask(t, operationId, { ...asked, skip, size, fields: field }),
        })),
      );
    },
    (cut, base) => wrongTogether(cut, base, combination),
  );
  await judged(
    t,
    operationId,
    () => ask(t, operationId, asked),
    (page, snapshot) =>
      wrongMatches(condition.filter, page, snapshot, { size: FULL }) ??
      wrongOrder(page, keys) ??
      wrongTotal(page, condition, snapshot),
  );
}

function wrongTotal(
  { total, answer }: Page,
  { filter }: Condition,
  { stable, ever, complete }: Snapshot,
): Wrong | undefined {
  const least = stable.filter((record) => matches(filter, record) === true).length;
  const most = ever.filter((record) => matches(filter, record) !== false).length;
  if (total === undefined || !complete || (total >= least && total <= most)) return undefined;
  return {
    message: 'totalCount is not the number of records that match',
    expected: least,
    received: total,
    at: '/totalCount',
    exchange: answer,
  };
}

function wrongTogether(
  cuts: readonly { skip: number; size: number; page: Page }[],
  base: Page,
  { sort, field }: Combination,
): Wrong | undefined {
  for (const { skip, size, page } of cuts) {
    const expected = base.ids.slice(skip, skip + size);
    const placed = sort ? page.ids.every((id, i) => id === expected[i]) : page.ids.every((id) => base.ids.includes(id));
    if (!placed || page.ids.length !== expected.length || page.total !== base.total)
      return {
        message: 'filter, order and page do not work together: other records come than the page of what matches',
        expected: { ids: expected, totalCount: base.total },
        received: { ids: page.ids, totalCount: page.total },
        exchange: page.answer,
      };
    const wrong = wrongFields(select([field]), page, { stable: base.items, ever: base.items, complete: true }, [
      'extra',
      'lost',
    ]);
    if (wrong) return wrong;
  }
  return undefined;
}

/** The value of a list parameter where no operation lists it. */
const UNLISTED: Readonly<Record<string, string>> = {
  limit: '1',
  skip: '1',
  fields: 'name',
  sort: '-name',
  filter: JSON.stringify({ name: NOBODY }),
};

/** Values of the path parameters, of records that exist. */
async function paramsFor(t: Context, operationId: string): Promise<Record<string, string>> {
  if (operationId === 'permissions.allowedActions') return { targetType: 'metrics' };
  return operationId === 'metrics.byOwner' ? { ownerId: (await ids(t, 'metricOwner'))[0] as string } : {};
}

async function counted(t: Context, operationId: string, query: Record<string, string>): Promise<string> {
  const answer = await t.send(operationId, {
    params: await paramsFor(t, operationId),
    query: { ...required(operationId).query, ...query },
  });
  return answer.ok ? `${itemsOf(answer.json).length} records` : `answers ${answer.status}`;
}

const open: Check[] = [
  ...onEach('lists.not-listed', 'list parameters that are not listed', async (t, operationId) => {
    const plain = await counted(t, operationId, {});
    const said = await Promise.all(
      Object.entries(UNLISTED).map(
        async ([name, value]) => `${name}: ${await counted(t, operationId, { [name]: value })}`,
      ),
    );
    return [`plain: ${plain}`, ...said];
  }),
  ...onEach('lists.size-not-listed', 'how many records come where no size is listed', (t, operationId) =>
    counted(t, operationId, {}),
  ),

  ...onEach('lists.filter-computed', 'filters on computed fields', async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    const names = Object.keys(items[0] ?? {}).filter(
      (name) => isComputed(name) && typeof items[0]?.[name] !== 'object',
    );
    return tried(
      t,
      operationId,
      spread(names, 4).map((name) => ({ [name]: items[0]?.[name] })),
    );
  }),
  ...onEach('lists.filter-by-id-name', 'a filter on id', async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    return tried(t, operationId, [{ id: idOf(items[0] as JsonRecord) }]);
  }),
  ...onEach('lists.filter-operators', 'further operators and unknown ones', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    return tried(t, operationId, [
      { [field]: { $not: { $eq: value } } },
      { $nor: [{ [field]: value }] },
      { [field]: { $size: 1 } },
      { [field]: { $type: 'string' } },
      { [field]: { $all: [value] } },
      { [field]: { $gcUnknown: 1 } },
      { gcNoSuchField: 1 },
    ]);
  }),
  ...onEach('lists.filter-regex-options', '$options and inline flags', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    const literal = other.replaceAll(/[^A-Za-z0-9 ]/g, '.');
    return tried(t, operationId, [
      { [field]: { $regex: literal, $options: 'i' } },
      { [field]: { $regex: `(?i)${literal}` } },
      { [field]: { $regex: `/${literal}/i` } },
      { [field]: { $regex: '^(?=.)' } },
    ]);
  }),
  ...onEach('lists.filter-null', 'filters on null and on nothing', async (t, operationId) => {
    const { items } = await records(t, operationId, 1);
    const lacking =
      plainFields(operationId, items).find(({ present }) => present < items.length) ??
      plainFields(operationId, items)[0];
    const path = (lacking as Field | undefined)?.path ?? 'name';
    return tried(t, operationId, [
      { [path]: null },
      { [path]: { $in: [] } },
      {},
      { [path]: { $ne: NOBODY } },
      { [path]: { $nin: [NOBODY] } },
    ]);
  }),
  ...onEach('lists.filter-syntax', 'relaxed syntax', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    const queries = [
      `{${field}:"${value}"}`,
      `{'${field}':'${value}'}`,
      `{"${field}":"${value.replaceAll(' ', '+')}"}`,
    ];
    return Promise.all(queries.map(async (filter) => `${filter}: ${await observed(t, operationId, { filter })}`));
  }),
  ...onEach(
    'lists.sort-missing',
    'sorts by fields that are missing, unknown, nested or computed',
    async (t, operationId) => {
      const { items } = await records(t, operationId, 1);
      const lacking = orderedFields(operationId, items).find(({ present }) => present < items.length);
      const sorts = [...(lacking ? [lacking.path] : []), 'gcNoSuchField', 'settings.name', 'currentUserAllowedActions'];
      return Promise.all(
        sorts.map(async (sort) => {
          const page = pageOf(await t.send(operationId, { query: queryFor(operationId, { sort, size: FULL }) }));
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
    const { items } = await records(t, operationId, 1);
    const field = textFields(operationId, items).sort((a, b) => b.values.length - a.values.length)[0];
    if (!field) throw new NotTested('the records show no text', 'records with a text');
    const page = await ask(t, operationId, { sort: field.path, size: FULL });
    const letters = page.items.map((item) => String(item[field.path] ?? '').slice(0, 2));
    return [...new Set(letters)].join(' ');
  }),
  ...onEach('lists.sort-default', 'the order without sort', async (t, operationId) => {
    const [a, b] = await Promise.all([ask(t, operationId, { size: FULL }), ask(t, operationId, { size: FULL })]);
    const rising = plainFields(operationId, a.items).filter(
      ({ path, values }) => values.length > 1 && !wrongOrder(a, [{ path, descending: false }]),
    );
    const same = JSON.stringify(a.ids) === JSON.stringify(b.ids);
    return `${same ? 'the same in two answers' : 'another in each answer'}; rising by ${rising.map(({ path }) => path).join(', ') || 'no field'}`;
  }),
];

const tried = (t: Context, operationId: string, filters: readonly unknown[]): Promise<string[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const said = JSON.stringify(filter);
      return `${said}: ${await observed(t, operationId, { filter: said })}`;
    }),
  );

async function text(t: Context, operationId: string): Promise<readonly [string, string]> {
  const { items } = await records(t, operationId, 1);
  const field =
    textFields(operationId, items).find(({ values }) => values.some((value) => String(value).includes(' '))) ??
    textFields(operationId, items)[0];
  if (!field) throw new NotTested('the records show no text', 'records with a text');
  return [field.path, String(field.values.find((value) => String(value).includes(' ')) ?? field.values[0])];
}

const together = onEach('lists.together', 'parameters work together', async (t, operationId) => {
  const { items } = await records(t, operationId, 3);
  const found = combinations(operationId, items);
  if (found.length === 0)
    throw new NotTested(
      'no filter matches several records, but not all',
      `records of ${operationId} with values in common`,
    );
  await Promise.all(found.map((combination) => expectTogether(t, operationId, combination)));
});

export const listsTogether: Batch = { title: 'Lists: together', checks: [...together, ...open] };
