/** The verdict in one plain sentence, with the counts that every report shows. */
import {
  EXIT,
  type GroupVerdict,
  isFailure,
  type RequirementVerdict,
  type Selection,
  type VerdictName,
} from '../schemas/contract.ts';
import { plural } from './text.ts';

interface Facts {
  targetName: string;
  strict: boolean;
  verdicts: readonly RequirementVerdict[];
  selection: Selection | undefined;
}

/** Counts of requirements, each counted once and under one word. */
export interface Counts {
  /** Failures that decide the verdict. */
  failed: number;
  /** Failures of level should that only warn. */
  warned: number;
  waived: number;
  untested: number;
}

/** @param strict whether a failed `should` decides */
export function countsOf(verdicts: readonly RequirementVerdict[], strict: boolean): Counts {
  const judged = verdicts.filter(({ level }) => level !== 'open');
  const count = (outcome: string) => judged.filter((one) => one.outcome === outcome).length;
  const failed = judged.filter((one) => isFailure(one, strict)).length;
  return { failed, warned: count('fail') - failed, waived: count('waived'), untested: count('not-tested') };
}

/** The verdict on a group in words; one in which something warns is not plainly conformant. */
export const groupWords = ({ verdict, totals }: GroupVerdict): string =>
  EXIT[verdict as VerdictName] === 0 && totals.fail > 0 ? `${verdict}, ${plural(totals.fail, 'warning')}` : verdict;

/** `a`, `a and b`, `a, b and c`. */
const together = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const were = (count: number, words: string) => `${count === 1 ? 'was' : 'were'} ${words}`;

/** The counts in words; the first of them says of what. */
function counted({ failed, warned, waived, untested }: Counts): string {
  const parts: [number, string][] = [
    [failed, failed === 1 ? 'fails' : 'fail'],
    [warned, warned === 1 ? 'only warns' : 'only warn'],
    [waived, were(waived, 'waived')],
    [untested, were(untested, 'not tested')],
  ];
  const said = parts.filter(([count]) => count > 0);
  return together(
    said.map(([count, words], index) => `${index === 0 ? plural(count, 'requirement') : count} ${words}`),
  );
}

function ofSelection({ requirements, holds }: Selection, counts: Counts): string {
  const part = `a part of the suite was selected (${plural(requirements, 'requirement')})`;
  if (counts.failed > 0) return `${part}, and ${counted({ ...counts, untested: 0 })}`;
  return holds ? `${part}, and it holds; nothing is said of the rest` : `${part}, and not all of it could be tested`;
}

function ofWhole(verdict: VerdictName, counts: Counts): string {
  const rest = counted(counts);
  if (verdict === 'non-conformant') return `does not conform: ${rest}`;
  if (verdict === 'incomplete')
    return `shows no failure${counts.warned > 0 ? ' that counts' : ''}, but ${rest || 'a part of the suite was not run'}`;
  if (rest === '') return 'conforms: every applicable requirement was tested and holds';
  return `conforms ${verdict === 'conformant-with-waivers' ? 'with waivers' : 'in all that is required'}: ${rest}`;
}

/** The sentence that stands at the top of every report. */
export function headline(verdict: VerdictName, { targetName, strict, verdicts, selection }: Facts): string {
  const counts = countsOf(verdicts, strict);
  if (verdict === 'harness-error') return `${targetName} was not judged: the run itself failed.`;
  if (selection) return `${targetName}: ${ofSelection(selection, counts)}.`;
  return `${targetName} ${ofWhole(verdict, counts)}.`;
}
