/** What must be set or given so that more is tested, with the requirements that wait for it. */
import type { RequirementVerdict } from '../schemas/contract.ts';

export interface Need {
  remedy: string;
  /** Ids of requirements, each once. */
  ids: readonly string[];
}

/** Those that open most come first. */
export function needs(requirements: readonly RequirementVerdict[]): Need[] {
  const found = new Map<string, Set<string>>();
  for (const { id, level, operations } of requirements) {
    if (level === 'open') continue;
    for (const { outcome, remedy, reason = 'no reason was given' } of operations) {
      if (outcome !== 'not-tested') continue;
      const key = remedy ?? reason;
      found.set(key, (found.get(key) ?? new Set()).add(id));
    }
  }
  return [...found]
    .map(([remedy, ids]) => ({ remedy, ids: [...ids] }))
    .sort((a, b) => b.ids.length - a.ids.length || (a.remedy < b.remedy ? -1 : 1));
}
