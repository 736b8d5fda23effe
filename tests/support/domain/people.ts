/** Users whom records name: as owners, authors and assignees. */

import type { Exchange } from '../../../schemas/contract.ts';
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import { isOfRuns } from '../engine/uniqueNames.ts';
import type { Answer } from '../http/client.ts';
import type { Mention } from '../lists/plainText.ts';
import { readKind } from '../lists/readList.ts';
import { idsOf, strings } from '../records/answers.ts';
import { shownBy } from '../records/identifiers.ts';
import { withoutNulls } from '../values/difference.ts';
import { lacking } from './facts.ts';

interface KnownUsers {
  /** Who was active before the run. */
  usual: readonly string[];
  /** Active users whom the run has created. */
  created: readonly string[];
  /** Users whom the list shows as not active. */
  inactive: readonly string[];
}

/** Users as the list shows them now; none where it cannot be read. */
function knownUsers(t: Context): Promise<KnownUsers> {
  return t.once('known users', async () => {
    const none = { items: [] as readonly JsonRecord[] };
    const { items } = t.claims('users') ? await unlessUntested(readKind(fresh(t), 'user'), none) : none;
    const isOfRun = (user: JsonRecord) => strings(Object.values(user)).some((text) => t.names.isOwn(text));
    const active = items.filter(({ isActive }) => isActive !== false);
    return {
      usual: idsOf(active.filter((user) => !isOfRun(user))),
      created: idsOf(active.filter(isOfRun)),
      inactive: idsOf(items.filter(({ isActive }) => isActive === false)),
    };
  });
}

/** Ids of active users to name in new records; of the fixtures where the list shows none. @throws NotTested when neither has any */
export async function someUsers(t: Context): Promise<readonly string[]> {
  const { usual, created } = await knownUsers(t);
  const ids = [...new Set([...usual, ...(t.fixtures.ids.user ?? [])])];
  if (ids.length > 0) return ids;
  if (created.length === 0) throw new NotTested('no user is known', 'FIXTURES: ids.user');
  return created;
}

/** Users whom a target may refuse to name: one whom the run has created a moment ago, and one who is not active. */
export async function oddUsers(t: Context): Promise<{ newcomer?: string; inactive?: string }> {
  const { created, inactive } = await knownUsers(t);
  return { ...(created[0] && { newcomer: created[0] }), ...(inactive[0] && { inactive: inactive[0] }) };
}

/** Names of several words with no sign in them that may be markup; in the form in which texts are stored. */
const isMentionable = (name: string): boolean =>
  /^\p{L}[\p{L}\p{M}\p{N}.'’-]*( [\p{L}\p{M}\p{N}.'’-]+)+$/u.test(name) && name === name.normalize('NFC');

/** Whether a display name has signs that are no letters of ASCII, and whether an address has signs that are none of words. */
const ODD: readonly ((one: Mention) => boolean)[] = [
  ({ name }) => /[^A-Za-z ]/.test(name),
  ({ email }) => /[+-]/.test(email),
];

