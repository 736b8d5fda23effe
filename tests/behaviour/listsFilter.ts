/** Parameter filter of every list. Section "Endpoints / Conventions" (filter). */
import type { Batch, Check } from '../support/check.ts';
import { idOf } from '../support/collections.ts';
import {
  NOBODY,
  orderedFields,
  type Pair,
  pairs,
  patterns,
  plainConditions,
  tells,
  textFields,
  thresholds,
} from '../support/conditions.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { type Filter, fieldsIn, matches, valuesAt } from '../support/filters.ts';
import { type Field, fieldsOf, plainFields } from '../support/listFields.ts';
import {
  ask,
  judged,
  lists,
  onEach,
  only,
  type Page,
  queryFor,
  records,
  type Snapshot,
  type Wrong,
} from '../support/lists.ts';
import { Failure, NotTested } from '../support/outcome.ts';
import { spread } from '../support/spread.ts';

const FULL = 100;
/** Records that an answer is asked for where no more are needed to see what is wrong. */
const PAGE = 40;
/** Filters of a check. */
const MOST = 12;

const brief = (record: JsonRecord, filter: Filter) =>
  Object.fromEntries(
    ['id', '_id', ...fieldsIn(filter)].flatMap((name) => (name in record ? [[name, record[name]]] : [])),
  );

/** What is wrong with the records that a filter gave: one too many, one twice, one that is not there. */
export function wrongMatches(
  filter: Filter,
  { answer, items, ids }: Page,
  { stable }: Snapshot,
  { cased = false, size = PAGE } = {},
): Wrong | undefined {
  const asked = `filter ${JSON.stringify(filter)}`;
  const known = new Map(stable.map((record) => [idOf(record), record]));
  // What a filtered answer shows of a record may be less than the list does.
  const extra = items.find((item) => matches(filter, { ...known.get(idOf(item)), ...item }, cased) === false);
  if (extra)
    return {
      message: `${asked} gives a record that does not match`,
      expected: 'no such record',
      received: brief({ ...known.get(idOf(extra)), ...extra }, filter),
      exchange: answer,
    };
  const twice = ids.find((id, i) => id !== undefined && ids.indexOf(id) !== i);
  if (twice !== undefined)
    return {
      message: `${asked} gives a record twice`,
      expected: 'each record once',
      received: twice,
      exchange: answer,
    };
  if (items.length >= size) return undefined;
  const missing = stable.find((record) => matches(filter, record, cased) === true && !ids.includes(idOf(record)));
  return missing
    ? {
        message: `${asked} does not give a record that matches`,
        expected: brief(missing, filter),
        received: items.slice(0, 5).map((item) => brief(item, filter)),
        exchange: answer,
      }
    : undefined;
}

/** Values that stand in the list of some record behind another one. */
function behindOthers(items: readonly JsonRecord[], { path, values }: Field): Field['values'] {
  const behind = new Set(items.flatMap((item) => valuesAt(item, path)?.slice(1) ?? []));
  return values.filter((value) => behind.has(value));
}

/** Judges that each filter gives the records that match, and no others. */
export async function expectFilters(
  t: Context,
  operationId: string,
  filters: readonly Filter[],
  cased = false,
): Promise<void> {
  await Promise.all(
    filters.map((filter) =>
      judged(
        t,
        operationId,
        () => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, size: PAGE }),
        (page, snapshot) => wrongMatches(filter, page, snapshot, { cased }),
      ),
    ),
  );
}

/** At least one filter; NotTested when the data lets none be made. */
export function some(filters: readonly Filter[], operationId: string, what: string): readonly Filter[] {
  if (filters.length > 0) return filters;
  throw new NotTested(`the records of ${operationId} have no values to filter ${what}`, `records with ${what}`);
}

type Make = (fields: readonly Field[], items: readonly JsonRecord[], operationId: string) => readonly Filter[];

/** Checks of a requirement on every list that it names, with filters made of the list's own data. */
function filtering(id: string, title: string, what: string, make: Make, cased = false): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const { items } = await records(t, operationId);
    const filters = make(plainFields(operationId, items), items, operationId);
    await expectFilters(t, operationId, spread(some(filters, operationId, what), MOST), cased);
  });
}

const inLists = (field: Field): Filter[] => {
  const [first, middle, last] = spread(field.values);
  const nobody = field.kind === 'number' ? -987_654_321 : NOBODY;
  if (field.kind === 'boolean' || field.kind === 'time' || first === undefined) return [];
  return [
    { [field.path]: { $in: [first] } },
    ...(last === undefined ? [] : [{ [field.path]: { $in: [nobody, last, first] } }]),
    ...(middle === undefined ? [] : [{ [field.path]: { $in: [first, middle, nobody] } }]),
  ];
};

