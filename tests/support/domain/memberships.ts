/** KPIs and the groups that they are in: taking one out cannot be undone through the API, so each is used once. */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { MEMBERSHIPS } from '../engine/noneWords.ts';
import { type NotApplicable, NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Answer } from '../http/client.ts';
import { readKind, readList } from '../lists/readList.ts';
import { idsOf, strings } from '../records/answers.ts';
import { lacking } from './facts.ts';

export interface Membership {
  kpiId: string;
  groupId: string;
  /** All groups of the KPI that are there. */
  groupIds: readonly string[];
  /** Whether the target shows the groups of this KPI. */
  isShown: boolean;
}

interface Fact {
  /** The groups that facts.kpiGroups names. */
  named: readonly string[];
  /** Ids under groups that lead to none. */
  gone: readonly string[];
}

const REMEDY = 'FIXTURES: facts.kpiGroups with KPIs that are in groups';

/** What ends a check for which no KPI in a group is left. */
export const noMembership = (t: Context, reason: string): NotTested | NotApplicable =>
  lacking(t, [MEMBERSHIPS], reason, REMEDY);

/** Groups that a KPI is in now; undefined when the target does not show them. */
export async function groupsOf(t: Context, kpiId: string): Promise<readonly string[] | undefined> {
  if (!t.claims('kpis')) return undefined;
  const { groups } = await t.record('kpis.get', { params: { kpiId } });
  return Array.isArray(groups) ? groups : undefined;
}

/** A place in a list that differs from run to run, so that runs side by side seldom meet. */
function start(t: Context, size: number): number {
  let hash = 0;
  for (const c of t.names.next('membership')) hash = (hash * 31 + c.charCodeAt(0)) % 1_000_003;
  return hash % size;
}

/** The facts from such a place on, the ones before it last. */
function inTurn<T>(t: Context, facts: readonly T[]): T[] {
  const from = facts.length === 0 ? 0 : start(t, facts.length);
  return [...facts.slice(from), ...facts.slice(0, from)];
}

/** KPIs and groups that they are in: those of facts.kpiGroups, else those that the list of KPIs shows. */
async function facts(t: Context): Promise<readonly { kpiId: string; groupIds: readonly string[] }[]> {
  const given = t.fixtures.facts.kpiGroups ?? [];
  if (given.length > 0) return given;
  const shown = (await unlessUntested(listedKpis(t), [])).flatMap(({ id, groups }) => {
    const groupIds = strings(groups);
    return typeof id === 'string' && groupIds.length > 0 ? [{ kpiId: id, groupIds }] : [];
  });
  return shown;
}

/** So few KPIs in groups that one of them is kept for single requests, whatever whole stories take out. */
const FEW = 6;

type Pair = Pick<Membership, 'kpiId' | 'groupId'>;

/** Memberships that a user who may end others could not end, by batch: a group of the service's own may keep its KPIs. */
const refusals = new WeakMap<object, Pair[]>();

const refusedOf = (t: Context): readonly Pair[] => refusals.get(t.ledger) ?? [];

/** Notes a right request to end a membership if it was answered with 403, so that others are tried. @returns whether it was */
export function noteRefusal(t: Context, { kpiId, groupId }: Pair, { status }: Answer): boolean {
  if (status !== 403) return false;
  refusals.set(t.ledger, [...refusedOf(t), { kpiId, groupId }]);
  return true;
}

/** What ends a check where every membership that was tried is refused to be ended; undefined where none was. */
export const onlyRefused = (t: Context): NotTested | undefined =>
  refusedOf(t).length === 0
    ? undefined
    : new NotTested(
        `taking a KPI out of a group is answered with 403 for each of the ${refusedOf(t).length} that were tried`,
        'FIXTURES: facts.kpiGroups with KPIs and groups that may be changed',
      );

/** Whether a membership was not refused to be ended; of one that is apart, another of its KPI or its group was not, either. */
const isUntried = (t: Context, one: Pair): boolean =>
  refusedOf(t).every(({ kpiId, groupId }) => kpiId !== one.kpiId || groupId !== one.groupId);
const isApart = (t: Context, one: Pair): boolean =>
  refusedOf(t).every(({ kpiId, groupId }) => kpiId !== one.kpiId && groupId !== one.groupId);

/** Those of some memberships that may be ended, as far as refusals tell: others of the same KPI and of the same group come last. */
export function beyondRefusals<T extends Pair>(t: Context, all: readonly T[]): readonly T[] {
  const apart = all.filter((one) => isApart(t, one));
  return apart.length > 0 ? apart : all.filter((one) => isUntried(t, one));
}

