/**
 * The branches of an operation that takes ids: each parameter that takes some, each type that stands beside the id, and
 * each kind of record that the id may be of. What looks records up may do so in another way in each of them.
 */
import { addressing, type Operation } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { isUntested } from '../support/engine/outcome.ts';
import type { RequestInput } from '../support/http/client.ts';
import { known } from '../support/records/identifiers.ts';
import { kindByType, kindsOf } from './addressed.ts';
import { type Sent, sent } from './requests.ts';

/** The kind of record that the id in the path of a request is of. */
async function kindById(t: Context, operation: Operation, { params = {} }: RequestInput): Promise<string | undefined> {
  const { name = '', idKind = '' } = addressing(operation) ?? {};
  const names = kindsOf(idKind);
  if (names.length === 1) return idKind;
  const all = await Promise.all(names.map((kindName) => known(t, kindName)));
  return names.find((_, i) => all[i]?.includes(params[name] as string));
}

export interface Branch {
  /** The kind of the record in the path, where one is addressed and known. */
  kindName?: string;
  right: Sent;
}

const saysMore = ({ answer }: Sent, other: Sent) => answer.responseBody.length > other.answer.responseBody.length;

/** One right request of each branch, whose answer says most. Where none succeeds, there is one of one branch. */
export async function branches(t: Context, operation: Operation): Promise<readonly Branch[]> {
  const all = await sent(t, operation);
  const good = all.filter(({ answer }) => answer.ok);
  const listing = operation.parameters.filter(({ idsKind }) => idsKind);
  const found = new Map<string, Branch>();
  for (const right of good.length > 0 ? good : all.slice(0, 1)) {
    const kindName = kindByType(operation, right.input) ?? (await kindById(t, operation, right.input));
    const key = [kindName, ...listing.map(({ name }) => right.input.query?.[name] !== undefined)].join();
    const before = found.get(key)?.right;
    if (!before || saysMore(right, before)) found.set(key, { right, ...(kindName && { kindName }) });
  }
  return [...found.values()];
}

/** Judges one branch after the other. @throws what ended the first one, where none could be judged */
export async function eachBranch(all: readonly Branch[], judge: (branch: Branch) => Promise<void>): Promise<void> {
  const ended: unknown[] = [];
  for (const branch of all)
    try {
      await judge(branch);
    } catch (error) {
      if (!isUntested(error)) throw error;
      ended.push(error);
    }
  if (ended.length === all.length) throw ended[0];
}
