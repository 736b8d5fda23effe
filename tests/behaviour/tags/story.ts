/**
 * The tags of a run in use, once for all checks, since tags cannot be deleted or taken off: five tags, one item of each
 * place. After each step the target is looked at until it shows what the model expects, or SETTLE_MS has passed; what was
 * found then, right and wrong, is what the checks judge.
 */
import { userIdOf } from '../../support/domain/currentUser.ts';
import { taggedItem, taggedItems } from '../../support/domain/taggedItems.ts';
import { a, answered, DASHBOARD, GOAL, PLACES, type Place, tagBody, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { isUntested, type NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { stillWrong } from '../../support/engine/retry.ts';
import { anotherOrFirst, givenPeers, isGiven } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor } from '../../support/http/client.ts';
import { type Page, pageOf, queryFor } from '../../support/lists/requests.ts';
import { isRefusal } from '../../support/records/answers.ts';
import { sentAtOnce } from '../../support/records/atOnce.ts';
import { look } from './look.ts';
import { judgeFirstUses, judgeUse } from './model/answers.ts';
import { entryOf, judgeCounts, judgeListed, type UserIds } from './model/listed.ts';
import { judgeShown } from './model/shown.ts';
import type { Finding, Look, OwnTag, Spelling, TagUse } from './model/state.ts';
import { bases, cased, TITLES, titleOf } from './model/titles.ts';
import { judgeUsages } from './model/usages.ts';
import { telling } from './refused.ts';

/** First uses of a title that are sent at once. */
const AT_ONCE = 4;

const BY_TAG = 'dashboards.byTag';

export interface Story {
  /** The one item of each place that is tagged. */
  items: ReadonlyMap<Place, string>;
  /** Why a place, or the tag that was to come from it, can not be used. */
  unusable: ReadonlyMap<Place, NotTested | NotApplicable>;
  /** Places whose answers have the ids that the list has. */
  trusted: ReadonlySet<Place>;
  tags: readonly OwnTag[];
  findings: readonly Finding[];
  /** The uses of tags, in their order. */
  uses: readonly TagUse[];
  /** One use of each title that was to be a new tag, whichever tag it gave. */
  firsts: readonly TagUse[];
  last: Look;
  users: UserIds;
}

/** A story while it is told. */
interface Telling extends Story {
  items: Map<Place, string>;
  unusable: Map<Place, NotTested | NotApplicable>;
  trusted: Set<Place>;
  tags: OwnTag[];
  findings: Finding[];
  uses: TagUse[];
  firsts: TagUse[];
  looks: Look[];
  /** What was wrong until SETTLE_MS had passed: it is not waited for again. */
  given: Set<string>;
}

const keyOf = ({ requirement, place }: Finding) => `${requirement} ${place.operation}`;

/** Looks until the model's expectations of a step are met. */
async function settle(t: Context, told: Telling, step: readonly TagUse[]): Promise<void> {
  const { items, looks, tags, given } = told;
  const sought = {
    places: step.map(({ place }) => place),
    everywhere: step.filter(({ had }) => !had).map(({ place }) => place),
    users: step.some(({ first }) => first) ? givenPeers(t) : (['first'] as const),
  };
  const before = looks.at(-1) as Look;
  // What a refused use was to do is not expected to show: the refusal is judged by itself.
  const taken = step.filter(({ had, answer }) => had || answer.ok || answer.status === 304);
  let seen = { after: before, found: [] as Finding[] };
  const wrong = await stillWrong(t, async (now) => {
    const after = await look(now, items, sought);
    const found = [
      ...judgeListed(after, step, told.users),
      ...judgeCounts(before, after, taken, tags),
      ...judgeShown(looks, after, taken, tags),
      ...judgeUsages(after, step, tags),
    ];
    seen = { after, found };
    const news = found.filter((one) => one.wrong && !given.has(keyOf(one)));
    return news.length > 0 ? news : undefined;
  });
  for (const one of wrong ?? []) given.add(keyOf(one));
  told.findings.push(...seen.found);
  looks.push(seen.after);
}

/** One use of a tag of the run. */
export async function use(
  t: Context,
  items: ReadonlyMap<Place, string>,
  tag: OwnTag,
  place: Place,
  { title = tag.title, spelling = 'plain', as = 'first' }: { title?: string; spelling?: Spelling; as?: Actor } = {},
): Promise<TagUse> {
  const had = tag.on.has(place);
  const made = await useTag(t, place, items.get(place) as string, title, as);
  return { ...made, place, tag, spelling, first: false, had };
}

/** Notes what the uses of a step did. */
function note(told: Telling, step: readonly TagUse[]): void {
  for (const { answer, tag, place } of step) if (answer.ok) tag.on.add(place);
  told.uses.push(...step);
}

async function later(t: Context, told: Telling, made: readonly (() => Promise<TagUse>)[]): Promise<void> {
  const { uses: step, full } = await telling(t, await sentAtOnce(made));
  for (const place of full) {
    const reason = `${place.noun} ${told.items.get(place)} takes no further tags`;
    lost(told, place, reason, `FIXTURES: ids.${place.kind} of one with few tags`);
  }
  if (step.length === 0) return;
  for (const one of step) told.findings.push(...judgeUse(one, told.tags, told.trusted.has(one.place)));
  await settle(t, told, step);
  note(told, step);
}

/** First uses of a new title at one place, all at once; other titles where one is refused. */
async function firstUses(t: Context, told: Telling, place: Place, titles: readonly string[]): Promise<TagUse[]> {
  const item = told.items.get(place) as string;
  // By turns: one of the two may have made the item.
  const isFurther = told.firsts.some((first) => first.place === place);
  const both: Actor[] = isFurther ? ['first', 'second'] : ['second', 'first'];
  const authors = isGiven(t, 'second') ? both : (['first'] as const);
  let step: TagUse[] = [];
  for (const title of titles) {
    for (const author of authors) {
      const made = await sentAtOnce(Array.from({ length: AT_ONCE }, () => () => useTag(t, place, item, title, author)));
      const tag: OwnTag = { title, place, author: made[0]?.as ?? author, on: new Set() };
      step = made.map((one) => ({
        ...one,
        place,
        tag,
        spelling: 'plain',
        first: true,
        had: false,
      }));
      if (step.some(({ answer }) => !isRefusal(answer))) return step;
    }
  }
  return step;
}

function lost(
  told: Telling,
  place: Place,
  reason: string,
  remedy = `a target whose ${place.operation} gives the tag that was asked for`,
): void {
  told.unusable.set(place, new NotTested(reason, remedy));
}

/** Whether the goal takes with titles what it refused as title alone: then neither the title nor the goal is the reason. */
async function takesTitles(t: Context, item: string): Promise<boolean> {
  const title = t.names.plain('titles');
  const answer = await t.send(GOAL.operation, { ...at('goal', item), body: { title, titles: [title] } });
  const { id } = answered(answer);
  if (typeof id === 'string') t.ledger.add('tag', id, 'first');
  return answer.ok;
}

/** Whether refusals of new titles say nothing: which titles and which items a place must take is not said. */
async function untold(t: Context, told: Telling, step: readonly TagUse[]): Promise<boolean> {
  const [{ place, item, answer }] = step as [TagUse];
  if (place === GOAL && (await takesTitles(t, item))) return false;
  const reason = `${place.operation} answers ${answer.status} to each new title that the suite invents`;
  lost(told, place, reason, `FIXTURES: ids.${place.kind} of ${a(place)} that takes new tags, bodies.${place.body}`);
  return true;
}

/** Another item of a place is the one that is tagged. */
async function moveTo(t: Context, told: Telling, place: Place, item: string): Promise<void> {
  told.items.set(place, item);
  const now = await look(t, told.items, { places: [place], everywhere: [], users: ['first'] });
  const others = told.looks.map((one) => ({ ...one, sights: one.sights.filter((sight) => sight.place !== place) }));
  told.looks = [...others, now];
}

/** First uses at the item of the place, or at another one where it takes none of the titles: it may be one that takes no tags. */
async function firstUsesAnywhere(
  t: Context,
  told: Telling,
  place: Place,
  differing: readonly string[],
): Promise<TagUse[]> {
  // What sets a title apart from the others may be what a place refuses: it then gets one that has nothing special.
  const titles = [...differing, t.names.plain('Tag')];
  const [, ...others] = await taggedItems(t, place);
  let step = await firstUses(t, told, place, titles);
  for (const item of others) {
    if (step.some(({ answer }) => !isRefusal(answer))) return step;
    await moveTo(t, told, place, item);
    step = await firstUses(t, told, place, titles);
  }
  return step;
}

/** Notes how the list shows a new tag; whether the id that was answered is that of the tag. */
function findEntry(t: Context, told: Telling, tag: OwnTag, answered: string | undefined): boolean {
  const entry = entryOf(told.looks.at(-1)?.lists.first, { ...tag, id: tag.id ?? '' });
  if (entry) tag.entry = entry;
  if (typeof entry?.id !== 'string') return !t.claims('tags') && answered !== undefined;
  tag.id = entry.id;
  t.ledger.add('tag', entry.id, tag.author);
  return answered === undefined || entry.id === answered;
}

/** Asks for dashboards by titles that no tag has yet: what was answered then must not stand when one has been given it. */
async function askForNone(t: Context, place: Place, titles: readonly string[]): Promise<void> {
  if (place !== DASHBOARD || !t.offers(BY_TAG)) return;
  await Promise.all(titles.map((tag) => unlessUntested(t.send(BY_TAG, { params: { tag } }), undefined)));
}

/** The tags that a filter on a title gives. */
async function byTitle(t: Context, title: unknown): Promise<Page> {
  return pageOf(await t.send('tags.list', { query: queryFor('tags.list', { filter: { title } }) }));
}

/** Looks for a new tag by the filter that found nothing before. */
async function seek(t: Context, tag: OwnTag): Promise<void> {
  const { id, title = tag.title } = tag.entry ?? {};
  if (id === undefined) return;
  const wrong = await stillWrong(t, async (now) => {
    const { ids, answer } = await byTitle(now, title);
    return ids.includes(id) ? undefined : answer;
  });
  if (wrong) tag.unfound = wrong;
}

/**
 * A new tag comes from a place.
 * @param further whether the place has given one before: then it may refuse the title
 */
async function create(
  t: Context,
  told: Telling,
  place: Place,
  titles: readonly string[],
  further = false,
): Promise<void> {
  if (t.claims('tags')) await Promise.all(titles.map((title) => byTitle(t, title)));
  await askForNone(t, place, titles);
  const step = await (further ? firstUses : firstUsesAnywhere)(t, told, place, titles);
  const isRefused = step.every(({ answer }) => isRefusal(answer));
  if (isRefused && (further || (await untold(t, told, step)))) return;
  const wrong = judgeFirstUses(step, told.tags);
  told.findings.push(...wrong);
  for (const { id, as } of step) if (id !== undefined) t.ledger.add('tag', id, as);
  const used = step.find(({ answer }) => answer.ok);
  if (used) told.firsts.push(used);
  if (!used) return lost(told, place, `${place.operation} does not answer to a new title`);
  if (wrong.some((found) => found.wrong)) return lost(told, place, `${place.operation} gives another tag`);
  const { tag } = used;
  if (used.id !== undefined) tag.id = used.id;
  told.tags.push(tag);
  await settle(t, told, [used]);
  note(told, [used]);
  if (findEntry(t, told, tag, used.id)) told.trusted.add(place);
  await seek(t, tag);
  if (tag.id === undefined) lost(told, place, 'neither the answer nor the list shows the new tag');
}

/**
 * Which tags each place is given in which spelling, by rounds: several at once at first, since who reads an item and writes it
 * back loses one. A goal is given the third one by titles.
 */
const ROUNDS: readonly { spelling: Spelling; tagsOf: (place: number) => readonly number[] }[] = [
  { spelling: 'plain', tagsOf: (place) => (place === 0 ? [1, 3, 5] : [1, 4, 5, 6, 7].map((next) => place + next)) },
  { spelling: 'cased', tagsOf: (place) => [place === 0 ? 0 : place + 2] },
  { spelling: 'spaced', tagsOf: (place) => [place === 0 ? 0 : place + 3] },
];

/** Each tag at each place: as it was written first, in other letter case, with spaces; then each where it came from. */
async function spread(t: Context, told: Telling): Promise<void> {
  const { tags, items } = told;
  const second = anotherOrFirst(t);
  for (const { spelling, tagsOf } of ROUNDS)
    await later(
      t,
      told,
      [...items.keys()].flatMap((place) => {
        if (told.unusable.has(place)) return [];
        const given = new Set(tagsOf(PLACES.indexOf(place)).flatMap((n) => tags[n % tags.length] ?? []));
        return [...given]
          .filter((tag) => tag.place !== place)
          .map((tag) => {
            const title = { plain: tag.title, cased: cased(tag.title)[0], spaced: `  ${tag.title}   ` }[spelling];
            return () => use(t, items, tag, place, { title, spelling, as: spelling === 'cased' ? second : 'first' });
          });
      }),
    );
  const again: readonly [Spelling, (title: string) => string, Actor][] = [
    ['plain', (title) => title, 'first'],
    ['cased', (title) => cased(title)[0], second],
    ['cased', (title) => cased(title)[1], 'first'],
    ['spaced', (title) => ` ${title}`, 'first'],
    ['spaced', (title) => `${title}  `, second],
  ];
  for (const [spelling, spelled, as] of again)
    await later(
      t,
      told,
      tags
        .filter(({ place }) => !told.unusable.has(place))
        .map((tag) => () => use(t, items, tag, tag.place, { title: spelled(tag.title), spelling, as })),
    );
}

async function tell(t: Context): Promise<Story> {
  const items = new Map<Place, string>();
  const unusable: Telling['unusable'] = new Map();
  for (const place of PLACES) {
    try {
      await tagBody(t, place, '');
      items.set(place, await taggedItem(t, place));
    } catch (error) {
      if (!isUntested(error)) throw error;
      unusable.set(place, error);
    }
  }
  const ids = await Promise.all(
    givenPeers(t).map(async (as) => [as, await unlessUntested(userIdOf(t, as), undefined)] as const),
  );
  const start = await look(t, items, { places: [...items.keys()], everywhere: [], users: ['first'] });
  const users = Object.fromEntries(ids.filter(([, id]) => id !== undefined));
  const told: Telling = {
    items,
    unusable,
    trusted: new Set(),
    tags: [],
    findings: [],
    uses: [],
    firsts: [],
    last: start,
    looks: [start],
    given: new Set(),
    users,
  };
  let given = bases(t);
  const places = [...items.keys()];
  for (let i = 0; i < TITLES; i++) {
    const further = i >= places.length;
    const place = further ? places.find((one) => told.trusted.has(one) && !unusable.has(one)) : places[i];
    if (!place) break;
    const titles = given.map((base) => titleOf(base, i, told.tags[0]?.entry));
    await create(t, told, place, titles, further);
    const base = given.find((one) => told.tags[0]?.title === titleOf(one, 0, undefined));
    if (base !== undefined) given = [base];
  }
  await spread(t, told);
  return { ...told, last: told.looks.at(-1) as Look };
}

/** The story of the run's tags, told once. */
export const story = (t: Context): Promise<Story> => t.once('story of tags', () => tell(t));

/** The story, where the place could be used. */
export async function storyAt(t: Context, place: Place): Promise<Story> {
  t.needGroup(place.group);
  const told = await story(t);
  const reason = told.unusable.get(place);
  if (reason) throw reason;
  return told;
}
