/** Laws of custom fields: names are accepted exactly by the rule; histories of updates leave what they do not name. */

import fc from 'fast-check';
import type { JsonRecord } from '../../schemas/contract.ts';
import { wholeField } from '../support/domain/fieldBodies.ts';
import { FORBIDDEN_SYMBOLS, isFieldName } from '../support/domain/fieldNames.ts';
import { alone, fieldPool } from '../support/domain/fieldPool.ts';
import { tryUpdate, updateAsTaken, updateWith } from '../support/domain/fieldUpdates.ts';
import { expectRefused } from '../support/domain/refusedFields.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { Failure } from '../support/engine/outcome.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { eventually } from '../support/engine/retry.ts';
import { searchOn } from '../support/engine/search.ts';
import { isGiven } from '../support/http/actors.ts';
import { at } from '../support/http/at.ts';
import type { Actor, Answer } from '../support/http/client.ts';
import { listedRecord } from '../support/lists/readList.ts';
import { strings } from '../support/records/answers.ts';
import type { Made } from '../support/records/creating.ts';
import { isShown } from '../support/records/shownField.ts';
import { read } from '../support/records/subjects.ts';
import { orderless } from '../support/values/orderless.ts';

const KIND = 'customField';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LOWER}${LOWER.toUpperCase()}0123456789_`;

const symbols = (from: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...from), { minLength: min, maxLength: max, size: 'max' }).map((chars) => chars.join(''));

const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));

/** Names that break the rule in one way: their length, their first symbol, or one symbol further on. */
const wrongNames: fc.Arbitrary<string> = fc.oneof(
  joined(symbols(LOWER, 1, 1), fc.oneof(symbols(SYMBOLS, 0, 2), symbols(SYMBOLS, 14, 18))),
  joined(symbols(`${LOWER.toUpperCase()}0123456789_`, 1, 1), symbols(SYMBOLS, 3, 13)),
  joined(symbols(LOWER, 1, 1), symbols(SYMBOLS, 1, 6), fc.constantFrom(...FORBIDDEN_SYMBOLS), symbols(SYMBOLS, 1, 6)),
);

/** Names next to the rule on each of its sides: too short, too long, another first symbol, another symbol at each place. */
const WRONG_NAMES: readonly string[] = [
  ...['g', 'gX', 'g_9', 'gcTooLongName_9', 'gcTooLongNameAZ09'],
  ...['Gcname', '9cname', '_cname', '-cname'],
  ...['g-name', 'gcna me', 'gcnam.', 'gcnameAZ09_-_'],
];

/** Share of the runs that random names get. */
const SHARE_OF_NAMES = 0.3;

/** Judges the names that keep the rule on the shared fields, which go to all its sides, since each right name leaves a field. */
async function expectRightNames(t: Context): Promise<void> {
  for (const { made, refusal } of (await fieldPool(t)).fields) {
    if (refusal?.blamed === 'name')
      throw new Failure('a custom field with a right name is not created', {
        expected: { status: 201, ...refusal.body },
        received: refusal.answer,
      });
    if (made === undefined || !isFieldName(String(made.sent.name))) continue;
    await eventually(t, async (s) => {
      const { name } = await read(s, KIND, made.id);
      if (name !== undefined)
        s.equal(name, made.sent.name, 'the stored name is not the one that was sent', made.answer);
    });
  }
}

const TEXTS_OF_FIELD = ['label', 'description', 'tooltip'] as const;
const CHANGEABLE = [...TEXTS_OF_FIELD, 'filterable', 'targetTypes'] as const;
/** What a service may refuse to change. */
const OTHERS: readonly string[] = ['filterable', 'targetTypes'];
const WRONG = {
  name: (t: Context): JsonRecord => ({ name: t.names.field() }),
  type: (_t: Context, now: unknown): JsonRecord => ({ type: now === 'string' ? 'array:[string]' : 'string' }),
  targetTypes: (): JsonRecord => ({ targetTypes: ['gcUnknownType'] }),
} as const;

interface Step {
  /** Which of two fields. */
  field: 0 | 1;
  user: 'first' | 'second';
  changes: readonly (typeof CHANGEABLE)[number][];
  /** What the update says besides that it must not bring about. */
  wrong?: keyof typeof WRONG | undefined;
}

const step: fc.Arbitrary<Step> = fc.record({
  field: fc.constantFrom(0 as const, 1 as const),
  user: fc.constantFrom('first' as const, 'second' as const),
  changes: fc.uniqueArray(fc.constantFrom(...CHANGEABLE), { minLength: 1 }),
  wrong: fc.option(fc.constantFrom('name' as const, 'type' as const, 'targetTypes' as const), {
    nil: undefined,
    freq: 2,
  }),
});

const histories = (maxLength: number): fc.Arbitrary<Step[]> => fc.array(step, { minLength: 1, maxLength, size: 'max' });

const STEPS = 6;
const DEEP_STEPS = 40;

/** Share of the runs that random histories get. */
const SHARE = 0.15;

/** The field and the user of a step, turn by turn: each of both meets each of both. */
const turn = (i: number): Pick<Step, 'field' | 'user'> => ({
  field: i % 2 === 0 ? 0 : 1,
  user: i % 4 < 2 ? 'first' : 'second',
});

/** Each change alone, of either field; each wrong one, alone and with all others; then all at once. */
const EXAMPLES: Step[][] = [
  CHANGEABLE.flatMap((change, i) => [0, 1].map((j) => ({ ...turn(2 * i + j), changes: [change] }))),
  [
    ...(Object.keys(WRONG) as (keyof typeof WRONG)[]).flatMap((wrong, i): Step[] => [
      { ...turn(i), changes: ['label'], wrong },
      { ...turn(i + 1), changes: CHANGEABLE, wrong },
    ]),
    { ...turn(0), changes: CHANGEABLE },
    { ...turn(3), changes: CHANGEABLE },
  ],
];

/** What a field must show, undefined where that is not known, and how it was read last. */
interface Known {
  made: Made;
  shows: JsonRecord;
  seen: JsonRecord;
}

/** Judges the field as it is read by its id, which is then known. */
const look = (t: Context, known: Known, exchange: Answer): Promise<void> =>
  eventually(t, async (s) => {
    known.seen = await read(s, KIND, known.made.id);
    await expectShown(s, known, known.seen, exchange);
  });

async function expectShown(t: Context, { made, shows }: Known, record: JsonRecord, exchange?: Answer): Promise<void> {
  for (const [field, value] of Object.entries(shows)) {
    // A text that is empty may be absent, and a boolean that is false.
    const mayBeAbsent = value === '' || value === false;
    if (value === undefined || (record[field] === undefined && (mayBeAbsent || !(await isShown(t, KIND, [field])))))
      continue;
    t.equal(
      orderless(record[field]),
      orderless(value),
      `the ${field} of ${made.id} is not what the updates make it`,
      exchange,
    );
  }
}

const textsOf = (t: Context, { changes }: Step): JsonRecord =>
  Object.fromEntries(
    (changes.every((field) => OTHERS.includes(field)) ? TEXTS_OF_FIELD : changes)
      .filter((field) => !OTHERS.includes(field))
      .map((field) => [field, t.names.next(field)]),
  );

/** The flag turned, where the field was made with it: which types can have it is not said, nor whether it can be taken back. */
const flagOf = ({ changes }: Step, { sent }: Made, before: JsonRecord): JsonRecord =>
  changes.includes('filterable') && sent.filterable === true ? { filterable: before.filterable !== true } : {};

/** Of a field that was made with several target types the last one off, or all of them on again. */
function targetsOf({ changes }: Step, { sent }: Made, before: JsonRecord): JsonRecord {
  const all = strings(sent.targetTypes);
  const isWhole = strings(before.targetTypes).length >= all.length;
  return changes.includes('targetTypes') && all.length > 1 && before.targetTypes !== undefined
    ? { targetTypes: isWhole ? all.slice(0, -1) : all }
    : {};
}

const withoutUndefined = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

async function sendWrong(t: Context, { id, sent }: Made, before: JsonRecord, changes: JsonRecord, as: Actor) {
  const body = wholeField(sent, before, changes);
  return { answer: await t.send('customFields.update', { ...at(KIND, id), body, as }), changes };
}

/** Sends one update and judges what it leaves: of the field that it addresses, and of the other one. */
async function take(t: Context, step: Step, fields: readonly [Known, Known]): Promise<void> {
  const field = fields[step.field];
  const as = isGiven(t, 'second') ? step.user : 'first';
  // A boolean that is false may be absent: a whole record then says what is known of it.
  const before = { ...withoutUndefined(field.shows), ...field.seen };
  const texts = textsOf(t, step);
  const flag = { ...flagOf(step, field.made, before), ...targetsOf(step, field.made, before) };
  const wrong = step.wrong && WRONG[step.wrong](t, before.type);
  // A second user may be refused what the first is not.
  const { answer, changes } = wrong
    ? await sendWrong(t, field.made, before, { ...texts, ...flag, ...wrong }, as)
    : await updateAsTaken(t, field.made, before, texts, flag, as);
  if (answer.ok && !wrong) Object.assign(field.shows, changes);
  // What a wrong update that is not refused changes besides is open.
  else if (answer.ok)
    for (const name of Object.keys({ ...texts, ...flag, targetTypes: [] })) field.shows[name] = undefined;
  for (const known of new Set(fields)) await look(t, known, answer);
}

/**
 * What a field shows at first: its name and type as they were made, its texts as an update leaves them, since the last one
 * that another check has sent may not be seen yet.
 */
async function knownOf(t: Context, made: Made): Promise<Known> {
  const before = await read(t, KIND, made.id);
  const { name, type } = before;
  const changes = Object.fromEntries(TEXTS_OF_FIELD.map((field) => [field, t.names.next(field)]));
  const { answer, sent } = await updateWith(t, made, before, changes);
  const known: Known = { made, shows: { name, type, ...changes, targetTypes: sent.targetTypes }, seen: before };
  await look(t, known, answer);
  // What the update has not said is known from a read that shows what it has.
  known.shows.targetTypes ??= known.seen.targetTypes;
  return known;
}

/** Gives a field the target types that it was made with, which other checks expect of it. */
async function restoreTargets(t: Context, { made, seen }: Known): Promise<void> {
  const all = strings(made.sent.targetTypes);
  if (all.length > 1 && strings(seen.targetTypes).length < all.length)
    await tryUpdate(t, made, seen, { targetTypes: all });
}

export const customFieldLaws: readonly Check[] = [
  check('names are accepted exactly when they keep the rule', 'customFields.name-rule', async (t) => {
    await expectRightNames(t);
    const { sent } = (await fieldPool(t)).ordinary;
    const label = () => t.names.next('field');
    const few = withFewerRuns(t, SHARE_OF_NAMES, WRONG_NAMES.length);
    await property(
      few,
      wrongNames,
      (name) => expectRefused(t, { ...sent, label: label(), name }, `its name ${JSON.stringify(name)} breaks the rule`),
      WRONG_NAMES,
    );
  }),

  check('any history of updates of two fields by two users', 'customFields.immutable-model', async (t) => {
    const { ordinary, fields } = await fieldPool(t);
    const others = fields.filter(({ made }) => made && made.id !== ordinary.id);
    const several = ({ made }: (typeof others)[number]) => Number((made?.sent.targetTypes as unknown[])?.length) > 1;
    const other = (others.find(several) ?? others.at(-1))?.made;
    const live = async (steps: readonly Step[], known: readonly [Known, Known]) => {
      for (const step of steps) await take(t, step, known);
      for (const one of known)
        await eventually(t, async (s) => expectShown(s, one, (await listedRecord(s, KIND, one.made.id)) ?? {}));
    };
    const both = (work: (known: readonly [Known, Known]) => Promise<void>) => {
      const begin = async () => {
        const one = await knownOf(t, ordinary);
        const two = other ? await knownOf(t, other) : one;
        await work([one, two]);
        for (const known of [one, two]) await restoreTargets(t, known);
      };
      return alone(t, ordinary, () => (other ? alone(t, other, begin) : begin()));
    };
    await both((known) =>
      property(withFewerRuns(t, SHARE, EXAMPLES.length), histories(STEPS), (steps) => live(steps, known), EXAMPLES),
    );
    // Other checks need the fields as well: each history has them for itself, not the search.
    await searchOn(t, histories(DEEP_STEPS), (steps) => both((known) => live(steps, known)));
  }),
];
