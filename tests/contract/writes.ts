/** Right requests of every operation that writes, and what can be seen of their effect. */
import { isRecord, kind, kindCreated, type Operation } from '../../schemas/contract.ts';
import { updateBody } from '../support/domain/fieldUpdates.ts';
import { makeUnmarked } from '../support/domain/kpiGroups.ts';
import { groupsOf, membership, noteRefusal } from '../support/domain/memberships.ts';
import { taggedItem } from '../support/domain/taggedItems.ts';
import { PLACES, type Place, tagBody } from '../support/domain/tags.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { firstFound, stillWrong } from '../support/engine/retry.ts';
import { at } from '../support/http/at.ts';
import type { Actor, Answer, RequestInput } from '../support/http/client.ts';
import { queryOf } from '../support/lists/readList.ts';
import { itemsOf, required } from '../support/records/answers.ts';
import { bodies, isTagging, openRequest } from '../support/records/bodies.ts';
import type { Made } from '../support/records/creating.ts';
import { givenBody } from '../support/records/givenBodies.ts';
import { neededBody } from '../support/records/learnedBodies.ts';
import { make, read } from '../support/records/subjects.ts';
import { peek } from '../support/records/views.ts';

export const REMOVE_KPI = 'kpiGroups.removeKpi';
export const CREATE_MAPPING = 'roles.createMapping';
export const DELETE_MAPPINGS = 'roles.deleteMappings';

/** Whether all right requests of an operation write to one record that nothing deletes, so that each hides what the one before has done. */
export const sharesRecord = ({ id }: Operation): boolean => id === 'customFields.update';

/** The kind of record that an operation creates. */
export const creates = ({ id }: Operation): string | undefined => kindCreated(id);

/** A record of the suite's own that the checks of a batch share; another one for each `use` of its own. */
export const subject = (t: Context, kindName: string, use = ''): Promise<Made> =>
  t.once(`subject/${kindName}/${use}`, () => make(t, kindName));

async function tagging(t: Context, { id }: Operation, use?: string): Promise<RequestInput> {
  const place = PLACES.find((one) => one.operation === id) as Place;
  // A tag stays: what is to be taken is one title for all places of the batch, what is refused must not be there before.
  const title = use === undefined ? t.names.plain('tag') : await t.once(`title/${use}`, async () => t.names.plain(use));
  const [item, given] = await Promise.all([taggedItem(t, place), tagBody(t, place, title)]);
  return { ...at(place.kind, item), body: given ?? { title } };
}

const groupId = (input: RequestInput) => input.params?.groupId as string;
/** Whether a group is a favourite, once it can be read. */
async function favorite(t: Context, input: RequestInput): Promise<unknown> {
  const group = await firstFound(t, () => peek(t, 'kpiGroup', groupId(input)));
  return (group ?? (await read(t, 'kpiGroup', groupId(input)))).favorite;
}

/** How many requests of this batch concern each KPI, and each KPI in one of its groups. */
const memberships = (t: Context) => t.once('memberships in use', async () => new Map<string, number>());
const pairOf = ({ params }: RequestInput) => `${params?.kpiId}/${params?.groupId}`;

/** Memberships that right requests of this batch have ended: what has become of them tells nothing of others. */
const ended = (t: Context) => t.once('memberships that were ended', async () => new Set<string>());

/** Notes what a right request has done that cannot be told from what others do, and that a record refuses it. */
export async function noteRight(t: Context, { id }: Operation, input: RequestInput, answer: Answer): Promise<void> {
  if (id !== REMOVE_KPI) return;
  if (answer.ok) (await ended(t)).add(pairOf(input));
  noteRefusal(t, input.params as { kpiId: string; groupId: string }, answer);
}

/** Whether a KPI showed its groups before a request was to take it out of one: then it is in none when it shows none. */
const showsGroups = (t: Context, kpiId: string, isShown = false) =>
  t.once(`shows groups/${kpiId}`, async () => isShown);

/** Where few KPIs are in groups, an unused one is looked for so often, and an unused membership for each time it was used. */
const TRIES = { kpi: 3, pair: 8 };
/** As if the membership of the right request were used so often. */
const RESERVED = 3;

