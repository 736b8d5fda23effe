#!/usr/bin/env node
/**
 * `npm run faults [-- --full] [-- --variants] [-- --all] [-- name …]`: which checks catch which wrong behaviour, and whether a right
 * but different one is blamed; `--variants` tries only the latter, and names joined by `+` are tried together. Exit 1 when
 * a fault or a check escapes, or when a variant is blamed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsPage } from '../reports/html/faults.ts';
import { oneLine, timeToGo } from '../reports/text.ts';
import { projectRoot, requirement, SettingsError, suggestion } from '../schemas/contract.ts';
import { placeOf, unknownPlaces, unreached } from '../tests/self/campaign/assertions.ts';
import { campaign } from '../tests/self/campaign/campaign.ts';
import { concerns, tableOf } from '../tests/self/campaign/generated.ts';
import { codeDigest, openJournal } from '../tests/self/campaign/journal.ts';
import { allAssertions, reachedBy } from '../tests/self/campaign/places.ts';
import {
  checksFor,
  keysOf,
  MOST_BESIDES,
  type Trial,
  together,
  tooWide,
  unproven,
  type Wide,
} from '../tests/self/campaign/plan.ts';
import {
  isListed,
  type Known,
  knownFor,
  type Retry,
  searchFor,
  staleEntries,
  type Unreached,
} from '../tests/self/campaign/reaching.ts';
import {
  cleanOrder,
  LEAST_TESTED,
  share,
  type VariantOrder,
  type VariantTrial,
  variantOrders,
  wrongly,
} from '../tests/self/campaign/variants.ts';
import type { Order } from '../tests/self/campaign/worker.ts';
import { faults } from '../tests/self/faults/index.ts';
import { titleLines } from '../tests/self/faults/titleLines.ts';
import { variants } from '../tests/self/variants/index.ts';
import { batches } from '../tests/suite.ts';
import { command, outputFolder } from './output.ts';

const faultNames = faults.map(({ name }) => name);
const variantNames = variants.map(({ name }) => name);

/** Faults that may make many requirements fail, with reasons. */
const EXCUSED: readonly Wide[] = JSON.parse(readFileSync(join(projectRoot, 'tests/self/campaign/wide.json'), 'utf8'));

/** Faults that reach what the first failure of a check hides. */
const KNOWN: Known = JSON.parse(readFileSync(join(projectRoot, 'tests/self/campaign/reaching.json'), 'utf8'));

const UNREACHED_FILE = 'tests/self/campaign/unreached.json';
/** Assertions that no fault reaches, with reasons: the list can only become shorter. */
const UNREACHED: Unreached = JSON.parse(readFileSync(join(projectRoot, UNREACHED_FILE), 'utf8'));

/** Faults that are tried at once in search of one that reaches an assertion, and at most. */
const SEARCHED = { atOnce: 24, most: 96 };

/** A path in the report folder, which is there. */
function pathOf(file: string): string {
  const folder = outputFolder(undefined);
  mkdirSync(folder, { recursive: true });
  return join(folder, file);
}

/** Writes a file into the report folder; gives its path. */
function save(file: string, text: string): string {
  const path = pathOf(file);
  writeFileSync(path, text);
  return path;
}

/** Fewer trials than these take no time worth telling of. */
const FEW = 40;

const clear = process.stderr.isTTY ? '\r\u001b[K' : '';
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Shows how far a campaign is: each trial at a terminal, else each tenth of all where there are many. */
function progress(of: number, what: string): (done: number, name: string) => void {
  const started = Date.now();
  let told = 0;
  return (done, name) => {
    if (process.stderr.isTTY) process.stderr.write(`${clear}${done === of ? '' : `${done}/${of} ${name}`}`);
    else if (of >= FEW && done * 10 >= (told + 1) * of && done < of) {
      told = Math.floor((done * 10) / of);
      console.error(`${done} of ${of} ${what} tried, ${timeToGo(done, of, Date.now() - started)}`);
    }
  };
}

