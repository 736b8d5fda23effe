/**
 * Mappings of roles that the suite has made, which nobody has: what recalculations make of them tells what mappings there
 * are. Section "Endpoints / Roles".
 */

import { isRecord, type JsonRecord, operation } from '../../../schemas/contract.ts';
import { allMade, created } from '../../laws/created.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anew, eventually, firstFound, fresh, stillWrong } from '../../support/engine/retry.ts';
import type { Sender } from '../../support/http/actors.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';
import { readKind, readList } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { openRequest } from '../../support/records/bodies.ts';
import { othersAtWork } from '../../support/records/bystanders.ts';
import { changedByChecks } from '../../support/records/changedByChecks.ts';
import { foreignIds, isSurelyUnique, known, unknownId } from '../../support/records/identifiers.ts';
import { neededBody } from '../../support/records/learnedBodies.ts';
import { readAll } from '../../support/records/runMarkers.ts';
import { expectViewsAgree, peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';
import { byIds, expectSameListed } from '../employees/sameListed.ts';

/** Whether a body has this text anywhere. */
export const mentions = (body: unknown, id: string): boolean =>
  JSON.stringify(body ?? null).includes(JSON.stringify(id));

/**
 * The value with these ids in the place of the known ones: where one stands, the first. A short id may be that of a record of
 * another kind: it counts under names that have this word.
 */
function withIds(value: unknown, word: RegExp, others: readonly unknown[], own: readonly string[], key = ''): unknown {
  const isOther = (one: unknown) => others.includes(one) && (word.test(key) || isSurelyUnique(String(one)));
  if (Array.isArray(value))
    return value.some(isOther)
      ? [...own, ...value.filter((one) => !isOther(one))]
      : value.map((one) => withIds(one, word, others, own, key));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withIds(inner, word, others, own, name)]),
    );
  return isOther(value) ? own[0] : value;
}

/** The two bodies, for roles of the suite: undefined where they name roles in another way, or cannot name so many. */
export interface Bodies {
  mapping(role: string): unknown;
  /** Maps the role to a SCIM group that nobody knows, beside those that are known where the body has a list. */
  wrongMapping(role: string, group: string): unknown;
  deletion(roles: readonly string[]): unknown;
  /** Maps the role to this SCIM group alone. */
  mappingTo(role: string, group: string): unknown;
}

/** The bodies that the fixtures give, with roles of the suite in the place of those that they name. @throws NotTested without them */
export async function bodiesFor(t: Context): Promise<Bodies> {
  const roles = [...(await readList(t, 'roles.list')).items.map(({ id }) => id), ...(t.fixtures.ids.role ?? [])];
  const groups = await known(t, 'scimGroup');
  const mapping = await neededBody(t, 'createRoleMapping');
  const deleting = await neededBody(t, 'deleteRoleMappings');
  const mapped = (role: string) => withIds(mapping, /role/i, roles, [role]);
  const naming = (body: unknown, ids: readonly string[]) => (ids.every((id) => mentions(body, id)) ? body : undefined);
  return {
    mapping: (role) => naming(mapped(role), [role]),
    wrongMapping(role, group) {
      const listed = withIds(mapped(role), /group/i, groups, [...groups.slice(0, 1), group]);
      return naming(mentions(listed, group) ? listed : withIds(mapped(role), /group/i, groups, [group]), [role, group]);
    },
    deletion: (ids) => naming(withIds(deleting, /role/i, roles, ids), ids),
    mappingTo(role, group) {
      const body = withIds(mapped(role), /group/i, groups, [group]);
      return groups.some((other) => other !== group && mentions(body, other)) ? undefined : naming(body, [role, group]);
    },
  };
}

/**
 * The request of the fixtures that creates or updates mappings, for a role of the suite: undefined where they give none, or one
 * that names its role in another way, or other SCIM groups than the creation does.
 */
async function upsertFor(t: Context): Promise<(role: string) => RequestInput | undefined> {
  const groups = await known(t, 'scimGroup');
  const roles = [...(await readList(t, 'roles.list')).items.map(({ id }) => id), ...(t.fixtures.ids.role ?? [])];
  const request = await unlessUntested(openRequest(t, operation('roles.upsertMappings')), undefined);
  const mapping = await neededBody(t, 'createRoleMapping');
  const isSame = groups.every((group) => mentions(request?.body, group) === mentions(mapping, group));
  return (role) => {
    const body = withIds(request?.body, /role/i, roles, [role]);
    return request && isSame && mentions(body, role) ? { ...request, body } : undefined;
  };
}

/** How many users have each role, as it is read by its id. */
export const countsOf = (t: Context, ids: readonly string[]): Promise<unknown[]> =>
  Promise.all(ids.map(async (id) => (await peek(t, 'role', id))?.userCount));

/** What a judgement came to: what it throws is thrown by the check that it belongs to, which also counts what it compared. */
interface Judged {
  compared: number;
  error?: unknown;
}

async function settle(t: Context, judging: Promise<unknown>): Promise<Judged> {
  const before = t.tally.compared;
  const error = await judging.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { compared: t.tally.compared - before, error };
}

