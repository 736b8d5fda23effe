/** The field currentUserAllowedActions: actions of the user who asks, not of somebody else. */

import type { Actor } from './client.ts';
import { firstDifference } from './compare.ts';
import type { Context, JsonRecord } from './context.ts';
import { Failure, NotApplicable, NotTested } from './outcome.ts';
import { strings } from './records.ts';
import { spread } from './spread.ts';
import { isRecord } from './subjects.ts';

const MOST = 12;
const MOST_ASKED = 3;

const sorted = (actions: unknown) => strings(actions).sort();

/** Judges that two users see different actions on a record when the target tells them different ones for it. */
async function expectTold(t: Context, targetType: string, limited: JsonRecord, full: JsonRecord): Promise<void> {
  if (firstDifference(sorted(limited.currentUserAllowedActions), sorted(full.currentUserAllowedActions))) return;
  const input = { params: { targetId: String(full.id) }, query: { targetType } };
  const told = await Promise.all(
    (['first', 'limited'] as const).map((as) => t.send('permissions.currentUserAllowedActions', { ...input, as })),
  );
  // How actions are called here and there is open, so that only a difference counts.
  const actions = told.map(({ ok, json }) => (ok && isRecord(json) ? json.currentUserActions : undefined));
  if (!actions.every(Array.isArray) || !firstDifference(sorted(actions[0]), sorted(actions[1]))) return;
  t.expect(false, 'two users who may do different things are shown the same actions', {
    expected: { 'the first user': actions[0], 'the user without permissions': actions[1] },
    received: { 'both users': full.currentUserAllowedActions },
    at: '/currentUserAllowedActions',
  });
}

/**
 * Judges that a user without permissions is shown no action that a user with every permission lacks.
 * @param targetType as the actions of the current user for one target are asked for, where they can be
 * @param views what an actor sees: for each place, its records
 */
export async function expectOwnActions(
  t: Context,
  targetType: 'metric' | 'session' | undefined,
  views: (as: Actor) => Promise<readonly (readonly JsonRecord[])[]>,
): Promise<void> {
  t.need('limited');
  const full = await views('first');
  const limited = await views('limited').catch((error) => {
    if (error instanceof NotTested || error instanceof Failure)
      throw new NotApplicable('the user without permissions is shown no such record');
    throw error;
  });
  let seen = 0;
  for (const [place, records] of limited.entries()) {
    const shown = records.filter(({ currentUserAllowedActions: actions }) => Array.isArray(actions));
    for (const record of spread(shown, MOST)) {
      const same = full[place]?.find(({ id }) => id !== undefined && id === record.id);
      if (!Array.isArray(same?.currentUserAllowedActions)) continue;
      seen++;
      const more = strings(record.currentUserAllowedActions).filter(
        (action) => !strings(same.currentUserAllowedActions).includes(action),
      );
      if (targetType && seen <= MOST_ASKED) await expectTold(t, targetType, record, same);
      t.expect(more.length === 0, 'a user without permissions may do what one with every permission may not', {
        expected: same.currentUserAllowedActions,
        received: record.currentUserAllowedActions,
        at: '/currentUserAllowedActions',
      });
    }
  }
  if (seen === 0) throw new NotApplicable('no record shows its actions to both users; fields may be absent');
}
