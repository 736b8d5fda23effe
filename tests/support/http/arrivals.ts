/**
 * Requests for what the run has created, by its id: the specification names no time, so a record may be found within
 * SETTLE_MS. For so long, a read that does not find it is sent again, also where another one has found it: one copy of the
 * data may be behind another. So is a write, which has done nothing.
 */
import { kinds, type Operation } from '../../../schemas/contract.ts';
import type { Sender } from './actors.ts';
import { clock } from './clock.ts';
import type { Answer } from './wire.ts';

const READS = new Set(Object.values(kinds).flatMap(({ get }) => get ?? []));
/** What deletes a record by its id; DELETE may also end what is said of it, such as that it is a favourite. */
const DELETES = new Set(Object.values(kinds).flatMap(({ delete: removal }) => removal ?? []));
/** Refusals that say nothing of whether the record is there. */
const OTHER_REFUSALS = new Set([401, 402, 403, 429]);
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;
/** After so many records that were never found, an operation is not waited for any more. */
const PATIENCE = 3;

/** As much of a request as says what is read, and by whom. */
interface Reading extends Sender {
  params?: Readonly<Record<string, string>>;
  atOnce?: true;
}

export interface Arrivals {
  /** The answer, or that of the same request a little later, where it may not have found a new record yet. */
  found(operation: Operation, input: Reading, answer: Answer, again: () => Promise<Answer>): Promise<Answer>;
}

/** Whether an answer may say that the record is not there; of a write, which may be refused for what it holds, 404 alone does. */
const isMissing = ({ id, errors }: Operation, { status }: Answer) =>
  READS.has(id) ? status >= 400 && status < 500 && !OTHER_REFUSALS.has(status) : status === 404 && errors.includes(404);

/** Whether a request is that of an ordinary reader, who is to find what the run has created. */
const isOrdinary = ({ as = 'first', authorization, account, atOnce }: Reading) =>
  !atOnce && authorization === undefined && account === undefined && (as === 'first' || as === 'second');

/** @param created ids of the records that the run has created */
export function createArrivals(settleMs: number, created: { has(id: string): boolean }): Arrivals {
  /** Ids that need no waiting: they were found, deleted, or never found. */
  const done = new Set<string>();
  const waiting = new Map<string, { until: number; pause: number; seen: boolean }>();
  const neverFound = new Map<string, number>();

  /** What is known of a record that may not be found yet; its time begins when it is first asked for. */
  const waitedFor = (id: string) =>
    waiting.get(id) ?? { until: clock.now() + settleMs, pause: FIRST_PAUSE_MS, seen: false };

  /** How long to wait until a record is read again, in milliseconds; undefined where it was waited for long enough. */
  function nextPause({ id: operationId }: Operation, id: string): number | undefined {
    if ((neverFound.get(operationId) ?? 0) >= PATIENCE) return undefined;
    const { until, pause, seen } = waitedFor(id);
    if (clock.now() >= until) {
      done.add(id);
      if (!seen) neverFound.set(operationId, (neverFound.get(operationId) ?? 0) + 1);
      return undefined;
    }
    waiting.set(id, { until, pause: Math.min(2 * pause, LONGEST_PAUSE_MS), seen });
    return pause;
  }

  function noteSuccess({ id: operationId }: Operation, ids: readonly string[]): void {
    if (DELETES.has(operationId)) for (const id of ids) done.add(id);
    if (READS.has(operationId)) ids.forEach(noteFound);
  }

  function noteFound(id: string): void {
    const { until, pause } = waitedFor(id);
    waiting.set(id, { until, pause, seen: true });
    if (clock.now() >= until) done.add(id);
  }

  return {
    async found(operation, input, answer, again) {
      if (settleMs === 0) return answer;
      const ids = Object.values(input.params ?? {}).filter((id) => created.has(id) && !done.has(id));
      if (answer.ok) noteSuccess(operation, ids);
      const [id] = ids;
      if (id === undefined || !isMissing(operation, answer) || !isOrdinary(input)) return answer;
      const pause = nextPause(operation, id);
      return pause === undefined ? answer : clock.sleep(pause).then(again);
    },
  };
}
