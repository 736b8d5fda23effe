#!/usr/bin/env node
/** `npm run faults [-- --full] [-- name …]`: which checks catch which wrong behaviour; exit 1 when a fault or a check escapes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsPage } from '../reports/html/faults.ts';
import { loadSettings, requirement, suggestion } from '../schemas/contract.ts';
import { campaign } from '../tests/self/campaign/campaign.ts';
import { unproven } from '../tests/self/campaign/plan.ts';
import { faults } from '../tests/self/faults/index.ts';
import { batches } from '../tests/suite.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = faults.map(({ name }) => name);
for (const name of positionals) {
  if (names.includes(name)) continue;
  console.error(`there is no fault ${name}. ${suggestion(name, names)}`);
  process.exit(3);
}

const started = Date.now();
const orders = (positionals.length > 0 ? positionals : names).map((fault) => ({ fault, full: values.full }));
const trials = await campaign(orders, ({ fault, caughtBy }, done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${orders.length} ${fault}`);
  if (caughtBy.length === 0) console.error(`${process.stderr.isTTY ? '\r\u001b[K' : ''}✗ ${fault} is not caught`);
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const missed = trials.filter(({ caughtBy }) => caughtBy.length === 0);
const broken = trials.flatMap(({ fault, errors }) => errors.map((error) => `${fault}: ${error}`));
const idle = positionals.length > 0 ? [] : unproven(batches, trials, (id) => requirement(id).level === 'open');
const { reportDir } = loadSettings(process.cwd(), process.env);
mkdirSync(reportDir, { recursive: true });
writeFileSync(join(reportDir, 'faults.json'), `${JSON.stringify({ trials, unproven: idle }, null, 1)}\n`);
writeFileSync(join(reportDir, 'faults.html'), faultsPage(trials, idle));

for (const { fault, title, breaks } of missed)
  console.log(`not caught: ${fault} — ${title} (breaks ${breaks.join(', ')})`);
for (const error of broken) console.log(`the suite broke: ${error}`);
for (const check of idle) console.log(`catches no fault: ${check}`);
if (positionals.length > 0)
  for (const { fault, caughtBy, besides } of trials)
    console.log(`${fault}: caught by ${caughtBy.join(', ') || 'nothing'}; besides: ${besides.join(', ') || 'none'}`);
console.log(
  `${trials.length - missed.length} of ${trials.length} faults caught, ${idle.length} checks catch none, in ${((Date.now() - started) / 1000).toFixed(1)} s`,
);
console.log(`matrix: ${join(reportDir, 'faults.html')}`);
process.exitCode = missed.length + broken.length + idle.length === 0 ? 0 : 1;
