/** Key results by their owners: the deprecated read, and the list with a filter. Sections "Endpoints / Key results (metrics)", "Versioning". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { lastingFields } from '../../support/domain/keyResults.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { idsOf, itemsOf, strings, totalOf } from '../../support/records/answers.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { exchangeOf } from '../../support/values/provenance.ts';
import { sample } from '../../support/values/sample.ts';
import {
  allMetrics,
  elsewhere,
  filteredByOwners,
  noOwner,
  type Owned,
  ownedBy,
  ownersOf,
  ownersWhoLeft,
  showsAllOwners,
  someOwned,
  someOwners,
  usersWithout,
} from './metrics.ts';

function expectOwned(t: Context, ownerId: string, items: Owned['items']): void {
  for (const metric of items) {
    const owners = ownersOf(metric);
    if (!owners || !(showsAllOwners(metric) || owners.includes(ownerId))) continue;
    t.expect(owners.includes(ownerId), 'a key result is shown that the owner does not own', {
      expected: `${ownerId} as ownerId or among ownerIds`,
      received: metric,
      at: '/ownerIds',
    });
  }
}

/** The owner whom a key result names: its ownerId, else the only one of its ownerIds. */
const mainOwner = ({ ownerId, ownerIds }: JsonRecord): unknown =>
  ownerId ?? (strings(ownerIds).length === 1 ? strings(ownerIds)[0] : undefined);

type Owns = (metric: JsonRecord, ownerId: string) => boolean;
const isMain: Owns = (metric, ownerId) => mainOwner(metric) === ownerId;
const isAmong: Owns = (metric, ownerId) => !isMain(metric, ownerId) && (ownersOf(metric) ?? []).includes(ownerId);

/** Judges that an owner's answer has every key result of the list that the owner owns in this way. */
async function expectAll(t: Context, all: readonly Owned[], owns: Owns): Promise<void> {
  const { items } = await allMetrics(t);
  for (const { ownerId, items: owned, answer, complete } of all) {
    if (!complete) continue;
    const due = idsOf(items.filter((metric) => owns(metric, ownerId)));
    const there = new Set(idsOf(owned));
    // A key result that does not show its id may be any of them.
    if (there.size < owned.length) continue;
    const missing = due.filter((id) => !there.has(id));
    t.none(missing, due.length, `a key result of the owner ${ownerId} is not there`, answer);
  }
}

const ofEach = (t: Context, owners: readonly string[]): Promise<Owned[]> =>
  Promise.all(owners.map((id) => ownedBy(t, id)));

/** Judges that an answer is a refusal, or counts no key result where it shows none. */
function expectNoneCounted(t: Context, answer: Answer, who: string): void {
  if (!answer.ok) t.refused(answer, `the request for key results of ${who} is neither answered nor refused`);
  else if (itemsOf(answer.json).length === 0)
    t.equal(totalOf(answer) ?? 0, 0, `key results of ${who} are counted`, answer);
}

/** Judges that what is given for a user who owns none of the list is of no other owner: the list may leave out some. */
async function expectNoOthers(t: Context, ownerId: string): Promise<void> {
  const answer = await t.send('metrics.byOwner', { params: { ownerId } });
  expectNoneCounted(t, answer, 'a user who owns none');
  if (answer.ok) expectOwned(t, ownerId, itemsOf(answer.json));
}

/** Judges that what two users are shown of two owners, asked for in turns, stays what it was. */
async function expectTurns(t: Context, [one, two]: readonly [Owned, Owned]): Promise<void> {
  const theirs = await elsewhere(t, 'metrics.list', 'second');
  const turns: [Owned, Actor][] = [
    [two, 'second'],
    [one, 'first'],
    [one, 'second'],
    [two, 'first'],
    [two, 'second'],
    [one, 'first'],
  ];
  for (const [{ ownerId, items }, as] of turns) {
    const answer = await t.ok('metrics.byOwner', { params: { ownerId }, as });
    const now = itemsOf(answer.json);
    expectOwned(t, ownerId, now);
    t.eachOnce(now, 'a key result of an owner is there twice');
    // What one user is shown another need not be.
    const isDue = as === 'first' ? items.length > 0 : theirs.some((metric) => isMain(metric, ownerId));
    t.expect(!isDue || now.length > 0, 'the key results are not those of the user addressed', {
      expected: `key results of ${ownerId}, which the ${as} user is shown`,
      received: `none for the ${as} user`,
      exchange: answer,
    });
    const message = 'the key results of an owner are others after those of another owner were asked for';
    if (as === 'first') t.equal(idsOf(now).sort(), idsOf(items).sort(), message, answer);
  }
}

/** Judges the list with a filter for these owners. */
async function expectFiltered(t: Context, owners: readonly string[]): Promise<void> {
  const { items, complete } = await allMetrics(t);
  const owned = items.filter((metric) => ownersOf(metric)?.some((id) => owners.includes(id)));
  // One without ownerIds may match, unless it shows that others own it.
  const open = items.filter(
    (metric) => !Array.isArray(metric.ownerIds) && (owned.includes(metric) || !showsAllOwners(metric)),
  );
  const [due, free] = [idsOf(owned.filter((metric) => !open.includes(metric))), new Set(idsOf(open))];
  const found = await filteredByOwners(t, owners);
  if (!complete || !found.complete) return;
  const message = 'the filter on ownerIds does not give the key results of the owners';
  t.equal(
    found.ids.filter((id) => !free.has(id)),
    due.sort(),
    message,
    found.answer,
  );
}

