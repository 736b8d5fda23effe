/** The second user's list, too, has every record that this user can read: no list is of the first user, or of one's own records, alone. */
import { isRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { eventually, fresh } from '../support/engine/retry.ts';
import { readKind } from '../support/lists/readList.ts';
import { idsOf, strings } from '../support/records/answers.ts';
import { isSetAside } from '../support/records/setAside.ts';
import { peek } from '../support/records/views.ts';
import { sample } from '../support/values/sample.ts';

const MOST = 6;

/** Whether the second user can read a record, or is told of actions for it where it has no read by id. */
async function isShown(t: Context, kindName: string, id: string): Promise<boolean> {
  if (kind(kindName).get !== undefined) {
    const record = await peek(t, kindName, id, 'second');
    return record !== undefined && !isSetAside(record);
  }
  const [targetType] = Object.entries(kind('target').types ?? {}).find(([, name]) => name === kindName) ?? [];
  if (targetType === undefined || !t.claims('permissions')) return false;
  const input = { params: { targetId: id }, query: { targetType }, as: 'second' as const };
  const answer = await unlessUntested(t.send('permissions.currentUserAllowedActions', input), undefined);
  return answer?.ok === true && isRecord(answer.json) && strings(answer.json.currentUserActions).length > 0;
}

/** Judges that no record of the first user's list is left out of the second user's that this one is shown elsewhere. */
export async function wholeForSecond(t: Context, kindName: string): Promise<void> {
  const { id: field, list = '', title } = kind(kindName);
  const as = t.need('second');
  await eventually(t, async (s) => {
    const [all, own] = await Promise.all([readKind(s, kindName), readKind(fresh(s), kindName, { as })]);
    if (!own.complete)
      throw new NotTested(`${list} does not show all that it counts`, 'a target whose list can be read whole');
    const there = new Set(idsOf(own.items, field));
    const others = all.items.filter((item) => !isSetAside(item));
    const missing = idsOf(others, field).filter((id) => !there.has(id));
    const some = sample(missing, MOST);
    const shown = await Promise.all(some.map((id) => isShown(s, kindName, id)));
    const message = `the list of the second user leaves out ${withArticle(title)} that this user can read`;
    s.none(
      some.filter((_, i) => shown[i]),
      others.length,
      message,
      own.answer,
    );
    if (others.length === 0) throw s.nothingShown(kindName);
  });
}
