/** Key results as the list, an owner and a check-in show them. Section "Endpoints / Key results (metrics)". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { type Listing, readList } from '../../support/lists/readList.ts';
import { itemsOf, strings, totalOf } from '../../support/records/answers.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { spread } from '../../support/values/sample.ts';

const MOST = 6;

/** Ids of the owners that a key result shows; undefined where it shows none. */
export function ownersOf({ ownerId, ownerIds }: JsonRecord): string[] | undefined {
  if (typeof ownerId !== 'string' && !Array.isArray(ownerIds)) return undefined;
  return [...new Set([...(typeof ownerId === 'string' ? [ownerId] : []), ...strings(ownerIds)])];
}

/** Whether these are all owners: a key result that shows one of several does not show who the others are. */
export const showsAllOwners = ({ ownerIds, numberOfOwners }: JsonRecord) =>
  Array.isArray(ownerIds) || numberOfOwners === 1;

/** The whole list; NotTested where it is empty. */
export async function allMetrics(t: Context): Promise<Listing> {
  const found = await readList(t, 'metrics.list');
  if (found.items.length === 0) throw new NotTested('metrics.list shows no key result', 'an account with a key result');
  return found;
}

/** An owner who stands behind others among the owners of a key result. */
export async function laterOwners(t: Context): Promise<string[]> {
  const { items } = await allMetrics(t);
  const later = items.flatMap(({ ownerId, ownerIds }) =>
    strings(ownerIds)
      .slice(1)
      .filter((id) => id !== ownerId),
  );
  return [...new Set(later)];
}

/** Some owners of key results: those of the list, among them some who are not first, and those of the fixtures. */
export function someOwners(t: Context): Promise<string[]> {
  return t.once('owners', async () => {
    const { items } = await allMetrics(t);
    const all = [...new Set(items.flatMap((metric) => ownersOf(metric) ?? []))];
    const given = t.fixtures.ids.metricOwner ?? [];
    const some = [...spread(all, MOST), ...spread(await laterOwners(t), 2), ...spread(given, 2)];
    if (some.length === 0) throw new NotTested('no owner of key results is known', 'FIXTURES: ids.metricOwner');
    return [...new Set(some)];
  });
}

export interface Owned {
  ownerId: string;
  items: JsonRecord[];
  answer: Answer;
  /** Whether all that is counted is there: whether this list is cut is open. */
  complete: boolean;
}

/** The key results of an owner; NotTested where the operation does not succeed, unless the check judges it. */
export function ownedBy(t: Context, ownerId: string, as: Actor = 'first'): Promise<Owned> {
  return t.once(`owned/${ownerId}/${as}`, async () => {
    const answer = await t.ok('metrics.byOwner', { params: { ownerId }, as });
    const items = itemsOf(answer.json);
    return { ownerId, items, answer, complete: (totalOf(answer) ?? 0) <= items.length };
  });
}

export const someOwned = async (t: Context): Promise<Owned[]> =>
  Promise.all((await someOwners(t)).map((ownerId) => ownedBy(t, ownerId)));

export interface Checkin {
  metricId: string;
  record: JsonRecord;
  answer: Answer;
}

/** The key results of the check-ins that the fixtures know. */
export async function byCheckins(t: Context, as: Actor = 'first'): Promise<Checkin[]> {
  const facts = t.fixtures.facts.checkins ?? [];
  if (facts.length === 0) throw new NotTested('no check-in is known', 'FIXTURES: facts.checkins');
  return Promise.all(
    spread(facts, MOST).map(({ checkinId, metricId }) =>
      t.once(`checkin/${checkinId}/${as}`, async () => {
        const answer = await t.ok('metrics.byCheckin', { params: { checkinId }, as });
        const record = isRecord(answer.json) ? (withoutNulls(answer.json) as JsonRecord) : {};
        return { metricId, record, answer };
      }),
    ),
  );
}

/** Some key results as one operation shows them. */
export async function shownBy(t: Context, operation: string): Promise<{ record: JsonRecord; answer: Answer }[]> {
  if (operation === 'metrics.byCheckin') return byCheckins(t);
  if (operation === 'metrics.byOwner')
    return (await someOwned(t)).flatMap(({ items, answer }) => items.map((record) => ({ record, answer })));
  const { items, answer } = await allMetrics(t);
  return items.map((record) => ({ record, answer }));
}
