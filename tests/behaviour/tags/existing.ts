/**
 * Tags that were there before the run, used by their titles: those below another tag, with tags below them, not active,
 * or counted once. Nothing takes a tag off again, so that few are used. Sections "Resources / Tag", "Endpoints / Tags".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { readable } from '../../support/domain/taggedItems.ts';
import {
  DASHBOARD,
  entriesOf,
  GOAL,
  KPI,
  type Place,
  readTags,
  tagKey,
  timesTagged,
  type Use,
  useTag,
  wasGiven,
} from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { TAG_ACTIVE } from '../../support/engine/noneWords.ts';
import { NoData, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { givenPeers } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { type Listing, mayBeCut } from '../../support/lists/readPages.ts';
import { idsOf, itemsOf, recordsIn } from '../../support/records/answers.ts';
import { withBelow } from '../../support/records/embedded.ts';
import { mayBeUncounted } from '../../support/records/setAside.ts';
import { peek } from '../../support/records/views.ts';
import { isUsageOf, namedBy, usages } from '../dashboards/usages/usage.ts';
import { unlikeEntries } from './model/answers.ts';
import { storyAt } from './story.ts';

/** A tag of the account and its use. */
export interface ExistingUse {
  /** The tag as the list showed it before. */
  known: JsonRecord;
  use: Use;
  /** The item right before; undefined where it cannot be read. */
  was: JsonRecord | undefined;
  /** Whether the item had the tag before; undefined where it cannot be seen. */
  hadIt: boolean | undefined;
}

const below = ({ items }: JsonRecord): JsonRecord[] => recordsIn(items);
const allBelow = (tag: JsonRecord): JsonRecord[] => withBelow(below(tag));

/** Characters of a title that fits into a path. */
const LONGEST = 200;

/** Tags that the run did not make, and whose use changes nothing that fixtures state of goals. */
function candidates(t: Context, { items }: Listing): JsonRecord[] {
  const stated = new Set((t.fixtures.facts.goalsMet ?? []).flatMap(({ tags = [] }) => tags.map(tagKey)));
  return items.filter(
    ({ id, title, name }) =>
      typeof id === 'string' &&
      typeof title === 'string' &&
      title.trim() === title &&
      title.length <= LONGEST &&
      !/^$|[,/]/.test(title) &&
      !t.names.isOwn(title) &&
      ![title, name].some((text) => stated.has(tagKey(text))),
  );
}

/**
 * One tag of each sort: not active, with others below it, below another one, counted once at the place, any other. Goals show
 * no tags: of theirs one that none has, not one that is counted once.
 */
function varied(place: Place, tags: readonly JsonRecord[], all: readonly JsonRecord[]): JsonRecord[] {
  const nested = new Set(all.flatMap(allBelow).map(({ id }) => id));
  const sorts: readonly ((tag: JsonRecord) => boolean)[] = [
    (tag) => below(tag).length > 0 && tag.isActive !== false,
    (tag) => nested.has(tag.id),
    (tag) => tag.isActive === false,
    (tag) => place.count !== undefined && tag[place.count] === (place === GOAL ? 0 : 1),
    () => true,
  ];
  const chosen: JsonRecord[] = [];
  for (const sort of sorts) {
    const found = tags.find((tag) => !chosen.includes(tag) && sort(tag));
    if (found) chosen.push(found);
  }
  return chosen;
}

/** Whether an item had a tag, where that can be seen: goals that count as met can be sought by tags. */
async function had(t: Context, place: Place, item: string, { title }: JsonRecord): Promise<boolean | undefined> {
  if (readable(t, place)) return false;
  const fact = place === GOAL ? t.fixtures.facts.goalsMet?.find(({ met }) => met.includes(item)) : undefined;
  if (!fact || !t.claims('sessions')) return undefined;
  const query = { tags: String(title) };
  const { ok, json } = await t.send('sessions.goalsMet', { params: { id: fact.sessionId }, query });
  return ok ? itemsOf(json).some(({ id }) => id === item) : undefined;
}

/** How many tags that exist an item is given. */
const MOST = 4;

