/** Key results as the list, an owner and a check-in show them. Section "Endpoints / Key results (metrics)". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { factMissing, lacking } from '../../support/domain/facts.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind, readList } from '../../support/lists/readList.ts';
import { isComplete, type Listing } from '../../support/lists/readPages.ts';
import { idsOf, itemsOf, strings, totalOf } from '../../support/records/answers.ts';
import { activeUsers, inactiveUsers, known } from '../../support/records/identifiers.ts';
import { variedBy } from '../../support/records/varied.ts';
import { recordIn } from '../../support/records/views.ts';
import { remember } from '../../support/values/provenance.ts';
import { sample } from '../../support/values/sample.ts';

/** Owners and check-ins that are looked at. */
const MOST = 12;

/** Ids of the owners that a key result shows; undefined where it shows none. */
export function ownersOf({ ownerId, ownerIds }: JsonRecord): string[] | undefined {
  if (typeof ownerId !== 'string' && !Array.isArray(ownerIds)) return undefined;
  return [...new Set([...(typeof ownerId === 'string' ? [ownerId] : []), ...strings(ownerIds)])];
}

/** Whether these are all owners: a key result that shows one of several does not show who the others are. */
export const showsAllOwners = ({ ownerIds, numberOfOwners }: JsonRecord): boolean =>
  Array.isArray(ownerIds) || numberOfOwners === 1;

/** The whole list, in which there must be a key result. */
export async function allMetrics(t: Context): Promise<Listing> {
  const found = await readKind(t, 'metric');
  if (found.items.length === 0) throw t.nothingShown('metric');
  return found;
}

/** What ends a check that needs an owner: nothing says that those whom key results name are users. */
export const noOwner = (t: Context) =>
  lacking(
    t,
    ['metricOwner'],
    'no key result is known to be owned by a user who is active',
    'FIXTURES: ids.metricOwner with the ownerId of a key result',
  );

/** Owners of key results who are users, which need not be true of all: some who own alone or come first, some who stand behind others, and those of the fixtures. */
export async function someOwners(t: Context): Promise<{ all: string[]; later: string[] }> {
  const { items } = await allMetrics(t);
  const behind = ({ ownerId, ownerIds }: JsonRecord) =>
    strings(ownerIds)
      .slice(1)
      .filter((id) => id !== ownerId);
  const named = [...new Set(items.flatMap((metric) => ownersOf(metric) ?? []))];
  const active = await t.once('active owners', () => activeUsers(t, named));
  const later = sample(
    [...new Set(items.flatMap(behind))].filter((id) => active.includes(id)),
    MOST,
  );
  const shown = sample(active, MOST);
  const all = [...new Set([...shown, ...later, ...sample(t.fixtures.ids.metricOwner ?? [])])];
  if (all.length === 0) throw named.length === 0 ? t.nothingShown('metric', ['ownerId', 'ownerIds']) : noOwner(t);
  return { all, later };
}

/** Owners who are shown as users and have left: nothing says that they can still be addressed. */
export async function ownersWhoLeft(t: Context): Promise<Owned[]> {
  const { items } = await allMetrics(t);
  const left = await inactiveUsers(t, [...new Set(items.flatMap((metric) => ownersOf(metric) ?? []))]);
  const answers = await Promise.all(
    sample(left).map(async (ownerId) => ({
      ownerId,
      answer: await t.send('metrics.byOwner', { params: { ownerId } }),
    })),
  );
  return answers.filter(({ answer }) => answer.ok).map(({ ownerId, answer }) => owned(ownerId, answer));
}

/** Users who own no key result of the list; none where it cannot tell. */
export async function usersWithout(t: Context): Promise<string[]> {
  const { items, complete } = await allMetrics(t);
  if (!complete || !items.every(showsAllOwners)) return [];
  const owners = new Set(items.flatMap((metric) => ownersOf(metric) ?? []));
  return sample((await known(t, 'user')).filter((id) => !owners.has(id)));
}

export interface Owned {
  ownerId: string;
  items: JsonRecord[];
  answer: Answer;
  /** Whether all that is counted is there: whether this list is cut is open. */
  complete: boolean;
}

