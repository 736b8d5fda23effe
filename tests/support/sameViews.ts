/** What holds of every kind of record that can be listed and read by its id. */
import { kind } from '../../schemas/contract.ts';
import { disagreement } from './agreement.ts';
import { type Collection, collection } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { Failure, NotTested } from './outcome.ts';
import { fresh, persistent } from './settled.ts';
import { ids, isRecord } from './subjects.ts';

/** Up to so many of the values: the first, the last and some between. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const step = (values.length - 1) / Math.max(1, count - 1);
  const places = new Set(Array.from({ length: Math.min(count, values.length) }, (_, i) => Math.round(i * step)));
  return [...places].map((place) => values[place] as T);
}

/** Up to so many records, those first that differ from the others in what they have and in what is true of them. */
export function different(records: readonly JsonRecord[], count: number): JsonRecord[] {
  const seen = new Set<string>();
  const chosen = records.filter((record) => {
    const traits = Object.entries(record).map(([key, value]) => (typeof value === 'boolean' ? `${key} ${value}` : key));
    const news = traits.filter((trait) => !seen.has(trait));
    for (const trait of news) seen.add(trait);
    return news.length > 0;
  });
  return [...new Set([...chosen.slice(0, count / 2), ...spread(records, count)])].slice(0, count);
}

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

/** The records of a kind that the account has, with ids. */
export async function recordsOf(t: Context, kindName: string): Promise<Collection> {
  const { list, id, title } = kind(kindName);
  const found = await collection(t, list as string);
  const items = found.items.filter((item) => typeof item[id] === 'string');
  if (items.length === 0)
    throw new NotTested(`${list} shows no ${title} with an id`, `an account with some records of kind ${title}`);
  return { ...found, items };
}

/** Reads a record by id; undefined when it is not to be had any more, which a record of others may be. */
async function readAgain(t: Context, kindName: string, id: string): Promise<JsonRecord | undefined> {
  const { get, id: field, list } = kind(kindName);
  const answer = await t.send(get as string, at(kindName, id));
  if (answer.ok && isRecord(answer.json)) return withoutNulls(answer.json);
  const still = !list || (await collection(fresh(t), list)).items.some((item) => item[field] === id);
  if (!still) return undefined;
  throw new Failure(`${get} does not give a record that is there`, {
    expected: `the ${kind(kindName).title} ${id}`,
    received: answer.json ?? answer.status,
    exchange: answer,
  });
}

/** Judges that reading by id gives the record with that id: several of them, all at once. */
export async function expectRead(t: Context, kindName: string): Promise<void> {
  const { id: field, list, get, title } = kind(kindName);
  const known = await ids(t, kindName);
  const all = list ? (await collection(t, list)).items : [];
  const wanted = new Set([...known.slice(0, 3), ...different(all, 6).flatMap((item) => strings([item[field]]))]);
  if (wanted.size < 2)
    throw new NotTested(`only one ${title} is known, so that a mix-up could not be seen`, `FIXTURES: ids.${kindName}`);
  const named = await Promise.all(
    [...wanted].map(async (id) => {
      const record = await readAgain(t, kindName, id);
      if (record?.[field] === undefined) return false;
      t.equal(record[field], id, `${get} gives another ${title} than the one that was asked for`);
      return true;
    }),
  );
  if (!named.includes(true))
    throw new NotTested(`no ${title} that is read by id shows its id`, `a target that shows the ids of records`);
}

/** Judges that the list has each record once, and shows of it what reading by id shows, as far as both show it. */
export async function expectSameViews(t: Context, kindName: string): Promise<void> {
  const { id: field, list, get, title } = kind(kindName);
  const { items, answer } = await recordsOf(t, kindName);
  const twice = await persistent(async (again) => {
    const seen = (again ? await recordsOf(fresh(t), kindName) : { items }).items.map((item) => item[field]);
    return seen.find((id, i) => seen.indexOf(id) !== i);
  });
  t.expect(twice === undefined, `${list} shows a ${title} twice`, {
    expected: 'each id once',
    received: twice,
    exchange: answer,
  });
  const compared = await Promise.all(
    different(items, 12).map(async (listed) => {
      let keys = 0;
      const found = await persistent(async (again) => {
        const from = again ? (await collection(fresh(t), list as string)).items : [listed];
        const inList = from.find((item) => item[field] === listed[field]);
        const byId = await t.send(get as string, at(kindName, listed[field] as string));
        if (!inList || !byId.ok || !isRecord(byId.json)) return undefined;
        const shown = byId.json;
        keys = Object.keys(inList).filter((key) => (shown[key] ?? undefined) !== undefined).length;
        const difference = disagreement(inList, shown);
        return difference && { ...difference, exchange: byId };
      });
      if (found) throw new Failure(`${get} shows another ${found.at} of a ${title} than ${list}`, found);
      return keys > 1;
    }),
  );
  if (!compared.includes(true))
    throw new NotTested(
      `${list} and ${get} show no field of a ${title} in common besides the id`,
      'a target that shows more fields',
    );
}