const compared =
  (operator: string, kinds: readonly Field['kind'][]): Make =>
  (_, items, operationId) => {
    const fields = orderedFields(operationId, items).filter(({ kind }) => kinds.includes(kind));
    const numbers = fields.filter(({ kind }) => kind === 'number');
    return (numbers.length > 0 ? numbers : fields).slice(0, 4).flatMap((field) =>
      thresholds(field)
        .map((value) => ({ [field.path]: { [operator]: value } }))
        .filter((filter) => tells(filter, items)),
    );
  };

const ORDERED = ['number', 'time', 'text'] as const;

const flipped = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

const must: Check[] = [
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

  ...filtering('lists.filter-equals', 'a plain value gives the records that have it', 'by a value', (fields, items) => [
    ...plainConditions(fields, items, 2).map(({ filter }) => filter),
    ...parts(fields),
  ]),

  ...filtering('lists.filter-in', '$in gives the records that have any of the values', 'by $in', (fields, items) => {
    const ids = spread(items.map(idOf)).filter((id) => typeof id === 'string');
    const byId = [{ _id: { $in: ids } }, { _id: { $in: ids.slice(-1) } }];
    return [...byId, ...fields.flatMap(inLists)].filter((filter) => tells(filter, items));
  }),

  ...filtering('lists.filter-regex', '$regex gives the records whose text it matches', 'by $regex', (_, items, id) =>
    textFields(id, items).flatMap((field) =>
      patterns(field)
        .map(($regex) => ({ [field.path]: { $regex } }))
        .filter((filter) => items.some((record) => matches(filter, record) === false)),
    ),
  ),

  ...filtering('lists.filter-gt', '$gt gives the records whose value is greater', 'by order', compared('$gt', ORDERED)),

  ...filtering('lists.filter-and', '$and gives the records that match all', 'by two fields', (fields, items, id) => {
    const both = pairs(id, items).flatMap(({ a, b }) => [
      { $and: [a.filter, b.filter] },
      { $and: [b.filter, a.filter] },
    ]);
    return [...both, ...oneField(fields, items).map((conditions) => ({ $and: conditions }))];
  }),

  ...filtering(
    'lists.filter-several',
    'several fields or operators must all match',
    'by two fields',
    (fields, items, id) => {
      const both = pairs(id, items).flatMap(({ a, b }) => [
        { ...a.filter, ...b.filter },
        { ...b.filter, ...a.filter },
      ]);
      const one = oneField(fields, items).map((conditions) => {
        const path = Object.keys(conditions[0] as Filter)[0] as string;
        return { [path]: Object.assign({}, ...conditions.map((condition) => condition[path])) };
      });
      return [...both, ...one];
    },
  ),

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
        t.expect(right, `filter ${JSON.stringify(filter)}, which nothing matches, gives records or a count`, {
          expected: { records: 0, totalCount: 0 },
          received: { records: ids.length, totalCount: total },
          exchange: answer,
        });
      }),
    );
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

/** Filters with the beginning of a text, which is not the text. */
const parts = (fields: readonly Field[]): Filter[] =>
  fields
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ path, values }) => spread(values, 1).map((value) => ({ [path]: String(value).slice(0, -1) })))
    .filter((filter) => Object.values(filter)[0] !== '');

/** Pairs of conditions; where no two fields overlap, of any two values. */
function either(
  found: readonly Pair[],
  fields: readonly Field[],
  items: readonly JsonRecord[],
): Pick<Pair, 'a' | 'b'>[] {
  const [a, ...others] = plainConditions(fields, items, 2);
  const b = others.at(-1);
  return found.length > 0 || !a || !b ? [...found] : [{ a, b }];
}

/** Two conditions on one field that overlap: both together match some records, but fewer than either. */
function oneField(fields: readonly Field[], items: readonly JsonRecord[]): (readonly [Filter, Filter])[] {
  return fields
    .filter(({ kind }) => kind !== 'boolean' && kind !== 'time')
    .flatMap((field): (readonly [Filter, Filter])[] => {
      const [a, b, c] = spread(field.values);
      if (a === undefined || b === undefined || c === undefined) return [];
      const within = { [field.path]: { $in: [a, b] } };
      const [low] = [a, b].sort((x, y) => (x < y ? -1 : 1));
      const other = field.kind === 'number' ? { [field.path]: { $gt: low } } : { [field.path]: { $regex: `^${b}$` } };
      if (
        (field.kind === 'text' && !/^[\w ]+$/.test(String(b))) ||
        field.kind === 'id' ||
        !tells({ $and: [within, other] }, items)
      )
        return [];
      return [
        [within, other],
        [other, within],
      ];
    })
    .slice(0, 6);
}

