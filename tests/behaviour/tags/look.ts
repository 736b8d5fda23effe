/** What the target shows of tags at one moment: the list, the tagged items by id and in their lists, the usages. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { readable } from '../../support/domain/taggedItems.ts';
import { DASHBOARD, KPI, type Place, readTags } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { fresh } from '../../support/engine/retry.ts';
import { givenPeers } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';
import { USAGES } from '../dashboards/usages/usage.ts';
import type { Look, Sight } from './model/state.ts';

async function byId(t: Context, place: Place, id: string): Promise<Sight[]> {
  return [{ place, as: 'first', where: 'by id', item: await peek(t, place.kind, id), others: [] }];
}

async function everySight(t: Context, place: Place, id: string): Promise<Sight[]> {
  const sights = await Promise.all(
    givenPeers(t).map(async (as): Promise<Sight[]> => {
      const [item, all] = await Promise.all([
        peek(t, place.kind, id, as),
        unlessUntested(
          readKind(fresh(t), place.kind, { as }).then(({ items }) => items),
          [] as readonly JsonRecord[],
        ),
      ]);
      const others = all.filter((other) => other.id !== id);
      return [
        { place, as, where: 'by id', item, others: [] },
        { place, as, where: 'in the list', item: all.find((other) => other.id === id), others },
      ];
    }),
  );
  return sights.flat();
}

export interface Sought {
  /** Places whose items are read by id. */
  places: readonly Place[];
  /** Places whose items are read in every view of every user. */
  everywhere: readonly Place[];
  /** Whose lists of tags are read. */
  users: readonly Actor[];
}

/** @param items the item of each place */
export async function look(t: Context, items: ReadonlyMap<Place, string>, sought: Sought): Promise<Look> {
  const list = (as: Actor) => (t.claims('tags') ? unlessUntested(readTags(t, as), undefined) : undefined);
  const places = [DASHBOARD, KPI].filter((place) => sought.places.includes(place) && readable(t, place));
  const sights = (place: Place) => (sought.everywhere.includes(place) ? everySight : byId);
  const [lists, seen, usages] = await Promise.all([
    Promise.all(sought.users.map(async (as) => [as, await list(as)] as const)),
    Promise.all(places.map((place) => sights(place)(t, place, items.get(place) as string))),
    places.includes(DASHBOARD) ? t.send(USAGES) : undefined,
  ]);
  return {
    lists: Object.fromEntries(lists.filter(([, found]) => found !== undefined)),
    sights: seen.flat(),
    usages: usages?.ok ? { items: itemsOf(usages.json), answer: usages } : undefined,
  };
}
