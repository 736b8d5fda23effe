/** What the suite created, so that it is removed again where the API can, and nothing else ever is. */
import { kind, type Leftover } from '../../../schemas/contract.ts';
import { at } from '../http/at.ts';
import type { Actor, Client } from '../http/client.ts';
import { NotTested } from './outcome.ts';

export interface Ledger {
  /** Notes a record that the suite has created. */
  add(kindName: string, id: string, as: Actor): void;
  /** Notes that a record is gone. */
  remove(kindName: string, id: string): void;
  has(kindName: string, id: string): boolean;
  /** Deletes what can be deleted; gives what is left over. */
  clean(client: Client): Promise<Leftover[]>;
}

interface Entry {
  kindName: string;
  id: string;
  as: Actor;
}

async function removeOne({ kindName, id, as }: Entry, client: Client): Promise<Leftover[]> {
  const { delete: operation } = kind(kindName);
  if (!operation) return [{ kind: kindName, id, reason: 'the API shows no operation that deletes it' }];
  try {
    const { ok, status } = await client.send(operation, { ...at(kindName, id), as });
    return ok || status === 404 ? [] : [{ kind: kindName, id, reason: `${operation} answered ${status}` }];
  } catch (error) {
    if (error instanceof NotTested) return [{ kind: kindName, id, reason: error.message }];
    throw error;
  }
}

/** A ledger without entries. */
export function createLedger(): Ledger {
  const entries = new Map<string, Entry>();
  const key = (kindName: string, id: string) => `${kindName}/${id}`;
  return {
    add: (kindName, id, as) => entries.set(key(kindName, id), { kindName, id, as }),
    remove: (kindName, id) => entries.delete(key(kindName, id)),
    has: (kindName, id) => entries.has(key(kindName, id)),
    async clean(client) {
      const left = await Promise.all([...entries.values()].map((entry) => removeOne(entry, client)));
      return left.flat();
    },
  };
}
