/** A list request is answered by its own parameters alone, in whichever order and encoding they come. Section "Endpoints / Conventions". */
import fc from 'fast-check';
import { operation } from '../../schemas/contract.ts';
import type { Check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { anew, stillWrong } from '../support/engine/retry.ts';
import type { RequestInput } from '../support/http/client.ts';
import { knownRecords } from '../support/lists/knownRecords.ts';
import { type Asked, hasParameter, onEach, pageOf, queryFor } from '../support/lists/requests.ts';
import { shapesOf } from '../support/lists/shapes.ts';
import { wantSpecialTasks } from '../support/lists/specialTasks.ts';
import { uniqueSort } from '../support/lists/uniqueSort.ts';
import { idsOf } from '../support/records/answers.ts';
import { othersAtWork, watchMsSince } from '../support/records/bystanders.ts';
import { orderless } from '../support/values/orderless.ts';
import { sample } from '../support/values/sample.ts';

const SIZE = 6;

type Query = Readonly<Record<string, string>>;

interface Queries {
  asked: readonly Query[];
  /** For each parameter two requests with different values of it: what is remembered of them is not the same. */
  before: readonly (readonly [Query, Query])[];
}

/** The same keys, all falling: records that are kept in rising order show what a sort does. */
const falling = (sort: string): string =>
  sort
    .split(',')
    .map((key) => `-${key}`)
    .join(',');

/** Requests for a few known records, each with other parameters. */
async function queries(t: Context, operationId: string): Promise<Queries> {
  const records = await knownRecords(t, operationId);
  const ids = sample(idsOf(records), SIZE);
  const names = shapesOf(operationId, records).map(({ name }) => name);
  const sort = await uniqueSort(t, operationId, records);
  const of = (asked: Asked): Query => queryFor(operationId, { filter: { _id: { $in: ids } }, ...asked });
  const pair = (a: Asked, b: Asked): readonly [Query, Query] => [of(a), of(b)];
  const [first = '', second = first] = sample(names, 3);
  return {
    asked: [
      of({}),
      // Which records a page has is open where nothing orders them.
      ...(sort === undefined ? [] : [of({ sort, size: 3 }), of({ sort: falling(sort), skip: 1, size: 3 })]),
      of({ fields: [first, second].join(',') }),
      ...(hasParameter(operationId, 'formatting') ? [of({ formatting: 'plainText' })] : []),
      ...(sort === undefined ? [] : [of({ sort: '-id' }), queryFor(operationId, { sort, size: SIZE })]),
    ],
    before: [
      pair({ filter: { _id: ids[0] } }, { filter: { _id: { $in: ids.slice(1, 3) } } }),
      pair({ skip: 1, size: 2 }, { skip: 4, size: 1 }),
      pair({ fields: first }, { fields: second }),
      ...(hasParameter(operationId, 'formatting')
        ? [pair({ formatting: 'plainText' }, { formatting: 'mentionsMarkup' })]
        : []),
      ...(sort === undefined ? [] : [pair({ sort: 'id', size: 2 }, { sort: '-id', size: 2 })]),
    ],
  };
}

/** The query with some of its characters written as RFC 3986 also allows, or its parameters the other way round. */
function rewritten(operationId: string, query: Query, how: 'reversed' | 'encoded'): RequestInput {
  if (how === 'reversed') return { query: Object.fromEntries(Object.entries(query).reverse()) };
  const encoded = (text: string) =>
    encodeURIComponent(text).replaceAll(/[a-z](?![0-9A-F]{2})/g, (letter, i: number) =>
      i % 3 === 0 ? `%${letter.charCodeAt(0).toString(16).toUpperCase()}` : letter,
    );
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  const { method, path } = operation(operationId);
  return { at: { method, path: `${path}?${pairs.join('&')}` } };
}

/** What of an answer must be the same: which records come in which order, and what each of them shows. Lists inside have no order. */
async function signature(t: Context, operationId: string, input: RequestInput, sorted: boolean) {
  const answer = await t.ok(operationId, input);
  const { items, ids } = pageOf(answer);
  const shown = items.map((item) => JSON.stringify(orderless(item)));
  return { answer, ids, text: JSON.stringify(sorted ? shown : shown.sort()) };
}

type How =
  | 'after another'
  | 'after a malformed one'
  | 'after another user'
  | 'with its parameters in another order'
  | 'with other characters encoded';

interface Trial {
  asked: Query;
  before: readonly [Query, Query];
  how: How;
}

/** Whether a request that follows itself is answered otherwise: then others change what it shows, whatever is asked. */
function changesByItself(t: Context, operationId: string, asked: Query, since: number): Promise<boolean> {
  const look = async () => [
    { id: '', text: (await signature(t, operationId, { query: asked }, asked.sort !== undefined)).text },
  ];
  return othersAtWork(look, watchMsSince(t, since));
}

/** Judges that the same request is answered alike: what is not, is not in each look. */
async function expectSame(t: Context, operationId: string, { asked, before, how }: Trial): Promise<void> {
  const again: RequestInput =
    how === 'with its parameters in another order'
      ? rewritten(operationId, asked, 'reversed')
      : how === 'with other characters encoded'
        ? rewritten(operationId, asked, 'encoded')
        : { query: asked };
  const isSorted = asked.sort !== undefined;
  const begun = performance.now();
  const differing = await stillWrong(t, async (s) => {
    await s.send(operationId, { query: before[0] });
    const first = await signature(s, operationId, { query: asked }, isSorted);
    await s.send(operationId, { query: before[1], ...(how === 'after another user' && { as: 'second' as const }) });
    if (how === 'after a malformed one') await s.send(operationId, { query: { ...before[1], filter: '{"name":' } });
    const second = await signature(s, operationId, again, isSorted);
    return first.text === second.text ? undefined : { first, second };
  });
  if (differing && (await changesByItself(t, operationId, asked, begun))) return;
  t.expect(!differing, `the same request is answered otherwise ${how}`, {
    expected: differing?.first.text,
    received: differing?.second.text,
    exchange: differing?.second.answer,
  });
}

export const memoryLaws: Check[] = onEach(
  'lists.own-parameters',
  'a request is answered by its own parameters alone',
  async (t, operationId) => {
    wantSpecialTasks(t);
    const { asked, before } = await queries(t, operationId);
    const second = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? [] : (['after another user'] as const);
    const how: fc.Arbitrary<How> = fc.oneof(
      { weight: 2, arbitrary: fc.constant<How>('after another') },
      {
        weight: 3,
        arbitrary: fc.constantFrom<How>(
          'after a malformed one',
          ...second,
          'with its parameters in another order',
          'with other characters encoded',
        ),
      },
    );
    const trials: fc.Arbitrary<Trial> = fc.record({
      asked: fc.constantFrom(...asked),
      before: fc.constantFrom(...before),
      how,
    });
    // The plainest request after each of the others.
    const plain = before.map((pair): Trial => ({ asked: asked[0] as Query, before: pair, how: 'after another' }));
    const [, , full = asked[0] as Query] = asked;
    const [pair] = before as readonly [Trial['before']];
    const written: Trial[] = [
      { asked: full, before: pair, how: 'with its parameters in another order' },
      { asked: full, before: pair, how: 'with other characters encoded' },
    ];
    // What is kept for the next request, whoever sends it: the records that were chosen, and the fields.
    const others = second.flatMap((how) => [plain[0], plain[2]].flatMap((one) => (one ? { ...one, how } : [])));
    const examples = [...plain, ...others, ...written];
    await property(
      withFewerRuns(t, 0.05, examples.length),
      trials,
      (trial) => expectSame(anew(t), operationId, trial),
      examples,
    );
  },
);
