/** What the suite created, so that it is removed again where the API can, and nothing else ever is. */
import { kind, type Leftover } from '../../../schemas/contract.ts';
import { at } from '../http/at.ts';
import type { Actor, Answer, Client } from '../http/client.ts';
import { NoAnswer } from '../http/wire.ts';
import { isRefusal } from '../records/answers.ts';
import type { Journal } from './journal.ts';
import { NotTested, unlessUntested } from './outcome.ts';

export interface Ledger {
  /** Notes a record that the suite has created. */
  add(kindName: string, id: string, as: Actor): void;
  /** Notes that a record is gone. */
  remove(kindName: string, id: string): void;
  has(kindName: string, id: string): boolean;
  /** How many records of a kind are noted. */
  count(kindName: string): number;
  /** Deletes what can be deleted; gives what is left over. */
  clean(client: Client): Promise<Leftover[]>;
}

interface Entry {
  kindName: string;
  id: string;
  as: Actor;
}

/** Takes away what users of the suite have attached to a record. */
async function release(operation: string, { kindName, id }: Entry, client: Pick<Client, 'send'>): Promise<void> {
  for (const as of ['first', 'second'] as const)
    await unlessUntested(client.send(operation, { ...at(kindName, id), as }), undefined);
}

/** A DELETE of our own record goes out again where the answer to it is lost: that it is gone by then is what was meant. */
const REMOVALS = 3;

/** Sends what is to have one effect, however often it arrives. @throws NotTested when no try is answered */
async function sendUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries >= REMOVALS || !(error instanceof NotTested && error.cause instanceof NoAnswer)) throw error;
    }
  }
}

/** Deletes a record, where the API can. Gives what is left over: nothing, or the record. */
export async function removeOne(entry: Entry, client: Pick<Client, 'send'>): Promise<Leftover[]> {
  const { kindName, id, as } = entry;
  const { delete: operation, release: releasing } = kind(kindName);
  if (!operation) return [{ kind: kindName, id, reason: 'the API shows no operation that deletes it' }];
  try {
    const remove = () => sendUntilAnswered(() => client.send(operation, { ...at(kindName, id), as }));
    let answer = await remove();
    if (releasing && isRefusal(answer) && answer.status !== 404) {
      await release(releasing, entry, client);
      answer = await remove();
    }
    const { ok, status } = answer;
    return ok || status === 404 ? [] : [{ kind: kindName, id, reason: `${operation} answered ${status}` }];
  } catch (error) {
    if (error instanceof NotTested) return [{ kind: kindName, id, reason: error.message }];
    throw error;
  }
}

/** A ledger without entries. @param journal keeps them on disk as well */
export function createLedger(journal?: Journal): Ledger {
  const entries = new Map<string, Entry>();
  const key = (kindName: string, id: string) => `${kindName}/${id}`;
  return {
    add(kindName, id, as) {
      if (!entries.has(key(kindName, id))) journal?.made(kindName, id, as);
      entries.set(key(kindName, id), { kindName, id, as });
    },
    remove(kindName, id) {
      if (entries.delete(key(kindName, id))) journal?.gone(kindName, id);
    },
    has: (kindName, id) => entries.has(key(kindName, id)),
    count: (kindName) => [...entries.values()].filter((entry) => entry.kindName === kindName).length,
    async clean(client) {
      const left = await Promise.all(
        [...entries.values()].map(async (entry) => {
          const leftover = await removeOne(entry, client);
          if (leftover.length === 0) journal?.gone(entry.kindName, entry.id);
          return leftover;
        }),
      );
      return left.flat();
    },
  };
}
