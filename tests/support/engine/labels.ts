/** What Playwright's and Allure's reports are told of a test: requirement, level, groups, operations, number of checks. */
import { type Cell, operation, requirement } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';
import type { TestOf } from './testsOf.ts';

/** Name of the annotation that tells the reporter how many checks a test holds. */
const PLANNED = 'checks';

const SEVERITY = { must: 'critical', should: 'normal', open: 'minor' } as const;

/** Each once. */
const once = (values: readonly string[]) => [...new Set(values)];

interface Labels {
  tag: string[];
  annotation: { type: string; description: string }[];
}

/** Labels of Allure, as annotations that allure-playwright knows. */
const allure = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, description]) => ({ type: `@allure.label.${name}`, description }));

/** Where a batch stands in Allure's trees. */
const placed = (batch: string, groups: readonly string[]): (readonly [string, string])[] => [
  ['epic', groups[0] ?? ''],
  ['suite', batch.replace(/:.*/, '')],
  ...groups.map((group) => ['group', group] as const),
];

const groupsOf = (cells: readonly Cell[]) => once(cells.map((cell) => operation(cell.operation).group));

/** Tags and annotations of the test of a requirement. */
export function labels(batch: string, { requirement: id, checks }: TestOf): Labels {
  const { level, section } = requirement(id);
  const cells = checks.flatMap((check) => check.cells).filter((cell) => cell.requirement === id);
  const groups = groupsOf(cells);
  return {
    tag: once([id, level, ...groups, ...cells.map((cell) => cell.operation)]).map((name) => `@${name}`),
    annotation: [
      { type: 'specification', description: section },
      { type: PLANNED, description: String(checks.length) },
      ...allure([...placed(batch, groups), ['severity', SEVERITY[level]], ['level', level], ['requirement', id]]),
    ],
  };
}

/** Annotations of the last test of a batch; it has no tags, since it judges nothing without the others. */
export function labelsOfAll({ title, checks }: BatchOf<CheckInfo>): Pick<Labels, 'annotation'> {
  const groups = groupsOf(checks.flatMap(({ cells }) => cells));
  return { annotation: allure([...placed(title, groups), ['severity', SEVERITY.must]]) };
}
