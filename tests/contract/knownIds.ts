/** Of which kinds the ids are that the lists of an account show, and what its records are called. Section "Resources and their fields". */
import { type JsonRecord, kind, kinds, listFacts } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import { readKind } from '../support/lists/readList.ts';
import { idsOf, strings } from '../support/records/answers.ts';

/** Kinds by the ids of their records; one may be of several, as users are employees. */
export type KnownIds = ReadonlyMap<string, ReadonlySet<string>>;

const groupOf = (kindName: string) => kinds[kindName]?.list?.split('.')[0];

/** Whether the target offers the list of a kind that has one. */
export const isListed = (t: Context, kindName: string): boolean => {
  const { list } = kind(kindName);
  return list === undefined || t.offers(list);
};

async function itemsOf(t: Context, name: string): Promise<readonly JsonRecord[]> {
  if (kinds[name]?.list === undefined || !isListed(t, name)) return [];
  return (await unlessUntested(readKind(t, name), { items: [] })).items;
}

/** Kinds of the ids that the lists of the account show. */
export function knownIds(t: Context): Promise<KnownIds> {
  return t.once('kinds of ids', async () => {
    const found = new Map<string, Set<string>>();
    for (const [name, { id: field }] of Object.entries(kinds))
      for (const id of idsOf(await itemsOf(t, name), field)) found.set(id, (found.get(id) ?? new Set()).add(name));
    // Goals have no list: what a key result names is one, unless it is something else.
    for (const id of idsOf(await itemsOf(t, 'metric'), kind('goal').namedBy?.metric))
      if (!found.has(id)) found.set(id, new Set(['goal']));
    return found;
  });
}

/** What the listed records of a kind are called: a digit alone may be an id. */
export function namesOf(t: Context, kindName: string): Promise<ReadonlySet<string>> {
  return t.once(`names/${kindName}`, async () => {
    const items = await itemsOf(t, kindName);
    const called = strings(items.flatMap((record) => listFacts.called.map((field) => record[field])));
    return new Set(called.filter((text) => /\D/.test(text)));
  });
}

/** Whether records of two kinds may be the same: employees are users, reports are dashboards. */
const areOne = (a: string, b: string): boolean =>
  a === b ||
  (groupOf(a) !== undefined && groupOf(a) === groupOf(b)) ||
  kinds[a]?.namedBy?.[b] === 'id' ||
  kinds[b]?.namedBy?.[a] === 'id';

/** Whether an id that is known as of some kinds may be one of these; teams are a kind that nothing lists. */
export const mayBe = (found: ReadonlySet<string>, meant: readonly string[]): boolean =>
  [...found].some((name) => meant.some((one) => areOne(name, one)));

/** Whether an id tells its kind: a service may give ids to each kind by itself, in whatever form it writes them. */
export const tellsKind = (known: KnownIds): boolean =>
  [...known.values()].every((names) => {
    const [first = '', ...others] = names;
    return others.every((other) => areOne(first, other));
  });
