/** KPI groups by id and in the list. Section "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectName, favorite } from '../../support/domain/kpiGroups.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { fresh } from '../../support/engine/retry.ts';
import { listedRecord, readKind } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { make } from '../../support/records/subjects.ts';
import { shared } from '../../support/values/difference.ts';

const KIND = 'kpiGroup';

export const reading: Check[] = [
  check('reading by id gives the group with that id', 'kpiGroups.get-record', async (t) => {
    const made = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND)]);
    const known = (await readKind(fresh(t), KIND)).items.map(({ id }) => id).filter((id) => typeof id === 'string');
    for (const id of new Set([...made.map(({ id }) => id), ...known.slice(0, 3), ...known.slice(-1)])) {
      const answer = await t.send('kpiGroups.get', at(KIND, id));
      // A group of somebody else may have been deleted since it was inList.
      if (answer.status === 404 && !made.some((mine) => mine.id === id)) continue;
      const { id: shown = id } = answer.json as JsonRecord;
      t.equal(shown, id, 'the group that is read is not the one that was asked for', answer);
    }
    for (const { id, sent } of made)
      await expectName(t, id, sent.name, 'the group that is read has the name of another');
  }),

  check('the list and the read by id show the same', 'kpiGroups.views-agree', async (t) => {
    const mine = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, mine[0] as Made, true);
    const { items, answer } = await readKind(fresh(t), KIND);
    const seen = items.map(({ id }) => id);
    t.expect(new Set(seen).size === seen.length, 'the list shows a group twice', {
      expected: 'each id once',
      received: seen,
      exchange: answer,
    });
    const chosen = items.filter(({ id }, i) => i < 4 || mine.some((made) => made.id === id));
    for (const item of chosen) {
      const inList = (await listedRecord(t, KIND, String(item.id))) ?? item;
      const byId = await t.send('kpiGroups.get', at(KIND, String(item.id)));
      if (!byId.ok) continue;
      const [a, b] = shared(inList, byId.json as JsonRecord);
      const again = await listedRecord(t, KIND, String(item.id));
      // Only what stayed the same while it was looked at can be compared.
      if (JSON.stringify(again) === JSON.stringify(inList))
        t.equal(b, a, 'a group is shown differently by id than in the list', byId);
    }
  }),
];
