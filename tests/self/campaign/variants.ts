/** Judges right but different servers: nothing may be blamed, and nearly everything must still be tested. */
import type { BatchResult, CheckResult } from '../../../schemas/contract.ts';
import { operation, requirement } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import type { Batch, Check } from '../../support/engine/check.ts';
import { judgeServer } from '../judge.ts';
import { random } from '../random.ts';
import { variants } from '../variants/index.ts';
import { needsConnection, startVariants, startVariantsInProcess } from '../variants/server.ts';
import { newParts, type Variant } from '../variants/variant.ts';
import { only } from './plan.ts';

/** What is judged: the names of variants that a server has together; none for the clean one. */
export interface VariantOrder {
  variants: readonly string[];
  /** The whole suite, not only the checks of the quick form. */
  full: boolean;
  /** Of the input and the samples that the checks draw. */
  seed: number;
  /** Its place among the orders: which of the checks it is asked that do not concern its variants. */
  turn: number;
  /** The checks alone that judge these cells, as trials name them. */
  cells?: readonly string[];
}

export interface VariantTrial {
  name: string;
  titles: readonly string[];
  /** Whether data is missing on purpose. */
  sparse: boolean;
  /** Checks of a must or should that failed, and errors of the suite: `batch / title: reason`. */
  blamed: string[];
  /** Cells of checks that were not tested, with the reasons. */
  untested: Record<string, string>;
  /** Cells that were judged or observed, or do not concern the target. */
  tested: string[];
  ms: number;
}

/** Runs of each property: what differs is the server, and one variant is no place to look for rare input. */
const NUM_RUNS = '4';
/** The clean server is judged by others; here it is only asked what is tested on it. */
const NUM_RUNS_OF_CLEAN = '1';
/** Variants that are together on one server: such as lack nothing, and such as lack data. */
const TOGETHER = 14;
const LACKING_TOGETHER = 4;

/** A cell of a check, as trials name it. */
const cellKey = (check: string, operationId: string): string => `${check} @${operationId}`;

/** Whether a variant lacks data on purpose: together with such, others would show nothing. */
const lacks = ({ sparse }: Variant): boolean => sparse === true;

/** Whether a variant is tried by itself: it takes long, or in an account of its size others may have nothing to show at. */
export const isAlone = ({ alone, sample }: Variant): boolean => alone === true || sample?.size !== undefined;

/**
 * Variants in groups of at most so many, no two of one kind in one, but for those that must be alone; the seed decides who
 * meets whom. Those that need a connection meet in few of them: the others are judged in half the time without one.
 */
export function combinations(all: readonly Variant[], size: number, seed: number): Variant[][] {
  const next = random(seed);
  const shuffled = all
    .filter((variant) => !isAlone(variant))
    .map((variant) => ({ variant, at: next() - (needsConnection(variant) ? 1 : 0) }))
    .sort((a, b) => a.at - b.at);
  const groups: Variant[][] = [];
  for (const { variant } of shuffled) {
    const fits = (group: Variant[]) =>
      group.length < size && !group.some(({ kind }) => kind !== undefined && kind === variant.kind);
    const group = groups.find(fits);
    if (group) group.push(variant);
    else groups.push([variant]);
  }
  // In the order of the whole list: those that copy the data stand first there.
  return groups.map((group) => all.filter((variant) => group.includes(variant)));
}

/** Milliseconds for which a server with these variants may be looked at until it shows a write. */
function settling(chosen: readonly Variant[]): number {
  const settings: Record<string, string> = {};
  for (const variant of chosen) newParts(variant).settings?.(settings);
  return Number(settings.SETTLE_MS ?? 0);
}

/**
 * Those variants alone that must be, and the others in company, such as lack data apart from such as do not: a server that
 * differs in several ways costs little more than one that differs in one. Those that are waited for come first, so that
 * none of them is waited for alone at the end. Another seed brings others together.
 */
export function variantOrders(full: boolean, seed: number): VariantOrder[] {
  const single = variants.filter(isAlone).map((variant) => [variant]);
  const [lacking, whole] = [variants.filter(lacks), variants.filter((variant) => !lacks(variant))];
  const together = [...combinations(lacking, LACKING_TOGETHER, seed), ...combinations(whole, TOGETHER, seed)];
  return [...single, ...together]
    .map((chosen) => ({ chosen, ms: settling(chosen) }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ chosen }, turn) => ({ variants: chosen.map(({ name }) => name), full, seed, turn }));
}

/** What the clean server is asked: whether it shows what was not tested on others. */
export const cleanOrder = (trials: readonly VariantTrial[], seed: number): VariantOrder => ({
  variants: [],
  full: true,
  seed,
  turn: 0,
  cells: [...new Set(trials.filter(({ sparse }) => !sparse).flatMap(({ untested }) => Object.keys(untested)))].sort(),
});

function hash(text: string): number {
  let x = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) x = Math.imul(x ^ text.charCodeAt(i), 0x01000193);
  return (x ^ (x >>> 15)) >>> 0;
}

/** Neighbouring checks have more of what they read in common: so many of them are taken or left together. */
const NEIGHBOURS = 12;

/** One of so many checks is tried whatever the variants change. */
const ONE_OF = 16;

