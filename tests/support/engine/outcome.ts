/** How a check ends when it does not pass. */
import { type Exchange, withExample } from '../../../schemas/contract.ts';
import { exchangeOf } from '../values/provenance.ts';

export interface FailureDetails {
  expected: unknown;
  /** An answer is shown by its status. */
  received: unknown;
  /** JSON pointer to the first difference. */
  at?: string | undefined;
  /** Every place that differs, where all were looked for: JSON pointers with `*` for indexes of lists. */
  places?: readonly string[] | undefined;
  /** Need not be given where `received` is an answer, came out of one, or holds what did. */
  exchange?: Exchange | undefined;
}

/** The target breaks the requirement. */
export class Failure extends Error {
  override name = 'Failure';
  readonly details: FailureDetails;
  /** Filled in by a property that shrank its input. */
  property?: { seed: number; path: string; counterexample: string; runs: number };

  constructor(message: string, details: FailureDetails) {
    super(message);
    const { received } = details;
    const exchange = details.exchange ?? exchangeOf(received);
    const answered = exchange !== undefined && exchange === received;
    this.details = { ...details, exchange, received: answered ? exchange.status : received };
  }
}

/** The requirement should have been checked and could not be; `remedy` says what to set or give. */
export class NotTested extends Error {
  override name = 'NotTested';
  readonly remedy: string;

  constructor(reason: string, remedy: string) {
    super(reason);
    this.remedy = withExample(remedy);
  }
}

/**
 * The account holds nothing on which the requirement shows. Where other operations, or other checks, have shown it, it is
 * tested all the same.
 */
export class NoData extends NotTested {}

/** The requirement does not concern this target, or this operation of it. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
  /** Says what to give where the requirement concerned no operation at all, so that nothing of it was seen. */
  readonly remedy: string | undefined;

  constructor(reason: string, remedy?: string) {
    super(reason);
    this.remedy = remedy;
  }
}

/** Whether an error says that nothing could be judged; Failures and errors of the suite do not. */
export const isUntested = (error: unknown): error is NotTested | NotApplicable =>
  error instanceof NotTested || error instanceof NotApplicable;

/** What ends a check whose need the fixtures declare under `none`, by these words. */
export const declaredAbsent = (reason: string, words: readonly string[]): NotApplicable =>
  new NotApplicable(`${reason}, and the fixtures declare ${[...new Set(words)].join(', ')} under none`);

/** Why an operation is not applicable that the fixtures name under `notOffered`. */
export const NOT_OFFERED = 'the fixtures declare under notOffered that the account does not include it';

/**
 * What a reading gives, or `otherwise` where it cannot be had: for checks that can do without it. Failures and errors of
 * the suite go on.
 */
export async function unlessUntested<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if (isUntested(error)) return otherwise;
    throw error;
  }
}
