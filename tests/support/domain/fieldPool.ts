/**
 * The custom fields that all checks share: they cannot be deleted, so there is one of each type and no more. Together their
 * bodies go to every side of what the specification lets a create say.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Answer } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import { bodies, supportedTypes } from '../records/bodies.ts';
import { type Made, tryMake } from '../records/creating.ts';
import { read } from '../records/subjects.ts';
import { TEXTS } from '../values/texts.ts';
import { isSameType, knownValue, spellings } from './fieldBodies.ts';
import { RIGHT_NAMES, type RightName } from './fieldNames.ts';
import { forged } from './ownFields.ts';

const KIND = 'customField';

/** What a body says besides name and target types that a service may refuse. */
type Extra = 'settings' | 'further' | 'texts' | 'bare' | 'forged' | 'ownId';

interface Shape {
  type: string;
  name: RightName;
  /** Undefined: the body names none. */
  targetTypes?: (supported: readonly string[]) => readonly string[];
  extra?: Extra;
}

const place = (n: number) => (supported: readonly string[]) => [supported[n % supported.length] as string];

const SHAPES: readonly Shape[] = [
  { type: 'number', name: 'shortest', targetTypes: (supported) => supported, extra: 'settings' },
  { type: 'bool', name: 'longest', targetTypes: (supported) => supported.slice(-1), extra: 'further' },
  { type: 'date', name: 'everySymbol', targetTypes: place(1), extra: 'bare' },
  {
    type: 'array:[string]',
    name: 'noDigit',
    targetTypes: (supported) => supported.slice(0, 2).reverse(),
    extra: 'texts',
  },
  { type: 'array:[number]', name: 'upperLast', targetTypes: place(2), extra: 'forged' },
  // Both spellings are sent, for different elements.
  { type: 'array:bool', name: 'digitLast', targetTypes: place(3), extra: 'ownId' },
  { type: 'array:date', name: 'like' },
];

/** What of a body was refused: the same body without it was accepted. */
export type Blamed = 'name' | 'targetTypes' | 'extra' | 'type';

interface Refusal {
  blamed: Blamed;
  body: JsonRecord;
  answer: Answer;
}

/** What is blamed where a body is refused, the body, and whether what was refused before it was rightly so if it is taken. */
type Level = readonly [Blamed, () => JsonRecord, boolean?];

/** So many target types a field must be able to have. */
const FEW = 2;

export interface PoolField {
  /** The type as the specification writes it first, whichever spelling was accepted. */
  type: string;
  name: RightName;
  extra?: Extra;
  /** What was sent at first for the extra, and whether the target has shown that it takes such values. */
  wanted: JsonRecord;
  learnt: boolean;
  made?: Made;
  /** What had to be left out before a field was made, or the last refusal where none was. */
  refusal?: Refusal;
  /** The last refusal of the type, where another one took its place. */
  typeRefusal?: Refusal;
  /** Spellings of the type that were refused before one was accepted. */
  refusedSpellings: readonly string[];
}

/** A type is judged only where nothing is missing from the body that fields of this type may need. */
export const UNKNOWN_WIDGET = 'a custom field of this type in the account, from which to learn its visualizationKind';

export interface Pool {
  /** An ordinary text field, which shows that a right body is accepted: the control of every refusal. */
  ordinary: Made;
  /** It as it was read before the others were made, and after. */
  before: JsonRecord;
  after: JsonRecord;
  fields: readonly PoolField[];
  /** The fields of the account as they were before. */
  known: readonly JsonRecord[];
  /** The right body of the first name that was tried, and its refusal, where a body with a wrong type was refused under this name before. */
  reserved?: { body: JsonRecord; answer: Answer };
  /** Whether the body of a type says all that the target's own fields of the type say. */
  isKnown(type: string): boolean;
}

/** Short ones, since how long a text may be is open: letters of both cases, and a space. */
const texts = (t: Context): JsonRecord => ({
  label: t.names.next('Field b'),
  description: t.names.next('What for'),
  tooltip: t.names.next('tooltip'),
});

/** Which types can be filterable is not said: true is sent of texts, and of types of which the account shows it. */
const canFilter = (known: readonly JsonRecord[], type: string): boolean =>
  type === 'string' || known.some((field) => field.filterable === true && isSameType(field.type, type));

/** A right body of a type, with the widget that the account's fields of the type have; without one where none has. */
async function bodyOf(t: Context, type: string, known: readonly JsonRecord[], n: number): Promise<JsonRecord> {
  const { visualizationKind, ...base } = await (bodies.customField as (typeof bodies)[string])(t);
  const widget = type === base.type ? visualizationKind : knownValue(known, type, 'visualizationKind');
  const filterable = n % 2 === 0 && canFilter(known, type);
  return { ...base, ...texts(t), filterable, type, ...(widget !== undefined && { visualizationKind: widget }) };
}

/** Settings of a field of the account with the same type and widget, since they may go with both; rather some than none. */
function knownSettings(known: readonly JsonRecord[], type: string, widget: unknown): unknown {
  const alike = known.filter(({ visualizationKind }) => visualizationKind === widget);
  const full = alike.filter(({ settings }) => isRecord(settings) && Object.keys(settings).length > 0);
  return knownValue(full, type, 'settings') ?? knownValue(alike, type, 'settings');
}

