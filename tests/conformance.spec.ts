/**
 * The one host of the suite in Playwright: a describe per batch, a test per requirement, a step per check. The first test of
 * a batch starts all of its checks side by side, and each test waits for its own.
 */
// Its usual test sets up a browser's fixtures for each test, of which none is used here.
import { _baseTest as test } from '@playwright/test';
import {
  ASKED,
  type BatchResult,
  type CheckResult,
  cutOff,
  endedEarly,
  GREP,
  type Handed,
  LEDGER,
  loadFixtures,
  loadSettings,
  PLAN,
  type Plan,
  REPORTED,
  RESULT,
  RUN,
  type Settings,
  TESTS,
} from '../schemas/contract.ts';
import type { Batch, BatchOf, Check, CheckInfo } from './support/engine/check.ts';
import type { Runtime } from './support/engine/context.ts';
import { openJournal } from './support/engine/journal.ts';
import { labels, labelsOfAll } from './support/engine/labels.ts';
import { NotTested } from './support/engine/outcome.ts';
import { plannedBatches } from './support/engine/planned.ts';
import { type Found, type Running, startBatch } from './support/engine/running.ts';
import { searchMsOf } from './support/engine/search.ts';
import { grepOf, select } from './support/engine/select.ts';
import { ALL_ANSWERS, type TestOf, testsOf } from './support/engine/testsOf.ts';
import { names } from './support/engine/uniqueNames.ts';
import { failureText, isBroken, untestedWords, whySkipped } from './support/engine/words.ts';
import { createClient } from './support/http/client.ts';
import { PATIENCE } from './support/http/refusals.ts';

type Planned = BatchOf<CheckInfo>;

const settings = loadSettings(process.cwd(), process.env);
const pattern = grepOf(process.env[GREP]);

let shared: Runtime | undefined;

/** What the batches of this worker have in common. */
function runtime(worker: number, workers: number): Runtime {
  if (settings.baseUrl === undefined)
    throw new Error(
      'BASE_URL is not set, and no bundled server was started. Run the suite with the configuration at the root.',
    );
  const target: Settings & { baseUrl: string } = { ...settings, baseUrl: settings.baseUrl };
  const { [LEDGER]: ledger, [ASKED]: asked = '0' } = process.env;
  shared ??= {
    settings: target,
    fixtures: loadFixtures(settings.fixtures),
    doubtful: (JSON.parse(process.env[PLAN] ?? '{}') as Partial<Plan>).doubtful ?? [],
    client: createClient(target, 1 / workers, PATIENCE, Number(asked)),
    ...(ledger !== undefined && { journal: openJournal(ledger) }),
    names: names(process.env[RUN] ?? 'local', worker),
    cutOff() {
      const cut = cutOff(process.env, settings.maxMinutes);
      return cut && new NotTested(cut.reason, cut.remedy);
    },
    searchMs: searchMsOf(settings, workers),
    isSelection: pattern !== undefined,
  };
  return shared;
}

/** @throws NotTested once the run is interrupted or its time is over: what was begun ends, and is cleaned up after. */
function stillRunning(): void {
  const early = endedEarly(process.env, settings.maxMinutes);
  if (early) throw new NotTested(early.reason, early.remedy);
}

const stoppable = (check: Check): Check => ({
  ...check,
  run: (t) => {
    stillRunning();
    return check.run(t);
  },
});

/** The checks of a batch that was planned. The suite is loaded where it runs; Playwright itself only lists it. */
async function checksOf(planned: Planned): Promise<Batch> {
  const { batches } = await import('./suite.ts');
  const { title, checks } = planned;
  const all = batches.find((batch) => batch.title === title)?.checks ?? [];
  const known = new Map(all.map((check) => [check.title, check]));
  return {
    title,
    checks: checks.map((check) => {
      const { run } = known.get(check.title) ?? {};
      if (!run) throw new Error(`the suite has no check "${check.title}" any more. Build it again: npm run build`);
      return { ...check, run };
    }),
  };
}

/**
 * The titles of the checks that this worker is to run: those of the tests that were selected. Tests of a batch come in their
 * order, so that what stands before the first one has been run by a worker that is lost.
 */
function wanted(planned: Planned, first: string): Set<string> {
  const { [planned.title]: selected } = JSON.parse(process.env[TESTS] ?? '{}') as Record<string, readonly string[]>;
  const tests = testsOf(planned);
  const begins = tests.findIndex((one) => one.requirement === first);
  const here = begins < 0 ? [] : tests.slice(begins).filter((one) => selected?.includes(one.requirement) ?? true);
  return new Set(here.flatMap(({ checks }) => checks.map(({ title }) => title)));
}

interface UnderWay extends Running {
  /** Titles of the checks whose results the reporter has. */
  handed: Set<string>;
  /** Whether what broke outside of the checks is known to the reader of a test. */
  told: boolean;
}

const underWay = new Map<string, Promise<UnderWay>>();

async function start(planned: Planned, first: string): Promise<UnderWay> {
  const titles = wanted(planned, first);
  const { title, checks } = await checksOf(planned);
  const { workerIndex, config } = test.info();
  const own = checks.filter((check) => titles.has(check.title)).map(stoppable);
  const running = startBatch({ title, checks: own }, runtime(workerIndex, config.workers));
  return { ...running, handed: new Set(), told: false };
}

