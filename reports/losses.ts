/** What a run says of a target that was lost in the middle, or was reached with difficulty. */
import type { BatchResult, Loss } from '../schemas/contract.ts';
import { plural } from './text.ts';

const timeOf = (iso: string) => `${iso.slice(11, 19)} UTC`;

const USERS: Readonly<Record<string, string>> = {
  second: 'SECOND_ACCESS_TOKEN',
  limited: 'LIMITED_ACCESS_TOKEN',
  unpaid: 'UNPAID_ACCESS_TOKEN',
  other: 'OTHER_ACCESS_TOKEN',
};

/** Each loss once, as the worker that noticed it first tells it. */
function told(batches: readonly BatchResult[]): Loss[] {
  const all = batches.flatMap(({ losses = [] }) => losses).sort((a, b) => (a.since < b.since ? -1 : 1));
  const ends = all.filter(({ back }) => !back);
  const firstEnds = [...new Map(ends.reverse().map((loss) => [loss.actor, loss])).values()];
  return [...all.filter(({ back }) => back).slice(0, 3), ...firstEnds];
}

const who = (actor: string) => (USERS[actor] ? ` (as seen with ${USERS[actor]})` : '');

/** The first user's loss ends a run; others, and those that passed, are to be known. */
export function lossesOf(batches: readonly BatchResult[], requests: number): { errors: string[]; warnings: string[] } {
  const losses = told(batches);
  const notices = [...new Set(batches.flatMap(({ notices: some = [] }) => some))];
  const ended = losses.filter(({ back, actor }) => !back && actor === 'first');
  return {
    errors: ended.map(
      ({ what, since }) =>
        `the target ${what} at ${timeOf(since)}, after ${plural(requests, 'request')}. What was judged before stands; the rest is not tested. Look at the target's log of that time, or give a token that lasts longer, and run again.`,
    ),
    warnings: [
      ...losses
        .filter((loss) => !ended.includes(loss))
        .map(
          ({ what, since, back, actor }) =>
            `the target ${what} at ${timeOf(since)}${who(actor)}${back ? ' and came back' : ''}; the checks under way at that time are not tested.`,
        ),
      ...notices,
    ],
  };
}
