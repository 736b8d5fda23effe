/** Ids of records: that exist (from lists, from records that name others, from the fixtures), unknown ones, foreign ones. */

import { isRecord, type JsonRecord, kind, kinds, operation } from '../../../schemas/contract.ts';
import { lacking } from '../domain/facts.ts';
import { userMissing } from '../engine/absentUsers.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { isMadeByRuns } from '../engine/uniqueNames.ts';
import { otherAccount } from '../http/actors.ts';
import type { Actor, Answer } from '../http/client.ts';
import { valuesAt } from '../lists/filters.ts';
import { sample } from '../values/sample.ts';
import { idsOf, itemsOf, listIn, required, strings } from './answers.ts';
import { foundCheckins, foundPermissions } from './foundIds.ts';
import { inventedIds } from './inventedIds.ts';
import { varied } from './varied.ts';

/** Why a list shows nothing that could be used; the first reason that is noted stays. */
const unusable = (t: Context, list: string, why: NotTested | undefined): Promise<NotTested | undefined> =>
  t.once(`unusable/${list}`, async () => why);

/** The records of a list answer. @throws NotTested when it holds no list */
function listed(answer: Answer): JsonRecord[] {
  if (answer.ok) return listIn(answer);
  const { operation: id, status } = answer;
  throw new NotTested(`it depends on ${id}, which answered ${status}`, `a target whose ${id} succeeds`);
}

/** Records that a list shows an actor without any expression, read once per batch; none where it cannot be read. */
export function shownBy(t: Context, operationId: string, as: Actor = 'first'): Promise<JsonRecord[]> {
  return t.once(`shown/${operationId}/${as}`, async () => {
    if (!t.offers(operationId)) return [];
    const answer = await unlessUntested(t.send(operationId, { ...required(operationId), as }), undefined);
    if (!answer) return [];
    try {
      return listed(answer);
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      if (as === 'first') await unusable(t, operationId, error);
      return [];
    }
  });
}

/** Whether a user may own something: nothing says that somebody who has left can be addressed. */
export const isActiveUser = ({ isActive, dateDeactivated }: JsonRecord): boolean =>
  isActive !== false && (dateDeactivated ?? undefined) === undefined;

/** Where the list shows none of them, so many are read by their ids. */
const MOST_READ = 12;

/**
 * Those of the ids that are of active users: other records may name somebody who has left, or who is no user any more.
 * All of them where no user can be seen.
 */
export async function activeUsers(t: Context, ids: readonly string[]): Promise<readonly string[]> {
  const users = await shownBy(t, 'users.list');
  if (users.length === 0) return ids;
  const active = new Set(idsOf(users.filter(isActiveUser)));
  const listed = ids.filter((id) => active.has(id));
  if (listed.length > 0) return listed;
  const shown = new Set(idsOf(users));
  const others = sample(
    ids.filter((id) => !shown.has(id)),
    MOST_READ,
  );
  const read = await Promise.all(others.map((userId) => t.send('users.get', { params: { userId } })));
  return others.filter((_, i) => read[i]?.ok && isRecord(read[i]?.json) && isActiveUser(read[i].json));
}

/** Those of the ids that are of users who are shown, but not as active. */
export async function inactiveUsers(t: Context, ids: readonly string[]): Promise<readonly string[]> {
  const left = new Set(idsOf((await shownBy(t, 'users.list')).filter((user) => !isActiveUser(user))));
  return ids.filter((id) => left.has(id));
}

const oneOrMore = (value: unknown): string[] => strings([value].flat());

/** Where records of other kinds name one of this kind: the other kind, and the dotted path in its records. */
export const namingPlaces = (kindName: string): readonly [kindName: string, path: string][] =>
  Object.entries(kinds[kindName]?.namedBy ?? {}).filter(([, path]) => path !== '');

/** Ids of a kind that records of others name, as they are shown to an actor, where it has no list of its own. */
export async function namedElsewhere(t: Context, kindName: string, as: Actor = 'first'): Promise<string[]> {
  if (kinds[kindName]?.list !== undefined) return [];
  const found = await Promise.all(
    namingPlaces(kindName).map(async ([other, path]) =>
      (await shownBy(t, kind(other).list as string, as)).map((record) => valuesAt(record, path) ?? []),
    ),
  );
  return strings(found.flat(2));
}

/** Sessions of which the goals that are met are asked for. */
const MET_SESSIONS = 6;

/** Ids of goals that answers on the goals met in a session show. */
async function goalsShown(t: Context): Promise<string[]> {
  if (!t.claims('sessions')) return [];
  const found = await Promise.all(
    sample(await known(t, 'session'), MET_SESSIONS).map((id) =>
      unlessUntested(t.send('sessions.goalsMet', { params: { id } }), undefined),
    ),
  );
  return found.flatMap((answer) => (answer?.ok ? idsOf(itemsOf(answer.json)) : []));
}

