/** What an update changes, and that it changes nothing else. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { ZERO } from '../../laws/sendings/texts.ts';
import { alone, fieldPool } from '../../support/domain/fieldPool.ts';
import { tryUpdate, type Updated, updateAsTaken, updateForms, updateWith } from '../../support/domain/fieldUpdates.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, firstFound, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { passTime } from '../../support/http/clock.ts';
import { readKind } from '../../support/lists/readList.ts';
import { isRefusal } from '../../support/records/answers.ts';
import { supportedTypes } from '../../support/records/bodies.ts';
import type { Made } from '../../support/records/creating.ts';
import { isTextOfNothing } from '../../support/records/creationErrors.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { orderless, orderlessDifference } from '../../support/values/orderless.ts';
import { SLIGHT_CHANGES, swappedCase } from '../../support/values/texts.ts';
import { AWHILE_MS, expectMoved } from '../../support/values/timestamps.ts';
import { anotherField, expectNoField, likeAccepted, updating } from './fields.ts';
import { expectSent } from './sent.ts';
import { expectNothingElsewhere, expectRead, expectStored, update } from './updating.ts';

const KIND = 'customField';

/** The texts of a field that an update may change. */
const TEXTS = ['label', 'description', 'tooltip'] as const;

const without = (record: JsonRecord, ...fields: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Judges that an update has lost nothing that the field has shown, and that it was sent with its old value. */
async function expectNotLost(t: Context, before: JsonRecord, { sent, answer }: Updated, after: JsonRecord) {
  const same = Object.keys(sent).filter(
    (name) => !isEmpty(before[name]) && !orderlessDifference(before[name], sent[name]),
  );
  for (const name of same)
    if (await isShown(t, KIND, [name]))
      t.expect(!isEmpty(after[name]), `an update has lost the ${name} that it was sent with`, {
        expected: before[name],
        received: after[name],
        at: `/${name}`,
        exchange: answer,
      });
}

/** The texts after one slight change after the other: each differs from the one before so little that a comparison may overlook it. */
function slightly(texts: Readonly<Record<string, string>>): JsonRecord[] {
  let last = texts;
  return SLIGHT_CHANGES.map((change) => {
    last = Object.fromEntries(Object.entries(last).map(([name, text]) => [name, change(text)]));
    return last;
  });
}

/** The texts that the field was made with: they are as good as any other once they have been replaced. */
const madeWith = ({ sent }: Made): JsonRecord =>
  Object.fromEntries(TEXTS.flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name]]] : [])));

/** Judges that an update shows by id, and no more than that: how it shows in the list is judged of others. */
const expectById = (t: Context, { id }: Made, changes: JsonRecord, { answer }: Updated): Promise<JsonRecord> =>
  eventually(t, (s) => expectRead(s, id, changes, answer));

/** Gives a field the label and tooltip of another one, where the target takes that: whether two fields may have the same is open. */
async function liken(t: Context, field: Made, shown: JsonRecord, { label, tooltip }: JsonRecord): Promise<void> {
  await tryUpdate(t, field, shown, {
    ...(label !== undefined && { label }),
    ...(tooltip !== undefined && { tooltip }),
  });
}

/** Judges that null for a text is not stored as the word, where such an update is taken, and gives the field its texts again. */
async function expectNoWords(t: Context, field: Made): Promise<void> {
  const before = await read(t, KIND, field.id);
  for (const name of TEXTS) {
    const emptied = await tryUpdate(t, field, before, { [name]: null });
    if (!emptied) continue;
    await eventually(t, async (s) => {
      const { [name]: shown } = await read(s, KIND, field.id);
      s.expect(!isTextOfNothing(shown), `null for the ${name} is stored as a word`, {
        expected: null,
        received: shown,
        at: `/${name}`,
        exchange: emptied.answer,
      });
    });
  }
  await update(t, field, Object.fromEntries(TEXTS.map((name) => [name, before[name] ?? ''])));
}

