/** Whether tokens and accounts are what their settings say: refused, of the wrong account, limited, unpaid, swapped. */
import { operation } from '../../../../schemas/contract.ts';
import { type Actor, accountOf, TOKEN_OF } from '../actors.ts';
import type { Client, RequestInput } from '../client.ts';
import { type Reached, type Reading, tryRead } from './readings.ts';

const REFUSED = [401, 403, 404];
const NOBODY = 'Bearer gc-this-token-was-never-issued';
const NO_ACCOUNT = 'gc-there-is-no-such-account';
/** A user with every permission is refused nothing; one refusal may be the target's mistake, many in many groups are the user's. */
const MANY = { operations: 4, groups: 2 };

const statusOf = ({ answer }: Reading): number | undefined => answer?.status;
const answered = (readings: readonly Reading[]) => readings.filter(({ answer }) => answer !== undefined);

const every = (readings: readonly Reading[], ...statuses: readonly number[]): boolean => {
  const all = answered(readings);
  return all.length > 0 && all.every((one) => statuses.includes(statusOf(one) as number));
};

/** The readings with this status, when they are too many to be mistakes of the target. */
function many(readings: readonly Reading[], status: number): readonly Reading[] | undefined {
  const found = readings.filter((one) => statusOf(one) === status);
  const groups = new Set(found.map(({ group }) => group));
  return found.length >= MANY.operations && groups.size >= MANY.groups ? found : undefined;
}

const isOk = ({ answer }: Reading) => answer?.ok === true;
const some = (readings: readonly Reading[]) =>
  readings
    .slice(0, 3)
    .map((one) => `${statusOf(one)} for ${one.operation}`)
    .join(', ');

/** When a token expired that says so itself (RFC 7519), as the end of a sentence. */
function expiry(token: string | undefined): string {
  try {
    const { exp } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    if (typeof exp === 'number' && exp * 1000 < Date.now())
      return `; it expired at ${new Date(exp * 1000).toISOString()}`;
  } catch {
    // It is no token of that form, and tells nothing.
  }
  return '';
}

