/** Runs a batch of checks side by side and gives what each found; knows nothing of Playwright. */
import {
  type BatchResult,
  type CheckResult,
  concealingFor,
  type Exchange,
  type Loss,
} from '../../../schemas/contract.ts';
import { type Actor, bearer, otherAccount } from '../http/actors.ts';
import { clock } from '../http/clock.ts';
import { lossWords, STAYS } from '../http/watch.ts';
import { idsOfOneAccount, isOfOtherAccount } from '../records/foreignIds.ts';
import { leftByRefusals } from '../records/leftByRefusals.ts';
import { basisOf } from './basis.ts';
import type { Batch, Check } from './check.ts';
import { type Context, createContext, type Memories, type Memory, type Runtime } from './context.ts';
import type { Again } from './contradicted.ts';
import { evidence } from './evidence.ts';
import { createFieldMemory, type FieldMemory } from './fieldMemory.ts';
import { createLeaks, type Leaks, noneTold, type Suspect } from './leaks.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { offeredOf } from './offered.ts';
import { Failure, NoData, NotApplicable, NotTested, unlessUntested } from './outcome.ts';
import { createReadings } from './readings.ts';
import { createRefusedCreates } from './refusedCreates.ts';
import { stillWrong } from './retry.ts';
import { type Broken, createSeenAnswers, createStandingLaws, type SeenAnswers } from './standingLaws.ts';
import { refusedForSize } from './tooLarge.ts';
import { createValueMemory, type ValueMemory } from './valueMemory.ts';

/** Checks in flight at once: a slow target is then waited for by many checks at a time. */
const IN_FLIGHT = 16;

function ended(
  check: Check,
  thrown: unknown,
  runtime: Runtime,
  exchanges: readonly Exchange[],
): Omit<CheckResult, 'ms'> {
  const result = { check: check.title, cells: check.cells };
  const error = refusedForSize(thrown, check.cells) ?? thrown;
  if (error instanceof Failure) {
    runtime.failed?.(error, check.title);
    return {
      ...result,
      outcome: 'fail',
      reason: error.message,
      evidence: evidence(
        error,
        check.cells,
        {
          exchanges,
          created: runtime.client.created,
          prefix: runtime.names.prefix,
          fixtures: runtime.fixtures,
          ...(runtime.doubtful && { doubtful: runtime.doubtful }),
        },
        runtime.settings,
      ),
    };
  }
  if (error instanceof NotTested) {
    const { message: reason, remedy } = error;
    return { ...result, outcome: 'not-tested', reason, remedy, ...(error instanceof NoData && { lacksData: true }) };
  }
  if (error instanceof NotApplicable) {
    const { message: reason, remedy } = error;
    return { ...result, outcome: 'not-applicable', reason, ...(remedy !== undefined && { remedy }) };
  }
  return {
    ...result,
    outcome: 'error',
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** Green means that something of the target was compared with what it must be. */
const NOTHING_COMPARED: Pick<CheckResult, 'outcome' | 'reason' | 'remedy' | 'lacksData'> = {
  outcome: 'not-tested',
  lacksData: true,
  reason: 'the account shows nothing that could be compared',
  remedy: 'an account with more records, or fixtures that name some',
};

/** Runs one check to its end; whatever it throws becomes its outcome. */
async function outcomeOf(check: Check, runtime: Runtime, t: Context): Promise<CheckResult> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const found = await check.run(t);
    const result = { check: check.title, cells: check.cells, ms: took() };
    if (found !== undefined) return { ...result, outcome: 'observed', observation: found };
    if (t.tally.compared === 0) return { ...result, ...NOTHING_COMPARED };
    const { compared, sources } = t.tally;
    const basis = basisOf([...new Set([...sources, ...t.exchanges])], check.cells);
    return { ...result, outcome: 'pass', compared, ...(basis && { basis }) };
  } catch (error) {
    return { ...ended(check, error, runtime, t.exchanges), ms: took() };
  }
}

