/** What the words say of SCIM groups and role mappings. Sections "Role" (SCIM group), "Endpoints / Roles". */

import { isRecord, operation, recordSchema } from '../../../schemas/contract.ts';
import { allMade, created } from '../../laws/created.ts';
import { expectOpenOperation } from '../../support/domain/openOperations.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, firstFound, fresh, stillWrong } from '../../support/engine/retry.ts';
import { givenActors, otherAccount } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { idsOf, isRefusal, strings } from '../../support/records/answers.ts';
import { openRequest } from '../../support/records/bodies.ts';
import { expectUntouched, type Snapshot, snapshotOf } from '../../support/records/bystanders.ts';
import { knownBody, neededBody } from '../../support/records/learnedBodies.ts';
import { readAll } from '../../support/records/runMarkers.ts';
import { duplicates } from '../../support/values/duplicates.ts';
import { sample } from '../../support/values/sample.ts';
import { untold } from './effectUnknown.ts';
import { mapAnew } from './mappedAnew.ts';
import { otherCallers, recalculateByAnother } from './otherCallers.ts';
import {
  areHeld,
  lookAtOwnRoles,
  mapOwnRoles,
  mentions,
  type OwnMappings,
  recalculateAgain,
  takeOwnRoles,
} from './ownMappings.ts';
import { type Strangers, strangerChecks, tryStrangers } from './strangers.ts';

/** What a role is; how many users it has changes as people come and go. */
const ROLE_FIELDS = Object.keys(recordSchema('resources/role.json').properties ?? {}).filter(
  (field) => field !== 'userCount' && field !== 'team',
);
const GROUP_FIELDS = ['id', 'accountId', 'displayName', 'memberIds'];
const MAPPED_BY_ID = 'FIXTURES: bodies.createRoleMapping and bodies.deleteRoleMappings that name a role by its id';
const SOME_GROUPS = 'an account with SCIM groups';

const groupsNow = (t: Context): Promise<Listing> => readList(fresh(t), 'roles.scimGroups');

async function groups(t: Context): Promise<Listing> {
  const found = await readList(t, 'roles.scimGroups');
  if (found.items.length === 0) throw t.nothingShown('scimGroup');
  return found;
}

/** Whether a list shows one of these groups, as far as it can be told. */
const shows = ({ items, complete }: Listing, known: readonly string[]): boolean =>
  !complete || items.some(({ id }) => id === undefined || known.includes(String(id)));

/** Both existence checks, made once for all checks. */
const existence = (t: Context): Promise<readonly [Answer, Answer]> =>
  t.once('existence', () => Promise.all([t.send('roles.mapping'), t.send('roles.scimGroupsExist')]));

/** Judges that the check does not say no to another user, here or in another account, whom the list shows SCIM groups. */
async function expectYesForOthers(t: Context, operationId: string): Promise<void> {
  for (const as of givenActors(t).filter((one) => one === 'second' || one === 'other')) {
    const { items } = await unlessUntested(readList(t, 'roles.scimGroups', { as }), { items: [] });
    if (items.length === 0) continue;
    const answer = await t.send(operationId, { as });
    // Whoever may see the groups need not be permitted to ask whether there are any.
    t.expect(answer.status !== 404, `the ${as} user is shown SCIM groups, and the check whether they exist says no`, {
      expected: 200,
      received: answer,
    });
  }
}

const expectYes = (place: 0 | 1, operationId: string): Check =>
  check(
    `${operationId} says yes where there are SCIM groups`,
    'roles.scim-check',
    async (t) => {
      if ((t.fixtures.ids.scimGroup ?? []).length === 0) await groups(t);
      const expectThere = (answer: Answer) =>
        t.status(answer, 200, 'the account has SCIM groups, and the check whether they exist does not say so');
      expectThere((await existence(t))[place]);
      // Whether roles are mapped to them is another matter.
      await writes(t);
      expectThere(await t.send(operationId));
      await expectYesForOthers(t, operationId);
    },
    [operationId],
  );

