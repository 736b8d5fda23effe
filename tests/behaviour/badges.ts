/** What the words say of badges and of those who have them. Sections "Badge", "Assigned badge", "Endpoints / Badges". */
import { expectAgreement, expectEachOnce, spread, texts } from '../support/agree.ts';
import { type Batch, type Check, check } from '../support/check.ts';
import type { Actor, Answer } from '../support/client.ts';
import { collection, totalOf } from '../support/collections.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { currentUsers, teamsOf } from '../support/currentUser.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { steadily } from '../support/steadily.ts';
import { isRecord, itemsOf, unknownId } from '../support/subjects.ts';
import { badgeAssignees } from './badgeAssignees.ts';

interface Listed {
  items: JsonRecord[];
  answer: Answer;
  complete: boolean;
}

async function listOf(t: Context, operation: string, as: Actor = 'first'): Promise<Listed> {
  return t.once(`${operation}/${as}`, async () => {
    const answer = await t.ok(operation, { as });
    const items = itemsOf(answer.json);
    return { items, answer, complete: (totalOf(answer) ?? 0) <= items.length };
  });
}

/** The list, which must have something, or nothing can be seen. */
async function some(t: Context, operation: string, what: string): Promise<Listed> {
  const found = await listOf(t, operation);
  if (found.items.length === 0) throw new NotTested(`${operation} shows nothing`, `an account with ${what}`);
  return found;
}

const allBadges = (t: Context) => some(t, 'badges.list', 'a badge');
const awaiting = (t: Context) => some(t, 'badges.awaitingApproval', 'an assignation that awaits approval');

/** Badges of the users whose tokens are given; some of them must have one. */
async function mine(t: Context): Promise<(Listed & { as: Actor })[]> {
  const actors =
    t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? (['first'] as const) : (['first', 'second'] as const);
  const found = await Promise.all(actors.map(async (as) => ({ as, ...(await listOf(t, 'badges.mine', as)) })));
  if (found.every(({ items }) => items.length === 0))
    throw new NotTested('badges.mine shows nothing', 'a badge that the user of ACCESS_TOKEN has');
  return found;
}

/** Id of the badge that an assignation names or holds. */
const badgeIdOf = ({ badgeId, badge }: JsonRecord): unknown => badgeId ?? (isRecord(badge) ? badge.id : undefined);

/** Judges that each badge that these assignations name or hold is in the list of badges. */
async function expectListed(t: Context, assignations: readonly JsonRecord[], message: string): Promise<void> {
  const { items, complete, answer } = await allBadges(t);
  const known = items.map(({ id }) => id);
  const named = assignations.map(badgeIdOf).filter((id) => typeof id === 'string');
  if (named.length === 0) throw new NotApplicable('no assignation shows which badge it is of; fields may be absent');
  for (const id of named.filter((candidate) => !known.includes(candidate))) {
    if (!complete)
      throw new NotTested('badges.list does not show all badges that it counts', 'a target that lists them all');
    t.expect(false, message, { expected: `a badge with the id ${id}`, received: known, exchange: answer });
  }
}

