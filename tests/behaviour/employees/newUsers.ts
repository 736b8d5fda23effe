/** A user that is created is an employee at once. Sections "What the service does", "Endpoints / Employees". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { neededBody } from '../../support/records/bodies.ts';
import { withoutNulls } from '../../support/values/difference.ts';

/** What an answer to a read of one employee holds. */
export const infoOf = (answer: Answer): JsonRecord =>
  answer.ok && isRecord(answer.json) && isRecord(answer.json.info)
    ? (withoutNulls(answer.json.info) as JsonRecord)
    : {};

/** The user with this address in the list of users. */
async function userByMail(t: Context, email: string): Promise<JsonRecord | undefined> {
  const answer = await t.send('users.list', { query: { fields: 'id,email', filter: JSON.stringify({ email }) } });
  return itemsOf(answer.json).find((user) => user.email === email && typeof user.id === 'string');
}

/** The one user that these checks create. */
const newUser = (t: Context): Promise<{ id: string; email: string }> =>
  t.once('new user', async () => {
    const email = t.names.email();
    const body = await neededBody(t, 'createUser', { email: () => email });
    const created = await t.send('users.create', { body });
    if (!created.ok)
      throw new NotTested(
        `it depends on users.create, which answered ${created.status}`,
        'a target whose users.create succeeds',
      );
    const records = [created.json, ...itemsOf(created.json)].flat().filter(isRecord);
    const inside = records.flatMap((record) => [record, ...Object.values(record).flat().filter(isRecord)]);
    const mine = inside.filter((record) => String(record.email).toLowerCase() === email.toLowerCase());
    const found = mine.find(({ id }) => typeof id === 'string') ?? (await userByMail(t, email));
    if (!found)
      throw new NotTested(
        'the user that was created is not found',
        'a target whose users.create answers with the user',
      );
    const id = String(found.id);
    t.ledger.add('user', id, 'first');
    return { id, email };
  });

export const newEmployees: readonly Check[] = [
  check('a new user is an employee with the same e-mail address', 'employees.new-user', async (t) => {
    const { id, email } = await newUser(t);
    const answer = await t.ok('employees.get', at('employee', id));
    const info = infoOf(answer);
    t.equal(info.id ?? id, id, 'the employee with the id of the new user has another id', answer);
    const mail = String(info.email ?? email).toLowerCase();
    t.equal(mail, email.toLowerCase(), 'the employee has another e-mail address than the new user', answer);
  }),

  check('a new user stands in the list of employees', 'employees.users-listed', async (t) => {
    const { id } = await newUser(t);
    const user = await t.record('users.get', at('user', id));
    if (user.isActive === false) throw new NotApplicable('a new user is not active yet');
    await eventually(t, async (s) => {
      const { items, complete, answer } = await readList(fresh(s), 'employees.list');
      const listed = items.some((employee) => employee.id === id);
      if (!listed && !complete)
        throw new NotTested('employees cannot be read whole', 'an account with fewer employees');
      s.expect(listed, 'a new user does not stand in the list of employees', {
        expected: id,
        received: 'not listed',
        exchange: answer,
      });
    });
  }),
];
