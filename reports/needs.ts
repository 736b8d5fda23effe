/** What must be set or given so that more is tested, with the requirements that wait for it. */
import type { RunRecord } from '../schemas/contract.ts';
import { causesOf, waitsFor } from './causes.ts';

export interface Need {
  remedy: string;
  /** Why they were not tested: the reason that most of them give. */
  reason: string;
  /** Ids of requirements, each once. */
  ids: readonly string[];
}

/** The text that comes most often, the first of several. */
function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
}

/** Those that open most come first; without what waits for an operation that is named as a cause. */
export function needs(record: Pick<RunRecord, 'requirements' | 'settings'>): Need[] {
  const causes = new Set(causesOf(record).map(({ operation }) => operation));
  const waiting = record.requirements
    .filter(({ level }) => level !== 'open')
    .flatMap(({ id, operations }) =>
      operations
        .filter(({ outcome, remedy }) => outcome === 'not-tested' && !causes.has(waitsFor(remedy) ?? ''))
        .map(({ remedy, reason = 'no reason was given' }) => ({ id, remedy: remedy ?? reason, reason })),
    );
  const remedies = [...new Set(waiting.map(({ remedy }) => remedy))];
  return remedies
    .map((remedy) => {
      const same = waiting.filter((one) => one.remedy === remedy);
      return {
        remedy,
        reason: commonest(same.map(({ reason }) => reason)),
        ids: [...new Set(same.map(({ id }) => id))],
      };
    })
    .sort((a, b) => b.ids.length - a.ids.length || (a.remedy < b.remedy ? -1 : 1));
}

/** Why, and what to do about it; once where both are the same. */
export const needWords = ({ reason, remedy }: Need): string =>
  reason === remedy ? remedy : `${reason}; needs: ${remedy}`;
