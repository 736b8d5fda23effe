/** The one host of the suite in Playwright: a test per batch, a step per check. */

import { existsSync } from 'node:fs';
import { test } from '@playwright/test';
import {
  type CheckResult,
  DEADLINE,
  LEDGER,
  loadFixtures,
  loadSettings,
  PLAN,
  type Plan,
  RESULT,
  type Settings,
  STOP,
} from '../schemas/contract.ts';
import type { Batch, BatchOf, Check, CheckInfo } from './support/engine/check.ts';
import type { Runtime } from './support/engine/context.ts';
import { openJournal } from './support/engine/journal.ts';
import { labels } from './support/engine/labels.ts';
import { NotTested } from './support/engine/outcome.ts';
import { plannedBatches } from './support/engine/planned.ts';
import { runBatch } from './support/engine/run.ts';
import { grepOf, select } from './support/engine/select.ts';
import { names } from './support/engine/uniqueNames.ts';
import { createClient } from './support/http/client.ts';

const settings = loadSettings(process.cwd(), process.env);
const pattern = grepOf(process.env.GOAL_CONFORMANCE_GREP);

let shared: Runtime | undefined;

/** What the batches of this worker have in common. */
function runtime(worker: number, workers: number): Runtime {
  if (settings.baseUrl === undefined) throw new Error('BASE_URL is not set. Start the suite with: npm run conformance');
  const target: Settings & { baseUrl: string } = { ...settings, baseUrl: settings.baseUrl };
  const { [LEDGER]: ledger } = process.env;
  shared ??= {
    settings: target,
    fixtures: loadFixtures(settings.fixtures),
    doubtful: (JSON.parse(process.env[PLAN] ?? '{}') as Partial<Plan>).doubtful ?? [],
    client: createClient(target, 1 / workers),
    ...(ledger !== undefined && { journal: openJournal(ledger) }),
    names: names(process.env.GOAL_CONFORMANCE_RUN ?? 'local', worker),
  };
  return shared;
}

/** Failures of a batch whose evidence is attached, a file each; every one of them is in the suite's own reports. */
const MOST_ATTACHED = 10;

/** Where every step stands; Playwright would take a stack trace of each to find out. */
const HERE = { file: import.meta.filename, line: 1, column: 1 };

/** A step that fails in the report, with its evidence, without ending the test. */
async function asStep({ check, cells, outcome, reason, evidence }: CheckResult): Promise<void> {
  const info = test.info();
  await test
    .step(
      `${cells[0]?.requirement}: ${check}`,
      async () => {
        if (outcome === 'not-tested') info.annotations.push({ type: 'not-tested', description: `${check}: ${reason}` });
        if (outcome !== 'fail' && outcome !== 'error') return;
        if (evidence && info.attachments.length < MOST_ATTACHED)
          await info.attach('evidence', { body: JSON.stringify(evidence, null, 1), contentType: 'application/json' });
        throw new Error(reason);
      },
      { location: HERE },
    )
    .catch(() => {});
}

function lines(results: readonly CheckResult[]): string {
  return results.map(({ check, cells, reason }) => `${cells[0]?.requirement}: ${check}: ${reason}`).join('\n');
}

const { [DEADLINE]: deadline, [STOP]: stopFile } = process.env;

/** @throws NotTested once the run is interrupted or its time is over: what was begun ends, and is cleaned up after. */
function stillRunning(): void {
  if (stopFile !== undefined && existsSync(stopFile))
    throw new NotTested('interrupted', 'a run that is not interrupted');
  if (deadline !== undefined && Date.now() > Number(deadline))
    throw new NotTested(`the run ended after MAX_MINUTES=${settings.maxMinutes}`, 'a larger MAX_MINUTES');
}

const stoppable = (check: Check): Check => ({
  ...check,
  run: (t) => {
    stillRunning();
    return check.run(t);
  },
});

/** The checks of a batch that was planned. The suite is loaded where it runs; Playwright itself only lists it. */
async function checksOf(planned: BatchOf<CheckInfo>): Promise<Batch> {
  const { batches } = await import('./suite.ts');
  const [batch] = select(
    batches.filter(({ title }) => title === planned.title),
    settings.groups,
    pattern,
  );
  if (!batch) throw new Error(`the suite has no batch "${planned.title}" any more. Build it again: npm run build`);
  return batch;
}

async function run(planned: BatchOf<CheckInfo>): Promise<void> {
  const { checks, ...batch } = await checksOf(planned);
  const info = test.info();
  const result = await runBatch(
    { ...batch, checks: checks.map(stoppable) },
    runtime(info.parallelIndex, info.config.workers),
    asStep,
  );
  await info.attach(RESULT, { body: JSON.stringify(result), contentType: 'application/json' });
  const failed = result.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  if (failed.length === 0) return;
  // Playwright throws the worker of a failed test away, and a new one takes longer than most batches: it is told that
  // the failure was to be expected, and `reports/reporter.ts` takes that back before any report is made of it.
  info.expectedStatus = 'failed';
  const error = new Error(`${failed.length} of ${checks.length} checks do not hold:\n${lines(failed)}`);
  error.stack = error.message;
  throw error;
}

for (const batch of select(plannedBatches(), settings.groups, pattern))
  test(batch.title, labels(batch), () => run(batch));