interface Given {
  /** Two roles that are mapped alike. */
  ids: readonly [string, string];
  /** Of the requests that created the second mapping and then set it once more, where the fixtures say how; else none. */
  upserts: readonly Answer[];
  /** Of the deletion of the first mapping and of one that is not there. */
  refusal: Answer | undefined;
  /** How many users have each before the recalculation, and after it. */
  before: unknown[];
  after: unknown[];
  /** The same after one more recalculation, and its answer; undefined where nobody was given the roles. */
  again?: { answer: Answer; after: unknown[] };
  /** Whether roles, and employees and users, are shown alike then; undefined where nobody was given the roles. */
  views?: Judged;
  people?: Judged;
  /** How many users have each once employees have been read by their ids; undefined where others are at work on that. */
  read?: unknown[] | undefined;
}

/** What came of a mapping of a role whose earlier one was deleted. */
export interface MappedAnew {
  /** The answer to the new mapping. */
  answer: Answer;
  /** How many members the group has, and how many users the role after the recalculation. */
  members: number;
  users: unknown;
}

export interface OwnMappings {
  /** A role that was mapped, and whose mapping was deleted before anything was worked out. */
  freed: { id: string; answer: Answer };
  given?: Given;
  /** What is worked out after both mappings are deleted in one request. */
  taken?: { answer: Answer | undefined; after: unknown[] };
  /** What comes of a new mapping of one of them, to another group. */
  anew?: MappedAnew;
  /** The answer to the same deletion once more. */
  again?: Answer;
  /** The mapping of the first role to an unknown group, and how many users the role had before and after. */
  wrong?: { answer: Answer; before: unknown; after: unknown };
  /** The answer to a mapping of the first role to a group of another account. */
  foreign?: Answer;
  /** The answers to mappings of an unknown role, and of one of another account, which is shown there so and here not. */
  roles?: { unknown: Answer; foreign: Answer; theirs: JsonRecord | undefined };
}

/** Creates a mapping. */
export const map = (t: Context, body: unknown, from: Sender = {}): Promise<Answer> =>
  t.send('roles.createMapping', { ...from, body });

/** Deletes mappings. */
export const unmap = (t: Context, body: unknown, from: Sender = {}): Promise<Answer> =>
  t.send('roles.deleteMappings', { ...from, body });

/** Maps a role by the request that creates or updates mappings, and once more; as any other where that is not known or not taken. */
async function mapSecond(t: Context, bodies: Bodies, role: string): Promise<readonly Answer[]> {
  const upsert = (await upsertFor(t))(role);
  // What is there already is not there twice then.
  const upserts = upsert
    ? [await t.send('roles.upsertMappings', upsert), await t.send('roles.upsertMappings', upsert)]
    : [];
  if (!upserts.every(({ ok }) => ok) || upserts.length === 0) await map(t, bodies.mapping(role));
  return upserts;
}

/** Maps roles of the suite, and takes one mapping back. Roles stay mapped where that can be taken back later. */
export async function mapOwnRoles(t: Context): Promise<OwnMappings | undefined> {
  const [first, ...others] = allMade(await created(t, 'role')).map(({ id }) => id);
  const bodies = await bodiesFor(t);
  if (first === undefined || bodies.mapping(first) === undefined || bodies.deletion([first]) === undefined)
    return undefined;
  const [one, other] = others;
  // A recalculation may read more than who has a role, such as its name.
  const changing = await changedByChecks(t);
  for (const id of [first, one, other]) if (id !== undefined) changing.add(id);
  // Before the others: who sets all mappings anew takes none of theirs away, and who deletes that of another takes this one.
  if (other !== undefined) {
    // What was deleted once and is mapped anew stays when another mapping is deleted.
    await map(t, bodies.mapping(other));
    await unmap(t, bodies.deletion([other]));
  }
  const upserts = other === undefined ? [] : await mapSecond(t, bodies, other);
  if (!(await map(t, bodies.mapping(first))).ok) {
    if (other !== undefined) await unmap(t, bodies.deletion([other]));
    return undefined;
  }
  const own: OwnMappings = { freed: { id: first, answer: await unmap(t, bodies.deletion([first])) } };
  if (!own.freed.answer.ok || one === undefined || other === undefined) return own;
  await map(t, bodies.mapping(one));
  const none = await unlessUntested(unknownId(t, 'role'), undefined);
  const body = none === undefined ? undefined : bodies.deletion([one, none]);
  const refusal = body === undefined ? undefined : await unmap(t, body);
  // Who passes over what is unknown has deleted the mapping.
  if (refusal?.ok) await map(t, bodies.mapping(one));
  own.given = { ids: [one, other], upserts, refusal, before: await countsOf(t, [one, other]), after: [] };
  return own;
}

/** Whether some users have each of the roles. */
export const areHeld = (counts: readonly unknown[] = []): boolean =>
  counts.length > 0 && counts.every((count) => Number(count) > 0);

/** Employees with a role that are read by their ids. */
const HOLDERS = 3;