/** About so many of the checks that concern the variants are tried: all of them where these show at one or two groups. */
const CONCERNED = 140;

/**
 * The checks of the quick form: those of the groups of operations at which the variants show, and a few of all others;
 * other ones at each turn, so that together they are all.
 */
export function quickly(all: readonly Batch[], chosen: readonly Variant[], turn: number): Batch[] {
  const name = chosen.map((variant) => variant.name).join('+');
  const groups = new Set(chosen.flatMap(({ on }) => on ?? []));
  const concerns = ({ cells }: Check) => cells.some((cell) => groups.has(operation(cell.operation).group));
  const concerned = all.reduce((sum, { checks }) => sum + checks.filter(concerns).length, 0);
  const oneOf = Math.max(1, Math.round(concerned / CONCERNED));
  const kept = (title: string, each: Check, place: number) => {
    const neighbours = `${title}/${Math.floor(place / NEIGHBOURS)}`;
    const isDue = (hash(neighbours) + turn) % ONE_OF === 0;
    return isDue || (hash(`${name}/${neighbours}`) % oneOf === 0 && concerns(each));
  };
  return all
    .map((batch) => ({ ...batch, checks: batch.checks.filter((check, place) => kept(batch.title, check, place)) }))
    .filter(({ checks }) => checks.length > 0);
}

/** The checks that judge any of these cells. */
const judging = (all: readonly Batch[], wanted: ReadonlySet<string>): Batch[] =>
  only(all, (_, { title, cells }) => cells.some((cell) => wanted.has(cellKey(title, cell.operation))));

const judged = ({ cells }: CheckResult) => cells.filter(({ requirement: id }) => requirement(id).level !== 'open');

/** Checks that failed without right; those of a should that the variants may fail are left out. */
function blame(results: readonly BatchResult[], chosen: readonly Variant[]): string[] {
  const warns = new Set(chosen.flatMap((variant) => variant.warns ?? []));
  const expected = (result: CheckResult) =>
    result.outcome === 'fail' &&
    judged(result).every(({ requirement: id }) => warns.has(id) && requirement(id).level === 'should');
  return results.flatMap(({ batch, results: all }) =>
    all
      .filter(
        (result) =>
          result.outcome === 'error' || (result.outcome === 'fail' && judged(result).length > 0 && !expected(result)),
      )
      .map(({ check, outcome, reason, evidence }) => {
        const seen = evidence ? ` (expected ${evidence.expected}, received ${evidence.received})` : '';
        return `${batch} / ${check}: ${outcome === 'error' ? 'the suite broke: ' : ''}${reason}${seen}`.slice(0, 900);
      }),
  );
}

/** @throws Error when there is no variant of a name */
export async function tryVariants({ variants: names, full, seed, turn, cells }: VariantOrder): Promise<VariantTrial> {
  const chosen = names.map((name) => {
    const variant = variants.find((candidate) => candidate.name === name);
    if (!variant) throw new Error(`no variant ${name}`);
    return variant;
  });
  const started = performance.now();
  const { server, settings, stop, ...way } = chosen.some(needsConnection)
    ? await startVariants(chosen)
    : startVariantsInProcess(chosen);
  try {
    const selected = cells ? judging(batches, new Set(cells)) : full ? batches : quickly(batches, chosen, turn);
    const env = { NUM_RUNS: chosen.length === 0 ? NUM_RUNS_OF_CLEAN : NUM_RUNS, SEED: String(seed) };
    const { results } = await judgeServer(server, settings, selected, env, way);
    const all = results.flatMap(({ results: list }) => list);
    const keys = (wanted: boolean) =>
      all
        .filter(({ outcome }) => (outcome === 'not-tested') === wanted)
        .flatMap((result) =>
          judged(result).map((cell) => [cellKey(result.check, cell.operation), result.reason ?? ''] as const),
        );
    return {
      name: names.join(' + ') || 'clean',
      titles: chosen.map(({ title }) => title),
      sparse: chosen.some(({ sparse }) => sparse),
      blamed: blame(results, chosen),
      untested: Object.fromEntries(keys(true)),
      tested: keys(false).map(([key]) => key),
      ms: Math.round(performance.now() - started),
    };
  } finally {
    stop();
  }
}

/** Share of what the clean server shows that this trial tests, among the checks that it ran; from 0 to 1. */
export function share(clean: VariantTrial, { tested, untested }: VariantTrial): number {
  const shown = new Set(clean.tested);
  const lost = Object.keys(untested).filter((key) => shown.has(key)).length;
  return lost === 0 ? 1 : tested.length / (tested.length + lost);
}

/** Share of the clean server's tested cells that a right server must keep, where no data is missing on purpose. */
export const LEAST_TESTED = 0.9;

/** What is wrong with the judgement of a right server, in words. */
export function wrongly(clean: VariantTrial, trial: VariantTrial): string[] {
  const tested = share(clean, trial);
  if (trial.sparse || tested >= LEAST_TESTED) return trial.blamed;
  const reasons = Object.entries(trial.untested)
    .slice(0, 5)
    .map(([key, reason]) => `${key}: ${reason}`);
  return [...trial.blamed, `only ${(tested * 100).toFixed(1)} % tested: ${reasons.join('; ')}`];
}
