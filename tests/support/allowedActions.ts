/** The field currentUserAllowedActions: actions of the user who asks, not of somebody else. */
import { spread, texts } from './agree.ts';
import type { Actor } from './client.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotApplicable, NotTested } from './outcome.ts';

const MOST = 12;

/**
 * Judges that a user without permissions is shown no action that a user with every permission lacks.
 * @param views what an actor sees: for each place, its records
 */
export async function expectOwnActions(
  t: Context,
  views: (as: Actor) => Promise<readonly (readonly JsonRecord[])[]>,
): Promise<void> {
  t.need('limited');
  const full = await views('first');
  const limited = await views('limited').catch((error) => {
    if (error instanceof NotTested) throw new NotApplicable('the user without permissions is shown no such record');
    throw error;
  });
  let seen = 0;
  for (const [place, records] of limited.entries()) {
    const shown = records.filter(({ currentUserAllowedActions: actions }) => Array.isArray(actions));
    for (const record of spread(shown, MOST)) {
      const same = full[place]?.find(({ id }) => id !== undefined && id === record.id);
      if (!Array.isArray(same?.currentUserAllowedActions)) continue;
      seen++;
      const more = texts(record.currentUserAllowedActions).filter(
        (action) => !texts(same.currentUserAllowedActions).includes(action),
      );
      t.expect(more.length === 0, 'a user without permissions may do what one with every permission may not', {
        expected: same.currentUserAllowedActions,
        received: record.currentUserAllowedActions,
        at: '/currentUserAllowedActions',
      });
    }
  }
  if (seen === 0) throw new NotApplicable('no record shows its actions to both users; fields may be absent');
}