/** What names have besides two words of letters of ASCII. */
const FORMS_OF_NAMES: readonly RegExp[] = [/-/, /['’]/, /\./, /^\S+ \S+ \S/, /[^\p{ASCII}]/u, /\d/];

/** The people of whom nobody before has a name of one of these forms. */
function ofFurtherForms(people: readonly Mention[], before: readonly Mention[]): Mention[] {
  const found = [...before];
  for (const form of FORMS_OF_NAMES)
    if (!found.some(({ name }) => form.test(name)))
      found.push(...people.filter(({ name }) => form.test(name)).slice(0, 1));
  return found.slice(before.length);
}

/**
 * People to mention, as the account has them: two of those whose names and addresses have signs first, then plain ones; and
 * for each form of names one who has it. Who has left may be shown in another way.
 */
export const mentionable = (t: Context): Promise<readonly [Mention, Mention, ...Mention[]]> =>
  t.once('people to mention', async () => {
    const users = (await shownBy(t, 'users.list')).filter(({ isActive }) => isActive !== false);
    const found = users.flatMap(({ id, name, email, firstName, lastName }) => {
      const shown = typeof name === 'string' ? name : `${firstName} ${lastName}`;
      // Whom the suite has made, other checks may change.
      const isOwn = shown.split(' ').some(isOfRuns);
      const fit = typeof id === 'string' && typeof email === 'string' && !isOwn && isMentionable(shown);
      return fit && /^[^:[\]\r\n]+$/.test(id) && /^[^\s:[\]]+$/.test(email) ? [{ id, name: shown, email }] : [];
    });
    const [first] = t.fixtures.ids.user ?? [];
    const invented = { id: first ?? 'someone', name: 'Ann Example', email: 'ann@example.com' };
    const odd = ODD.flatMap((isOdd) => found.find(isOdd) ?? []);
    const plain = found.filter((one) => !ODD.some((isOdd) => isOdd(one)));
    const [one = invented, two = one] = new Set([...odd, ...plain, ...found]);
    return [one, two, ...ofFurtherForms(found, [one, two])];
  });

/** The user with this id; undefined where there is none, as the id of a team has. */
export function userWith(t: Context, id: string): Promise<{ user: JsonRecord; answer: Answer } | undefined> {
  return t.once(`user/${id}`, async () => {
    const answer = await t.send('users.get', { params: { userId: id } });
    return answer.ok && isRecord(answer.json) ? { user: withoutNulls(answer.json) as JsonRecord, answer } : undefined;
  });
}

/**
 * Judges that a short form of a user has the names and the e-mail address of the user with its id.
 * @returns whether there was something to compare
 */
export function expectSameUser(
  t: Context,
  short: JsonRecord,
  user: JsonRecord,
  what: string,
  answer: Exchange | undefined,
): boolean {
  const mail = (record: JsonRecord) => String(record.email).toLowerCase();
  const right: Readonly<Record<string, () => boolean>> = {
    email: () => mail(short) === mail(user),
    firstName: () => short.firstName === user.firstName,
    lastName: () => short.lastName === user.lastName,
    name: () => short.name === user.name,
  };
  const shown = (record: JsonRecord, field: string) => (record[field] ?? undefined) !== undefined;
  const shared = Object.keys(right).filter((field) => shown(short, field) && shown(user, field));
  // How a display name is made of first and last name is open.
  const parts = strings([user.firstName, user.lastName]).filter((part) => part !== '');
  const composed = shown(short, 'name') && !shown(user, 'name') && parts.length > 0;
  const wrong = shared.find((field) => !right[field]?.());
  const strange = composed && !parts.some((part) => String(short.name).includes(part));
  if (shared.length === 0 && !composed) return false;
  t.expect(!wrong && !strange, `${what} has another ${wrong ?? 'name'} than the user with its id`, {
    expected: user,
    received: short,
    at: `/${wrong ?? 'name'}`,
    exchange: answer,
  });
  return true;
}

/**
 * Ids of goals: of the fixtures, else those that tasks and key results name.
 * @throws NotTested when there are none; NotApplicable when the fixtures declare it
 */
export function someGoals(t: Context): Promise<readonly string[]> {
  return t.once('some goals', async () => {
    const given = t.fixtures.ids.goal ?? [];
    if (given.length > 1) return given;
    const [tasks, metrics] = await Promise.all([shownBy(t, 'tasks.list'), shownBy(t, 'metrics.list')]);
    const found = [
      ...tasks.map(({ parentId, parentType }) => (parentType === 'goal' ? parentId : undefined)),
      ...metrics.map(({ goalId }) => goalId),
    ];
    const ids = [...new Set([...given, ...found.filter((id) => typeof id === 'string')])];
    if (ids.length === 0) throw lacking(t, ['goal'], 'no goal is known', 'FIXTURES: ids.goal');
    return ids;
  });
}
