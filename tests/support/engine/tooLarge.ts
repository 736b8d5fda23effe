/** Requests that a target refuses for their size. Section "Limits": "request size limits: not shown". */
import { type Cell, requirement } from '../../../schemas/contract.ts';
import { Failure, NotTested } from './outcome.ts';

/** Codes of HTTP for bodies, addresses and headers that are too large for a target. */
const OF_SIZE = [413, 414, 431];

/**
 * What a failure comes to that such a code is the evidence of: no must fails for it, since nothing says how much a target
 * takes. Undefined for any other failure, and where no must is judged.
 */
export function refusedForSize(error: unknown, cells: readonly Cell[]): NotTested | undefined {
  if (!(error instanceof Failure)) return undefined;
  const { operation, status = 0 } = error.details.exchange ?? {};
  if (!OF_SIZE.includes(status) || cells.every((cell) => requirement(cell.requirement).level !== 'must'))
    return undefined;
  return new NotTested(
    `${operation} answered ${status}: the request is too large for the target`,
    'a target that takes larger requests, or an account with shorter texts',
  );
}