/** The KPI that is kept for single requests, where few are known: one in several groups. */
const kept = (all: readonly { kpiId: string; groupIds: readonly string[] }[]): string | undefined =>
  all.length > 2 && all.length <= FEW ? all.find(({ groupIds }) => groupIds.length > 1)?.kpiId : undefined;

/** Whether there is a group of this id: a KPI may still name one that is gone. True where their list does not tell. */
async function standing(t: Context): Promise<(groupId: string) => boolean> {
  const there = await t.once('groups that are there', async () => {
    const groups = await unlessUntested(readKind(t, 'kpiGroup'), undefined);
    return groups?.complete ? new Set(idsOf(groups.items)) : undefined;
  });
  return (groupId) => there === undefined || there.has(groupId);
}

/**
 * KPIs of which memberships are known, some of them, with the groups that they are in now and those that the facts name, as
 * far as there are such groups.
 * @param tells whether a KPI in these groups would tell more than others, which come after it
 */
export async function memberships(
  t: Context,
  most: number,
  tells: (groupIds: readonly string[]) => boolean = () => false,
): Promise<(Omit<Membership, 'groupId'> & Fact)[]> {
  const [all, isThere] = await Promise.all([facts(t), standing(t)]);
  const own = kept(all);
  const some = inTurn(
    t,
    all.filter(({ kpiId }) => kpiId !== own),
  )
    .sort((a, b) => Number(tells(b.groupIds)) - Number(tells(a.groupIds)))
    .slice(0, most);
  const found = await Promise.all(
    some.map(async ({ kpiId, groupIds: given }) => {
      const named = given.filter(isThere);
      // A KPI that is no longer there says nothing.
      const groupIds = await unlessUntested(groupsOf(t, kpiId), []);
      const shown = groupIds?.filter(isThere);
      const gone = (groupIds ?? []).filter((id) => !isThere(id));
      return { kpiId, named, gone, groupIds: shown ?? named, isShown: shown !== undefined };
    }),
  );
  return found.filter(({ groupIds }) => groupIds.length > 0);
}

/** A KPI that is still in a group; where the target shows it, in at least `least` groups. */
export async function membership(t: Context, least = 1): Promise<Membership> {
  const [all, isThere] = await Promise.all([facts(t), standing(t)]);
  const own = kept(all);
  const known = all.filter(({ groupIds }) => groupIds.length >= least);
  const inOrder = inTurn(t, known).sort((a, b) => Number(b.kpiId === own) - Number(a.kpiId === own));
  const looks = refusedOf(t).length > 0 ? [isApart, isUntried] : [isUntried];
  for (const mayEnd of looks)
    for (const { kpiId, groupIds } of inOrder) {
      const shown = await groupsOf(t, kpiId);
      const now = (shown ?? groupIds).filter(isThere);
      const open = now.filter((groupId) => mayEnd(t, { kpiId, groupId }));
      if (now.length >= least && open.length > 0)
        return { kpiId, groupId: open[start(t, open.length)] as string, groupIds: now, isShown: shown !== undefined };
    }
  if (known.length === 0)
    throw noMembership(t, `no KPI is known that is in ${least === 1 ? 'a group' : `${least} groups`}`);
  throw (
    onlyRefused(t) ??
    noMembership(t, `none of the ${known.length} KPIs that are known is still in ${least} of its groups`)
  );
}

/** The KPIs that the list shows now; none where the target does not claim them. */
export const listedKpis = async (t: Context): Promise<readonly JsonRecord[]> =>
  t.claims('kpis') ? (await readList(fresh(t), 'kpis.list')).items : [];

/**
 * Those of some KPIs that are in a group, as far as the target shows it. The ones that facts.kpiGroups names are left
 * out where there are others, since another run may take them out at any moment.
 */
export function othersIn(t: Context, items: readonly JsonRecord[], groupId: string, except: string): readonly string[] {
  const found = items.flatMap(({ id, groups }) =>
    typeof id === 'string' && id !== except && Array.isArray(groups) && groups.includes(groupId) ? [id] : [],
  );
  const named = new Set((t.fixtures.facts.kpiGroups ?? []).map(({ kpiId }) => kpiId));
  const unnamed = found.filter((id) => !named.has(id));
  return unnamed.length > 0 ? unnamed : found;
}
