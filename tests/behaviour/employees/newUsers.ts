/** A user that is created is an employee. Sections "What the service does", "Endpoints / Employees". */

import { created } from '../../laws/created.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { peek, recordIn } from '../../support/records/views.ts';

/** The users that the batch made, several by one request. */
const newUsers = async (t: Context): Promise<readonly Made[]> => (await created(t, 'user')).made;

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
];
