/** New tags are active, of this account, and none comes from an item that does not exist. Section "Resources / Tag". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { expectOwn } from '../../support/domain/ownFields.ts';
import {
  a,
  answered,
  entriesOf,
  GOAL,
  PLACES,
  type Place,
  readTags,
  tagKey,
  useTag,
} from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { ask } from '../../support/lists/requests.ts';
import { withBelow } from '../../support/records/embedded.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { digitsElsewhere, digitsOnGoal, FORGED_TAG } from './digits.ts';
import { story, storyAt } from './story.ts';

/** Judges that a goal is given none of several titles where the request is refused for the last one. */
async function expectNoneOfRefused(t: Context): Promise<void> {
  const { items } = await storyAt(t, GOAL);
  const title = `${t.names.plain('Tag')} before a blank one`;
  const body = { titles: [title, '  '] };
  const answer = await t.send(GOAL.operation, { ...at('goal', items.get(GOAL) as string), body });
  // Whether a blank title is refused is open.
  if (answer.status < 400) return;
  await eventually(t, async (now) => {
    t.none(entriesOf(await readTags(now), title), 1, 'a tagging that was refused has created a tag', answer);
  });
}

const checksOf = (place: Place): Check[] => [
  check(
    `no tag comes from ${a(place)} that does not exist`,
    'tags.unknown-item',
    async (t) => {
      t.needGroup('tags');
      // The control: where the item exists, the tag is created and listed.
      const { tags } = await storyAt(t, place);
      const control = tags.find((tag) => tag.place === place && tag.entry)?.entry;
      if (!control) throw new NotTested('the list does not show new tags', 'a target that lists a tag that was used');
      if (control.title === undefined) throw t.nothingShown('tag', 'title');
      const title = `${t.names.plain('Tag')} of nothing`;
      const { answer } = await useTag(t, place, await unknownId(t, place.kind), title);
      await eventually(t, async (now) => {
        const list = await readTags(now);
        const entries = entriesOf(list, title);
        if (entries.length === 0 && !list.complete)
          throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
        t.none(entries, 1, `tagging ${a(place)} that does not exist has created a tag`, answer);
      });
      if (place === GOAL) await expectNoneOfRefused(t);
    },
    [place.operation, 'tags.list'],
  ),

  check(
    `a tag on ${a(place)} is active when it is new`,
    'tags.active',
    async (t) => {
      const { tags, uses } = await storyAt(t, place);
      const tag = tags.find((one) => one.place === place);
      const first = uses.find((use) => use.first && use.place === place);
      const shown = [tag?.entry, first && answered(first.answer)].filter((one) => one?.isActive !== undefined);
      if (shown.length === 0) throw t.nothingShown('tag', 'isActive');
      for (const record of shown)
        t.equal(record?.isActive, true, 'a tag that was just created is not active', first?.answer);
    },
    [place.operation, 'tags.list'],
  ),
];

/**
 * Tags of the other account whose titles no tag of this one has, at most one for each place. Where all have been used, one
 * whose title both accounts have, each as a tag of its own: tags are never deleted, and each run uses up some.
 */
async function tagsOfOther(t: Context): Promise<readonly JsonRecord[]> {
  const as = t.need('other');
  if (t.settings.otherAccountId === undefined)
    throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
  const [theirs, ours] = await Promise.all([readTags(t, as), readTags(t)]);
  const own = new Map(withBelow(ours.items).map((tag) => [tagKey(tag.title), tag] as const));
  const usable = theirs.items.filter(({ id, title }) => typeof id === 'string' && isWritable(title));
  const fresh = usable.filter(({ title }) => !own.has(tagKey(title)));
  if (fresh.length > 0) return fresh.slice(0, PLACES.length);
  const stated = new Set((t.fixtures.facts.goalsMet ?? []).flatMap(({ tags = [] }) => tags.map(tagKey)));
  const shared = usable.find((one) => {
    const twin = own.get(tagKey(one.title));
    // Accounts may have been set up alike: what cannot be told from the other's tag proves nothing.
    return twin && !isBorrowed(twin, one) && !stated.has(tagKey(one.title)) && !stated.has(tagKey(one.name));
  });
  if (shared) return [shared];
  throw lacking(
    t,
    ['tag.other'],
    'the other account shows no tag that this one does not have',
    'an OTHER_ACCESS_TOKEN whose account has such a tag',
  );
}

const SAME = ['dateCreated', 'createdBy'] as const;

/** Whether a tag is that of the other account. Ids may be unique within one alone: when and by whom it was made tells, too. */
const isBorrowed = (tag: JsonRecord, theirs: JsonRecord): boolean =>
  tag.id === theirs.id && SAME.some((field) => tag[field] !== undefined && tag[field] === theirs[field]);

/** Whether a title can be written at every place. */
const isWritable = (title: unknown): boolean =>
  typeof title === 'string' && title.trim() === title && !/^$|[,/]/.test(title);

