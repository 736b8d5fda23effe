#!/usr/bin/env node
/**
 * `npm run faults [-- --full] [-- --variants] [-- name …]`: which checks catch which wrong behaviour, and whether a right
 * but different one is blamed; `--variants` tries only the latter, and names joined by `+` are tried together. Exit 1 when
 * a fault or a check escapes, or when a variant is blamed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsPage } from '../reports/html/faults.ts';
import { projectRoot, requirement, SettingsError, suggestion } from '../schemas/contract.ts';
import { campaign } from '../tests/self/campaign/campaign.ts';
import { type Trial, unproven } from '../tests/self/campaign/plan.ts';
import { LEAST_TESTED, share, type VariantTrial, variantOrders, wrongly } from '../tests/self/campaign/variants.ts';
import type { Order } from '../tests/self/campaign/worker.ts';
import { faults } from '../tests/self/faults/index.ts';
import { variants } from '../tests/self/variants/index.ts';
import { batches } from '../tests/suite.ts';
import { command, outputFolder } from './output.ts';

const faultNames = faults.map(({ name }) => name);
const variantNames = variants.map(({ name }) => name);

/** Checks that no fault proves yet, by name: the list may only shrink. */
const KNOWN_UNPROVEN: readonly string[] = JSON.parse(
  readFileSync(join(projectRoot, 'tests/self/campaign/unproven.json'), 'utf8'),
);

/** Writes a file into the report folder; gives its path. */
function save(file: string, text: string): string {
  const folder = outputFolder(undefined);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  return join(folder, file);
}

const clear = process.stderr.isTTY ? '\r\u001b[K' : '';
const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`${clear}${text}`);
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Whether every fault is caught and every check catches one. */
async function tryFaults(named: readonly string[], full: boolean): Promise<boolean> {
  const started = Date.now();
  const orders: Order[] = (named.length > 0 ? named : faultNames).map((fault) => ({ fault, full }));
  const trials = await campaign<Order, Trial>('./worker.js', orders, ({ fault, caughtBy }, done) => {
    progress(`${done}/${orders.length} ${fault}`);
    if (caughtBy.length === 0) console.error(`${clear}✗ ${fault} is not caught`);
  });
  progress('');
  trials.sort((a, b) => a.fault.localeCompare(b.fault));
  const missed = trials.filter(({ caughtBy }) => caughtBy.length === 0);
  const broken = trials.flatMap(({ fault, errors }) => errors.map((error) => `${fault}: ${error}`));
  const none = unproven(batches, trials, (id) => requirement(id).level === 'open');
  const idle = named.length > 0 ? [] : none.filter((check) => !KNOWN_UNPROVEN.includes(check));
  const stale = named.length > 0 ? [] : KNOWN_UNPROVEN.filter((check) => !none.includes(check));
  save('faults.json', `${JSON.stringify({ trials, unproven: idle }, null, 1)}\n`);
  const matrix = save('faults.html', faultsPage(trials, idle));
  for (const { fault, title, breaks } of missed)
    console.log(`not caught: ${fault} — ${title} (breaks ${breaks.join(', ')})`);
  for (const error of broken) console.log(`the suite broke: ${error}`);
  for (const check of idle) console.log(`catches no fault: ${check}`);
  for (const check of stale)
    console.log(`catches a fault now, take it off tests/self/campaign/unproven.json: ${check}`);
  if (named.length > 0)
    for (const { fault, caughtBy, besides } of trials)
      console.log(`${fault}: caught by ${caughtBy.join(', ') || 'nothing'}; besides: ${besides.join(', ') || 'none'}`);
  console.log(
    `${trials.length - missed.length} of ${trials.length} faults caught, ${idle.length} checks catch none (${KNOWN_UNPROVEN.length} more are known to), in ${seconds(started)}`,
  );
  console.log(`matrix: ${matrix}`);
  return missed.length + broken.length + idle.length === 0;
}

/** Whether no right server is blamed. */
async function tryAllVariants(named: readonly (readonly string[])[], full: boolean): Promise<boolean> {
  const started = Date.now();
  const orders =
    named.length > 0 ? [[], ...named].map((together) => ({ variants: together, full: true })) : variantOrders(full);
  const trials = await campaign<(typeof orders)[number], VariantTrial>('./variantWorker.js', orders, (trial, done) => {
    progress(`${done}/${orders.length} ${trial.name}`);
    if (trial.blamed.length > 0) console.error(`${clear}✗ ${trial.name} is blamed ${trial.blamed.length} times`);
  });
  progress('');
  const [clean] = trials as [VariantTrial, ...VariantTrial[]];
  const rows = trials.map((trial) => ({ ...trial, share: share(clean, trial), wrong: wrongly(clean, trial) }));
  const path = save(
    'variants.json',
    `${JSON.stringify(
      rows.map(({ tested, ...row }) => ({ ...row, tested: tested.length })),
      null,
      1,
    )}\n`,
  );
  const wrong = rows.filter((row) => row.wrong.length > 0);
  for (const { name, titles, wrong: reasons } of wrong)
    console.log([`wrongly judged: ${name} — ${titles.join(' ')}`, ...reasons].join('\n    '));
  const least = Math.min(...rows.filter(({ sparse }) => !sparse).map((row) => row.share));
  console.log(
    `${rows.length - wrong.length} of ${rows.length} right servers left alone (${clean.tested.length} cells on the clean one; at least ${(least * 100).toFixed(1)} % of them tested, ${LEAST_TESTED * 100} % wanted), in ${seconds(started)}`,
  );
  console.log(`all of it: ${path}`);
  return wrong.length === 0;
}

const USAGE = `npm run faults [-- --faults] [-- --variants] [-- --full] [-- NAME …]
  --faults     every wrong behaviour: which check catches it (faults.html and faults.json in REPORT_DIR)
  --variants   every behaviour that is right but different: none may be blamed (variants.json)
  --full       all checks on each, instead of those that concern it
  NAME         only this fault or variant; variants joined by + are tried together
  Without --faults and --variants both are done. Exit 1 when something escapes or is blamed.`;

command(USAGE, async () => {
  const { values, positionals } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      variants: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const wanted = positionals.map((text) => text.split('+').map((name) => name.trim()));
  for (const name of wanted.flat()) {
    if (faultNames.includes(name) || variantNames.includes(name)) continue;
    throw new SettingsError(
      `faults: there is no fault or variant ${name}. ${suggestion(name, [...faultNames, ...variantNames])}`,
    );
  }
  const namedFaults = wanted.flatMap((names) => names.filter((name) => faultNames.includes(name)));
  const namedVariants = wanted.filter((names) => names.every((name) => variantNames.includes(name)));
  const all = wanted.length === 0;
  const withFaults = !values.variants && (all || namedFaults.length > 0);
  const withVariants = values.variants || (all && !values.faults) || namedVariants.length > 0;
  const results = [
    withFaults ? await tryFaults(namedFaults, values.full) : true,
    withVariants ? await tryAllVariants(namedVariants, values.full) : true,
  ];
  return results.every(Boolean) ? 0 : 1;
});
