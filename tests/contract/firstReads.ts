/**
 * The first read of anything leaves everything else as it was. Before the other checks each operation that reads is asked
 * once, one after the other, and then each once more: what a first read does, no later one can show. Section "Endpoints".
 */
import { type JsonRecord, kind, type Operation, operation, operations, requirement } from '../../schemas/contract.ts';
import { type Batch, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { anew, fresh } from '../support/engine/retry.ts';
import { clock } from '../support/http/clock.ts';
import { idsOf, itemsOf, keyOf, required } from '../support/records/answers.ts';
import { othersAtWork, type Snapshot, watchMsSince } from '../support/records/bystanders.ts';
import { ids, shownBy } from '../support/records/identifiers.ts';
import { varied } from '../support/records/varied.ts';
import { sample } from '../support/values/sample.ts';
import { addressedKind } from './addressed.ts';
import { changesByItself, differs, only, partsOf } from './memory.ts';
import { type Sent, sent } from './requests.ts';

const LAW = 'general.first-reads';
const byPath = ({ parameters }: Operation): number => Number(parameters.some(({ in: place }) => place === 'path'));

/** Lists come first: what is read by an id is found in them. */
const concerned = requirement(LAW)
  .operations.map(operation)
  .sort((a, b) => byPath(a) - byPath(b));

/** Reads whose answers have no shape: what they do to others shows. */
const openReads = operations.filter((one) => one.method === 'GET' && !concerned.includes(one));

/** Further records of which an operation is asked, each of which may be treated in another way. */
const FURTHER = 8;
/** Records of the fixtures that are read before all lists: what the first list does shows in them. */
const NAMED = 2;

interface First {
  since: number;
  reads: readonly Sent[];
}

/** Ids of records that differ from each other, where a list shows some. */
async function variedIds(t: Context, kindName: string): Promise<readonly string[]> {
  const { list, id } = kind(kindName);
  const shown = list === undefined ? [] : idsOf(varied(await shownBy(t, list), FURTHER), id);
  return shown.length > 0 ? shown : sample(await unlessUntested(ids(t, kindName), []), FURTHER);
}

/** The parameters without which an operation cannot be asked. */
const needed = ({ parameters }: Operation) =>
  parameters.filter(({ in: place, required: isNeeded }) => place === 'path' || isNeeded);

/** Reads one record after the other. */
async function readEach(t: Context, { id }: Operation, name: string, records: readonly string[]): Promise<Sent[]> {
  const found: Sent[] = [];
  for (const record of records) {
    const input = { params: { [name]: record } };
    const answer = await unlessUntested(t.send(id, input), undefined);
    if (answer) found.push({ input, answer });
  }
  return found;
}

/** Ids of records that the answers so far show, and no list, such as goals. */
function shownByPathAlone(found: Iterable<First>): ReadonlySet<string> {
  const reads = [...found].flatMap((first) => first.reads);
  const shown = (byPath: boolean) =>
    reads
      .filter(({ input, answer }) => answer.ok && (input.params !== undefined) === byPath)
      .flatMap(({ answer }) => idsOf(itemsOf(answer.json)));
  const listed = new Set(shown(false));
  return new Set(shown(true).filter((id) => !listed.has(id)));
}

/** Records of a list that name one of these others. */
async function namingOne(t: Context, kindName: string, others: ReadonlySet<string>): Promise<readonly string[]> {
  const { list, id } = kind(kindName);
  const items = list === undefined ? [] : await unlessUntested(shownBy(t, list), []);
  const names = (item: JsonRecord) =>
    Object.values(item).some((value) => typeof value === 'string' && others.has(value));
  return sample(idsOf(items.filter(names), id), NAMED);
}

/**
 * The same of a few more records, for what reading one does to it and to others.
 * @param others ids of records that only the answers so far show: who names one of them is read, too
 */
async function readFurther(
  t: Context,
  one: Operation,
  reads: readonly Sent[],
  others: ReadonlySet<string>,
): Promise<Sent[]> {
  const [parameter, ...more] = needed(one);
  const kindName = addressedKind(one);
  if (kindName === undefined || parameter?.in !== 'path' || more.length > 0) return [];
  const asked = new Set(reads.map(({ input }) => input.params?.[parameter.name]));
  const further = [...(await namingOne(t, kindName, others)), ...(await variedIds(t, kindName))];
  return readEach(
    t,
    one,
    parameter.name,
    [...new Set(further)].filter((id) => !asked.has(id)),
  );
}

/** What the fixtures name, read by its id before any list is asked for. */
async function readNamed(t: Context, one: Operation): Promise<Sent[]> {
  const [parameter, ...more] = needed(one);
  if (parameter?.in !== 'path' || more.length > 0) return [];
  const named = t.fixtures.ids[addressedKind(one) ?? ''] ?? [];
  return readEach(t, one, parameter.name, sample(named, NAMED));
}

/** The first answers of all operations, in their order. */
const firstReads = (t: Context): Promise<ReadonlyMap<string, First>> =>
  t.once('first reads', async () => {
    const found = new Map<string, First>();
    const since = clock.now();
    const named = new Map<string, readonly Sent[]>();
    for (const one of concerned) named.set(one.id, await readNamed(t, one));
    for (const one of concerned) {
      const reads = [...(named.get(one.id) ?? []), ...(await unlessUntested(sent(t, one), []))];
      found.set(one.id, { since, reads });
    }
    // The other way round: what a read does to others shows where they were asked before it.
    const others = shownByPathAlone(found.values());
    for (const one of [...concerned].reverse()) {
      const { reads = [] } = found.get(one.id) ?? {};
      const further = await readFurther(t, one, reads, others);
      found.set(one.id, { since, reads: [...reads, ...further].filter(({ answer }) => answer.ok) });
    }
    for (const one of openReads) await unlessUntested(sent(t, one), []);
    // The last one, too, is followed by another.
    const [first] = concerned;
    if (first) await unlessUntested(sent(anew(fresh(t)), first), []);
    return found;
  });

/** Looks at everything that lists show, by operation and record. A list that is answered as before is taken apart once. */
function lookingAtAll(t: Context): () => Promise<Snapshot> {
  const lists = concerned.filter((one) => byPath(one) === 0);
  const known = new Map<string, { body: string; parts: Snapshot }>();
  const look = async (one: Operation): Promise<Snapshot> => {
    const input = required(one.id);
    const answer = await unlessUntested(anew(t).send(one.id, input), undefined);
    if (!answer?.ok) return [];
    const last = known.get(one.id);
    if (last?.body === answer.responseBody) return last.parts;
    const parts = [...partsOf(t, one, input, answer)].map(([id, part]) => ({ id: `${one.id} ${id}`, part }));
    known.set(one.id, { body: answer.responseBody, parts });
    return parts;
  };
  return async () => (await Promise.all(lists.map(look))).flat();
}

/** Whether others are at work in the account, wherever that is: then nothing tells what a read has done. */
const isBusy = (t: Context, since: number): Promise<boolean> =>
  t.once('first reads: busy', () => othersAtWork(lookingAtAll(t), watchMsSince(t, since)));

/** A part of an answer without what other checks change for a moment in records that were there before: favourites. */
const withoutFavorite = (part: unknown): unknown => only(part, (name) => name !== 'favorite');

/** Judges that a read answers as it did before all others were asked; gives whether others left it alone meanwhile. */
async function judgeAgain(t: Context, one: Operation, since: number, { input, answer }: Sent): Promise<boolean> {
  const [before, again] = [partsOf(t, one, input, answer), await anew(t).send(one.id, input)];
  if (!again.ok) return false;
  const after = partsOf(t, one, input, again);
  // A record that the suite has tagged since is marked by the run, and no longer compared.
  const listed = new Set(itemsOf(again.json).map((item) => String(keyOf(item))));
  // A list that was empty has no record to compare.
  const shown = [...before].filter(([id]) => after.has(id) || (id !== '' && !listed.has(id)));
  const difference = shown
    .map(([id, part]) => differs(withoutFavorite(part), withoutFavorite(after.get(id))))
    .find((found) => found !== undefined);
  if (
    difference &&
    ((await isBusy(t, since)) || (await changesByItself(anew(t), one, { since, input }, difference.at)))
  )
    return false;
  const message = 'a read answers otherwise once other operations have been asked for the first time';
  t.judge(difference && { message, ...difference, exchange: again }, shown.length);
  return shown.length > 0;
}

export const firstReadsBatch: Batch = {
  title: 'first reads',
  checks: concerned.map((one) =>
    check(
      `${one.id} answers the same once everything has been read`,
      LAW,
      async (t) => {
        const { since = 0, reads = [] } = (await firstReads(t)).get(one.id) ?? {};
        const judged = await Promise.all(reads.map((read) => judgeAgain(t, one, since, read)));
        if (!judged.includes(true))
          throw new NotTested(
            'nothing could be read twice, or other clients changed what was read',
            'an account with such records and less going on',
          );
      },
      [one.id],
    ),
  ),
};