/** What is to be seen of the settings alone. */
export function sameTwice({ tokens, accountId, otherAccountId, unpaidAccountId }: Reached): string | undefined {
  const given = Object.entries(tokens);
  const pasted = given.find(([, token]) => /^["']?bearer\s/i.test(token));
  if (pasted) return `${pasted[0]}: begins with "Bearer ", which every request adds by itself. Give the token alone.`;
  const odd = given.find(([, token]) => /[^\x21-\x7e]/.test(token));
  if (odd)
    return `${odd[0]}: holds a space or a character that no header can carry. Copy the token again, in one line.`;
  for (const [n, [name, token]] of given.entries()) {
    const before = given.slice(0, n).find(([, other]) => other === token);
    if (before) return `${name}: is the same token as ${before[0]}. Give the token of another user, or unset ${name}.`;
  }
  for (const [name, id] of [
    ['OTHER_ACCOUNT_ID', otherAccountId],
    ['UNPAID_ACCOUNT_ID', unpaidAccountId],
  ])
    if (id !== undefined && id === accountId)
      return `${name}: is the same account as ACCOUNT_ID. Give another account, or unset ${name}.`;
  return undefined;
}

/** Which of token and account the target does not take, when it refuses the first user everything. */
async function refusedFirst(
  readings: readonly Reading[],
  client: Client,
  settings: Reached,
): Promise<string | undefined> {
  const [first] = answered(readings) as [Reading];
  const about = operation(first.operation);
  const ask = async (input: RequestInput) => statusOf(await tryRead(client, about, input));
  const accounts = [undefined, null, NO_ACCOUNT, settings.otherAccountId, settings.unpaidAccountId].filter(
    (account, n) => n === 0 || account !== undefined,
  );
  const asked = await Promise.all(
    accounts.map(async (account) => {
      const input = account === undefined ? {} : { account };
      const [own, nobody] = await Promise.all([ask(input), ask({ ...input, authorization: NOBODY })]);
      return { account, own, nobody };
    }),
  );
  const [given, ...others] = asked as [(typeof asked)[number], ...typeof asked];
  const known = asked.some(({ own, nobody }) => own !== nobody);
  const better = others.find(
    ({ account, own, nobody }) => own !== given.own && own !== nobody && (own ?? 999) < 300 && account !== undefined,
  );
  const seen = some(answered(readings));
  if (better)
    return `ACCOUNT_ID: the target refuses every request in account ${settings.accountId} (${seen}), and takes the same token ${better.account === null ? 'without the account header' : `in account ${better.account}`}. Give the account that ACCESS_TOKEN belongs to.`;
  if (given.own === 404) {
    const apart = others.some(({ own }) => own !== 404) && known;
    return apart
      ? `ACCOUNT_ID: the target knows nothing in account ${settings.accountId} (${seen}), and answers otherwise in another account. Give the account that ACCESS_TOKEN belongs to.`
      : undefined;
  }
  if (!known)
    return `ACCESS_TOKEN: the target refuses it (${seen})${expiry(settings.tokens.ACCESS_TOKEN)}, as it refuses one that was never issued. Give a token that is valid, of a user with every permission.`;
  const elsewhere = others.some(({ account, own }) => account !== null && own !== given.own);
  return elsewhere
    ? `ACCESS_TOKEN: its user may do nothing in account ${settings.accountId} (${seen}), which the target knows. Give the token of a user with every permission.`
    : `ACCOUNT_ID: the target takes the token and refuses its user everything in account ${settings.accountId} (${seen}). Give the account that ACCESS_TOKEN belongs to; if this is it, a user with every permission.`;
}

/** What is wrong with ACCESS_TOKEN or ACCOUNT_ID; undefined when the first user may read. */
export async function wrongFirst(
  readings: readonly Reading[],
  client: Client,
  settings: Reached,
): Promise<string | undefined> {
  if (every(readings, 402))
    return `ACCOUNT_ID: the subscription of account ${settings.accountId} is not paid (${some(readings)}). Give an account that is paid; an unpaid one belongs to UNPAID_ACCOUNT_ID.`;
  if (every(readings, ...REFUSED, 400) && answered(readings).some((one) => REFUSED.includes(statusOf(one) as number)))
    return refusedFirst(readings, client, settings);
  const unpaid = many(readings, 402);
  if (unpaid)
    return `ACCOUNT_ID: the subscription of account ${settings.accountId} is not paid (${some(unpaid)} and ${unpaid.length - 3} more). Give an account that is paid; an unpaid one belongs to UNPAID_ACCOUNT_ID.`;
  const forbidden = many(readings, 403);
  if (forbidden)
    return `ACCESS_TOKEN: its user lacks permissions (${some(forbidden)} and ${forbidden.length - 3} more). Give the token of a user with every permission; a limited one belongs to LIMITED_ACCESS_TOKEN.`;
  return undefined;
}

/** What is wrong with the token or the account of another user than the first, in the light of what the first may read. */
export async function wrongActor(
  actor: Actor,
  readings: readonly Reading[],
  firsts: readonly Reading[],
  client: Client,
  settings: Reached,
): Promise<string | undefined> {
  const name = TOKEN_OF[actor];
  const [setting, account] = accountOf(settings, actor);
  // What the first user is refused says nothing of another one.
  const told = readings.filter((one) => firsts.some((first) => first.operation === one.operation && isOk(first)));
  if (answered(told).length === 0) return undefined;
  if (actor === 'other' && every(told, ...REFUSED)) {
    const about = operation((told[0] as Reading).operation);
    const { answer } = await tryRead(client, about, { as: 'other', account: settings.accountId ?? null });
    if (answer?.ok)
      return `${name}: it belongs to the first account: the target refuses it in account ${account} (${some(told)}) and takes it in ${settings.accountId}. Give the token of a user of ${setting}.`;
    return `${name}: the target refuses it in account ${account} (${some(told)})${expiry(settings.tokens[name])}. Give a valid token of a user of ${setting} with every permission.`;
  }
  if (every(told, 401))
    return `${name}: the target refuses it (${some(told)})${expiry(settings.tokens[name])}, and takes ACCESS_TOKEN. Give a token that is valid, or unset ${name}.`;
  const forbidden = every(told, 403) ? told : many(told, 403);
  if (actor === 'second' && forbidden)
    return `${name}: its user is refused what the first may do (${some(forbidden)}). Give a user with every permission; a limited one belongs to LIMITED_ACCESS_TOKEN.`;
  return undefined;
}

/** Whether a user may all that the first may, so that the tokens of the two seem to be swapped. */
export function mayMore(limited: readonly Reading[], firsts: readonly Reading[]): Reading | undefined {
  return limited.find(
    (one) => isOk(one) && firsts.some((first) => first.operation === one.operation && statusOf(first) === 403),
  );
}

/** The permissions that an answer of permissions.effectiveAndAllowedActions lists. */
export function permissionsOf({ answer }: Reading): readonly unknown[] | undefined {
  const { effectivePermissions } = (answer?.json ?? {}) as { effectivePermissions?: unknown };
  return answer?.ok && Array.isArray(effectivePermissions) ? effectivePermissions : undefined;
}
