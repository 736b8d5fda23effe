/** What the list of tags must show after a step. Section "Resources / Tag". */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import { answered, entriesOf, PLACES, type Place } from '../../../support/domain/tags.ts';
import type { Actor } from '../../../support/http/client.ts';
import type { Listing } from '../../../support/lists/readPages.ts';
import { mayBeUncounted } from '../../../support/records/setAside.ts';
import { requirementsOf, unlikeEntries } from './answers.ts';
import { type Finding, finding, type Look, type OwnTag, type TagUse } from './state.ts';

/** Ids of the users, as far as they are known. */
export type UserIds = Readonly<Partial<Record<Actor, string>>>;

/** The entry of a tag in a list. */
export const entryOf = (list: Listing | undefined, { title, id }: OwnTag): JsonRecord | undefined => {
  const entries = list ? entriesOf(list, title, id) : [];
  return entries.find((entry) => entry.id === id) ?? entries[0];
};

function judgeNew(use: TagUse, list: Listing, as: Actor, users: UserIds): Finding[] {
  const { tag, place } = use;
  const entries = entriesOf(list, tag.title, tag.id);
  const [entry] = entries;
  const details = { received: entries.length === 0 ? 'not listed' : entries, exchange: list.answer };
  const once = `the list of the ${as} user does not have a new tag once, under the id that was answered`;
  const found = [
    finding('tags.first-use', place, entries.length === 1 && (use.id === undefined || entry?.id === use.id), {
      message: once,
      expected: { title: tag.title, id: use.id },
      ...details,
    }),
    finding('tags.identity-at-once', place, entries.length <= 1, {
      message: 'first uses of one title at once have created several tags',
      expected: 1,
      ...details,
    }),
    finding('tags.identity-distinct', place, entries.length > 0, {
      message: 'a title that differs from others is no tag of its own in the list',
      expected: tag.title,
      ...details,
    }),
  ];
  if (place.operation === 'tags.tagGoal')
    found.push(
      finding('tags.goal-title', place, entries.length > 0, {
        message: 'a title that a goal was tagged with is not in the list of tags',
        expected: tag.title,
        ...details,
      }),
    );
  return entry ? [...found, ...judgeAuthor(use, entry, users)] : found;
}

/** createdBy is a text of which the form is open: it is judged where it is the id of a user. */
function judgeAuthor({ place, tag }: TagUse, shown: JsonRecord, users: UserIds): Finding[] {
  const { createdBy } = shown;
  const author = users[tag.author];
  if (author === undefined || !Object.values(users).some((id) => id === createdBy)) return [];
  const message = 'createdBy is not the user whose use created the tag';
  return [
    finding('tags.author', place, createdBy === author, {
      message,
      expected: author,
      received: createdBy,
      at: '/createdBy',
    }),
  ];
}

/** The answer to a later use, where it shows the tag: what is answered to a tag that the item has is open. */
function judgeAnswered(use: TagUse, entries: readonly JsonRecord[], users: UserIds): Finding[] {
  const { answer, had, id, place, spelling, tag } = use;
  if (had || !answer.ok || id === undefined || id !== tag.id) return [];
  // How the name follows from another spelling of the title is open.
  const { compared, wrong } = spelling === 'plain' ? unlikeEntries(answer, entries) : { compared: 0 };
  const kept: Finding[] = compared > 0 ? [{ requirement: 'tags.kept', place, wrong }] : [];
  return [...kept, ...judgeAuthor(use, answered(answer), users)];
}

const KEPT = ['title', 'name', 'dateCreated', 'isActive'];

function judgeLater(use: TagUse, list: Listing, users: UserIds): Finding[] {
  const { tag, place } = use;
  const entries = entriesOf(list, tag.title, tag.id);
  const entry = entryOf(list, tag);
  if (!entry) return [];
  const found = requirementsOf(use).map((requirement) =>
    finding(requirement, place, entries.length === 1, {
      message: 'another spelling or use of a tag has created a second one',
      expected: tag.entry ?? tag.title,
      received: entries,
    }),
  );
  const first = tag.entry ?? {};
  // Which spelling of the title is kept is open.
  const shown = use.spelling === 'plain' ? KEPT.filter((field) => first[field] && entry[field] !== undefined) : [];
  const kept = shown.map((field) =>
    finding('tags.kept', place, entry[field] === first[field], {
      message: `a later use of a tag, in the spelling of the first, changes its ${field}`,
      expected: first[field],
      received: entry[field],
      at: `/${field}`,
      exchange: list.answer,
    }),
  );
  const shownBy = judgeAnswered(use, tag.entry ? [tag.entry, entry] : [entry], users);
  return [...found, ...kept, ...judgeAuthor(use, entry, users), ...shownBy];
}

