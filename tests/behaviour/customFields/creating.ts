/** A custom field is created as it was sent. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { lengthened } from '../../laws/sendings/texts.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { asMade, fieldPool } from '../../support/domain/fieldPool.ts';
import { tryUpdate } from '../../support/domain/fieldUpdates.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { readKind } from '../../support/lists/readList.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { changedField, sentFields, textOfNothing } from '../../support/records/creationErrors.ts';
import { read } from '../../support/records/subjects.ts';
import { exchangeOf } from '../../support/values/provenance.ts';
import { LINES, LOOKALIKES, TEXTS, WITHOUT_HTML } from '../../support/values/texts.ts';
import { expectNoField, likeAccepted, several, updating } from './fields.ts';
import { expectSent } from './sent.ts';
import { expectStored } from './updating.ts';

const KIND = 'customField';
const UPDATE = 'customFields.update';

export const creatingFields: Check[] = [
  check('fields created at once are all there, each with an id of its own', 'customFields.create-each', (t) =>
    asMade(t, async () => {
      const made = await several(t);
      t.expect(new Set(made.map(({ id }) => id)).size === made.length, 'two fields have the same id', {
        expected: `${made.length} ids`,
        received: made.map(({ id }) => id),
      });
      for (const { id, sent } of made) await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
    }),
  ),

  // One without target types is a field like others.
  check('each of the fields is in the list once', 'customFields.create-listed', (t) =>
    asMade(t, async () => {
      const made = await several(t);
      await eventually(t, async (s) => {
        const { items, complete, answer } = await readKind(fresh(s), KIND);
        const times = ({ id }: Made) => items.filter(({ _id }) => _id === id).length;
        const wrong = made.filter((field) => times(field) > 1 || (complete && times(field) === 0));
        const created = wrong.map(({ sent }) => sent);
        s.none(created, 0, 'a created field is not in the list once', answer);
        // What never changes must be that of the field: an entry that shows nothing but its id says nothing.
        const listed = made.flatMap(({ id, sent }) =>
          items.flatMap((item) => (item._id === id && (item.name ?? item.type) !== undefined ? [{ item, sent }] : [])),
        );
        if (listed.length === 0) throw s.nothingShown(KIND, ['name', 'type']);
        for (const { item, sent } of listed)
          await expectSent(s, item, { name: sent.name, type: sent.type }, 'the list', answer);
      });
    }),
  ),

  check('what the body leaves out is shown as no word', 'customFields.create-own', (t) =>
    asMade(t, async () => {
      const texts = sentFields(KIND).filter(({ text }) => text);
      for (const made of await several(t))
        await eventually(t, async (s) => {
          const record = await read(s, KIND, made.id);
          const exchange = exchangeOf(record) ?? made.answer;
          const view = { made, record, where: 'the read by id', exchange };
          // What it was sent shows that it is this field.
          const { compared, wrong } = changedField(view, texts);
          s.judge(wrong ?? textOfNothing(view, sentFields(KIND)), compared);
        });
      if (t.tally.compared === 0)
        throw t.nothingShown(
          KIND,
          texts.map(({ shown }) => shown),
        );
    }),
  ),

  check('texts are kept letter for letter', 'customFields.text-kept', async (t) => {
    await asMade(t, async () => {
      const created = (await fieldPool(t)).fields.find(({ extra, refusal }) => extra === 'texts' && !refusal)?.made;
      if (!created) return;
      await eventually(t, async (s) =>
        expectSent(s, await read(s, KIND, created.id), created.sent, 'the read by id', created.answer),
      );
    });
    await updating(t, async (field) => {
      for (let i = 0; i < TEXTS.length; i++) {
        const changes = {
          label: `${t.names.next('label')} ${TEXTS[i]}`,
          description: `d ${WITHOUT_HTML[(i + 1) % WITHOUT_HTML.length]}`,
          tooltip: `t ${TEXTS[(i + 2) % TEXTS.length]}`,
        };
        const body = wholeField(field.sent, await read(t, KIND, field.id), changes);
        const answer = await t.send(UPDATE, { ...at(KIND, field.id), body });
        // Which texts are accepted is open.
        if (answer.ok) await expectStored(t, field, changes);
      }
      for (const [i, text] of LOOKALIKES.entries()) {
        const [label, description] = [t.names.next('label'), LOOKALIKES[(i + 1) % LOOKALIKES.length]];
        const changes = { label, description, tooltip: text };
        if (await tryUpdate(t, field, await read(t, KIND, field.id), changes)) await expectStored(t, field, changes);
      }
      // How long a text may be is open.
      const long = (what: string, length: number) =>
        lengthened(`${t.names.next(what)} ${WITHOUT_HTML.join(' ')}`, length);
      const sizes: readonly JsonRecord[] = [
        { label: long('label', 1500) },
        { description: `${LINES} ${long('description', 5000)}` },
        { tooltip: long('tooltip', 1500) },
      ];
      for (const size of sizes) {
        const changes = { label: t.names.next('label'), ...size };
        if (await tryUpdate(t, field, await read(t, KIND, field.id), changes)) await expectStored(t, field, changes);
      }
    });
  }),

  check('what is refused is not created either', 'customFields.refused-not-created', async (t) => {
    const wrong: JsonRecord[] = await Promise.all(
      [{ name: fieldName(t, 15) }, { type: 'object' }, { targetTypes: ['gcUnknownType'] }].map((fields) =>
        likeAccepted(t, fields),
      ),
    );
    for (const sent of wrong) {
      const answer = await tryMake(t, KIND, sent);
      if ('kindName' in answer || answer.ok) continue;
      await expectNoField(t, sent, 'a field is there although its create was refused', answer);
    }
    const { ordinary, reserved } = await fieldPool(t);
    t.expect(!reserved, 'after a refused create its name is refused to a right one', {
      expected: { status: 201, ...(reserved?.body ?? ordinary.sent) },
      received: reserved?.answer.status,
      exchange: reserved?.answer ?? ordinary.answer,
    });
  }),
];