/** Which trials of before, with the same code, are not tried again: none, those that were well, or all of them. */
type Keeps = 'none' | 'well' | 'all';

/** With it requests to faulty servers arrive in the order in which they are sent. */
const USUAL_SEED = 1;

interface How {
  full: boolean;
  keeps: Keeps;
  seed: number;
}

/** A journal of each kind of campaign: none takes the place of another. */
type Journal = 'named' | 'generated' | undefined;

/** Tries what is ordered and was not tried before; gives the trials in the order of the orders. */
async function tried<Order, Trial>(
  work: Parameters<typeof campaign>[0],
  orders: readonly Order[],
  { keeps, journal, isWell }: { keeps: Keeps; journal: Journal; isWell: (trial: Trial) => boolean },
  wrong: (trial: Trial) => string | undefined,
  message?: (order: Order) => Order,
  ended: (trial: Trial) => void = () => {},
): Promise<Trial[]> {
  const isKept = { none: () => false, well: isWell, all: () => true }[keeps];
  const path = pathOf(`campaign-${[work, journal].filter(Boolean).join('-')}.txt`);
  const { known, note } = openJournal<Trial>(path, codeDigest(work), isKept);
  const key = (order: Order) => JSON.stringify(order);
  const open = orders.filter((order) => !known.has(key(order)));
  if (open.length < orders.length)
    console.log(`${orders.length - open.length} of ${orders.length} are known from before, by the same code`);
  const show = progress(open.length, work === 'worker' ? 'faults' : 'variants');
  for (const trial of known.values()) ended(trial);
  const told = (trial: Trial, done: number, order: Order) => {
    note(key(order), trial);
    ended(trial);
    const problem = wrong(trial);
    if (problem !== undefined) console.error(`${clear}✗ ${problem}`);
    show(done, key(order));
  };
  const trials = await campaign<Order, Trial>(work, open, told, message);
  const fresh = new Map(open.map((order, i) => [key(order), trials[i] as Trial]));
  return orders.map((order) => known.get(key(order)) ?? (fresh.get(key(order)) as Trial));
}

/** Tries faults with orders that say how; gives their trials in the same order. */
type Attempt = (orders: readonly Order[], keeps: Keeps) => Promise<Trial[]>;

/** Tries again those faults that may reach what no fault has reached: those that are known to, then others until one does. */
async function reachFurther(
  trials: readonly Trial[],
  concerned: ReadonlyMap<string, readonly string[]>,
  attempt: Attempt,
  drawn: Pick<Order, 'seed'>,
): Promise<Trial[]> {
  const all = allAssertions();
  const further: Trial[] = [];
  const reached = () => reachedBy([...trials, ...further].flatMap(({ made }) => made));
  const open = () => unreached(all, reached()).filter((one) => !isListed(one, UNREACHED));
  const retry = async (retries: readonly Retry[]) => {
    const orders = retries.map((one) => ({ ...one, ...drawn, full: false, again: true as const }));
    if (orders.length > 0) further.push(...(await attempt(orders, 'all')));
  };
  await retry(knownFor(open(), KNOWN));
  for (const { file, line } of open())
    console.error(`${file}:${line} is reached by no fault yet; others are tried again`);
  const searched = new Set<string>();
  for (let missing = open(); missing.length > 0 && searched.size < SEARCHED.most; missing = open()) {
    const next = searchFor(missing, reached(), concerned).filter(({ fault }) => !searched.has(fault));
    if (next.length === 0) break;
    const some = next.slice(0, SEARCHED.atOnce);
    for (const { fault } of some) searched.add(fault);
    await retry(some);
  }
  return further;
}