const scimGroups: Check[] = [
  check('each SCIM group is listed once', 'roles.scim-groups-each-once', (t) =>
    eventually(t, async (s) => s.eachOnce((await groups(s)).items, 'a SCIM group is listed twice')),
  ),

  check('members of SCIM groups are users', 'roles.scim-groups-members', async (t) => {
    const { items, answer } = await groups(t);
    const shown = items.filter(({ memberIds }) => Array.isArray(memberIds));
    if (shown.length === 0) throw t.nothingShown('scimGroup', 'memberIds');
    for (const { memberIds } of shown) {
      const each = strings(memberIds);
      const twice = duplicates(each);
      t.none(twice, each.length, 'a SCIM group has a member twice', answer);
    }
    const members = [...new Set(shown.flatMap(({ memberIds }) => [...sample(strings(memberIds), 3)]))];
    if (members.length === 0) throw new NotTested('no SCIM group has members', `${SOME_GROUPS} and members`);
    await Promise.all(
      sample(members, 10).map(async (id) => {
        const user = await t.send('users.get', at('user', id));
        t.expect(user.ok, `the member ${id} of a SCIM group is no user`, {
          expected: 'the id of a user',
          received: user.status,
          at: '/items/memberIds',
          exchange: user.ok ? answer : user,
        });
      }),
    );
  }),

  expectYes(0, 'roles.mapping'),
  expectYes(1, 'roles.scimGroupsExist'),

  check(
    'the list of SCIM groups has those that are there',
    'roles.scim-check',
    async (t) => {
      const known = t.fixtures.ids.scimGroup ?? [];
      const first = await readList(t, 'roles.scimGroups');
      if (known.length === 0 && first.items.length === 0) throw t.nothingShown('scimGroup');
      if (known.length === 0 || shows(first, known)) return t.judge(undefined, first.items.length);
      // The list is of groups that can be mapped to a role: one that is mapped may not be among them.
      const { deleted } = await writes(t);
      if ('error' in deleted) throw deleted.error;
      if (!deleted.answer.ok)
        throw new NotTested('every SCIM group may be mapped to a role', 'a target whose roles.deleteMappings succeeds');
      const found = await stillWrong(t, async (s) => {
        const listing = await groupsNow(s);
        return shows(listing, known) ? undefined : listing;
      });
      t.judge(
        found && {
          message: 'the list of SCIM groups has none of those that are there',
          expected: known,
          received: found.items.map(({ id }) => id),
          exchange: found.answer,
        },
        known.length,
      );
    },
    ['roles.scimGroups'],
  ),

  check('the two existence checks answer alike', 'roles.scim-check-agree', async (t) => {
    await eventually(t, async (s) => {
      const [mapping, exists] = await existence(s);
      const broken = [mapping, exists].find(({ status }) => status >= 500);
      s.judge(broken && { message: 'an existence check breaks', expected: 'a status below 500', received: broken }, 0);
      s.equal(exists.status, mapping.status, 'one existence check does not answer as the other', exists);
    });
  }),

  check('what the existence checks answer', 'roles.scim-check-none', async (t) =>
    (await existence(t)).map(
      ({ operation: id, status, responseBody }) => `${id}: ${status} ${responseBody.slice(0, 80)}`,
    ),
  ),

  check('paths with a slash at their end, without it', 'roles.trailing-slash', async (t) => {
    const answers = await Promise.all(
      ['roles.mapping', 'roles.scimGroups'].map((id) =>
        t.send(id, { at: { method: 'GET', path: operation(id).path.replace(/\/$/, '') } }),
      ),
    );
    return answers.map(({ operation: id, status }) => `${id}: ${status}`);
  }),
];

interface Effect {
  answer: Answer;
  roles: { before: Snapshot; after: Snapshot };
  groups: { before: Snapshot; after: Snapshot };
  /** Some roles, read by id. */
  byId: { before: Snapshot; after: Snapshot };
  /** How many users have each role. */
  users: { before: Snapshot; after: Snapshot };
}

