/** Right requests of every operation that reads: several records, every enumerated value, with and without a body. */

import { addressing, kinds, type Operation, operation as operationOf, spellingsOf } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { stillWrong } from '../support/engine/retry.ts';
import { givenPeers } from '../support/http/actors.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { idsOf, recordsIn, required, strings } from '../support/records/answers.ts';
import { openRequest } from '../support/records/bodies.ts';
import { givenBody } from '../support/records/givenBodies.ts';
import { ids, isMereReference, known, shownBy, targets } from '../support/records/identifiers.ts';
import { sample } from '../support/values/sample.ts';
import { kindByType, kindsOf } from './addressed.ts';
import { fullest } from './mostFields.ts';
import { subject } from './writes.ts';

const SAMPLES = 3;

/** Where a spelling is open: the first request that succeeds, else the first. */
async function spelled(t: Context, { id }: Operation, inputs: readonly RequestInput[]): Promise<RequestInput[]> {
  const answers = await Promise.all(inputs.map((input) => t.send(id, input)));
  const first = inputs[answers.findIndex(({ ok }) => ok)] ?? inputs[0];
  return first ? [first] : [];
}

async function allowedActions(t: Context, operation: Operation): Promise<RequestInput[]> {
  const body = await givenBody(t, operation.fixtureBody as string);
  const inputs = Object.values(spellingsOf(operation))
    .flat()
    .map((targetType) => ({ params: { targetType }, ...(body !== undefined && { body }) }));
  const [found] = (await spelled(t, operation, inputs)) as [RequestInput];
  const { status } = await t.send(operation.id, found);
  // Which targets are meant may have to be said in the body, whose shape is open.
  if (body === undefined && status >= 400 && status < 500)
    throw new NotTested(
      `${operation.id} answers ${status} without a body, whose shape is open`,
      'FIXTURES: bodies.allowedActions',
    );
  return [found];
}

async function accessOfItem(t: Context, operation: Operation): Promise<RequestInput[]> {
  const found = await Promise.all(
    Object.entries(spellingsOf(operation)).map(async ([kindName, spellings]) => {
      const [itemId] = await known(t, kindName);
      if (itemId === undefined) return [];
      return spelled(
        t,
        operation,
        spellings.map((itemType) => ({ params: { itemType, itemId } })),
      );
    }),
  );
  await ids(t, 'item');
  return found.flat();
}

/** What the tag in the path is, is open: without a fixture the words by which tags of dashboards are known are tried. */
async function byTag(t: Context, operation: Operation): Promise<RequestInput[]> {
  const given = t.fixtures.ids.dashboardTag;
  if (given) return sample(given).map((tag) => ({ params: { tag } }));
  const usages = (await shownBy(t, 'dashboards.tagUsages')).slice(0, 2);
  const dashboards = (await shownBy(t, 'dashboards.list')).slice(0, 20);
  const tags = dashboards.flatMap((dashboard) => recordsIn(dashboard.tags));
  const words = strings([
    ...usages.flatMap(({ tagTitle, tagName }) => [tagTitle, tagName]),
    ...tags.slice(0, 2).flatMap(({ title, name, id }) => [title, name, id]),
    ...dashboards.map(({ tag }) => tag).slice(0, 2),
  ]);
  if (words.length === 0) await ids(t, 'dashboardTag');
  return spelled(
    t,
    operation,
    [...new Set(words)].map((tag) => ({ params: { tag } })),
  );
}

/** The bare request. Where an operation takes inputs that are open, its refusal says nothing: the fixtures must give them. */
async function bare(t: Context, { id }: Operation, remedy: string): Promise<RequestInput[]> {
  const { status } = await t.send(id);
  if (status < 400 || status >= 500) return [{}];
  throw new NotTested(`${id} answers ${status} without inputs, whose form is open`, `FIXTURES: ${remedy}`);
}

async function usersActions(t: Context, operation: Operation): Promise<RequestInput[]> {
  const given = t.fixtures.openOperations.usersActions;
  if (given) return [await openRequest(t, { ...operation, open: 'usersActions' })];
  return bare(t, operation, 'openOperations.usersActions');
}

/** With a body of the fixtures, that alone is judged. */
async function foundSnapshots(t: Context, operation: Operation): Promise<RequestInput[]> {
  const body = await givenBody(t, operation.fixtureBody as string);
  return body === undefined ? bare(t, operation, 'bodies.kpiSnapshots') : [{ body }];
}

const SPECIAL: Readonly<Record<string, (t: Context, operation: Operation) => Promise<RequestInput[]>>> = {
  'permissions.allowedActions': allowedActions,
  'permissions.usersActions': usersActions,
  'kpis.snapshots': foundSnapshots,
  'permissions.defaultAccessOfItem': accessOfItem,
  'dashboards.byTag': byTag,
  'permissions.currentUserAllowedActions': async (t) => {
    await ids(t, 'target');
    return (await targets(t)).map(({ targetType, id }) => ({ params: { targetId: id }, query: { targetType } }));
  },
  // What is the user's own may look otherwise for another one.
  'badges.mine': async (t) => givenPeers(t).map((as) => (as === 'first' ? {} : { as })),
};

