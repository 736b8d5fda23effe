/** A recalculation of roles by another user than the one who had it done before. Section "Endpoints / Roles". */
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { stillWrong } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import type { Answer } from '../../support/http/client.ts';
import { isRefusal } from '../../support/records/answers.ts';

const RECALCULATE = 'roles.recalculateScimRoles';

/** Refusals that are about who asks, or how often: both may be another user's right answer. */
const OF_CALLERS = [401, 402, 403, 404, 429];

/** The answer to the second user; and whether this one was refused while the first user was not, each time that both tried. */
export interface ByAnother {
  answer: Answer;
  isShutOut: boolean;
}

const mayBeWrong = (answer: Answer): boolean => isRefusal(answer) && !OF_CALLERS.includes(answer.status);

/** Has the second user recalculate, after the first one did; undefined where there is no such user. */
export async function recalculateByAnother(t: Context): Promise<ByAnother | undefined> {
  if (!isGiven(t, 'second')) return undefined;
  const answer = await t.send(RECALCULATE, { as: 'second' });
  if (!mayBeWrong(answer)) return { answer, isShutOut: false };
  // One that is still at work refuses whoever asks.
  const refused = await stillWrong(t, async (s) => {
    const [again, first] = [await s.send(RECALCULATE, { as: 'second' }), await s.send(RECALCULATE)];
    return mayBeWrong(again) && first.ok ? again : undefined;
  });
  return { answer, isShutOut: refused !== undefined };
}

/** Judges what the second user was answered. */
export const otherCallers = (made: (t: Context) => Promise<ByAnother | undefined>): Check =>
  check(
    'a recalculation by one user shuts no other user out',
    'general.success-status',
    async (t) => {
      t.need('second');
      const found = await made(t);
      if (!found) throw new NotTested('the second user could not recalculate', 'a target that recalculates roles');
      const { answer, isShutOut } = found;
      // Who may recalculate is the account's own choice.
      if (OF_CALLERS.includes(answer.status)) throw new NotApplicable('the second user may not recalculate');
      t.expect(!isShutOut, 'a recalculation is refused to another user than the one who did it before', {
        expected: 'a success, as for the first user',
        received: answer,
      });
    },
    [RECALCULATE],
  );
