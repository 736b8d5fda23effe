/** Ids of records of other kinds: they are unknown ids. Section "Errors". */
import { idFields, kind, kindShown, kinds, linkedKinds, type Operation, withArticle } from '../../schemas/contract.ts';
import { taggedItem } from '../support/domain/taggedItems.ts';
import { PLACES } from '../support/domain/tags.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import type { RequestInput } from '../support/http/client.ts';
import { idOf, isRefusal, strings } from '../support/records/answers.ts';
import { isTagging } from '../support/records/bodies.ts';
import { isSurelyUnique, known } from '../support/records/identifiers.ts';
import { recordIn } from '../support/records/views.ts';
import type { Sent } from './requests.ts';

/** A status that says rightly that there is no such record. */
export const missing = ({ errors }: Operation, status: number) =>
  errors.includes(404) ? status === 404 : status >= 400 && status < 500;

/**
 * Kinds of which the ids are well known; those that stand together are of one family, and may be one thing. This is wider than
 * what `mayBe` (knownIds.ts) takes for one: here an id is sent in the place of another, and a path that takes ids of several
 * kinds, such as that of a principal, may rightly find it. There, the lists of the account tell what a shown id is: such
 * mixed kinds have no list, and kinds listed by one group (roles and SCIM groups) may share ids, whose paths are their own.
 */
const FAMILIES: readonly (readonly string[])[] = [
  ['kpi'],
  ['user', 'employee', 'principal', 'metricOwner'],
  ['task'],
  ['role', 'principal'],
  ['dashboard', 'report', 'item', 'target'],
];
const OTHER_KINDS = 2;
/** Kinds that the record holds or names which are tried besides: a look-up in all tables finds them. */
const LINKED_KINDS = 3;

/** Kinds whose records may be those of this kind. */
const kinOf = (idKind: string): ReadonlySet<string> =>
  new Set([idKind, ...FAMILIES.filter((family) => family.includes(idKind)).flat()]);

/** Whether a request does nothing but mark a record, or take the mark off: one that goes astray loses nothing. */
const isMark = ({ id, method, body }: Operation): boolean =>
  body === undefined && (method === 'PUT' || Object.values(kinds).some(({ release }) => release === id));

/** Judges that an operation refuses the id of a record of another kind. */
async function expectRefused(
  t: Context,
  operation: Operation,
  input: RequestInput,
  name: string,
  id: string,
  other: string,
): Promise<void> {
  const answer = await t.send(operation.id, { ...input, params: { ...input.params, [name]: id } });
  // It need not have the form that an id of this kind has.
  t.expect(
    missing(operation, answer.status) || isRefusal(answer),
    `the id of ${withArticle(kind(other).title)} is taken for the ${name}`,
    { expected: 'a status of 4xx', received: answer },
  );
}

/** Judges that an item of another place gets no tag: of each place the one that the suite tags, since it may get one more. */
async function expectOwnPlace(
  t: Context,
  operation: Operation,
  input: RequestInput,
  idKind: string,
  name: string,
): Promise<void> {
  const own = new Set(await known(t, idKind));
  for (const place of PLACES.filter(({ kind: other }) => other !== idKind)) {
    const id = await unlessUntested(taggedItem(t, place), undefined);
    if (id !== undefined && isSurelyUnique(id) && !own.has(id))
      await expectRefused(t, operation, input, name, id, place.kind);
  }
}

/** Judges that the id of a record of another kind finds nothing. */
export async function expectOwnKind(
  t: Context,
  operation: Operation,
  input: RequestInput,
  idKind: string,
  name: string,
): Promise<void> {
  if (isTagging(operation.id)) return expectOwnPlace(t, operation, input, idKind, name);
  if (operation.method !== 'GET' && !isMark(operation)) return;
  const own = new Set(await known(t, idKind));
  const families = FAMILIES.filter((family) => !family.includes(idKind)).map(([first]) => first as string);
  const shown = kindShown(operation.id) ?? idKind;
  // The record that is answered comes first: where another kind leads to it, its own id does not.
  const first = [...(shown === idKind || families.includes(shown) ? [] : [shown]), ...families.slice(0, OTHER_KINDS)];
  const tried = new Set([...first, ...kinOf(idKind)]);
  const linked = linkedKinds(operation).filter((other) => !tried.has(other));
  for (const other of [...first, ...linked.slice(0, LINKED_KINDS)]) {
    // Of these no check deletes one: what was known once is known to all batches.
    const isLasting = families.includes(other) || linked.includes(other);
    const ids = isLasting ? t.onceInProcess(`known/${other}`, () => known(t, other)) : known(t, other);
    const [id] = (await ids).filter((one) => isSurelyUnique(one) && !own.has(one));
    if (id !== undefined) await expectRefused(t, operation, input, name, id, other);
  }
}

/** Fields of one record by which it names others, that are tried. */
const NAMED = 4;

/** Ids of other kinds that the record of an answer names, with the fields that hold them; none where it is no read of a record. */
function namedBy({ input, answer }: Sent, idKind: string, name: string): (readonly [field: string, id: string])[] {
  const [own, record] = [input.params?.[name], recordIn(answer.json)];
  if (own === undefined || record === undefined || idOf(record) !== own) return [];
  const kin = kinOf(idKind);
  return Object.entries(record).flatMap(([field, value]) => {
    const { of = [] } = idFields.get(field) ?? {};
    const [id] = of.some((kindName) => kin.has(kindName)) ? [] : strings([value].flat()).filter(isSurelyUnique);
    return id === undefined || id === own ? [] : [[field, id] as const];
  });
}

/** Judges that an id of another kind which a record names, such as that of its owner, does not find it: of the record that names most. */
export async function expectNotNamed(
  t: Context,
  operation: Operation,
  all: readonly Sent[],
  idKind: string,
  name: string,
): Promise<void> {
  if (operation.method !== 'GET') return;
  const found = all.map((sent) => ({ sent, named: namedBy(sent, idKind, name) }));
  const [most] = found.sort((one, other) => other.named.length - one.named.length);
  if (!most) return;
  const { sent, named } = most;
  const { input } = sent;
  const own = input.params?.[name];
  for (const [field, id] of named.slice(0, NAMED)) {
    const answer = await t.send(operation.id, { ...input, params: { ...input.params, [name]: id } });
    t.expect(!answer.ok || idOf(recordIn(answer.json) ?? {}) !== own, `a record is found by its ${field}`, {
      expected: operation.errors.includes(404) ? 404 : 'a status of 4xx',
      received: answer,
    });
  }
}
