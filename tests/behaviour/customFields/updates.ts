/** What an update changes, and that it changes nothing else. Section "Endpoints / Custom fields". */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonRecord } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { fresh } from '../../support/engine/retry.ts';
import { listedRecord, readKind } from '../../support/lists/readList.ts';
import { supportedTypes } from '../../support/records/bodies.ts';
import type { Made } from '../../support/records/creating.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { expectField } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { shared } from '../../support/values/difference.ts';
import { AWHILE_MS, expectMoved } from '../../support/values/timestamps.ts';
import { body } from './bodies.ts';
import { several, updating } from './samples.ts';
import { expectSent } from './sent.ts';

const KIND = 'customField';

const CHANGED_BY_SERVICE = ['lastModified', 'dateCreated'];

const without = (record: JsonRecord, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

export const updates: Check[] = [
  check('an update shows at once, in the answer, by id and in the list', 'customFields.update-stored', (t) =>
    updating(t, async ({ id, sent: first }) => {
      const supported = await supportedTypes(t);
      for (let i = 0; i < 2; i++) {
        const sent = wholeField(first, await read(t, KIND, id), {
          targetTypes: [supported[(i + 1) % supported.length]],
          label: t.names.next('relabelled'),
          description: t.names.next('described'),
          filterable: i === 0,
        });
        const answer = await t.ok('customFields.update', { ...at(KIND, id), body: sent });
        await expectSent(t, (answer.json ?? {}) as JsonRecord, sent, 'the answer', answer);
        const after = await read(t, KIND, id);
        await expectField(t, KIND, after, 'label', sent.label, 'the label is not stored', answer);
        await expectSent(t, after, sent, 'the read after the update', answer);
        const [told, stored] = shared((answer.json ?? {}) as JsonRecord, after);
        t.equal(
          without(told as JsonRecord, CHANGED_BY_SERVICE),
          without(stored as JsonRecord, CHANGED_BY_SERVICE),
          'the answer is not the field as it is stored',
          answer,
        );
        const inList = await listedRecord(t, KIND, id);
        t.expect(inList !== undefined, 'an updated field is not in the list', { expected: id, received: 'not listed' });
        await expectSent(t, inList as JsonRecord, sent, 'the list');
      }
    }),
  ),

  check('texts can be emptied, where an update without them is taken', 'customFields.update-stored', (t) =>
    updating(t, async ({ id, sent: first }) => {
      const full = { description: t.names.next('described'), tooltip: t.names.next('tooltip') };
      await t.ok('customFields.update', { ...at(KIND, id), body: wholeField(first, await read(t, KIND, id), full) });
      const before = await read(t, KIND, id);
      const empty = wholeField(first, before, { description: '', tooltip: '' });
      const answer = await t.send('customFields.update', { ...at(KIND, id), body: empty });
      // A service may want texts that say something.
      if (!answer.ok) return;
      const after = await read(t, KIND, id);
      for (const field of ['description', 'tooltip'])
        t.expect(before[field] === undefined || after[field] !== before[field], `the ${field} cannot be emptied`, {
          expected: '',
          received: after[field],
          at: `/${field}`,
          exchange: answer,
        });
    }),
  ),

  check('an update by another user is stored, where it is not refused', 'customFields.update-stored', (t) =>
    updating(t, async ({ id, sent: first }) => {
      const as = t.need('second');
      const body = wholeField(first, await read(t, KIND, id), { label: t.names.next('relabelled') });
      const answer = await t.send('customFields.update', { ...at(KIND, id), body, as });
      if (!answer.ok) return;
      const message = 'an update by another user is not stored';
      await expectField(t, KIND, await read(t, KIND, id), 'label', body.label, message, answer);
    }),
  ),

  check('an update moves the date of the last change', 'customFields.last-modified', (t) =>
    updating(t, async ({ id, sent: first }) => {
      const before = await read(t, KIND, id);
      await sleep(AWHILE_MS);
      const body = wholeField(first, before, { label: t.names.next('relabelled') });
      const answer = await t.ok('customFields.update', { ...at(KIND, id), body });
      expectMoved(t, 'lastModified', before, await read(t, KIND, id), answer);
    }),
  ),

  check('an update changes nothing else', 'customFields.update-only', async (t) => {
    const [other] = (await several(t)) as [Made];
    await updating(t, async (changed) => {
      const [before, otherBefore] = await Promise.all([read(t, KIND, changed.id), read(t, KIND, other.id)]);
      const label = t.names.next('relabelled');
      await t.ok('customFields.update', { ...at(KIND, changed.id), body: wholeField(changed.sent, before, { label }) });
      const after = await read(t, KIND, changed.id);
      t.equal(
        without(after, ['lastModified']),
        without({ ...before, ...(before.label !== undefined && { label }) }, ['lastModified']),
        'an update has changed more than it was sent',
      );
      t.equal(await read(t, KIND, other.id), otherBefore, 'an update has changed another field');
      const { items, answer } = await readKind(fresh(t), KIND);
      const alike = items.filter((item) => item.label === label && item._id !== changed.id);
      t.expect(alike.length === 0, 'an update has relabelled another field', {
        expected: `no other field labelled ${label}`,
        received: alike[0],
        exchange: answer,
      });
    });
  }),

  check('a record as it was read can be sent back', 'customFields.update-as-read', (t) =>
    updating(t, async ({ id }) => {
      const before = await read(t, KIND, id);
      const answer = await t.send('customFields.update', { ...at(KIND, id), body: before });
      t.expect(answer.ok, 'a record as it was read is refused', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      t.equal(
        without(await read(t, KIND, id), ['lastModified']),
        without(before, ['lastModified']),
        'it is changed',
        answer,
      );
    }),
  ),

  check('an update of an unknown id creates nothing', 'customFields.update-unknown', async (t) => {
    const id = await unknownId(t, KIND);
    const sent = await body(t);
    const answer = await t.send('customFields.update', { ...at(KIND, id), body: sent });
    const [byId, { items }] = [await t.send('customFields.get', at(KIND, id)), await readKind(fresh(t), KIND)];
    t.expect(!byId.ok, 'an update of an unknown id has created a field', {
      expected: 'a refusal',
      received: byId.status,
      exchange: answer,
    });
    const found = items.find(({ name }) => name === sent.name);
    t.expect(!found, 'an update of an unknown id has created a field', {
      expected: 'no field with this name',
      received: found,
      exchange: answer,
    });
  }),
];
