/**
 * What a read answers depends on what was written, not on what was asked before: by others, for other records, with other
 * parameters, or in vain. Sections "What the service does", "Endpoints / Conventions".
 */

import { addressing, DEFAULT_PAGE, isRecord, kindShown, kinds, type Operation } from '../../schemas/contract.ts';
import { lacking } from '../support/domain/facts.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import { anew, fresh } from '../support/engine/retry.ts';
import { holdsOfRuns, mayHoldOwn } from '../support/engine/uniqueNames.ts';
import { givenActors, isGiven } from '../support/http/actors.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { clock } from '../support/http/clock.ts';
import { ordered } from '../support/lists/ordered.ts';
import { OTHER_PARAMETERS } from '../support/lists/otherParameters.ts';
import { hasMarkup } from '../support/lists/plainText.ts';
import { queryOf, readKind, sizeOf } from '../support/lists/readList.ts';
import { idOf, idsOf, itemsOf, keyOf, required } from '../support/records/answers.ts';
import { othersAtWork, type Snapshot, snapshotOf, watchMsSince } from '../support/records/bystanders.ts';
import { unknownId } from '../support/records/identifiers.ts';
import { withoutCounts } from '../support/records/withoutCounts.ts';
import { firstDifference } from '../support/values/difference.ts';
import { orderlessDifference } from '../support/values/orderless.ts';
import { sample } from '../support/values/sample.ts';
import { comparable } from './comparable.ts';
import { otherBodies } from './otherBodies.ts';
import { vanished } from './reads.ts';
import { bareRequest, concerns, sent } from './requests.ts';

/** Records that are looked at. */
const SUBJECTS = 3;
/** Pages of a list: what others change at once is not most of the records of one. */
const PAGES = 2;
/** Records with markup, and as many others, where formatting concerns them. */
const HALF = 2;

/**
 * Requests of the same operation whose answers must leave no trace.
 * @param nth which of the subjects it is: all of them are asked for beside the first, every second one beside each other
 */
async function between(
  t: Context,
  operation: Operation,
  { as: _, ...input }: RequestInput,
  nth: number,
): Promise<RequestInput[]> {
  const known = await sent(t, operation);
  const parameters = queryOf(operation.id).filter((name) => OTHER_PARAMETERS[name] !== undefined);
  const hasSecond = isGiven(t, 'second');
  const all = [
    ...known
      .map((one) => one.input)
      .filter((other) => other !== input)
      .slice(0, 3),
    // The second user asks last of all.
    ...givenActors(t)
      .filter((as) => as === 'limited' || as === 'other')
      .map((as) => ({ ...input, as, ...(as === 'other' && { account: t.settings.otherAccountId ?? null }) })),
    ...parameters.flatMap((name) => {
      const query = ordered(operation.id, { ...input.query, [name]: OTHER_PARAMETERS[name] as string });
      return [{ ...input, query }, ...(hasSecond ? [{ ...input, query, as: 'second' as const }] : [])];
    }),
    ...(await otherBodies(t, operation)).map((body) => ({ ...input, body })),
    ...otherBounds(operation).map((query) => ({ ...input, query: { ...input.query, ...query } })),
    await bareRequest(t, operation),
    { ...input, authorization: 'Bearer gc-this-token-was-never-issued' },
  ];
  return nth === 0 ? all : all.filter((_other, i) => i % 2 === nth % 2);
}

/** What else may be asked for than lists are: nearly nothing answers to it. */
const BOUNDS: readonly Readonly<Record<string, string>>[] = [
  { from: '2100-01-01' },
  { to: '1970-01-01' },
  { mykpis: 'true', ungrouped: 'true' },
];

/** Those that the operation lists. */
const otherBounds = ({ id }: Operation): Readonly<Record<string, string>>[] =>
  BOUNDS.filter((query) => Object.keys(query).every((name) => queryOf(id).includes(name)));

/** A request that is refused for its id or its filter, with every parameter that would make an answer another one. */
async function inVain(t: Context, operation: Operation, input: RequestInput): Promise<RequestInput> {
  const names = queryOf(operation.id).filter((name) => OTHER_PARAMETERS[name] !== undefined);
  const query = {
    ...input.query,
    ...Object.fromEntries(names.map((name) => [name, OTHER_PARAMETERS[name] as string])),
  };
  const parameter = addressing(operation);
  if (!parameter) return { ...input, query: { ...query, ...(names.includes('filter') && { filter: '{' }) } };
  return { ...input, query, params: { ...input.params, [parameter.name]: await unknownId(t, parameter.idKind) } };
}

