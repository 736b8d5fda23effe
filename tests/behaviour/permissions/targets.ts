/** What the current user may do with metrics, goals, sessions and insight boards. Section "Endpoints / Permissions". */

import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord, kind, withArticle } from '../../../schemas/contract.ts';
import { teamsOf, userIdOf } from '../../support/domain/currentUser.ts';
import { lacking } from '../../support/domain/facts.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, stillWrong } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, isRefusal, recordsIn, strings } from '../../support/records/answers.ts';
import { foreignIds, ids, isMereReference, isSurelyUnique, unknownId } from '../../support/records/identifiers.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { duplicates } from '../../support/values/duplicates.ts';
import { sample } from '../../support/values/sample.ts';
import { isDeletedByOthers } from './concurrentDeletion.ts';
import { namedIn, permissionsOf, sorted } from './effective.ts';

const OPERATION = 'permissions.currentUserAllowedActions';
const { types: KIND_OF_TYPE = {} } = kind('target');
/** The types of targets, as the parameter targetType names them. */
export const TARGET_TYPES = Object.keys(KIND_OF_TYPE);
const SAMPLES = 3;
/** Of records that no list shows nothing tells which of them a target may treat in another way. */
const UNLISTED = 12;

export interface Target {
  type: string;
  id: string;
}

/** The kind of record of a type of targets. */
export const kindOf = (type: string) => KIND_OF_TYPE[type] as string;

async function targetsOf(t: Context, type: string): Promise<Target[]> {
  const kindName = kindOf(type);
  const { items } = await unlessUntested(readKind(t, kindName, { parts: true }), { items: [] });
  const listed = idsOf(varied(items, 2 * SAMPLES));
  const some = listed.length > 0 ? listed : sample(await ids(t, kindName), UNLISTED);
  return some.map((id) => ({ type, id }));
}

/** Asks what an actor may do with a target. */
export const askActions = (t: Context, { type, id }: Target, as: Actor = 'first'): Promise<Answer> =>
  t.send(OPERATION, { params: { targetId: id }, query: { targetType: type }, as });

/** The actions that an answer names. */
export const actionsIn = ({ json }: Answer): string[] => (isRecord(json) ? strings(json.currentUserActions) : []);

/** The id of the target that an answer is about. */
const targetIdIn = ({ url }: Answer): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');

/** The type of the target that an answer is about. */
const typeIn = ({ url }: Answer): string | null => new URL(url).searchParams.get('targetType');

/** Answers about the targets of one type, asked for once for all checks. */
const known = (t: Context, type: string, as: Actor = 'first'): Promise<readonly Answer[]> =>
  t.once(`actions/${type}/${as}`, async () =>
    Promise.all((await targetsOf(t, type)).map((target) => askActions(t, target, as))),
  );

/** Answers about targets of every type of which the account has some. */
async function everyType(t: Context): Promise<readonly Answer[]> {
  const found = await Promise.all(TARGET_TYPES.map((type) => unlessUntested(known(t, type), [])));
  const answers = found.flat().filter(({ ok }) => ok);
  if (answers.length === 0)
    throw new NotTested(
      'nothing is known of which the actions could be asked for',
      'FIXTURES: ids.goal, ids.session, ids.dashboard',
    );
  return answers;
}

const accepted = (type: string): Check =>
  check(`${type} is accepted as targetType`, 'permissions.target-types', async (t) => {
    for (const answer of await known(t, type)) {
      const [kindName, id] = [kindOf(type), targetIdIn(answer)];
      if (isRefusal(answer) && ((await isMereReference(t, kindName, id)) || (await isDeletedByOthers(t, kindName, id))))
        continue;
      const right = answer.ok && isRecord(answer.json) && Array.isArray(answer.json.currentUserActions);
      t.expect(right, `the actions for a target of type ${type} are not given`, {
        expected: 'status 200 with currentUserActions',
        received: answer.ok ? answer.json : answer.status,
        exchange: answer,
      });
    }
    if (t.tally.compared === 0)
      throw new NotTested(`no ${type} is known that is surely there`, `FIXTURES: ids.${kindOf(type)}`);
  });

