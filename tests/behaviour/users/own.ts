/** What users show of themselves and of their account is theirs. Section "Resources / User". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { isAbsent, userMissing } from '../../support/engine/absentUsers.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, unlessUntested } from '../../support/engine/outcome.ts';
import { givenUsers } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { required, strings } from '../../support/records/answers.ts';

/** Users who are compared at least: a few may well have the same permissions. */
const FEW = 3;

/** The permissions that every user of a list has; undefined where they are not all the same, or too few show them. */
function sameOfAll(users: readonly JsonRecord[]): string | undefined {
  const shown = users.flatMap(({ permissions }) => (Array.isArray(permissions) ? [strings(permissions)] : []));
  const each = new Set(shown.map((names) => JSON.stringify(names.sort())));
  return shown.length < FEW || each.size > 1 ? undefined : [...each][0];
}

const ACTIONS = 'permissions.usersActions';

/** The domain of the account in which an actor acts, and those that its users and their actions show. */
async function domainsOf(t: Context, as: Actor): Promise<{ own: unknown; shown: readonly string[] }> {
  const { json } = await t.send('permissions.effectiveAndAllowedActions', { as });
  const { items } = await readKind(t, 'user', { as });
  const actions = await unlessUntested(t.send(ACTIONS, { ...required(ACTIONS), as }), undefined);
  const told = isRecord(actions?.json) ? [...items, actions.json] : items;
  return { own: isRecord(json) ? json.domain : undefined, shown: strings(told.map((one) => one.accountDomain)) };
}

export const ownOfUsers: readonly Check[] = [
  check(
    'users show the domain of their account',
    'general.account-id-shared',
    async (t) => {
      t.needGroup('permissions');
      if (t.settings.otherAccountId === undefined) {
        if (isAbsent(t, 'other')) throw userMissing(t, 'other');
        throw new NoData('only one account is known', 'OTHER_ACCOUNT_ID');
      }
      const [first, other] = await Promise.all([domainsOf(t, 'first'), domainsOf(t, t.need('other'))]);
      if (typeof first.own !== 'string' || typeof other.own !== 'string' || first.own === other.own)
        throw new NoData('two accounts do not show different domains', 'accounts with domains of their own');
      if (first.shown.length === 0 || other.shown.length === 0) throw t.nothingShown('user', 'accountDomain');
      for (const [{ shown }, foreign] of [
        [first, other.own],
        [other, first.own],
      ] as const)
        t.none(
          shown.filter((domain) => domain === foreign),
          shown.length,
          // Which of the two is wrong, they do not tell.
          'users of one account, or their actions, show the domain that effective-and-allowed-actions names for another account',
        );
    },
    ['users.list'],
  ),

  check(
    'the permissions of users are not those of the one who asks',
    'general.users-agree',
    async (t) => {
      t.need('second');
      const seen = await Promise.all(
        givenUsers(t).map(async (as) => (await unlessUntested(readKind(t, 'user', { as }), { items: [] })).items),
      );
      const [first = [], ...others] = seen.map((users) =>
        users.filter(({ permissions }) => Array.isArray(permissions)),
      );
      if (first.length < FEW || others.every(({ length }) => length < FEW)) throw t.nothingShown('user', 'permissions');
      const known = sameOfAll(first);
      for (const users of others) {
        const other = sameOfAll(users);
        const isOfCaller = known !== undefined && other !== undefined && known !== other;
        const message =
          'all users are shown with one list of permissions, which is another one for another user who asks';
        const wrong = { message, expected: known, received: other, at: '/permissions' };
        t.judge(isOfCaller ? wrong : undefined, users.length);
      }
    },
    ['users.list'],
  ),
];