/** Tags of the account, put on the item of a place one after the other, by the users in turn. NotTested where there are none. */
export const existingUses = (t: Context, place: Place): Promise<readonly ExistingUse[]> =>
  t.once(`existing tags/${place.operation}`, async () => {
    t.needGroup('tags');
    // The control: the item can be tagged at all.
    const { items, trusted } = await storyAt(t, place);
    const item = items.get(place) as string;
    const before = await readTags(t);
    const shown = readable(t, place) ? await peek(t, place.kind, item) : undefined;
    const free = candidates(t, before).filter((tag) => shown === undefined || timesTagged(shown, tag) === 0);
    const chosen = varied(place, free, before.items).slice(0, MOST);
    const [any] = chosen;
    if (!before.complete || !any) throw new NoData('no tag is known that was there before', 'a tag in the account');
    const used: ExistingUse[] = [];
    for (const [i, known] of chosen.entries()) {
      const one = await useExisting(t, place, item, known, givenPeers(t)[i % 2]);
      const { id } = one.use;
      if (id !== undefined && trusted.has(place) && !idsOf(before.items).includes(id)) t.ledger.add('tag', id, 'first');
      used.push(one);
    }
    return used;
  });

/** @param as whose turn it is: the first user's where the other may not be shown the item */
async function useExisting(
  t: Context,
  place: Place,
  item: string,
  known: JsonRecord,
  as: Actor = 'first',
): Promise<ExistingUse> {
  const was = readable(t, place) ? await peek(t, place.kind, item) : undefined;
  const hadIt = await had(t, place, item, known);
  const use = await useTag(t, place, item, known.title as string, as);
  const { ok, status } = use.answer;
  if (ok || status === 304) return { known, use, was, hadIt };
  if (as !== 'first') return useExisting(t, place, item, known);
  throw new NotTested(
    `it depends on ${place.operation}, which answered ${status}`,
    `a target whose ${place.operation} takes the title of a tag that exists`,
  );
}

/** Judges that a tag that was there before is the same when it is put on an item. */
export async function expectSame(t: Context, place: Place): Promise<void> {
  const { trusted } = await storyAt(t, place);
  const uses = await existingUses(t, place);
  for (const { known, use } of uses)
    if (use.id !== undefined && trusted.has(place))
      t.equal(use.id, known.id, 'the title of a tag that exists gives another tag', use.answer);
  await eventually(t, async (now) => {
    const list = await readTags(now);
    for (const { known, use } of uses) {
      const more = entriesOf(list, use.title).filter(({ id }) => id !== known.id);
      t.none(more, 1, 'the use of a tag that exists has created a second one', use.answer);
    }
  });
}

/** Judges that a tag that was there before is answered as the list shows it. What an item is answered that has it is open. */
export async function expectAsListed(t: Context, place: Place): Promise<void> {
  const uses = (await existingUses(t, place)).filter(
    ({ known, use, hadIt }) => !hadIt && use.answer.ok && use.id === known.id,
  );
  await eventually(t, async (now) => {
    const { items } = await readTags(now);
    for (const { known, use } of uses) {
      const { compared, wrong } = unlikeEntries(use.answer, [known, ...items.filter(({ id }) => id === known.id)]);
      now.judge(wrong, compared);
    }
  });
}

/**
 * Judges that a tag that was there before is the same in another spelling.
 * @param spelled another spelling of a title in ASCII; the same title where it has none
 */
export const expectSameSpelled =
  (spelled: (title: string) => string) =>
  async (t: Context, place: Place): Promise<void> => {
    const { trusted } = await storyAt(t, place);
    const uses = await existingUses(t, place);
    const one = uses.find(({ use }) => /^[ -~]+$/.test(use.title) && spelled(use.title) !== use.title);
    if (!one) throw new NoData('no tag that was there before has another spelling', 'a tag with letters in its title');
    const { known, use } = one;
    const { id, answer } = await useTag(t, place, use.item, spelled(use.title));
    if (id !== undefined && id !== known.id) t.ledger.add('tag', id, 'first');
    // What is answered to a tag that the item has is open.
    if (id !== undefined && trusted.has(place))
      t.equal(id, known.id, 'another spelling of a tag that was there before gives another tag', answer);
    await eventually(t, async (now) => {
      const more = entriesOf(await readTags(now), use.title).filter((entry) => entry.id !== known.id);
      t.none(more, 1, 'another spelling of a tag that was there before has created a second one', answer);
    });
  };