const ownGroup = async (t: Context): Promise<RequestInput> => at('kpiGroup', (await makeUnmarked(t)).id);

/** A KPI that no other request of the batch concerns as long as there is one, else a group of its own. */
async function unusedMembership(t: Context): Promise<RequestInput> {
  const used = await memberships(t);
  for (let tries = 1; ; tries++) {
    // A KPI that leaves its only group may show none: that it has left is seen where there are others.
    const several = await unlessUntested(membership(t, 2), undefined);
    const { kpiId, groupId, isShown } = several ?? (await membership(t));
    const input = { params: { kpiId, groupId } };
    const [kpi, pair] = [used.get(kpiId) ?? 0, used.get(pairOf(input)) ?? 0];
    if ((kpi > 0 && tries < TRIES.kpi) || tries < pair * TRIES.pair) continue;
    used.set(kpiId, kpi + 1).set(pairOf(input), pair + 1);
    await showsGroups(t, kpiId, isShown);
    return input;
  }
}

/** The use of the request whose success is looked for. */
export const RIGHT = 'right';

/** The use of requests of which it is open whether they are taken. */
export const ODD = 'odd';

const SPECIAL: Readonly<Record<string, (t: Context, use?: string) => Promise<RequestInput>>> = {
  'customFields.update': async (t, use) => {
    const field = await subject(t, 'customField', use);
    const label = t.names.next('relabelled');
    return { ...at('customField', field.id), body: await updateBody(t, field, { label }) };
  },
  'kpiGroups.update': async (t) => ({ ...(await ownGroup(t)), body: { name: t.names.next('renamed') } }),
  'kpiGroups.delete': ownGroup,
  'kpiGroups.setFavorite': ownGroup,
  'kpiGroups.clearFavorite': async (t) => {
    const input = await ownGroup(t);
    await t.send('kpiGroups.setFavorite', input);
    // Whether it shows that the group is a favourite now: only then can be seen that it is none any more.
    await t.once(`favourite/${groupId(input)}`, async () => {
      const isShown = async () => (await unlessUntested(favorite(t, input), undefined)) === true;
      return (await stillWrong(t, async () => ((await isShown()) ? undefined : input))) === undefined;
    });
    return input;
  },
  [DELETE_MAPPINGS]: async (t, use) => {
    const [mapping, body] = await Promise.all([givenBody(t, 'createRoleMapping'), neededBody(t, 'deleteRoleMappings')]);
    // There should be something to delete; for the right request, whatever was deleted before.
    const create = () => t.send(CREATE_MAPPING, { body: mapping });
    if (mapping !== undefined) await (use === RIGHT ? create() : t.once('mapping to delete', create));
    return { body };
  },
  // The right request has a membership of its own, as long as there are two: refused ones must not be taken for it.
  [REMOVE_KPI]: async (t, use) => {
    const own = await t.once('membership of the right request', async () => {
      const first = await unusedMembership(t);
      (await memberships(t)).set(pairOf(first), RESERVED);
      return first;
    });
    return use === RIGHT ? own : unusedMembership(t);
  },
};

/**
 * A right request; every call gives one with new texts, and a record of its own where the API can delete it again.
 * @param use requests of one use share a record that the API cannot delete
 */
export async function write(t: Context, operation: Operation, use?: string): Promise<RequestInput> {
  const { id, fixtureBody } = operation;
  const special = SPECIAL[id];
  if (special) return special(t, use);
  if (operation.open) return openRequest(t, operation);
  if (isTagging(id))
    return tagging(
      t,
      operation,
      [RIGHT, ODD].find((one) => one === use),
    );
  const created = creates(operation);
  const body = created ? await bodies[created]?.(t) : fixtureBody && (await neededBody(t, fixtureBody));
  return body === undefined ? {} : { body };
}

/** A value of a right request that the suite made up or left out, since the specification does not show it, and who can give it. */
interface Guess {
  guessed: string;
  /** Where the fixtures give what is taken. */
  fixture: string;
  /** Whether each field of the body may be the reason. */
  anyField?: true;
}

