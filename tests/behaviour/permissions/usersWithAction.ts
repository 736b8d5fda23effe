/** The users who have an action on a target, where the target says how to ask for them. Section "Operations left open" (gap 3). */
import { isRecord, operation } from '../../../schemas/contract.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { expectOpenOperation } from '../../support/domain/openOperations.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { openRequest } from '../../support/records/bodies.ts';
import { known } from '../../support/records/identifiers.ts';
import { duplicates } from '../../support/values/duplicates.ts';
import { actionsIn, askActions, kindOf, TARGET_TYPES, type Target } from './targets.ts';

const OPERATION = 'permissions.usersWithAction';

/** What a request says in its path and its query. */
function wordsOf(url: string): string[] {
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/').map(decodeURIComponent), ...searchParams.values()];
}

/** Ids of the users whom an answer lists, as records or as ids. */
function namedIn(json: unknown): readonly string[] {
  const items = idsOf(itemsOf(json));
  return items.length > 0 ? items : strings((isRecord(json) ? Object.values(json) : [json]).flat());
}

/** The targets among the words of a request. */
async function targetsAmong(t: Context, words: readonly string[]): Promise<Target[]> {
  const found = await Promise.all(
    TARGET_TYPES.map(async (type) => {
      const ids = await known(t, kindOf(type));
      return words.filter((word) => ids.includes(word)).map((id) => ({ type, id }));
    }),
  );
  return found.flat();
}

/** What ends the check where it cannot be told who has the action: the shape of the answer, and words for actions, are open. */
const untold = (what: string) => new NotApplicable(`${what}: who has the action cannot be told`);

/** Judges that the answer names those of the tokens' users who have the action, and no other of them. */
async function expectUsers(t: Context): Promise<void> {
  const answer = await t.ok(OPERATION, await openRequest(t, operation(OPERATION)));
  const words = wordsOf(answer.url);
  const [target] = await targetsAmong(t, words);
  if (!target) throw untold('the request names no target that is known');
  const users = await Promise.all(
    givenUsers(t).map(async (as) => ({
      as,
      id: await unlessUntested(userIdOf(t, as), undefined),
      actions: await askActions(t, target, as),
    })),
  );
  const ofFirst = users.flatMap(({ as, actions }) => (as === 'first' ? actionsIn(actions) : []));
  const action = words.find((word) => ofFirst.includes(word));
  if (action === undefined) throw untold('the request names no action that the first user has for the target');
  const named = namedIn(answer.json);
  const everybody = await known(t, 'user');
  if (!named.some((id) => everybody.includes(id))) throw untold('the answer lists no user by id');
  for (const { as, id, actions } of users) {
    if (id === undefined || !actions.ok) continue;
    // A token need not be one of a user who is shown.
    const isUser = async () => everybody.includes(id) || (await t.send('users.get', at('user', id))).ok;
    const may = actionsIn(actions).includes(action) && (await isUser());
    const message = may
      ? `the ${as} user has the action and is not named`
      : `the ${as} user is named without the action`;
    t.equal(named.includes(id), may, message, answer);
  }
}

export const usersWithAction: readonly Check[] = [
  check(
    'users who have an action on a target are found where the target says',
    'permissions.users-with-action',
    async (t) => expectOpenOperation(t, OPERATION, await openRequest(t, operation(OPERATION))),
  ),
  check(
    'the users who have an action on a target are those who may take it',
    'permissions.users-with-action-named',
    (t) => eventually(t, expectUsers),
  ),
  check('each user who has an action on a target is named once', 'permissions.users-with-action-once', (t) =>
    eventually(t, async (s) => {
      const answer = await s.ok(OPERATION, await openRequest(s, operation(OPERATION)));
      const everybody = await known(s, 'user');
      const named = namedIn(answer.json).filter((id) => everybody.includes(id));
      if (named.length === 0) throw untold('the answer lists no user by id');
      const twice = duplicates(named);
      s.none([...new Set(twice)], named.length, 'a user who has the action is named twice', answer);
    }),
  ),
];