/** What is wrong with how assertions are reached by the faults, in words. */
function assertionProblems(trials: readonly Trial[]): string[] {
  const [all, reached] = [allAssertions(), reachedBy(trials.flatMap(({ made }) => made))];
  const missing = unreached(all, reached);
  return [
    ...missing
      .filter((one) => !isListed(one, UNREACHED))
      .map(({ file, line, text }) => `no fault reaches ${file}:${line}: ${text}`),
    ...staleEntries(missing, UNREACHED).map((entry) => `take out of ${UNREACHED_FILE}, a fault reaches it: ${entry}`),
    ...unknownPlaces(all, reached).map(({ file, line }) => `a check failed at ${file}:${line}, which is no assertion`),
  ];
}

/** Whether every fault is caught, every check catches one, and each assertion is reached by one. */
async function tryFaults(named: readonly string[], { full, keeps, seed }: How): Promise<boolean> {
  const started = Date.now();
  const chosen = faults.filter(({ name }) => named.length === 0 || named.includes(name));
  const concerned = new Map(chosen.map((fault) => [fault.name, keysOf(checksFor(fault, batches))]));
  const keys = (name: string) => concerned.get(name) ?? [];
  const drawn = seed === USUAL_SEED ? {} : { seed };
  // Faults that few checks can see come first: what they prove need not be run again for the others.
  const orders: Order[] = chosen
    .map(({ name }) => ({ fault: name, full, ...drawn }))
    .sort((a, b) => keys(a.fault).length - keys(b.fault).length);
  const proven = new Set<string>();
  const caught = new Set<string>();
  const isWell = ({ caughtBy, errors }: Trial) => caughtBy.length > 0 && errors.length === 0;
  const attempt: Attempt = (each, kept) =>
    tried<Order, Trial>(
      'worker',
      each,
      { keeps: kept, journal: named.length > 0 ? 'named' : undefined, isWell },
      ({ fault, caughtBy }) => (caughtBy.length > 0 || caught.has(fault) ? undefined : `${fault} is not caught`),
      (order) =>
        full || order.again || named.length > 0
          ? order
          : { ...order, open: keys(order.fault).filter((key) => !proven.has(key)) },
      ({ fault, failed, caughtBy }) => {
        for (const key of failed) proven.add(key);
        if (caughtBy.length > 0) caught.add(fault);
      },
    );
  const idleAfter = (trials: readonly Trial[]) =>
    named.length > 0 ? [] : unproven(batches, trials, (id) => requirement(id).level === 'open');
  const first = await attempt(orders, keeps);
  // A small account is enough for the faults, not for every check that could see them.
  const waiting = new Set(idleAfter(first));
  const again = full ? [] : orders.filter(({ fault }) => keys(fault).some((key) => waiting.has(key)));
  const second = await attempt(
    again.map((order) => ({ ...order, again: true })),
    'all',
  );
  const third = named.length > 0 ? [] : await reachFurther([...first, ...second], concerned, attempt, drawn);
  const trials = first.map((trial) =>
    together([trial, ...[...second, ...third].filter(({ fault }) => fault === trial.fault)]),
  );
  return toldOfFaults(trials, idleAfter(trials), { full, all: named.length === 0, started });
}