/** Whether a check has to do with what an actor has lost: everything has with the first user. */
const concerns = ({ actor }: Loss, exchanges: readonly Exchange[]): boolean =>
  actor === 'first' || exchanges.some(({ requestHeaders }) => requestHeaders.authorization === bearer(actor as Actor));

/** Runs one check; where the target was lost meanwhile it is not tested, since the loss may explain what it found. */
async function runCheck(check: Check, runtime: Runtime, ledger: Ledger, memories: Memories): Promise<CheckResult> {
  const { watch } = runtime.client;
  const [before, started] = [watch.suspicions, clock.now()];
  const t = createContext(runtime, check.cells, ledger, memories);
  const result = await outcomeOf(check, runtime, t);
  // What failed may rest on an answer that another check was given.
  if (watch.suspicions === before && result.outcome !== 'fail') return result;
  const loss = await watch.lostSince(started);
  if (loss === undefined || !concerns(loss, t.exchanges)) return result;
  // What is remembered may be of that time as well.
  for (const memory of Object.values(memories)) memory.clear();
  const { cells, ms } = result;
  return { check: check.title, cells, ms, outcome: 'not-tested', reason: lossWords(loss), remedy: STAYS };
}

const concealers = new WeakMap<object, (text: string) => string>();

/** Gives a value as it may leave the process. */
type Conceal = <T>(value: T) => T;

/** What conceals the secrets of a run in each text of a value; nothing where no value leaves the process. */
function concealerOf({ settings, confidential }: Runtime): Conceal {
  if (confidential) return (value) => value;
  const known = concealers.get(settings) ?? concealingFor(settings);
  concealers.set(settings, known);
  return (value) => everyText(value, known);
}

/** The same with every text in it concealed. */
function everyText<T>(value: T, conceal: (text: string) => string): T {
  if (typeof value === 'string') return conceal(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => everyText(inner, conceal)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [conceal(key), everyText(inner, conceal)]),
  ) as T;
}

/** Nothing that a check says leaves the process with a secret in it. What it judges is the suite's own. */
const withoutSecrets = ({ check, cells, ...found }: CheckResult, conceal: Conceal): CheckResult => ({
  check,
  cells,
  ...conceal(found),
});

/** A law that an answer broke, as the result of a check of its own. */
function brokenLaw({ title, cell, failure }: Broken, runtime: Runtime): CheckResult {
  const cells = [cell];
  return { ...ended({ title, cells, run: async () => {} }, failure, runtime, []), ms: 0 };
}

/** What the process remembers of a target through all of its batches. */
interface Remembered {
  found: Memory;
  /** Of the fields in answers. */
  fields: FieldMemory;
  /** Of the values in answers. */
  values: ValueMemory;
  /** The answers that were judged. */
  isSeen: SeenAnswers;
}

const remembered = new WeakMap<object, Remembered>();

function rememberedOf({ client }: Runtime): Remembered {
  const known = remembered.get(client) ?? {
    found: new Map(),
    fields: createFieldMemory((id) => client.created.has(id)),
    values: createValueMemory((id) => client.created.has(id)),
    isSeen: createSeenAnswers(),
  };
  remembered.set(client, known);
  return known;
}

/** Judges an answer anew until it is right, as long as SETTLE_MS says; what gets no answer is not wrong. */
const asksAgain =
  (t: Context): Again =>
  (operationId, input, judge) =>
    unlessUntested(
      stillWrong(t, async () => judge(await t.client.send(operationId, input))),
      undefined,
    );

/** The requirement that speaks of what belongs to another account, wherever it is shown. */
const APART = 'general.foreign-token';

/** What looks for ids of another account in all answers of a batch; undefined where nobody asks, or a look costs too much. */
async function leaksFor({ checks }: Batch, t: Context, runtime: Runtime): Promise<Leaks | undefined> {
  const { settings, client } = t;
  const { judgesLaw, isSelection = false } = runtime;
  if (otherAccount(settings) === undefined || judgesLaw?.(APART) === false) return undefined;
  const speaksOf = checks.some(({ cells }) => cells.some(({ requirement }) => requirement === APART));
  if ((isSelection || settings.profile === 'smoke') && !speaksOf) return undefined;
  const told = await t.onceInProcess('told of other accounts', async () => noneTold());
  return createLeaks(settings, await idsOfOneAccount(t), (id) => client.created.has(id), told);
}

