/** The records of one kind in their list and by id. Sections "Resources / Conventions", "Endpoints". */

import { type Exchange, isRecord, type JsonRecord, kind, withArticle } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { Failure, type FailureDetails, NotTested, unlessUntested } from '../engine/outcome.ts';
import { eventually, fresh } from '../engine/retry.ts';
import { at } from '../http/at.ts';
import type { Actor, Answer } from '../http/client.ts';
import { readKind, someOfKind } from '../lists/readList.ts';
import type { Listing } from '../lists/readPages.ts';
import { disagreement } from '../values/agreement.ts';
import { withoutNulls } from '../values/difference.ts';
import { exchangeOf, remember } from '../values/provenance.ts';
import { sample } from '../values/sample.ts';
import { idsOf, strings } from './answers.ts';
import { ids as idsOfKind } from './identifiers.ts';
import { longest, varied } from './varied.ts';

/** How many records are read by id. */
const MOST = 12;
/** The same of what another user is shown. */
const MOST_OF_OTHERS = 6;

/** The record in an answer to a read by id, without nulls; an employee stands under info. */
export function recordIn(json: unknown): JsonRecord | undefined {
  const plain = withoutNulls(json);
  if (!isRecord(plain)) return undefined;
  return isRecord(plain.info) && plain.id === undefined ? remember(plain.info, exchangeOf(json)) : plain;
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

/** The answer to a read by id, asked for once by all laws of the batch; a later look asks anew. */
const answerOf = (t: Context, kindName: string, id: string, as: Actor = 'first'): Promise<Answer> =>
  t.once(`by id/${kindName}/${as}/${id}`, () => t.send(kind(kindName).get as string, { ...at(kindName, id), as }));

/** Some records of the list by their ids; records that are not shown are left out. */
export async function peekSome(t: Context, kindName: string, count = 8, as: Actor = 'first'): Promise<JsonRecord[]> {
  const some = idsOf(varied((await readKind(t, kindName, { as, parts: true })).items, count));
  const found = await Promise.all(some.map((id) => peek(t, kindName, id, as)));
  return found.filter((record) => record !== undefined);
}

/** Records of a list that show their ids: some from all over it, and those that have the most to cut. */
function chosen({ items }: Pick<Listing, 'items'>, idField: string, most = MOST): JsonRecord[] {
  const shown = items.filter((item) => strings([item[idField]]).length > 0);
  return [...new Set([...varied(shown, most), ...longest(shown)])];
}

/** The list of a kind as a user is shown it: that of the first user must have some. */
const listedTo = (t: Context, kindName: string, as: Actor): Promise<Listing> =>
  as === 'first' ? someOfKind(t, kindName) : readKind(t, kindName, { as });

const NOTHING: Pick<Listing, 'items'> = { items: [] };

/** Records of the list, as far as there is one that can be read. */
const listedNow = async (t: Context, kindName: string): Promise<readonly JsonRecord[]> =>
  kind(kindName).list ? (await unlessUntested(readKind(t, kindName, { parts: true }), NOTHING)).items : [];

/**
 * Judges that an answer to a read by id, which is no success, is right: the record is not there any more.
 * @param due whether it must be there, as one that the suite made
 */
async function expectGone(t: Context, kindName: string, id: string, answer: Answer, due: boolean): Promise<void> {
  const { id: field, get = '', title } = kind(kindName);
  const there = due || answer.status >= 500 || idsOf(await listedNow(fresh(t), kindName), field).includes(id);
  t.expect(!there, `${get} does not give ${withArticle(title)} that is there`, {
    expected: `the ${title} ${id}`,
    received: answer.json ?? answer.status,
    exchange: answer,
  });
}

/**
 * Judges that reading by id gives the record with that id, for records of the list and of the fixtures, all at once.
 * A record that others have deleted meanwhile counts for nothing. NotTested when none is known, or none shows its id.
 * @param also ids of further records, which must be there
 */
export async function expectRead(t: Context, kindName: string, also: readonly string[] = []): Promise<void> {
  const { id: field, get = '', title } = kind(kindName);
  const due = [...also, ...sample(t.fixtures.ids[kindName] ?? [], 6)];
  const items = await listedNow(t, kindName);
  const found = [...new Set([...due, ...idsOf(chosen({ items }, field), field)])];
  const ids = found.length > 0 ? found : await idsOfKind(t, kindName);
  const shown = await Promise.all(
    ids.map(async (id) => {
      const answer = await answerOf(t, kindName, id);
      const record = answer.ok ? recordIn(answer.json) : undefined;
      if (!record) {
        await expectGone(t, kindName, id, answer, due.includes(id));
        return false;
      }
      if (record[field] === undefined) return false;
      t.equal(record[field], id, `${get} gives another ${title} than the one that was asked for`, answer);
      return true;
    }),
  );
  if (!shown.includes(true)) throw t.nothingShown(kindName, field);
}

interface Compared {
  /** The record as the list shows it, and as it was read by its id, in the fields that both show. */
  inList: JsonRecord;
  byId: JsonRecord;
  found: (FailureDetails & { exchange: Exchange }) | undefined;
}

/** Whether a record stayed the same by its id while the list, read meanwhile, shows something else of it. */
async function differsMeanwhile(
  t: Context,
  kindName: string,
  { inList, byId }: Compared,
  listed: JsonRecord | undefined,
  as: Actor,
): Promise<boolean> {
  if (!disagreement(listed, byId)) return false;
  const after = await peek(t, kindName, String(inList[kind(kindName).id]), as);
  return after !== undefined && !disagreement(byId, after);
}

/** Fields of a record that differ between two readings of its list. */
const movedFields = (before: JsonRecord, after: JsonRecord): string[] =>
  Object.keys(before).filter((key) => disagreement(before[key], after[key]));

/** The first contradiction in the other fields; undefined where no record has another one to compare. */
function differsBeside(seen: readonly Compared[], moved: ReadonlySet<string>): Pick<Compared, 'found'> | undefined {
  const still = (record: JsonRecord) => Object.fromEntries(Object.entries(record).filter(([key]) => !moved.has(key)));
  const beside = seen.filter(({ inList }) => Object.keys(still(inList)).length > 0);
  if (beside.length === 0) return undefined;
  const wrong = beside.find(({ inList, byId }) => disagreement(still(inList), still(byId)));
  const differs = wrong && disagreement(still(wrong.inList), still(wrong.byId));
  return { found: differs && wrong.found && { ...wrong.found, ...differs } };
}

/**
 * Judges that the list shows each record once, and of it the same as the read by id, in every field that both show.
 * Only a record that stayed the same while it was looked at counts. Where none did, as each create may move all others one
 * place on, the fields count that stayed the same in every record. NotTested when nothing could be compared.
 * @param also gives records of the list to compare beside those from all over it
 * @param open fields that may rightly be shown otherwise in the list
 * @param as the user who reads both; of another than the first a few records are read, and one that is not shown by its id
 * counts for nothing
 */
export function expectViewsAgree(
  t: Context,
  kindName: string,
  {
    also = async () => [],
    open = [],
    as = 'first',
  }: { also?: (t: Context) => Promise<readonly JsonRecord[]>; open?: readonly string[]; as?: Actor } = {},
): Promise<void> {
  const { id: field, list, get = '', title } = kind(kindName);
  // Of all looks: what changes now and then may be seen to change in one of them only.
  const moved = new Set<string>([field]);
  const most = as === 'first' ? MOST : MOST_OF_OTHERS;
  return eventually(t, async (s) => {
    const listing = await listedTo(s, kindName, as);
    s.eachOnce(listing.items, `${list} shows ${withArticle(title)} twice`, kindName);
    const some = chosen(listing, field, most);
    const known = new Set(idsOf(some, field));
    const further = (await also(s)).filter((item) => !known.has(String(item[field])));
    const compared = await Promise.all(
      [...some, ...further].map(async (inList): Promise<Compared | undefined> => {
        const answer = await answerOf(s, kindName, String(inList[field]), as);
        const record = answer.ok ? recordIn(answer.json) : undefined;
        if (!record) {
          if (as === 'first') await expectGone(s, kindName, String(inList[field]), answer, false);
          return undefined;
        }
        const keys = Object.keys(inList).filter((key) => record[key] !== undefined && !open.includes(key));
        if (keys.every((key) => key === field)) return undefined;
        const byId = Object.fromEntries(keys.map((key) => [key, record[key]]));
        const found = disagreement(inList, byId);
        return { inList, byId, found: found && { ...found, exchange: answer } };
      }),
    );
    const seen = compared.filter((one) => one !== undefined);
    s.tally.compared += seen.length;
    const wrong = seen.filter(({ found }) => found);
    const now = wrong.length > 0 ? (await readKind(fresh(s), kindName, { as })).items : [];
    const stayed = await Promise.all(
      wrong.map(async (one) => {
        const after = now.find((item) => item[field] === one.inList[field]);
        for (const name of movedFields(one.inList, after ?? {})) moved.add(name);
        const isSame = after !== undefined && !disagreement(one.inList, after);
        return isSame || (await differsMeanwhile(s, kindName, one, after, as)) ? one : undefined;
      }),
    );
    const beside = seen.length > 0 && seen.length === wrong.length ? differsBeside(seen, moved) : undefined;
    const found = (stayed.find((one) => one !== undefined) ?? beside)?.found;
    if (found) throw new Failure(`${get} shows another ${found.at} of ${withArticle(title)} than ${list}`, found);
    if (seen.length === 0)
      throw new NotTested(
        `${list} and ${get} show no field of ${withArticle(title)} in common besides the id`,
        'a target that shows more fields',
      );
    if (seen.length === wrong.length && !beside)
      throw new NotTested(`other clients change every ${title} during the run`, 'an account with less going on');
  });
}
