/**
 * What a read answers depends on what was written, not on what was asked before: by others, for other records, with other
 * parameters, or in vain. Sections "What the service does", "Endpoints / Conventions".
 */
import { isRecord, type JsonRecord, kinds, type Operation } from '../../schemas/contract.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import type { Actor, Answer, RequestInput } from '../support/http/client.ts';
import { hasMarkup } from '../support/lists/plainText.ts';
import { queryOf, readKind, sizeOf } from '../support/lists/readList.ts';
import { idOf, idsOf, itemsOf, required, totalOf } from '../support/records/answers.ts';
import { firstDifference } from '../support/values/difference.ts';
import { sample } from '../support/values/sample.ts';
import { comparable } from './comparable.ts';
import { bareRequest, concerns, sent } from './requests.ts';

/** Records, or pages of a list, that are looked at. */
const SUBJECTS = 3;

const SETTING: Readonly<Partial<Record<Actor, string>>> = {
  second: 'SECOND_ACCESS_TOKEN',
  limited: 'LIMITED_ACCESS_TOKEN',
  other: 'OTHER_ACCESS_TOKEN',
};

/** Values of parameters that make an answer another one. */
const OTHERWISE: Readonly<Record<string, string>> = {
  fields: 'id',
  sort: '-id',
  skip: '1',
  limit: '1',
  take: '1',
  formatting: 'plainText',
  filter: '{"id":{"$in":[]}}',
  tags: 'gc-no-such-tag',
  includeDemo: 'true',
};

/** Requests of the same operation whose answers must leave no trace. */
async function between(t: Context, operation: Operation, { as: _, ...input }: RequestInput): Promise<RequestInput[]> {
  const known = await sent(t, operation);
  const users = Object.entries(SETTING).filter(([, setting]) => t.settings.tokens[setting as string] !== undefined);
  const parameters = queryOf(operation.id).filter((name) => OTHERWISE[name] !== undefined);
  return [
    ...known
      .map((one) => one.input)
      .filter((other) => other !== input)
      .slice(0, 3),
    ...users.map(([as]) => ({
      ...input,
      as: as as Actor,
      ...(as === 'other' && { account: t.settings.otherAccountId ?? null }),
    })),
    ...parameters.map((name) => ({ ...input, query: { ...input.query, [name]: OTHERWISE[name] as string } })),
    await bareRequest(t, operation),
    { ...input, authorization: 'Bearer gc-this-token-was-never-issued' },
  ];
}

/** Records with markup, which the parameter formatting must leave as they are. */
async function formatted(t: Context, operation: Operation): Promise<RequestInput[]> {
  const parameter = operation.parameters.findLast(({ idKind }) => idKind);
  if (!parameter?.idKind || !queryOf(operation.id).includes('formatting')) return [];
  if (kinds[parameter.idKind]?.list === undefined) return [];
  const { items } = await unlessUntested(readKind(t, parameter.idKind), { items: [] });
  const marked = items.filter((item) =>
    Object.values(item).some((value) => typeof value === 'string' && hasMarkup(value)),
  );
  return idsOf(sample(marked, SUBJECTS)).map((id) => ({ params: { [parameter.name]: id } }));
}

/** Reads to look at: several records, or several pages of a list. */
async function subjects(t: Context, operation: Operation): Promise<RequestInput[]> {
  const inputs = [
    ...(await sent(t, operation))
      .filter(({ answer }) => answer.ok)
      .map(({ input }) => input)
      .slice(0, SUBJECTS),
    ...(await formatted(t, operation)),
  ];
  const size = sizeOf(operation.id);
  // Pages of a list that cannot be sorted may be other ones each time.
  const names = queryOf(operation.id);
  if (inputs.length > 1 || size === undefined || !names.includes('skip') || !names.includes('sort')) return inputs;
  return Array.from({ length: SUBJECTS }, (_, i) => ({
    ...inputs[0],
    query: { ...required(operation.id).query, sort: 'id', [size]: '4', skip: String(4 * i) },
  }));
}

/** Begins the texts of records that the suite makes and changes all the time. */
const RUN_MARK = '"gc-';

interface Steady {
  /** What two readings in a row agreed on. */
  view: unknown;
  /** The same part of another answer. */
  of(answer: Answer): unknown;
}

