/** KPIs are taken out of groups, once for all checks: nothing in the API puts them back. Section "Endpoints / KPI groups". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import {
  beyondRefusals,
  listedKpis,
  memberships,
  noMembership,
  noteRefusal,
  onlyRefused,
  othersIn,
} from '../../support/domain/memberships.ts';
import type { Context } from '../../support/engine/context.ts';
import { fresh, stillWrong } from '../../support/engine/retry.ts';
import { runOf } from '../../support/engine/uniqueNames.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { peek } from '../../support/records/views.ts';
import { askForSnapshots, groupWithoutKpis, nameAgain, tagAgain, tagBefore, takeOutOfNone } from './duringRemoval.ts';
import { lookBeforeRemoval } from './otherReaders.ts';
import { takeOutInTurn } from './removeKpi.ts';

const KIND = 'kpiGroup';
/** KPIs among which those to take out are chosen. */
export const CANDIDATES = 12;

type Candidate = Awaited<ReturnType<typeof memberships>>[number];

/** What is seen of a KPI and a group at one moment. */
interface Seen {
  kpi: Answer | undefined;
  group: Answer;
  /** The groups of the KPI, by id and in the list; undefined where the target does not show them. */
  after: readonly unknown[] | undefined;
  inList: readonly unknown[] | undefined;
  /** Whether the list of groups has lost the group, and that of KPIs the KPI. */
  unlisted: boolean;
  kpiUnlisted: boolean;
  /** Other KPIs of the group that the list shows before and afterwards, and those that are in it afterwards. */
  others: readonly string[];
  stayed: readonly string[];
}

export interface Removal extends Candidate, Seen {
  groupId: string;
  answer: Answer;
  /** The KPI right before; undefined where it could not be read. */
  was: JsonRecord | undefined;
  /** The same of the group. */
  groupWas: JsonRecord | undefined;
  /** What was answered about the snapshots of the KPI right before. */
  snapshots: Answer | undefined;
  /** What was answered when the group was made a favourite; undefined where it was one. */
  marking: Answer | undefined;
  /** Answers to who had read that the KPI is in the group, and read it still. */
  stale: readonly Answer[];
  /** Whether the group was shown as a favourite right before, since the suite had made it one. */
  isNewFavourite: boolean;
  /** Whether it was shown as one when no view had the KPI in the group any more. */
  isStillFavourite: boolean;
  /**
   * The first look at which the KPI was out. Other clients may take it out of further groups, or clear the mark, at any
   * time: what was still there at this look was not lost by the removal.
   */
  first: Seen;
}

type Place = Candidate & { groupId: string; others: readonly string[] };

interface Way {
  fits: (groupIds: readonly string[]) => boolean;
  /** Which of its groups a KPI is taken out of. */
  which: 0 | -1;
  /** Whether a group is preferred that has no other KPI, or one that has. */
  alone: boolean;
}

const WAYS: readonly Way[] = [
  { fits: ({ length }) => length > 1, which: -1, alone: true },
  { fits: ({ length }) => length > 1, which: 0, alone: false },
  { fits: ({ length }) => length === 1, which: 0, alone: true },
];

/** Where none of these has met a group with other KPIs, one that has. */
const BESIDE_OTHERS: Way = { fits: ({ length }) => length > 0, which: 0, alone: false };

const hasOthers = ({ others }: Pick<Place, 'others'>): boolean => others.length > 0;

/** Runs of the suite that have groups in the list, this one among them, in the same order for each. */
function runsIn(t: Context, groups: readonly JsonRecord[]): readonly string[] {
  const found = groups.flatMap(({ name }) => runOf(name) ?? []);
  return [...new Set([...found, t.names.prefix])].sort();
}

/** Those of some places that are left to this run: runs at the same time each take other KPIs, as far as there are enough. */
function shareOf(t: Context, places: readonly Place[], groups: readonly JsonRecord[]): readonly Place[] {
  const runs = runsIn(t, groups);
  const kpis = [...new Set(places.map(({ kpiId }) => kpiId))].sort();
  const share = places.filter(({ kpiId }) => kpis.indexOf(kpiId) % runs.length === runs.indexOf(t.names.prefix));
  return share.length > 0 ? share : places;
}

