/** What the words say of employees: each is a user. Sections "What the service does", "Employee", "Endpoints / Employees". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { idsOf, strings } from '../../support/records/answers.ts';
import { ids } from '../../support/records/identifiers.ts';
import { expectRead, expectViewsAgree } from '../../support/records/views.ts';
import { disagreement } from '../../support/values/agreement.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { spread } from '../../support/values/sample.ts';
import { infoOf, newEmployees } from './newUsers.ts';

const MOST = 8;

interface Person {
  id: string;
  /** As the list and as the read by id show the employee, where they do. */
  views: { record: JsonRecord; answer: Answer }[];
  user: Answer;
}

/** Employees of the list, from all over it, with the users of the same ids. */
async function people(t: Context): Promise<Person[]> {
  const { items, answer } = await readList(t, 'employees.list');
  const known = items.filter(({ id }) => typeof id === 'string');
  if (known.length === 0) throw new NotTested('employees.list shows no employee', 'an account with an employee');
  return Promise.all(
    // Managers, holders of badges and those who left are few: each kind is looked at.
    [
      ...spread(known, MOST),
      ...['isManager', 'badges'].flatMap((field) =>
        known.filter((one) => (one[field] as unknown[])?.length !== 0 && one[field]).slice(0, 1),
      ),
      ...known.filter(({ isActive }) => isActive === false).slice(0, 1),
    ].map(async (record) => {
      const id = String(record.id);
      const [one, user] = await Promise.all([
        t.send('employees.get', at('employee', id)),
        t.send('users.get', at('user', id)),
      ]);
      return {
        id,
        views: [
          { record, answer },
          { record: infoOf(one), answer: one },
        ],
        user,
      };
    }),
  );
}

/** Judges that employees and users of one id show the same under these fields. */
async function expectSame(t: Context, fields: readonly string[], key: (value: unknown) => unknown = (v) => v) {
  let seen = 0;
  for (const { views, user } of await people(t)) {
    const whole = user.ok && isRecord(user.json) ? (withoutNulls(user.json) as JsonRecord) : {};
    for (const { record, answer } of views) {
      for (const field of fields.filter((name) => record[name] !== undefined && whole[name] !== undefined)) {
        seen++;
        const found = disagreement(key(whole[field]), key(record[field]), `/${field}`);
        t.expect(!found, `employee and user of one id have different values of ${field}`, {
          ...(found as NonNullable<typeof found>),
          exchange: answer,
        });
      }
    }
  }
  if (seen === 0) throw new NotApplicable('employee and user show none of these fields both; fields may be absent');
}

/** Records by their ids: an embedded one may have fewer fields. */
const byIds = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const named = value.map((entry) => (isRecord(entry) ? entry.id : entry));
  return named.includes(undefined) ? [] : named;
};

const reading: Check[] = [
  check('reading by id gives the employee with that id', 'employees.get-record', (t) => expectRead(t, 'employee')),

  check('the list and the read by id show the same', 'employees.views-agree', (t) => expectViewsAgree(t, 'employee')),
];

