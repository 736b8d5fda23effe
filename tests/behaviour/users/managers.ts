/** Who manages the teams of a user. Section "Endpoints / Users": GET /v1/users/{userId}/managers. */

import { isRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { MANAGES, OWN_MANAGER, SEVERAL_MANAGERS } from '../../support/engine/noneWords.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { stillWrong } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { someOfKind } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { ids } from '../../support/records/identifiers.ts';
import { peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';
import {
  hasTwice,
  type Managed,
  managedBy,
  managersBy,
  managesNone,
  mayBeAbove,
  meet,
  type Person,
  people,
  teamsAbove,
  teamsIn,
} from './teams.ts';

const sorted = (values: Iterable<string>) => [...values].sort();

interface Asked {
  answer: Answer;
  managers: readonly string[];
}

/** Asks for the managers of a user, once for all checks. */
function managersOf(t: Context, userId: string, as: Actor = 'first'): Promise<Asked> {
  return t.once(`managers/${userId}/${as}`, async () => {
    const answer = await t.send('users.managers', { ...at('user', userId), as });
    return { answer, managers: isRecord(answer.json) ? strings(answer.json.managers) : [] };
  });
}

/** As above; an answer that is no success ends the check, since that is judged elsewhere. */
async function asked(t: Context, userId: string, as: Actor = 'first'): Promise<Asked> {
  const found = await managersOf(t, userId, as);
  if (found.answer.ok) return found;
  throw new NotTested(
    `users.managers answered ${found.answer.status} for user ${userId}`,
    'a target whose users.managers succeeds',
  );
}

/** Users of every sort: with several managers, with none, with a team of their own, with one manager twice. */
async function chosen(t: Context): Promise<readonly string[]> {
  const all = await people(t);
  const given = t.fixtures.facts.managers ?? [];
  const facts = [
    ...given.filter(({ managerIds }) => managerIds.length > 0).slice(0, 6),
    ...given.filter(({ managerIds }) => managerIds.length === 0).slice(0, 2),
  ].map(({ userId }) => userId);
  const known = await ids(t, 'user');
  const sorts: ((person: Person) => boolean)[] = [
    (person) => managersBy(person, all).must.length > 1,
    (person) => managersBy(person, all).may.length === 0,
    (person) => meet(person.manages, person.teams),
    (person) => hasTwice(person, all),
  ];
  const some = sorts.flatMap((isSort) => sample(all.filter(isSort), 3).map(({ id }) => id));
  return [...new Set([...facts, ...some, ...sample(known, 3)])];
}

/** Why nothing is known of who manages which team. */
const unknownTeams = (t: Context, thing: string, reason: string, remedy: string) =>
  t.claims('employees')
    ? lacking(t, [thing], reason, remedy)
    : new NotApplicable('the target does not claim the operation group employees, which shows managed teams');

/** What ends a check for which neither the fixtures nor the records say who manages whom. */
const managersUnknown = (t: Context) =>
  lacking(t, [MANAGES], 'whose managers are whom is not known', 'FIXTURES: facts.managers');

/** Some managers of users: all of them by the fixtures, else those whom teams and employees name alike. */
async function facts(t: Context): Promise<readonly Managed[]> {
  const given = t.fixtures.facts.managers ?? [];
  if (given.length > 0) return given;
  const found = await managedBy(t);
  if (found.length === 0) throw managersUnknown(t);
  const several = found.filter(({ managerIds }) => managerIds.length > 1);
  return [...new Set([...sample(several, 6), ...sample(found, 6)])];
}

const MORE_FACTS = 'FIXTURES: facts.managers with a user whose teams have several managers';

/** Users who manage a team that they belong to. */
async function ownManagers(t: Context): Promise<string[]> {
  const all = await people(t);
  const found = all.filter(({ teams, manages }) => meet(teams, manages)).map(({ id }) => id);
  if (found.length > 0) return found;
  const { items } = await someOfKind(t, 'user');
  return items.flatMap(({ id, teamIds, roles }) => {
    const own = teamsIn(roles).some((team) => team.manager === id && strings(teamIds).includes(String(team.id)));
    return own ? [String(id)] : [];
  });
}

/** What the managers of a user lack or have too many, by what employees show now. */
async function disagreement(t: Context, userId: string) {
  const [all, above, { managers, answer }] = await Promise.all([people(t), teamsAbove(t), asked(t, userId)]);
  const person = all.find(({ id }) => id === userId);
  if (!person) return undefined;
  const { must, may } = managersBy(person, all);
  // Who does not show what they manage may well manage a team of the user.
  const open = (id: string) => {
    const other = all.find((one) => one.id === id);
    return id !== userId && (other === undefined || mayBeAbove(person, other, above));
  };
  const right = must.every((id) => managers.includes(id)) && managers.every((id) => may.includes(id) || open(id));
  return right ? undefined : { expected: sorted(must), received: sorted(managers), at: '/managers', exchange: answer };
}

/**
 * Judges that nobody is named who manages no team at all by their own record, and nobody for users who belong to none.
 * Whether a team is within another is not shown, so that of the others nothing follows.
 */
async function expectSomeTeam(t: Context): Promise<void> {
  const all = await people(t);
  const idle = new Set(all.filter(managesNone).map(({ id }) => id));
  const alone = all.filter(({ teams }) => teams.length === 0).map(({ id }) => id);
  if (idle.size + alone.length === 0) throw managersUnknown(t);
  for (const userId of new Set([...sample(alone, 6), ...(await chosen(t))])) {
    const { managers, answer } = await asked(t, userId);
    const wrong = managers.filter((id) => id !== userId && (idle.has(id) || alone.includes(userId)));
    const compared = alone.includes(userId) ? 1 : managers.length;
    t.none(wrong, compared, `user ${userId} has managers, though they or the user have no team to manage`, answer);
  }
  if (t.tally.compared === 0) throw managersUnknown(t);
}

export const managersOfUsers: readonly Check[] = [
  check('the managers of every team of the user are named', 'users.managers-all', async (t) => {
    const given = await facts(t);
    for (const { userId, managerIds } of given) {
      const { managers, answer } = await asked(t, userId);
      const lacking = managerIds.filter((id) => !managers.includes(id));
      t.expect(lacking.length === 0, `managers of user ${userId} are missing`, {
        expected: managerIds,
        received: managers,
        at: '/managers',
        exchange: answer,
      });
    }
    if (!given.some(({ managerIds }) => managerIds.length > 1))
      throw lacking(t, [SEVERAL_MANAGERS], 'no user with several managers is known', MORE_FACTS);
  }),

  check('nobody is named who manages no team of the user', 'users.managers-only', async (t) => {
    const given = t.fixtures.facts.managers ?? [];
    if (given.length === 0) await expectSomeTeam(t);
    for (const { userId, managerIds } of given) {
      const { managers, answer } = await asked(t, userId);
      const foreign = managers.filter((id) => id !== userId && !managerIds.includes(id));
      // That nobody is named where the facts say that there is nobody is compared as well.
      const isEmpty = isRecord(answer.json) && Array.isArray(answer.json.managers) && managerIds.length === 0;
      const compared = isEmpty ? 1 : managers.length;
      t.none(foreign, compared, `user ${userId} has managers who manage none of the user’s teams`, answer);
    }
  }),

  check('nobody is their own manager', 'users.managers-not-self', async (t) => {
    const own = await ownManagers(t);
    for (const userId of new Set([...sample(own, 6), ...(await chosen(t))])) {
      const { managers, answer } = await asked(t, userId);
      t.expect(!managers.includes(userId), `user ${userId} is named as their own manager`, {
        expected: `no ${userId}`,
        received: managers,
        at: '/managers',
        exchange: answer,
      });
    }
    if (own.length === 0)
      throw unknownTeams(
        t,
        OWN_MANAGER,
        'no user is known who manages a team and belongs to it',
        'an account with such a user (teamIds and managedTeamIds of an employee)',
      );
  }),

  check('the managers are those of the user addressed, whoever asks', 'users.managers-own', async (t) => {
    const all = await people(t);
    const expected = new Map([
      ...all.map((person) => [person.id, sorted(managersBy(person, all).must)] as const),
      ...(t.fixtures.facts.managers ?? []).map(({ userId, managerIds }) => [userId, sorted(managerIds)] as const),
    ]);
    // One user for each set of managers: among these is, if anywhere, somebody whom the users who ask manage.
    const users = [...new Map([...expected].map(([id, managers]) => [managers.join(), id])).values()].slice(0, 16);
    if (users.length < 2)
      throw lacking(
        t,
        [MANAGES],
        'no two users with different managers are known',
        'FIXTURES: facts.managers with two such users',
      );
    const answers = await Promise.all(users.map((id) => asked(t, id)));
    const given = new Set(answers.map(({ managers }) => sorted(managers).join()));
    t.expect(given.size > 1, 'all users are said to have the same managers', {
      expected: Object.fromEntries(users.map((id) => [id, expected.get(id)])),
      received: answers[0]?.managers,
      at: '/managers',
      exchange: answers[0]?.answer,
    });
    const others = t.also('second').flatMap((as) => users.map((id) => ({ as, id })));
    for (const { as, id } of others) {
      const found = await stillWrong(t, async (now) => {
        const [mine, theirs] = await Promise.all([asked(now, id), asked(now, id, as)]);
        const [a, b] = [sorted(mine.managers), sorted(theirs.managers)];
        return a.join() === b.join()
          ? undefined
          : { expected: a, received: b, at: '/managers', exchange: theirs.answer };
      });
      t.judge(found && { message: `the managers of user ${id} depend on who asks`, ...found }, 1);
    }
  }),

  check('managers are users who can be read', 'users.managers-ids', async (t) => {
    const answers = await Promise.all((await chosen(t)).map((id) => asked(t, id)));
    const named = [...new Set(answers.flatMap(({ managers }) => managers))];
    if (named.length === 0) throw lacking(t, [MANAGES], 'no user with a manager is known', MORE_FACTS);
    await Promise.all(
      named.slice(0, 8).map(async (id) => {
        const answer = await t.send('users.get', at('user', id));
        t.expect(answer.ok, 'a manager is named by what is no id of a user', {
          expected: `the user ${id}`,
          received: answer,
        });
        const read = isRecord(answer.json) ? (answer.json.id ?? id) : undefined;
        t.expect(read === id, 'under the id of a manager another user is read', {
          expected: id,
          received: read,
          at: '/id',
          exchange: answer,
        });
      }),
    );
  }),

  check('each manager is named once', 'users.managers-each-once', async (t) => {
    const stated = (t.fixtures.facts.managers ?? []).map(({ userId }) => userId);
    for (const userId of new Set([...stated, ...(await chosen(t))])) {
      const { managers, answer } = await asked(t, userId);
      t.expect(new Set(managers).size === managers.length, `a manager of user ${userId} is named twice`, {
        expected: [...new Set(managers)],
        received: managers,
        at: '/managers',
        exchange: answer,
      });
    }
    const all = await people(t);
    if (!all.some((person) => hasTwice(person, all)))
      throw unknownTeams(
        t,
        SEVERAL_MANAGERS,
        'no user is known of whom somebody manages two teams',
        'an account with such a user (teamIds and managedTeamIds of employees)',
      );
  }),

  check('managers are counted, and none are none', 'users.managers-count', async (t) => {
    const users = await chosen(t);
    const answers = await Promise.all(users.map((id) => managersOf(t, id)));
    for (const [i, { answer, managers }] of answers.entries()) {
      // Another client may have deleted the user meanwhile.
      if (answer.status === 404 && (await peek(t, 'user', users[i] as string)) === undefined) continue;
      t.expect(answer.ok, `the managers of user ${users[i]} cannot be read`, {
        expected: 'status 200, with an empty list when there are none',
        received: answer,
      });
      const { count } = isRecord(answer.json) ? answer.json : {};
      t.expect(count === managers.length, `the managers of user ${users[i]} are not as many as count says`, {
        expected: managers.length,
        received: count,
        at: '/count',
        exchange: answer,
      });
    }
    const sizes = new Set(answers.map(({ managers }) => Math.min(managers.length, 1)));
    if (sizes.size < 2)
      throw lacking(
        t,
        [MANAGES],
        'not both a user with managers and one without are known',
        'FIXTURES: facts.managers with one of each',
      );
  }),

  check(
    'managers are those who manage a team of the user by their employee records',
    'users.managers-agree',
    async (t) => {
      const all = await people(t);
      if (all.length === 0)
        throw unknownTeams(
          t,
          MANAGES,
          'employees do not show the teams that they manage',
          'a target whose employees show managedTeamIds',
        );
      const users = (await chosen(t)).filter((userId) => all.some(({ id }) => id === userId));
      await Promise.all(
        users.map(async (userId) => {
          const found = await stillWrong(t, (s) => disagreement(s, userId));
          const message = `the managers of user ${userId} are not those who manage the user’s teams`;
          t.judge(found && { message, ...found }, 1);
        }),
      );
      if (!all.some((person) => managersBy(person, all).must.length > 0))
        throw lacking(t, [MANAGES], 'nobody manages a team that another belongs to', 'an account with such a team');
    },
  ),
];