/** Where ids of other kinds without a list are found, which takes more than a path; the fixtures have what these lack. */
const RELATED: Readonly<Record<string, (t: Context) => Promise<readonly string[]>>> = {
  dashboardTag: async (t) => idsOf(await shownBy(t, 'dashboards.tagUsages'), 'tagTitle'),
  metricOwner: async (t) => {
    const owners = (await shownBy(t, 'metrics.list')).flatMap(({ ownerId, ownerIds }) => [
      ...oneOrMore(ownerId),
      ...oneOrMore(ownerIds),
    ]);
    const active = await activeUsers(t, [...new Set(owners)]);
    return active.length > 0 ? active : activeUsers(t, await known(t, 'user'));
  },
  checkin: async (t) => {
    const given = (t.fixtures.facts.checkins ?? []).map(({ checkinId }) => checkinId);
    return given.length > 0 ? given : foundCheckins(t, await shownBy(t, 'metrics.list'));
  },
  principal: async (t) => [
    ...(t.fixtures.ids['principals.user'] ?? []),
    ...(t.fixtures.ids['principals.role'] ?? []),
    ...(await known(t, 'user')).slice(0, 2),
    ...(await known(t, 'role')).slice(0, 2),
  ],
  permission: async (t) =>
    (t.fixtures.ids.permission ?? []).length > 0
      ? []
      : foundPermissions(t, [...(await known(t, 'user')).slice(0, 2), ...(await known(t, 'role')).slice(0, 4)]),
  target: async (t) => (await targets(t)).map(({ id }) => id),
  // Those that answers show come before those that other records name, which may lead to nothing.
  goal: async (t) => ((t.fixtures.ids.goal ?? []).length > 0 ? [] : goalsShown(t)),
  item: async (t) => [...(await known(t, 'session')), ...(await known(t, 'dashboard'))],
};

/** Ids of records that exist, each once; possibly none. */
export function known(t: Context, kindName: string): Promise<readonly string[]> {
  return t.once(`ids/${kindName}`, async () => {
    const { list, id } = kinds[kindName] ?? { id: 'id' };
    const records = list ? await shownBy(t, list) : [];
    // What a run has made may be deleted at any moment; a list may show it for a while after that.
    const lasting = records.filter((record) => !isMadeByRuns(record));
    const listed = idsOf(lasting.length > 0 ? lasting : records, id);
    const given = t.fixtures.ids[kindName] ?? [];
    const related = [...((await RELATED[kindName]?.(t)) ?? []), ...(await namedElsewhere(t, kindName))];
    return [...new Set([...listed, ...given, ...related])].filter((one) => one !== '');
  });
}

/**
 * Whether nothing but another record names this id: nothing says that such a reference leads to a record. Never where the
 * fixtures give it, or an answer shows the record.
 */
export async function isMereReference(t: Context, kindName: string, id: string): Promise<boolean> {
  if (!kinds[kindName]?.loose || t.fixtures.ids[kindName]?.includes(id)) return false;
  const shown = await t.once(`shown/${kindName}`, async () => (await RELATED[kindName]?.(t)) ?? []);
  return !shown.includes(id);
}

/**
 * Ids of records that exist: out of lists, then of the fixtures.
 * @throws NotTested when there are none; it names the list where that does not succeed
 */
export async function ids(t: Context, kindName: string): Promise<readonly string[]> {
  const all = await known(t, kindName);
  if (all.length > 0) return all;
  const { list, needs, of, fixtures = [`ids.${kindName}`] } = kinds[kindName] ?? {};
  const why = list === undefined ? undefined : await unusable(t, list, undefined);
  if (why) throw why;
  throw lacking(
    t,
    needs ?? of ?? [kindName],
    `no ${kind(kindName).title} is known`,
    `FIXTURES: ${[fixtures.slice(0, -1).join(', '), ...fixtures.slice(-1)].filter((one) => one !== '').join(' or ')}`,
  );
}

/** One target of permissions of each type of which a record is known. */
export async function targets(t: Context): Promise<{ targetType: string; id: string }[]> {
  const found = await Promise.all(
    Object.entries(kind('target').types ?? {}).map(async ([targetType, kindName]) => {
      const [id] = await known(t, kindName);
      return id === undefined ? [] : [{ targetType, id }];
    }),
  );
  return found.flat();
}

/** How an id is written: its length and the places of its signs, or its words and numbers where their lengths differ. */
const formsOf = (id: string): string[] => [
  id.replace(/[a-z0-9]/gi, 'x'),
  id.replace(/\d+/g, '0').replace(/[a-z]+/gi, 'a'),
];