/** Records with markup, which the parameter formatting must leave as they are. */
export async function formatted(t: Context, operation: Operation): Promise<RequestInput[]> {
  const parameter = addressing(operation);
  if (!parameter || !queryOf(operation.id).includes('formatting')) return [];
  if (kinds[parameter.idKind]?.list === undefined) return [];
  const { items } = await unlessUntested(readKind(t, parameter.idKind), { items: [] });
  const marked = items.filter((item) =>
    Object.values(item).some((value) => typeof value === 'string' && hasMarkup(value)),
  );
  return idsOf(sample(marked, SUBJECTS)).map((id) => ({ params: { [parameter.name]: id } }));
}

/** Reads to look at: several records, or several pages of a list. */
async function subjects(t: Context, operation: Operation): Promise<RequestInput[]> {
  const marked = (await formatted(t, operation)).slice(0, HALF);
  const right = (await sent(t, operation)).filter(({ answer }) => answer.ok).map(({ input }) => input);
  // Of both there are as many: what is wrong with half of all is wrong.
  const inputs = [...right.slice(0, marked.length > 0 ? HALF : SUBJECTS), ...marked];
  const size = sizeOf(operation.id);
  const pages = size !== undefined && ['skip', 'sort'].every((name) => queryOf(operation.id).includes(name));
  // A whole list is long, and has many records to look at; the other requests for it come in between.
  if (listedKinds(operation).length > 0 && !pages) return inputs.slice(0, 1);
  if (inputs.length > 1 || !pages) return inputs;
  return Array.from({ length: PAGES }, (_, i) => ({
    ...inputs[0],
    query: { ...required(operation.id).query, sort: 'id', [size as string]: '4', skip: String(4 * i) },
  }));
}

/** Dates of the last change. */
const CHANGED_AT = ['dateUpdated', 'dateModified', 'lastModified'];

/** Fields that the suite's own writes change in records that others made, besides counts and places: tags, groups. */
const CHANGED_BY_WRITES = /^(tags?|groups|memberIds|count|totalCount)$/;

/** Whether both values are records that show the same date of their last change. */
const isUnchanged = (one: unknown, two: unknown): boolean =>
  isRecord(one) &&
  isRecord(two) &&
  CHANGED_AT.some((field) => one[field] !== undefined) &&
  CHANGED_AT.every((field) => one[field] === two[field]);

/** A record with the fields alone that count; any other value as it is. */
export const only = (value: unknown, counts: (name: string) => boolean): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => counts(name))) : value;

/** What no write of the suite changes. */
const lasting = (value: unknown): unknown =>
  only(
    withoutCounts(value),
    (name) => name !== 'modifiedById' && !CHANGED_AT.includes(name) && !CHANGED_BY_WRITES.test(name),
  );

/** The first place where two views differ in what no write has changed: who changed it last counts while the date is the same. */
export function differs(one: unknown, two: unknown): ReturnType<typeof firstDifference> {
  const author = (value: unknown) => only(value, (name) => name === 'modifiedById');
  return (
    firstDifference(lasting(one), lasting(two)) ??
    (isUnchanged(one, two) ? firstDifference(author(one), author(two)) : undefined)
  );
}

/** The same in all but what a write may have changed; where it shows that one has, the date of the change is a part of that. */
export function differsUnwritten(one: unknown, two: unknown): ReturnType<typeof firstDifference> {
  const written = (value: unknown) => only(value, (name) => CHANGED_BY_WRITES.test(name));
  return firstDifference(written(one), written(two)) ? differs(one, two) : firstDifference(one, two);
}

/**
 * Parts of an answer that are compared one by one: the records of a list, else all of it. A page past the end has none,
 * since new records may come to stand there.
 */
export function partsOf(
  { names }: Context,
  operation: Operation,
  { query }: RequestInput,
  { ok, json }: Answer,
): Map<string, unknown> {
  // A record may have a field that elsewhere holds a list, such as tags.
  const isRecordItself = isRecord(json) && idOf(json) !== undefined;
  const listed = isRecordItself ? [] : itemsOf(json).filter((item) => keyOf(item) !== undefined);
  if (ok && listed.length === 0 && query?.skip !== undefined) return new Map();
  if (!ok || listed.length === 0) return new Map([['', comparable(operation, json)]]);
  const parts = listed.map((item): [string, unknown] => [String(keyOf(item)), comparable(operation, item)]);
  // What the suite has made it changes all the time.
  const others = parts.filter(([, item]) => !holdsOfRuns(item));
  // In an account that many runs have used, a page may hold nothing else than what they left.
  const left = parts.filter(([, item]) => !mayHoldOwn(names, item));
  return new Map(others.length > 0 ? others : left);
}

/** A read, and those of its parts that were the same twice. */
interface Steady {
  /** When the first of the two readings began. */
  since: number;
  input: RequestInput;
  parts: Map<string, unknown>;
  /** How many records either of the two readings had at least. */
  count: number;
}

