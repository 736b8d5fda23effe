/** Name and type of a custom field never change. Section "States and transitions". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { withArticle } from '../../../schemas/contract.ts';
import { elementOf, wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldName, isFieldName } from '../../support/domain/fieldNames.ts';
import { alone, fieldPool } from '../../support/domain/fieldPool.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { isGiven } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { listedRecord } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { swappedCase } from '../../support/values/texts.ts';
import { updating } from './fields.ts';
import { update } from './updating.ts';

const KIND = 'customField';

type Immutable = 'name' | 'type';

/** An update, and who sends it. */
interface Attempt {
  body: JsonRecord;
  as?: Actor;
}

/**
 * Judges that updates leave name or type as it was, whatever they answer: it is read once, after all of them, since none says
 * the old value, so that it would come back.
 */
async function expectKept(
  t: Context,
  id: string,
  field: Immutable,
  attempts: readonly Attempt[],
  before: JsonRecord,
): Promise<void> {
  const answers: Answer[] = [];
  for (const attempt of attempts) answers.push(await t.send('customFields.update', { ...at(KIND, id), ...attempt }));
  const after = await read(t, KIND, id);
  const toldBy = ({ ok, json }: Answer) => (ok ? ((json as JsonRecord | undefined)?.[field] ?? undefined) : undefined);
  const told = answers.filter((answer) => toldBy(answer) !== undefined);
  const other = told.find((answer) => toldBy(answer) !== before[field]);
  const details = { expected: before[field], at: `/${field}` };
  t.expect(after[field] === before[field], `an update has changed the ${field} of a field`, {
    ...details,
    received: after[field],
    exchange: other ?? answers.at(-1),
  });
  for (const answer of told)
    t.expect(toldBy(answer) === before[field], `an update answers with another ${field}`, {
      ...details,
      received: toldBy(answer),
      exchange: answer,
    });
}

/** The field as it is before anything else is tried: an update that keeps name and type succeeds. */
async function controlled(t: Context, made: Made, field: Immutable): Promise<JsonRecord> {
  await update(t, made, { label: t.names.next('relabelled') });
  const before = await read(t, KIND, made.id);
  if (before[field] === undefined) throw t.nothingShown(KIND, field);
  return before;
}

/** What a careless guard takes for nothing, and lets pass: it is no name and no type. */
const ODD: readonly unknown[] = ['', null, ' ', 0, false, [], {}];

/** Values unlike the present one: among them those that differ the least. */
const others: Readonly<Record<Immutable, (t: Context, now: string) => readonly unknown[]>> = {
  name: (t, now) => [
    t.names.field(),
    fieldName(t, 4),
    now.slice(0, 1) + swappedCase(now.slice(1)),
    ...[`${now}x`, now.slice(0, -1)].filter(isFieldName),
    ...ODD,
  ],
  type: (_t, now) => {
    const element = elementOf(now);
    const spelled = (of: string) => (now.includes('[') || element === undefined ? `array:[${of}]` : `array:${of}`);
    const plain = ['string', 'number', 'date'].filter((type) => type !== now);
    // Who compares types without regard to case and blanks may write them as they came.
    const respelled = [swappedCase(now), `${now} `, ` ${now}`];
    if (element !== undefined) return ['string', element, spelled(element === 'date' ? 'bool' : 'date'), ...respelled];
    return [...plain, spelled(now), `array:${now}`, ...respelled, ...(now === 'string' ? ODD : [])];
  },
};

/** Whether one value is the other, but for letter case and spaces at its ends. */
const isNear = (value: unknown, now: unknown): boolean =>
  String(value).trim().toLowerCase() === String(now).toLowerCase();

/** Updates with another value: a whole record, one with another change, the value alone. */
const formsOf = (t: Context, { sent }: Made, before: JsonRecord, change: JsonRecord): readonly JsonRecord[] => [
  wholeField(sent, before, change),
  wholeField(sent, before, { ...change, label: t.names.next('relabelled') }),
  change,
];

/**
 * Judges that no update changes name or type of a field: a whole record, with another change, alone, or of another user.
 * @param nth which of several fields it is: a value that all of them are sent has another form at each; without it all forms
 */
async function expectImmutable(t: Context, made: Made, field: Immutable, nth?: number): Promise<void> {
  const before = await controlled(t, made, field);
  const values = others[field](t, String(before[field])).filter((value) => value !== before[field]);
  const trying = values.map((value, i) => {
    const forms = formsOf(t, made, before, { [field]: value });
    const whole = nth === undefined || i === 0 || ODD.includes(value);
    return { value, forms: whole ? forms : forms.filter((_, form) => form === (i + nth) % 3) };
  });
  const near = trying.filter(({ value }) => isNear(value, before[field]));
  const far = trying.filter((one) => !near.includes(one));
  const other = field === 'name' ? 'type' : 'name';
  const label = () => t.names.next('relabelled');
  const both = (['name', 'type'] as const).map((one) => [
    one,
    others[one](t, String(before[one])).find((is) => is !== before[one]),
  ]);
  const attempts: Attempt[] = [
    // What does not name it does not change it either, whether such an update is taken or refused.
    { body: { label: label() } },
    { body: { [other]: before[other], label: label() } },
    // Who cleans what comes nearly as it was brings the old value back: that would hide what came before.
    ...[...near, ...far].flatMap(({ forms }) => forms.map((body) => ({ body }))),
    // A body may name the id of the field that it is for.
    { body: wholeField(made.sent, before, { _id: made.id, [field]: values[0], label: label() }) },
    // Nor when both are sent that never change.
    { body: wholeField(made.sent, before, Object.fromEntries(both)) },
    ...(isGiven(t, 'second')
      ? [{ body: wholeField(made.sent, before, { [field]: values[0] }), as: 'second' as const }]
      : []),
  ];
  await expectKept(t, made.id, field, attempts, before);
  const inList = await listedRecord(t, KIND, made.id);
  if (inList?.[field] !== undefined)
    t.field(inList, field, before[field], `the list shows ${withArticle(field)} that an update brought`);
}

export const nameAndType: Check[] = [
  check('no update changes the name', 'customFields.name-immutable', (t) =>
    updating(t, (made) => expectImmutable(t, made, 'name')),
  ),

  check('no update turns a type into another, whoever sends it', 'customFields.type-immutable', async (t) => {
    const made = (await fieldPool(t)).fields.flatMap((field) => field.made ?? []);
    await Promise.all(made.map((field, i) => alone(t, field, () => expectImmutable(t, field, 'type', i))));
  }),

  check('what an update with another name or type answers', 'customFields.immutable-answer', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const answers = [];
      for (const change of [{ name: t.names.field() }, { type: 'number' }]) {
        const { status } = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, change),
        });
        answers.push(`${Object.keys(change)[0]}: answers ${status}`);
      }
      return answers;
    }),
  ),
];
