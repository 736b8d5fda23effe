/** The list of actions that permissions can allow. Section "Resources / Permission action". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { itemsOf, strings } from '../../support/records/answers.ts';

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
    t.expect(all.length > 0, 'the list of actions is empty', {
      expected: 'actions',
      received: answer.json,
      exchange: answer,
    });
    const names = all.flatMap(({ name }) => (name === undefined ? [] : [JSON.stringify(name)]));
    if (names.length === 0) throw new NotApplicable('name is absent, as fields may be');
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    t.expect(twice === undefined && !names.includes('""'), 'two actions have the same name, or one has an empty one', {
      expected: 'each name once',
      received: twice ?? '',
      exchange: answer,
    });
  }),

  check('which fields an action has', 'permissions.action-fields', async (t) => {
    const fields = new Set((await actions(t)).flatMap((action) => Object.keys(action)));
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
    const { ok, status, json } = await t.send('permissions.usersActions');
    // Keys alone: the sample holds tokens.
    return ok ? (isRecord(json) ? Object.keys(json).sort() : typeof json) : `answers ${status}`;
  }),
];