/** The first id of each operation that surely belongs to the other account. */
async function leaked(t: Context, suspects: readonly Suspect[]): Promise<Broken[]> {
  const found = new Map<string, Broken>();
  for (const suspect of suspects) {
    const { operation, id, at, answer } = suspect;
    if (found.has(operation) || !(await isOfOtherAccount(t, suspect))) continue;
    const failure = new Failure('what belongs to one account is shown to a user of another', {
      expected: 'what belongs to the account alone',
      received: id,
      at,
      exchange: answer,
    });
    const title = `${operation} shows no id of another account in any answer`;
    found.set(operation, { title, cell: { requirement: APART, operation }, failure });
  }
  return [...found.values()];
}

/**
 * Runs the checks of a batch, then removes what they created.
 * @param report is called as each check ends
 */
export async function runBatch(
  { title, checks }: Batch,
  runtime: Runtime,
  report: (result: CheckResult) => Promise<void> | void = () => {},
): Promise<BatchResult> {
  const { found, fields, values, isSeen } = rememberedOf(runtime);
  const memories: Memories = { batch: new Map(), process: found, readings: createReadings() };
  const ledger = createLedger(runtime.journal);
  const asking = asksAgain(createContext(runtime, [], ledger, memories));
  const again = runtime.settings.settleMs > 0 ? asking : undefined;
  const standing = createStandingLaws(runtime.settings, {
    memory: fields,
    isSeen,
    values: { memory: values, again: asking },
    ...(again && { again }),
    judges: runtime.judgesLaw,
  });
  const told: string[] = [];
  const refusedCreates = createRefusedCreates(runtime.names);
  const seeing: Runtime = { ...runtime, standing, refusedCreates, notice: (words) => told.push(words) };
  const looking = createContext(seeing, [], ledger, memories);
  const leaks = await leaksFor({ title, checks }, looking, runtime);
  const watched: Runtime = { ...seeing, ...(leaks && { leaks }) };
  const results: CheckResult[] = [];
  const { offered, withheld } = offeredOf(checks, runtime.fixtures);
  const waiting = [...offered];
  const conceal = concealerOf(runtime);
  const before = runtime.client.retries;
  async function worker(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = withoutSecrets(await runCheck(check, watched, ledger, memories), conceal);
      results.push(result);
      await report(result);
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  for (const result of withheld) await report(result);
  results.push(...withheld);
  const left: CheckResult[] = [];
  for (const check of leftByRefusals(refusedCreates.byKind())) {
    const result = await runCheck(check, watched, ledger, memories);
    if (result.outcome === 'fail' || result.outcome === 'error') left.push(result);
  }
  const apart = await leaked(looking, leaks?.suspects() ?? []);
  const laws = [...(await standing.broken()), ...apart].map((one) => brokenLaw(one, runtime));
  const broken = [...left, ...laws].map((one) => withoutSecrets(one, conceal));
  for (const result of broken) await report(result);
  results.push(...broken);
  const leftovers = await ledger.clean(runtime.client);
  const traffic = runtime.client.traffic;
  runtime.client.traffic = {};
  const losses = runtime.client.watch.newLosses();
  const notices = [...told, ...runtime.client.notices()];
  const samples = [...runtime.client.samples.values()];
  runtime.client.samples.clear();
  return {
    batch: title,
    planned: offered.length + withheld.length + broken.length,
    results,
    traffic,
    ...conceal({ leftovers, samples }),
    retries: runtime.client.retries - before,
    ...(losses.length > 0 && { losses }),
    ...(notices.length > 0 && { notices: conceal(notices) }),
  };
}