/** The KPI that a removal concerns: one that no earlier removal did, where there is another. */
export async function chosen(
  t: Context,
  { fits, which, alone }: Way,
  used: ReadonlySet<string>,
): Promise<Place | undefined> {
  const [items, groups] = await Promise.all([listedKpis(t), readKind(t, KIND)]);
  const names = new Map(groups.items.map(({ id, name }) => [id, name]));
  const hasNamesake = (groupId: string, groupIds: readonly string[]) =>
    names.has(groupId) && groupIds.some((id) => id !== groupId && names.get(id) === names.get(groupId));
  const isAlone = (groupId: string) => alone && items.length > 0 && othersIn(t, items, groupId, '').length === 1;
  const candidates = await memberships(t, CANDIDATES, (ids) => {
    const groupId = ids.at(which);
    return groupId !== undefined && fits(ids) && (hasNamesake(groupId, ids) || isAlone(groupId));
  });
  const known = candidates.flatMap((one) => {
    const groupId = one.groupIds.at(which);
    return groupId === undefined || !fits(one.groupIds)
      ? []
      : [{ ...one, groupId, others: othersIn(t, items, groupId, one.kpiId) }];
  });
  const places = beyondRefusals(t, known);
  const unused = places.filter(({ kpiId }) => !used.has(kpiId));
  const from = shareOf(t, unused.length > 0 ? unused : places, groups.items);
  // Where no KPI is shown in several groups, one that should be: what is left of its groups tells the most.
  const several = used.size === 0 ? from.find(({ named, groupIds }) => named.length > groupIds.length) : undefined;
  if (several) return several;
  // Who goes by names takes it out of both.
  const namesakes = from.find(({ groupId, groupIds }) => hasNamesake(groupId, groupIds));
  if (namesakes) return namesakes;
  return from.find(({ others }) => (others.length === 0) === alone) ?? from[0];
}

async function look(
  t: Context,
  { kpiId, groupId, groupIds, ...place }: Place,
  { wasListed, kpiWasListed }: Pick<Start, 'wasListed' | 'kpiWasListed'>,
): Promise<Seen> {
  const [kpi, group, groups, items, whole] = await Promise.all([
    t.claims('kpis') ? t.send('kpis.get', { params: { kpiId } }) : undefined,
    t.send('kpiGroups.get', at(KIND, groupId)),
    readKind(fresh(t), KIND),
    listedKpis(t),
    kpiWasListed ? wholeList(t) : undefined,
  ]);
  const shown = kpi?.ok && isRecord(kpi.json) ? kpi.json.groups : undefined;
  const inList = items.find(({ id }) => id === kpiId)?.groups;
  return {
    kpi,
    group,
    // A KPI that is in no group may show none.
    after: Array.isArray(shown) ? shown : kpi?.ok && place.isShown && groupIds.length === 1 ? [] : undefined,
    inList: Array.isArray(inList) ? inList : undefined,
    unlisted: wasListed && groups.complete && groups.items.every(({ id }) => id !== groupId),
    kpiUnlisted: whole?.every(({ id }) => id !== kpiId) === true,
    // A list without pages may show others the next time.
    others: place.others.filter((other) => items.some(({ id }) => id === other)),
    stayed: items.flatMap(({ id, groups: of }) =>
      typeof id === 'string' && Array.isArray(of) && of.includes(groupId) ? [id] : [],
    ),
  };
}

/** All KPIs that the list has now, with the body that lists them all where there is one; undefined where they may be more. */
async function wholeList(t: Context): Promise<readonly JsonRecord[] | undefined> {
  if (!t.claims('kpis')) return undefined;
  const { items, complete } = await readKind(fresh(t), 'kpi');
  return complete ? items : undefined;
}

/** Whether all that is seen is as it must be after the removal: else it may not be visible yet. */
function isSettled(
  { groupId, groupIds }: Place,
  { kpi, group, after, inList, unlisted, kpiUnlisted, others, stayed }: Seen,
): boolean {
  const kept = groupIds.filter((id) => id !== groupId);
  const rightGroups = [after, inList].every(
    (groups) => groups === undefined || (!groups.includes(groupId) && kept.every((id) => groups.includes(id))),
  );
  const isListed = !unlisted && !kpiUnlisted;
  return group.ok && kpi?.status !== 404 && isListed && rightGroups && others.every((id) => stayed.includes(id));
}

/** Whether a view shows the KPI in the group. */
const isIn = ({ groupId }: Place, { after, inList }: Seen): boolean =>
  [after, inList].some((groups) => groups?.includes(groupId));

/** Whether each view that shows the groups of the KPI shows it without the group. */
const isOut = (place: Place, seen: Seen): boolean =>
  [seen.after, seen.inList].some((groups) => groups !== undefined) && !isIn(place, seen);

const isFavourite = ({ group: { json } }: Seen): boolean => isRecord(json) && json.favorite === true;

/** Makes the group a favourite, which a removal must leave; gives the group as it is shown then. */
async function favoured(t: Context, groupId: string): Promise<Pick<Start, 'groupWas' | 'marking' | 'isNewFavourite'>> {
  let groupWas = await peek(t, KIND, groupId);
  // Whether it is one is not shown by every target.
  const isNew = groupWas?.favorite !== true;
  const marking = isNew ? await t.send('kpiGroups.setFavorite', at(KIND, groupId)) : undefined;
  // It may show a little later; where it never does, nothing is judged of it.
  const unseen = await stillWrong(t, async (s) => {
    groupWas = await peek(s, KIND, groupId);
    return groupWas?.favorite === true ? undefined : groupId;
  });
  return { groupWas, marking, isNewFavourite: isNew && unseen === undefined };
}

