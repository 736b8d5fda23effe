/** A list that shows all that it counts has every record that can be read by its id. */
import { type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { eventually, fresh } from '../support/engine/retry.ts';
import { valuesAt } from '../support/lists/filters.ts';
import { listCut, readKind } from '../support/lists/readList.ts';
import { idsBefore } from '../support/records/creating.ts';
import { namingPlaces } from '../support/records/identifiers.ts';
import { missingFromList } from '../support/records/missingFromList.ts';
import { allMade, attempted, canCreate } from './created.ts';

/** Ids that records of other kinds name. */
async function named(t: Context, kindName: string): Promise<readonly unknown[]> {
  const found = await Promise.all(
    namingPlaces(kindName).map(async ([other, path]) => {
      const { items } = await unlessUntested(readKind(t, other), { items: [] as readonly JsonRecord[] });
      return items.flatMap((item) => valuesAt(item, path) ?? []);
    }),
  );
  return found.flat();
}

/** Ids of which something else than the list tells now: the list before the suite made records, creates, the fixtures, other lists. */
async function toldElsewhere(t: Context, kindName: string): Promise<readonly string[]> {
  const before = async (): Promise<Iterable<unknown>> => {
    if (!canCreate(kindName)) return [];
    const { known } = await idsBefore(t, kindName);
    const all = await unlessUntested(attempted(t, kindName), undefined);
    return [...known, ...(all ? allMade(all) : []).map(({ id }) => id)];
  };
  const told = [...(await before()), ...(t.fixtures.ids[kindName] ?? []), ...(await named(t, kindName))];
  return [...new Set(told)].filter((id): id is string => typeof id === 'string');
}

export async function listsWhole(t: Context, kindName: string): Promise<void> {
  const { list = '', title } = kind(kindName);
  const told = await toldElsewhere(t, kindName);
  if (told.length === 0) {
    // Where the list itself fails, that is the reason.
    await readKind(t, kindName);
    throw new NotTested(`no ${title} is known except from the list`, `FIXTURES: ids.${kindName}`);
  }
  await eventually(t, async (s) => {
    const { items, complete, answer } = await readKind(fresh(s), kindName);
    if (!complete) throw listCut(list);
    const readable = await missingFromList(s, kindName, items, told);
    s.none(readable, told.length, `${list} leaves out ${withArticle(title)} that the user can read`, answer);
  });
}
