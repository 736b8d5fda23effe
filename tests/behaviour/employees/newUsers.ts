/** A user that is created is an employee. Sections "What the service does", "Endpoints / Employees". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { created } from '../../laws/created.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { peek, recordIn } from '../../support/records/views.ts';
import { expectSameListed } from './sameListed.ts';

/** The users that the batch made, several by one request. */
const newUsers = async (t: Context): Promise<readonly Made[]> => (await created(t, 'user')).made;

/** Texts of the suite, which are harder to keep than the names that people have. */
const NAMES = ['firstName', 'lastName'];

const namesOf = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(NAMES.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])));

/** Ids by e-mail address: an address may stand with several people. */
function idsByMail(people: readonly JsonRecord[]): Map<string, Set<unknown>> {
  const found = new Map<string, Set<unknown>>();
  for (const { id, email } of people)
    if (typeof id === 'string' && typeof email === 'string' && email !== '')
      found.set(email.toLowerCase(), (found.get(email.toLowerCase()) ?? new Set()).add(id));
  return found;
}

/** These stand in the batch of users, which makes some anyway. */
export const newEmployees: readonly Check[] = [
  check('a new user is an employee with the same e-mail address', 'employees.new-user', async (t) => {
    let addresses = 0;
    for (const { id, record, sent } of await newUsers(t))
      addresses += await eventually(t, async (s) => {
        const answer = await s.ok('employees.get', at('employee', id));
        const info = recordIn(answer.json) ?? {};
        s.equal(info.id ?? id, id, 'the employee with the id of the new user has another id', answer);
        const email = record.email ?? sent.email;
        if (email === undefined || info.email === undefined) return 0;
        const [shown, own] = [info.email, email].map((mail) => String(mail).toLowerCase());
        s.equal(shown, own, 'the employee has another e-mail address than the new user', answer);
        return 1;
      });
    if (addresses === 0) throw t.nothingShown('employee', 'email');
  }),

  check('employees have the names of the users of their ids, also new ones', 'employees.user-agree', async (t) => {
    for (const group of ['users', 'employees']) t.needGroup(group);
    const made = await unlessUntested(newUsers(t), []);
    await eventually(t, async (s) => {
      await expectSameListed(fresh(s), NAMES);
      for (const { id } of made) {
        const [user = {}, employee = {}] = await Promise.all([peek(s, 'user', id), peek(s, 'employee', id)]);
        s.agree(namesOf(user), namesOf(employee), 'a new user has other names as an employee');
      }
      if (s.tally.compared === 0) throw s.nothingShown('employee', NAMES);
    });
  }),

  check('a new user stands in the list of employees', 'employees.users-listed', async (t) => {
    const made = await newUsers(t);
    const views = await Promise.all(made.map(({ id }) => peek(t, 'user', id)));
    const active = made.filter((_, i) => views[i]?.isActive !== false).map(({ id }) => id);
    if (active.length === 0)
      throw new NotTested(
        'a new user is not active yet',
        'FIXTURES: bodies.createUser of a user who is active at once',
      );
    await eventually(t, async (s) => {
      const { items, complete, answer } = await readKind(fresh(s), 'employee');
      const unlisted = active.filter((id) => items.every((employee) => employee.id !== id));
      if (unlisted.length > 0 && !complete)
        throw new NotTested('employees cannot be read whole', 'an account with fewer employees');
      s.none(unlisted, active.length, 'a new user does not stand in the list of employees', answer);
    });
  }),

  check(
    'an employee and a user with one e-mail address have one id',
    'employees.is-user',
    async (t) => {
      // Also of those whom the run has created.
      await unlessUntested(newUsers(t), []);
      await eventually(t, async (s) => {
        const [users, { items, answer }] = await Promise.all([
          readKind(fresh(s), 'user'),
          readKind(fresh(s), 'employee'),
        ]);
        const [ofUsers, ofEmployees] = [idsByMail(users.items), idsByMail(items)];
        const both = [...ofEmployees].filter(([mail, ids]) => ids.size === 1 && ofUsers.get(mail)?.size === 1);
        const wrong = both
          .filter(([mail, [id]]) => !ofUsers.get(mail)?.has(id))
          .map(([email, [id]]) => ({ email, id }));
        s.none(wrong, both.length, 'an employee has another id than the user with the same e-mail address', answer);
        if (both.length === 0)
          throw new NoData(
            'no employee and user with one e-mail address are shown',
            'lists that show e-mail addresses',
          );
      });
    },
    ['employees.list'],
  ),
];
