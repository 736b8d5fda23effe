/** Custom fields by id and in the list. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { fresh } from '../../support/engine/retry.ts';
import { listedRecord, readKind } from '../../support/lists/readList.ts';
import { ids } from '../../support/records/identifiers.ts';
import { shared } from '../../support/values/difference.ts';
import { sample, several } from './fields.ts';
import { expectNames } from './sent.ts';

const KIND = 'customField';

export const reading: Check[] = [
  check('reading by id gives the field with that id', 'customFields.get-record', async (t) => {
    const made = await several(t);
    const known = await ids(t, KIND);
    for (const id of new Set([...made.map(({ id }) => id), ...known.slice(0, 3), ...known.slice(-1)])) {
      const answer = await t.ok('customFields.get', at(KIND, id));
      const { _id: shown = id } = answer.json as JsonRecord;
      t.equal(shown, id, 'the field that is read is not the one that was asked for', answer);
    }
    await expectNames(t, made, 'the field that is read has the name of another');
  }),

  check('the list and the read by id show the same', 'customFields.views-agree', async (t) => {
    const { id: mine } = await sample(t);
    const { items, answer } = await readKind(fresh(t), KIND);
    const seen = items.map(({ _id }) => _id);
    t.expect(new Set(seen).size === seen.length, 'the list shows a field twice', {
      expected: 'each id once',
      received: seen,
      exchange: answer,
    });
    for (const item of items.filter(({ _id }, i) => i < 4 || _id === mine)) {
      const id = String(item._id);
      const inList = (await listedRecord(t, KIND, id)) ?? item;
      const byId = await t.send('customFields.get', at(KIND, id));
      if (!byId.ok) continue;
      const again = await listedRecord(t, KIND, id);
      // Only what stayed the same while it was looked at can be compared.
      if (JSON.stringify(again) !== JSON.stringify(inList)) continue;
      const [a, b] = shared(inList, byId.json as JsonRecord);
      t.equal(b, a, 'a field is shown differently by id than in the list', byId);
    }
  }),
];
