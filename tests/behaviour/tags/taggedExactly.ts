/**
 * A tag is on exactly the items that were given it, wherever items are found by tags: shown by id, in lists, in usages and
 * among the goals met. Sections "Resources / Tag", "Endpoints / Tags", "Endpoints / Sessions".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { someSessions, usable } from '../../support/domain/goalsMet.ts';
import { readable } from '../../support/domain/taggedItems.ts';
import { a, DASHBOARD, GOAL, KPI, PLACES, type Place, readTags, timesTagged } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { givenPeers } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, itemsOf } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';
import { isUsageOf, namedBy, usages } from '../dashboards/usages/usage.ts';
import { existingUses } from './existing.ts';
import { type FreshTitle, freshTitle, idsGiven } from './freshTitles.ts';
import { entryOf } from './model/listed.ts';
import { storyAt } from './story.ts';

/** Judges that each item shows the tag that it was given: by the same body as the one before, which keeps it. */
export async function expectShownOnEach(t: Context, place: Place): Promise<void> {
  const used = readable(t, place) ? await freshTitle(t, place) : undefined;
  if (!used) return;
  const { title, id, given } = used;
  await eventually(t, async (now) => {
    for (const [nth, one] of given.entries()) {
      const shown = await peek(now, place.kind, one.id);
      const times = shown && timesTagged(shown, { title, ...(id !== undefined && { id }) });
      if (times === undefined) continue;
      const problem =
        nth === 0
          ? `a ${place.noun} has lost its tag to a further one`
          : `a further ${place.noun} does not show the tag that it was given right after another one`;
      now.expect(times === 1, problem, {
        expected: { id, title },
        received: shown?.tags,
        at: '/tags',
        exchange: one.answer,
      });
    }
  });
}

/** Whether a record shows a tag. */
const carries =
  ({ title, id }: Pick<FreshTitle, 'title' | 'id'>) =>
  (record: JsonRecord): boolean =>
    (timesTagged(record, { title, ...(id !== undefined && { id }) }) ?? 0) > 0;

/** The records of a kind in a user's list that show their tags. */
async function telling(t: Context, { kind }: Place, as: Actor) {
  const { items, answer } = await readKind(fresh(t), kind, { as });
  return { records: items.filter(({ tags }) => Array.isArray(tags)), answer };
}

/** Tags of the run on items of a place: the fresh one, and those of the story, which its item alone was given. */
async function givenAt(t: Context, place: Place, used: FreshTitle) {
  const { tags, items } = await storyAt(t, place);
  const alone = [items.get(place) as string];
  return [
    { title: used.title, ...(used.id !== undefined && { id: used.id }), given: idsGiven(used) },
    ...tags.map(({ title, id }) => ({ title, ...(id !== undefined && { id }), given: alone })),
  ];
}

/** Judges that a list shows tags of the run on no other items than those that were given them. */
export async function expectOnNoOther(t: Context, place: Place): Promise<void> {
  const used = await freshTitle(t, place);
  if (!used) return;
  const all = await givenAt(t, place, used);
  await eventually(t, async (now) => {
    for (const as of givenPeers(now)) {
      const { records, answer } = await telling(now, place, as);
      for (const { given, ...tag } of all) {
        const others = idsOf(records.filter(carries(tag))).filter((id) => !given.includes(id));
        now.none(
          others,
          records.length,
          `the list shows a ${place.noun} with a tag that only others were given`,
          answer,
        );
      }
    }
  });
}

/** Judges that the tags of the story count no more items than before, once further ones were given another tag. */
export async function expectCountsKept(t: Context, place: Place): Promise<void> {
  if (!(await freshTitle(t, place))) return;
  const { tags, last } = await storyAt(t, place);
  const field = place.count as string;
  const counted = tags.filter(({ on }) => on.has(place));
  await eventually(t, async (now) => {
    const list = await readTags(now);
    for (const tag of counted) {
      const [was, is] = [entryOf(last.lists.first, tag)?.[field], entryOf(list, tag)?.[field]];
      // One that was not counted yet may be late.
      if (typeof was !== 'number' || typeof is !== 'number' || was === 0) continue;
      now.expect(is <= was, `a tag counts more ${place.noun}s once further ones were given another tag`, {
        expected: `at most ${was}`,
        received: entryOf(list, tag),
        at: `/${field}`,
        exchange: list.answer,
      });
    }
  });
}

/** Judges that the usage of a new tag names the dashboard that was given it first, and none that was not. */
export async function expectUsageOfGiven(t: Context): Promise<void> {
  const used = await freshTitle(t, DASHBOARD);
  if (!used?.isActive) return;
  const given = idsGiven(used);
  await eventually(t, async (now) => {
    const { items, answer } = await usages(now);
    for (const usage of items.filter((one) => isUsageOf(one, used) && Array.isArray(one.dashboardsIds))) {
      const named = namedBy(usage);
      const right = named.every((id) => given.includes(id)) && named.includes(given[0] as string);
      now.expect(right, 'the usage of a new tag does not name the dashboards that were given it, and them alone', {
        expected: given,
        received: usage,
        exchange: answer,
      });
    }
  });
}

const isShorter = (was: unknown, is: unknown): boolean =>
  Array.isArray(was) && Array.isArray(is) && is.length < was.length;

