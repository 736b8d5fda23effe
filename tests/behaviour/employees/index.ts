/** What the words say of employees: each is a user. Sections "What the service does", "Employee", "Endpoints / Employees". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { recordLaws } from '../../laws/index.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { anew, eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn, strings } from '../../support/records/answers.ts';
import { ids } from '../../support/records/identifiers.ts';
import { varied } from '../../support/records/varied.ts';
import { recordIn } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';
import { byIds, expectSameListed } from './sameListed.ts';

const MOST = 8;

const infoOf = ({ ok, json }: Answer): JsonRecord => (ok ? recordIn(json) : undefined) ?? {};

interface Person {
  id: string;
  /** As the list and as the read by id show the employee, where they do. */
  views: { record: JsonRecord; answer: Answer }[];
}

/** Employees of the list, from all over it. */
async function people(t: Context): Promise<Person[]> {
  const { items, answer } = await readKind(t, 'employee');
  const known = items.filter(({ id }) => typeof id === 'string');
  if (known.length === 0) throw t.nothingShown('employee', items.length > 0 ? 'id' : []);
  return Promise.all(
    // Managers, holders of badges and those who left are few: each kind is looked at.
    [
      ...varied(known, MOST),
      ...['isManager', 'badges'].flatMap((field) =>
        known.filter((one) => (one[field] as unknown[])?.length !== 0 && one[field]).slice(0, 1),
      ),
      ...known.filter(({ isActive }) => isActive === false).slice(0, 1),
    ].map(async (record) => {
      const id = String(record.id);
      const one = await t.send('employees.get', at('employee', id));
      return {
        id,
        views: [
          { record, answer },
          { record: infoOf(one), answer: one },
        ],
      };
    }),
  );
}

/** The same with the users of the same ids. */
const withUsers = async (t: Context): Promise<(Person & { user: Answer })[]> =>
  Promise.all((await people(t)).map(async (one) => ({ ...one, user: await t.send('users.get', at('user', one.id)) })));

/** Judges that employees and users of one id show the same under these fields. */
async function expectSame(t: Context, fields: readonly string[], key: (value: unknown) => unknown = (v) => v) {
  let seen = 0;
  for (const { views, user } of await withUsers(t)) {
    const whole = (user.ok ? recordIn(user.json) : undefined) ?? {};
    for (const { record, answer } of views)
      for (const field of fields) {
        const message = `employee and user of one id have different values of ${field}`;
        seen += t.agree({ [field]: key(whole[field]) }, { [field]: key(record[field]) }, message, answer);
      }
  }
  if (seen === 0) throw t.nothingShown('employee', fields);
}

const asUsers: Check[] = [
  check('an employee is the user of the same id', 'employees.is-user', (t) =>
    eventually(t, async (s) => {
      for (const { id, user, views } of await withUsers(s)) {
        // Whether users who left can still be read is open.
        if (!user.ok && views.some(({ record }) => record.isActive === false)) continue;
        const received = user.ok && isRecord(user.json) ? (user.json.id ?? id) : user.status;
        s.equal(received, id, 'there is no user with the id of an employee', user);
      }
    }),
  ),

  check('employee and user agree on who it is', 'employees.user-agree', (t) =>
    eventually(t, async (s) => {
      const fields = ['email', 'firstName', 'lastName', 'isActive'];
      await expectSame(s, fields);
      await expectSameListed(s, fields);
    }),
  ),

  check('employee and user agree on picture, dates, roles and teams', 'employees.user-more-agree', (t) =>
    eventually(t, async (s) => {
      await expectSame(s, ['picture', 'dateCreated', 'dateDeactivated', 'teamIds', 'roles'], byIds);
    }),
  ),

  check('an active user is an employee of the same id', 'employees.users-are-employees', (t) =>
    eventually(t, async (s) => {
      const { items } = await readKind(s, 'user');
      const active = items.filter(({ id, isActive }) => typeof id === 'string' && isActive !== false);
      const known = active.length > 0 ? idsOf(varied(active, MOST)) : sample(await ids(s, 'user'), MOST);
      await Promise.all(
        known.map(async (id) => {
          const answer = await s.ok('employees.get', at('employee', id));
          const { id: received } = infoOf(answer);
          if (received !== undefined)
            s.equal(received, id, 'the employee with the id of a user has another id', answer);
        }),
      );
      if (s.tally.compared === 0) throw s.nothingShown('employee', 'id');
    }),
  ),

  check('the list of employees has every active user', 'employees.users-listed', (t) =>
    eventually(t, async (s) => {
      // Users come first: who is created in between is then an employee already.
      const users = await readKind(fresh(anew(s)), 'user');
      const employees = await readKind(fresh(anew(s)), 'employee');
      if (!users.complete || !employees.complete)
        throw new NotTested('users or employees cannot be read whole', 'an account with fewer users');
      const listed = new Set(idsOf(employees.items));
      const active = users.items.filter(({ isActive }) => isActive !== false);
      const lost = idsOf(active).filter((id) => !listed.has(id));
      s.none(lost, idsOf(active).length, 'an active user does not stand in the list of employees', employees.answer);
    }),
  ),
];

const fields: Check[] = [
  check('who manages teams is a manager', 'employees.is-manager', (t) =>
    eventually(t, async (s) => {
      const { items, answer } = await readKind(s, 'employee');
      const read = (await people(s)).flatMap(({ views }) => views);
      let managing = 0;
      for (const view of [...items.map((record) => ({ record, answer })), ...read]) {
        const { managedTeamIds, isManager } = view.record;
        if (!Array.isArray(managedTeamIds) || isManager === undefined) continue;
        if (managedTeamIds.length > 0) managing++;
        const message = 'isManager does not agree with the teams that are managed';
        s.equal(isManager, managedTeamIds.length > 0, message, view.answer);
      }
      if (managing === 0) throw s.nothingShown('employee', ['isManager', 'managedTeamIds']);
    }),
  ),

  check('a badge of an employee is the badge of the list', 'employees.badges-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items: badges }, { items, answer }] = await Promise.all([readKind(s, 'badge'), readKind(s, 'employee')]);
      const views = [...items.map((record) => ({ record, answer })), ...(await people(s)).flatMap((one) => one.views)];
      let seen = 0;
      for (const { record, answer: exchange } of views) {
        for (const badge of recordsIn(record.badges)) {
          const listed = badges.find(({ id }) => id !== undefined && id === badge.id);
          if (!listed) continue;
          const message = 'a badge of an employee is shown differently than in the list of badges';
          seen += s.agree(listed, badge, message, exchange);
        }
      }
      if (seen === 0) throw s.nothingShown('employee', 'badges');
    }),
  ),

  check('whether managed teams are among the teams of a manager', 'employees.team-membership', async (t) => {
    const { items } = await readKind(t, 'employee');
    const managers = items.filter(({ managedTeamIds }) => strings(managedTeamIds).length > 0);
    const inside = managers.filter(({ managedTeamIds, teamIds }) =>
      strings(managedTeamIds).every((id) => strings(teamIds).includes(id)),
    );
    return { managers: managers.length, inTheirTeams: inside.length };
  }),
];

export const employees: Batch = {
  title: 'behaviour: Employees',
  checks: [...recordLaws('employee'), ...asUsers, ...fields],
};
