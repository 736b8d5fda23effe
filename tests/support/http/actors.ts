/** Who asks: the users that the settings describe, and the headers that their requests carry. */
import { placeholder, type Settings } from '../../../schemas/contract.ts';
import { NotTested } from '../engine/outcome.ts';

export type Actor = 'first' | 'second' | 'limited' | 'unpaid' | 'other';

export const TOKEN_OF: Readonly<Record<Actor, string>> = {
  first: 'ACCESS_TOKEN',
  second: 'SECOND_ACCESS_TOKEN',
  limited: 'LIMITED_ACCESS_TOKEN',
  unpaid: 'UNPAID_ACCESS_TOKEN',
  other: 'OTHER_ACCESS_TOKEN',
};

/** The header's value for an actor's token, as a placeholder. */
export const bearer = (actor: Actor) => `Bearer ${placeholder(TOKEN_OF[actor])}`;

/** Setting and value of the account that an actor acts in. */
export function accountOf(settings: Settings, actor: Actor): readonly [setting: string, account: string | undefined] {
  if (actor === 'unpaid') return ['UNPAID_ACCOUNT_ID', settings.unpaidAccountId];
  if (actor === 'other') return ['OTHER_ACCOUNT_ID', settings.otherAccountId];
  return ['ACCOUNT_ID', settings.accountId];
}

/** The id of another account, where a user of it is given as well. */
export const otherAccount = ({ tokens, otherAccountId }: Settings): string | undefined =>
  tokens.OTHER_ACCESS_TOKEN === undefined ? undefined : otherAccountId;

/** What a request says of its sender; undefined stands for what the settings say, null for no header. */
export interface Sender {
  /** Default: first. */
  as?: Actor;
  /** The Authorization header instead of the actor's. */
  authorization?: string | null;
  /** The account header instead of the actor's account. */
  account?: string | null;
}

/** The headers that say who asks. @throws NotTested where the settings do not say it */
export function senderHeaders(
  settings: Settings,
  { as: actor = 'first', ...given }: Sender,
): { authorization?: string; 'service-accountId'?: string } {
  let { authorization, account } = given;
  if (authorization === undefined) {
    const name = TOKEN_OF[actor];
    if (settings.tokens[name] === undefined) throw new NotTested(`there is no token of the ${actor} user`, name);
    authorization = bearer(actor);
  }
  if (account === undefined) {
    const [setting, own] = accountOf(settings, actor);
    if (own === undefined) throw new NotTested(`the account of the ${actor} user is not known`, setting);
    account = own;
  }
  return {
    ...(authorization !== null && { authorization }),
    ...(account !== null && { 'service-accountId': account }),
  };
}