/** What an answer gives to an owner. */
function owned(ownerId: string, answer: Answer): Owned {
  const items = answer.ok ? itemsOf(answer.json) : [];
  return { ownerId, items, answer, complete: isComplete(items.length, true, totalOf(answer), false) };
}

/** The user without permissions may be refused; of others the answer must be a success. */
const asked = (t: Context, operationId: string, params: Record<string, string>, as: Actor): Promise<Answer> =>
  as === 'limited' ? t.send(operationId, { params, as }) : t.ok(operationId, { params, as });

/** The key results of an owner. */
export function ownedBy(t: Context, ownerId: string, as: Actor = 'first'): Promise<Owned> {
  return t.once(`owned/${ownerId}/${as}`, async () => {
    const answer = await asked(t, 'metrics.byOwner', { ownerId }, as);
    return owned(ownerId, answer);
  });
}

/** What some owners have, of whom one must have a key result. */
export async function someOwned(t: Context): Promise<Owned[]> {
  const found = await Promise.all((await someOwners(t)).all.map((ownerId) => ownedBy(t, ownerId)));
  if (found.every(({ items }) => items.length === 0)) throw noOwner(t);
  return found;
}

export interface Checkin {
  checkinId: string;
  /** The key result that it belongs to, where the fixtures say so. */
  metricId: string | undefined;
  /** Empty where this user is refused. */
  record: JsonRecord;
}

/** The key result of a check-in. */
export async function byCheckin(t: Context, checkinId: string, as: Actor = 'first'): Promise<JsonRecord> {
  const answer = await asked(t, 'metrics.byCheckin', { checkinId }, as);
  return remember((answer.ok ? recordIn(answer.json) : undefined) ?? {}, answer);
}

/** What ends a check that needs check-ins. */
export const noCheckin = (t: Context, reason: string) =>
  factMissing(t, 'checkin', reason, '"checkins": [{ "checkinId": "…", "metricId": "…" }]');

/** The key results of the check-ins that the fixtures know, else of those that key results show. */
export async function byCheckins(t: Context, as: Actor = 'first'): Promise<Checkin[]> {
  const facts = t.fixtures.facts.checkins ?? [];
  const shown = facts.length > 0 ? [] : await known(t, 'checkin');
  const all = [...facts, ...shown.map((checkinId) => ({ checkinId, metricId: undefined }))];
  if (all.length === 0) throw noCheckin(t, 'no check-in is known');
  const { items } = await unlessUntested(readKind(t, 'metric'), { items: [] });
  const records = new Map(items.map((item) => [item.id, item]));
  const some = variedBy(all, ({ metricId }) => records.get(metricId), MOST);
  return Promise.all(
    some.map(async ({ checkinId, metricId }) => {
      const record = await t.once(`checkin/${checkinId}/${as}`, () => byCheckin(t, checkinId, as));
      return { checkinId, metricId, record };
    }),
  );
}

/** Some key results as each operation shows them to a user. */
export const SHOWN_BY: Readonly<Record<string, (t: Context, as?: Actor) => Promise<readonly JsonRecord[]>>> = {
  'metrics.list': async (t, as = 'first') =>
    as === 'first' ? (await allMetrics(t)).items : (await readKind(t, 'metric', { as })).items,
  'metrics.byOwner': async (t, as) => {
    const owners = sample((await someOwners(t)).all, as === undefined ? MOST : 3);
    return (await Promise.all(owners.map((ownerId) => ownedBy(t, ownerId, as)))).flatMap(({ items }) => items);
  },
  'metrics.byCheckin': async (t, as) => (await byCheckins(t, as)).map(({ record }) => record),
};

/** The ids of key results in the list that has nothing but those of these owners. */
export async function filteredByOwners(t: Context, owners: readonly string[]): Promise<Listing & { ids: string[] }> {
  const found = await readList(t, 'metrics.list', { query: { filter: JSON.stringify({ ownerIds: { $in: owners } }) } });
  return { ...found, ids: idsOf(found.items).sort() };
}

/** What another operation shows, where it can be asked. */
export const elsewhere = (t: Context, operation: string, as?: Actor): Promise<readonly JsonRecord[]> =>
  unlessUntested((SHOWN_BY[operation] as (typeof SHOWN_BY)[string])(t, as), []);
