/** The one item of each place that the suite tags: what is tagged stays tagged, so that all checks use the same. */
import { kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { givenPeers } from '../http/actors.ts';
import { shownBy } from '../records/identifiers.ts';
import { peek } from '../records/views.ts';
import { goalsShownAsMet, lockedGoals } from './goalsMet.ts';
import { GOAL, openFirst, type Place, TRIED, taggable } from './tags.ts';

/** Whether items of this place can be read. */
export const readable = (t: Context, { kind: kindName }: Place): boolean => {
  const { get } = kind(kindName);
  return get !== undefined && t.offers(get);
};

/** Those first whose name another record has, too: who finds records by their names mistakes one for the other. */
async function namesakesFirst(t: Context, kindName: string, ids: readonly string[]): Promise<readonly string[]> {
  const { list, id: field } = kind(kindName);
  const records = list === undefined ? [] : await shownBy(t, list);
  const isNamesake = (id: string) => {
    const own = records.find((record) => record[field] === id);
    return own !== undefined && records.some((one) => one !== own && one.name !== undefined && one.name === own.name);
  };
  return [...ids].sort((a, b) => Number(isNamesake(b)) - Number(isNamesake(a)));
}

/** Goals that count as met: as fixtures state, else as sessions show. */
async function goalsToSeek(t: Context): Promise<readonly string[]> {
  const stated = (t.fixtures.facts.goalsMet ?? []).filter((fact) => fact.met.length > 1).flatMap((fact) => fact.met);
  const shown = (await goalsShownAsMet(t)).map(({ goalId }) => goalId);
  // In the order of what is shown.
  return stated.length > 0 ? [...shown.filter((id) => stated.includes(id)), ...stated] : shown;
}

/** Of goals one that counts as met and is not locked, since these can be sought by tags. */
async function firstGoal(t: Context, all: readonly string[]): Promise<string> {
  const locked = await lockedGoals(t);
  const met = (await goalsToSeek(t)).filter((id) => !locked.has(id));
  const mayBeAny = t.settings.allowDestructive ? met[0] : undefined;
  return met.find((id) => all.includes(id)) ?? mayBeAny ?? all.find((id) => !locked.has(id)) ?? (all[0] as string);
}

/** One that both users see, where it can be read. */
async function firstSeen(t: Context, place: Place, all: readonly string[]): Promise<string> {
  if (!readable(t, place)) return all[0] as string;
  for (const id of all.slice(0, 5)) {
    const seen = await Promise.all(givenPeers(t).map((as) => peek(t, place.kind, id, as)));
    if (seen.every((record) => record !== undefined)) return id;
  }
  return all[0] as string;
}

/** The item of a place that is tagged, and others in its place where it takes no tag. */
export const taggedItems = (t: Context, place: Place): Promise<readonly string[]> =>
  t.once(`tagged items/${place.kind}`, async () => {
    const all = await openFirst(t, place, await namesakesFirst(t, place.kind, await taggable(t, place)));
    const first = await (place === GOAL ? firstGoal(t, all) : firstSeen(t, place, all));
    return [...new Set([first, ...all])].slice(0, TRIED);
  });

/** The item of a place that is tagged: the first of those in its place. */
export const taggedItem = async (t: Context, place: Place): Promise<string> =>
  (await taggedItems(t, place))[0] as string;
