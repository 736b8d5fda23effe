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

/** Whoever has the settings: a context, a look at the fixtures. */
interface Given {
  settings: Pick<Settings, 'tokens'>;
}

/** Whether an actor's token is given. */
export const isGiven = ({ settings }: Given, actor: Actor): boolean => settings.tokens[TOKEN_OF[actor]] !== undefined;

/** All whose tokens are given, users of other accounts too. */
export const givenActors = (given: Given): Actor[] =>
  (Object.keys(TOKEN_OF) as Actor[]).filter((actor) => isGiven(given, actor));

/** The users of the account who can be asked as: the first one, and the second and the limited one whose tokens are given. */
export const givenUsers = (given: Given): ('first' | 'second' | 'limited')[] =>
  (['first', 'second', 'limited'] as const).filter((as) => as === 'first' || isGiven(given, as));

/** The users who may do the same: the first one, and the second one whose token is given. */
export const givenPeers = (given: Given): ('first' | 'second')[] =>
  isGiven(given, 'second') ? ['first', 'second'] : ['first'];

/** The second user, or the first one where no token of another is given. */
export const anotherOrFirst = (given: Given): 'first' | 'second' => (isGiven(given, 'second') ? 'second' : 'first');

/** Who reads what the first user may read, and may do less with it where there is such a user; else the second one. */
export const otherReader = (given: Given): 'limited' | 'second' => (isGiven(given, 'limited') ? 'limited' : 'second');

/** The header's value for an actor's token, as a placeholder. */
export const bearer = (actor: Actor) => `Bearer ${placeholder(TOKEN_OF[actor])}`;

/** Setting and value of the account that an actor acts in. */
export function accountOf(settings: Settings, actor: Actor): readonly [setting: string, account: string | undefined] {
  if (actor === 'unpaid') return ['UNPAID_ACCOUNT_ID', settings.unpaidAccountId];
  if (actor === 'other') return ['OTHER_ACCOUNT_ID', settings.otherAccountId];
  return ['ACCOUNT_ID', settings.accountId];
}

/** The id of another account, where a user of it is given as well. */
export const otherAccount = (settings: Settings): string | undefined =>
  isGiven({ settings }, 'other') ? settings.otherAccountId : undefined;

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