/** What is there right before a removal. */
interface Start {
  /** The KPI; undefined where it cannot be read. */
  was: JsonRecord | undefined;
  groupWas: JsonRecord | undefined;
  wasListed: boolean;
  kpiWasListed: boolean;
  marking: Answer | undefined;
  isNewFavourite: boolean;
  /** Other KPIs of the group. */
  others: readonly string[];
  /** What was answered about the snapshots of the KPI; undefined where the target does not claim them. */
  snapshots: Answer | undefined;
}

/** Makes all ready for a removal; undefined where the KPI has left one of its groups since it was chosen. */
async function prepared(t: Context, { kpiId, groupId, groupIds, isShown }: Place): Promise<Start | undefined> {
  const wasListed = (await readKind(fresh(t), KIND)).items.some(({ id }) => id === groupId);
  const { groupWas, marking, isNewFavourite } = await favoured(t, groupId);
  await tagBefore(t, kpiId);
  const was = t.claims('kpis') ? await peek(t, 'kpi', kpiId) : undefined;
  const now = isShown && Array.isArray(was?.groups) ? was.groups : undefined;
  if (!now || groupIds.every((id) => now.includes(id))) {
    // Another run may have taken some out since the KPI was chosen.
    const others = othersIn(t, await listedKpis(t), groupId, kpiId);
    const kpiWasListed = (await wholeList(t))?.some(({ id }) => id === kpiId) === true;
    const snapshots = await askForSnapshots(t, kpiId, groupId);
    await takeOutOfNone(t, kpiId, groupId);
    return { was, groupWas, wasListed, kpiWasListed, marking, isNewFavourite, others, snapshots };
  }
  if (isNewFavourite) await t.send('kpiGroups.clearFavorite', at(KIND, groupId));
  return undefined;
}

/**
 * Takes the KPI out of the group, and looks until all is as it must be then.
 * @param nth how many were taken out before
 */
async function removed(t: Context, from: Place, start: Start, nth: number): Promise<Removal> {
  const { was, groupWas, marking, isNewFavourite, others, snapshots } = start;
  const place = { ...from, others };
  const { kpiId, groupId } = place;
  const lookAgain = await lookBeforeRemoval(t, place);
  const answer = await takeOutInTurn(t, place, nth);
  // What is written next may clear what is kept.
  const stale = answer.ok ? await lookAgain() : [];
  if (answer.ok) {
    await nameAgain(t, groupId);
    await tagAgain(t, kpiId, was);
  }
  let first: Seen | undefined;
  let last: Seen | undefined;
  let isStillFavourite = false;
  await stillWrong(t, async (s) => {
    last = await look(s, place, start);
    if (isOut(place, last)) first ??= last;
    isStillFavourite ||= !isIn(place, last) && isFavourite(last);
    return isSettled(place, last) && (isStillFavourite || !isNewFavourite) ? undefined : last;
  });
  if (isNewFavourite) await t.send('kpiGroups.clearFavorite', at(KIND, groupId));
  const seen = last as unknown as Seen;
  return {
    ...{ ...place, ...seen, was, groupWas, snapshots, answer, stale },
    ...{ marking, isNewFavourite, isStillFavourite, first: first ?? seen },
  };
}

/** Another run may take the same KPI out of the same group at the same moment; it will hardly do so so often. Groups may refuse, too. */
const TRIES = 4;

/** Takes a KPI out in one way; undefined where no KPI is known for it. */
async function takeOut(t: Context, way: Way, used: ReadonlySet<string>): Promise<Removal | undefined> {
  // A group of this run tells others at work that it is there.
  await groupWithoutKpis(t);
  let removal: Removal | undefined;
  // A read may show for a while that a KPI is in a group that it has left.
  const gone = new Set(used);
  for (let tries = 1; tries <= TRIES; tries++) {
    const place = await chosen(t, way, gone);
    if (!place || (way === BESIDE_OTHERS && !hasOthers(place))) return removal;
    const start = await prepared(t, place);
    if (!start) continue;
    removal = await removed(t, place, start, used.size);
    const isRefused = noteRefusal(t, place, removal.answer);
    if (!isRefused && removal.answer.status !== 404) break;
    if (isRefused) removal = undefined;
    else gone.add(place.kpiId);
  }
  return removal;
}

/**
 * Takes KPIs out of groups: from one that is in several, the group that it lists last, from another the one that it
 * lists first, and from a third its only one; from a fourth, where the others would tell nothing of the KPIs that stay.
 * Where fewer are known there are fewer removals.
 */
export function removals(t: Context): Promise<readonly Removal[]> {
  return t.once('removals', async () => {
    const done: Removal[] = [];
    for (const way of [...WAYS, BESIDE_OTHERS]) {
      if (way === BESIDE_OTHERS && done.some(hasOthers)) break;
      const removal = await takeOut(t, way, new Set(done.map(({ kpiId }) => kpiId)));
      if (removal) done.push(removal);
    }
    if (done.length > 0) return done;
    throw onlyRefused(t) ?? noMembership(t, 'no KPI is known that is in a group');
  });
}
