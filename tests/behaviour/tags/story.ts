/**
 * One tag in use at one place, told once for all checks of the place, since tags cannot be deleted: its first use, a
 * later one, other spellings of its title, repetitions, and titles that are nearly the same.
 */

import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import {
  allTags,
  answered,
  entriesOf,
  itemsOfPlace,
  newTitle,
  type Place,
  tag,
  tagKey,
  type Use,
} from '../../support/domain/tags.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import type { Actor } from '../../support/http/client.ts';
import type { Listing } from '../../support/lists/readList.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/bodies.ts';
import { withoutNulls } from '../../support/values/difference.ts';

export const STAGES = ['first', 'later', 'cased', 'spaced', 'repeated', 'others'] as const;
export type Stage = (typeof STAGES)[number];

export interface Story {
  place: Place;
  title: string;
  /** Id of the tag: in the list under its title, else in the answer to its first use. */
  id: string | undefined;
  /** Whether answers are to be trusted with the id of the tag: the first one had the id that the list has. */
  answersId: boolean;
  items: readonly string[];
  uses: Readonly<Record<Stage, readonly Use[]>>;
  /** The list of tags after each stage, undefined where it is not to be had. */
  lists: Readonly<Partial<Record<Stage, Listing>>>;
  /** The list that the second user sees after the first use. */
  listOfSecond: Listing | undefined;
  /** The items before the tag was used, and after all. */
  before: readonly (JsonRecord | undefined)[];
  after: readonly (JsonRecord | undefined)[];
  /** The first item after it was given the tag again. */
  again: JsonRecord | undefined;
  /** The first item right after the first use, as users see it by id and in the list of its kind. */
  sights: readonly Sight[];
}

export interface Sight {
  as: Actor;
  where: 'by id' | 'in the list';
  /** The item; undefined where this user is not shown it. */
  item: JsonRecord | undefined;
  /** All items that the list shows. */
  all: readonly JsonRecord[];
}

/** Spellings of the same tag. */
export const cased = (title: string) => [title.toUpperCase(), title.toLowerCase()];
export const spaced = (title: string) => [`  ${title}`, `${title}   `];
/** Titles that are other tags: the third lacks a plural s and is how the title begins; + is an operator of patterns. */
export const others = (title: string) => [
  title.replace(' ', '  '),
  `${title}+`,
  title.slice(0, -1),
  `${title}, R&D < "B"`,
];

async function item(t: Context, { kind: kindName }: Place, id: string, as: Actor = 'first') {
  const { get } = kind(kindName);
  if (!get) return undefined;
  const { ok, json } = await t.send(get, { ...at(kindName, id), as });
  return ok && isRecord(json) ? (withoutNulls(json) as JsonRecord) : undefined;
}

async function listedItems(t: Context, { kind: kindName }: Place, as: Actor): Promise<readonly JsonRecord[]> {
  const { list, listBody } = kind(kindName);
  if (!list) return [];
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  const answer = await t.send(list, { ...(body !== undefined && { body }), as });
  return answer.ok ? itemsOf(answer.json) : [];
}

const readable = (t: Context, { kind: kindName }: Place) => {
  const { get } = kind(kindName);
  return get !== undefined && t.claims(get.split('.')[0] as string);
};

async function look(t: Context, place: Place, id: string): Promise<Sight[]> {
  if (!readable(t, place)) return [];
  const users: Actor[] = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? ['first'] : ['first', 'second'];
  const sights = await Promise.all(
    users.map(async (as): Promise<Sight[]> => {
      const [byId, all] = await Promise.all([item(t, place, id, as), listedItems(t, place, as)]);
      return [
        { as, where: 'by id', item: byId, all: [] },
        { as, where: 'in the list', item: all.find((other) => other.id === id), all },
      ];
    }),
  );
  return sights.flat();
}

interface Later {
  items: readonly string[];
  as: Actor;
}

/** Items to tag after the first one was, and by whom: those that the second user is shown, as dashboards may be hidden. */
async function laterItems(t: Context, place: Place, items: readonly string[], second: Actor): Promise<Later> {
  const rest = items.length > 1 ? items.slice(1) : items;
  if (!readable(t, place)) return { items: rest, as: second };
  const found = await Promise.all(rest.map((id) => item(t, place, id, second)));
  const shown = rest.filter((_, i) => found[i] !== undefined);
  return shown.length > 0 ? { items: shown, as: second } : { items: rest, as: 'first' };
}

