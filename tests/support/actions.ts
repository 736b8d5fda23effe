/** currentUserAllowedActions are those of the user who asks, in every record that shows them. */

import { fresh } from './again.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotApplicable, NotTested } from './outcome.ts';
import { idsOf } from './records.ts';
import { spread } from './spread.ts';
import { peek, recordsOf } from './views.ts';

const actionsOf = ({ currentUserAllowedActions: actions }: JsonRecord): unknown[] | undefined =>
  Array.isArray(actions) ? actions : undefined;

function notShown(error: unknown): undefined {
  if (error instanceof NotTested) return undefined;
  throw error;
}

/** Judges that the limited user may do nothing with a record that the first user, who may do everything, may not. */
export async function expectActionsWithin(t: Context, kindName: string): Promise<void> {
  const limited = t.need('limited');
  const [mine, theirs] = await Promise.all([
    recordsOf(fresh(t), kindName),
    recordsOf(fresh(t), kindName, limited).catch(notShown),
  ]);
  const some = spread(idsOf(mine.items), 8);
  const byId = await Promise.all(
    some.map(async (id) => Promise.all([peek(t, kindName, id), peek(t, kindName, id, limited)])),
  );
  const pairs = [
    ...mine.items.map((item) => [item, theirs?.items.find(({ id }) => id === item.id)] as const),
    ...byId.map(([a, b]) => [a, b] as const),
  ];
  let compared = 0;
  for (const [a, b] of pairs) {
    const [all, few] = [a && actionsOf(a), b && actionsOf(b)];
    if (!all || !few) continue;
    compared++;
    const more = few.filter((action) => !all.includes(action));
    t.expect(more.length === 0, 'the limited user may do what the user with every permission may not', {
      expected: all,
      received: few,
      at: '/currentUserAllowedActions',
    });
  }
  if (compared === 0)
    throw new NotApplicable(
      'the limited user is shown no record with currentUserAllowedActions that the first is shown, too',
    );
}
