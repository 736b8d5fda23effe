#!/usr/bin/env node
/** `npm run unseen -- [OPTIONS] COMMAND …`: what the suite catches of the mistakes of a server that somebody else built. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { SettingsError, suggestion } from '../schemas/contract.ts';
import { campaign } from '../tests/self/campaign/campaign.ts';
import { halfOf } from '../tests/self/campaign/halves.ts';
import type { UnseenOrder, UnseenTrial } from '../tests/self/campaign/unseen.ts';
import { command } from './output.ts';

/** Which names each of them takes. */
const HALVES: Readonly<Record<string, readonly string[]>> = { first: ['even'], second: ['odd'], all: ['even', 'odd'] };

const USAGE = `npm run unseen -- [OPTIONS] COMMAND …
  judges a server that somebody else built: as it is, then with each of the mistakes that it knows. COMMAND starts it and
  prints one line, a JSON object with the settings that describe it; COMMAND --list prints the names of its mistakes,
  and COMMAND --mistake NAME starts it with that one
  --half H     first, second or all of the mistakes, by the MD5 of their names; all by default
  --only NAME  this mistake alone; may be given several times
  --right      the right server alone
  --seconds N  no check is begun on a mistake after so many seconds, 100 by default
  SETTLE_MS in the environment, or of the server: for how long what is wrong is looked at again, 200 without it
  A mistake counts as caught when a must fails that holds on the right server, as noticed when a should does.
  Exit: 0, also where mistakes are not caught; 1 when a must fails on the right server or the suite breaks

examples
  npm run unseen -- --half first ./server --port 0`;

function mistakesOf([program = '', ...args]: readonly string[]): string[] {
  const { status, stdout, error } = spawnSync(program, [...args, '--list'], { encoding: 'utf8' });
  if (error || status !== 0)
    throw new SettingsError(`unseen: ${[program, ...args, '--list'].join(' ')} ended with ${error?.message ?? status}`);
  return stdout.split('\n').filter((line) => line !== '');
}

const shown = ({ mistake, failed, errors, ms }: UnseenTrial): string => {
  const [first] = [...failed.filter(({ level }) => level === 'must'), ...failed];
  const found = first ? `${first.level}: ${first.key} — ${first.reason}`.slice(0, 300) : 'not noticed';
  return [`${mistake ?? 'right'} (${(ms / 1000).toFixed(0)} s) ${found}`, ...errors].join('\n    ');
};

/** @throws SettingsError for anything but a whole number from 1 */
function secondsOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new SettingsError(`unseen: --seconds ${text} is none. Allowed: 1 to 99999`);
  return Number(text);
}

/** The mistakes of these halves; those that are named alone, where some are. @throws SettingsError for a name that the server does not know */
function chosenOf(all: readonly string[], halves: readonly string[], only: readonly string[]): string[] {
  for (const name of only)
    if (!all.includes(name)) throw new SettingsError(`unseen: there is no mistake ${name}. ${suggestion(name, all)}`);
  return all.filter((name) => halves.includes(halfOf(name)) && (only.length === 0 || only.includes(name)));
}

const share = (some: number, all: number) => `${some} (${all === 0 ? '–' : Math.round((some / all) * 100)} %)`;

await command(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      half: { type: 'string', default: 'all' },
      only: { type: 'string', multiple: true, default: [] },
      right: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '100' },
    },
  });
  const { half, only, right } = values;
  if (positionals.length === 0) throw new SettingsError(`unseen: which command starts the server?\n${USAGE}`);
  const halves = HALVES[half];
  if (!halves) throw new SettingsError(`unseen: --half ${half} is none. Allowed: ${Object.keys(HALVES).join(', ')}`);
  const order = { command: positionals, known: [] as string[], seconds: secondsOf(values.seconds) };
  const names = right ? [] : chosenOf(mistakesOf(positionals), halves, only);
  const [clean] = (await campaign<UnseenOrder, UnseenTrial>('unseenWorker', [order], () => {})) as [UnseenTrial];
  console.log(clean.failed.map(({ level, key, reason }) => `right server: ${level}: ${key} — ${reason}`).join('\n'));
  console.log(`right server: ${clean.failed.length} failed, ${clean.errors.length} errors, ${clean.ms} ms`);
  for (const error of clean.errors) console.log(`error: ${error}`);
  const isBlamed = clean.errors.length > 0 || clean.failed.some(({ level }) => level === 'must');
  if (right) return isBlamed ? 1 : 0;
  const known = clean.failed.map(({ key }) => key);
  const trials = await campaign<UnseenOrder, UnseenTrial>(
    'unseenWorker',
    names.map((mistake) => ({ ...order, mistake, known })),
    (trial) => console.log(shown(trial)),
  );
  const caught = trials.filter(({ failed }) => failed.some(({ level }) => level === 'must')).length;
  const noticed = trials.filter(({ failed }) => failed.length > 0).length;
  console.log(
    `${trials.length} mistakes: ${share(caught, trials.length)} caught, ${share(noticed, trials.length)} noticed`,
  );
  return isBlamed || trials.some(({ errors }) => errors.length > 0) ? 1 : 0;
});
