/** Fields that hold the id of another record hold one of the kind that they are about. Section "Resources and their fields". */
import { kind, kinds, type Operation, withArticle } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { isOfRuns } from '../support/engine/uniqueNames.ts';
import { readKind } from '../support/lists/readList.ts';
import { idsOf, strings } from '../support/records/answers.ts';
import { isSurelyUnique } from '../support/records/identifiers.ts';
import { bodiesOf, concerns } from './requests.ts';

/** The kind that a field is about, by the name of the field. */
const KIND_OF = new Map(
  Object.entries(kinds).flatMap(([name, { heldBy = [] }]) => heldBy.map((field) => [field, name] as const)),
);

const groupOf = (kindName: string) => kind(kindName).list?.split('.')[0];

/** Whether the target offers the list of a kind that has one. */
const isListed = (t: Context, kindName: string): boolean => {
  const { list } = kind(kindName);
  return list === undefined || t.offers(list);
};

/** Kinds of the ids that the lists of the account show; a record may be of several, as users are employees. */
function listedKinds(t: Context): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return t.once('kinds of ids', async () => {
    const found = new Map<string, Set<string>>();
    const itemsOf = async (name: string) => {
      if (kind(name).list === undefined || !isListed(t, name)) return [];
      return (await unlessUntested(readKind(t, name), { items: [] })).items;
    };
    for (const [name, { id: field }] of Object.entries(kinds))
      for (const id of idsOf(await itemsOf(name), field)) found.set(id, (found.get(id) ?? new Set()).add(name));
    // Goals have no list: what a key result names is one, unless it is something else.
    for (const id of idsOf(await itemsOf('metric'), kind('goal').namedBy?.metric))
      if (!found.has(id)) found.set(id, new Set(['goal']));
    return found;
  });
}

/** Whether records of two kinds may be the same: employees are users, reports are dashboards. */
const areOne = (a: string, b: string): boolean =>
  groupOf(a) === groupOf(b) || kind(a).namedBy?.[b] === 'id' || kind(b).namedBy?.[a] === 'id';

/** Whether an id tells its kind: a service may give ids to each kind by itself, in whatever form it writes them. */
const tellsKind = (known: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  [...known.values()].every((names) => {
    const [first = '', ...others] = names;
    return others.every((other) => areOne(first, other));
  });

interface Held {
  field: string;
  id: string;
}

/** The ids that fields of this meaning hold, at any depth; records that a run made hold what it sent. */
function heldIn(value: unknown): Held[] {
  if (Array.isArray(value)) return value.flatMap(heldIn);
  if (typeof value !== 'object' || value === null || Object.values(value).some(isOfRuns)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    KIND_OF.has(field) ? strings([inner].flat()).map((id) => ({ field, id })) : heldIn(inner),
  );
}

/** Judges that no field holds the id of a record of another kind. Ids that no list shows are left open: the record may be gone. */
async function expectOwnKinds(t: Context, operation: Operation): Promise<void> {
  const known = await listedKinds(t);
  if (!tellsKind(known))
    throw new NotTested('records of different kinds have the same id', 'a target whose ids are unique over all kinds');
  for (const answer of await bodiesOf(t, operation))
    for (const { field, id } of heldIn(answer.json)) {
      const [meant, found] = [KIND_OF.get(field) as string, known.get(id)];
      // Short ids and counts are given to each kind by itself.
      if (!found || !isSurelyUnique(id)) continue;
      const [other = meant] = found;
      t.expect(
        [...found].some((name) => name === meant || areOne(name, meant)),
        `${field} is the id of ${withArticle(kind(other).title)}, not of ${withArticle(kind(meant).title)}`,
        { expected: `the id of ${withArticle(kind(meant).title)}`, received: id, exchange: answer },
      );
    }
  if (t.tally.compared > 0) return;
  if (!Object.keys(kinds).every((name) => isListed(t, name)))
    throw new NotApplicable('no list of the groups that the target claims shows what the fields name');
  throw new NoData(
    'no field holds an id of eight and more characters that a list of the account shows',
    'an account whose lists show the records that others name, with ids that are no counts',
  );
}

export const referenceChecks = (operation: Operation): Check[] =>
  concerns('general.references', operation)
    ? [
        check(
          `${operation.id}: ids of other records are of the kind that their field is about`,
          'general.references',
          (t) => expectOwnKinds(t, operation),
          [operation.id],
        ),
      ]
    : [];
