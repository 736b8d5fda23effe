/** The part of the suite that is generated from the contract, and how much of the faults it catches alone. Pure functions. */
import { groups, kinds } from '../../../schemas/contract.ts';
import { recordLaws } from '../../laws/index.ts';
import type { Batch } from '../../support/engine/check.ts';
import type { Fault } from '../faults/fault.ts';
import { halfOf } from './halves.ts';
import { checksFor, only, type Trial } from './plan.ts';

/** Batches whose checks are generated: from operations, from lists, or with generated input. */
const GENERATED = /^(contract|properties|Lists): /;

const lawTitles = new Set(Object.keys(kinds).flatMap((name) => recordLaws(name).map(({ title }) => title)));

/** The checks that are generated from operations, lists and kinds, or that search with generated input. */
export const generatedChecks = (batches: readonly Batch[]): Batch[] =>
  only(batches, (key, { title }) => GENERATED.test(key) || lawTitles.has(title));

/** Whether a generated check judges what a fault breaks. */
export const concerns = (fault: Fault, batches: readonly Batch[]): boolean =>
  checksFor(fault, generatedChecks(batches)).length > 0;

const groupOf = ({ breaks }: Pick<Fault, 'breaks'>): string => String(breaks[0]).split('.')[0] as string;

interface Row {
  faults: number;
  concerned: number;
  caught: number;
}

/** What the generated part catches of the faults that concern it: by group of the first requirement broken, by half, and in all. */
export function tableOf(faults: readonly Fault[], concerned: readonly Trial[]): Map<string, Row> {
  const trials = new Map(concerned.map((trial) => [trial.fault, trial]));
  const names = ['general', 'lists', ...groups.map(({ id }) => id)].filter((name, i, all) => all.indexOf(name) === i);
  const row = (chosen: readonly Fault[]): Row => {
    const tried = chosen.flatMap(({ name }) => trials.get(name) ?? []);
    return {
      faults: chosen.length,
      concerned: tried.length,
      caught: tried.filter(({ caughtBy }) => caughtBy.length > 0).length,
    };
  };
  return new Map([
    ...names.map((name) => [name, row(faults.filter((fault) => groupOf(fault) === name))] as const),
    ...(['even', 'odd'] as const).map(
      (half) => [`${half} half`, row(faults.filter(({ name }) => halfOf(name) === half))] as const,
    ),
    ['all', row(faults)] as const,
  ]);
}