/** What two answers in a row have in common: of a list the records that stayed as they were, since others may add some. */
function unchanged(operation: Operation, one: Answer, two: Answer): Steady | undefined {
  const whole = (answer: Answer) => comparable(operation, answer.json);
  const listed = itemsOf(one.json).some((item) => idOf(item) !== undefined);
  if (!listed) return firstDifference(whole(one), whole(two)) ? undefined : { view: whole(one), of: whole };
  const byId = ({ json }: Answer) =>
    new Map(
      itemsOf(json)
        .filter((item) => !JSON.stringify(item).includes(RUN_MARK))
        .map((item) => [String(idOf(item)), comparable(operation, item)] as const),
    );
  const [a, b] = [byId(one), byId(two)];
  const ids = [...a.keys()].filter((id) => id !== 'undefined' && b.has(id) && !firstDifference(a.get(id), b.get(id)));
  const of = (answer: Answer) => {
    const shown = byId(answer);
    // Some may have moved to another page, since others have added records; all of them hardly.
    const moved = ids.some((id) => shown.has(id));
    return Object.fromEntries(ids.map((id) => [id, shown.get(id) ?? (moved ? a.get(id) : undefined)]));
  };
  return ids.length === 0 ? undefined : { view: of(one), of };
}

/** Whether a record is a tag that this run has made. */
const isOwnTag = (t: Context, value: unknown): boolean =>
  isRecord(value) &&
  [value.title, value.name].some((text) => String(text).toLowerCase().includes(t.names.prefix.toLowerCase()));

/**
 * The later view as far as it must be like the earlier one: other checks of the run tag items all the time, so that its
 * own tags may come and counts of tags may rise; a record may move to another page when others come.
 */
function settledBeside(t: Context, before: unknown, after: unknown, moved: boolean): [unknown, unknown] {
  const [was, is] = [before, after].map((value) =>
    Array.isArray(value) ? value.filter((entry) => !isOwnTag(t, entry)) : value,
  );
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    const pairs = was.map((entry, i) => settledBeside(t, entry, is[i], false));
    return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  }
  if (!isRecord(was) || !isRecord(is)) return [was, is];
  const [left, right]: [JsonRecord, JsonRecord] = [{ ...was }, { ...is }];
  for (const key of Object.keys(was)) {
    const rises = key.endsWith('TaggedCount') && Number(is[key]) > Number(was[key]);
    if (rises || isOwnTag(t, was[key]) || (moved && is[key] === undefined)) {
      delete left[key];
      delete right[key];
    } else [left[key], right[key]] = settledBeside(t, was[key], is[key], false);
  }
  return [left, right];
}

/** What other requests leave behind in a read; undefined where others are changing it right now. */
async function trace(t: Context, operation: Operation, input: RequestInput): Promise<{ wrong?: Wrong } | undefined> {
  const [before, again] = [await t.ok(operation.id, input), await t.ok(operation.id, input)];
  const steady = unchanged(operation, before, again);
  if (steady === undefined) return undefined;
  await Promise.all(
    (await between(t, operation, input)).map((one) => unlessUntested(t.send(operation.id, one), undefined)),
  );
  const after = await t.send(operation.id, input);
  // Which records stand on a page is open where more come, or where the list is not sorted.
  const total = totalOf(after);
  const isPart = total !== undefined && itemsOf(after.json).length < total;
  const moved = after.ok && (total !== totalOf(again) || (isPart && input.query?.sort === undefined));
  const difference = firstDifference(...settledBeside(t, steady.view, steady.of(after), moved));
  const message = 'a read answers otherwise after other requests';
  return difference ? { wrong: { message, ...difference, exchange: after } } : {};
}

function independent(operation: Operation): Check {
  return check(
    `${operation.id} answers the same whatever was asked in between`,
    'general.reads-independent',
    async (t) => {
      const found = (
        await Promise.all((await subjects(t, operation)).map((input) => trace(t, operation, input)))
      ).filter((one) => one !== undefined);
      if (found.length === 0)
        throw new NotTested('other clients changed what was read each time', 'an account with less going on');
      const changed = found.flatMap(({ wrong }) => (wrong ? [wrong] : []));
      // Others may change one record just then, hardly two, and not all.
      t.judge(changed.length > 1 || changed.length === found.length ? changed[0] : undefined, found.length);
    },
    [operation.id],
  );
}

/** Checks that an operation remembers no request. */
export const memoryChecks = (operation: Operation): Check[] =>
  concerns('general.reads-independent', operation) ? [independent(operation)] : [];
