/** The list of actions that permissions can allow. Section "Resources / Permission action". */
import { isRecord, type JsonRecord, operation } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { itemsOf, strings } from '../../support/records/answers.ts';
import { openRequest } from '../../support/records/bodies.ts';

const list = (t: Context) => t.once('actions', () => t.send('permissions.actions'));

/** Names in the list of actions; none where it cannot be read. */
export async function actionNames(t: Context): Promise<string[]> {
  const answer = await list(t);
  return answer.ok ? itemsOf(answer.json).flatMap(({ name }) => strings([name])) : [];
}

async function actions(t: Context): Promise<JsonRecord[]> {
  const answer = await list(t);
  if (answer.ok) return itemsOf(answer.json);
  throw new NotTested(`permissions.actions answered ${answer.status}`, 'a target whose permissions.actions succeeds');
}

const RELATIONS = [
  'requiredPermissions',
  'prerequisitePermissions',
  'recommendedPermissions',
  'childPermissions',
  'parentPermission',
];

export const permissionActions: readonly Check[] = [
  check('there are actions, and each has a name of its own', 'permissions.actions-named', async (t) => {
    const [all, answer] = [await actions(t), await list(t)];
    t.expect(all.length > 0, 'the list of actions is empty', { expected: 'actions', received: answer.json });
    const names = all.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const wrong = names.filter((name, i) => name === '' || names.indexOf(name) !== i);
    t.none(wrong, names.length, 'two actions have the same name, or one has an empty one', answer);
  }),

  check('which fields an action has', 'permissions.action-fields', async (t) => {
    const fields = new Set((await actions(t)).flatMap(allFields));
    return [...fields].sort();
  }),

  check('how actions refer to each other', 'permissions.action-relations', async (t) => {
    const all = await actions(t);
    const names = await actionNames(t);
    return Object.fromEntries(
      RELATIONS.map((field) => {
        const named = all.flatMap((action) => strings([action[field]].flat()));
        return [field, `${named.filter((name) => names.includes(name)).length} of ${named.length} are in the list`];
      }),
    );
  }),

  check('what the actions of given users look like', 'permissions.users-actions-shape', async (t) => {
    const asked = { ...operation('permissions.usersActions'), open: 'usersActions' };
    const input = t.fixtures.openOperations.usersActions ? await openRequest(t, asked) : {};
    const { ok, status, json } = await t.send('permissions.usersActions', input);
    // Keys alone: the sample holds tokens.
    return ok ? (isRecord(json) ? Object.keys(json).sort() : typeof json) : `answers ${status}`;
  }),
];
