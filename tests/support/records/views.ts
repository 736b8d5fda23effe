/** The records of one kind in their list and by id. Sections "Resources / Conventions", "Endpoints". */

import { type Exchange, isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import { at, type Context } from '../engine/context.ts';
import { Failure, type FailureDetails, NotTested } from '../engine/outcome.ts';
import { eventually, fresh } from '../engine/retry.ts';
import type { Actor } from '../http/client.ts';
import { type Listing, readKind, someOfKind } from '../lists/readList.ts';
import { disagreement } from '../values/agreement.ts';
import { withoutNulls } from '../values/difference.ts';
import { spread } from '../values/sample.ts';
import { idsOf, strings } from './answers.ts';

/** How many records are read by id. */
const MOST = 12;

/** The record in an answer to a read by id, without nulls; an employee stands under info. */
export function recordIn(json: unknown): JsonRecord | undefined {
  const plain = withoutNulls(json);
  if (!isRecord(plain)) return undefined;
  return isRecord(plain.info) && plain.id === undefined ? plain.info : plain;
}

/** A record by its id, without nulls; undefined when this user is not shown it. */
export async function peek(
  t: Context,
  kindName: string,
  id: string,
  as: Actor = 'first',
): Promise<JsonRecord | undefined> {
  const { ok, json } = await t.send(kind(kindName).get as string, { ...at(kindName, id), as });
  return ok ? recordIn(json) : undefined;
}

/** Some records of the list by their ids; records that are not shown are left out. */
export async function peekSome(t: Context, kindName: string, count = 8, as: Actor = 'first'): Promise<JsonRecord[]> {
  const some = spread(idsOf((await readKind(t, kindName, { as })).items), count);
  const found = await Promise.all(some.map((id) => peek(t, kindName, id, as)));
  return found.filter((record) => record !== undefined);
}

/** Up to so many records: half of them such as differ in what they have and in what is true of them, half from all over. */
function varied(records: readonly JsonRecord[], count: number): JsonRecord[] {
  const seen = new Set<string>();
  const different = records.filter((record) => {
    const traits = Object.entries(record).map(([key, value]) => (typeof value === 'boolean' ? `${key} ${value}` : key));
    const news = traits.filter((trait) => !seen.has(trait));
    for (const trait of news) seen.add(trait);
    return news.length > 0;
  });
  return [...new Set([...different.slice(0, count / 2), ...spread(records, count - Math.floor(count / 2))])];
}

/** Records of a list that show their ids: some from all over it, and those with the ids `also`. */
function chosen({ items }: Listing, idField: string, also: readonly string[]): JsonRecord[] {
  const known = items.filter((item) => strings([item[idField]]).length > 0);
  return [...new Set([...varied(known, MOST), ...known.filter((item) => also.includes(String(item[idField])))])];
}

const nothing = (error: unknown): Pick<Listing, 'items'> => {
  if (error instanceof NotTested) return { items: [] };
  throw error;
};

/**
 * Judges that reading by id gives the record with that id, for records of the list and of the fixtures, all at once.
 * A record that others have deleted meanwhile counts for nothing. NotTested when fewer than two are known, since a mix-up
 * could not be seen, or when none shows its id.
 * @param also ids of further records, which must be there
 */
export async function expectRead(t: Context, kindName: string, also: readonly string[] = []): Promise<void> {
  const { id: field, list, get = '', title } = kind(kindName);
  const records = async (now: Context) => (list ? readKind(now, kindName).catch(nothing) : { items: [] });
  const due = [...also, ...spread(t.fixtures.ids[kindName] ?? [], 6)];
  const listed = chosen((await records(t)) as Listing, field, []);
  const ids = [...new Set([...due, ...idsOf(listed, field)])];
  if (ids.length < 2)
    throw new NotTested(`fewer than two records of kind ${title} are known`, `FIXTURES: ids.${kindName} with several`);
  const shown = await Promise.all(
    ids.map(async (id) => {
      const answer = await t.send(get, at(kindName, id));
      const record = answer.ok ? recordIn(answer.json) : undefined;
      if (record) {
        const { [field]: received = id } = record;
        t.equal(received, id, `${get} gives another ${title} than the one that was asked for`, answer);
        return record[field] !== undefined;
      }
      const there = due.includes(id) || idsOf((await records(fresh(t))).items, field).includes(id);
      t.expect(!there, `${get} does not give a ${title} that is there`, {
        expected: `the ${title} ${id}`,
        received: answer.json ?? answer.status,
        exchange: answer,
      });
      return false;
    }),
  );
  if (!shown.includes(true))
    throw new NotTested(`no ${title} that is read by id shows its id`, 'a target that shows the ids of records');
}

interface Compared {
  /** The record as the list shows it. */
  inList: JsonRecord;
  found: (FailureDetails & { exchange: Exchange }) | undefined;
}

/**
 * Judges that the list shows each record once, and of it the same as the read by id, in every field that both show.
 * Only a record that stayed the same while it was looked at counts. NotTested when nothing could be compared.
 * @param also ids of records to compare beside those from all over the list
 * @param open fields that may rightly be shown otherwise in the list
 */
export function expectViewsAgree(
  t: Context,
  kindName: string,
  { also = [], open = [] }: { also?: readonly string[]; open?: readonly string[] } = {},
): Promise<void> {
  const { id: field, list, get = '', title } = kind(kindName);
  return eventually(t, async (s) => {
    const listing = await someOfKind(s, kindName);
    s.eachOnce(listing.items, `${list} shows a ${title} twice`, kindName);
    const compared = await Promise.all(
      chosen(listing, field, also).map(async (inList): Promise<Compared | undefined> => {
        const answer = await s.send(get, at(kindName, String(inList[field])));
        const record = answer.ok ? recordIn(answer.json) : undefined;
        if (!record) return undefined;
        const keys = Object.keys(inList).filter((key) => record[key] !== undefined && !open.includes(key));
        if (keys.every((key) => key === field)) return undefined;
        const shown = Object.fromEntries(keys.map((key) => [key, inList[key]]));
        const found = disagreement(shown, record);
        return { inList, found: found && { ...found, exchange: answer } };
      }),
    );
    const seen = compared.filter((one) => one !== undefined);
    s.tally.compared += seen.length;
    const wrong = seen.filter(({ found }) => found);
    const now = wrong.length > 0 ? (await readKind(fresh(s), kindName)).items : [];
    const stayed = wrong.filter(({ inList }) => {
      const after = now.find((item) => item[field] === inList[field]);
      return after && !disagreement(inList, after);
    });
    for (const { found } of stayed)
      if (found) throw new Failure(`${get} shows another ${found.at} of a ${title} than ${list}`, found);
    if (seen.length === 0)
      throw new NotTested(
        `${list} and ${get} show no field of a ${title} in common besides the id`,
        'a target that shows more fields',
      );
    if (seen.length === wrong.length)
      throw new NotTested(`other clients change every ${title} during the run`, 'an account with less going on');
  });
}