/** Reads a few employees who have one of the roles by their ids; gives whether there are such. */
async function readHolders(t: Context, roles: readonly string[]): Promise<boolean> {
  const { items } = await unlessUntested(readKind(t, 'employee'), { items: [] });
  const holders = items.filter((item) => roles.some((role) => mentions(item.roles, role)));
  const read = await Promise.all(sample(idsOf(holders), HOLDERS).map((id) => peek(t, 'employee', id)));
  return read.some((record) => record !== undefined);
}

/** Looks at who has the roles after a recalculation. */
export async function lookAtOwnRoles(t: Context, { given }: OwnMappings): Promise<void> {
  if (!given) return;
  const now = fresh(anew(t));
  // Who works it out in the background has time for it.
  await stillWrong(now, async (s) => {
    given.after = await countsOf(s, given.ids);
    return areHeld(given.after) ? undefined : given.after;
  });
  const also = async (s: Context) =>
    (await readAll(s, 'role')).items.filter(({ id }) => given.ids.includes(String(id)));
  const listed = areHeld(given.after) ? [] : await also(now);
  // One view alone may show that users have them.
  if ([...given.after, ...listed.map(({ userCount }) => userCount)].some((count) => Number(count) > 0)) {
    given.views = await settle(now, expectViewsAgree(now, 'role', { also }));
    given.people = await settle(
      now,
      eventually(now, (s) => expectSameListed(s, ['roles'], byIds)),
    );
    if (await firstFound(now, async (s) => (await readHolders(s, given.ids)) || undefined))
      await stillWrong(now, async (s) => {
        given.read = await countsOf(s, given.ids);
        return given.read.every((count, i) => count === given.after[i]) ? undefined : given.read;
      });
    const look = async () => (await countsOf(now, given.ids)).map((users, i) => ({ id: given.ids[i], users }));
    const isSame = (given.read ?? given.after).every((count, i) => count === given.after[i]);
    if (!isSame && (await othersAtWork(look))) given.read = undefined;
  }
}

/** Has the roles worked out once more, from the same SCIM groups and mappings. */
export async function recalculateAgain(t: Context, { given }: OwnMappings): Promise<void> {
  if (!given || !areHeld(given.after)) return;
  const answer = await t.send('roles.recalculateScimRoles');
  const now = fresh(anew(t));
  await stillWrong(now, async (s) => {
    const after = await countsOf(s, given.ids);
    given.again = { answer, after };
    return areHeld(after) ? undefined : after;
  });
}

/** Maps a role that is not there, and one that only another account has; what is taken is taken back. */
async function mapOtherRoles(t: Context, bodies: Bodies): Promise<OwnMappings['roles']> {
  const none = await unlessUntested(unknownId(t, 'role'), undefined);
  const [theirs] = await unlessUntested(foreignIds(t, 'role'), []);
  const sent = [none, theirs].map((id) => (id === undefined ? undefined : bodies.mapping(id)));
  if (sent.includes(undefined) || theirs === undefined) return undefined;
  const unknown = await map(t, sent[0]);
  const foreign = await map(t, sent[1]);
  if (!foreign.ok) return { unknown, foreign, theirs: undefined };
  await unmap(t, bodies.deletion([theirs]));
  const isHere = !isSurelyUnique(theirs) || (await peek(t, 'role', theirs)) !== undefined;
  return { unknown, foreign, theirs: isHere ? undefined : await peek(t, 'role', theirs, 'other') };
}

/** Takes the mappings of roles of the suite back and has the roles worked out anew. */
export async function takeOwnRoles(t: Context, own: OwnMappings): Promise<void> {
  const { given, freed } = own;
  if (!given) return;
  const now = fresh(anew(t));
  const bodies = await bodiesFor(t);
  const mapTo = async (group: string | undefined) => {
    const wrong = group === undefined ? undefined : bodies.wrongMapping(freed.id, group);
    return wrong === undefined ? undefined : map(t, wrong);
  };
  const [before] = await countsOf(now, [freed.id]);
  const answer = await mapTo(await unlessUntested(unknownId(t, 'scimGroup'), undefined));
  const [theirs] = await unlessUntested(foreignIds(t, 'scimGroup'), []);
  const foreign = await mapTo(theirs);
  if (foreign) own.foreign = foreign;
  const roles = await mapOtherRoles(t, bodies);
  if (roles) own.roles = roles;
  const all = [...given.ids, ...(answer?.ok || foreign?.ok ? [freed.id] : [])];
  const several = bodies.deletion(all);
  const deleted = several === undefined ? undefined : await unmap(t, several);
  if (!deleted?.ok) for (const id of all) await unmap(t, bodies.deletion([id]));
  await t.send('roles.recalculateScimRoles');
  own.taken = { answer: deleted, after: [] };
  await stillWrong(now, async (s) => {
    const [first, ...after] = await countsOf(s, [freed.id, ...given.ids]);
    own.taken = { answer: deleted, after };
    if (answer) own.wrong = { answer, before, after: first };
    return first === before && after.every((count) => count === 0) ? undefined : after;
  });
  // Last: who keeps a mapping twice would lose the other one by it.
  if (deleted?.ok) own.again = await unmap(t, several);
}
