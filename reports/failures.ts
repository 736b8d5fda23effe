/** What fails, in the order in which a reader should meet it. */
import { isFailure, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';

export interface Failed {
  verdict: RequirementVerdict;
  /** Whether it decides the verdict; otherwise it is no more than a warning. */
  decides: boolean;
  /** Level, and whether it is no more than a warning. */
  weight: string;
}

/** The sign of a failure, and the one of a warning. */
export const signOf = (decides: boolean) => (decides ? '✗' : '⚠');

/** Failed requirements: those that decide the verdict first, else in their order. */
export function failuresOf({ requirements, settings }: Pick<RunRecord, 'requirements' | 'settings'>): Failed[] {
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const decides = (one: RequirementVerdict) => isFailure(one, settings.strict === true);
  return [
    ...failed.filter(decides).map((verdict) => ({ verdict, decides: true, weight: verdict.level })),
    ...failed
      .filter((one) => !decides(one))
      .map((verdict) => ({ verdict, decides: false, weight: `${verdict.level}, a warning` })),
  ];
}
