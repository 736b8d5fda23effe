/** What a target offers of the checks of a batch: an operation that its account does not include is not judged. */
import type { CheckResult, Fixtures } from '../../../schemas/contract.ts';
import type { Check } from './check.ts';
import { NOT_OFFERED } from './outcome.ts';

/** The checks without the cells of operations that are not offered, and these cells as results: not applicable. */
export function offeredOf(
  checks: readonly Check[],
  { notOffered }: Pick<Fixtures, 'notOffered'>,
): { offered: Check[]; withheld: CheckResult[] } {
  const offered: Check[] = [];
  const withheld: CheckResult[] = [];
  for (const check of checks) {
    const cells = check.cells.filter((cell) => !notOffered.includes(cell.operation));
    const others = check.cells.filter((cell) => notOffered.includes(cell.operation));
    if (cells.length > 0) offered.push({ ...check, cells });
    if (others.length === 0) continue;
    // A title stands once in a batch.
    const title = cells.length > 0 ? `${check.title}, where it is not offered` : check.title;
    const names = [...new Set(others.map(({ operation }) => operation))].join(', ');
    withheld.push({
      check: title,
      cells: others,
      outcome: 'not-applicable',
      reason: `it judges ${names}, and ${NOT_OFFERED}`,
      ms: 0,
    });
  }
  return { offered, withheld };
}