const listedNow = async (t: Context): Promise<Snapshot> => (await readAll(t, 'role')).items;
const rolesNow = async (t: Context) => snapshotOf(await listedNow(t), ROLE_FIELDS);
const usersOf = (listed: Snapshot) => snapshotOf(listed, ['id', 'userCount']);
const scimNow = async (t: Context) => snapshotOf((await groupsNow(t)).items, GROUP_FIELDS);
const byIdNow = async (t: Context, ids: readonly string[]) => {
  const answers = await Promise.all(ids.map((id) => t.send('roles.get', at('role', id))));
  return snapshotOf(
    answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [json] : [])),
    ROLE_FIELDS,
  );
};

/** Sends a request and looks at all roles and SCIM groups before and after it. */
async function effect(t: Context, send: () => Promise<Answer>): Promise<Effect> {
  const [listed, scim] = await Promise.all([listedNow(t), scimNow(t)]);
  const roles = snapshotOf(listed, ROLE_FIELDS);
  const ids = sample(roles, 5).flatMap(({ id }) => strings([id]));
  const before = { roles, scim, byId: await byIdNow(t, ids) };
  const answer = await send();
  const after = await Promise.all([listedNow(t), scimNow(t), byIdNow(t, ids)]);
  return {
    answer,
    roles: { before: before.roles, after: snapshotOf(after[0], ROLE_FIELDS) },
    users: { before: usersOf(listed), after: usersOf(after[0]) },
    groups: { before: before.scim, after: after[1] },
    byId: { before: before.byId, after: after[2] },
  };
}

/** Judges that the roles stayed as they were, but for those that may change. */
async function expectRolesKept(
  t: Context,
  { answer, roles, byId }: Effect,
  mayChange: readonly string[],
  what: string,
): Promise<void> {
  if (!answer.ok)
    throw new NotTested(`${answer.operation} answered ${answer.status}`, `a target whose ${answer.operation} succeeds`);
  const kept = (snapshot: Snapshot) => snapshot.filter(({ id }) => !mayChange.includes(String(id)));
  const before = kept(roles.before);
  if (before.length === 0) throw new NoData('the account has no roles that could be lost', 'an account with roles');
  const shown = kept(byId.before);
  const ids = shown.map(({ id }) => String(id));
  await expectUntouched(t, before, roles.after, () => rolesNow(t), `${what} has changed the roles`, answer);
  await expectUntouched(t, shown, byId.after, () => byIdNow(t, ids), `${what} has changed the roles`, answer);
}

/**
 * Judges that most of the roles keep their users. That a few have less of them afterwards says nothing: SCIM groups may be
 * mapped to them since long ago, and people come and go.
 */
async function expectUsersKept(t: Context, { answer, users }: Effect, mayChange: readonly string[]): Promise<void> {
  const had = users.before.filter(({ id, userCount }) => !mayChange.includes(String(id)) && Number(userCount) > 0);
  const fewer = (now: Snapshot) => {
    const counts = new Map(now.map(({ id, userCount }) => [id, userCount]));
    const lost = had.filter(({ id, userCount }) => Number(counts.get(id)) < Number(userCount));
    return lost.length > Math.max(1, had.length / 2)
      ? lost.map(({ id }) => ({ id, userCount: counts.get(id) }))
      : undefined;
  };
  if (!fewer(users.after)) return t.judge(undefined, had.length);
  const received = await stillWrong(t, async (s) => fewer(usersOf(await listedNow(s))));
  const message = 'the recalculation has taken roles from users that no SCIM group is mapped to';
  t.judge(received && { message, expected: had, received, exchange: answer }, had.length);
}

interface Mapped {
  answer: Answer;
  /** The role of the answer, as it was read by its id then. */
  read: Answer | undefined;
  /** Ids of the roles that were there before. */
  before: readonly string[];
}

