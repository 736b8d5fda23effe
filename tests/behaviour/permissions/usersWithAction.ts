/** The users who have an action on a target, where the target says how to ask for them. Section "Operations left open" (gap 3). */
import { isRecord, operation } from '../../../schemas/contract.ts';
import { givenUsers, userIdOf } from '../../support/domain/currentUser.ts';
import { expectOpenOperation } from '../../support/domain/openOperations.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { openRequest } from '../../support/records/bodies.ts';
import { known } from '../../support/records/identifiers.ts';
import { actionsIn, ask, kindOf, TARGET_TYPES, type Target } from './targets.ts';

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

/**
 * Judges that the answer names those of the tokens' users who have the action, and no other of them: as far as the request
 * shows the action and the target, and the answer names users by their ids.
 */
async function expectUsers(t: Context): Promise<void> {
  const answer = await t.send(OPERATION, await openRequest(t, operation(OPERATION)));
  const words = wordsOf(answer.url);
  const [target] = await targetsAmong(t, words);
  if (!answer.ok || !target) return;
  const users = await Promise.all(
    givenUsers(t).map(async (as) => ({
      as,
      id: await unlessUntested(userIdOf(t, as), undefined),
      actions: await ask(t, target, as),
    })),
  );
  const action = words.find((word) =>
    users.some(({ as, actions }) => as === 'first' && actionsIn(actions).includes(word)),
  );
  const named = namedIn(answer.json);
  const told = users.flatMap(({ as, id, actions }) => (id !== undefined && actions.ok ? [{ as, id, actions }] : []));
  const everybody = await known(t, 'user');
  if (action === undefined || !named.some((id) => everybody.includes(id))) return;
  for (const { as, id, actions } of told) {
    const may = actionsIn(actions).includes(action);
    const message = may
      ? `the ${as} user has the action and is not named`
      : `the ${as} user is named without the action`;
    t.equal(named.includes(id), may, message, answer);
  }
}

export const usersWithAction: Check = check(
  'users who have an action on a target are found where the target says',
  'permissions.users-with-action',
  async (t) => {
    await expectOpenOperation(t, OPERATION, await openRequest(t, operation(OPERATION)));
    await eventually(t, expectUsers);
  },
);
