/** Tags and the four places that tag. Sections "Resources / Tag" and "Endpoints / Tags". */

import { isRecord, type JsonRecord, kind, withArticle } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { forbidden } from '../engine/forbidden.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import { at } from '../http/at.ts';
import type { Actor, Answer } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import type { Listing } from '../lists/readPages.ts';
import { recordsIn, strings } from '../records/answers.ts';
import { givenBody } from '../records/givenBodies.ts';
import { ids, shownBy } from '../records/identifiers.ts';
import { withoutNulls } from '../values/difference.ts';
import { lacking } from './facts.ts';

export interface Place {
  operation: string;
  group: string;
  /** Kind of the items that it tags. */
  kind: string;
  /** What messages call an item. */
  noun: string;
  /** Key of the fixtures' bodies that tags such an item. */
  body: string;
  /** Field of the list of tags that counts such items. */
  count?: string;
}

export const GOAL: Place = {
  operation: 'tags.tagGoal',
  group: 'tags',
  kind: 'goal',
  noun: 'goal',
  body: 'tagGoal',
  count: 'goalsTaggedCount',
};
export const DASHBOARD: Place = {
  operation: 'tags.tagDashboard',
  group: 'tags',
  kind: 'dashboard',
  noun: 'dashboard',
  body: 'tagDashboard',
  count: 'dashboardsTaggedCount',
};
export const INSIGHT: Place = {
  operation: 'tags.tagInsight',
  group: 'tags',
  kind: 'insight',
  noun: 'insight',
  body: 'tagInsight',
};
export const KPI: Place = {
  operation: 'kpis.tag',
  group: 'kpis',
  kind: 'kpi',
  noun: 'KPI',
  body: 'tagKpi',
  count: 'kpisTaggedCount',
};
export const PLACES: readonly Place[] = [GOAL, DASHBOARD, INSIGHT, KPI];

/** An item of a place, with its article. */
export const a = ({ noun }: Place): string => withArticle(noun);

