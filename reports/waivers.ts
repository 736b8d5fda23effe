/** Waivers: known failures that a release may go out with, and the rules that keep the list of them honest. */
import { type CellVerdict, operation, type RequirementVerdict, type Waiver } from '../schemas/contract.ts';
import type { RunFacts } from './verdict.ts';

/** Days before its end from which a waiver warns. */
const SOON = 14;

/** Whether a waiver in force lets a requirement fail on an operation. */
export function covers(
  waiver: Waiver,
  requirement: string,
  operationId: string,
  { targetName, today }: RunFacts,
): boolean {
  return (
    waiver.requirement === requirement &&
    (waiver.operation ?? operationId) === operationId &&
    (waiver.target ?? targetName) === targetName &&
    waiver.expires >= today
  );
}

const isClaimed = (cells: readonly CellVerdict[], { claimed }: RunFacts) =>
  cells.some((cell) => claimed.includes(operation(cell.operation).group));

/** Waivers that can't be used as they are, and those that end soon. */
export function auditWaivers(
  verdicts: readonly RequirementVerdict[],
  facts: RunFacts,
): { errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const warnings: string[] = [];
  const soon = new Date(Date.parse(facts.today) + SOON * 86_400_000).toISOString().slice(0, 10);
  for (const waiver of facts.waivers) {
    const name = `WAIVERS: ${waiver.requirement}${waiver.operation ? ` on ${waiver.operation}` : ''}`;
    const verdict = verdicts.find(({ id }) => id === waiver.requirement);
    const cells = verdict?.operations.filter((cell) => (waiver.operation ?? cell.operation) === cell.operation) ?? [];
    if (!verdict) errors.push(`${name}: there is no such requirement. Take the id from the report.`);
    else if (cells.length === 0)
      errors.push(
        `${name}: the requirement does not concern this operation. It concerns ${verdict.operations.map((cell) => cell.operation).join(', ')}.`,
      );
    else if (waiver.target !== undefined && waiver.target !== facts.targetName) continue;
    else if (waiver.expires < facts.today)
      errors.push(`${name}: expired on ${waiver.expires}. Mend the target, or renew the waiver with a reason.`);
    else if (verdict.operations.every((cell) => cell.outcome === 'not-applicable') && isClaimed(cells, facts))
      errors.push(`${name}: the requirement does not apply here (${verdict.reason}). Remove it.`);
    else if (cells.every(({ outcome }) => outcome === 'not-applicable'))
      warnings.push(`${name}: does not apply to this run, whose target does not claim the operation group.`);
    // What a part of a run did not check may fail in another part.
    else if (!facts.leftOut && !cells.some(({ outcome }) => outcome === 'waived' || outcome === 'not-tested'))
      errors.push(`${name}: nothing that it waives fails. Remove it.`);
    else if (waiver.expires <= soon) warnings.push(`${name}: expires on ${waiver.expires}.`);
  }
  return { errors, warnings };
}
