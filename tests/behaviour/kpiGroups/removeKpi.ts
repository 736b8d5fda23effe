/** Who takes a KPI out of a group: the users of the account by turns, as it leaves the group whoever asks. Section "States and transitions". */
import type { Context } from '../../support/engine/context.ts';
import { forbidden } from '../../support/engine/forbidden.ts';
import { givenPeers } from '../../support/http/actors.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { isRecordShown } from '../../support/records/isRecordShown.ts';

interface Params {
  kpiId: string;
  groupId: string;
}

const ask = (t: Context, { kpiId, groupId }: Params, as: Actor): Promise<Answer> =>
  t.send('kpiGroups.removeKpi', { params: { kpiId, groupId }, as });

/** The user whose turn it is; the first one where the other is not shown both records. */
async function inTurn(t: Context, { kpiId, groupId }: Params, nth: number): Promise<Actor> {
  const as = givenPeers(t)[nth % 2] ?? 'first';
  if (as === 'first') return as;
  const shown = [await isRecordShown(t, 'kpi', kpiId, as), await isRecordShown(t, 'kpiGroup', groupId, as)];
  return shown.every(Boolean) ? as : 'first';
}

/**
 * Takes a KPI out, and once more where that succeeds: whatever that answers, the KPI stays out. The first user does it where the
 * second is forbidden to.
 * @param nth how many removals came before
 */
export async function takeOutInTurn(t: Context, params: Params, nth: number): Promise<Answer> {
  const turn = await inTurn(t, params, nth);
  const tried = await ask(t, params, turn);
  const [answer, as] = forbidden(tried, turn) ? [await ask(t, params, 'first'), 'first' as const] : [tried, turn];
  if (answer.ok) await ask(t, params, as);
  return answer;
}