const unknownTarget = (type: string): Check =>
  check(`an unknown ${type} gives no action`, 'permissions.target-unknown', async (t) => {
    // The control: for a target that is there, the request is not refused.
    if (!(await known(t, type)).some(({ ok }) => ok))
      throw new NotTested(
        `${OPERATION} succeeds for no ${type}, so that a refusal says nothing`,
        `a target that accepts ${type}`,
      );
    const unknown = [
      await unknownId(t, kindOf(type)),
      ...(await ofOtherAccount(t, kindOf(type))),
      ...(await ofOtherTypes(t, type)),
    ];
    for (const answer of await Promise.all(unknown.map((id) => askActions(t, { type, id })))) {
      if (answer.ok)
        t.none(actionsIn(answer), 1, 'actions are given for a target that the account does not have', answer);
      else
        t.expect(answer.status < 500, 'an unknown target is neither refused nor without actions', {
          expected: 'a status of 4xx, or an empty list',
          received: answer,
        });
    }
  });

/** An id of another account's record, if one is known that surely names none of this account: a count may do so. */
async function ofOtherAccount(t: Context, kindName: string): Promise<string[]> {
  const [own, foreign] = await Promise.all([ids(t, kindName), unlessUntested(foreignIds(t, kindName), [])]);
  return foreign.filter((id) => isSurelyUnique(id) && !own.includes(id)).slice(0, 1);
}

/** Ids of targets of the other types that surely name none of this one. */
async function ofOtherTypes(t: Context, type: string): Promise<string[]> {
  const own = await ids(t, kindOf(type));
  const others = TARGET_TYPES.filter((other) => other !== type);
  const found = await Promise.all(others.map((other) => unlessUntested(ids(t, kindOf(other)), [])));
  return found.flatMap((some) => some.filter((id) => isSurelyUnique(id) && !own.includes(id)).slice(0, 1));
}

/** Whether a user is known to have no permission at all: as the user is told, else as the first user is told of this one. */
async function hasNone(t: Context, as: Actor): Promise<boolean> {
  const told = await permissionsOf(t, as);
  if (told !== undefined) return told.length === 0;
  const id = await userIdOf(t, as);
  if (id === undefined) return false;
  const answer = await t.send('permissions.ofPrincipal', { params: { id } });
  return answer.ok && namedIn(answer.json)?.length === 0;
}

/** What two users are told of one target: the first, and one without permissions. */
interface Told {
  full: Answer;
  few: Answer;
}

/** Actions that only the user without permissions is told of. */
const moreThanFull = ({ full, few }: Told): string[] =>
  full.ok && few.ok ? actionsIn(few).filter((action) => !actionsIn(full).includes(action)) : [];

const namesOf = (answer: Answer): string[] => sorted(actionsIn(answer));

/** Whether both are told the same actions. How many names there are says nothing: one may stand for all that is lower. */
const isSame = ({ full, few }: Told): boolean => full.ok && few.ok && isDeepStrictEqual(namesOf(full), namesOf(few));

/** What both are told of each target of a type. */
export async function toldOf(t: Context, type: string): Promise<Told[]> {
  const all = await known(t, type);
  return (await known(t, type, t.need('limited'))).map((few, i): Told => ({ few, full: all[i] as Answer }));
}

/** Fields in which records show who has rights on them without a permission: as owners, or by an access. */
const RIGHTS = ['ownerId', 'ownerIds', 'goalOwnerId', 'goalOwnerIds', 'permissions', 'access'];
/** Kinds of principals whose entries name by id whom they are for. */
const NAMED_PRINCIPALS = ['user', 'role', 'team'];