/** A value with each number in it replaced. */
export function withNumbers(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((entry) => withNumbers(entry, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNumbers(inner, change)]));
}

function extraOf(
  t: Context,
  { extra, type }: Shape,
  known: readonly JsonRecord[],
  ordinary: Made,
  widget: unknown,
): JsonRecord {
  // Whether a field can do without these texts is open.
  if (extra === 'bare') return { description: undefined, tooltip: undefined };
  if (extra === 'forged') return forged(ordinary.record);
  if (extra === 'ownId') return { _id: ordinary.id };
  if (extra === 'settings') return { settings: knownSettings(known, type, widget) ?? ordinary.sent.settings ?? {} };
  if (extra === 'texts')
    return { label: `${t.names.next('label')} ${TEXTS[2]}`, description: TEXTS[3], tooltip: TEXTS[4] };
  if (extra !== 'further') return {};
  const operational = known.find(({ operationalType }) => typeof operationalType === 'string');
  const targeted = known.find(({ targetIds }) => Array.isArray(targetIds) && targetIds.length > 0);
  return {
    // 0 is a number like any other.
    orderId: 0,
    ...(operational && { operationalType: operational.operationalType }),
    // Which items a target id may name is open: they stand beside the target types that they are known with.
    ...(targeted && { targetIds: targeted.targetIds, targetTypes: targeted.targetTypes }),
  };
}

/** Sends a body with each spelling of its type until one is accepted; gives the last refusal where none is. */
async function makeSpelled(
  t: Context,
  type: string,
  body: () => JsonRecord,
): Promise<{ made?: Made; refusedSpellings: readonly string[]; last?: Omit<Refusal, 'blamed'> }> {
  let last: Omit<Refusal, 'blamed'> | undefined;
  for (const [i, spelled] of spellings(type).entries()) {
    const sent = { ...body(), type: spelled };
    const made = await tryMake(t, KIND, sent);
    if ('kindName' in made) return { made, refusedSpellings: spellings(type).slice(0, i) };
    last = { body: sent, answer: made };
  }
  return { refusedSpellings: spellings(type), ...(last && { last }) };
}

/** Makes one field. Where it is refused, it is sent again with the settings that fields of its type show: it may need some. */
async function fieldOf(t: Context, n: number, known: readonly JsonRecord[], ordinary: Made): Promise<PoolField> {
  const { type } = SHAPES[n] as Shape;
  const field = await leastOf(t, n, known, ordinary);
  const settings = knownSettings(known, type, knownValue(known, type, 'visualizationKind'));
  const isRefused = field.made === undefined || field.typeRefusal !== undefined;
  return isRefused && settings !== undefined ? leastOf(t, n, known, ordinary, type, { settings }) : field;
}

/** Makes one field; a body that is refused is sent with less and less that is particular, until one is accepted. */
async function leastOf(
  t: Context,
  n: number,
  known: readonly JsonRecord[],
  ordinary: Made,
  type = (SHAPES[n] as Shape).type,
  needed: JsonRecord = {},
): Promise<PoolField> {
  const shape = SHAPES[n] as Shape;
  const { name, targetTypes, extra } = shape;
  const supported = await supportedTypes(t);
  const { targetTypes: plainTargets, ...plain } = await bodyOf(t, type, known, n);
  const whole = { ...plain, ...needed };
  const special = extraOf(t, shape, known, ordinary, whole.visualizationKind);
  const targets = targetTypes ? { targetTypes: targetTypes(supported) } : {};
  const named = (form: RightName) => ({ name: RIGHT_NAMES[form](t, String(ordinary.sent.name)) });
  const { filterable, ...base } = whole;
  const { targetTypes: all = [] } = targets;
  // How many target types a field may have is not said: two of many are enough.
  const withFew = (blamed: Blamed, more: JsonRecord, form: RightName): Level[] =>
    all.length > FEW
      ? [[blamed, () => ({ ...base, targetTypes: all.slice(-FEW), ...more, ...named(form) }), true]]
      : [];
  // Other fields may show whole numbers alone: whether a setting may have decimals is open. 0 stays 0, and the order is kept.
  const decimals = withNumbers(special.settings, (number) => (number * 33) / 32);
  const isOther = !isDeepStrictEqual(decimals, special.settings);
  const first = (more: JsonRecord) => () => ({ ...base, filterable, ...targets, ...more, ...named(name) });
  const levels: readonly Level[] = [
    ...(isOther ? [['name', first({ ...special, settings: decimals })] as const] : []),
    // A short name may be taken, so another of the same form is tried; a type may not be filterable, so it is tried without.
    ['name', first(special), isOther],
    ['name', () => ({ ...base, ...targets, ...special, ...named(name) }), true],
    ...withFew('name', special, name),
    ['extra', () => ({ ...base, ...targets, ...special, ...named('ordinary') })],
    ['targetTypes', () => ({ ...base, ...targets, ...named('ordinary') })],
    ...withFew('targetTypes', {}, 'ordinary'),
    ['type', () => ({ ...base, targetTypes: plainTargets, ...named('ordinary') })],
  ];
  const learnt = ordinary.sent.settings !== undefined || known.some(({ settings }) => settings !== undefined);
  const field = { type, name, ...(extra && { extra }), wanted: special, learnt };
  let refused: Refusal | undefined;
  for (const [blamed, body, excuses] of levels) {
    const before = excuses ? undefined : refused;
    const { made, refusedSpellings, last } = await makeSpelled(t, type, body);
    if (made) return { ...field, made, ...(before && { refusal: before }), refusedSpellings };
    refused = last && { blamed, ...last };
  }
  const none = { ...field, ...(refused && { refusal: refused }), refusedSpellings: spellings(type) };
  const needsWidget = ordinary.sent.visualizationKind !== undefined && !hasWidget(known, type);
  if (!refused || type === 'string' || !needsWidget) return none;
  // A type that may need a widget which is not known says nothing: the rest of the body is tried on a text field.
  return { ...(await leastOf(t, n, known, ordinary, 'string')), type, typeRefusal: refused };
}

