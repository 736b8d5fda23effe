/** Judges a reference server, faulty or not, in this process: the whole suite without Playwright. */
import type { Seams } from '../../reference-server/server.ts';
import { startWithoutFixtures } from '../../reference-server/start.ts';
import type { World } from '../../reference-server/store/account.ts';
import { fixturesFor } from '../../reference-server/store/fixtures.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';
import {
  type BatchResult,
  type CheckResult,
  type Fixtures,
  fixturesFrom,
  loadFixtures,
  loadSettings,
  type Settings,
} from '../../schemas/contract.ts';
import { batches } from '../suite.ts';
import type { Batch } from '../support/engine/check.ts';
import type { Runtime } from '../support/engine/context.ts';
import type { Failure } from '../support/engine/outcome.ts';
import { runBatch } from '../support/engine/run.ts';
import { searchMsOf } from '../support/engine/search.ts';
import { names } from '../support/engine/uniqueNames.ts';
import { type Carrier, createClient } from '../support/http/client.ts';
import { type Clock, goBy } from '../support/http/clock.ts';
import { PATIENCE } from '../support/http/refusals.ts';
import { type Front, isOnWire, type Stoppable, startInProcess } from './inProcess.ts';

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

/** Fixtures by the size of the account: servers of one size have the same ones, and to find them takes long. */
const known = new Map<string, Fixtures>();

/** The fixtures of the world of a reference server of this size. */
export function fixturesOf(world: World, size: Partial<Size>): Fixtures {
  const key = JSON.stringify(size);
  const fixtures = known.get(key) ?? fixturesFrom(fixturesFor(world));
  known.set(key, fixtures);
  return fixtures;
}

interface How {
  /** Numbers of records that the account of the server has instead of the usual ones. */
  size?: Partial<Size>;
  /** What stands before a server whose seams need no connection. */
  front?: Front;
  /** In which order requests arrive at a server whose seams need no connection, where it is not that of their sending. */
  chance?: () => number;
  /** Which requirements every answer is judged by; all of them by default. */
  judgesLaw?: NonNullable<Runtime['judgesLaw']>;
  /** How often a long history that fails is made shorter; as often as in a run by default. */
  longShrinks?: number;
}

/** Starts a server with these seams, runs the batches and stops it. */
export async function judge(
  seams: Seams = {},
  selected: readonly Batch[] = batches,
  env: Record<string, string> = {},
  { size = {}, chance, front, ...how }: How = {},
): Promise<Judged> {
  const started = isOnWire(seams)
    ? await startWithoutFixtures({ seams, size })
    : startInProcess({ seams, size, chance, front });
  const { server, world, settings, ...more } = started;
  const own = env.FIXTURES === undefined ? { fixtures: fixturesOf(world, size) } : {};
  return judgeServer(server, settings, selected, env, { ...own, ...more, ...how });
}

interface Watching {
  /** Takes the place of connections to the server. */
  carrier?: Carrier;
  /** What is waited by, if not by the machine. */
  clock?: Clock;
  /** Is called as each check ends. */
  ended?: (batch: string, result: CheckResult) => void;
  /** No batch is begun any more once this says so. */
  isEnough?: () => boolean;
}

/**
 * Runs the batches against a server that is listening, and stops it.
 * @param extra what its runtime has besides; without fixtures those that the settings name
 */
export async function judgeServer(
  server: Stoppable,
  described: Record<string, string>,
  selected: readonly Batch[] = batches,
  env: Record<string, string> = {},
  {
    fixtures,
    carrier,
    clock,
    ended,
    isEnough = () => false,
    ...extra
  }: Partial<Pick<Runtime, 'fixtures' | 'judgesLaw' | 'longShrinks'>> & Watching = {},
): Promise<Judged> {
  const settings = loadSettings('/', {
    ...described,
    GOAL_CONFORMANCE_BUNDLED: 'true',
    SEED: '1',
    // Nobody reads what evidence shows here, and to shorten it takes a tenth of the time.
    SHOW_BODIES: 'true',
    ...env,
  });
  const client = createClient(settings as Settings & { baseUrl: string }, 1, PATIENCE, 0, carrier);
  const failures: FailedCheck[] = [];
  const runtime: Runtime = {
    settings: settings as Settings & { baseUrl: string },
    // What a run has learnt is kept by its fixtures.
    fixtures: { ...(fixtures ?? loadFixtures(settings.fixtures)) },
    client,
    names: names(`self${runs++}`, 0),
    searchMs: searchMsOf(settings, MODELS_AT_ONCE),
    confidential: true,
    ...extra,
  };
  goBy(clock);
  try {
    const results: BatchResult[] = [];
    for (const batch of selected) {
      if (isEnough()) break;
      const failed: Runtime['failed'] = (failure, check) => failures.push({ batch: batch.title, check, failure });
      results.push(await runBatch(batch, { ...runtime, failed }, (result) => ended?.(batch.title, result)));
    }
    return { settings, results, failures };
  } finally {
    goBy();
    await client.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
