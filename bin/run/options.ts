/** The arguments of `npm run conformance`: those of its own, and the rest, which Playwright gets. */
import { availableParallelism } from 'node:os';
import { SettingsError } from '../../schemas/contract.ts';

export interface Options {
  /** Selects checks; taken out since Playwright would select whole batches by it. */
  grep?: string;
  /** Name of a fault for the bundled server: to see what a failure looks like. */
  fault?: string;
  /** Only says what would be tested, created and sent. */
  plan?: true;
  /** How many workers are wanted, a number or a percentage of the processors. */
  workers?: string;
  /** Arguments for Playwright. */
  rest: string[];
}

const OWN: Readonly<Record<string, 'grep' | 'fault' | 'shard' | 'reporter' | 'workers'>> = {
  '--grep': 'grep',
  '-g': 'grep',
  '--fault': 'fault',
  '--shard': 'shard',
  '--reporter': 'reporter',
  '--workers': 'workers',
  '-j': 'workers',
};

/** @throws SettingsError unless it is one of so many parts, counted from 1 */
function checkShard(shard: string): void {
  const [current, total] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).slice(1).map(Number);
  if (current !== undefined && total !== undefined && current >= 1 && current <= total) return;
  throw new SettingsError(
    `--shard: ${JSON.stringify(shard)} is not allowed. Give the number of the part and how many there are: --shard=1/3, --shard=2/3 and --shard=3/3.`,
  );
}

/** Puts the value of an option of ours where it belongs. @throws SettingsError when it is missing or can't be */
function take(options: Options, name: string, given: string | undefined): void {
  if (!given) throw new SettingsError(`${name}: needs a value. npm run conformance -- --help shows one.`);
  const own = OWN[name];
  if (own === 'grep' || own === 'fault') options[own] = given;
  // Beside those of the suite, since the verdict comes from its own reporter.
  else if (own === 'reporter') options.rest.push(`--add-reporter=${given}`);
  else if (own === 'workers') {
    options.workers = given;
    options.rest.push(`--workers=${given}`);
  } else {
    checkShard(given);
    options.rest.push(`--shard=${given}`);
  }
}

/** A number of workers as Playwright reads it: a percentage is of the processors; undefined for what it will refuse itself. */
export function workersOf(given: string | undefined): number | undefined {
  const [, number, percent] = /^(\d+)(%?)$/.exec(given ?? '') ?? [];
  if (number === undefined) return undefined;
  return percent ? Math.max(1, Math.floor((availableParallelism() * Number(number)) / 100)) : Number(number);
}

/** @throws SettingsError for a value that is missing or can't be */
export function optionsOf(args: readonly string[]): Options {
  const options: Options = { rest: [] };
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const [name = '', ...value] = arg.split('=');
    if (arg === '--plan') options.plan = true;
    else if (name in OWN) take(options, name, value.length > 0 ? value.join('=') : waiting.shift());
    else options.rest.push(arg);
  }
  return options;
}
