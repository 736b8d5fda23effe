/** The few records of each kind that a batch makes for the laws. */
import { isRecord, type JsonRecord, kind } from '../../schemas/contract.ts';
import { userIdOf } from '../support/domain/currentUser.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import type { Actor } from '../support/http/client.ts';
import { strings } from '../support/records/answers.ts';
import type { Made } from '../support/records/creating.ts';
import {
  type Created,
  createShared,
  type OwnMade,
  type Send,
  type Sending,
} from '../support/records/sharedCreations.ts';
import { peek } from '../support/records/views.ts';
import { announcementSendings } from './sendings/announcements.ts';
import { customFieldSendings } from './sendings/customFields.ts';
import { kpiGroupSendings } from './sendings/kpiGroups.ts';
import { sendOpen } from './sendings/openBodies.ts';
import { roleSendings } from './sendings/roles.ts';
import { taskSendings } from './sendings/tasks.ts';
import { userSendings } from './sendings/users.ts';

const SENDINGS: Readonly<Record<string, { sendings: (t: Context) => Promise<readonly Sending[]>; send?: Send }>> = {
  customField: { sendings: customFieldSendings },
  kpiGroup: { sendings: kpiGroupSendings },
  task: { sendings: taskSendings },
  announcement: { sendings: announcementSendings },
  user: { sendings: userSendings, send: sendOpen('user') },
  role: { sendings: roleSendings, send: sendOpen('role') },
};

export const canCreate = (kindName: string): boolean => SENDINGS[kindName] !== undefined;

/** The body, with the id of an account in each record of it. */
function naming(account: string, body: unknown): unknown {
  if (Array.isArray(body)) return body.map((one) => naming(account, one));
  return isRecord(body) ? { ...body, accountId: account } : body;
}

/**
 * The sendings, the second of which names another account besides: it is the service that says in which one a record is made.
 * Whether a body may name an account is open, so the same body without it comes next.
 */
function namingAccount(account: string | undefined, sendings: readonly Sending[]): readonly Sending[] {
  const [first, second, ...rest] = sendings;
  if (account === undefined || !first || !second) return sendings;
  const { body, fallbacks = [] } = second;
  return [
    first,
    { ...second, body: naming(account, body), fallbacks: [{ body, without: 'value' }, ...fallbacks] },
    ...rest,
  ];
}

/** What the batch has made, also where the target made nothing in spite of its success. */
export function attempted(t: Context, kindName: string): Promise<Created> {
  const { sendings, send } = SENDINGS[kindName] as (typeof SENDINGS)[string];
  return createShared(t, kindName, async () => namingAccount(t.settings.otherAccountId, await sendings(t)), send);
}

/** Every record of the kind that the batch made, also those that the target might have refused. */
export const allMade = ({ made, open }: Created): readonly OwnMade[] => [...made, ...open.flatMap((one) => one.made)];

/** What makes bodies like each other: the same fields, with the same mark of the kind. */
const likeness = (kindName: string, sent: JsonRecord): string =>
  JSON.stringify([Object.keys(sent).sort(), sent[kind(kindName).marker ?? '']]);

/** The records, and those that were taken though they have the name of another one: each of them is there, too. */
export function withTwins(all: Created): readonly OwnMade[] {
  const known = new Set(all.made.map((one) => likeness(one.kindName, one.sent)));
  return allMade(all).filter((one) => known.has(likeness(one.kindName, one.sent)));
}

/** The same for checks that need a record. */
export async function created(t: Context, kindName: string): Promise<Created> {
  const found = await attempted(t, kindName);
  if (found.made.length > 0) return found;
  const { create } = kind(kindName);
  throw new NotTested(
    `it depends on ${create}, which answered without a new record`,
    `a target whose ${create} succeeds`,
  );
}

/** What the batch has made, as reads by id show it; nothing where nothing could be made. A list may have been read before. */
export async function createdNow(t: Context, kindName: string): Promise<JsonRecord[]> {
  const found = await unlessUntested(created(t, kindName), undefined);
  const records = await Promise.all((found?.made ?? []).map(({ id }) => peek(t, kindName, id)));
  return records.filter((record) => record !== undefined);
}

/**
 * Those of the records that a user must be shown: where the body says whom it is for, those whom it names, and its maker
 * unless it names another author; where each has an access of its own, its maker. Besides, whoever can read it by its id.
 * @throws NotTested when there are none
 */
export async function meantFor<T extends Made & { as?: Actor }>(
  t: Context,
  made: readonly T[],
  as: Actor,
): Promise<readonly T[]> {
  if (made[0] === undefined) return made;
  const { audience, author = '', ownAccess, title = '' } = kind(made[0].kindName);
  const isOwn = (one: T) => (one.as ?? 'first') === as;
  const isShown = ({ kindName, id }: T) => t.once(`shown/${as}/${id}`, () => peek(t, kindName, id, as));
  const orShown = async (isMeant: (one: T) => boolean, mayBe: (one: T) => boolean): Promise<readonly T[]> => {
    const views = await Promise.all(made.map((one) => isMeant(one) || (mayBe(one) && isShown(one))));
    return made.filter((_, i) => views[i]);
  };
  if (ownAccess) return orShown(isOwn, () => true);
  if (audience === undefined) return made;
  const id = as === 'first' || as === 'second' ? await userIdOf(t, as) : undefined;
  const isTold = ({ sent }: T) => strings(sent[audience]).includes(id ?? '');
  const isByAnother = ({ sent }: T) => ![undefined, id].includes(sent[author] as string | undefined);
  const meant = await orShown((one) => isTold(one) || (isOwn(one) && !isByAnother(one)), isOwn);
  if (meant.length > 0) return meant;
  throw new NotTested(
    `no created ${title} names the ${as} user under ${audience}`,
    'FIXTURES: facts.currentUsers, so that it is known whom to name',
  );
}