/** Records of which the fixtures say that there is something to read. It stands here, since only these checks choose by it. */
const TELLING: Readonly<Record<string, (t: Context) => string[]>> = {
  'sessions.goalsMet': ({ fixtures: { facts } }) => (facts.goalsMet ?? []).map(({ sessionId }) => sessionId),
  'badges.assignees': ({ fixtures: { facts } }) => (facts.badgeHolders ?? []).map(({ badgeId }) => badgeId),
  // One who has none comes first: an empty list is to be there as well.
  'users.managers': ({ fixtures: { facts } }) =>
    [...(facts.managers ?? [])].sort((a, b) => a.managerIds.length - b.managerIds.length).map(({ userId }) => userId),
};

/** Ids to read by. What other clients may delete meanwhile is better read from a record of one's own. */
async function samples(t: Context, { id }: Operation, kindName: string): Promise<string[]> {
  const telling = [...new Set(TELLING[id]?.(t))];
  if (telling.length > 0) return [...new Set([...telling.slice(0, SAMPLES), ...sample(await known(t, kindName))])];
  const there = await known(t, kindName);
  const { create, delete: remove } = kinds[kindName] ?? {};
  const makes =
    create !== undefined && (remove !== undefined || (there.length === 0 && !operationOf(create).fixtureBody));
  const own = t.settings.allowWrites && makes ? [(await subject(t, kindName)).id] : [];
  const { list, id: idField = 'id' } = kinds[kindName] ?? {};
  const rich = list ? idsOf(fullest(await shownBy(t, list), SAMPLES), idField) : [];
  const some = own.length > 0 ? [...own, ...sample(there, SAMPLES - 1)] : sample(await ids(t, kindName));
  return [...new Set([...some, ...rich.filter((found) => there.includes(found))])];
}

/**
 * A request for each query parameter that takes ids: of a few records, since a target need not answer for all at once. Those
 * that records of the first kind name come first, since there is something to say of them.
 */
async function byIds(t: Context, { parameters }: Operation): Promise<RequestInput[]> {
  const taking = parameters.flatMap(({ name, idsKind }) => (idsKind ? [{ name, idsKind }] : []));
  const main = taking[0]?.idsKind as string;
  await ids(t, main);
  const { list } = kinds[main] ?? {};
  const records = JSON.stringify(list ? await shownBy(t, list) : []);
  const isNamed = (id: string) => records.includes(JSON.stringify(id));
  const found = await Promise.all(
    taking.map(async ({ name, idsKind }) => {
      const all = await known(t, idsKind);
      const some = [...all.filter(isNamed), ...all.filter((id) => !isNamed(id))].slice(0, SAMPLES);
      return some.length > 0 ? [{ query: { [name]: some.join(',') } }] : [];
    }),
  );
  return found.flat();
}

async function plain(t: Context, operation: Operation): Promise<RequestInput[]> {
  const base = required(operation.id);
  const inPath = operation.parameters.find((parameter) => parameter.in === 'path');
  if (inPath?.values) return inPath.values.map((value) => ({ ...base, params: { [inPath.name]: value } }));
  if (inPath?.idKind)
    return (await samples(t, operation, inPath.idKind)).map((id) => ({ ...base, params: { [inPath.name]: id } }));
  const key = operation.fixtureBody;
  const body = key === undefined ? undefined : await givenBody(t, key);
  return [base, ...(body === undefined ? [] : [{ ...base, body }])];
}

/** Right requests of an operation that reads, found once per batch. */
export function reads(t: Context, operation: Operation): Promise<RequestInput[]> {
  return t.once(`reads/${operation.id}`, async () => {
    if (operation.open) return [await openRequest(t, operation)];
    const takesIds = operation.parameters.some(({ idsKind }) => idsKind);
    return (SPECIAL[operation.id] ?? (takesIds ? byIds : plain))(t, operation);
  });
}

/** Whether a record that a list has shown is no longer in it, or one that nothing shows is known by a mere reference. */
async function isGone(t: Context, kindName: string, id: string): Promise<boolean> {
  const { list, loose, id: idField = 'id' } = kinds[kindName] ?? {};
  if (loose) return isMereReference(t, kindName, id);
  if (!list || !(await shownBy(t, list)).some((item) => item[idField] === id)) return false;
  // A list may show a deleted record for a while.
  const listed = await stillWrong(t, async (s) => {
    const { ok, json } = await s.send(list, required(list));
    return ok && !JSON.stringify(json).includes(JSON.stringify(id)) ? undefined : id;
  });
  return listed === undefined;
}

/** Whether a record that a read misses need not be there any more: other clients may delete it. */
export async function vanished(
  t: Context,
  operation: Operation,
  answer: Answer,
  input: RequestInput,
): Promise<boolean> {
  const parameter = addressing(operation);
  if (!parameter || answer.status < 400 || answer.status >= 500) return false;
  const id = input.params?.[parameter.name] as string;
  const named = kindByType(operation, input);
  for (const kindName of named === undefined ? kindsOf(parameter.idKind) : [named])
    if (await isGone(t, kindName, id)) return true;
  return false;
}
