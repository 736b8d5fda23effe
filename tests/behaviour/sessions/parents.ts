/** Whether the list of sessions has all that there are. No read by id tells: the goals that are met in one do. Section "Endpoints / Sessions". */
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { idsOf, strings } from '../../support/records/answers.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { sample } from '../../support/values/sample.ts';
import { sessionsWith } from './demo.ts';

const GOALS_MET = 'sessions.goalsMet';
const MOST = 8;

/** Those of the sessions whose goals are read, where an id of no session is refused. */
async function readable(t: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const [nothing, ...answers] = await Promise.all(
    [await unknownId(t, 'session'), ...ids].map((id) => t.send(GOALS_MET, at('session', id))),
  );
  return nothing?.ok === false ? ids.filter((_, i) => answers[i]?.ok) : [];
}

export const parentsListed: Check = check(
  'a session that has others below it and whose goals can be read is in the list',
  'general.list-whole',
  (t) =>
    eventually(t, async (s) => {
      const { items, complete, answer } = await sessionsWith(s, 'true');
      if (!complete)
        throw new NotTested('sessions.list does not show all that it counts', 'a target that lists them all');
      // An archived session may be left out, but hardly one that has sessions below it which are not.
      const all = [...new Set(strings(items.map(({ parentId }) => parentId)))];
      // Whether sessions have parents is up to the account.
      if (all.length === 0) throw new NotApplicable('no session of the list names a parent');
      const there = new Set(idsOf(items));
      const missing = await readable(
        s,
        sample(
          all.filter((id) => !there.has(id)),
          MOST,
        ),
      );
      s.none(missing, all.length, 'the list leaves out the parent of a session, whose goals can be read', answer);
    }),
  ['sessions.list'],
);
