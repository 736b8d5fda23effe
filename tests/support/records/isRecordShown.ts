/** Whether a user is shown a record: what others are shown of it may then be compared. Section "What the service does". */
import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import type { Actor } from '../http/client.ts';
import { strings } from './answers.ts';
import { peek } from './views.ts';

/**
 * Whether a user can read a record, or is told of actions for it where it has no read by id.
 * @param counts whether a record that is read counts as shown
 */
export async function isRecordShown(
  t: Context,
  kindName: string,
  id: string,
  as: Actor,
  counts: (record: JsonRecord) => boolean = () => true,
): Promise<boolean> {
  if (kind(kindName).get !== undefined) {
    const record = await peek(t, kindName, id, as);
    return record !== undefined && counts(record);
  }
  const [targetType] = Object.entries(kind('target').types ?? {}).find(([, name]) => name === kindName) ?? [];
  if (targetType === undefined || !t.claims('permissions')) return false;
  const input = { params: { targetId: id }, query: { targetType }, as };
  const answer = await unlessUntested(t.send('permissions.currentUserAllowedActions', input), undefined);
  return answer?.ok === true && isRecord(answer.json) && strings(answer.json.currentUserActions).length > 0;
}
