/** A check: something to find out about the target, and the requirements that it proves. */
import { type Cell, requirement } from '../../../schemas/contract.ts';
import type { Context } from './context.ts';

/** What is known of a check before it runs. */
export interface CheckInfo {
  /** One sentence, unique in its batch. */
  title: string;
  cells: readonly Cell[];
}

export interface Check extends CheckInfo {
  /** Throws a Failure, NotTested or NotApplicable; of an open requirement it returns what the target does. */
  run: (t: Context) => Promise<unknown>;
}

/** Checks, or what is known of them, that run side by side in one Playwright test. */
export interface BatchOf<C> {
  title: string;
  checks: readonly C[];
}

export type Batch = BatchOf<Check>;

/**
 * A check of one or more requirements.
 * @param proves ids of requirements
 * @param on the operations that it judges; by default all that the requirements name
 */
export function check(
  title: string,
  proves: string | readonly string[],
  run: (t: Context) => Promise<unknown>,
  on?: readonly string[],
): Check {
  const cells = [proves].flat().flatMap((id) => {
    const named = requirement(id).operations;
    const judged = on ? named.filter((operation) => on.includes(operation)) : named;
    if (judged.length === 0) throw new Error(`check "${title}": ${id} concerns none of ${on?.join(', ')}`);
    return judged.map((operation) => ({ requirement: id, operation }));
  });
  return { title, cells, run };
}
