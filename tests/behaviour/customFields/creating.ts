/** A custom field is created as it was sent. Section "Endpoints / Custom fields". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { lengthened } from '../../laws/sendings/texts.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { alone, asMade, fieldPool, type Pool, type PoolField, UNKNOWN_WIDGET } from '../../support/domain/fieldPool.ts';
import { tryUpdate, updateBody } from '../../support/domain/fieldUpdates.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { orderless, orderlessDifference } from '../../support/values/orderless.ts';
import { LOOKALIKES, TEXTS, WITHOUT_HTML } from '../../support/values/texts.ts';
import { expectNoField, likeAccepted, several, updating } from './fields.ts';
import { expectSent } from './sent.ts';
import { expectStored, update } from './updating.ts';

const KIND = 'customField';
const CREATE = 'customFields.create';
const UPDATE = 'customFields.update';

const noSettings = () =>
  new NoData(
    'an empty object of settings is refused, and no field of the account shows settings',
    'an account that shows settings, or FIXTURES: bodies.createCustomField with settings',
  );

/** Whether an answer may leave the value out. */
const isEmpty = (value: unknown) => value === 0 || (Array.isArray(value) && value.length === 0);

/** Nothing of the same sort. */
const emptied = (value: unknown) => (Array.isArray(value) ? [] : isRecord(value) ? {} : '');

const isFull = (value: unknown) => (isRecord(value) || Array.isArray(value)) && Object.keys(value).length > 0;

/** Changes of what a field is besides its texts, to values of other fields of the account: what goes together stays together. */
function learntChanges({ known }: Pool, { type, visualizationKind, operationalType, targetIds }: JsonRecord) {
  const find = (isOther: (field: JsonRecord) => boolean) => known.find(isOther) ?? {};
  const differ = (one: unknown, other: unknown) => one !== undefined && orderlessDifference(one, other) !== undefined;
  const shownElse = (field: JsonRecord) =>
    field.type === type && typeof field.visualizationKind === 'string' && field.visualizationKind !== visualizationKind;
  const other = known.find((field) => shownElse(field) && isFull(field.settings)) ?? find(shownElse);
  const operational = find(
    (field) => typeof field.operationalType === 'string' && field.operationalType !== operationalType,
  );
  const targeted = find((field) => isFull(field.targetIds) && differ(field.targetIds, targetIds));
  return [
    { visualizationKind: other.visualizationKind, ...(isFull(other.settings) && { settings: other.settings }) },
    { operationalType: operational.operationalType },
    { targetIds: targeted.targetIds, targetTypes: targeted.targetTypes },
  ].filter((changes) => Object.values(changes).every((value) => value !== undefined));
}

/** The shared field that was sent with more than others. */
const withExtra = async (t: Context, extra: PoolField['extra']): Promise<PoolField> =>
  (await fieldPool(t)).fields.find((field) => field.extra === extra) as PoolField;

/** A shown value as far as it answers the one that was sent: a service may add settings of its own. */
const answering = (sent: unknown, shown: unknown): unknown =>
  isRecord(sent) && isRecord(shown)
    ? Object.fromEntries(Object.entries(shown).filter(([name]) => sent[name] !== undefined))
    : shown;

/** What of the extra was in the body that was taken. */
const taken = ({ made, wanted }: PoolField): JsonRecord =>
  Object.fromEntries(Object.entries(wanted).filter(([field]) => made?.sent[field] !== undefined));