export const judgeListed = (after: Look, step: readonly TagUse[], users: UserIds): Finding[] =>
  step.flatMap((use) =>
    (Object.entries(after.lists) as [Actor, Listing][]).flatMap(([as, list]) => {
      if (use.first) return list.complete || entryOf(list, use.tag) ? judgeNew(use, list, as, users) : [];
      return as === 'first' ? judgeLater(use, list, users) : [];
    }),
  );

/** Counts by kind, and the place whose items they count; key results are tagged nowhere. */
const COUNTED: readonly [string, Place | undefined][] = [
  ...PLACES.flatMap((place): [string, Place][] => (place.count === undefined ? [] : [[place.count, place]])),
  ['metricsTaggedCount', undefined],
];

interface Counted {
  requirement: string;
  place: Place;
  moves: 0 | 1;
}

/** By how much a step moves a count of a tag, and which requirement says so; undefined where none does. */
function expectedMove(tag: OwnTag, counted: Place | undefined, step: readonly TagUse[]): Counted | undefined {
  const mine = step.filter((use) => use.tag === tag);
  const here = mine.find(({ place }) => place === counted);
  if (here && counted)
    return here.had
      ? { requirement: 'tags.counts-repeat', place: counted, moves: 0 }
      : { requirement: 'tags.counts-move', place: counted, moves: 1 };
  const another = counted && tag.on.has(counted) && step.some(({ place, had }) => place === counted && !had);
  if (another) return { requirement: 'tags.counts-own', place: counted, moves: 0 };
  const [elsewhere] = mine;
  return elsewhere && !elsewhere.had
    ? { requirement: 'tags.counts-kind', place: elsewhere.place, moves: 0 }
    : undefined;
}

function judgeCount(tag: OwnTag, before: Look, after: Look, step: readonly TagUse[]): Finding[] {
  const is = entryOf(after.lists.first, tag);
  if (!is || !before.lists.first) return [];
  const isNew = step.some((use) => use.tag === tag && use.first);
  const was: JsonRecord = entryOf(before.lists.first, tag) ?? {};
  return COUNTED.flatMap(([field, counted]) => {
    const expected = expectedMove(tag, counted, step);
    const [from, to] = [isNew ? 0 : was[field], is[field]];
    if (!expected || typeof from !== 'number' || typeof to !== 'number') return [];
    const { requirement, place, moves } = expected;
    // Which items are counted is not said: not what is archived, perhaps.
    const isAside = after.sights.some((sight) => sight.place === place && sight.item && mayBeUncounted(sight.item));
    if (requirement === 'tags.counts-move' && isAside) return [];
    return finding(requirement, place, to === from + moves, {
      message: `tagging ${place.noun}s moves ${field} of a tag from ${from} to ${to}`,
      expected: from + moves,
      received: is,
      at: `/${field}`,
    });
  });
}

/** The count of all items is not below the sum of those by kind; undefined where one of them is not shown. */
export function sumOf(entry: JsonRecord): number | undefined {
  if (typeof entry.itemsTaggedCount !== 'number') return undefined;
  return COUNTED.reduce((sum, [field]) => sum + (typeof entry[field] === 'number' ? entry[field] : 0), 0);
}

export const judgeCounts = (before: Look, after: Look, step: readonly TagUse[], tags: readonly OwnTag[]): Finding[] => [
  ...tags.flatMap((tag) => judgeCount(tag, before, after, step)),
  ...step.flatMap(({ tag, place }) => {
    const entry = entryOf(after.lists.first, tag);
    const sum = entry && sumOf(entry);
    if (!entry || sum === undefined) return [];
    return finding('tags.counts-items', place, Number(entry.itemsTaggedCount) >= sum, {
      message: 'itemsTaggedCount is less than the sum of the counts by kind',
      expected: `at least ${sum}`,
      received: entry,
      at: '/itemsTaggedCount',
    });
  }),
];