/** Judges that the read by owner gives what the list with a filter on ownerIds gives. */
async function expectAsFiltered(t: Context, ownerId: string): Promise<void> {
  const { items } = await allMetrics(t);
  if (!items.every(({ ownerIds }) => Array.isArray(ownerIds))) return;
  const [found, owned] = await Promise.all([filteredByOwners(t, [ownerId]), ownedBy(t, ownerId)]);
  const message = 'the read by owner does not give what the list with a filter gives';
  if (found.complete && owned.complete) t.equal(idsOf(owned.items).sort(), found.ids, message, owned.answer);
}

export const metricOwners: Check[] = [
  check('key results of an owner have this owner', 'metrics.owner-only', (t) =>
    eventually(t, async (s) => {
      for (const { ownerId, items } of await someOwned(s)) expectOwned(s, ownerId, items);
      if (s.tally.compared === 0) throw s.nothingShown('metric', ['ownerId', 'ownerIds']);
      const without = await usersWithout(s);
      await Promise.all(without.map((ownerId) => expectNoOthers(s, ownerId)));
    }),
  ),

  check('every key result of an owner is there', 'metrics.owner-all', (t) =>
    eventually(t, async (s) => {
      const owners = await ofEach(s, (await someOwners(s)).all);
      await expectAll(s, [...owners, ...(await ownersWhoLeft(s))], isMain);
      if (s.tally.compared === 0) throw noOwner(s);
    }),
  ),

  check('a key result is there for each of its owners, not the first alone', 'metrics.owner-each', (t) =>
    eventually(t, async (s) => {
      const { later } = await someOwners(s);
      if (later.length === 0)
        throw new NoData('no key result has several owners', 'an account with a key result that several users own');
      await expectAll(s, await ofEach(s, later), isAmong);
    }),
  ),

  check('a key result of an owner is there once, whoever asks', 'metrics.owner-each-once', (t) =>
    eventually(t, async (s) => {
      const found = await someOwned(s);
      for (const { items } of found) s.eachOnce(items, 'a key result of an owner is there twice');
      if (s.also('second').length === 0) return;
      const some = sample(found.filter(({ items }) => items.length > 0));
      for (const [i, one] of some.entries()) await expectTurns(anew(s), [one, some[(i + 1) % some.length] as Owned]);
    }),
  ),

  check('a key result is shown by owner as in the list', 'metrics.owner-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items }, found] = await Promise.all([allMetrics(s), someOwned(s)]);
      const listed = new Map(items.map((metric) => [metric.id, metric]));
      listed.delete(undefined);
      for (const metric of found.flatMap(({ items: owned }) => owned)) {
        // By the id they were found, so that it says nothing.
        const { id, ...rest } = metric;
        const known = listed.get(id);
        const message = 'a key result is shown differently by owner than in the list';
        s.agree(known, lastingFields(rest, known?.dynamic), message, exchangeOf(metric));
      }
    }),
  ),

  check('the list with a filter on ownerIds gives the key results of the owners', 'metrics.owner-filter', (t) =>
    eventually(t, async (s) => {
      const { items } = await allMetrics(s);
      if (!items.some(({ id, ownerIds }) => typeof id === 'string' && Array.isArray(ownerIds)))
        throw s.nothingShown('metric', 'ownerIds');
      const { all, later } = await someOwners(s);
      const some = [...new Set([...sample(all), ...sample(later)])];
      // Who joins the owners shows what two of them own together once for each.
      const together = items
        .map(({ ownerIds }) => strings(ownerIds).filter((id) => all.includes(id)))
        .filter(({ length }) => length > 1);
      const groups = [
        ...some.map((id) => [id]),
        some.slice(0, 2),
        some.slice(0, 2).reverse(),
        some.slice(-3),
        ...together.slice(0, 1),
      ];
      await Promise.all(groups.map((owners) => expectFiltered(s, owners)));
    }),
  ),

  check('the read by owner gives what the list with a filter on ownerIds gives', 'metrics.owner-each', (t) =>
    eventually(t, async (s) => {
      const { all, later } = await someOwners(s);
      const some = [...new Set([...sample(all), ...sample(later)])];
      await Promise.all(some.map((ownerId) => expectAsFiltered(s, ownerId)));
    }),
  ),

  check('an id that no owner has gives no key result', 'metrics.owner-unknown', async (t) => {
    // The control: there are owners whose key results are shown.
    await someOwned(t);
    const ownerId = t.fixtures.unknownIds.metricOwner ?? (await unknownId(t, 'user'));
    const answer = await t.send('metrics.byOwner', { params: { ownerId } });
    expectNoneCounted(t, answer, 'an unknown owner');
    if (answer.ok) t.none(itemsOf(answer.json), 1, 'an unknown owner has key results', answer);
  }),
];
