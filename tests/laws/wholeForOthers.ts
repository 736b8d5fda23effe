/** The second user's list, too, has every record that this user can read: no list is of the first user, or of one's own records, alone. */
import { kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { eventually, fresh } from '../support/engine/retry.ts';
import { listCut, readKind } from '../support/lists/readList.ts';
import { idsOf } from '../support/records/answers.ts';
import { isRecordShown } from '../support/records/isRecordShown.ts';
import { isSetAside } from '../support/records/setAside.ts';
import { sample } from '../support/values/sample.ts';

const MOST = 6;

/** Judges that no record of the first user's list is left out of the second user's that this one is shown elsewhere. */
export async function wholeForSecond(t: Context, kindName: string): Promise<void> {
  const { id: field, list = '', title } = kind(kindName);
  const as = t.need('second');
  await eventually(t, async (s) => {
    const [all, own] = await Promise.all([readKind(s, kindName), readKind(fresh(s), kindName, { as })]);
    if (!own.complete) throw listCut(list);
    const there = new Set(idsOf(own.items, field));
    const others = all.items.filter((item) => !isSetAside(item));
    const missing = idsOf(others, field).filter((id) => !there.has(id));
    const some = sample(missing, MOST);
    const shown = await Promise.all(
      some.map((id) => isRecordShown(s, kindName, id, as, (record) => !isSetAside(record))),
    );
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
