/** Key results by their owners: the deprecated read, and the list with a filter. Sections "Endpoints / Key results (metrics)", "Versioning". */

import { isRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { itemsOf, strings } from '../../support/records/answers.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { spread } from '../../support/values/sample.ts';
import {
  allMetrics,
  laterOwners,
  type Owned,
  ownedBy,
  ownersOf,
  showsAllOwners,
  someOwned,
  someOwners,
} from './metrics.ts';

const FULL_PAGE = 100;

function expectOwned(t: Context, { ownerId, items, answer }: Owned): number {
  let seen = 0;
  for (const metric of items) {
    const owners = ownersOf(metric);
    if (!owners || !(showsAllOwners(metric) || owners.includes(ownerId))) continue;
    seen++;
    t.expect(owners.includes(ownerId), 'a key result is shown that the owner does not own', {
      expected: `${ownerId} as ownerId or among ownerIds`,
      received: owners,
      exchange: answer,
    });
  }
  return seen;
}

/** Judges that an owner's answer has every key result of the list that has the owner. */
async function expectAll(t: Context, owners: readonly string[]): Promise<void> {
  const { items } = await allMetrics(t);
  for (const { ownerId, items: owned, answer, complete } of await Promise.all(owners.map((id) => ownedBy(t, id)))) {
    const ids = owned.map(({ id }) => id);
    const due = items.filter((metric) => metric.id !== undefined && ownersOf(metric)?.includes(ownerId));
    const missing = due.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    if (missing.length > 0 && !complete) continue;
    t.expect(missing.length === 0, 'a key result of the owner is not there', {
      expected: due.map(({ id }) => id),
      received: { missing },
      exchange: answer,
    });
  }
}

/** Ids of the key results that the list gives for owners. */
async function filtered(t: Context, owners: readonly string[]) {
  const filter = JSON.stringify({ ownerIds: { $in: owners } });
  const answer = await t.ok('metrics.list', { query: { filter, limit: String(FULL_PAGE) } });
  return {
    ids: itemsOf(answer.json)
      .map(({ id }) => id)
      .sort(),
    answer,
  };
}

export const metricOwners: Check[] = [
  check('key results of an owner have this owner', 'metrics.owner-only', (t) =>
    eventually(t, async (s) => {
      const found = await someOwned(s);
      if (found.every(({ items }) => items.length === 0))
        throw new NotTested('no owner has a key result', 'FIXTURES: ids.metricOwner with an owner of key results');
      const seen = found.map((owned) => expectOwned(s, owned));
      if (seen.every((count) => count === 0)) throw new NotApplicable('no key result shows its owners');
    }),
  ),

  check('every key result of an owner is there', 'metrics.owner-all', (t) =>
    eventually(t, async (s) => expectAll(s, await someOwners(s))),
  ),

  check('a key result is there for each of its owners, not the first alone', 'metrics.owner-all', (t) =>
    eventually(t, async (s) => {
      const later = await laterOwners(s);
      if (later.length === 0)
        throw new NotTested('no key result has several owners', 'an account with a key result that several users own');
      await expectAll(s, spread(later, 4));
    }),
  ),

  check('a key result of an owner is there once, whoever asks', 'metrics.owner-each-once', async (t) => {
    const found = await someOwned(t);
    if (found.every(({ items }) => items.length === 0))
      throw new NotTested('no owner has a key result', 'FIXTURES: ids.metricOwner with an owner of key results');
    for (const { items } of found) t.eachOnce(items, 'a key result of an owner is there twice');
    t.need('second');
    for (const { ownerId, items } of found.slice(0, 3)) {
      const second = await ownedBy(t, ownerId, 'second');
      expectOwned(t, second);
      t.eachOnce(second.items, 'a key result of an owner is there twice');
      t.expect(items.length === 0 || second.items.length > 0, 'the key results are not those of the user addressed', {
        expected: `key results of ${ownerId}, which the first user is shown`,
        received: 'none for the second user',
        exchange: second.answer,
      });
    }
  }),

  check('a key result is shown by owner as in the list', 'metrics.owner-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items }, found] = await Promise.all([allMetrics(s), someOwned(s)]);
      const byId = new Map(items.map((metric) => [metric.id, metric]));
      byId.delete(undefined);
      const pairs = found.flatMap(({ items: owned, answer }) =>
        owned.flatMap((metric) => {
          const listed = byId.get(metric.id);
          return listed ? [{ listed, metric, answer }] : [];
        }),
      );
      if (pairs.length === 0)
        throw new NotTested(
          'no key result of an owner is in the list',
          'an account with a key result that has an owner',
        );
      for (const { listed, metric, answer } of pairs)
        s.agree(listed, metric, 'a key result is shown differently by owner than in the list', answer);
    }),
  ),

  check('the list with a filter on ownerIds gives what the read by owner gives', 'metrics.owner-filter', (t) =>
    eventually(t, async (s) => {
      const { items, complete } = await allMetrics(s);
      const shown = items.filter(({ id, ownerIds }) => id !== undefined && Array.isArray(ownerIds));
      if (shown.length === 0) throw new NotApplicable('no key result shows its id and ownerIds; fields may be absent');
      const of = (owners: readonly string[]) =>
        shown.filter(({ ownerIds }) => strings(ownerIds).some((id) => owners.includes(id)));
      const few = (await someOwners(s)).filter((id) => of([id]).length > 0 && of([id]).length < FULL_PAGE / 2);
      if (few.length === 0)
        throw new NotTested('no owner has some key results, but fewer than fifty', 'FIXTURES: ids.metricOwner');
      const [one, two = one] = spread(few, 2) as [string, string?];
      await Promise.all(
        [[one], [two], [one, two]].map(async (owners) => {
          const { ids, answer } = await filtered(s, owners as string[]);
          const expected = of(owners as string[]);
          if (complete)
            s.equal(
              ids,
              expected.map(({ id }) => id).sort(),
              'the filter does not give the key results of the owners',
              answer,
            );
          if (owners.length > 1 || shown.length < items.length) return;
          const owned = await ownedBy(s, owners[0] as string);
          if (owned.complete)
            s.equal(
              owned.items.map(({ id }) => id).sort(),
              ids,
              'the read by owner does not give what the list with a filter gives',
              owned.answer,
            );
        }),
      );
    }),
  ),

  check('an id that no owner has gives no key result', 'metrics.owner-unknown', async (t) => {
    const given = t.fixtures.unknownIds.metricOwner;
    const ownerId = given ?? (await unknownId(t, 'user'));
    const answer = await t.send('metrics.byOwner', { params: { ownerId } });
    if (answer.status >= 400 && answer.status < 500) return;
    const total = isRecord(answer.json) ? answer.json.totalCount : undefined;
    t.expect(answer.ok && itemsOf(answer.json).length === 0 && (total ?? 0) === 0, 'an unknown owner has key results', {
      expected: 'a status of 4xx, or no items and a totalCount of 0',
      received: answer.ok ? answer.json : answer.status,
      exchange: answer,
    });
    // The control: there are owners whose key results are shown.
    if ((await someOwned(t)).every(({ items }) => items.length === 0))
      throw new NotTested('no owner has a key result', 'FIXTURES: ids.metricOwner with an owner of key results');
  }),
];