const should: Check[] = [
  ...filtering('lists.filter-eq', '$eq gives what the plain value gives', 'by a value', (fields, items) =>
    plainConditions(fields, items, 1).map(({ field, value }) => ({ [field.path]: { $eq: value } })),
  ),
  ...filtering('lists.filter-ne', '$ne leaves out the value', 'by a value', (fields, items) =>
    plainConditions(fields, items, 2).map(({ field, value }) => ({ [field.path]: { $ne: value } })),
  ),
  ...filtering('lists.filter-nin', '$nin leaves out each of the values', 'by a value', (fields, items) =>
    fields
      .flatMap(inLists)
      .map((filter) => {
        const [[path, condition] = ['', {}]] = Object.entries(filter);
        return { [path]: { $nin: (condition as { $in: unknown[] }).$in } };
      })
      .filter((filter) => tells(filter, items)),
  ),
  ...filtering('lists.filter-gte', '$gte gives what is greater or equal', 'by order', compared('$gte', ORDERED)),
  ...filtering('lists.filter-lt', '$lt gives what is less', 'by order', compared('$lt', ORDERED)),
  ...filtering('lists.filter-lte', '$lte gives what is less or equal', 'by order', compared('$lte', ORDERED)),
  ...filtering('lists.filter-or', '$or gives the records that match any', 'by two fields', (fields, items, id) => {
    const all = either(pairs(id, items, 3), fields, items);
    const [one] = plainConditions(fields, items, 1).filter(({ filter }) =>
      all.some(({ a, b }) => tells({ $or: [a.filter, b.filter], ...filter }, items)),
    );
    return all.flatMap(({ a, b }) => [
      { $or: [a.filter, b.filter] },
      { $or: [b.filter, a.filter] },
      ...(one
        ? [
            { $or: [a.filter, b.filter], ...one.filter },
            { ...one.filter, $or: [b.filter, a.filter] },
          ]
        : []),
    ]);
  }),
  ...filtering(
    'lists.filter-case',
    'letters of another case are another text',
    'by a text with letters',
    (_, items, id) =>
      textFields(id, items)
        .filter(({ path }) => path !== 'email')
        .flatMap((field) =>
          spread(
            field.values.filter((value) => /^[\w ]*[a-zA-Z][\w ]*$/.test(String(value))),
            2,
          ).flatMap((value) => {
            const other = flipped(String(value));
            return [
              { [field.path]: other },
              { [field.path]: { $in: [other] } },
              { [field.path]: { $regex: `^${other}$` } },
            ];
          }),
        )
        .filter((filter) => items.some((record) => matches(filter, record) === undefined)),
    true,
  ),
  ...filtering('lists.filter-array', 'an entry of a list matches', 'by an entry of a list', (_, items, id) =>
    fieldsOf(id, items)
      .filter(({ list }) => list)
      .flatMap((field) => [
        ...[...spread(field.values, 2), ...spread(behindOthers(items, field), 2)].map((value) => ({
          [field.path]: value,
        })),
        { [field.path]: { $in: spread(field.values, 2) } },
      ])
      .filter((filter) => tells(filter, items)),
  ),
  ...filtering(
    'lists.filter-nested',
    'a dotted name reaches into an object',
    'by a nested field',
    (_, items, id) =>
      // Objects within lists only where there are no others.
      [false, true]
        .map((inList) => fieldsOf(id, items).filter(({ nested, list }) => nested && list === inList))
        .map((nested) => plainConditions(nested, items, 2).map(({ filter }) => filter))
        .find((filters) => filters.length > 0) ?? [],
  ),
  ...filtering('lists.filter-dates', 'dates are compared by time', 'by a date', (fields, items) =>
    fields
      .filter(({ kind }) => kind === 'time')
      .slice(0, 4)
      .flatMap((field) =>
        thresholds(field, 3).flatMap((value) =>
          ['$gt', '$lt'].map((operator) => ({ [field.path]: { [operator]: value } })),
        ),
      )
      .filter((filter) => tells(filter, items)),
  ),

  ...onEach('lists.filter-exists', '$exists tells who has the field', async (t, operationId) => {
    const { items } = await records(t, operationId);
    const fields = plainFields(operationId, items).sort(
      (a, b) => Number(a.present === items.length) - Number(b.present === items.length),
    );
    if (fields.length === 0) throw new NotTested('the records show no plain field', 'records with fields');
    await Promise.all(spread(fields, 4).map((field) => expectExists(t, operationId, field)));
  }),

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

export const listFilters: Batch = { title: 'Lists: filter', checks: [...must, ...should] };
