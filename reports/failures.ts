/** What fails, in the order in which a reader should meet it. */
import { isFailure, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';

export interface Failed {
  verdict: RequirementVerdict;
  /** Level, and whether it is no more than a warning. */
  weight: string;
}

/** Failed requirements: those that decide the verdict first, else in their order. */
export function failuresOf({ requirements, settings }: Pick<RunRecord, 'requirements' | 'settings'>): Failed[] {
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const decides = (one: RequirementVerdict) => isFailure(one, settings.strict === true);
  return [
    ...failed.filter(decides).map((verdict) => ({ verdict, weight: verdict.level })),
    ...failed.filter((one) => !decides(one)).map((verdict) => ({ verdict, weight: `${verdict.level}, a warning` })),
  ];
}