/** What identifies a tag, as far as that is stated: letters outside ASCII and other white space are open. */
export const tagKey = (title: unknown): string =>
  String(title)
    .replace(/^ +| +$/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export interface Use {
  title: string;
  item: string;
  as: Actor;
  answer: Answer;
  /** Id of the tag that is answered. */
  id?: string;
}

/** The tag that an answer holds; a 304 or a refusal holds none. */
export const answered = ({ ok, json }: Answer): JsonRecord => (ok && isRecord(json) ? withoutNulls(json) : {});

/** A flowName that the account has: of key results, else of tasks; an invented one where neither shows any. */
export const flowNameOf = (t: Context): Promise<string> =>
  t.once('a flow name', async () => {
    for (const list of ['metrics.list', 'tasks.list']) {
      const records = t.offers(list) ? await unlessUntested(shownBy(t, list), []) : [];
      const name = strings(records.map(({ flowName }) => flowName)).find((one) => one !== '');
      if (name !== undefined) return name;
    }
    return 'conformance';
  });

/** A goal is tagged by a title. Whether flowName must stand beside it is open: it is tried without it first. */
async function tagGoal(t: Context, item: string, title: string, as: Actor): Promise<Answer> {
  const plain = await t.send(GOAL.operation, { ...at('goal', item), body: { title }, as });
  const settled = plain.ok || [304, 401, 403].includes(plain.status) || plain.status >= 500;
  if (settled) return plain;
  const flowName = await flowNameOf(t);
  const named = await t.send(GOAL.operation, { ...at('goal', item), body: { title, flowName }, as });
  return named.ok || named.status === 304 ? named : plain;
}

/** Items that are tried where the first ones take no tag. */
export const TRIED = 3;

/** Whether a place takes the body that goals take, a title: asked once, of an item that may be tagged. */
const takesTitle = (t: Context, place: Place): Promise<boolean> =>
  t.once(`takes a title/${place.operation}`, async () => {
    const body = { title: t.names.plain('tag') };
    for (const item of (await taggable(t, place)).slice(0, TRIED))
      if ((await t.send(place.operation, { ...at(place.kind, item), body })).ok) return true;
    return false;
  });

/** The body of the fixtures that tags an item with this title; undefined where they give none. */
export const givenTagBody = async (t: Context, { body }: Place, title: string): Promise<unknown> =>
  JSON.stringify(t.fixtures.bodies[body] ?? '').includes('{{title}}') ? givenBody(t, body, { title }) : undefined;

/**
 * The body that tags an item with this title: of the fixtures, else a title alone where the place takes it; undefined for
 * goals, whose body is shown.
 * @throws NotTested where the body is open and neither is to be had, NotApplicable without the group
 */
export async function tagBody(t: Context, place: Place, title: string): Promise<unknown> {
  const { operation: id, group, body, kind: kindName } = place;
  t.needGroup(group);
  const given = await givenTagBody(t, place, title);
  if (given !== undefined) return given;
  if (id === GOAL.operation) return undefined;
  if (t.settings.allowWrites && t.fixtures.bodies[body] === undefined && (await takesTitle(t, place))) return { title };
  throw lacking(t, [kindName], `what ${id} takes as its body is open`, `FIXTURES: bodies.${body} with {{title}} in it`);
}

/** Titles that were sent for each item, by batch. */
const sent = new WeakMap<object, Set<string>>();

const sentKey = (item: string, title: unknown) => `${item} ${tagKey(title)}`;

/** Whether any check of the batch has given an item the tag of this title. */
export const wasGiven = (t: Context, item: string, { title }: TagRef): boolean =>
  sent.get(t.ledger)?.has(sentKey(item, title)) ?? false;

/**
 * Gives an item the tag with this title; the first user does, where the second one is forbidden to. What the use created is
 * left over.
 */
export async function useTag(t: Context, place: Place, item: string, title: string, as: Actor = 'first'): Promise<Use> {
  const body = await tagBody(t, place, title);
  const given = sent.get(t.ledger) ?? new Set();
  sent.set(t.ledger, given.add(sentKey(item, title)));
  const answer =
    body === undefined
      ? await tagGoal(t, item, title, as)
      : await t.send(place.operation, { ...at(place.kind, item), body, as });
  if (forbidden(answer, as)) return useTag(t, place, item, title);
  const { id } = answered(answer);
  return { title, item, as, answer, ...(typeof id === 'string' && { id }) };
}

/** Fields that say that a record may take no changes. */
const CLOSED = ['locked', 'readOnly', 'archived', 'isReport'];

/** Whether a record shows that it may take no changes. */
export const isClosed = (record: JsonRecord): boolean => CLOSED.some((field) => record[field] === true);

/**
 * Tags of a record that surely count as in use, and can be told: whether an archived record or a tag that is not active does can
 * be argued.
 */
export const tagsInUse = ({ archived, tags }: JsonRecord): JsonRecord[] =>
  archived === true
    ? []
    : recordsIn(tags).filter(({ isActive, title, name }) => isActive !== false && (title ?? name ?? null) !== null);

/** The ids in their order, those last whose records may take no changes. */
export async function openFirst(
  t: Context,
  { kind: kindName }: Place,
  all: readonly string[],
): Promise<readonly string[]> {
  const { list, id } = kind(kindName);
  const records = list === undefined ? [] : await unlessUntested(shownBy(t, list), []);
  const closed = new Set(records.filter(isClosed).map((record) => record[id]));
  return [...all].sort((a, b) => Number(closed.has(a)) - Number(closed.has(b)));
}

/**
 * The items that may be tagged, those last that may take no changes: those that fixtures name. A tag cannot be taken off
 * again, so that others are tagged only where what cannot be undone is allowed.
 * @throws NotTested where none may be tagged
 */
export async function taggable(t: Context, place: Place): Promise<readonly string[]> {
  const given = t.fixtures.ids[place.kind] ?? [];
  if (given.length > 0) return openFirst(t, place, given);
  if (t.settings.allowDestructive) return openFirst(t, place, await ids(t, place.kind));
  throw new NotTested(
    `no ${place.noun} is given that may be tagged`,
    `FIXTURES: ids.${place.kind}, or ALLOW_DESTRUCTIVE=true`,
  );
}

/** Every tag of the account, read now. */
export const readTags = (t: Context, as: Actor = 'first'): Promise<Listing> => readKind(fresh(t), 'tag', { as });

/** The entries of a list that are the tag with this title, or have this id. */
export const entriesOf = ({ items }: Listing, title: string, id?: string): JsonRecord[] =>
  items.filter((item) => (id !== undefined && item.id === id) || tagKey(item.title) === tagKey(title));

export interface TagRef {
  id?: unknown;
  title?: unknown;
  name?: unknown;
}

/** Whether an embedded tag is this one: by id where both have one, else by title or name; undefined where it cannot be said. */
export function isTag(embedded: unknown, { id, title, name }: TagRef): boolean | undefined {
  if (typeof embedded === 'string') return embedded === id || tagKey(embedded) === tagKey(title) || undefined;
  if (!isRecord(embedded)) return undefined;
  if (embedded.id !== undefined && id !== undefined) return embedded.id === id;
  const [byTitle, byName] = [
    embedded.title !== undefined && title !== undefined,
    embedded.name !== undefined && name !== undefined,
  ];
  if (!byTitle && !byName) return undefined;
  return (byTitle && tagKey(embedded.title) === tagKey(title)) || (byName && embedded.name === name);
}

/** How often a record carries a tag; undefined when it does not show its tags so that one could say. */
export function timesTagged({ tags }: JsonRecord, wanted: TagRef): number | undefined {
  if (!Array.isArray(tags)) return undefined;
  const found = tags.map((embedded) => isTag(embedded, wanted));
  const times = found.filter(Boolean).length;
  return times === 0 && found.includes(undefined) ? undefined : times;
}
