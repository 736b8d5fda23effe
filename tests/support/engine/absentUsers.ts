/** Users that an account need not have: a single administrator, a server with one account. The fixtures declare it under `none`. */
import type { Fixtures, Settings } from '../../../schemas/contract.ts';
import { type Actor, accountOf, isGiven, TOKEN_OF } from '../http/actors.ts';
import { declaredAbsent, type NotApplicable, NotTested } from './outcome.ts';

/** The words of `none`: whose account has not paid is of another account, too. */
const DECLARED_AS: Readonly<Partial<Record<Actor, string>>> = {
  second: 'secondUser',
  limited: 'limitedUser',
  unpaid: 'otherAccount',
  other: 'otherAccount',
};

interface Given {
  settings: Settings;
  fixtures: Fixtures;
}

/** The word that declares that there is no such user; undefined where none does, or the user's token is given. */
function declaredAs(given: Given, actor: Actor): string | undefined {
  const word = DECLARED_AS[actor];
  return word !== undefined && given.fixtures.none.includes(word) && !isGiven(given, actor) ? word : undefined;
}

/** Whether the fixtures declare that there is no such user, and none is given. */
export const isAbsent = (given: Given, actor: Actor): boolean => declaredAs(given, actor) !== undefined;

/** What ends a check for want of a user: NotApplicable where the fixtures declare that there is none, else NotTested. */
export function userMissing(
  given: Given,
  actor: Actor,
  reason = `it takes the ${actor} user, whose token is not given`,
  remedy: string = TOKEN_OF[actor],
): NotTested | NotApplicable {
  const word = declaredAs(given, actor);
  if (word !== undefined) return declaredAbsent(reason, [word]);
  const declarable = DECLARED_AS[actor];
  const or = declarable === undefined ? '' : `, or FIXTURES: "none": ["${declarable}"] if there is none`;
  return new NotTested(reason, `${remedy}${or}`);
}

/** @throws NotTested or NotApplicable where the user's token is not given */
export function needUser(given: Given, actor: Actor): Actor {
  if (isGiven(given, actor)) return actor;
  throw userMissing(given, actor);
}

/** Settings and fixtures that name what a word of `none` says is not there. A limited user may be given who may do as much as others. */
export function givenThough(given: Given, word: string): string[] {
  if (word === 'limitedUser') return [];
  const actors = (Object.keys(DECLARED_AS) as Actor[]).filter((actor) => DECLARED_AS[actor] === word);
  const { facts, foreignIds } = given.fixtures;
  const accounts = actors.filter((actor) => actor !== 'second').map((actor) => accountOf(given.settings, actor));
  return [
    ...actors.filter((actor) => isGiven(given, actor)).map((actor) => TOKEN_OF[actor]),
    ...accounts.filter(([, id]) => id !== undefined).map(([setting]) => setting),
    ...(word === 'secondUser' && facts.currentUsers?.second !== undefined ? ['facts.currentUsers.second'] : []),
    ...(word === 'otherAccount' && Object.keys(foreignIds).length > 0 ? ['foreignIds'] : []),
  ];
}
