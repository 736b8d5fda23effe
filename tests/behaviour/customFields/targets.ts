/** Types of items that custom fields apply to. Sections "Custom field", "Endpoints / Custom fields". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldPool, type PoolField } from '../../support/domain/fieldPool.ts';
import { updateAsTaken } from '../../support/domain/fieldUpdates.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { isRefusal, strings, totalOf } from '../../support/records/answers.ts';
import { supportedTypes } from '../../support/records/bodies.ts';
import { tryMake } from '../../support/records/creating.ts';
import { isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { sample } from '../../support/values/sample.ts';
import { swappedCase } from '../../support/values/texts.ts';
import { expectTaken, likeAccepted, updating } from './fields.ts';

const KIND = 'customField';
/** Fields cannot be deleted, so few pairs are tried. */
const MOST_PAIRS = 3;
const UNSUPPORTED = ['gcUnknownType', 'gc_unknown_type'] as const;

/** Whether the list of types counts more than it names: it may leave out any of them. */
const leavesOut = async (t: Context, supported: readonly string[]): Promise<boolean> =>
  (totalOf(await t.send('customFields.supportedTypes')) ?? 0) > supported.length;

/**
 * Texts that are hardly, but not quite, a supported type: those around the first one, none, and other kinds of records;
 * none at all where the list may leave out some of its types.
 */
async function nearMisses(t: Context): Promise<string[]> {
  const supported = await supportedTypes(t);
  const [first = ''] = supported;
  const near = [`${first}s`, first.slice(0, -1), ` ${first} `, '', 'dashboard', 'role', 'tag'];
  return (await leavesOut(t, supported)) ? [] : near.filter((type) => !supported.includes(type));
}

/** A service may leave out the types that it does not support: wrong is a field that shows one. */
const without =
  (...types: string[]) =>
  ({ targetTypes }: JsonRecord) =>
    !Array.isArray(targetTypes) || types.every((type) => !targetTypes.includes(type));

/** Judges that nothing of a refused update is stored; which earlier text is shown depends on how soon updates are seen. */
function expectNothingStored(
  t: Context,
  changes: JsonRecord,
  before: JsonRecord,
  after: JsonRecord,
  answer: Answer,
): void {
  for (const name of [...Object.keys(changes), 'targetTypes']) {
    // A flag may be absent when it is false.
    if (typeof before[name] !== 'string' && !Array.isArray(before[name])) continue;
    t.expect(after[name] !== undefined, `an update was refused, and has taken the ${name} away`, {
      expected: before[name],
      received: after[name],
      at: `/${name}`,
      exchange: answer,
    });
  }
  for (const [name, value] of Object.entries(changes)) {
    // A flag that was not shown before may have been set.
    if (after[name] === undefined || (typeof value === 'boolean' && typeof before[name] !== 'boolean')) continue;
    t.expect(after[name] !== value, `an update was refused, and its ${name} is stored all the same`, {
      expected: before[name],
      received: after[name],
      at: `/${name}`,
      exchange: answer,
    });
  }
}

/**
 * Whether a text field is taken with the target types that were refused of another field, or, where they were several, with
 * another pair: which target types go together, and with which types of values, is not said.
 */
async function isTakenOtherwise(t: Context, { refusal }: PoolField): Promise<boolean> {
  const refused = refusal?.blamed === 'targetTypes' ? strings(refusal.body.targetTypes) : [];
  const supported = await supportedTypes(t);
  const pairs = refused.length > 1 ? supported.slice(1).map((type, i) => [supported[i] as string, type]) : [];
  const others = [refused, ...sample(pairs, MOST_PAIRS)].filter((types) => types.length > 0);
  for (const targetTypes of others)
    if ('kindName' in (await tryMake(t, KIND, await likeAccepted(t, { targetTypes })))) return true;
  return false;
}

const sorted = (types: unknown) => (Array.isArray(types) ? [...types].sort() : types);