/** Judges that tagging has not shortened the same list of each item with several entries: others shorten one or another. */
export async function expectNothingTaken(t: Context, place: Place): Promise<void> {
  const given = (await freshTitle(t, place))?.given ?? [];
  await eventually(t, async (now) => {
    const views = given.map(async ({ id, was, is, answer }) => {
      const shown = now === t ? is : await peek(now, place.kind, id);
      return was && shown ? [{ was, is: shown, answer }] : [];
    });
    const seen = (await Promise.all(views)).flat();
    const [first] = seen;
    for (const field of Object.keys(first?.was ?? {})) {
      const long = seen.filter(({ was }) => Array.isArray(was[field]) && was[field].length > 1);
      const wrong = long.length > 1 && long.every(({ was, is }) => isShorter(was[field], is[field]));
      now.expect(!wrong, `tagging takes something away from each ${place.noun}`, {
        expected: long.map(({ was }) => was[field]),
        received: long.map(({ is }) => is[field]),
        at: `/${field}`,
        exchange: first?.answer,
      });
    }
  });
}

/** Judges that an item still shows each tag that it was given, after all that the run has given it. */
export async function expectAllKept(t: Context, place: Place): Promise<void> {
  const { items, tags } = await storyAt(t, place);
  await unlessUntested(existingUses(t, place), undefined);
  await unlessUntested(freshTitle(t, place), undefined);
  const own = tags.filter(({ on }) => on.has(place));
  await eventually(t, async (now) => {
    const item = await peek(now, place.kind, items.get(place) as string);
    for (const { title, id } of own) {
      const times = item && timesTagged(item, { title, ...(id !== undefined && { id }) });
      if (times === undefined) continue;
      now.expect(times > 0, `a ${place.noun} with many tags has lost one of them`, {
        expected: { id, title },
        received: item?.tags,
        at: '/tags',
      });
    }
  });
}

/** The met goals that sessions find by a title, and all that they find without one. */
async function foundAmongMet(t: Context, { title }: Pick<FreshTitle, 'title'>) {
  const sessions = await someSessions(t);
  const found = await Promise.all(
    sessions.map(async (id) => {
      const [tagged, all] = await Promise.all(
        [{ tags: title }, undefined].map((query) =>
          t.send('sessions.goalsMet', { params: { id }, ...(query && { query }) }),
        ),
      );
      return { tagged: tagged as NonNullable<typeof tagged>, met: all?.ok ? idsOf(itemsOf(all.json)) : [] };
    }),
  );
  return found.filter(({ tagged }) => tagged.ok);
}

/** Judges that sessions find the goals that were given a tag, as far as they are met, and no others. */
async function expectGoalsGiven(t: Context): Promise<void> {
  const used = await freshTitle(t, GOAL);
  if (!used) throw new NotApplicable('the goal that is tagged takes no further tag');
  const given = idsGiven(used);
  const { tags, items } = await storyAt(t, GOAL);
  const earlier = tags.findLast(({ on, title }) => on.has(GOAL) && usable(title));
  await eventually(t, async (now) => {
    for (const { tagged, met } of await foundAmongMet(now, used)) {
      const ids = idsOf(itemsOf(tagged.json));
      const others = ids.filter((id) => !given.includes(id));
      now.none(others, met.length, 'a goal is found by a tag that only others were given', tagged);
      if (!used.isActive) continue;
      const lost = given.filter((id) => met.includes(id) && !ids.includes(id));
      now.none(lost, met.length, 'a met goal is not found by a tag that it and others were given', tagged);
    }
    for (const { tagged, met } of earlier ? await foundAmongMet(now, earlier) : []) {
      const others = idsOf(itemsOf(tagged.json)).filter((id) => id !== items.get(GOAL));
      now.none(others, met.length, 'a goal has got a tag with another one that only this one was given before', tagged);
    }
  });
}

/** Judges that a tag of a place is on nothing of another kind. */
async function expectOnNoOtherKind(t: Context, place: Place): Promise<void> {
  const others = [KPI, DASHBOARD].filter((one) => one !== place && readable(t, one));
  if (others.length === 0) t.needGroup('sessions');
  const used = await freshTitle(t, place);
  if (!used) throw new NotApplicable(`the ${place.noun} that is tagged takes no further tag`);
  await eventually(t, async (now) => {
    for (const other of others) {
      const { records, answer } = await telling(now, other, 'first');
      const ids = idsOf(records.filter(carries(used)));
      now.none(ids, records.length, `a tag that only ${place.noun}s were given is on ${a(other)}`, answer);
    }
    if (place === GOAL || !now.claims('sessions')) return;
    for (const { tagged, met } of await foundAmongMet(now, used))
      now.none(itemsOf(tagged.json), met.length, `a tag that only ${place.noun}s were given is on a goal`, tagged);
  });
}

export const taggedExactly: readonly Check[] = [
  check('a tag of goals finds those that were given it, and no others', 'tags.goal-shown', async (t) => {
    t.needGroup('sessions');
    await expectGoalsGiven(t);
  }),
  ...PLACES.map((place) =>
    check(
      `a tag that only ${place.noun}s were given is on nothing of another kind`,
      'tags.other-kinds',
      async (t) => {
        t.needGroup(place.group);
        await expectOnNoOtherKind(t, place);
      },
      [place.operation],
    ),
  ),
];