const asUsers: Check[] = [
  check('an employee is the user of the same id', 'employees.is-user', (t) =>
    eventually(t, async (s) => {
      for (const { id, user, views } of await people(s)) {
        // Whether users who left can still be read is open.
        if (!user.ok && views.some(({ record }) => record.isActive === false)) continue;
        const received = user.ok && isRecord(user.json) ? (user.json.id ?? id) : user.status;
        s.expect(received === id, 'there is no user with the id of an employee', {
          expected: id,
          received,
          exchange: user,
        });
      }
    }),
  ),

  check('employee and user agree on who it is', 'employees.user-agree', (t) =>
    eventually(t, (s) => expectSame(s, ['email', 'firstName', 'lastName', 'isActive'])),
  ),

  check('employee and user agree on picture, dates, roles and teams', 'employees.user-more-agree', (t) =>
    eventually(t, async (s) => {
      await expectSame(s, ['picture', 'dateCreated', 'dateDeactivated', 'teamIds', 'roles'], byIds);
    }),
  ),

  check('an active user is an employee of the same id', 'employees.users-are-employees', (t) =>
    eventually(t, async (s) => {
      const { items } = await readList(s, 'users.list');
      const active = items.filter(({ id, isActive }) => typeof id === 'string' && isActive !== false);
      const known = active.length > 0 ? active.map(({ id }) => String(id)) : await ids(s, 'user');
      await Promise.all(
        spread(known, MOST).map(async (id) => {
          const answer = await s.ok('employees.get', at('employee', id));
          const { id: received = id } = infoOf(answer);
          s.equal(received, id, 'the employee with the id of a user has another id', answer);
        }),
      );
    }),
  ),

  check('the list of employees has every active user', 'employees.users-listed', (t) =>
    eventually(t, async (s) => {
      // Users come first: who is created in between is then an employee already.
      const users = await readList(fresh(s), 'users.list');
      const employees = await readList(fresh(s), 'employees.list');
      if (!users.complete || !employees.complete)
        throw new NotTested('users or employees cannot be read whole', 'an account with fewer users');
      const listed = new Set(idsOf(employees.items));
      const active = users.items.filter(({ isActive }) => isActive !== false);
      const lost = idsOf(active).filter((id) => !listed.has(id));
      s.expect(lost.length === 0, 'an active user does not stand in the list of employees', {
        expected: lost[0],
        received: 'not listed',
        exchange: employees.answer,
      });
    }),
  ),
];

const fields: Check[] = [
  check('who manages teams is a manager', 'employees.is-manager', (t) =>
    eventually(t, async (s) => {
      const { items, answer } = await readList(s, 'employees.list');
      const read = (await people(s)).flatMap(({ views }) => views);
      let managing = 0;
      for (const view of [...items.map((record) => ({ record, answer })), ...read]) {
        const { managedTeamIds, isManager } = view.record;
        if (!Array.isArray(managedTeamIds) || isManager === undefined) continue;
        if (managedTeamIds.length > 0) managing++;
        s.expect(isManager === managedTeamIds.length > 0, 'isManager does not agree with the teams that are managed', {
          expected: managedTeamIds.length > 0,
          received: isManager,
          at: '/isManager',
          exchange: view.answer,
        });
      }
      if (managing === 0) throw new NotApplicable('no employee shows both isManager and managed teams');
    }),
  ),

  check('a badge of an employee is the badge of the list', 'employees.badges-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items: badges }, { items, answer }] = await Promise.all([
        readList(s, 'badges.list'),
        readList(s, 'employees.list'),
      ]);
      const views = [...items.map((record) => ({ record, answer })), ...(await people(s)).flatMap((one) => one.views)];
      let seen = 0;
      for (const { record, answer: exchange } of views) {
        for (const badge of Array.isArray(record.badges) ? record.badges.filter(isRecord) : []) {
          const listed = badges.find(({ id }) => id !== undefined && id === badge.id);
          if (!listed) continue;
          seen++;
          const found = disagreement(listed, badge);
          s.expect(!found, 'a badge of an employee is shown differently than in the list of badges', {
            ...(found as NonNullable<typeof found>),
            exchange,
          });
        }
      }
      if (seen === 0) throw new NotApplicable('no employee shows a badge of the list; fields may be absent');
    }),
  ),

  check('whether managed teams are among the teams of a manager', 'employees.team-membership', async (t) => {
    const { items } = await readList(t, 'employees.list');
    const managers = items.filter(({ managedTeamIds }) => strings(managedTeamIds).length > 0);
    const inside = managers.filter(({ managedTeamIds, teamIds }) =>
      strings(managedTeamIds).every((id) => strings(teamIds).includes(id)),
    );
    return { managers: managers.length, inTheirTeams: inside.length };
  }),
];

export const employees: Batch = {
  title: 'behaviour: Employees',
  checks: [...reading, ...asUsers, ...newEmployees, ...fields],
};
