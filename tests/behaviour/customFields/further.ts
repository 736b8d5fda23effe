/** What a body may say further: settings, orderId, operationalType and targetIds. Section "Endpoints / Custom fields". */

import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import {
  alone,
  asMade,
  fieldPool,
  type Pool,
  type PoolField,
  UNKNOWN_WIDGET,
  withNumbers,
} from '../../support/domain/fieldPool.ts';
import { tryUpdate, updateBody } from '../../support/domain/fieldUpdates.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { orderless, orderlessDifference } from '../../support/values/orderless.ts';
import { updating } from './fields.ts';
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

const isKnown = (value: unknown) => value !== undefined && value !== null;

const isFull = (value: unknown) => (isRecord(value) || Array.isArray(value)) && Object.keys(value).length > 0;

/** Changes of what a field is besides its texts, to values of other fields of the account: what goes together stays together. */
function learntChanges(
  { known }: Pool,
  { type, visualizationKind, operationalType, targetIds }: JsonRecord,
): JsonRecord[] {
  const find = (isOther: (field: JsonRecord) => boolean) => known.find(isOther) ?? {};
  const differ = (one: unknown, other: unknown) => one !== undefined && orderlessDifference(one, other) !== undefined;
  const shownElse = (field: JsonRecord) =>
    field.type === type && typeof field.visualizationKind === 'string' && field.visualizationKind !== visualizationKind;
  const other = known.find((field) => shownElse(field) && isFull(field.settings)) ?? find(shownElse);
  const operational = find(
    (field) => typeof field.operationalType === 'string' && field.operationalType !== operationalType,
  );
  const targeted = known.filter((field) => isFull(field.targetIds));
  const targets = targeted.find((field) => differ(field.targetIds, targetIds)) ?? {};
  const [one, another] = targeted;
  const together = (name: string) => another && [...new Set([one?.[name] ?? [], another[name] ?? []].flat())];
  return [
    { visualizationKind: other.visualizationKind, ...(isFull(other.settings) && { settings: other.settings }) },
    { operationalType: operational.operationalType },
    { targetIds: targets.targetIds, targetTypes: targets.targetTypes },
    { targetIds: together('targetIds'), targetTypes: together('targetTypes') },
  ].filter((changes) => Object.values(changes).every((value) => value !== undefined));
}

/** Whether changes give a field a list with several entries. */
const holdsSeveral = (changes: JsonRecord): boolean =>
  Object.values(changes).some((value) => Array.isArray(value) && value.length > 1);

/** The shared field that was sent with more than others. */
const withExtra = async (t: Context, extra: PoolField['extra']): Promise<PoolField> =>
  (await fieldPool(t)).fields.find((field) => field.extra === extra) as PoolField;

/** A shown value as far as it answers the one that was sent: a service may add settings of its own. */
const answering = (sent: unknown, shown: unknown): unknown =>
  isRecord(sent) && isRecord(shown)
    ? Object.fromEntries(Object.entries(shown).filter(([name]) => sent[name] !== undefined))
    : shown;

/** What of the extra was in the body that was taken, as it was sent there. */
const taken = ({ made, wanted }: PoolField): JsonRecord =>
  Object.fromEntries(
    Object.keys(wanted).flatMap((field) => (made?.sent[field] === undefined ? [] : [[field, made.sent[field]]])),
  );

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

/** Judges that an update stores numbers within the settings as they are, where it is taken: large ones below 0, and those with decimals. */
async function expectNumbers(t: Context, made: Made, settings: JsonRecord): Promise<void> {
  for (const change of [-(2 ** 40), 0.25]) {
    const changes = { settings: withNumbers(settings, (number) => number + change) };
    if (isDeepStrictEqual(changes.settings, settings)) return;
    if (await tryUpdate(t, made, await read(t, KIND, made.id), changes))
      await expectFurther(t, made, changes, 'after the update');
  }
}

/**
 * Judges that an update gives a field again what it had before others replaced it, where it is taken.
 * @param rest what is sent besides: whether a field can be emptied is open
 */
async function expectAgain(t: Context, made: Made, old: JsonRecord, rest: JsonRecord = {}): Promise<void> {
  if (await tryUpdate(t, made, await read(t, KIND, made.id), { ...rest, ...old }))
    await expectFurther(t, made, old, 'after the update that brings it back');
}