const listing: Check[] = [
  check('the list shows each badge once', 'badges.list-each-once', async (t) => {
    const { items, answer } = await allBadges(t);
    expectEachOnce(t, items, 'the list shows a badge twice', answer);
  }),

  check('the list has every badge that an assignation or a fixture names', 'badges.list-all', (t) =>
    steadily(t, async (s) => {
      const [waiting, own] = await Promise.all([
        listOf(s, 'badges.awaitingApproval'),
        mine(s).catch((error) => {
          if (error instanceof NotTested) return [];
          throw error;
        }),
      ]);
      const given = [
        ...(t.fixtures.ids.badge ?? []),
        ...(t.fixtures.facts.badgeHolders ?? []).map((fact) => fact.badgeId),
      ];
      const assignations = [
        ...waiting.items,
        ...own.flatMap(({ items }) => items),
        ...given.map((badgeId): JsonRecord => ({ badgeId })),
      ];
      if (assignations.length === 0)
        throw new NotTested('no assignation of a badge is known', 'FIXTURES: facts.badgeHolders');
      await expectListed(s, assignations, 'the list lacks a badge of the account');
    }),
  ),

  check('a filter on the list of badges gives the badges that match', 'badges.filter', async (t) => {
    const { items } = await allBadges(t);
    const shown = items.filter(({ id }) => typeof id === 'string');
    const [one, two = one] = spread(shown, 2);
    const named = shown.find(({ name }) => typeof name === 'string');
    const unknown = await unknownId(t, 'badge');
    const cases: { filter: JsonRecord; right: (badge: JsonRecord) => boolean }[] = [
      { filter: { id: unknown }, right: ({ id }) => id === unknown },
      ...(one && two
        ? [
            { filter: { id: two.id }, right: ({ id }: JsonRecord) => id === two.id },
            {
              filter: { id: { $in: [one.id, two.id] } },
              right: ({ id }: JsonRecord) => id === one.id || id === two.id,
            },
          ]
        : []),
      ...(named ? [{ filter: { name: named.name }, right: ({ name }: JsonRecord) => name === named.name }] : []),
    ];
    const answers = await Promise.all(
      cases.map(({ filter }) => t.send('badges.list', { query: { filter: JSON.stringify(filter) } })),
    );
    const ids = (records: readonly JsonRecord[]) => records.map(({ id }) => id).sort();
    // No parameter is listed for the filter, so that a target may not know this one, or want another.
    const ignored = (answer: Answer) => answer.ok && itemsOf(answer.json).length >= items.length;
    const refused = ({ status }: Answer) => status >= 400 && status < 500;
    if (answers.every((answer) => ignored(answer) || refused(answer)))
      throw new NotApplicable(
        'the target takes no filter here under the name filter, which the specification leaves open',
      );
    for (const [i, answer] of answers.entries()) {
      const { filter, right } = cases[i] as (typeof cases)[number];
      const expected = ids(items.filter(right));
      t.equal(ids(itemsOf(answer.json)), expected, `the filter ${JSON.stringify(filter)} gives other badges`, answer);
      t.equal(totalOf(answer) ?? expected.length, expected.length, 'totalCount is not the number of matches', answer);
    }
  }),
];

const waiting: Check[] = [
  check('each assignation that awaits approval is there once', 'badges.awaiting-each-once', async (t) => {
    const { items, answer } = await awaiting(t);
    expectEachOnce(t, items, 'an assignation is there twice', answer);
  }),

  check('badgeId is the id of a badge', 'badges.awaiting-badge', (t) =>
    steadily(t, async (s) => {
      const { items, answer } = await awaiting(s);
      for (const { id, badgeId } of items)
        t.expect(badgeId === undefined || badgeId !== id, 'badgeId is the id of the assignation', {
          expected: 'the id of a badge',
          received: badgeId,
          exchange: answer,
        });
      await expectListed(s, items, 'the badgeId of an assignation is the id of no badge');
    }),
  ),

  check('what awaits approval has been approved by nobody', 'badges.awaiting-not-approved', async (t) => {
    const { items, answer } = await awaiting(t);
    for (const { id, approvedBy } of items)
      t.expect(!approvedBy, 'an assignation that awaits approval has been approved', {
        expected: `nobody as approvedBy of ${id}`,
        received: approvedBy,
        exchange: answer,
      });
  }),
];

/** Whether an assignee may be the user or a team of theirs, as far as the target shows. */
async function mayBeOf(t: Context, userId: string, assigneeIds: readonly string[]): Promise<boolean> {
  if (assigneeIds.includes(userId)) return true;
  const teams = await teamsOf(t, userId);
  if (teams) return assigneeIds.some((id) => teams.includes(id));
  const others = (await collection(t, 'employees.list')).items.map(({ id }) => id);
  return assigneeIds.some((id) => !others.includes(id));
}

