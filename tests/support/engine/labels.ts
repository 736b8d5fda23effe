/** What Playwright's and Allure's reports are told of a batch: requirements, levels, groups, number of checks. */
import { operation, requirement } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';

/** Name of the annotation that tells the reporter how many checks a test holds. */
const PLANNED = 'checks';

/** Tags and annotations of the test of a batch; `@allure.label.…` annotations become labels in Allure. */
export function labels({ title, checks }: BatchOf<CheckInfo>): {
  tag: string[];
  annotation: { type: string; description: string }[];
} {
  const cells = checks.flatMap((check) => check.cells);
  const levels = cells.map((cell) => requirement(cell.requirement).level);
  const severity = levels.includes('must') ? 'critical' : levels.includes('should') ? 'normal' : 'minor';
  const each = (type: string, values: readonly string[]) =>
    [...new Set(values)].map((description) => ({ type: `@allure.label.${type}`, description }));
  const groups = cells.map((cell) => operation(cell.operation).group);
  return {
    tag: [...new Set(cells.map((cell) => `@${cell.requirement}`))],
    annotation: [
      { type: PLANNED, description: String(checks.length) },
      ...each('epic', [...new Set(groups)].slice(0, 1)),
      ...each('suite', [title.replace(/:.*/, '')]),
      ...each('severity', [severity]),
      ...each('group', groups),
      ...each('level', levels),
      ...each(
        'requirement',
        cells.map((cell) => cell.requirement),
      ),
    ],
  };
}
