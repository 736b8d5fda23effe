/** Writes down what the suite consists of, so that a run can be planned without loading it. */
import { batches } from './suite.ts';

/** The batches with what is known of their checks before they run, as JSON. */
export const plannedChecks = (): string =>
  JSON.stringify(
    batches.map(({ title, checks }) => ({
      title,
      checks: checks.map(({ title: check, cells }) => ({ title: check, cells })),
    })),
  );