/** Judges that tags that were there before, and are counted, count one more. Another client may use them, too. */
export async function expectCounted(t: Context, place: Place): Promise<void> {
  const field = place.count as string;
  // Where items do not show their tags, one that no item has yet is surely new to this one.
  const uses = (await existingUses(t, place)).filter(
    ({ known, was, hadIt }) =>
      !(was && mayBeUncounted(was)) &&
      !hadIt &&
      (Number(known[field]) > 0 || (hadIt === undefined && known[field] === 0)),
  );
  await eventually(t, async (now) => {
    const { items } = await readTags(now);
    const counted = uses.flatMap(({ known, use, hadIt }) => {
      const entry = items.find(({ id }) => id === known.id);
      return typeof entry?.[field] === 'number' ? [{ known, use, hadIt, entry, count: entry[field] }] : [];
    });
    const still = counted.filter(({ known, count }) => count <= Number(known[field]));
    const [first] = still;
    // An item that cannot be read may have had each of these tags before.
    if (first && still.every(({ known, hadIt }) => hadIt === undefined && known[field] !== 0)) {
      if (still.length < counted.length) return t.judge(undefined, counted.length - still.length);
      throw new NoData(
        `the ${place.noun} may have had the tag before, which no answer shows`,
        `an account with a tag that no ${place.noun} has`,
      );
    }
    const wrong = first && {
      message: `${field} does not move with a further item`,
      expected: `more than ${first.known[field]}`,
      received: first.entry,
      at: `/${field}`,
      exchange: first.use.answer,
    };
    t.judge(wrong, counted.length);
  });
}

/** Judges that the usages of tags that were there before name the dashboard that was given them. */
export async function expectUsed(t: Context): Promise<void> {
  const uses = (await existingUses(t, DASHBOARD)).filter(({ known, hadIt }) => !hadIt && known.isActive !== false);
  await eventually(t, async (now) => {
    const { items, answer } = await usages(now);
    const found = uses.map(({ known, use }) => {
      return { known, use, mine: items.filter((usage) => isUsageOf(usage, known)) };
    });
    const judged = mayBeCut(items.length) ? found.filter(({ mine }) => mine.length > 0) : found;
    if (judged.length === 0)
      throw lacking(
        now,
        [TAG_ACTIVE],
        'no tag that is active and was there before is new to the dashboard',
        'an account with a further tag',
      );
    for (const { known, use, mine } of judged) {
      now.expect(
        mine.some((usage) => !Array.isArray(usage.dashboardsIds) || namedBy(usage).includes(use.item)),
        'the usage of a tag that was there before does not name the dashboard that was given it',
        { expected: { tagTitle: known.title, dashboardsIds: [use.item] }, received: mine, exchange: answer },
      );
    }
  });
}

/** Judges that tags that were there before show once on the KPI that was given them. */
export async function expectShownOnKpi(t: Context): Promise<void> {
  const uses = await existingUses(t, KPI);
  await eventually(t, async (now) => {
    const item = await peek(now, 'kpi', uses[0]?.use.item as string);
    for (const { known, use } of uses) {
      const times = item && timesTagged(item, known);
      if (times === undefined) continue;
      t.expect(times === 1, 'the KPI does not show a tag once that was there before', {
        expected: { id: known.id, title: known.title },
        received: item?.tags,
        at: '/tags',
        exchange: use.answer,
      });
    }
  });
}

/** Judges that a tag brings none of those below it to the KPI. */
export async function expectNoneBelow(t: Context): Promise<void> {
  const uses = await existingUses(t, KPI);
  const item = uses[0]?.use.item as string;
  const is = await peek(t, 'kpi', item);
  for (const { known, was, use } of uses) {
    const inner = below(known).filter((tag) => !wasGiven(t, item, tag));
    if (!was || !is || !Array.isArray(is.tags) || inner.length === 0) continue;
    const came = inner.filter((tag) => timesTagged(was, tag) === 0 && timesTagged(is, tag) === 1);
    // Another client may give the KPI one of them at this moment, hardly all.
    t.none(came.length < inner.length ? [] : came, inner.length, 'a tag has brought those below it', use.answer);
  }
}