/** Whether an id is written as one of the others is. */
const isOfForm = (id: string, others: readonly string[]): boolean =>
  formsOf(id).some((form) => others.some((other) => formsOf(other).includes(form)));

/**
 * A well-formed id that no record of the kind has. One that fixtures give for all kinds is taken where it is written as
 * ids of this kind are.
 * @throws NotTested when none can be made: the fixtures can give one
 */
export async function unknownId(t: Context, kindName: string): Promise<string> {
  const { [kindName]: own, '*': ofAll } = t.fixtures.unknownIds;
  if (own !== undefined) return own;
  const known = await (ofAll === undefined ? ids(t, kindName) : unlessUntested(ids(t, kindName), []));
  const fits = ofAll !== undefined && (known.length === 0 || isOfForm(ofAll, known));
  const id = fits ? ofAll : (inventedIds(known, 1)[0] ?? ofAll);
  if (id !== undefined) return id;
  throw new NotTested(
    `no id could be made up that surely belongs to no ${kind(kindName).title}`,
    `FIXTURES: unknownIds.${kindName}`,
  );
}

/** Those of the ids that the account's own lists show when they are asked for them, on whichever page they stand. */
async function among(t: Context, lists: readonly string[], ids: readonly string[]): Promise<string[]> {
  const filter = JSON.stringify({ _id: { $in: ids } });
  const filtered = lists
    .map(operation)
    .filter(({ id, parameters }) => t.offers(id) && parameters.some(({ name }) => name === 'filter'));
  const answers = await Promise.all(filtered.map(({ id }) => t.send(id, { query: { ...required(id).query, filter } })));
  return answers.flatMap(({ ok, json }) => (ok ? idsOf(itemsOf(json)) : []));
}

/** Records of another account's lists that are asked for: such as differ most from each other. */
const FOREIGN = 3;

/**
 * Ids of records of another account: of the fixtures, then out of the lists that its own user is shown, of a kind that two
 * accounts may share of the fixtures alone; where a kind has no list, those that records of other kinds name there.
 * @throws NotTested when neither has any
 */
export async function foreignIds(t: Context, kindName: string): Promise<readonly string[]> {
  const { of = [] } = kinds[kindName] ?? {};
  // Records of kinds that two accounts may share say nothing about another one.
  const sources = of.length > 0 && !of.some((name) => kinds[name]?.shared) ? of : [kindName];
  const given = [...new Set([kindName, ...sources])].flatMap((name) => t.fixtures.foreignIds[name] ?? []);
  if (given.length > 0 && (otherAccount(t.settings) === undefined || kinds[kindName]?.shared)) return given;
  const lists = sources.flatMap((name) => kinds[name]?.list ?? []);
  if (otherAccount(t.settings) !== undefined) {
    const shown = await Promise.all(lists.map((list) => shownBy(t, list, 'other')));
    const listed = shown.flatMap((items) => idsOf(varied(items, FOREIGN), kinds[kindName]?.id));
    // Nothing lists those that this account has of these: only an id that is no count is surely none of them.
    const named = (await namedElsewhere(t, kindName, 'other')).filter(isSurelyUnique);
    const found = [...new Set([...listed, ...named])];
    const own = [...(await known(t, kindName)), ...(await among(t, lists, found))];
    // What both accounts are shown, such as records that come with the product, is no other account's record.
    const theirs = [...new Set([...given, ...found.filter((id) => !own.includes(id))])];
    if (theirs.length > 0) return theirs;
  }
  throw userMissing(
    t,
    'other',
    `no ${kind(kindName).title} of another account is known`,
    `FIXTURES: foreignIds.${sources[0]}${lists.length > 0 || namingPlaces(kindName).length > 0 ? ', or OTHER_ACCESS_TOKEN and OTHER_ACCOUNT_ID' : ''}`,
  );
}

/** Shorter ids may be counted, for each kind by itself. */
const SURELY_UNIQUE = 8;

/** No count has as many digits, unless zeros or a day stand before it: a moment with something that tells machines apart. */
const LONG_NUMBER = /^(?!(19|20)\d\d(0[1-9]|1[0-2]))[1-9]\d{16,}$/;

/**
 * Whether no other record has this id, of whatever kind, nor a part of it, nor it with a letter behind it: no count, also
 * none behind a word.
 */
export const isSurelyUnique = (id: string): boolean =>
  LONG_NUMBER.test(id) || (id.length >= SURELY_UNIQUE && !/(^|[^a-z0-9])\d+$|^[a-z]+\d+$/i.test(id));