/** Judges fields that a target may show or not: an empty list may be shown as none. */
const expectFurther = (t: Context, { id }: Made, wanted: JsonRecord, where: string): Promise<void> =>
  eventually(t, async (s) => {
    const shown = await read(s, KIND, id);
    for (const [field, value] of Object.entries(wanted)) {
      if (shown[field] === undefined && (isEmpty(value) || !(await isShown(s, KIND, [field])))) continue;
      s.equal(
        orderless(answering(value, shown[field])),
        orderless(value),
        `${where} ${field} is not the one that was sent`,
      );
    }
  });

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
        { description: long('description', 5000) },
        { tooltip: long('tooltip', 1500) },
      ];
      for (const size of sizes) {
        const changes = { label: t.names.next('label'), ...size };
        if (await tryUpdate(t, field, await read(t, KIND, field.id), changes)) await expectStored(t, field, changes);
      }
    });
  }),

  check(
    'the body may hold settings',
    'customFields.settings-accepted',
    async (t) => {
      const field = await withExtra(t, 'settings');
      const { made, refusal, learnt } = field;
      const refused = refusal?.blamed === 'extra' ? refusal.answer : undefined;
      if (!made) throw new NotTested('the field that was to have settings is not created', UNKNOWN_WIDGET);
      if (refused ? refused.status < 500 && !learnt : !('settings' in taken(field))) throw noSettings();
      t.expect(!refused, 'a body with settings is refused, or breaks the service', {
        expected: 201,
        received: refused,
      });
    },
    [CREATE],
  ),

  check(
    'an update takes the settings that a create has taken',
    'customFields.settings-accepted',
    async (t) => {
      const { made } = await withExtra(t, 'settings');
      const { settings, label } = made?.sent ?? {};
      if (!made || settings === undefined) throw noSettings();
      await alone(t, made, async () => {
        const { settings: _, ...without } = await updateBody(t, made, { label });
        // Each changes something: whether an update that changes nothing is taken is open.
        const input = (more: JsonRecord) => ({
          ...at(KIND, made.id),
          body: { ...without, label: t.names.next('relabelled'), ...more },
        });
        // The control: without settings the same body is taken.
        await t.ok(UPDATE, input({}));
        const answer = await t.send(UPDATE, input({ settings }));
        t.succeeded(answer, 'an update with the settings that the create has taken is refused');
      });
    },
    [UPDATE],
  ),

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

  check('settings like those of other fields are stored', 'customFields.further-stored', async (t) => {
    const field = await withExtra(t, 'settings');
    const [{ made }, wanted] = [field, taken(field)];
    if (!made || !isFull(wanted.settings)) throw noSettings();
    await alone(t, made, () => expectFurther(t, made, wanted, 'after the create'));
  }),

  check('orderId, operationalType and targetIds are stored', 'customFields.further-stored', async (t) => {
    const field = await withExtra(t, 'further');
    const [{ made }, wanted] = [field, taken(field)];
    if (!made || wanted.orderId === undefined)
      throw new NoData(
        'a body with orderId, operationalType and targetIds of the account is refused',
        'an account whose fields show values for them that a create takes',
      );
    await alone(t, made, async () => {
      await expectFurther(t, made, wanted, 'after the create');
      for (const orderId of [17, 0]) {
        await update(t, made, { ...wanted, orderId });
        await expectFurther(t, made, { ...wanted, orderId }, 'after the update');
      }
    });
  }),
];

/** Tried last: what an update gives to fields that have none shows only once. */
export const learntUpdates: Check[] = [
  check('an update stores another widget, settings and targets', 'customFields.further-stored', (t) =>
    updating(t, async (field) => {
      const pool = await fieldPool(t);
      let taken = 0;
      for (const changes of learntChanges(pool, await read(t, KIND, field.id))) {
        const before = await read(t, KIND, field.id);
        if (!(await tryUpdate(t, field, before, changes))) continue;
        taken++;
        await expectFurther(t, field, changes, 'after the update');
        // Other checks find the field as it was: not every target type goes with these.
        const old = Object.entries(changes).map(([name, value]) => [name, before[name] ?? emptied(value)]);
        await tryUpdate(t, field, await read(t, KIND, field.id), Object.fromEntries(old));
      }
      if (taken === 0)
        throw new NoData(
          'no update with values of other fields is taken',
          'an account whose fields of texts have several widgets, operational types or targets',
        );
    }),
  ),
];
