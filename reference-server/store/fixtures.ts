/** What the reference server says of itself, in the form that any target uses. */
import { operations } from '../../schemas/contract.ts';
import type { Account, World } from './account.ts';
import { TOKENS } from './sample.ts';

function accountOf(world: World, token: string): Account {
  const user = world.tokens.get(token);
  const account = user && world.accounts.get(user.accountId);
  if (!account) throw new Error('the sample world has no user with this token');
  return account;
}

/** The settings that describe this world, by name, without its address. */
export function settingsFor(world: World): Record<string, string> {
  return {
    ...TOKENS,
    ACCOUNT_ID: accountOf(world, TOKENS.ACCESS_TOKEN).id,
    OTHER_ACCOUNT_ID: accountOf(world, TOKENS.OTHER_ACCESS_TOKEN).id,
    UNPAID_ACCOUNT_ID: accountOf(world, TOKENS.UNPAID_ACCESS_TOKEN).id,
  };
}

/** The fixtures file (`schemas/suite/fixtures.json`) of this world. */
export function fixturesFor(world: World): object {
  const main = accountOf(world, TOKENS.ACCESS_TOKEN);
  const other = accountOf(world, TOKENS.OTHER_ACCESS_TOKEN);
  return {
    ids: { kpi: [...main.kpis.keys()].slice(0, 5) },
    unknownIds: { '*': 'f'.repeat(24) },
    foreignIds: {
      customField: [...other.customFields.keys()].slice(0, 3),
      kpiGroup: [...other.kpiGroups.keys()].slice(0, 3),
      kpi: [...other.kpis.keys()].slice(0, 3),
    },
    facts: {
      kpiGroups: [...main.kpis.values()]
        .filter((kpi) => kpi.groups.length > 0)
        .map((kpi) => ({ kpiId: kpi.id, groupIds: kpi.groups })),
      notPermitted: operations
        .filter((operation) => operation.method !== 'GET' && operation.errors.includes(403))
        .map((operation) => ({ user: 'limited', operation: operation.id })),
    },
    bodies: { listCustomFields: { limit: 1000 } },
  };
}