/** Records that show who has rights on a target. A goal, which has no list, is shown by its key results. */
async function recordsOf(t: Context, { type, id }: Target): Promise<readonly JsonRecord[]> {
  const isGoal = type === 'goal';
  const { items } = await unlessUntested(readKind(t, isGoal ? 'metric' : kindOf(type), { parts: true }), { items: [] });
  return items.filter((record) => (isGoal ? record.goalId : record.id) === id);
}

/** The ids by which records name a user: the user's own, and those of teams and roles. */
async function namesOfUser(t: Context, id: string): Promise<string[]> {
  const { json } = await t.send('users.get', { params: { userId: id } });
  const roles = isRecord(json) ? idsOf(recordsIn(json.roles)) : [];
  return [id, ...roles, ...((await teamsOf(t, id)) ?? [])];
}

/** Whether a record shows rights, and none that may be those of a user with these ids. */
const isOfOthers = (record: JsonRecord, userIds: readonly string[]): boolean => {
  const entries = [record, isRecord(record.access) ? record.access : {}].flatMap(({ permissions }) =>
    recordsIn(permissions),
  );
  const open = entries.some(({ principalKind }) => !NAMED_PRINCIPALS.includes(String(principalKind).toLowerCase()));
  const text = JSON.stringify(record);
  return RIGHTS.some((field) => field in record) && !open && !userIds.some((id) => text.includes(JSON.stringify(id)));
};

/** Those of the targets that are neither owned by the user nor shared with the user, as far as records show it. */
async function ofOthers(t: Context, type: string, as: Actor, told: readonly Told[]): Promise<Told[]> {
  const userId = await userIdOf(t, as);
  if (userId === undefined) return [];
  const userIds = await namesOfUser(t, userId);
  const found = await Promise.all(
    told.map(async (one) => {
      const records = await recordsOf(t, { type, id: targetIdIn(one.few) });
      return records.length > 0 && records.every((record) => isOfOthers(record, userIds)) ? [one] : [];
    }),
  );
  return found.flat();
}

/** Where records show what the current user may do with them. */
const SHOWN: Readonly<
  Record<string, { type: string; read: (t: Context, as: Actor) => Promise<readonly JsonRecord[]> }>
> = {
  'sessions.list': { type: 'session', read: async (t, as) => (await readKind(t, 'session', { as })).items },
  'metrics.list': { type: 'metric', read: async (t, as) => (await readKind(t, 'metric', { as })).items },
  'dashboards.get': {
    type: 'insightBoard',
    read: async (t, as) => {
      const some = sample(await ids(t, 'dashboard'), SAMPLES + 1);
      const found = await Promise.all(some.map((id) => peek(t, 'dashboard', id, as)));
      return found.filter((record) => record !== undefined);
    },
  },
};

const shownActions = ({ currentUserAllowedActions: actions }: JsonRecord): string[] | undefined =>
  Array.isArray(actions) ? strings(actions) : undefined;

/** The actions that records show to users, by user and id of the record. */
type Views = ReadonlyMap<Actor, ReadonlyMap<string, readonly string[]>>;

async function viewsOf(t: Context, read: (t: Context, as: Actor) => Promise<readonly JsonRecord[]>): Promise<Views> {
  const found = await Promise.all(
    givenUsers(t).map(async (as) => {
      // The limited user may be refused; of the others a refusal is judged elsewhere.
      const records = await (as === 'limited' ? unlessUntested(read(t, as), []) : read(t, as));
      const shown = records.flatMap((record) => {
        const actions = shownActions(record);
        return actions && typeof record.id === 'string' ? [[record.id, actions] as const] : [];
      });
      return [as, new Map(shown)] as const;
    }),
  );
  return new Map(found);
}

/** What both are told of a target whose records deny one of them an action that it is told of, as far as both name it. */
async function deniedByRecord(t: Context, type: string): Promise<Told | undefined> {
  const shown = Object.values(SHOWN).find((one) => one.type === type);
  if (!shown) return undefined;
  const [told, views] = await Promise.all([toldOf(t, type), viewsOf(t, shown.read)]);
  return told.find((one) => {
    const [full, few] = (['first', 'limited'] as const).map((as) => views.get(as)?.get(targetIdIn(one.few)));
    const both = (full ?? []).filter((action) => actionsIn(one.full).includes(action));
    return few !== undefined && isSame(one) && both.some((action) => !few.includes(action));
  });
}