export const updates: Check[] = [
  check('an update shows in the answer, by id and in the list', 'customFields.update-stored', (t) =>
    updating(t, async (field) => {
      const supported = await supportedTypes(t);
      for (let i = 0; i < 2; i++) {
        const texts = { label: t.names.next('relabelled'), description: t.names.next('described') };
        // How many target types a field may have is open, so one is sent, too.
        const types = i === 0 ? [supported[1], supported[0]] : supported.slice(0, 1);
        const others = { targetTypes: types.filter((type) => type !== undefined), filterable: i === 0 };
        // Filters and records may use the flag and the types, so whether they can be changed is open.
        const { answer, changes } = await updateAsTaken(t, field, await read(t, KIND, field.id), texts, others);
        const told = (answer.json ?? {}) as JsonRecord;
        await expectSent(t, told, changes, 'the answer', answer);
        const stored = await expectStored(t, field, changes);
        t.agree(
          without(stored, 'lastModified', 'dateCreated'),
          told,
          'the answer is not the field as it is stored',
          answer,
        );
      }
    }),
  ),

  check(
    'texts can differ in letter case alone, be of digits alone or begin with a sign, where such an update is taken',
    'customFields.update-stored',
    (t) =>
      updating(t, async (field) => {
        // What a spreadsheet takes for a formula is a text like others.
        const signs = {
          label: `=${t.names.next('label')} and more`,
          description: `@${t.names.next('described')} and more`,
          tooltip: '-1',
        };
        const before = await read(t, KIND, field.id);
        const shown = TEXTS.filter((name) => typeof before[name] === 'string');
        const cased = Object.fromEntries(shown.map((name) => [name, swappedCase(String(before[name]))]));
        for (const changes of [cased, signs])
          if (await tryUpdate(t, field, before, changes)) await expectStored(t, field, changes);
        for (const changes of [...slightly(signs), madeWith(field)]) {
          const updated = await tryUpdate(t, field, before, changes);
          if (updated) await expectById(t, field, changes, updated);
        }
        for (const label of [t.names.digits(), ZERO])
          if (await tryUpdate(t, field, before, { label })) await expectStored(t, field, { label });
      }),
  ),

  check('an update that was taken is taken again right after one that was refused', 'customFields.update-stored', (t) =>
    updating(t, async (field) => {
      const { sent } = await update(t, field, { label: t.names.next('relabelled') });
      const again = (changes: JsonRecord) =>
        t.send('customFields.update', { ...at(KIND, field.id), body: { ...sent, ...changes } });
      const refused = await again({ targetTypes: ['gcUnknownType'], tooltip: t.names.next('refused') });
      if (!isRefusal(refused)) throw new NotApplicable('an update with a target type that is not supported is taken');
      const changes = { label: t.names.next('relabelled') };
      const answer = await again(changes);
      t.succeeded(answer, 'an update like one that was taken is refused after another was');
      await expectById(t, field, changes, { sent, answer });
    }),
  ),

  check('an update gives a field the texts that it was made without', 'customFields.update-stored', async (t) => {
    const { made } = (await fieldPool(t)).fields.find(({ extra }) => extra === 'bare') ?? {};
    if (!made) throw new NotTested('no field is made without a description and a tooltip', 'a target that takes one');
    await alone(t, made, async () => {
      const before = await read(t, KIND, made.id);
      const unset = TEXTS.filter((name) => made.sent[name] === undefined && isEmpty(before[name]));
      const changes = Object.fromEntries(unset.map((name) => [name, t.names.next(name)]));
      const updated = unset.length > 0 ? await tryUpdate(t, made, before, changes) : undefined;
      if (!updated)
        throw new NotTested('no update gives a field texts that it has not', 'a target that takes such an update');
      await expectById(t, made, changes, updated);
    });
  }),

  check('texts can be emptied, where such an update is taken', 'customFields.update-emptied', (t) =>
    updating(t, async (field) => {
      const full = { description: t.names.next('described'), tooltip: t.names.next('tooltip') };
      await update(t, field, full);
      const before = await expectStored(t, field, full);
      const emptied = await tryUpdate(t, field, before, { description: '', tooltip: '' });
      if (!emptied) throw new NotTested('an update with empty texts is refused', 'a target that takes one');
      const { answer } = emptied;
      await eventually(t, async (s) => {
        const after = await read(s, KIND, field.id);
        for (const name of ['description', 'tooltip'])
          s.expect(before[name] === undefined || !after[name], `the ${name} cannot be emptied`, {
            expected: '',
            received: after[name],
            at: `/${name}`,
            exchange: answer,
          });
      });
      await expectNoWords(t, field);
    }),
  ),

  check('lists and settings can be emptied, where such an update is taken', 'customFields.update-emptied', (t) =>
    updating(t, async (field) => {
      const before = await read(t, KIND, field.id);
      const full = ['targetTypes', 'targetIds', 'settings'].filter((name) => !isEmpty(before[name]));
      if (full.length === 0) throw t.nothingShown(KIND, 'targetTypes');
      for (const name of full) {
        const emptied = await tryUpdate(t, field, before, { [name]: Array.isArray(before[name]) ? [] : {} });
        if (!emptied) continue;
        await eventually(t, async (s) => {
          const after = await read(s, KIND, field.id);
          s.expect(isEmpty(after[name]), `the ${name} cannot be emptied`, {
            expected: emptied.sent[name],
            received: after[name],
            at: `/${name}`,
            exchange: emptied.answer,
          });
        });
        // Other checks find the field as it was.
        await update(t, field, { [name]: before[name] });
      }
      if (t.tally.compared === 0)
        throw new NotTested('updates with empty lists and settings are refused', 'a target that takes one');
    }),
  ),

  check('an update by another user is stored, where it is not refused', 'customFields.update-stored', (t) =>
    updating(t, async (field) => {
      const as = t.need('second');
      const changes = { label: t.names.next('relabelled') };
      if (await tryUpdate(t, field, await read(t, KIND, field.id), changes, as)) await expectStored(t, field, changes);
      else throw new NotTested('the second user may not update a custom field', 'SECOND_ACCESS_TOKEN of one who may');
    }),
  ),

  check('an update of one text brings back no other that its sender has read', 'customFields.immutable-model', (t) =>
    updating(t, async (field) => {
      const as = t.need('second');
      const old = await read(t, KIND, field.id, as);
      const label = t.names.next('relabelled');
      await update(t, field, { label });
      const body = { description: t.names.next('described') };
      const answer = await t.send('customFields.update', { ...at(KIND, field.id), body, as });
      // Whether a part of a field is taken, and what becomes of the rest, is open: but the old text has been replaced.
      if (!answer.ok) throw new NotApplicable('an update of one text alone is refused');
      if (old.label === undefined) throw t.nothingShown(KIND, 'label');
      await eventually(t, async (s) => {
        const { label: shown } = await read(s, KIND, field.id);
        const message = 'an update by another user brings back a label that was replaced before';
        s.expect(shown !== old.label, message, { expected: label, received: shown, at: '/label', exchange: answer });
      });
      // What was not named may be gone; an update that changes nothing may be refused.
      await update(t, field, { label: t.names.next('relabelled') });
    }),
  ),

  check('an update moves the date of the last change', 'customFields.last-modified', (t) =>
    updating(t, async (field) => {
      const before = await read(t, KIND, field.id);
      await passTime(AWHILE_MS);
      const { answer } = await update(t, field, { label: t.names.next('relabelled') });
      await eventually(t, async (s) =>
        expectMoved(s, KIND, 'lastModified', before, await read(s, KIND, field.id), answer),
      );
    }),
  ),

  check('an update changes nothing else', 'customFields.update-only', async (t) => {
    const other = await anotherField(t);
    await updating(t, (changed) =>
      alone(t, other, async () => {
        // What earlier checks have sent may not be seen yet: each state to compare with begins with an update that is seen.
        const settled = async (field: Made) => {
          const tooltip = { tooltip: t.names.next('tooltip') };
          const shown = await read(t, KIND, field.id);
          const updated = await updateWith(t, field, shown, tooltip);
          const after = await expectStored(t, field, tooltip);
          await expectNotLost(t, { ...field.record, ...shown }, updated, after);
          return after;
        };
        const early = await settled(changed);
        const beside = await settled(other);
        const expectKept = (id: string, was: JsonRecord) =>
          eventually(t, async (s) =>
            s.equal(orderless(await read(s, KIND, id)), orderless(was), 'an update has changed another field'),
          );
        await expectKept(changed.id, early);
        await liken(t, changed, await read(t, KIND, changed.id), beside);
        // While both have one label, who goes by labels changes both, or always the same of them.
        const before = await settled(changed);
        await expectKept(other.id, beside);
        await liken(t, other, beside, beside);
        const otherBefore = await settled(other);
        await expectKept(changed.id, before);
        const items = await eventually(t, async (s) => {
          const list = await readKind(fresh(s), KIND);
          const there = new Set(list.items.map(({ _id }) => _id));
          const unlisted = list.complete ? [changed.id, other.id].filter((id) => !there.has(id)) : [];
          const message = 'of two fields with the same label the list does not show both';
          s.none(unlisted, list.items.length, message, list.answer);
          return list.items;
        });
        const labels = new Map(items.map(({ _id, label }) => [_id, label]));
        const changes = { label: t.names.next('relabelled'), tooltip: t.names.next('tooltip') };
        // What is sent again besides is what the field was: a read may show what it was before.
        const { sent } = await updateWith(t, changed, before, changes);
        const after = await expectStored(t, changed, changes);
        const kept = without(before, 'lastModified', 'label', 'tooltip');
        t.agree(kept, after, 'an update has changed more than it was sent');
        await expectSent(t, after, sent, 'the read after an update');
        // The path says which field is updated, whatever the body names.
        for (const body of updateForms(changed, after, { tooltip: t.names.next('tooltip') }))
          await t.send('customFields.update', { ...at(KIND, changed.id), body: { ...body, _id: other.id } });
        await expectKept(other.id, otherBefore);
        await expectNothingElsewhere(t, changed);
        // The structure of settings is not shown, but they are those of one field.
        const settings = { gcOwn: t.names.next('setting') };
        await tryUpdate(t, changed, after, { ...changes, settings });
        const now = (await readKind(fresh(t), KIND)).items.filter(({ _id }) => _id !== changed.id);
        t.none(
          now.filter((item) => JSON.stringify(item).includes(settings.gcOwn)),
          now.length,
          'settings that were given to one field show on another',
        );
        t.none(
          now.filter(({ _id, label }) => label === changes.label && label !== labels.get(_id)),
          now.length,
          'an update has relabelled another field',
        );
      }),
    );
  }),

  check('an update of one text alone puts it nowhere else', 'customFields.update-only', (t) =>
    updating(t, async (field) => {
      const before = await read(t, KIND, field.id);
      for (const name of TEXTS) {
        const text = t.names.next(name);
        const answer = await t.send('customFields.update', { ...at(KIND, field.id), body: { [name]: text } });
        // Whether a part of a field is taken, and what becomes of the rest, is open.
        if (!answer.ok) continue;
        // What was before the update is right in all other texts, too.
        const seen = await firstFound(t, async (s) => {
          const record = await read(s, KIND, field.id);
          return record[name] === text ? record : undefined;
        });
        await eventually(t, async (s) => {
          const after = (s === t && seen) || (await read(s, KIND, field.id));
          const wrong = TEXTS.filter((other) => other !== name && after[other] === text);
          // Where the update itself is not seen, that nothing else changed proves nothing.
          s.none(
            wrong,
            after[name] === text ? TEXTS.length - 1 : 0,
            `an update of the ${name} alone has changed another text to it`,
            answer,
          );
        });
      }
      await update(t, field, Object.fromEntries(TEXTS.map((name) => [name, before[name] ?? ''])));
    }),
  ),

  check('a record as it was read is sent back', 'customFields.update-as-read', (t) =>
    updating(t, async ({ id }) => {
      const answer = await t.send('customFields.update', { ...at(KIND, id), body: await read(t, KIND, id) });
      return answer.ok ? 'accepted' : `answers ${answer.status}`;
    }),
  ),

  check('an update of an unknown id creates nothing', 'customFields.update-unknown', async (t) => {
    const id = await unknownId(t, KIND);
    const sent = await likeAccepted(t);
    const answer = await t.send('customFields.update', { ...at(KIND, id), body: sent });
    const byId = await t.send('customFields.get', at(KIND, id));
    t.expect(!byId.ok, 'an update of an unknown id has created a field', {
      expected: 'a refusal',
      received: byId.status,
      exchange: answer,
    });
    await expectNoField(t, sent, 'an update of an unknown id has created a field', answer);
  }),
];
