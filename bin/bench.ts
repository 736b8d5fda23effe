/** `npm run bench`: what the suite and the reference server cost. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../schemas/contract.ts';
import { keep, kept, type Measured, machine, measure, wordsOf } from './bench/measured.ts';
import { writePage } from './bench/page.ts';
import { type Measure, measures, PARTS, type Part, USUAL } from './bench/points.ts';
import { referenceFigures } from './bench/reference.ts';
import { served } from './bench/serving.ts';
import { command } from './output.ts';

const SERVER = 'server';

/** A number that an option gives. */
function positive(name: string, given: string): number {
  if (Number(given) > 0) return Number(given);
  throw new SettingsError(`--${name}: "${given}" is not allowed. Give a number above 0.`);
}

/** @throws SettingsError for a part that there is not */
function partsOf(names: readonly string[]): (Part | typeof SERVER)[] {
  const all = [SERVER, ...PARTS] as const;
  return names.map((name) => {
    const part = all.find((one) => one === name);
    if (!part) throw new SettingsError(`bench: there is no part ${name}. There are ${all.join(', ')}`);
    return part;
  });
}

/**
 * Measures runs of the suite one after the other, and tells each when it is known.
 * @param usual the usual run, where it need not be measured anew
 */
async function measureAll(
  list: readonly Measure[],
  known: (one: Measured) => void,
  usual: Measured | undefined,
): Promise<void> {
  for (const one of usual ? list : [USUAL, ...list]) {
    const measured = await measure(one);
    usual ??= measured;
    console.log(wordsOf(measured, usual));
    known(measured);
  }
}

const USAGE = `npm run bench [-- PART …] [-- --plot]
  measures the suite and the reference server; without a part: server and latency
  server     the reference server beside bare node:http, and with 100,000 and 1,000,000 tasks
  latency    a run and its floor, the same requests sent by undici alone; also at 50 ms
  checks     the first of 2, 3 and 7 shards
  records    an account of 100,000 tasks and 10,000 users
  failures   a server with a mistake in its filters, and one whose every answer is wrong
  --plot     all parts but server; writes docs/performance.md and its picture. With parts only these are measured anew
  --seconds  of each measurement of the server (1)
  --rounds   of measurements of the server (5)`;

if (!(await served()))
  await command(USAGE, async () => {
    const { values, positionals } = parseArgs({
      options: {
        seconds: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '5' },
        plot: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const asked = partsOf(positionals);
    const parts = asked.length > 0 ? asked : values.plot ? PARTS : ([SERVER, 'latency'] as const);
    const [time, rounds] = [positive('seconds', values.seconds), Math.ceil(positive('rounds', values.rounds))];
    console.log(machine());
    if (parts.includes(SERVER)) await referenceFigures(time, rounds, console.log);
    let all = kept();
    const usual = values.plot && asked.length > 0 ? all.measured.find(({ name }) => name === USUAL.name) : undefined;
    const runs = parts.flatMap((part) => (part === SERVER ? [] : measures[part]));
    const known = (one: Measured) => {
      if (values.plot) all = keep(all, one);
    };
    if (runs.length > 0) await measureAll(runs, known, usual);
    if (values.plot) console.log(`written: ${writePage(all).join(', ')}`);
    return 0;
  });
