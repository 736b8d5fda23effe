/** Whether the account has room for one more record: its plan may bound how many of a kind there are. */
import { type Exchange, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { bodies } from './bodies.ts';
import { tryMake } from './creating.ts';

/** Statuses by which a service may say that there is no room, since what leads to each is not stated. */
const NO_ROOM = [400, 402, 403, 409, 422];

/**
 * A refusal of a right body says something of what is in it only while the plain body that was taken before is taken still.
 * It is sent after a refusal alone, since what it makes may stay behind.
 * @param plain that body; default: the one by which records of the kind are made
 * @throws NotTested when it is refused now, too
 */
export async function needRoom(
  t: Context,
  kindName: string,
  { status }: Pick<Exchange, 'status'>,
  plain?: JsonRecord,
): Promise<void> {
  if (!NO_ROOM.includes(status)) return;
  const { create, title } = kind(kindName);
  const again = await tryMake(t, kindName, plain ?? (await (bodies[kindName] as (typeof bodies)[string])(t)));
  if ('kindName' in again || !NO_ROOM.includes(again.status)) return;
  throw new NotTested(
    `${create} has succeeded before and answers ${again.status} now, whatever the body says: the account may be full`,
    `an account with room for more ${title}s`,
  );
}