export const targets: Check[] = [
  check('every supported target type is accepted, alone and with others', 'customFields.target-types', async (t) => {
    // The first one is updated by other checks.
    for (const [i, field] of (await fieldPool(t)).fields.entries()) {
      if (field.name !== 'like' && !(await isTakenOtherwise(t, field))) await expectTaken(t, field, 'targetTypes');
      const made = i === 0 ? undefined : field.made;
      if (made?.sent.targetTypes === undefined) continue;
      await eventually(t, async (s) => {
        const { targetTypes } = await read(s, KIND, made.id);
        if (targetTypes === undefined && !(await isShown(s, KIND, ['targetTypes'])))
          throw s.nothingShown(KIND, 'targetTypes');
        s.equal(
          sorted(targetTypes),
          sorted(made.sent.targetTypes),
          'the stored target types are others than were sent',
        );
      });
    }
  }),

  check(
    'a target type that is not supported is refused, wherever it stands',
    'customFields.target-types-refused',
    async (t) => {
      const supported = await supportedTypes(t);
      const [first = ''] = supported;
      const [unknown, other] = UNSUPPORTED;
      const wrong = [[unknown], [unknown, first], [first, unknown], [first, unknown, first], [unknown, other]];
      for (const targetTypes of wrong)
        await expectRefused(
          t,
          await likeAccepted(t, { targetTypes }),
          `${unknown} is no supported target type`,
          without(...UNSUPPORTED),
        );
      const near = [swappedCase(first), ...(await nearMisses(t))].filter((type) => !supported.includes(type));
      await Promise.all(
        near.map(async (type) =>
          expectRefused(
            t,
            await likeAccepted(t, { targetTypes: [type] }),
            `${JSON.stringify(type)} is no supported target type`,
            without(type),
          ),
        ),
      );
    },
  ),

  check('no update brings in a target type that is not supported', 'customFields.target-types-update', (t) =>
    updating(t, async (field) => {
      const [first = ''] = await supportedTypes(t);
      const [unknown] = UNSUPPORTED;
      const near = (await nearMisses(t)).slice(0, 3);
      // The control: a right update of the same kind is accepted, or one of the label alone where types are not taken away.
      const shown = await read(t, KIND, field.id);
      const label = { label: t.names.next('relabelled') };
      const { sent } = await updateAsTaken(t, field, shown, label, { targetTypes: [first] });
      const before = await eventually(t, async (s) => {
        const record = await read(s, KIND, field.id);
        s.equal(record.label ?? sent.label, sent.label, 'an update is not stored');
        return record;
      });
      let taken = false;
      for (const [wrong, targetTypes] of [
        [unknown, [unknown]],
        [unknown, [first, unknown]],
        [unknown, [unknown, first]],
        ...near.map((type) => [type, [type]] as const),
      ] as const) {
        const texts = { label: t.names.next('relabelled'), description: t.names.next('described') };
        const changes = { ...texts, filterable: before.filterable !== true };
        const body = wholeField(field.sent, before, { ...changes, targetTypes });
        const answer = await t.send('customFields.update', { ...at(KIND, field.id), body });
        const after = await read(t, KIND, field.id);
        if (after.targetTypes === undefined && before.targetTypes === undefined)
          throw t.nothingShown(KIND, 'targetTypes');
        t.expect(without(wrong)(after), 'an update has given a field a target type that is not supported', {
          expected: before.targetTypes,
          received: after.targetTypes,
          at: '/targetTypes',
          exchange: answer,
        });
        taken ||= answer.ok;
        // Once another one was taken, the flag may be its.
        if (isRefusal(answer)) expectNothingStored(t, taken ? texts : changes, before, after, answer);
      }
    }),
  ),

  check('fields apply to supported types', 'customFields.target-types-used', async (t) => {
    const supported = await supportedTypes(t);
    if (await leavesOut(t, supported))
      throw new NotTested(
        'customFields.supportedTypes counts more types than it names',
        'a target that names all supported types',
      );
    const { items } = await readKind(fresh(t), KIND);
    const shown = items.filter(({ targetTypes }) => Array.isArray(targetTypes) && targetTypes.length > 0);
    if (shown.length === 0) throw t.nothingShown(KIND, items.length > 0 ? 'targetTypes' : []);
    for (const { _id, targetTypes } of shown) {
      const types = targetTypes as unknown[];
      t.none(
        types.filter((type) => !supported.includes(String(type))),
        types.length,
        `the field ${_id} has target types that supported-types does not name`,
      );
    }
  }),

  check(
    'the target types beside the list are supported ones, and those of its fields',
    'customFields.target-types-used',
    (t) =>
      eventually(t, async (s) => {
        const supported = await supportedTypes(s);
        if (await leavesOut(s, supported))
          throw new NotTested(
            'customFields.supportedTypes counts more types than it names',
            'a target that names all supported types',
          );
        const { items, answer } = await readKind(fresh(s), KIND);
        const beside = isRecord(answer.json) ? answer.json.targetTypes : undefined;
        if (!Array.isArray(beside)) throw s.nothingShown(KIND, 'targetTypes');
        const unknown = beside.filter((type) => !supported.includes(String(type)));
        s.none(unknown, beside.length, 'supported-types does not name a target type beside the list', answer);
        // A field may be older than the end of a target type.
        const used = strings(items.flatMap(({ targetTypes }) => targetTypes ?? [])).filter((type) =>
          supported.includes(type),
        );
        const missing = used.filter((type) => !beside.includes(type));
        s.none(missing, used.length, 'the target types beside the list leave out one of its fields', answer);
      }),
  ),

  check('supported-types names each type once', 'customFields.supported-types-each-once', async (t) => {
    const answer = await t.ok('customFields.supportedTypes');
    const items = (answer.json as { items?: unknown[] } | undefined)?.items ?? [];
    t.expect(items.length > 0 && new Set(items).size === items.length, 'the supported types are not each named once', {
      expected: 'each type once, at least one',
      received: items,
    });
  }),
];