async function mapRoles(t: Context): Promise<Mapped> {
  const body = await neededBody(t, 'createRoleMapping');
  const before = idsOf(await rolesNow(t));
  const answer = await t.send('roles.createMapping', { body });
  const [id] = answer.ok && isRecord(answer.json) ? idsOf([answer.json]) : [];
  return { answer, before, read: id === undefined ? undefined : await t.send('roles.get', at('role', id)) };
}

/**
 * Roles that may be mappings: those that came with a mapping, and those that the body of the deletion names though no
 * mapping was created for them. Creating a mapping answers with a role, and what a mapping is, is not shown.
 */
async function mayBeMappings(t: Context, { before }: Mapped, { roles }: Effect): Promise<string[]> {
  const [mapping, deleting] = await Promise.all([
    neededBody(t, 'createRoleMapping'),
    neededBody(t, 'deleteRoleMappings'),
  ]);
  return idsOf(roles.before).filter((id) => !before.includes(id) || (mentions(deleting, id) && !mentions(mapping, id)));
}

/** How many users have each role of another account, as its own user is shown it; undefined where none is known. */
async function theirRoles(t: Context): Promise<Snapshot | undefined> {
  if (otherAccount(t.settings) === undefined) return undefined;
  const listing = await unlessUntested(readList(fresh(t), 'roles.list', { as: 'other' }), undefined);
  // Counts are left out where records are compared: here they are what it is about.
  return listing?.items.map(({ id, userCount }) => ({ id, users: userCount }));
}

/** What a recalculation makes of the mappings of roles of the suite, whoever tries to change them; then they are taken back. */
async function follow(t: Context, own: OwnMappings): Promise<Strangers> {
  await unlessUntested(lookAtOwnRoles(t, own), undefined);
  await unlessUntested(recalculateAgain(t, own), undefined);
  const strangers = await unlessUntested(tryStrangers(t, own), {});
  await unlessUntested(takeOwnRoles(t, own), undefined);
  const anew = await unlessUntested(mapAnew(t, own), undefined);
  if (anew) own.anew = anew;
  return strangers;
}

/** True where the ids are also those of all these records. */
const includesAll = (ids: readonly string[], made: readonly { id: string }[]): true | undefined =>
  made.every(({ id }) => ids.includes(id)) || undefined;

/** After the creation of roles mappings are created, then deleted, then worked out anew: once, and in this order. */
const writes = (t: Context) =>
  t.once('mappings', async () => {
    const deleting = async () => t.send('roles.deleteMappings', { body: await neededBody(t, 'deleteRoleMappings') });
    // Roles that are being created meanwhile would blur what these requests do.
    const roles = await unlessUntested(created(t, 'role'), undefined);
    if (roles) await firstFound(t, async (s) => includesAll(idsOf(await listedNow(s)), allMade(roles)));
    const settle = <T>(action: Promise<T>) => action.catch((error: unknown) => ({ error }));
    const mapped = await settle(mapRoles(t));
    const deleted = await settle(effect(t, deleting));
    const own = await unlessUntested(
      t.settings.allowDestructive ? mapOwnRoles(t) : Promise.resolve(undefined),
      undefined,
    );
    const theirs = await theirRoles(t);
    const recalculated = await settle(effect(t, () => t.send('roles.recalculateScimRoles')));
    const elsewhere = theirs && { before: theirs, after: await theirRoles(t) };
    const strangers = own ? await follow(t, own) : {};
    const byAnother =
      'answer' in recalculated && recalculated.answer.ok
        ? await unlessUntested(recalculateByAnother(t), undefined)
        : undefined;
    return { created: mapped, deleted, recalculated, elsewhere, own, strangers, byAnother };
  });

/** What came of one of them; what kept it from being sent is thrown anew. */
async function outcome<K extends 'created' | 'deleted' | 'recalculated'>(t: Context, key: K) {
  const found = (await writes(t))[key];
  if ('error' in found) throw found.error;
  return found as K extends 'created' ? Mapped : Effect;
}