/** Actions that one who has every permission has for targets of some type. */
const actionsOfAll = async (t: Context): Promise<Set<string>> => new Set((await everyType(t)).flatMap(actionsIn));

/**
 * Whether what both may do with a target is no more than the target's state lets anybody: less than one with every permission
 * may do with others, and nothing that the other one lacks there.
 */
async function isForAll(t: Context, type: string, one: Told): Promise<boolean> {
  const others = TARGET_TYPES.filter((other) => other !== type);
  const told = (await Promise.all(others.map((other) => unlessUntested(toldOf(t, other), [])))).flat();
  const lacked = told.flatMap(({ full, few }) =>
    full.ok && few.ok ? actionsIn(full).filter((action) => !actionsIn(few).includes(action)) : [],
  );
  const actions = actionsIn(one.full);
  const isLess = [...(await actionsOfAll(t))].some((action) => !actions.includes(action));
  return isLess && !actions.some((action) => lacked.includes(action));
}

/** What both are told alike though they may not do the same, as records say or for lack of a reason. */
async function wronglySame(t: Context, type: string, some: readonly Told[]): Promise<Told | undefined> {
  const denied = await stillWrong(t, (s) => deniedByRecord(s, type));
  if (denied) return denied;
  const limited = t.need('limited');
  // Somebody who lacks another permission may rightly do as much with these, and so may everybody where that is declared.
  const none = !t.fixtures.none.includes('limitedUser') && (await hasNone(t, limited));
  // Nor does it take a permission to be the owner of a target, or to have a share in it.
  const [wrong] = none ? await ofOthers(t, type, limited, some) : [];
  return wrong && !(await isForAll(t, type, wrong)) ? wrong : undefined;
}

const ofUser = (type: string): Check =>
  check(`the actions for ${withArticle(type)} are those of who asks`, 'permissions.target-actions-user', async (t) => {
    const told = await toldOf(t, type);
    const some = told.filter(({ full }) => full.ok && actionsIn(full).length > 0);
    if (some.length === 0)
      throw new NotTested(
        `the first user may do nothing with ${withArticle(type)}`,
        'ACCESS_TOKEN of a user with every permission',
      );
    for (const { few } of told) {
      if (few.ok) t.tally.compared += actionsIn(few).length;
      else t.refused(few, 'a user without permissions is neither refused nor answered');
    }
    if (!some.every(isSame)) {
      t.tally.compared++;
      return;
    }
    const wrong = await wronglySame(t, type, some);
    if (!wrong)
      throw lacking(
        t,
        ['limitedUser'],
        `the user of LIMITED_ACCESS_TOKEN may do with ${withArticle(type)} what one with every permission may`,
        `LIMITED_ACCESS_TOKEN of a user without permissions, and ${withArticle(type)} of others`,
      );
    t.expect(false, `a user without permissions gets the actions for ${withArticle(type)} of one who has all`, {
      expected: { 'others than': actionsIn(wrong.full) },
      received: wrong.few.json,
      at: '/currentUserActions',
      exchange: wrong.few,
    });
  });

const ofFull = (type: string): Check =>
  check(
    `who has every permission has each action for ${withArticle(type)}`,
    'permissions.target-actions-most',
    async (t) => {
      const told = await toldOf(t, type);
      const compared = told.filter(({ full, few }) => full.ok && few.ok).flatMap(({ few }) => actionsIn(few));
      if (compared.length === 0)
        throw new NotTested(
          `the user of LIMITED_ACCESS_TOKEN is told no action for ${withArticle(type)}`,
          'a target that names actions of this user',
        );
      // An owner may have actions of an owner alone, but nobody owns most of what is there.
      const wrong = told.filter((one) => moreThanFull(one).length > 0);
      const [first] = wrong.length * 2 > told.length ? wrong : [];
      const message = `a user without permissions gets actions for ${withArticle(type)} that one who has all lacks`;
      t.none(first ? moreThanFull(first) : [], compared.length, message, first?.few);
    },
  );

