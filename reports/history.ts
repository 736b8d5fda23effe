/** What earlier runs of a target came to: a record takes it over from the one before, so that a report can show a trend. */
import type { Past, RunRecord } from '../schemas/contract.ts';
import { countsOf } from './headline.ts';

/** Runs that are kept, the newest. */
const KEPT = 30;

/** A run as later ones remember it; undefined for a part of the suite, which compares with no whole run. */
export function pastOf(record: RunRecord): Past | undefined {
  const { runId, startedAt, durationMs, verdict, suite, target, totals, requirements, settings } = record;
  if (record.selection || record.part) return undefined;
  const { failed, warned, waived, untested } = countsOf(requirements, settings.strict === true);
  return {
    ...{ runId, startedAt, durationMs, verdict, target: target.name, contractHash: suite.contractHash },
    ...{ requests: totals.requests, passed: totals.requirements.pass, failed, warned, waived, untested },
  };
}

/**
 * The history that records tell: themselves and what they remember, each run once.
 * @param target name of the target; runs of others are left out
 * @returns the newest runs, the oldest of them first
 */
export function historyOf(records: readonly RunRecord[], target: string): Past[] {
  const all = records.flatMap((record) => [...(record.history ?? []), pastOf(record) ?? []].flat());
  const runs = new Map(all.filter((past) => past.target === target).map((past) => [past.runId, past]));
  return [...runs.values()].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).slice(-KEPT);
}
