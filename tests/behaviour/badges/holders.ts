/** Who has a badge, as the answer about its assignees says. Section "Assigned badge". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { factMissing } from '../../support/domain/facts.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';

/** Badges that are looked at. */
export const MOST = 8;
/** As many badges as other checks look at anyway. */
export const MANY = 4 * MOST;

const EXAMPLE = '"badgeHolders": [{ "badgeId": "…", "userIds": ["all of them"], "teamIds": ["all"] }]';

type HolderIds = 'userIds' | 'teamIds';

/** Whether the facts name no holder of these sorts, and say so of each badge that they are about. */
const isNobody = (
  { fixtures: { facts } }: Context,
  sorts: readonly HolderIds[],
  whose?: readonly string[],
): boolean => {
  const all = (facts.badgeHolders ?? []).flatMap((fact) => sorts.map((sort) => fact[sort]));
  return all.length > 0 && all.every((ids) => ids !== undefined && !ids.some((id) => whose?.includes(id) ?? true));
};

/** What ends a check for want of holders where the fixtures say that there are none, and an answer shows some. */
const contradicted = (reason: string, shown: string): NotTested =>
  new NotTested(
    `${reason}, as the fixtures say, and ${shown}`,
    'FIXTURES: facts.badgeHolders of these badges, and no assignation under none',
  );

/**
 * What ends a check that needs to know who has a badge. NotApplicable where the fixtures declare that nobody has one, or the
 * facts that they know say so.
 * @param of whom it needs: who has a badge, teams that have one, or these users
 * @param shown what an answer shows to the contrary
 */
export function holdersUnknown(
  t: Context,
  reason: string,
  of: { sorts: readonly HolderIds[]; whose?: readonly string[]; words?: readonly string[] },
  shown?: string,
): Error {
  const { none } = t.fixtures;
  const word = ['badge', 'assignation', ...(of.words ?? [])].find((one) => none.includes(one));
  const nobody = isNobody(t, of.sorts, of.whose);
  if (shown !== undefined && (word !== undefined || nobody)) return contradicted(reason, shown);
  if (word === undefined && nobody) return new NotApplicable(`${reason}, as facts.badgeHolders say`);
  return factMissing(t, word ?? 'assignation', reason, EXAMPLE);
}

/** Teams and users that answers name as holders although the fixtures say that there are none, in words. */
export async function holdersShown(t: Context, sorts: readonly HolderIds[]): Promise<string | undefined> {
  const all = await unlessUntested(someHolders(t, MANY), []);
  const withTeam = all.find(({ teams = [] }) => teams.length > 0);
  if (withTeam) return `badges.assignees names teams that have ${withTeam.badgeId}`;
  const withUser = sorts.includes('userIds') ? all.find((one) => usersNamed(one).length > 0) : undefined;
  return withUser && `badges.assignees names users who have ${withUser.badgeId}`;
}

export interface Holders {
  badgeId: string;
  answer: Answer;
  /** What stands under Teams; undefined when that is no list. */
  teams: readonly JsonRecord[] | undefined;
  /** Everything else. */
  others: JsonRecord;
}

export function holdersOf(t: Context, badgeId: string): Promise<Holders> {
  return t.once(`holders/${badgeId}`, async () => {
    const answer = await t.ok('badges.assignees', at('badge', badgeId));
    const whole = isRecord(answer.json) ? answer.json : {};
    const { Teams } = whole;
    // Whatever the other keys hold: which they are is not shown.
    const others = Object.fromEntries(entriesOf(whole).filter(([key]) => key !== 'Teams'));
    // Null under the key of a list is an empty list.
    const teams = Array.isArray(Teams) ? itemsOf(Teams) : Teams === null ? [] : undefined;
    return { badgeId, answer, teams, others };
  });
}

/** The entries of a list or an object, also of fields that the contract does not list. */
const entriesOf = (value: object): [string, unknown][] =>
  isRecord(value) ? allFields(value).map((name) => [name, value[name]]) : Object.entries(value);

/** Whether a value is this text, or holds it at any depth, as a value or as a key. */
export function holds(value: unknown, text: string): boolean {
  if (value === text) return true;
  if (typeof value !== 'object' || value === null) return false;
  return entriesOf(value).some(([key, inner]) => key === text || holds(inner, text));
}

/** Fields of a record that name somebody else: who made it, changed it, or manages it. */
const ANOTHER = /By(Id)?$|^manager/i;

/** All texts of a value, as values and as keys, but for those that name somebody in another role. */
function textsAsHolder(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([key, inner]) => [key, ...(ANOTHER.test(key) ? [] : textsAsHolder(inner))]);
}

/** Ids of users that the fixtures name. */
export const userIdsGiven = ({ fixtures: { ids, facts } }: Context): string[] =>
  strings(
    [
      ...[ids.user, ids.employee, Object.values(facts.currentUsers ?? {})],
      ...(facts.badgeHolders ?? []).map(({ userIds }) => userIds),
    ].flat(),
  );

/** What people are called, by id: how the answer names users, beside the teams, is not shown. */
const callings = (t: Context): Promise<ReadonlyMap<string, readonly string[]>> =>
  t.once('what people are called', async () => {
    const none = { items: [] as readonly JsonRecord[] };
    const lists = await Promise.all(['employee', 'user'].map((name) => unlessUntested(readKind(t, name), none)));
    const people = new Map<string, string[]>(userIdsGiven(t).map((id) => [id, [id]]));
    for (const { id, email, name, firstName, lastName } of lists.flatMap(({ items }) => items)) {
      const called = strings([id, email, name, `${firstName} ${lastName}`]).filter((text) => text !== '');
      if (typeof id === 'string') people.set(id, [...(people.get(id) ?? []), ...called]);
    }
    return people;
  });

/**
 * Tells whether a user is named beside the teams: by id, e-mail address or name. Undefined where something stands there by
 * which none of the users is known.
 */
export async function namedBesideTeams(
  t: Context,
  { others }: Holders,
): Promise<((userId: string) => boolean) | undefined> {
  const people = await callings(t);
  const texts = new Set(textsAsHolder(others));
  const isNamed = (id: string) => [id, ...(people.get(id) ?? [])].some((text) => texts.has(text));
  const isEmpty = Object.values(others).every((value) => textsAsHolder(value).length === 0);
  return isEmpty || [...people.keys()].some(isNamed) ? isNamed : undefined;
}

/** Keys under which the holders who are users stand; under one of another name may be others. */
const USERS = /^(users|assignees|employees)$/i;

/** Users beside the teams. */
export const usersNamed = ({ others }: Holders): string[] =>
  Object.keys(others)
    .filter((key) => USERS.test(key))
    .flatMap((key) => idsOf(itemsOf(others[key])));

/** Holders of badges of the account, those of the facts first. */
export async function someHolders(t: Context, most = MOST): Promise<Holders[]> {
  const facts = (t.fixtures.facts.badgeHolders ?? []).map(({ badgeId }) => badgeId);
  const all = [...facts, ...strings((await readKind(t, 'badge')).items.map(({ id }) => id))];
  if (all.length === 0) throw t.nothingShown('badge');
  return Promise.all(sample([...new Set(all)], most).map((badgeId) => holdersOf(t, badgeId)));
}
