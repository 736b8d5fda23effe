/** A KPI group as users see it: its name, and whether it is a favourite. Sections "KPI group", "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { eventually, fresh, stillWrong } from '../engine/retry.ts';
import { at } from '../http/at.ts';
import type { Actor } from '../http/client.ts';
import { listedRecord, readKind } from '../lists/readList.ts';
import type { Made } from '../records/creating.ts';
import { make, read } from '../records/subjects.ts';
import { peek } from '../records/views.ts';
import { exchangeOf } from '../values/provenance.ts';

const KIND = 'kpiGroup';

/** A group as an actor sees it by id and in the list, where the list can be read whole. */
async function views(t: Context, id: string, as: Actor = 'first'): Promise<JsonRecord[]> {
  const [byId, inList] = await Promise.all([
    read(t, KIND, id, as),
    unlessUntested(listedRecord(t, KIND, id, as), undefined),
  ]);
  return [byId, ...(inList ? [inList] : [])];
}

/** The groups of a batch whose names the target has shown: one that is missing later has been lost. */
const named = new WeakMap<object, Set<string>>();

/** Judges the name wherever it is shown, as soon as the target shows what was written. */
export const expectName = (
  t: Context,
  id: string,
  expected: unknown,
  message: string,
  as: Actor = 'first',
): Promise<void> =>
  eventually(t, async (s) => {
    const seen = named.get(s.ledger) ?? new Set();
    named.set(s.ledger, seen);
    const all = await views(s, id, as);
    const shown = all.filter(({ name }) => name !== undefined);
    if (shown.length === 0 && !seen.has(`${as} ${id}`)) throw s.nothingShown(KIND, 'name');
    for (const record of shown.length === 0 ? all : shown) s.field(record, 'name', expected, message);
    seen.add(`${as} ${id}`);
  });

/** Batches in which the target has shown a group to be a favourite: only then does an absent field say that one is none. */
const showFavourites = new WeakSet<object>();

/** Whether the target shows favourites as such: of a group seen before, or of any in the actor's list. */
export async function showsFavourites(t: Context, as: Actor): Promise<boolean> {
  if (showFavourites.has(t.ledger)) return true;
  const listed = await unlessUntested(readKind(fresh(t), KIND, { as }), { items: [] });
  if (listed.items.some(({ favorite }) => favorite === true)) showFavourites.add(t.ledger);
  return showFavourites.has(t.ledger);
}

/** What views of one group say about being the actor's favourite; nothing where the target never shows it. */
async function marksIn(t: Context, shown: readonly JsonRecord[], as: Actor): Promise<unknown[]> {
  const marks = shown.map(({ favorite }) => favorite).filter((favorite) => favorite !== undefined);
  if (marks.includes(true)) showFavourites.add(t.ledger);
  if (marks.length > 0) return marks;
  return (await showsFavourites(t, as)) ? [false] : [];
}

/** Judges what views of one group say about being the actor's favourite, if they say anything. */
export async function judgeFavorite(
  t: Context,
  shown: readonly JsonRecord[],
  expected: boolean,
  as: Actor,
): Promise<void> {
  for (const mark of await marksIn(t, shown, as))
    t.equal(
      { favorite: mark },
      { favorite: expected },
      `the group is ${expected ? 'no' : 'a'} favourite of the ${as} user`,
      exchangeOf(shown),
    );
}

/** Judges that a group is a favourite of the actor, or that it is none; NotTested where the target never shows it. */
export async function expectFavorite(t: Context, id: string, expected: boolean, as: Actor = 'first'): Promise<void> {
  let seen: JsonRecord[] | undefined;
  const silent = await stillWrong(t, async (s) => {
    seen = await views(s, id, as);
    return (await marksIn(s, seen, as)).length === 0 || undefined;
  });
  if (silent) throw t.nothingShown(KIND, 'favorite');
  await eventually(t, async (s) => {
    const shown = seen ?? (await views(s, id, as));
    seen = undefined;
    await judgeFavorite(s, shown, expected, as);
  });
}

const marking = (set: boolean) => (set ? 'kpiGroups.setFavorite' : 'kpiGroups.clearFavorite');

/** Marks a group as an actor’s favourite, or takes the mark away. Ends the check as `t.ok` does. */
export const favorite = (t: Context, { id }: Made, set: boolean, as: Actor = 'first') =>
  t.ok(marking(set), { ...at(KIND, id), as });

/**
 * The same of a group that is so already: a move from a state that the table does not name may be refused, and is judged
 * by what it leaves. Fails only where it breaks the target.
 */
export async function favoriteAgain(t: Context, { id }: Made, set: boolean): Promise<void> {
  const answer = await t.send(marking(set), at(KIND, id));
  t.unbroken(answer, `${set ? 'marking a favourite' : 'unmarking what is no favourite'} breaks the target`);
}

/** Judges that a move without the account header, which none of the two lists, has its effect if it succeeds: it may be refused. */
export async function expectFavoriteWithoutHeader(t: Context, made: Made, set: boolean): Promise<void> {
  await favorite(t, made, !set);
  const answer = await t.send(marking(set), { ...at(KIND, made.id), account: null });
  if (answer.ok) await expectFavorite(t, made.id, set);
}

/** What never changes of a group. Whether a mark counts as a change of the group, and moves its date, is open. */
export const lasting = ({ id, accountId, createdById, dateCreated }: JsonRecord): JsonRecord => ({
  id,
  accountId,
  createdById,
  dateCreated,
});

/** The same with the name of the group, which a rename alone changes. */
export const kept = (group: JsonRecord): JsonRecord => ({ ...lasting(group), name: group.name });

/** The group, as no favourite of who made it: whether a new one is is not shown. */
export async function unmarked(t: Context, made: Made, as: Actor = 'first'): Promise<Made> {
  const { favorite } = 'favorite' in made.record ? made.record : ((await peek(t, KIND, made.id, as)) ?? {});
  if (favorite === true) await t.send('kpiGroups.clearFavorite', { ...at(KIND, made.id), as });
  return made;
}

/** Creates a group that is no favourite of who makes it. @throws NotTested as `make` does */
export const makeUnmarked = async (t: Context, fields: JsonRecord = {}, as: Actor = 'first'): Promise<Made> =>
  unmarked(t, await make(t, KIND, fields, as), as);

/**
 * The groups named so that the list shows: a create or a rename makes no other one. What another user is said to have made
 * is that user's.
 */
export async function namesakes(
  t: Context,
  name: unknown,
  except: string,
): Promise<{ found: JsonRecord[]; among: number }> {
  const { items } = await readKind(fresh(t), KIND);
  const maker = items.find(({ id }) => id === except)?.createdById;
  const mayBeOurs = ({ createdById }: JsonRecord) => (createdById ?? maker) === maker;
  const found = items.filter((group) => group.id !== except && group.name === name && mayBeOurs(group));
  return { found, among: items.length };
}
