/** What fails, in the order in which a reader should meet it. */
import { type Evidence, isFailure, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';
import { type Cause, causesOf } from './causes.ts';

interface Failed {
  verdict: RequirementVerdict;
  /** Whether it decides the verdict; otherwise it is no more than a warning. */
  decides: boolean;
  /** Level, and whether it is no more than a warning. */
  weight: string;
}

/** The sign of a failure, and the one of a warning. */
export const signOf = (decides: boolean) => (decides ? '✗' : '⚠');

/** Failed requirements: those that decide the verdict first, else in their order. */
function failuresOf({ requirements, settings }: Pick<RunRecord, 'requirements' | 'settings'>): Failed[] {
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const decides = (one: RequirementVerdict) => isFailure(one, settings.strict === true);
  return [
    ...failed.filter(decides).map((verdict) => ({ verdict, decides: true, weight: verdict.level })),
    ...failed
      .filter((one) => !decides(one))
      .map((verdict) => ({ verdict, decides: false, weight: `${verdict.level}, a warning` })),
  ];
}

/** One thing that is wrong: a requirement that fails by itself, or the first of those that one cause explains. */
export interface Trouble extends Failed {
  cause?: Cause;
}

/** Failures, each cause once: what decides before what warns, causes before what fails by itself. */
export function troublesOf(record: Pick<RunRecord, 'requirements' | 'settings'>): Trouble[] {
  const causes = causesOf(record).filter(({ failed }) => failed.length > 0);
  const explained = new Set(causes.flatMap(({ failed }) => failed));
  const failed = failuresOf(record);
  const leading: Trouble[] = causes.flatMap((cause) => {
    const first = failed.find(({ verdict }) => cause.failed.includes(verdict));
    return first ? [{ ...first, cause }] : [];
  });
  const alone = failed.filter(({ verdict }) => !explained.has(verdict));
  const all = [...leading, ...alone];
  return [...all.filter(({ decides }) => decides), ...all.filter(({ decides }) => !decides)];
}

/** What the user is told to look at first where a failure rests on fixtures that nothing has confirmed. */
export const restsWords = ({ restsOn = [] }: Evidence): string | undefined =>
  restsOn.length === 0
    ? undefined
    : `it rests on FIXTURES: ${restsOn.join(', ')}, which nothing has confirmed. Look there first.`;