/** What a right request leaves to guess: where it is refused, the guess may be wrong. */
export function guessIn(t: Context, { id }: Operation, { body }: RequestInput): Guess | undefined {
  const sent = isRecord(body) ? body : {};
  const given = (name: string) => t.fixtures.bodies[name] !== undefined;
  if (id === 'customFields.create' && sent.visualizationKind === undefined && !given('createCustomField'))
    return { guessed: 'no field of the account shows a visualizationKind', fixture: 'bodies.createCustomField' };
  if (id === 'tasks.create' && !given('createTask'))
    return { guessed: 'which values its body may have is not shown', fixture: 'bodies.createTask', anyField: true };
  const tried = { 'users.create': 'createUser', 'roles.create': 'createRole' }[id];
  if (tried !== undefined && !given(tried))
    return { guessed: 'which values of the body are taken is not shown', fixture: `bodies.${tried}` };
  if (id === 'tags.tagGoal' && !given('tagGoal'))
    return { guessed: 'whether flowName must stand beside the title is not shown', fixture: 'bodies.tagGoal' };
  if (id === DELETE_MAPPINGS && !given('createRoleMapping'))
    return { guessed: 'whether there is a mapping to delete is not known', fixture: 'bodies.createRoleMapping' };
  const place = PLACES.find((one) => one.operation === id);
  if (place) return { guessed: 'which new titles an item takes is not shown', fixture: `ids.${place.kind}` };
  return undefined;
}

/** A text in a body by which its effect is known again: under this key at any depth, else any that is new. */
function mark(t: Context, body: unknown, key: string): string | undefined {
  const found: string[] = [];
  let keyed: string | undefined;
  JSON.stringify(body ?? null, (name, value) => {
    if (typeof value !== 'string') return value;
    if (name === key) keyed ??= value;
    if (t.names.isOwn(value)) found.push(value);
    return value;
  });
  return keyed ?? found[0];
}

/** Whether the list of a kind shows a record with a text of the body that was sent for it. */
async function inList(t: Context, kindName: string, body: unknown, as: Actor = 'first'): Promise<boolean | undefined> {
  const { list, listBody, marker = 'title', title } = kind(kindName);
  if (!list || !t.offers(list)) return undefined;
  const text = mark(t, body, marker);
  // Nothing can come of an empty body that would be known again.
  if (text === undefined && isRecord(body) && Object.keys(body).length === 0) return undefined;
  if (text === undefined)
    throw new NotTested(
      `nothing in the body makes the new ${title} known again`,
      'FIXTURES: bodies with {{unique}}, {{email}} or {{title}} in them',
    );
  const given = listBody === undefined ? undefined : await givenBody(t, listBody);
  const { query } = required(list);
  const plain = { as, ...(query && { query }), ...(given !== undefined && { body: given }) };
  // The first page may not show it; a filter does, where the text is that of the field.
  const filter = JSON.stringify({ [marker]: { $in: [...new Set([text, text.toLowerCase()])] } });
  const inputs = [plain, ...(queryOf(list).includes('filter') ? [{ ...plain, query: { ...query, filter } }] : [])];
  const answers = await Promise.all(inputs.map((input) => t.send(list, input)));
  if (!answers.some(({ ok }) => ok)) return undefined;
  const sought = text.toLowerCase();
  return answers.some(({ json }) => itemsOf(json).some((item) => JSON.stringify(item).toLowerCase().includes(sought)));
}

/**
 * Whether another KPI is to be taken out of its group: this one need not be in it any more, as an earlier request may have
 * done it, or the group is one that nobody may change.
 */
export async function takesAnother(
  t: Context,
  { id }: Operation,
  answer: Answer,
  input: RequestInput,
): Promise<boolean> {
  if (id !== REMOVE_KPI) return false;
  if (answer.status !== 404) return answer.status === 403;
  // A KPI may still name a group that is gone.
  if ((await peek(t, 'kpiGroup', groupId(input))) === undefined) return true;
  // A read may show it in the group for a while after another request has taken it out.
  const isIn = await stillWrong(t, async (s) => {
    const now = await unlessUntested(groupsOf(s, input.params?.kpiId as string), undefined);
    return now?.includes(groupId(input)) || undefined;
  });
  return isIn === undefined;
}

