/** A KPI group as users see it: its name, and whether it is a favourite. Sections "KPI group", "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { at, type Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Actor, Answer } from '../http/client.ts';
import { listedRecord } from '../lists/readList.ts';
import type { Made } from '../records/creating.ts';
import { read } from '../records/subjects.ts';

const KIND = 'kpiGroup';

/** A group as an actor sees it by id and in the list; the list must show it. */
export async function views(t: Context, id: string, as: Actor = 'first'): Promise<JsonRecord[]> {
  const [byId, inList] = await Promise.all([read(t, KIND, id, as), listedRecord(t, KIND, id, as)]);
  return [byId, ...(inList ? [inList] : [])];
}

/** Judges the name wherever it is shown; fields may be absent, but a name that stands nowhere cannot be judged. */
export function expectName(
  t: Context,
  shown: readonly JsonRecord[],
  expected: unknown,
  message: string,
  exchange?: Answer,
): void {
  const names = shown.map(({ name }) => name).filter((name) => name !== undefined);
  if (names.length === 0) throw new NotTested('the target shows no name of the group', 'a target that shows `name`');
  for (const name of names) t.equal(name, expected, message, exchange);
}

/** Judges that a group is a favourite of the actor, or that it is none, wherever the target shows it. */
export async function expectFavorite(t: Context, id: string, expected: boolean, as: Actor = 'first'): Promise<void> {
  const shown = (await views(t, id, as)).map(({ favorite }) => favorite);
  // A field may be absent; absent everywhere it can only stand for false.
  const seen = shown.filter((favorite) => favorite !== undefined);
  const right = seen.length > 0 ? seen.every((favorite) => favorite === expected) : !expected;
  t.expect(right, `the group is ${expected ? 'no' : 'a'} favourite of the ${as} user`, {
    expected: { favorite: expected },
    received: { 'by id and in the list': shown },
    at: '/favorite',
  });
}

export const favorite = (t: Context, { id }: Made, set: boolean, as: Actor = 'first') =>
  t.ok(set ? 'kpiGroups.setFavorite' : 'kpiGroups.clearFavorite', { ...at(KIND, id), as });