const own: Check[] = [
  check('the badges of the current user hold the badge as an object', 'badges.mine-badge', async (t) => {
    let seen = 0;
    for (const { items, answer, as } of await mine(t)) {
      for (const { badge, badgeId } of items) {
        if (badge === undefined && badgeId === undefined) continue;
        seen++;
        t.expect(isRecord(badge), `an assignation of the ${as} user holds no badge`, {
          expected: 'an object under badge',
          received: badge ?? { badgeId },
          exchange: answer,
        });
      }
    }
    if (seen === 0) throw new NotApplicable('no assignation shows its badge; fields may be absent');
  }),

  check('the badge of an assignation is the badge of the list', 'badges.mine-agree', (t) =>
    steadily(t, async (s) => {
      const [{ items: all }, found] = await Promise.all([allBadges(s), mine(s)]);
      const held = found.flatMap(({ items, answer }) => items.map(({ badge }) => ({ badge, answer })));
      const pairs = held.flatMap(({ badge, answer }) => {
        const inList = isRecord(badge) && all.find(({ id }) => id === badge.id);
        return inList ? [{ badge, inList, answer }] : [];
      });
      if (pairs.length === 0)
        throw new NotTested('no badge of the user is in the list of badges', 'a target whose badges.list shows them');
      for (const { badge, inList, answer } of pairs)
        expectAgreement(t, inList, badge, 'a badge of the user is shown differently than in the list', answer);
    }),
  ),

  check('each assignation of the current user is there once', 'badges.mine-each-once', async (t) => {
    for (const { items, answer } of await mine(t)) expectEachOnce(t, items, 'an assignation is there twice', answer);
  }),

  check('the badges are those of the user who asks', 'badges.mine-user', (t) =>
    steadily(t, async (s) => {
      const [users, found] = await Promise.all([currentUsers(t), mine(s)]);
      const shown = found.flatMap(({ items, as, answer }) => {
        const userId = users[as as 'first' | 'second'];
        return items.flatMap(({ assigneeIds }) =>
          Array.isArray(assigneeIds) && userId ? [{ assigneeIds: texts(assigneeIds), userId, as, answer }] : [],
        );
      });
      if (shown.length === 0) throw new NotApplicable('no assignation shows its assignees; fields may be absent');
      for (const { assigneeIds, userId, as, answer } of shown)
        t.expect(await mayBeOf(t, userId, assigneeIds), `a badge of somebody else is among those of the ${as} user`, {
          expected: `${userId}, or a team of this user, among the assignees`,
          received: assigneeIds,
          exchange: answer,
        });
    }),
  ),

  check('the current user has every badge that a fact says', 'badges.mine-all', (t) =>
    steadily(t, async (s) => {
      const users = await currentUsers(t);
      const facts = t.fixtures.facts.badgeHolders ?? [];
      const due = (['first', 'second'] as const).flatMap((as) =>
        facts.flatMap(({ badgeId, userIds }) => (users[as] && userIds?.includes(users[as]) ? [{ as, badgeId }] : [])),
      );
      if (due.length === 0)
        throw new NotTested(
          'no fact gives a badge to the user of a token',
          'FIXTURES: facts.badgeHolders with the user of ACCESS_TOKEN among userIds',
        );
      for (const { as, badgeId } of due) {
        const { items, answer } = await listOf(s, 'badges.mine', as);
        const ids = items.map(badgeIdOf);
        if (items.length > 0 && ids.includes(undefined)) continue;
        t.expect(ids.includes(badgeId), `the ${as} user lacks a badge`, {
          expected: badgeId,
          received: ids,
          exchange: answer,
        });
      }
    }),
  ),
];

const open: Check[] = [
  check('whether an assignation has badgeId besides the badge', 'badges.mine-badge-id', async (t) => {
    const items = (await mine(t)).flatMap(({ items: found }) => found);
    return { withBadgeId: items.filter(({ badgeId }) => badgeId !== undefined).length, of: items.length };
  }),

  check('how a filter is given', 'badges.filter-form', async (t) => {
    const { items } = await allBadges(t);
    const id = String(items.at(-1)?.id);
    const forms = { filter: JSON.stringify({ id }), relaxedFilter: `{id:'${id}'}`, id };
    const answers = await Promise.all(
      Object.entries(forms).map(async ([form, value]) => {
        const query = { [form === 'id' ? 'id' : 'filter']: value };
        const answer = await t.send('badges.list', { query });
        return `${form}: ${answer.ok ? `${itemsOf(answer.json).length} of ${items.length}` : answer.status}`;
      }),
    );
    return answers;
  }),

  check('values of status and notificationStrategy', 'badges.values', async (t) => {
    const lists = await Promise.all([listOf(t, 'badges.awaitingApproval'), listOf(t, 'badges.mine')]);
    const values = (field: string) => [
      ...new Set(lists.flatMap(({ items }) => items.map((item) => item[field])).filter((value) => value !== undefined)),
    ];
    return { status: values('status'), notificationStrategy: values('notificationStrategy') };
  }),
];

export const badges: Batch = {
  title: 'behaviour: Badges',
  checks: [...listing, ...waiting, ...own, ...badgeAssignees, ...open],
};
