/** A list request is answered by its own parameters alone, in whichever order and encoding they come. Section "Endpoints / Conventions". */
import fc from 'fast-check';
import { operation } from '../../schemas/contract.ts';
import type { Check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { property } from '../support/engine/property.ts';
import type { RequestInput } from '../support/http/client.ts';
import { withFewerRuns } from '../support/lists/arbitraries.ts';
import { knownRecords } from '../support/lists/knownRecords.ts';
import { type Asked, hasParameter, onEach, pageOf, queryFor } from '../support/lists/requests.ts';
import { shapesOf } from '../support/lists/shapes.ts';
import { uniqueSort } from '../support/lists/uniqueSort.ts';
import { idsOf } from '../support/records/answers.ts';
import { sample } from '../support/values/sample.ts';

const SIZE = 6;
const TRIALS = 3;

type Query = Readonly<Record<string, string>>;

/** Requests that differ in one parameter each, all for records that stand at the beginning of one order. */
async function queries(t: Context, operationId: string): Promise<readonly Query[]> {
  const records = await knownRecords(t, operationId);
  const sort = uniqueSort(operationId, records);
  const ids = sample(idsOf(records), SIZE);
  const names = shapesOf(operationId, records).map(({ name }) => name);
  const has = (name: string) => hasParameter(operationId, name);
  const base: Asked = { ...(sort ? { sort } : { filter: { _id: { $in: ids } } }), size: SIZE };
  const others: (Asked | false)[] = [
    {},
    { skip: 1, size: 3 },
    { filter: { _id: { $in: ids } } },
    { filter: { _id: ids[0] } },
    { fields: sample(names, 2).join(',') },
    sort !== undefined && { sort: '-id' },
    has('formatting') && { formatting: 'plainText' },
  ];
  return others
    .filter((one) => one !== false)
    .map((one) => {
      const query = queryFor(operationId, { ...base, ...one });
      // Without an order, records are told by a filter that names them.
      return sort === undefined && one.filter === undefined
        ? { ...query, filter: JSON.stringify({ _id: { $in: ids } }) }
        : query;
    });
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

/** What of an answer must be the same: which records come in which order, and what each of them shows. */
async function signature(t: Context, operationId: string, input: RequestInput, sorted: boolean) {
  const answer = await t.ok(operationId, input);
  const { items, ids } = pageOf(answer);
  const shown = items.map((item) => JSON.stringify(item));
  return { answer, ids, text: JSON.stringify(sorted ? shown : shown.sort()) };
}

interface Trial {
  asked: number;
  /** Asked before it: another request, the same one rewritten, or what is no request at all. */
  before: number;
  how: 'after another' | 'after a malformed one' | 'after another user' | 'reversed' | 'encoded';
}

/** Judges that the same request is answered alike; what others change is not the same change in each of three trials. */
async function expectSame(t: Context, operationId: string, all: readonly Query[], trial: Trial): Promise<void> {
  const asked = all[trial.asked] as Query;
  const other = all[trial.before] as Query;
  const sorted = hasParameter(operationId, 'sort');
  const disturb = async () => {
    if (trial.how === 'after another') await t.send(operationId, { query: other });
    if (trial.how === 'after a malformed one') await t.send(operationId, { query: { ...other, filter: '{"name":' } });
    if (trial.how === 'after another user') await t.send(operationId, { query: other, as: 'second' });
  };
  const again: RequestInput =
    trial.how === 'reversed' || trial.how === 'encoded' ? rewritten(operationId, asked, trial.how) : { query: asked };
  for (let tries = 1; ; tries++) {
    await t.send(operationId, { query: asked });
    const first = await signature(t, operationId, { query: asked }, sorted);
    await disturb();
    const second = await signature(t, operationId, again, sorted);
    const third = await signature(t, operationId, { query: asked }, sorted);
    const same = first.text === second.text;
    // Where the request itself is answered otherwise by now, others may have changed something.
    const changed = first.text !== third.text && second.text === third.text && trial.how.length < 9;
    if (!same && !changed && tries < TRIALS) continue;
    t.expect(
      same || changed,
      `the same request is answered otherwise ${trial.how === 'reversed' ? 'with its parameters in another order' : trial.how === 'encoded' ? 'with other characters percent-encoded' : trial.how}`,
      {
        expected: first.ids,
        received: second.text === first.text ? third.ids : second.ids,
        exchange: second.answer,
      },
    );
    return;
  }
}

export const memoryLaws: Check[] = onEach(
  'lists.own-parameters',
  'a request is answered by its own parameters alone',
  async (t, operationId) => {
    const all = await queries(t, operationId);
    const second = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? [] : (['after another user'] as const);
    const trials: fc.Arbitrary<Trial> = fc.record({
      asked: fc.nat(all.length - 1),
      before: fc.nat(all.length - 1),
      how: fc.constantFrom<Trial['how']>('after another', 'after a malformed one', ...second, 'reversed', 'encoded'),
    });
    await property(withFewerRuns(t, 0.15), trials, (trial) => expectSame(t, operationId, all, trial));
  },
);
