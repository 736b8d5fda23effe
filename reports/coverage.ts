/** Which answers of the contract were seen, and why the others were not. */
import type { OperationRecord, RequirementVerdict, RunRecord } from '../schemas/contract.ts';

export interface Answer {
  status: number;
  listed: boolean;
  /** How often it came. */
  seen: number;
  /** Why a listed answer was not seen. */
  why?: string;
  /** Whether nobody should have brought it about: an error of the server, or an operation that is not claimed. */
  moot: boolean;
}

export interface CoverageRow {
  operation: OperationRecord;
  answers: readonly Answer[];
}

/** The general requirement whose check brings an answer about, by status. */
export const BROUGHT_BY: Readonly<Record<string, string>> = {
  400: 'general.malformed-body',
  401: 'general.credentials-missing',
  402: 'general.unpaid',
  403: 'general.permission',
  404: 'general.unknown-id',
};

function why(
  { id, group, statuses }: OperationRecord,
  status: number,
  { claimed, verdicts }: { claimed: readonly string[]; verdicts: ReadonlyMap<string, RequirementVerdict> },
): string {
  if (status >= 500) return 'no request should bring it about';
  if (!claimed.includes(group)) return 'the target does not claim the operation group';
  const wanted = status < 300 ? 'general.success-status' : (BROUGHT_BY[status] ?? '');
  const cell = verdicts.get(wanted)?.operations.find(({ operation }) => operation === id);
  if (cell?.outcome === 'not-tested')
    return [cell.reason, ...(cell.remedy ? [`needs: ${cell.remedy}`] : [])].join('; ');
  if (cell?.outcome === 'fail') return 'other answers came where it was expected';
  if (Object.keys(statuses).length === 0) return 'the operation was never called';
  return 'no request of this run led to it';
}

/** Every operation with its answers, those of the contract and those that came besides. */
export function coverageOf({ operations, requirements, settings }: RunRecord): CoverageRow[] {
  const claimed = (settings.groups as readonly string[] | undefined) ?? operations.map(({ group }) => group);
  const facts = { claimed, verdicts: new Map(requirements.map((verdict) => [verdict.id, verdict])) };
  return operations.map((operation) => {
    const statuses = new Set([...operation.listed, ...Object.keys(operation.statuses).map(Number)]);
    const answers = [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const seen = operation.statuses[status] ?? 0;
        const listed = operation.listed.includes(status);
        const moot = status >= 500 || !claimed.includes(operation.group);
        return { status, listed, seen, moot, ...(listed && seen === 0 && { why: why(operation, status, facts) }) };
      });
    return { operation, answers };
  });
}

/** How many of the listed answers that could be brought about were seen. */
export function coverageTotals(rows: readonly CoverageRow[]): { listed: number; seen: number } {
  const listed = rows.flatMap(({ answers }) => answers.filter((answer) => answer.listed && !answer.moot));
  return { listed: listed.length, seen: listed.filter(({ seen }) => seen > 0).length };
}
