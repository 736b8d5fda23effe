/** What the words say of badges and their assignations. Sections "Badge", "Assigned badge", "Endpoints / Badges". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { itemsOf, totalOf } from '../../support/records/answers.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { spread } from '../../support/values/sample.ts';
import { badgeAssignees } from './assignees.ts';
import { allBadges, awaiting, expectListed, listOf, mine } from './lists.ts';
import { badgesMine } from './mine.ts';

const listing: Check[] = [
  check('the list shows each badge once', 'badges.list-each-once', async (t) => {
    const { items } = await allBadges(t);
    t.eachOnce(items, 'the list shows a badge twice');
  }),

  check('the list has every badge that an assignation or a fixture names', 'badges.list-all', (t) =>
    eventually(t, async (s) => {
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
    const { items } = await awaiting(t);
    t.eachOnce(items, 'an assignation is there twice');
  }),

  check('badgeId is the id of a badge', 'badges.awaiting-badge', (t) =>
    eventually(t, async (s) => {
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
  checks: [...listing, ...waiting, ...badgesMine, ...badgeAssignees, ...open],
};
