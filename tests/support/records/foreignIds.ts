/** What two accounts are each shown alone, and whether what was found in an answer belongs to the other one. */
import { type Kind, kind, kinds } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import type { Apart, KindsById, Suspect } from '../engine/leaks.ts';
import { Failure, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Actor } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import { idsOf } from './answers.ts';
import { isSurelyUnique, namedElsewhere } from './identifiers.ts';
import { peek } from './views.ts';

/** Ids of a kind that an actor is shown in its list, or in records of others where it has none, as far as they can be read. */
async function listed(t: Context, kindName: string, as: Actor): Promise<readonly string[]> {
  if (kinds[kindName]?.list === undefined) return namedElsewhere(t, kindName, as);
  try {
    const { items } = await unlessUntested(readKind(t, kindName, { as, parts: true }), { items: [] });
    return idsOf(items, kind(kindName).id);
  } catch (error) {
    // A list that is wrong is judged elsewhere.
    if (error instanceof Failure) return [];
    throw error;
  }
}

interface Shown {
  name: string;
  ours: readonly string[];
  theirs: readonly string[];
}

/** Whether the accounts have records of the kind in common: then one that the list does not show may be common to them, too. */
const isCommon = ({ name, ours, theirs }: Shown): boolean =>
  !kinds[name]?.everywhere && ours.some((id) => theirs.includes(id));

/** The ids that one account is shown, by id, without those that the other one is shown anywhere. */
function alone(shown: readonly Shown[], here: 'ours' | 'theirs', there: 'ours' | 'theirs'): KindsById {
  const others = new Set(shown.flatMap((one) => [...one[there], ...(isCommon(one) ? one[here] : [])]));
  const found = new Map<string, string[]>();
  for (const { name, [here]: ids } of shown)
    for (const id of ids)
      if (!others.has(id) && isSurelyUnique(id) && /\d/.test(id)) found.set(id, [...(found.get(id) ?? []), name]);
  return found;
}

/** Whether ids of a kind can be told from what is shown: in its list, or in the fields by which other records name it. */
const isShownTo = (t: Context, { list, heldBy, namedBy }: Partial<Kind> = {}): boolean =>
  list === undefined ? heldBy !== undefined && namedBy !== undefined : t.offers(list);

/** The ids that the lists show to the first user alone, and to the user of the other account alone; read once per process. */
export const idsOfOneAccount = (t: Context): Promise<Apart> =>
  t.onceInProcess('ids of one account alone', async () => {
    const names = Object.keys(kinds).filter((name) => isShownTo(t, kinds[name]));
    const shown = await Promise.all(
      names.map(async (name) => {
        const [ours, theirs] = await Promise.all([listed(t, name, 'first'), listed(t, name, 'other')]);
        return { name, ours, theirs };
      }),
    );
    return { ours: alone(shown, 'ours', 'theirs'), theirs: alone(shown, 'theirs', 'ours') };
  });

/** Whether an actor is shown the record by its id or in the list; a list that cannot be read whole may show it. */
async function isShown(t: Context, kindName: string, id: string, as: Actor): Promise<boolean> {
  const { get, list, id: field } = kind(kindName) as Kind;
  if (list === undefined) return (await namedElsewhere(t, kindName, as)).includes(id);
  if (get !== undefined && t.offers(get) && (await peek(t, kindName, id, as))) return true;
  const { items, complete } = await readKind(t, kindName, { as });
  return !complete || idsOf(items, field).includes(id);
}

/** Whether the record that was found in an answer is surely that of another account than the one of who was shown it. */
export async function isOfOtherAccount(given: Context, { id, kinds: names, as }: Suspect): Promise<boolean> {
  const t = fresh(given);
  const readers: readonly Actor[] = as === 'other' || as === 'first' ? [as] : ['first', as];
  for (const kindName of names)
    for (const reader of readers) if (await unlessUntested(isShown(t, kindName, id, reader), true)) return false;
  return true;
}
