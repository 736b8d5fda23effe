/** What the words say of creating roles, beside the laws of records. Sections "Role", "Endpoints / Roles". */
import { recordSchema } from '../../../schemas/contract.ts';
import { created } from '../../laws/created.ts';
import { creationsOf } from '../../laws/sendings/openBodies.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { expectListUntouched } from '../../support/records/bystanders.ts';
import type { Creation } from '../../support/records/openCreations.ts';
import { marksOf, withMarks } from '../../support/records/runMarkers.ts';

const KIND = 'role';

/** What a role is; how many users it has changes as people come and go. */
export const ROLE_FIELDS = Object.keys(recordSchema('resources/role.json').properties ?? {}).filter(
  (field) => field !== 'userCount' && field !== 'team',
);

/** What came of the creates that succeeded. */
async function creations(t: Context): Promise<Creation[]> {
  await created(t, KIND);
  return (await creationsOf(t, KIND)).filter(({ answer }) => answer.ok);
}

export const creatingRoles: readonly Check[] = [
  check('creating roles leaves those who are there', 'roles.create-each', async (t) => {
    for (const { before, after, answer } of await creations(t))
      await expectListUntouched(
        t,
        KIND,
        ROLE_FIELDS,
        [before.items, after.items],
        'creating a role has changed another',
        answer,
      );
  }),

  check('one create makes one role', 'roles.create-each', async (t) => {
    for (const { before, after, answer, entries } of await creations(t)) {
      const known = new Set(before.items.map(({ id }) => id));
      const marks = entries.flatMap((entry) => marksOf(t, entry));
      const further = withMarks(after.items, marks).filter(({ id }) => !known.has(id));
      // That it is there is judged apart: where none is seen, nobody can say whether there are two.
      if (further.length === 0) continue;
      t.expect(further.length <= 1, 'one create has made several roles', {
        expected: 'one further role',
        received: further,
        exchange: answer,
      });
    }
  }),

  check('two roles of the same name', 'roles.duplicate-name', async (t) => {
    const [again] = (await created(t, KIND)).open;
    if (!again) return 'gave no answer';
    return again.made.length > 0 ? 'allowed' : `answers ${again.answer.status}`;
  }),
];
