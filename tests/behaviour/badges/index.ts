/** What the words say of badges and their assignations. Sections "Badge", "Assigned badge", "Endpoints / Badges". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, isRefusal, itemsOf, recordsIn, totalOf } from '../../support/records/answers.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { sample } from '../../support/values/sample.ts';
import { badgeAssignees } from './assignees.ts';
import { holdersUnknown } from './holders.ts';
import { allBadges, awaiting, lackingInList, mine, mineOf, waiting } from './lists.ts';
import { badgesMine } from './mine.ts';

const listing: Check[] = [
  check('the list has every badge that an assignation, a holder or a fixture names', 'badges.list-all', (t) =>
    eventually(t, async (s) => {
      const none = { items: [] as readonly JsonRecord[] };
      const [pending, own, employees] = await Promise.all([
        unlessUntested(waiting(s), none),
        unlessUntested(mine(s), []),
        s.claims('employees') ? unlessUntested(readKind(s, 'employee'), none) : none,
      ]);
      const held = employees.items.flatMap(({ badges: shown }) => recordsIn(shown));
      const given = [
        ...(s.fixtures.ids.badge ?? []),
        ...(s.fixtures.facts.badgeHolders ?? []).map(({ badgeId }) => badgeId),
      ];
      const assignations = [
        ...pending.items,
        ...own.flatMap(({ items }) => items),
        ...held.map(({ id }): JsonRecord => ({ badgeId: id })),
        ...given.map((badgeId): JsonRecord => ({ badgeId })),
      ];
      if (assignations.length === 0)
        throw holdersUnknown(s, 'no assignation of a badge is known', { sorts: ['userIds', 'teamIds'] });
      const { named, lacking, answer } = await lackingInList(s, assignations);
      // A reference may dangle: of a badge of the account it can be asked who has it.
      const asked = await Promise.all(lacking.map((id) => s.send('badges.assignees', at('badge', id))));
      const there = lacking.filter((_, i) => asked[i]?.ok);
      s.none(there, named.length, 'the list lacks a badge of the account', answer);
    }),
  ),

  check('a filter on the list of badges gives the badges that match', 'badges.filter', async (t) => {
    const { items } = await allBadges(t);
    const shown = items.filter(({ id }) => typeof id === 'string');
    const [one, two = one] = sample(shown, 2);
    const named = shown.find(({ name }) => typeof name === 'string');
    const unnamed = shown.find(({ name }) => typeof name === 'string' && name !== named?.name);
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
      // Of several keys each must match: no badge has the id of one and the name of another.
      ...(named && unnamed ? [{ filter: { name: named.name, id: unnamed.id }, right: () => false }] : []),
    ];
    const answers = await Promise.all(
      cases.map(({ filter }) => t.send('badges.list', { query: { filter: JSON.stringify(filter) } })),
    );
    const ids = (records: readonly JsonRecord[]) => records.map(({ id }) => id).sort();
    // No parameter is listed for the filter, so that a target may not know this one, or want another.
    const ignored = (answer: Answer) => answer.ok && itemsOf(answer.json).length >= items.length;
    if (answers.every((answer) => ignored(answer) || isRefusal(answer))) throw t.nothingShown('badge', 'filter');
    for (const [i, answer] of answers.entries()) {
      const { filter, right } = cases[i] as (typeof cases)[number];
      const expected = ids(items.filter(right));
      t.equal(ids(itemsOf(answer.json)), expected, `the filter ${JSON.stringify(filter)} gives other badges`, answer);
      t.equal(totalOf(answer) ?? expected.length, expected.length, 'totalCount is not the number of matches', answer);
    }
  }),
];

/** Words of a status that somebody has decided. */
const DECIDED = /^(approved|accepted|rejected|declined|denied|refused|cancell?ed|revoked|withdrawn)$/i;

const pending: Check[] = [
  check('each assignation that awaits approval is there once', 'badges.awaiting-each-once', (t) =>
    eventually(t, async (s) => {
      const due = s.fixtures.facts.awaitingApproval ?? [];
      const { items, complete, answer } = await (due.length > 0 ? waiting(s) : awaiting(s));
      s.eachOnce(items, 'an assignation is there twice');
      const shown = new Set(idsOf(items));
      // One that does not show its id may be any of them.
      if (!complete || shown.size < items.length) return;
      const missing = due.filter((id) => !shown.has(id));
      s.none(missing, due.length, 'an assignation that awaits approval is not there', answer);
    }),
  ),

  check('badgeId is the id of a badge', 'badges.awaiting-badge', (t) =>
    eventually(t, async (s) => {
      const { items } = await awaiting(s);
      const badgeIds = idsOf((await allBadges(s)).items);
      for (const assignation of items) {
        const { id, badgeId } = assignation;
        if (badgeId === undefined || id === undefined) continue;
        // Where each kind counts its ids, both may be the same.
        s.expect(badgeId !== id || badgeIds.includes(String(badgeId)), 'badgeId is the id of the assignation', {
          expected: 'the id of a badge',
          received: assignation,
          at: '/badgeId',
        });
      }
      const { named, lacking, answer } = await lackingInList(s, items);
      s.none(lacking, named.length, 'the badgeId of an assignation is the id of no badge', answer);
    }),
  ),

  check('what awaits approval has been decided by nobody', 'badges.awaiting-not-approved', (t) =>
    eventually(t, async (s) => {
      const { items, answer } = await awaiting(s);
      const approved = items.filter(({ approvedBy }) => Boolean(approvedBy));
      s.none(idsOf(approved), items.length, 'an assignation that awaits approval names who has approved it', answer);
      const decided = items.filter(({ status }) => DECIDED.test(String(status)));
      s.none(
        idsOf(decided),
        items.length,
        'the status of an assignation that awaits approval says that it is decided',
        answer,
      );
    }),
  ),
];

const open: Check[] = [
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
    const lists = await Promise.all([waiting(t), mineOf(t, 'first')]);
    const values = (field: string) => [
      ...new Set(lists.flatMap(({ items }) => items.map((item) => item[field])).filter((value) => value !== undefined)),
    ];
    return { status: values('status'), notificationStrategy: values('notificationStrategy') };
  }),
];

export const badges: Batch = {
  title: 'behaviour: Badges',
  checks: [...listing, ...pending, ...badgesMine, ...badgeAssignees, ...open],
};
