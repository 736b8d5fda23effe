/** Checks of what the story of the run's tags found. Sections "Resources / Tag", "Endpoints / Tags", "KPIs", "Dashboards". */
import { readable } from '../../support/domain/taggedItems.ts';
import { a, DASHBOARD, GOAL, INSIGHT, KPI, PLACES, type Place } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import {
  expectAsListed,
  expectCounted,
  expectNoneBelow,
  expectSame,
  expectSameSpelled,
  expectShownOnKpi,
  expectUsed,
} from './existing.ts';
import { cased } from './model/titles.ts';
import { story, storyAt } from './story.ts';
import {
  expectAllKept,
  expectCountsKept,
  expectNothingTaken,
  expectOnNoOther,
  expectShownOnEach,
  expectUsageOfGiven,
} from './taggedExactly.ts';

interface Rule {
  requirement: string;
  /** What holds, with the item and its article. */
  title: (item: string) => string;
  places?: readonly Place[];
  /** What is judged with tags that were there before, as far as there are such. */
  existing?: (t: Context, place: Place) => Promise<void>;
  /** Fields of the list of tags that show it. */
  fields?: string | readonly string[];
}

const COUNTED = [GOAL, DASHBOARD, KPI];
const count = (place: Place) => place.count ?? 'itemsTaggedCount';

const rules: readonly Rule[] = [
  { requirement: 'tags.answer', title: (item) => `a tag on ${item} is answered with its title`, fields: 'title' },
  { requirement: 'tags.first-use', title: (item) => `a tag is created by its first use on ${item}, and listed once` },
  { requirement: 'tags.identity-at-once', title: (item) => `first uses of a title at once on ${item} create one tag` },
  { requirement: 'tags.later-use', title: (item) => `a tag that exists is the same on ${item}`, existing: expectSame },
  { requirement: 'general.success-status', title: (item) => `a tag that exists is answered like a new one on ${item}` },
  { requirement: 'tags.identity-places', title: (item) => `a tag that came from elsewhere is the same on ${item}` },
  {
    requirement: 'tags.identity-case',
    title: (item) => `a tag on ${item} is the same in other letter case`,
    existing: expectSameSpelled((title) => cased(title).find((other) => other !== title) ?? title),
  },
  {
    requirement: 'tags.identity-spaces',
    title: (item) => `a tag on ${item} is the same with spaces at its ends`,
    existing: expectSameSpelled((title) => ` ${title}  `),
  },
  {
    requirement: 'tags.identity-distinct',
    title: (item) => `a title that differs otherwise is another tag on ${item}`,
  },
  { requirement: 'tags.repeat', title: (item) => `a tag is there once when ${item} is given it again` },
  { requirement: 'tags.author', title: (item) => `a tag names who used it first, on ${item}`, fields: 'createdBy' },
  {
    requirement: 'tags.kept',
    title: (item) => `a tag is as it was when ${item} is given it`,
    fields: 'title',
    existing: expectAsListed,
  },
  { requirement: 'tags.goal-title', title: (item) => `${item} is tagged by title without titles`, places: [GOAL] },
  {
    requirement: 'tags.counts-move',
    title: (item) => `a tag counts one more with ${item}`,
    places: COUNTED,
    existing: expectCounted,
  },
  { requirement: 'tags.counts-kind', title: (item) => `a tag on ${item} counts nothing of another kind` },
  {
    requirement: 'tags.counts-own',
    title: (item) => `a tag on ${item} counts for no other tag`,
    places: COUNTED,
    existing: expectCountsKept,
  },
  {
    requirement: 'tags.counts-repeat',
    title: (item) => `${item} that is given a tag again counts once`,
    places: COUNTED,
  },
  {
    requirement: 'tags.counts-items',
    title: (item) => `the count of all items is not below that of kinds, for a tag on ${item}`,
    places: COUNTED,
    fields: 'itemsTaggedCount',
  },
];

const LISTED = ['tags.list'];

/** Judges what the story found of one requirement at one place. */
async function judge(
  t: Context,
  requirement: string,
  place: Place,
  nothing: () => Error | Promise<Error>,
): Promise<void> {
  const told = await story(t);
  const found = told.findings.filter((one) => one.requirement === requirement && one.place === place);
  if (found.length === 0) {
    await storyAt(t, place);
    throw await nothing();
  }
  for (const { wrong } of found) t.judge(wrong, 1);
}

/** @throws NotTested where items do not show their tags, so that nobody can say whether one has a tag once */
async function needTagsOf(t: Context, { kind }: Place): Promise<void> {
  const { findings } = await story(t);
  const isShown = findings.some(
    ({ requirement }) => requirement === (kind === KPI.kind ? 'kpis.tag-shown' : 'tags.dashboard-shown'),
  );
  if (!isShown) throw t.nothingShown(kind, 'tags');
}