/**
 * Judges that a record shows a user the actions that the operation gives this user for it. The two may name actions in
 * words of their own: those are compared that both have for a user with every permission.
 */
async function expectSame(t: Context, target: Target, views: Views): Promise<void> {
  const full = await askActions(t, target);
  const both = (views.get('first')?.get(target.id) ?? []).filter((action) => actionsIn(full).includes(action));
  for (const [as, shown] of views) {
    const actions = shown.get(target.id);
    const answer = await askActions(t, target, as);
    if (!actions || !answer.ok || both.length === 0) continue;
    const common = (list: readonly string[]) => both.filter((action) => list.includes(action)).sort();
    const message = `${withArticle(target.type)} shows other actions than ${OPERATION} gives the ${as} user`;
    t.equal(common(actionsIn(answer)), common(actions), message, answer);
  }
}

/** Judges that the records of an operation show the actions that each user has for them. */
const agree = (operationId: string, { type, read }: (typeof SHOWN)[string]): Check =>
  check(
    `${operationId} shows the actions that a user has for ${withArticle(type)}`,
    'permissions.target-actions-agree',
    (t) =>
      eventually(t, async (s) => {
        const views = await viewsOf(s, read);
        const chosen = sample([...new Set([...views.values()].flatMap((shown) => [...shown.keys()]))], SAMPLES + 2);
        for (const id of chosen) await expectSame(s, { type, id }, views);
        if (s.tally.compared === 0) throw s.nothingShown(kindOf(type), 'currentUserAllowedActions');
      }),
    [OPERATION, operationId],
  );

export const permissionTargets: readonly Check[] = [
  ...TARGET_TYPES.map(accepted),
  ...TARGET_TYPES.map(unknownTarget),
  ...TARGET_TYPES.map(ofUser),
  ...TARGET_TYPES.map(ofFull),
  ...Object.entries(SHOWN).map(([operationId, shown]) => agree(operationId, shown)),

  check('a target needs a type that there is', 'permissions.target-type-missing', async (t) => {
    // Who takes another type for it finds the records of that one alone.
    const ofEachType = new Map((await everyType(t)).map((answer) => [typeIn(answer), targetIdIn(answer)]));
    const queries: Record<string, string>[] = [{}, { targetType: '' }, { targetType: 'gcNoSuchType' }];
    const refusals = await Promise.all(
      [...ofEachType.values()].flatMap((targetId) =>
        queries.map((query) => t.send(OPERATION, { params: { targetId }, query })),
      ),
    );
    for (const refusal of refusals)
      t.refused(refusal, 'a request without a type of targets that there is, is not refused');
  }),

  check('no action is named twice', 'permissions.target-actions-each-once', async (t) => {
    const answers = await everyType(t);
    for (const answer of answers) {
      const actions = actionsIn(answer);
      const twice = duplicates(actions);
      t.none(twice, actions.length, 'an action is named twice', answer);
    }
    if (!answers.some((answer) => actionsIn(answer).length > 1))
      throw new NotTested('no target has several actions', 'ACCESS_TOKEN of a user with every permission');
  }),

  check('the id of a record of another type', 'permissions.target-type-other', async (t) => {
    const [session, dashboard] = await Promise.all([ids(t, 'session'), ids(t, 'dashboard')]);
    const answers = await Promise.all([
      askActions(t, { type: 'insightBoard', id: session[0] as string }),
      askActions(t, { type: 'session', id: dashboard[0] as string }),
    ]);
    return answers.map((answer) => (answer.ok ? `${actionsIn(answer).length} actions` : `answers ${answer.status}`));
  }),
];
