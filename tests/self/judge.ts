/** Judges a reference server, faulty or not, in this process: the whole suite without Playwright. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Seams } from '../../reference-server/server.ts';
import { start } from '../../reference-server/start.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';
import { type BatchResult, type Fixtures, loadFixtures, loadSettings, type Settings } from '../../schemas/contract.ts';
import { batches } from '../suite.ts';
import type { Batch } from '../support/engine/check.ts';
import type { Runtime } from '../support/engine/context.ts';
import type { Failure } from '../support/engine/outcome.ts';
import { runBatch } from '../support/engine/run.ts';
import { searchMsOf } from '../support/engine/search.ts';
import { names } from '../support/engine/uniqueNames.ts';
import { createClient } from '../support/http/client.ts';

export interface Judged {
  settings: Settings;
  results: readonly BatchResult[];
  failures: readonly FailedCheck[];
}

/** What ended a check. */
export interface FailedCheck {
  batch: string;
  check: string;
  failure: Failure;
}

/** Here batches run one after the other, and few of them are chosen. */
const MODELS_AT_ONCE = 3;

let runs = 0;

/** Fixtures by the text of their file: servers of one size have the same ones, and reading them takes long. */
const fixtures = new Map<string, Fixtures>();

function fixturesOf({ fixtures: path }: Settings): Fixtures {
  const text = path === undefined ? '' : readFileSync(path, 'utf8');
  const known = fixtures.get(text) ?? loadFixtures(path);
  fixtures.set(text, known);
  // What a run has learnt is kept by its fixtures.
  return { ...known };
}

/**
 * Starts a server with these seams, runs the batches and stops it.
 * @param size numbers of records that its account has instead of the usual ones
 */
export async function judge(
  seams: Seams = {},
  selected: readonly Batch[] = batches,
  env: Record<string, string> = {},
  size: Partial<Size> = {},
): Promise<Judged> {
  const { server, settings: described } = await start({ seams, size });
  return judgeServer(server, described, selected, env);
}

/** Runs the batches against a server that is listening, and stops it. */
export async function judgeServer(
  server: Server,
  described: Record<string, string>,
  selected: readonly Batch[] = batches,
  env: Record<string, string> = {},
): Promise<Judged> {
  const settings = loadSettings('/', {
    ...described,
    GOAL_CONFORMANCE_BUNDLED: 'true',
    SEED: '1',
    // Nobody reads what evidence shows here, and to shorten it takes a tenth of the time.
    SHOW_BODIES: 'true',
    ...env,
  });
  const client = createClient(settings as Settings & { baseUrl: string });
  const failures: FailedCheck[] = [];
  const runtime: Runtime = {
    settings: settings as Settings & { baseUrl: string },
    fixtures: fixturesOf(settings),
    client,
    names: names(`self${runs++}`, 0),
    searchMs: searchMsOf(settings, MODELS_AT_ONCE),
  };
  try {
    const results: BatchResult[] = [];
    for (const batch of selected) {
      const failed: Runtime['failed'] = (failure, check) => failures.push({ batch: batch.title, check, failure });
      results.push(await runBatch(batch, { ...runtime, failed }));
    }
    return { settings, results, failures };
  } finally {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