/** Writes what the trials found, tells it, and gives whether all is well. */
function toldOfFaults(
  trials: Trial[],
  idle: readonly string[],
  { full, all, started }: { full: boolean; all: boolean; started: number },
): boolean {
  trials.sort((a, b) => a.fault.localeCompare(b.fault));
  const missed = trials.filter(({ caughtBy }) => caughtBy.length === 0);
  const broken = trials.flatMap(({ fault, errors }) => errors.map((error) => `${fault}: ${error}`));
  const assertions = all ? assertionProblems(trials) : [];
  const rows = trials.map(({ made: _, ...row }) => row);
  save('faults.json', `${JSON.stringify({ trials: rows, unproven: idle }, null, 1)}\n`);
  const matrix = save('faults.html', faultsPage(trials, idle));
  for (const { fault, title, breaks } of missed)
    console.log(`not caught: ${fault} — ${title} (breaks ${breaks.join(', ')})`);
  const wide = full ? tooWide(trials, EXCUSED) : [];
  for (const { fault, besides } of wide)
    console.log(
      `more than ${MOST_BESIDES} requirements fail besides those that ${fault} breaks: ${besides.join(', ')}`,
    );
  for (const error of broken) console.log(`the suite broke: ${error}`);
  for (const check of idle) console.log(`catches no fault: ${check}`);
  for (const problem of assertions) console.log(problem);
  if (!all)
    for (const { fault, caughtBy, besides } of trials)
      console.log(`${fault}: caught by ${caughtBy.join(', ') || 'nothing'}; besides: ${besides.join(', ') || 'none'}`);
  if (!all) for (const one of reachedHere(trials)) console.log(`    ${one}`);
  console.log(
    `${trials.length - missed.length} of ${trials.length} faults caught, ${idle.length} checks catch none, in ${seconds(started)}`,
  );
  console.log(`matrix: ${matrix}`);
  return missed.length + idle.length + broken.length + wide.length + assertions.length === 0;
}

/** The assertions by which named faults made checks fail. */
function reachedHere(trials: readonly Trial[]): string[] {
  const reached = reachedBy(trials.flatMap(({ made }) => made));
  const lines = reached.map((one) => {
    const place = placeOf(one);
    return `at ${place ? `${place.file}:${place.line}` : 'an unknown place'}: ${oneLine(one.message, 100)}`;
  });
  return [...new Set(lines)].sort();
}

/** Tells how many of the faults that concern it the generated part of the suite catches without the rest. */
async function tryGenerated(keeps: Keeps): Promise<void> {
  const chosen = faults.filter((fault) => concerns(fault, batches));
  const orders: Order[] = chosen.map(({ name }) => ({ fault: name, full: false, open: [], generated: true }));
  const how = { keeps, journal: 'generated', isWell: () => true } as const;
  const trials = await tried<Order, Trial>('worker', orders, how, () => undefined);
  for (const { fault, caughtBy } of trials) if (caughtBy.length === 0) console.log(`not caught: ${fault}`);
  for (const [name, { faults: all, concerned, caught }] of tableOf(faults, trials)) {
    const rate = concerned === 0 ? '–' : `${((caught / concerned) * 100).toFixed(1)} %`;
    console.log(`${name}: ${all} faults, ${concerned} of what generated checks judge, ${caught} caught (${rate})`);
  }
}

/** Whether no right server is blamed. */
async function tryAllVariants(named: readonly (readonly string[])[], { full, keeps, seed }: How): Promise<boolean> {
  const started = Date.now();
  const orders: VariantOrder[] =
    named.length > 0
      ? named.map((together, turn) => ({ variants: together, full: true, seed, turn }))
      : variantOrders(full, seed);
  const how = {
    journal: named.length > 0 ? 'named' : undefined,
    isWell: ({ blamed }: VariantTrial) => blamed.length === 0,
  } as const;
  const attempt = (each: readonly VariantOrder[], kept: Keeps) =>
    tried<VariantOrder, VariantTrial>('variantWorker', each, { ...how, keeps: kept }, ({ name, blamed }) =>
      blamed.length > 0
        ? [`${name} is blamed ${blamed.length} times`, ...blamed.slice(0, 3)].join('\n    ')
        : undefined,
    );
  const others = await attempt(orders, keeps);
  const [clean] = (await attempt([cleanOrder(others, seed)], 'all')) as [VariantTrial];
  const trials = [clean, ...others];
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
  const told = trials.reduce((sum, { titles }) => sum + titles.length, 0);
  const least = Math.min(...rows.filter(({ sparse }) => !sparse).map((row) => row.share));
  console.log(
    `${rows.length - wrong.length} of ${rows.length} right servers left alone, ${told} variants in all, with seed ${seed} (at least ${(least * 100).toFixed(1)} % tested of what a server without variants shows, ${LEAST_TESTED * 100} % wanted), in ${seconds(started)}`,
  );
  console.log(`all of it: ${path}`);
  return wrong.length === 0;
}

