/**
 * The words in which a check judges. A call site says only what is particular; the exchange is that of the answer, or the
 * one that a record came from. Each word counts what it compared: a check that compared nothing does not pass.
 */
import { type Exchange, isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Answer } from '../http/client.ts';
import { type Agreement, agreement } from '../values/agreement.ts';
import { firstDifference } from '../values/difference.ts';
import { exchangeOf, sourceOf } from '../values/provenance.ts';
import { Failure, type FailureDetails } from './outcome.ts';

/** How many values of the target a check has compared with what they must be. */
export interface Tally {
  compared: number;
  /** The exchanges that compared values came from, as far as they remember it. */
  sources: Set<Exchange>;
}

/** What is wrong, as a pure function found it. */
export interface Wrong extends FailureDetails {
  message: string;
}

export interface Assertions {
  /**
   * Judges by what a pure function found wrong.
   * @param compared how many values of the target it compared to find out: with 0 nothing was proven
   */
  judge(wrong: Wrong | undefined, compared: number): void;
  /** Judges: throws a Failure unless `right`. The exchange is that of `received` where none is given. */
  expect(right: boolean, message: string, details: FailureDetails): void;
  /** Judges two JSON values to be equal. */
  equal(received: unknown, expected: unknown, message: string, exchange?: Exchange): void;
  /** Judges that an answer is a 2xx. */
  succeeded(answer: Answer, message: string): void;
  /** Judges that an answer is a 4xx: which one is open where no code is listed for the case. */
  refused(answer: Answer, message: string): void;
  /** Judges the status of an answer. */
  status(answer: Answer, expected: number, message: string): void;
  /** Judges that an answer is no 5xx: for what may be taken or refused. */
  unbroken(answer: Answer, message: string): void;
  /**
   * Judges that there is none of what must not be.
   * @param among how many values were looked through for it: none makes no comparison
   */
  none(found: readonly unknown[], among: number, message: string, exchange?: Exchange): void;
  /** Judges that no id stands twice among the records; records without an id say nothing. */
  eachOnce(records: readonly JsonRecord[], message: string, kindName?: string): void;
  /** Judges one field of a record, which must be shown. */
  field(record: JsonRecord, name: string, expected: unknown, message: string): void;
  /**
   * Judges that two views of one record say the same where both show it.
   * @returns how many values both show: with 0 nothing was compared
   */
  agree(first: unknown, second: unknown, message: string, exchange?: Exchange): number;
}

/**
 * The words of one check; each throws a Failure when it judges the target wrong.
 * @param tally is counted up by every word
 */
export function createAssertions(tally: Tally): Assertions {
  function fail(message: string, details: FailureDetails): never {
    throw new Failure(message, details);
  }
  /** Notes what a compared value came from. */
  function from(value: unknown, exchange?: Exchange): void {
    const source = exchange ?? sourceOf(value);
    if (source) tally.sources.add(source);
  }
  const words: Assertions = {
    judge(wrong, compared) {
      tally.compared += compared;
      if (wrong) fail(wrong.message, wrong);
    },

    expect(right, message, details) {
      tally.compared++;
      from(details.received, details.exchange);
      if (!right) fail(message, details);
    },

    equal(received, expected, message, exchange) {
      tally.compared++;
      from(received, exchange);
      const found = firstDifference(expected, received);
      if (found) fail(message, { ...found, exchange: exchange ?? exchangeOf(received) });
    },

    succeeded(answer, message) {
      words.expect(answer.ok, message, { expected: 'a status of 2xx', received: answer });
    },

    refused(answer, message) {
      const refusal = answer.status >= 400 && answer.status < 500;
      words.expect(refusal, message, { expected: 'a status of 4xx', received: answer });
    },

    status(answer, expected, message) {
      words.expect(answer.status === expected, message, { expected, received: answer });
    },

    unbroken(answer, message) {
      words.expect(answer.status < 500, message, { expected: 'a status below 500', received: answer });
    },

    none(found, among, message, exchange) {
      tally.compared += among;
      from(undefined, exchange);
      if (found.length > 0) fail(message, { expected: 'none', received: found, exchange });
    },

    eachOnce(records, message, kindName) {
      const field = kindName === undefined ? 'id' : kind(kindName).id;
      const seen = new Set<unknown>();
      for (const record of records) {
        const id = record[field];
        if (id === undefined) continue;
        const received = { 'more than once': id };
        words.expect(!seen.has(id), message, { expected: 'each id once', received, exchange: exchangeOf(record) });
        seen.add(id);
      }
    },

    field(record, name, expected, message) {
      tally.compared++;
      from(record);
      const found = firstDifference(expected, record[name], `/${name}`);
      if (found) fail(message, { ...found, exchange: exchangeOf(record) });
    },

    agree(first, second, message, exchange) {
      const { compared, difference }: Agreement = agreement(first, second);
      tally.compared += compared;
      from(first);
      from(second, exchange);
      const source = exchange ?? exchangeOf(isRecord(second) ? second : first);
      if (difference) fail(message, { ...difference, exchange: source });
      return compared;
    },
  };
  return words;
}
