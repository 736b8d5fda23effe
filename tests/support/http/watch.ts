/** Notices that a target is lost: when something looked wrong, readings that went well before are asked again. */
import type { Loss } from '../../../schemas/contract.ts';
import { clock } from './clock.ts';
import { type Answer, isTooLarge, type SentRequest, type Wire } from './wire.ts';

/** Readings that are remembered of each actor. One that goes well is enough: the target is there. */
export const READINGS = 3;
/** How long a target may take to come back: one that does not answer or is down, and one that refuses the token. */
const COMES_BACK_MS = 10_000;
const TAKES_TOKEN_AGAIN_MS = 1_000;
const FIRST_PAUSE_MS = 100;

export interface WatchedRead {
  sending: SentRequest;
  path: string;
  /** Whether it names no record, which could be deleted. */
  lasting: boolean;
}

/** What it takes not to be lost. */
export const STAYS = 'a target and tokens that last as long as the run';

/** Time of day as a log has it. */
const timeOf = (iso: string) => `${iso.slice(11, 19)} UTC`;

/** Why a check that a loss has hit is not tested. */
export const lossWords = ({ actor, since, what, back }: Loss): string =>
  `the target ${what} at ${timeOf(since)}${actor === 'first' ? '' : ` (the ${actor} user's)`}${back ? ', and came back later' : ''}`;

/** What came of one reading. */
type Found = Answer | undefined;

const isHtml = ({ responseBody }: Answer) => /^\s*</.test(responseBody);
const isWell = (found: Found) => found?.ok === true && !isHtml(found);
/** What a gateway answers when nobody is behind it; a 500 is the target's own answer, and evidence by itself. */
export const isGatewayStatus = (status: number): boolean => [502, 503, 504].includes(status);
/** Who says that there are too many requests is there. */
const isThere = (found: Found) => isWell(found) || found?.status === 429;

/** Whether an answer to an actor with their own token and account could mean that the target or the token is lost. */
function isSuspicious(actor: string, found: Found): boolean {
  if (found === undefined || isGatewayStatus(found.status) || found.status === 401 || isHtml(found)) return true;
  return actor !== 'limited' && actor !== 'unpaid' && (found.status === 402 || found.status === 403);
}

const changeOf = (found: Found): string =>
  found === undefined
    ? 'stopped answering'
    : isHtml(found) && found.status < 500
      ? `turned to answering every reading with HTML (${found.status})`
      : `turned to answering every reading with ${found.status}`;

export interface Watch {
  /** Counts what looked wrong so far. */
  suspicions: number;
  /** @param answer undefined when there was none */
  note(actor: string, reading: WatchedRead, answer: Found): void;
  /**
   * The loss that a check which began at this time has met. Asks anew those for whom something looked wrong, and waits a
   * while for a target that is lost, once for all who ask.
   * @param started by the clock
   */
  lostSince(started: number): Promise<Loss | undefined>;
  /** Losses after which the target did not come back, by actor. */
  gone: Map<string, Loss>;
  /** Those that this has not given before. */
  newLosses(): Loss[];
}

/**
 * A watch over one target.
 * @param wire sends the readings by which a suspicion is confirmed
 * @param usual what can be asked of every account as the first user, where nothing has gone well here yet: this may be a
 * worker that began after the loss
 */
export function createWatch(wire: Pick<Wire, 'exchange'>, usual: () => readonly WatchedRead[] = () => []): Watch {
  const readings = new Map<string, WatchedRead[]>();
  const suspects = new Map<string, string>();
  const losses: { loss: Loss; ended: number }[] = [];
  let told = 0;
  let asking: Promise<void> | undefined;

  const readingsOf = (actor: string) => readings.get(actor) ?? (actor === 'first' ? usual() : []);

  /** A reading that goes well, else what came of the last one. */
  async function ask(actor: string): Promise<{ well: boolean; found: Found }> {
    let found: Found;
    for (const { sending, path } of readingsOf(actor)) {
      let read = true;
      found = await wire.exchange(sending, path).catch((error) => {
        read = !isTooLarge(error);
        return undefined;
      });
      if (!read || isThere(found)) return { well: true, found };
    }
    return { well: false, found };
  }

  async function lossOf(actor: string, since: string): Promise<Loss | undefined> {
    const first = await ask(actor);
    if (first.well) return undefined;
    await clock.sleep(FIRST_PAUSE_MS);
    // One bad moment is no loss: a target that errs now and then is judged.
    const { well, found } = await ask(actor);
    if (well) return undefined;
    const refusesToken = found !== undefined && found.status < 500 && !isHtml(found);
    const until = clock.now() + (refusesToken ? TAKES_TOKEN_AGAIN_MS : COMES_BACK_MS);
    const loss = { actor, since, what: changeOf(found) };
    for (let pause = 2 * FIRST_PAUSE_MS; clock.now() < until; pause *= 1.5) {
      await clock.sleep(pause);
      if ((await ask(actor)).well) return { ...loss, back: true };
    }
    return { ...loss, back: false };
  }

  /** Those for whom something looked wrong, with its time; the first user, too, since the target may be lost to all. */
  function takeSuspects(): [string, string][] {
    const [since] = suspects.values();
    if (since !== undefined && !suspects.has('first')) suspects.set('first', since);
    const taken = [...suspects].filter(([actor]) => readingsOf(actor).length > 0 && !watch.gone.has(actor));
    // What looks wrong from now on is asked about once more.
    suspects.clear();
    return taken.sort(([a], [b]) => Number(b === 'first') - Number(a === 'first'));
  }

  /** The first user before the others: when that one is lost, so is the target, and the others need not be asked. */
  async function askAll(): Promise<void> {
    for (const [actor, since] of takeSuspects()) {
      if (watch.gone.has('first')) return;
      const loss = await lossOf(actor, since);
      if (loss?.back === false) watch.gone.set(actor, loss);
      if (loss) losses.push({ loss, ended: loss.back ? clock.now() : Infinity });
    }
  }

  const watch: Watch = {
    suspicions: 0,
    gone: new Map(),
    newLosses() {
      const all = losses.slice(told).map(({ loss }) => loss);
      told = losses.length;
      return all;
    },
    note(actor, reading, answer) {
      const known = readings.get(actor) ?? [];
      const { method, operation } = reading.sending;
      const isNew = !known.some(({ sending }) => sending.operation === operation);
      if (isWell(answer) && reading.lasting && method === 'GET' && isNew && known.length < READINGS)
        readings.set(actor, [...known, reading]);
      if (!isSuspicious(actor, answer)) return;
      watch.suspicions++;
      if (!suspects.has(actor)) suspects.set(actor, answer?.sentAt ?? new Date().toISOString());
    },
    async lostSince(started) {
      // What was being asked may have begun before that which this one has met.
      for (let rounds = 0; rounds < 2; rounds++) {
        asking ??= askAll().finally(() => {
          asking = undefined;
        });
        await asking;
        if (suspects.size === 0) break;
      }
      return losses.find(({ ended }) => ended >= started)?.loss;
    },
  };
  return watch;
}