/** What ends a check of a place that no tag from elsewhere came to: nothing else can be tagged, or tags show no ids. */
async function noneFromElsewhere(t: Context, place: Place): Promise<Error> {
  const { unusable } = await story(t);
  const reasons = PLACES.filter((one) => one !== place).map((one) => unusable.get(one));
  if (reasons.includes(undefined)) return t.nothingShown('tag', 'id');
  const untested = reasons.find((reason) => !(reason instanceof NotApplicable));
  return (
    untested ?? new NotApplicable(`nothing else than ${a(place)} can be tagged, so that no tag comes from elsewhere`)
  );
}

const perPlace = ({ requirement, title, places = PLACES, fields, existing }: Rule): Check[] =>
  places.map((place) =>
    check(
      title(a(place)),
      requirement,
      async (t) => {
        t.needGroup(place.group);
        const shown = fields ?? (requirement.startsWith('tags.counts') ? count(place) : 'id');
        await judge(t, requirement, place, () =>
          requirement === 'tags.identity-places' ? noneFromElsewhere(t, place) : t.nothingShown('tag', shown),
        );
        if (requirement === 'tags.repeat' && readable(t, place)) await needTagsOf(t, place);
        if (existing && place !== INSIGHT) await unlessUntested(existing(t, place), undefined);
        if (requirement === 'tags.first-use') t.also('second');
      },
      requirement === 'general.success-status' ? [place.operation] : [place.operation, ...LISTED],
    ),
  );

/** Judges what shows of further tags, and on further items, beside the story. */
async function judgeFurtherShown(t: Context, place: Place): Promise<void> {
  if (place === KPI) await unlessUntested(expectShownOnKpi(t), undefined);
  await expectShownOnEach(t, place);
  t.also('second');
}

/** Judges what further tags leave of an item. */
async function judgeKept(t: Context, place: Place): Promise<void> {
  if (place === KPI) await unlessUntested(expectNoneBelow(t), undefined);
  if (!readable(t, place)) return;
  await expectNothingTaken(t, place);
  await expectAllKept(t, place);
}

/** What each rule judges beside the story. */
const BESIDE = {
  shown: judgeFurtherShown,
  adds: judgeKept,
  only: (t: Context, place: Place) => unlessUntested(expectOnNoOther(t, place), undefined),
} as const;

const onItem = (place: Place, prefix: string): Check[] =>
  (
    [
      ['shown', `a tag shows once on the ${place.noun} that was given it`],
      ['adds', `a new tag leaves the ${place.noun} its tags and all else`],
      ['only', `a tag shows on no other ${place.noun}`],
    ] as const
  ).map(([rule, title]) =>
    check(title, `${prefix}-${rule}`, async (t) => {
      t.needGroup(`${place.kind}s`);
      if (readable(t, place)) await judge(t, `${prefix}-${rule}`, place, () => t.nothingShown(place.kind, 'tags'));
      await BESIDE[rule](t, place);
    }),
  );

const open = PLACES.flatMap((place) => [
  check(
    `what is answered when ${a(place)} has the tag already`,
    'tags.repeat-answer',
    async (t) => {
      const { uses } = await storyAt(t, place);
      return uses.filter((one) => one.place === place && one.had).map(({ answer }) => answer.status);
    },
    [place.operation],
  ),
  check(
    `which spelling of a tag on ${a(place)} is shown`,
    'tags.spelling',
    async (t) => {
      const { tags, last } = await storyAt(t, place);
      const tag = tags.find((one) => one.place === place);
      const later = last.lists.first?.items.find(({ id }) => id === tag?.id);
      const form = (text: unknown) =>
        typeof text === 'string'
          ? text.replace(/gc([- ])\S+?\1\d+\1\d+\1tag/i, (name) => name.replace(/[\d-]+/g, '-'))
          : 'absent';
      return {
        sent: form(tag?.title),
        title: form(tag?.entry?.title),
        name: form(tag?.entry?.name),
        later: form(later?.title),
      };
    },
    [place.operation, 'tags.list'],
  ),
]);

export const judged: readonly Check[] = [
  ...rules.flatMap(perPlace),
  ...onItem(DASHBOARD, 'tags.dashboard'),
  ...onItem(KPI, 'kpis.tag'),
  check('a new tag is named by one usage, which names its dashboard', 'dashboards.usages-at-once', (t) => {
    t.needGroup('dashboards');
    return judge(t, 'dashboards.usages-at-once', DASHBOARD, () => t.nothingShown('tag', 'title'));
  }),
  check('the usage of a tag that exists names a further dashboard', 'dashboards.usages-at-once', async (t) => {
    t.needGroup('dashboards');
    await unlessUntested(expectUsageOfGiven(t), undefined);
    return expectUsed(t);
  }),
  ...open,
];