const keyOf = ({ title }: Planned) => `${test.info().repeatEachIndex} ${title}`;

/** The batch, which the first of its tests in this worker starts. */
function running(planned: Planned, first: string): Promise<UnderWay> {
  const known = underWay.get(keyOf(planned)) ?? start(planned, first);
  underWay.set(keyOf(planned), known);
  return known;
}

/** Attaches a value; `attach` would make a folder for each test besides. */
function attach(name: string, text: string): void {
  test.info().attachments.push({ name, body: Buffer.from(text), contentType: 'application/json' });
}

/** Gives the reporter what it makes the record of. */
function hand(result: BatchResult, began: readonly number[]): void {
  const handed: Handed = { result, began };
  attach(RESULT, JSON.stringify(handed));
}

/** Failures of a test whose evidence is attached, a file each; every one of them is in the suite's own reports. */
const MOST_ATTACHED = 10;

/** Where every step stands; Playwright would take a stack trace of each to find out. */
const HERE = { file: import.meta.filename, line: 1, column: 1 };

/** A step that fails in the report, with its evidence, without ending the test. */
async function asStep(result: CheckResult): Promise<void> {
  const info = test.info();
  await test
    .step(
      result.check,
      async () => {
        if (!isBroken(result)) return;
        if (result.evidence && info.attachments.filter(({ name }) => name === 'evidence').length < MOST_ATTACHED)
          attach('evidence', JSON.stringify(result.evidence, null, 1));
        const error = new Error(failureText(result));
        error.stack = error.message;
        throw error;
      },
      { location: HERE },
    )
    .catch(() => {});
}

/**
 * Ends a test whose checks do not hold. Playwright throws the worker of a failed test away, and a new one takes longer than
 * most batches: it is told that the failure was to be expected, and our reporter takes that back (`reports/expected.ts`).
 */
function fail(broken: readonly CheckResult[]): never {
  if (process.env[REPORTED] === 'true') test.info().expectedStatus = 'failed';
  const error = new Error(broken.map(failureText).join('\n\n'));
  error.stack = error.message;
  throw error;
}

/** A test: waits for what its checks found, and shows each as a step. */
async function run(planned: Planned, { requirement, checks }: TestOf): Promise<void> {
  const batch = await running(planned, requirement);
  const all: Found[] = await Promise.all(checks.map(({ title }) => batch.found(title)));
  const fresh = all.filter(({ result }) => !batch.handed.has(result.check));
  for (const { result } of fresh) batch.handed.add(result.check);
  const results = fresh.map(({ result }) => result);
  hand(
    { batch: planned.title, planned: results.length, results, traffic: {}, leftovers: [], retries: 0 },
    fresh.map(({ began }) => began),
  );
  const found = all.map(({ result }) => result);
  for (const result of found) await asStep(result);
  const reason = whySkipped(found);
  if (reason === undefined) test.info().annotations.push(...untestedWords(found));
  const broken = found.filter(isBroken);
  if (broken.length > 0) fail(broken);
  if (reason !== undefined) test.skip(true, reason);
}

/** What broke the laws of every answer: these results belong to no check. */
const lawsOf = ({ checks }: Planned, results: readonly CheckResult[]) =>
  results.filter(({ check }) => !checks.some(({ title }) => title === check));

/** What is judged in every answer to the other tests of a batch: known when all of them have ended. */
async function runAllAnswers(planned: Planned): Promise<void> {
  const batch = await running(planned, '');
  const { results } = await batch.ended;
  const broken = lawsOf(planned, results);
  batch.told = true;
  hand({ batch: planned.title, planned: 0, results: [], traffic: {}, leftovers: [], retries: 0 }, []);
  for (const result of broken) await asStep(result);
  if (broken.length > 0) fail(broken);
  if (results.length === 0) test.skip(true, 'not tested: no other test of this group was selected');
}

/** Waits until a batch has removed what it created, and hands over what concerns it as a whole, with the last test that ran. */
async function end(planned: Planned): Promise<void> {
  const key = keyOf(planned);
  const begun = underWay.get(key);
  underWay.delete(key);
  if (begun === undefined) return;
  const batch = await begun;
  batch.stop();
  const { results, ...rest } = await batch.ended;
  const broken = lawsOf(planned, results);
  hand(
    { ...rest, planned: broken.length, results: broken },
    broken.map(() => Date.now()),
  );
  if (batch.told) return;
  for (const result of broken) await asStep(result);
  if (broken.length > 0) fail(broken);
}

for (const batch of select(plannedBatches(), settings, pattern))
  test.describe(batch.title, () => {
    // All tests of a batch share its checks, so that they belong to one worker, and to one shard.
    test.describe.configure({ mode: 'default' });
    for (const one of testsOf(batch)) test(one.title, labels(batch.title, one), () => run(batch, one));
    test(ALL_ANSWERS, labelsOfAll(batch), () => runAllAnswers(batch));
    test.afterAll(() => end(batch));
  });
