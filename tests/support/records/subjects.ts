/** Records to work on: those that the target has, and those that a check makes for itself. */

import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import { refusedWithout } from '../domain/facts.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { otherAccount } from '../http/actors.ts';
import { at } from '../http/at.ts';
import type { Actor } from '../http/client.ts';
import { bodies } from './bodies.ts';
import { type Made, tryMake } from './creating.ts';

/** As many records of a kind that can be deleted are there at once: those of three batches, each with a worker of its own. */
const MOST_AT_ONCE = 140;

/** Creates a record for a check to work on; NotTested when that fails, since the create is judged elsewhere. */
export async function make(t: Context, kindName: string, fields: JsonRecord = {}, as: Actor = 'first'): Promise<Made> {
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  const made = await tryMake(t, kindName, { ...body, ...fields }, as);
  if ('kindName' in made) return made;
  const { create } = kind(kindName);
  const declared = refusedWithout(t, kindName, made, { ...body, ...fields });
  if (declared) throw declared;
  // As many as at the first refusal, so that all checks give one reason.
  const there = await t.once(`there when refused/${kindName}`, async () => t.ledger.count(kindName));
  const isFull = !made.ok && there > 0 && kind(kindName).delete !== undefined;
  throw isFull
    ? new NotTested(
        `it depends on ${create}, which answered ${made.status} while ${there} of the suite were there`,
        `an account that may have ${MOST_AT_ONCE} more of them at a time, if it is limited`,
      )
    : new NotTested(
        `it depends on ${create}, which answered ${made.status} ${made.ok ? 'without a new record' : ''}`.trim(),
        `a target whose ${create} succeeds`,
      );
}

/** Creates a record in the other account; undefined where no user of one is given, or the create does not succeed. */
export async function makeElsewhere(t: Context, kindName: string): Promise<Made | undefined> {
  if (otherAccount(t.settings) === undefined) return undefined;
  return unlessUntested(make(t, kindName, {}, 'other'), undefined);
}

/** Reads a record of a kind by its id. */
export const read = (t: Context, kindName: string, id: string, as: Actor = 'first'): Promise<JsonRecord> =>
  t.record(kind(kindName).get as string, { ...at(kindName, id), as });