/** Records of a list of which others do not take most away at once. */
const MANY = 4;

/** How many parts there are that no run has made: another run may delete all of its own at once. */
const countOf = (parts: ReadonlyMap<string, unknown>): number =>
  [...parts.values()].filter((part) => !holdsOfRuns(part)).length;

/** Whether most of a list is missing, whichever records they are: its order is free, and so is what its first page shows. */
const isCut = ({ input: { query }, count }: Steady, parts: ReadonlyMap<string, unknown>): boolean =>
  query?.skip === undefined && count >= MANY && countOf(parts) * 2 < count;

/** Reads twice, then asks otherwise; undefined where others are changing it right now. */
async function askedOtherwise(
  t: Context,
  operation: Operation,
  input: RequestInput,
  nth: number,
): Promise<Steady | undefined> {
  const since = clock.now();
  const [before, again] = [await t.send(operation.id, input), await t.send(operation.id, input)];
  // Others may have deleted the record since it was found; that reads succeed is judged by itself.
  if (!before.ok || !again.ok) return undefined;
  const [one, two] = [partsOf(t, operation, input, before), partsOf(t, operation, input, again)];
  const parts = new Map([...one].filter(([id, part]) => two.has(id) && !differs(part, two.get(id))));
  if (parts.size === 0) return undefined;
  await Promise.all(
    (await between(t, operation, input, nth)).map((other) => unlessUntested(t.send(operation.id, other), undefined)),
  );
  return { since, input, parts, count: Math.min(countOf(one), countOf(two)) };
}

/**
 * Whether the records of a page stand on another one by now: so many may have been added before them. The whole list, which
 * is asked for in the same order, then shows one of them elsewhere.
 */
async function haveMoved(
  t: Context,
  operation: Operation,
  { query = {} }: RequestInput,
  ids: readonly string[],
): Promise<boolean> {
  const size = sizeOf(operation.id);
  if (size === undefined || query.skip === undefined || query.sort === undefined) return false;
  const whole = await t.send(operation.id, { query: { ...query, skip: '0', [size]: String(DEFAULT_PAGE) } });
  const first = Number(query.skip);
  return itemsOf(whole.json).some(
    (item, i) => ids.includes(String(idOf(item))) && (i < first || i >= first + Number(query[size])),
  );
}

/** Records of the kind that the operation shows, where another list has them: who changes any of them is at work. */
async function besides(t: Context, operation: Operation): Promise<Snapshot> {
  const { list } = kinds[kindShown(operation.id) ?? ''] ?? {};
  const lists = list === undefined || list === operation.id ? [] : [list];
  const answers = await Promise.all(lists.map((list) => unlessUntested(t.send(list, required(list)), undefined)));
  return answers
    .flatMap((answer) => itemsOf(answer?.json))
    .filter((item) => !holdsOfRuns(item))
    .map((item) => ({ id: `listed ${idOf(item)}`, part: lasting(item) }));
}

/**
 * Whether the answer changes, or records like it do, though nothing else is asked in between, in as long a time as it took
 * to find it changed: then others are at work on what it shows.
 */
export async function changesByItself(
  t: Context,
  operation: Operation,
  { since, input }: Pick<Steady, 'since' | 'input'>,
  at: string,
): Promise<boolean> {
  const ms = watchMsSince(t, since);
  // Who changed it last is no part of what lasts.
  const shown = at.endsWith('/modifiedById') ? (part: unknown) => part : lasting;
  const look = async () => [
    ...[...partsOf(t, operation, input, await t.send(operation.id, input))].map(([id, part]) => ({
      id,
      part: shown(part),
    })),
    ...(await besides(t, operation)),
  ];
  // What a request leaves behind may show in the next one alone.
  await look();
  return othersAtWork(look, ms);
}

/** What is wrong with a list that was cut, unless it is whole again or others are at work on it. */
async function staysCut(t: Context, operation: Operation, steadily: Steady): Promise<{ wrong: Wrong } | undefined> {
  const { input, count } = steadily;
  const now = await t.send(operation.id, input);
  const parts = partsOf(t, operation, input, now);
  if (!now.ok || !isCut(steadily, parts) || (await changesByItself(t, operation, steadily, ''))) return undefined;
  const message = 'a list has lost most of its records after other requests';
  return { wrong: { message, expected: `${count} records`, received: `${countOf(parts)} records`, exchange: now } };
}