const SEEN: Readonly<Record<string, (t: Context, input: RequestInput) => Promise<boolean | undefined>>> = {
  'customFields.update': async (t, { params, body }) =>
    (await read(t, 'customField', params?.id as string)).label === (isRecord(body) ? body.label : undefined),
  'kpiGroups.update': async (t, input) =>
    (await read(t, 'kpiGroup', groupId(input))).name === (isRecord(input.body) ? input.body.name : undefined),
  // A group that could not be made was never there.
  'kpiGroups.delete': async (t, input) =>
    t.client.created.has(groupId(input))
      ? (await t.send('kpiGroups.get', at('kpiGroup', groupId(input)))).status === 404
      : undefined,
  'kpiGroups.setFavorite': async (t, input) => (await favorite(t, input)) === true,
  'kpiGroups.clearFavorite': async (t, input) => {
    const shown = await t.once(`favourite/${groupId(input)}`, async () => false);
    return shown ? [false, undefined].includes((await favorite(t, input)) as boolean) : undefined;
  },
  [REMOVE_KPI]: async (t, input) => {
    const kpiId = input.params?.kpiId as string;
    // An id that was made up leads to no KPI.
    const shown = await unlessUntested(groupsOf(t, kpiId), undefined);
    const groups = shown ?? ((await showsGroups(t, kpiId)) ? [] : undefined);
    if (groups === undefined || groups.includes(groupId(input))) return groups && false;
    return true;
  },
};

/** Kind of the record that a write adds. */
const addedKind = (operation: Operation) => (isTagging(operation.id) ? 'tag' : creates(operation));

/** Whether the user who asked for a new record is shown it. */
export async function isShownTo(t: Context, operation: Operation, { body }: RequestInput, as: Actor): Promise<boolean> {
  const added = addedKind(operation);
  if (added === undefined) return false;
  const isThere = (s: Context) => unlessUntested(inList(s, added, body, as), undefined);
  return (await stillWrong(t, async (s) => (await isThere(s)) || undefined)) ?? false;
}

/** The operation group whose answers show the effect of a write, where that may be another than its own. */
export function shownIn(operation: Operation): string | undefined {
  const added = addedKind(operation);
  const list = operation.id === REMOVE_KPI ? 'kpis.get' : added && kind(added).list;
  return list?.split('.')[0];
}

/** Whether the effect of a request is there; undefined when it cannot be seen. */
export async function effect(t: Context, operation: Operation, input: RequestInput): Promise<boolean | undefined> {
  const seen = SEEN[operation.id];
  if (seen) return seen(t, input);
  const added = addedKind(operation);
  return added === undefined ? undefined : inList(t, added, input.body);
}

/** Whether an effect is there to stay: until SETTLE_MS has passed, a read may show what was before the last right write. */
async function lastingEffect(t: Context, operation: Operation, input: RequestInput): Promise<boolean | undefined> {
  const there = await effect(t, operation, input);
  if (!there) return there;
  // With the memory of this check, which knows what could be seen before.
  return (await stillWrong(t, async () => ((await effect(t, operation, input)) ? true : undefined))) ?? false;
}

/**
 * Whether a request that should not have done anything took effect; undefined when that cannot be seen.
 * @param from what was wrong with it
 */
export async function tookEffect(
  t: Context,
  operation: Operation,
  input: RequestInput,
  from: RequestInput,
): Promise<boolean | undefined> {
  const there = await lastingEffect(t, operation, input);
  if (!there || operation.id !== REMOVE_KPI) return there;
  if ((await ended(t)).has(pairOf(input))) return undefined;
  // Somebody else may have taken the KPI out of its group at that moment; they will hardly do so twice.
  try {
    const again = await write(t, operation);
    await t.send(operation.id, { ...again, ...from });
    return await lastingEffect(t, operation, again);
  } catch (error) {
    if (error instanceof NotTested) return undefined;
    throw error;
  }
}