/** Judges that settings which an update leaves out of the object are not kept, where it is taken: it says all of them. */
async function expectLeftOut(t: Context, made: Made, settings: JsonRecord): Promise<void> {
  const names = Object.keys(settings);
  // A value that says nothing may be what a service puts in the place of none.
  const left = names.find((name) => settings[name] && !isEmpty(settings[name]));
  if (left === undefined || names.length < 2) return;
  const { [left]: old, ...fewer } = settings;
  const updated = await tryUpdate(t, made, await read(t, KIND, made.id), { settings: fewer });
  if (!updated) return;
  await eventually(t, async (s) => {
    const now = (await read(s, KIND, made.id)).settings;
    const isKept = isRecord(now) && !orderlessDifference(old, now[left]);
    s.expect(!isKept, 'an update keeps settings that it leaves out', {
      expected: fewer,
      received: now,
      at: `/settings/${left}`,
      exchange: updated.answer,
    });
  });
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The numbers and booleans that were sent, each with the value that is shown in its place, as far as that is one. */
function scalars(sent: unknown, shown: unknown): { sent: unknown; shown: unknown }[] {
  if (isRecord(sent) && isRecord(shown)) return Object.keys(sent).flatMap((name) => scalars(sent[name], shown[name]));
  return isScalar(sent) && typeof sent !== 'string' && isScalar(shown) ? [{ sent, shown }] : [];
}

export const furtherFields: Check[] = [
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

  check('settings like those of other fields are stored', 'customFields.further-stored', async (t) => {
    const field = await withExtra(t, 'settings');
    const [{ made }, wanted] = [field, taken(field)];
    if (!made || !isFull(wanted.settings)) throw noSettings();
    await alone(t, made, async () => {
      await expectFurther(t, made, wanted, 'after the create');
      await expectLeftOut(t, made, wanted.settings as JsonRecord);
      await expectNumbers(t, made, wanted.settings as JsonRecord);
      await expectAgain(t, made, { settings: wanted.settings });
    });
  }),

  check('numbers and booleans within settings stay what they are', 'customFields.create-stored', async (t) => {
    const { made } = await withExtra(t, 'settings');
    if (!made || !isFull(made.sent.settings)) throw noSettings();
    await asMade(t, () =>
      eventually(t, async (s) => {
        const { settings } = await read(s, KIND, made.id);
        const compared = scalars(made.sent.settings, settings);
        s.none(
          compared.filter(({ sent, shown }) => typeof sent !== typeof shown),
          compared.length,
          'a number or a boolean of the settings has become another type of value',
          made.answer,
        );
        if (compared.length === 0) throw noSettings();
      }),
    );
  }),

  check(
    'a field that is no text keeps the target types that an update is sent with',
    'customFields.update-stored',
    async (t) => {
      const { made } = await withExtra(t, 'settings');
      const { targetTypes } = made?.sent ?? {};
      if (!made || !Array.isArray(targetTypes) || targetTypes.length < 2)
        throw new NotTested('no field has several target types', 'a target that takes several target types');
      await alone(t, made, async () => {
        const changes = { label: t.names.next('relabelled'), targetTypes };
        const shown = await read(t, KIND, made.id);
        if (!(await tryUpdate(t, made, shown, changes)))
          throw new NotTested('an update with several target types is refused', 'a target that takes one');
        await expectStored(t, made, changes);
      });
    },
  ),

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
      // How large a number may be is open, and whether one may be negative.
      for (const orderId of [-7, 70_000]) {
        const changes = { ...wanted, orderId };
        if (await tryUpdate(t, made, await read(t, KIND, made.id), changes))
          await expectFurther(t, made, changes, 'after the update');
      }
      for (const orderId of [17, 0]) {
        await update(t, made, { ...wanted, orderId });
        await expectFurther(t, made, { ...wanted, orderId }, 'after the update');
      }
    });
  }),
];

/** Judges that a field which an update gives several target ids stands in the list once, where it is taken; then it has the old ones. */
async function expectOnceWithSeveral(t: Context, field: Made): Promise<void> {
  const before = await read(t, KIND, field.id);
  const changes = learntChanges(await fieldPool(t), before).findLast(holdsSeveral);
  if (!changes || !(await tryUpdate(t, field, before, changes))) return;
  await eventually(t, async (s) => {
    const { items, answer } = await readKind(fresh(s), KIND);
    const listed = items.filter(({ _id }) => _id === field.id);
    s.none(listed.slice(1), listed.length, 'the list shows a field twice that has several target ids', answer);
  });
  const old = Object.keys(changes).map((name) => [name, before[name] ?? emptied(changes[name])]);
  await tryUpdate(t, field, await read(t, KIND, field.id), Object.fromEntries(old));
}

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
        const names = Object.keys(changes);
        const old = names.filter((name) => isKnown(before[name])).map((name) => [name, before[name]]);
        const none = names.map((name) => [name, emptied(changes[name])]);
        await expectAgain(t, field, Object.fromEntries(old), Object.fromEntries(none));
      }
      if (taken === 0)
        throw new NoData(
          'no update with values of other fields is taken',
          'an account whose fields of texts have several widgets, operational types or targets',
        );
    }),
  ),

  check('a field with several target ids stands in the list once', 'customFields.views-agree', async (t) => {
    await unlessUntested(
      updating(t, (field) => expectOnceWithSeveral(t, field)),
      undefined,
    );
    // That the list shows each field once is judged of all others as well.
    if (t.tally.compared === 0) throw new NotApplicable('no field is known to take several target ids');
  }),
];
