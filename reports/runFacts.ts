/** What a run found, and how it is to be judged: all that the verdict rests on. */
import type { BatchResult, NoResult, Waiver } from '../schemas/contract.ts';

export interface RunFacts {
  batches: readonly BatchResult[];
  /** What broke outside of a check: settings, workers, batches without a result. */
  errors: readonly string[];
  /** What the verdict is to be read with. */
  warnings?: readonly string[];
  /** Checks that the run was to have, by all batches that began. */
  planned: number;
  /** Ids of the operation groups that the target claims. */
  claimed: readonly string[];
  /** What was left out on purpose, and how it is tested; undefined when every check was to run. */
  leftOut?: NoResult;
  /** Why a check that was to run may have no result, where that is no error of the suite. */
  missing?: NoResult;
  /** Whether --grep chose what is run: it is judged by itself, and the whole is not. */
  selected?: boolean;
  strict: boolean;
  allowIncomplete: boolean;
  waivers: readonly Waiver[];
  targetName: string;
  /** Day of the run, YYYY-MM-DD in UTC. */
  today: string;
}