async function tell(t: Context, place: Place): Promise<Story> {
  t.needGroup(place.group);
  const items = await itemsOfPlace(t, place);
  const second: Actor = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  const title = newTitle(t);
  const nth = (i: number) => items[i % items.length] as string;
  // The list is judged elsewhere: where it fails, what depends on it is not tested.
  const list = async (as: Actor = 'first') =>
    t.claims('tags') ? allTags(t, as).catch((error) => notTested(error)) : undefined;
  const readAll = () => Promise.all(readable(t, place) ? items.map((id) => item(t, place, id)) : []);
  const lists: Partial<Record<Stage, Listing>> = {};
  const uses: Partial<Record<Stage, readonly Use[]>> = {};
  const stage = async (name: Stage, made: Promise<Use>[]) => {
    uses[name] = await Promise.all(made);
    const found = await list();
    if (found) lists[name] = found;
  };

  const before = await readAll();
  uses.first = [await tag(t, place, nth(0), title)];
  const [found, listOfSecond, sights] = await Promise.all([
    list(),
    second === 'first' ? undefined : list(second),
    look(t, place, nth(0)),
  ]);
  if (found) lists.first = found;
  const later = await laterItems(t, place, items, second);
  const respelled = (spelling: string, i: number, from: number) =>
    i === 0
      ? tag(t, place, nth(from), spelling)
      : tag(t, place, later.items[from % later.items.length] as string, spelling, later.as);
  await stage('later', [tag(t, place, later.items[0] as string, title, later.as)]);
  await stage(
    'cased',
    cased(title).map((spelling, i) => respelled(spelling, i, 2)),
  );
  await stage(
    'spaced',
    spaced(title).map((spelling, i) => respelled(spelling, i, 4)),
  );
  await stage(
    'repeated',
    [title, cased(title)[0] as string, spaced(title)[0] as string].map((spelling) => tag(t, place, nth(0), spelling)),
  );
  const again = readable(t, place) ? await item(t, place, nth(0)) : undefined;
  await stage(
    'others',
    others(title).map((other, i) => tag(t, place, nth(0), other, i === 0 ? 'first' : second)),
  );
  const answer = uses.first[0] as Use;
  const listed = found?.items.find((entry) => tagKey(entry.title) === tagKey(title))?.id;
  const id = typeof listed === 'string' ? listed : answer.id;
  const after = await readAll();
  return {
    place,
    title,
    id,
    answersId: answer.id === id,
    items,
    uses: uses as Story['uses'],
    lists,
    listOfSecond,
    before,
    after,
    again,
    sights,
  };
}

function notTested(error: unknown): undefined {
  if (error instanceof NotTested) return undefined;
  throw error;
}

/** The story of a tag at a place. NotTested where the place cannot be used. */
export const story = (t: Context, place: Place): Promise<Story> =>
  t.once(`story/${place.operation}`, () => tell(t, place));

/** The story, where the first use of the tag was answered with success. */
export async function accepted(t: Context, place: Place): Promise<Story> {
  const told = await story(t, place);
  const { answer } = told.uses.first[0] as Use;
  if (answer.ok) return told;
  throw new NotTested(
    `it depends on ${place.operation}, which answered ${answer.status}`,
    `a target whose ${place.operation} succeeds`,
  );
}

/** The story, where the first use of the tag was accepted and the tag is known: by the list, or by the answer. */
export async function used(t: Context, place: Place): Promise<Story> {
  const told = await accepted(t, place);
  const { answer, title } = told.uses.first[0] as Use;
  const shown = answered(answer).title;
  const listed = told.lists.first?.items.some((entry) => tagKey(entry.title) === tagKey(title));
  if (listed || shown === undefined || tagKey(shown) === tagKey(title)) return told;
  throw new NotTested(
    `it depends on ${place.operation}, which answered with another tag`,
    `a target whose ${place.operation} gives the tag that was asked for`,
  );
}

/** The list of tags after a stage. NotTested where it is not to be had whole. */
export function listAfter(t: Context, { lists }: Story, stage: Stage): Listing {
  t.needGroup('tags');
  const found = lists[stage];
  if (!found)
    throw new NotTested('it depends on tags.list, which did not succeed', 'a target whose tags.list succeeds');
  if (!found.complete)
    throw new NotTested('tags.list does not show all tags that it counts', 'a target whose tags.list is right');
  return found;
}

/** The entry of the tag in the list after a stage; NotTested where it is not there. */
export function entryAfter(t: Context, told: Story, stage: Stage): JsonRecord {
  const entries = entriesOf(listAfter(t, told, stage), told.title, told.id);
  const entry = entries.find(({ id }) => id === told.id) ?? entries[0];
  if (!entry) throw new NotTested('the list does not show the tag', 'a target that lists a tag that was used');
  return entry;
}

/** Items that were given the tag, up to and including a stage, each once. */
export function taggedBy({ uses }: Story, stage: Stage): number {
  const stages = STAGES.slice(0, STAGES.indexOf(stage) + 1).filter((name) => name !== 'others');
  return new Set(stages.flatMap((name) => uses[name].filter(({ answer }) => answer.ok)).map((use) => use.item)).size;
}

/** Whether the item had the tag before this use of it. */
export function hadTag({ uses }: Story, use: Use): boolean {
  const all = STAGES.flatMap((name) => uses[name]);
  const mine = all.indexOf(use);
  return all.some((other, i) => i < mine && other.item === use.item && other.answer.ok);
}
