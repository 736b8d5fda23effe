/** The tests of a batch, as Playwright lists them: one for each requirement, with the checks that prove it. */
import { requirement } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';

/** One test: a requirement, as far as the checks of one batch prove it. */
export interface TestOf {
  /** Id of the requirement. */
  requirement: string;
  /** `kpiGroups.create-answer: Creating a group answers with the group.` */
  title: string;
  checks: readonly CheckInfo[];
}

/** Playwright takes what follows an @ in a title for a tag; a wide one looks the same and is none. */
const titleOf = (id: string) => `${id}: ${requirement(id).text.replaceAll('@', '\uFF20')}`;

/** The tests of a batch, in the order of their first checks; a check of several requirements belongs to the test of each. */
export function testsOf({ checks }: BatchOf<CheckInfo>): TestOf[] {
  const byRequirement = new Map<string, CheckInfo[]>();
  for (const check of checks) {
    for (const id of new Set(check.cells.map((cell) => cell.requirement))) {
      const found = byRequirement.get(id);
      if (found) found.push(check);
      else byRequirement.set(id, [check]);
    }
  }
  return [...byRequirement].map(([id, proving]) => ({
    requirement: id,
    title: titleOf(id),
    checks: proving,
  }));
}

/** Title of the last test of each batch: what the standing laws say of every answer. */
export const ALL_ANSWERS =
  'every answer to the tests above has the status, the types and the account that it must have';

/** How many tests Playwright lists of these batches. */
export const countTests = (batches: readonly BatchOf<CheckInfo>[]): number =>
  batches.reduce((sum, batch) => sum + testsOf(batch).length + 1, 0);