const hasWidget = (known: readonly JsonRecord[], type: string) =>
  knownValue(known, type, 'visualizationKind') !== undefined;

/** The first field: nothing in its body is particular. Its name was asked for before, with a type that there is not. */
async function ordinaryField(
  t: Context,
  known: readonly JsonRecord[],
): Promise<{ made: Made; refusal?: Refusal; reserved?: Refusal }> {
  let refusal: Refusal | undefined;
  let reserved: Refusal | undefined;
  for (const [tries, form] of (['ordinary', 'ordinary', 'plainest'] as const).entries()) {
    const body = await bodyOf(t, 'string', known, 0);
    const sent = { ...body, name: RIGHT_NAMES[form](t) };
    const before = tries === 0 ? await tryMake(t, KIND, { ...sent, type: 'object' }) : undefined;
    const made = await tryMake(t, KIND, sent);
    if ('kindName' in made)
      return {
        made,
        ...(form === 'plainest' && refusal && { refusal }),
        ...(form === 'ordinary' && reserved && { reserved }),
      };
    refusal = { blamed: 'name', body: sent, answer: made };
    if (before && !('kindName' in before) && !before.ok) reserved = refusal;
  }
  const { status, ok } = (refusal as Refusal).answer;
  const given = t.fixtures.bodies.createCustomField !== undefined;
  throw new NotTested(
    `no ordinary custom field is created: customFields.create answered ${status}${ok ? ' without a new field' : ''}`,
    `FIXTURES: bodies.createCustomField with a body that the target takes${given ? ', which the one that is given is not' : ''}`,
  );
}

/** Makes the shared fields once: the ordinary one, then the others at the same time. NotTested when it is refused. */
export function fieldPool(t: Context): Promise<Pool> {
  return t.once('pool of fields', async () => {
    const known = (await unlessUntested(readKind(fresh(t), KIND), { items: [] })).items;
    const { made: ordinary, refusal, reserved } = await ordinaryField(t, known);
    // Whether a created field can be read is judged apart.
    const look = () => unlessUntested(read(t, KIND, ordinary.id), {});
    const before = await look();
    const others = await Promise.all(SHAPES.map((_, n) => fieldOf(t, n, known, ordinary)));
    const after = await look();
    const first: PoolField = {
      type: 'string',
      name: 'ordinary',
      wanted: {},
      learnt: true,
      made: ordinary,
      ...(refusal && { refusal }),
      refusedSpellings: [],
    };
    // Where a field came to be without a widget, the others need none either.
    const bare = [ordinary, ...others.flatMap(({ made }) => made ?? [])].some(
      ({ sent }) => sent.visualizationKind === undefined,
    );
    return {
      ordinary,
      before,
      after,
      fields: [first, ...others],
      known,
      ...(reserved && { reserved }),
      isKnown: (type) => bare || hasWidget(known, type),
    };
  });
}

/** Looks at the fields as they were made: whoever changes one waits for all looks that have begun. */
export function asMade<T>({ ledger }: Context, look: () => Promise<T>): Promise<T> {
  const begun = looks.get(ledger) ?? new Set<Promise<unknown>>();
  looks.set(ledger, begun);
  const result = look();
  begun.add(result.catch(() => {}));
  return result;
}

const looks = new WeakMap<object, Set<Promise<unknown>>>();

/** Works on a field alone: what other checks of the batch do to it waits. */
export function alone<T>({ ledger }: Context, { id }: Made, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(ledger) ?? new Map<string, Promise<unknown>>();
  queues.set(ledger, queue);
  const turn = async () => {
    await Promise.all(looks.get(ledger) ?? []);
    return work();
  };
  const result = (queue.get(id) ?? Promise.resolve()).then(turn, turn);
  queue.set(
    id,
    result.catch(() => {}),
  );
  return result;
}

const queues = new WeakMap<object, Map<string, Promise<unknown>>>();