const USAGE = `npm run faults [-- --faults] [-- --variants] [-- --generated] [-- --full] [-- NAME …]
  --faults     every wrong behaviour: which check catches it (faults.html and faults.json in REPORT_DIR)
  --variants   every behaviour that is right but different: none may be blamed (variants.json)
  --all        tries everything: without it, and without CI in the environment, what was well before is not tried again as
               long as nothing that a trial depends on has changed
  --resume     goes on with a campaign that was cut off: what was not well is not tried again either
  --generated  how many of the faults the part of the suite catches alone that is generated from the contract
  --full       all checks on each, instead of those that concern it; says which faults make more fail than they should
  --seed N     another seed (${USUAL_SEED} without it). Faults: requests arrive in another order, so that what is caught by luck escapes
               now and then. Variants: others stand together, and the checks draw other input
  --list       lists them with what each does, and tries none; with --faults or --variants only those
  NAME         only this fault or variant; variants joined by + are tried together
  Without --faults and --variants both are done. Exit 1 when something escapes or is blamed.

examples
  npm run faults -- --list
  npm run faults -- --list --variants
  npm run faults -- favorite-toggles`;

/** What --list prints: both, or those that are asked for alone. */
function listedOf(asked: { faults: boolean; variants: boolean }): string[] {
  const both = asked.faults === asked.variants;
  return [...(asked.faults || both ? titleLines(faults) : []), ...(asked.variants || both ? titleLines(variants) : [])];
}

/** The faults and variants that are named; those joined by + together. @throws SettingsError for an unknown name */
function namesOf(positionals: readonly string[]): string[][] {
  const wanted = positionals.map((text) => text.split('+').map((name) => name.trim()));
  for (const name of wanted.flat()) {
    if (faultNames.includes(name) || variantNames.includes(name)) continue;
    throw new SettingsError(
      `faults: there is no fault or variant ${name}. ${suggestion(name, [...faultNames, ...variantNames])}`,
    );
  }
  return wanted;
}

/** Which trials of before are not tried again: who names a fault wants to see it tried. */
function keepsOf({ resume, all }: { resume: boolean; all: boolean }, isNamed: boolean): Keeps {
  if (resume) return 'all';
  return all || isNamed || process.env.CI ? 'none' : 'well';
}

/** @throws SettingsError for anything but a whole number from 0 */
function seedOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SettingsError(`faults: --seed ${text} is no seed. Allowed: 0 to 999999999`);
  return Number(text);
}

await command(USAGE, async () => {
  const { values, positionals } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      generated: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      variants: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(USUAL_SEED) },
    },
    allowPositionals: true,
  });
  if (values.list) {
    for (const line of listedOf(values)) console.log(line);
    return 0;
  }
  if (values.generated) {
    await tryGenerated(values.resume ? 'all' : 'none');
    return 0;
  }
  const wanted = namesOf(positionals);
  const namedFaults = wanted.flatMap((names) => names.filter((name) => faultNames.includes(name)));
  const namedVariants = wanted.filter((names) => names.every((name) => variantNames.includes(name)));
  const all = wanted.length === 0;
  const withFaults = !values.variants && (all || namedFaults.length > 0);
  const withVariants = values.variants || (all && !values.faults) || namedVariants.length > 0;
  const how = { full: values.full, keeps: keepsOf(values, !all), seed: seedOf(values.seed) };
  const results = [
    withFaults ? await tryFaults(namedFaults, how) : true,
    withVariants ? await tryAllVariants(namedVariants, how) : true,
  ];
  return results.every(Boolean) ? 0 : 1;
});