function expectEmpty(t: Context, answer: Answer): void {
  if (!answer.ok)
    throw new NotTested(`${answer.operation} answered ${answer.status}`, `a target whose ${answer.operation} succeeds`);
  t.expect(answer.responseBody.trim() === '', 'the answer has a body where none is listed', {
    expected: 'no content',
    received: answer.responseBody,
    exchange: answer,
  });
}

/** What the views of roles and people show after a recalculation has given users a role. */
const afterwards = (id: string, key: 'views' | 'people', on: readonly string[]): Check =>
  check(
    `who has a role after a recalculation is shown alike: ${key}`,
    id,
    async (t) => {
      for (const group of ['roles', ...(key === 'people' ? ['users'] : [])]) t.needGroup(group);
      const judged = (await writes(t)).own?.given?.[key];
      if (!judged) throw untold(t, 'no recalculation has given users a role of the suite', MAPPED_BY_ID);
      const { error } = judged;
      if (error !== undefined) throw error instanceof NotTested ? new NoData(error.message, error.remedy) : error;
      t.judge(undefined, judged.compared);
    },
    on,
  );

const mappings: Check[] = [
  check('creating mappings answers with a role that can be read', 'roles.mapping-create', async (t) => {
    const { answer, read: then, before: roles } = await outcome(t, 'created');
    if (!answer.ok)
      throw new NotTested(
        `roles.createMapping answered ${answer.status}`,
        'a target whose roles.createMapping succeeds',
      );
    const { id, name } = isRecord(answer.json) ? answer.json : {};
    t.expect(typeof id === 'string', 'the answer is no role with an id', {
      expected: 'a role',
      received: answer.json,
    });
    const before = (await readList(t, 'roles.list')).items.find((role) => role.id === id)?.name;
    const found = await stillWrong(t, async () => {
      // A role that came with the mapping may be gone with it.
      const passed = then?.ok && !roles.includes(id as string);
      const role = passed ? then : await t.send('roles.get', at('role', id as string));
      const read = isRecord(role.json) ? role.json : {};
      // Another client may have renamed the role since.
      const named = [name, before, read.name].includes(undefined) || before !== read.name || name === read.name;
      const right = role.ok && (read.id ?? id) === id && named;
      return right ? undefined : { expected: { id, name }, received: role.ok ? read : role.status, exchange: role };
    });
    const message = 'the role that the answer shows is not the one that is read by its id';
    t.judge(found && { message, ...found }, 1);
  }),

  check('deleting mappings answers without a body', 'roles.mapping-delete-empty', async (t) => {
    expectEmpty(t, (await outcome(t, 'deleted')).answer);
  }),

  check('deleting mappings deletes no role and no SCIM group', 'roles.mapping-delete-roles', async (t) => {
    const [mapped, deleted] = [await outcome(t, 'created'), await outcome(t, 'deleted')];
    const { before, after } = deleted.groups;
    await expectRolesKept(t, deleted, await mayBeMappings(t, mapped, deleted), 'deleting mappings');
    await expectUntouched(
      t,
      before,
      after,
      () => scimNow(t),
      'deleting mappings has changed the SCIM groups',
      deleted.answer,
    );
    const freed = (await writes(t)).own?.freed;
    if (!freed?.answer.ok) return;
    await eventually(t, async (s) => {
      const role = await s.send('roles.get', at('role', freed.id));
      s.succeeded(role, 'deleting the mapping of a role that nobody has has deleted the role');
    });
  }),

  check('a role whose mapping was deleted is given to nobody', 'roles.mapping-delete-ends', async (t) => {
    await outcome(t, 'deleted');
    const { answer, users } = await outcome(t, 'recalculated');
    const { own } = await writes(t);
    if (!answer.ok || !own?.freed.answer.ok)
      throw untold(t, 'no role of the suite could be mapped and freed again', MAPPED_BY_ID);
    const counted = (snapshot: Snapshot) => snapshot.find(({ id }) => id === own.freed.id)?.userCount;
    const [before, after] = [counted(users.before), counted(users.after)];
    if (typeof before !== 'number' || typeof after !== 'number') throw t.nothingShown('role', 'userCount');
    t.expect(after <= before, 'the recalculation has given users a role whose mapping was deleted', {
      expected: before,
      received: after,
      at: '/userCount',
      exchange: answer,
    });
    const { given, taken, anew } = own;
    if (anew)
      t.expect(
        !(Number(anew.users) > anew.members),
        'a new mapping of a role brings back what was mapped to it before',
        {
          expected: `${anew.members} users, who are in the group`,
          received: anew.users,
          at: '/userCount',
          exchange: anew.answer,
        },
      );
    const [one, other] = given?.after ?? [];
    // The second was mapped before a third one's mapping was deleted, the first after it.
    if (Number(one) > 0)
      t.expect(other !== 0, 'deleting the mapping of one role has taken that of another', {
        expected: one,
        received: other,
        at: '/userCount',
        exchange: own.freed.answer,
      });
    if (!areHeld(given?.after) || !taken?.answer?.ok) return;
    // Whether a recalculation takes a role away is open: both are mapped alike.
    const [first, last] = taken.after;
    t.expect((first === 0) === (last === 0), 'of two mappings that one request deletes one stays', {
      expected: [first, first],
      received: taken.after,
      at: '/userCount',
      exchange: taken.answer,
    });
  }),

  check('refused requests leave the mappings as they were', 'roles.mapping-refused', async (t) => {
    const { given, wrong, foreign, roles } = (await writes(t)).own ?? {};
    const [other, control] = given?.after ?? [];
    if (given?.refusal && !given.refusal.ok && Number(control) > 0)
      t.expect(other !== 0, 'a deletion of mappings that was refused has deleted the first one', {
        expected: control,
        received: other,
        at: '/userCount',
        exchange: given.refusal,
      });
    if (wrong && !wrong.answer.ok && typeof wrong.before === 'number')
      t.expect(!(Number(wrong.after) > wrong.before), 'a mapping that was refused gives users the role', {
        expected: wrong.before,
        received: wrong.after,
        at: '/userCount',
        exchange: wrong.answer,
      });
    if (wrong && !wrong.answer.ok && foreign && Number(control) > 0)
      t.refused(foreign, 'a role is mapped to a SCIM group of another account, though not to an unknown one');
    if (roles && isRefusal(roles.unknown) && Number(control) > 0)
      t.refused(roles.foreign, 'a role of another account is mapped, though not an unknown one');
    if (t.tally.compared === 0) throw untold(t, 'no request for mappings was refused that could be told', MAPPED_BY_ID);
  }),

  check(
    'a mapping of a role of another account shows nothing of that role',
    'general.foreign-token',
    async (t) => {
      t.need('other');
      const { own } = await writes(t);
      if (!own?.given) throw untold(t, 'no role of the suite could be mapped', MAPPED_BY_ID);
      // Several accounts may have the same roles.
      if (!own.roles) throw new NotApplicable('no role is known that another account alone has');
      const { foreign, theirs } = own.roles;
      const shown = isRecord(foreign.json) && foreign.ok ? foreign.json : {};
      // Its id was sent, its name was not.
      const isTheirs = theirs !== undefined && shown.id === theirs.id && typeof shown.name === 'string';
      t.expect(!isTheirs || shown.name !== theirs.name, 'a mapping shows a role of another account by its name', {
        expected: 'a refusal',
        received: shown,
        exchange: foreign,
      });
    },
    ['roles.createMapping'],
  ),

  ...strangerChecks(async (t) => (await writes(t)).strangers, MAPPED_BY_ID),

  check(
    'a deletion of mappings that finds none is refused, or answered like any other',
    'general.success-status',
    async (t) => {
      const { again } = (await writes(t)).own ?? {};
      if (!again) throw untold(t, 'no mappings of roles of the suite were deleted', MAPPED_BY_ID);
      if (!again.ok) throw new NotApplicable('a deletion of mappings that are not there is refused');
      t.status(again, operation('roles.deleteMappings').success.status, 'a deletion of nothing has another status');
    },
    ['roles.deleteMappings'],
  ),

  check(
    'reading employees takes no role from them',
    'general.reads-independent',
    async (t) => {
      const { after = [], read } = (await writes(t)).own?.given ?? {};
      if (!areHeld(after) || !read) throw untold(t, 'nobody was given a role by its mapping', MAPPED_BY_ID);
      t.expect(
        read.every((count, i) => Number(count ?? after[i]) >= Number(after[i])),
        'once employees have been read, fewer users have a role',
        { expected: after, received: read, at: '/userCount' },
      );
    },
    ['roles.get'],
  ),

  afterwards('roles.views-agree', 'views', ['roles.list', 'roles.get']),
  afterwards('employees.user-more-agree', 'people', ['employees.list']),

  check('the recalculation answers without a body', 'roles.recalculate-empty', async (t) => {
    expectEmpty(t, (await outcome(t, 'recalculated')).answer);
  }),

  otherCallers(async (t) => {
    await outcome(t, 'recalculated');
    return (await writes(t)).byAnother;
  }),

  check('the recalculation leaves the roles that no SCIM group is mapped to', 'roles.recalculate-roles', async (t) => {
    const recalculated = await outcome(t, 'recalculated');
    const bodies = await Promise.all([knownBody(t, 'createRoleMapping'), knownBody(t, 'deleteRoleMappings')]);
    const [mapped, unmapped] = bodies.map((body) =>
      idsOf(recalculated.roles.before).filter((id) => mentions(body, id)),
    );
    await expectRolesKept(t, recalculated, mapped ?? [], 'the recalculation');
    await expectUsersKept(t, recalculated, [...(mapped ?? []), ...(unmapped ?? [])]);
    const { again } = (await writes(t)).own?.given ?? {};
    if (again?.answer.ok)
      t.expect(areHeld(again.after), 'a second recalculation has taken a role that SCIM groups are mapped to', {
        expected: 'users who have it',
        received: again.after,
        at: '/userCount',
        exchange: again.answer,
      });
  }),

  check(
    'a recalculation in one account changes nobody’s roles in another',
    'general.foreign-token',
    async (t) => {
      t.need('other');
      const { answer } = await outcome(t, 'recalculated');
      const { before, after } = (await writes(t)).elsewhere ?? {};
      if (!before || !after) throw t.nothingShown('role', 'userCount');
      const look = async () => (await theirRoles(t)) ?? before;
      const message = 'the recalculation has changed how many users have a role in another account';
      await expectUntouched(t, before, after, look, message, answer);
    },
    ['roles.recalculateScimRoles'],
  ),

  check('role mappings are created or updated where the target says', 'roles.upsert-mappings', async (t) => {
    const request = await openRequest(t, operation('roles.upsertMappings'));
    // Those of the suite come first: this one may stay.
    await unlessUntested(writes(t), undefined);
    await expectOpenOperation(t, 'roles.upsertMappings', request);
  }),

  check(
    'a mapping that is created or updated gives the role like one that is created',
    'roles.mapping-create',
    async (t) => {
      await openRequest(t, operation('roles.upsertMappings'));
      const { users } = await outcome(t, 'recalculated');
      const { ids = [], upserts = [], before = [], after = [] } = (await writes(t)).own?.given ?? {};
      const [control, other] = after;
      // The list may not have had the new role yet.
      const had = users.before.find(({ id }) => id === ids[0]) ?? (before[0] !== undefined && { userCount: before[0] });
      const isGiven = had && !had.userCount && Number(control) > 0;
      if (upserts.length === 0 || !upserts.every(({ ok }) => ok) || !isGiven)
        throw new NoData('no role of the suite could be mapped by the request of the fixtures', MAPPED_BY_ID);
      t.expect(other !== 0, 'a mapping that is created by the request of the fixtures gives nobody the role', {
        expected: control,
        received: other,
        at: '/userCount',
        exchange: upserts[0],
      });
    },
    ['roles.upsertMappings'],
  ),
];

export const scimOfRoles: readonly Check[] = [...scimGroups, ...mappings];