const ofDigits = check(
  'titles of digits are texts, each a tag of its own',
  'tags.identity-distinct',
  async (t) => {
    const { uses: onGoal } = await digitsOnGoal(t);
    const taken = onGoal.filter(({ answer }) => answer.ok);
    if (taken.length < 2) throw new NotTested('titles of digits are refused', 'a target that takes them');
    const elsewhere = await digitsElsewhere(t);
    // 304 says that the item has this tag already, which is new: then the list must have it.
    const unchanged = [...onGoal, ...elsewhere].filter(({ answer }) => answer.status === 304);
    if (unchanged.length > 0)
      await eventually(t, async (now) => {
        const list = await readTags(now);
        for (const { title: sent, answer } of unchanged)
          t.expect(entriesOf(list, sent).length > 0, 'a new title of digits is taken for another one', {
            expected: { title: sent },
            received: answer.status,
            exchange: answer,
          });
      });
    for (const { title: sent, answer } of [...taken, ...elsewhere]) {
      const { title: shown = sent } = answered(answer);
      t.equal(shown, sent, 'another title is answered than was sent', answer);
    }
    t.eachOnce(
      taken.map(({ answer }) => answered(answer)),
      'titles that differ in their digits give one tag',
      'tag',
    );
    for (const one of elsewhere) {
      const other = taken.find(({ id, title: put }) => id !== undefined && id === one.id && put !== one.title);
      t.expect(!other, 'titles that are one number give one tag', {
        expected: [other?.title, one.title],
        received: one.id,
        exchange: one.answer,
      });
    }
  },
  [GOAL.operation],
);

const ofService = check(
  'author, date and state of a new tag are not taken from the body',
  'tags.author',
  async (t) => {
    const { tags } = await storyAt(t, GOAL);
    const { uses, forged } = await digitsOnGoal(t);
    if (!forged) throw new NotApplicable('a tagging that names more than titles is refused');
    // Where no new tag is active yet, a state that was sent is the service's as well.
    const others = [...tags.map(({ entry }) => entry), ...uses.slice(1).map(({ answer }) => answered(answer))];
    const { isActive, ...rest } = FORGED_TAG;
    const forgery = others.some((tag) => tag?.isActive === isActive) ? rest : FORGED_TAG;
    await eventually(t, async (now) => {
      const listed = t.claims('tags') ? entriesOf(await readTags(now), forged.title) : [];
      const shown = [answered(forged.answer), ...listed];
      const compared = shown.map((tag) => expectOwn(now, tag, forgery, forged.answer));
      if (compared.every((count) => count === 0)) throw t.nothingShown('tag', Object.keys(FORGED_TAG));
    });
  },
  [GOAL.operation, 'tags.list'],
);

/** Judges that the title of a tag of the other account does not give that tag at a place. */
async function expectOwnTag(t: Context, place: Place, item: string, theirs: JsonRecord): Promise<void> {
  const title = String(theirs.title);
  const isNew = entriesOf(await readTags(t), title).length === 0;
  const { answer } = await useTag(t, place, item, title);
  // An item that an earlier run has tagged so may be refused the same tag.
  if (!answer.ok && answer.status !== 304)
    throw new NotTested(`${place.operation} answered ${answer.status}`, 'a target that takes the title');
  await eventually(t, async (now) => {
    const listed = entriesOf(await readTags(now), title);
    const shown = [...(answer.ok ? [answered(answer)] : []), ...listed];
    for (const { id } of listed) if (typeof id === 'string' && isNew) t.ledger.add('tag', id, 'first');
    const borrowed = shown.filter((tag) => isBorrowed(tag, theirs));
    now.none(borrowed, shown.length, 'a title that another account has gives the tag of that account', answer);
  });
}

const ownAccount = check('a title that another account has is a new tag here', 'tags.own-account', async (t) => {
  t.needGroup('tags');
  const theirs = await tagsOfOther(t);
  const { items, unusable } = await story(t);
  const [place, ...others] = PLACES.filter((one) => items.has(one) && !unusable.has(one));
  if (!place) throw [...unusable.values()][0] ?? new NotTested('nothing can be tagged', 'FIXTURES: ids.goal');
  const judged = (one: Place, i: number) =>
    expectOwnTag(t, one, items.get(one) as string, theirs[Math.min(i, theirs.length - 1)] as JsonRecord);
  await judged(place, 0);
  // Where titles are scarce, each run has other places that are given a new one, and the rest are given the last again.
  for (const [i, other] of t.names.turned(others).entries()) await unlessUntested(judged(other, i + 1), undefined);
});

const filtered = check(
  'a filter finds a tag by a title with marks in it, and shows its counts',
  'lists.filter-equals',
  async (t) => {
    const { tags } = await story(t);
    const [entry] = tags.flatMap((tag) => (tag.entry?.title ? [tag.entry] : []));
    if (!entry) throw t.nothingShown('tag', 'title');
    const unfound = tags.find((tag) => tag.unfound !== undefined);
    t.expect(unfound === undefined, 'a filter that was asked before a tag came to be does not give it afterwards', {
      expected: unfound?.entry,
      received: unfound?.unfound?.json,
      exchange: unfound?.unfound,
    });
    await eventually(t, async (now) => {
      // Which spelling of its title a tag shows may change with each use.
      const listed = (await readTags(now)).items.find(({ id }) => id === entry.id);
      const title = listed?.title ?? entry.title;
      const { items, answer } = await ask(now, 'tags.list', { filter: { title } });
      const found = items.find(({ id }) => id === entry.id);
      if (found) t.agree(listed, found, 'a filter changes what the list shows of a tag', answer);
    });
  },
  ['tags.list'],
);

export const newTags: readonly Check[] = [...PLACES.flatMap(checksOf), ownAccount, ofDigits, ofService, filtered];