/** What other requests leave behind in a read; undefined where only records of the suite's own are left there. */
async function trace(t: Context, operation: Operation, steadily: Steady): Promise<{ wrong?: Wrong } | undefined> {
  const { input, parts } = steadily;
  // What one request leaves behind may show in the next one alone, or only until the same user asks again.
  if (isGiven(t, 'second')) await unlessUntested(t.send(operation.id, { ...input, as: 'second' }), undefined);
  await unlessUntested(
    inVain(t, operation, input).then((vain) => t.send(operation.id, vain)),
    undefined,
  );
  const after = await t.send(operation.id, input);
  // Others may have deleted the record meanwhile.
  if (!after.ok && (await vanished(t, operation, after, input))) return undefined;
  const shown = partsOf(t, operation, input, after);
  if (shown.size === 0 && itemsOf(after.json).length > 0) return undefined;
  const steady = [...parts.keys()];
  // Some may have moved to another page, since others have added records.
  const stayed = steady.filter((id) => shown.has(id));
  if (stayed.length === 0 && (await haveMoved(t, operation, input, steady))) return undefined;
  const there = stayed.length > 0 ? stayed : steady;
  const changed = there.flatMap((id) => differs(parts.get(id), shown.get(id)) ?? []);
  // Others may change a record just then, but not most of them.
  const [difference] = changed.length * 2 > there.length ? changed : [];
  const message = 'a read answers otherwise after other requests';
  if (!difference) return isCut(steadily, shown) ? staysCut(t, operation, steadily) : {};
  if (await changesByItself(t, operation, steadily, difference.at)) return undefined;
  return { wrong: { message, ...difference, exchange: after } };
}

/** The kind whose list it is. */
const listedKinds = ({ id }: Operation): string[] => Object.keys(kinds).filter((name) => kinds[name]?.list === id);

/** Kinds that the suite cannot create, of the same group where it has such: an answer of open shape may be about them. */
function itsKinds({ group }: Operation): string[] {
  const all = Object.keys(kinds).filter((name) => kinds[name]?.list && kinds[name]?.create === undefined);
  const own = all.filter((name) => kinds[name]?.list?.startsWith(`${group}.`));
  return own.length > 0 ? own : all;
}

/** What the parameters of an answer of open shape choose its records by, and others may change meanwhile. */
const CHOSEN_BY = ['name', 'groups', 'ownerId', 'ownerIds'] as const;

/** The records that an answer of open shape may be about, by their ids and by what they are chosen by, read now. */
async function listedByKinds(t: Context, operation: Operation): Promise<Snapshot> {
  const lists = await Promise.all(
    itsKinds(operation)
      .filter((name) => t.offers(kinds[name]?.list as string))
      .map((name) => unlessUntested(readKind(fresh(t), name), { items: [] })),
  );
  const items = lists.flatMap((list) => list.items.map((item) => ({ ...item, id: idOf(item) })));
  return snapshotOf(items, ['id', ...CHOSEN_BY]);
}

/** Whether the records may have changed by which this answer of open shape is chosen. */
async function mayHaveChanged(
  t: Context,
  operation: Operation,
  { query = {} }: RequestInput,
  before: Snapshot,
): Promise<boolean> {
  // The suite itself takes KPIs out of groups: where no KPI shows its groups, nobody knows whether it did so just then.
  const isByGroups = query.groupIds !== undefined || query.ungrouped !== undefined;
  if (isByGroups && before.every(({ groups }) => groups === undefined)) return true;
  return orderlessDifference(before, await listedByKinds(t, operation)) !== undefined;
}

function independent(operation: Operation): Check {
  return check(
    `${operation.id} answers the same whatever was asked in between`,
    'general.reads-independent',
    async (given) => {
      const t = anew(given);
      const inputs = await subjects(given, operation);
      const isOpen = operation.success.schema === 'open';
      const records = isOpen ? await listedByKinds(t, operation) : [];
      const asked = await Promise.all(inputs.map((input, i) => askedOtherwise(t, operation, input, i)));
      const found: { wrong?: Wrong }[] = [];
      for (const steady of asked.filter((one) => one !== undefined)) {
        const one = await trace(t, operation, steady);
        const others = one?.wrong && isOpen && (await mayHaveChanged(t, operation, steady.input, records));
        if (one && !others) found.push(one);
      }
      if (found.length === 0)
        throw lacking(
          t,
          listedKinds(operation).map((name) => `${name}.several`),
          'the list is empty, or other clients changed what was read each time',
          'an account with such records and less going on',
        );
      const changed = found.flatMap(({ wrong }) => (wrong ? [wrong] : []));
      t.judge(changed.length * 2 >= found.length ? changed[0] : undefined, found.length);
    },
    [operation.id],
  );
}

/** Checks that an operation remembers no request. */
export const memoryChecks = (operation: Operation): Check[] =>
  concerns('general.reads-independent', operation) ? [independent(operation)] : [];
