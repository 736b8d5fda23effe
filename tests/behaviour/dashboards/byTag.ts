/** A dashboard by its tag. What the tag in the path is, is open: title, name, id, or the text that dashboards have as tag. */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { readTags, tagKey } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { recordsIn, strings } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { sample } from '../../support/values/sample.ts';
import { patterned, shortened } from '../../support/values/texts.ts';
import { hiddenFrom, tagsOf as tagsOfHidden } from './hidden.ts';

const KIND = 'dashboard';
const SAMPLES = 6;
const KINDS = ['title', 'name', 'id', 'tag'] as const;

interface Candidate {
  kind: (typeof KINDS)[number];
  value: string;
  /** The tag that has it; undefined for the text of a dashboard. */
  tag?: JsonRecord;
}

interface Found extends Candidate {
  answer: Answer;
  dashboard: JsonRecord;
}

/** The dashboard by this tag. */
export const askByTag = (t: Context, value: string): Promise<Answer> =>
  t.send('dashboards.byTag', { params: { tag: value } });

/**
 * Some tags of the dashboards in the user's list, and some that dashboards have besides which the user cannot access: who finds
 * one of these first may answer that there is none.
 */
async function someTags(t: Context, items: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const shown = items.flatMap((item) => recordsIn(item.tags));
  const tags = [...new Map(shown.map((one) => [one.id ?? one.title, one])).values()];
  const texts = await t.once('tags of hidden dashboards', async () =>
    tagsOfHidden(t, await unlessUntested(hiddenFrom(t, 'first'), []), 'first'),
  );
  const elsewhere = new Set(texts.map(tagKey));
  const shared = tags.filter(({ title, name }) => strings([title, name]).some((text) => elsewhere.has(tagKey(text))));
  return [...new Set([...sample(tags, SAMPLES), ...sample(shared, SAMPLES / 2)])];
}

/** What tags of dashboards could be called in the path. */
async function candidates(t: Context): Promise<Candidate[]> {
  const { items } = await readKind(t, KIND);
  const some = await someTags(t, items);
  const texts = sample(
    items.flatMap(({ tag: text }) => (typeof text === 'string' && text !== '' ? [text] : [])),
    SAMPLES,
  );
  return [
    ...some.flatMap((one) =>
      (['title', 'name', 'id'] as const).flatMap((kind) => {
        const value = one[kind];
        return typeof value === 'string' && value.trim() !== '' ? [{ kind, value, tag: one }] : [];
      }),
    ),
    ...texts.map((value) => ({ kind: 'tag' as const, value })),
  ];
}

/** The candidates, and what is answered to each; asked once. */
const asked = (t: Context): Promise<(Candidate & { answer: Answer })[]> =>
  t.once('dashboards by tag', async () => {
    const all = await candidates(t);
    const given = (t.fixtures.ids.dashboardTag ?? []).map((value): Candidate => ({ kind: 'title', value }));
    return Promise.all([...all, ...given].map(async (one) => ({ ...one, answer: await askByTag(t, one.value) })));
  });

/** The candidates that find a dashboard, and what they find. */
const findings = async (t: Context): Promise<Found[]> =>
  (await asked(t)).flatMap((one) =>
    one.answer.ok && isRecord(one.answer.json)
      ? [{ ...one, dashboard: withoutNulls(one.answer.json) as JsonRecord }]
      : [],
  );

async function someFindings(t: Context): Promise<Found[]> {
  const found = await findings(t);
  if (found.length === 0)
    throw lacking(t, ['dashboardTag'], 'no dashboard is found by any tag that is known', 'FIXTURES: ids.dashboardTag');
  return found;
}

/** Whether a dashboard carries a tag of this text; undefined when it does not show. */
function carries({ tags, tag: text }: JsonRecord, value: string): boolean | undefined {
  const same = (other: unknown) => typeof other === 'string' && (other === value || tagKey(other) === tagKey(value));
  if (same(text)) return true;
  if (!Array.isArray(tags)) return undefined;
  if (tags.some((one) => (isRecord(one) ? [one.title, one.name, one.id].some(same) : same(one)))) return true;
  // A type name may stand in the place of a tag, and a tag may come without title and name.
  return tags.every((one) => isRecord(one) && (one.title ?? one.name) !== undefined) ? false : undefined;
}

/**
 * What was found by tags of which it can be told whether a dashboard carries them: a given one may be the text that
 * dashboards have as tag, and where no dashboard shows that text, it is not to be seen.
 */
async function tellable(t: Context, found: readonly Found[]): Promise<Found[]> {
  if ((await candidates(t)).some(({ kind }) => kind === 'tag')) return [...found];
  const told = found.filter(({ tag, value, dashboard }) => tag || dashboard.tag || carries(dashboard, value));
  if (told.length === 0) throw t.nothingShown(KIND, 'tag');
  return told;
}

/** Judges that what was found by a tag carries it: in the answer, or by id where the answer leaves its tags out. */
export async function expectCarries(t: Context, value: string, tagged: string, answer: Answer): Promise<void> {
  const dashboard = (isRecord(answer.json) ? withoutNulls(answer.json) : {}) as JsonRecord;
  t.expect(Object.keys(dashboard).length > 0, `a success for ${JSON.stringify(value)} holds no dashboard`, {
    expected: 'a dashboard, or 404',
    received: answer.json,
    exchange: answer,
  });
  const byId = typeof dashboard.id === 'string' ? await peek(t, KIND, dashboard.id) : undefined;
  // The answer may repeat the tag of the request, which says nothing.
  const { tag: _, ...rest } = dashboard;
  const shown = [byId ? rest : dashboard, byId ?? {}].map((record) => carries(record, tagged));
  if (shown.every((one) => one === undefined)) throw t.nothingShown(KIND, 'tags');
  t.expect(shown.includes(true), `the dashboard that ${JSON.stringify(value)} finds does not carry the tag`, {
    expected: tagged,
    received: { id: dashboard.id, tag: dashboard.tag, tags: dashboard.tags ?? byId?.tags },
    at: '/tags',
    exchange: answer,
  });
}

const spellings = (title: string) =>
  [title.toUpperCase(), title.toLowerCase(), ` ${title}`, `${title} `, `  ${title.toUpperCase()} `].filter(
    (spelling) => tagKey(spelling) === tagKey(title),
  );

/** Whether anything that is known finds a dashboard. */
export const findsAny = async (t: Context): Promise<boolean> => (await findings(t)).length > 0;

/** Titles that find a dashboard as titles: not because a name or another text is spelled like them. */
export async function foundByTitle(t: Context): Promise<{ title: string; answer: Answer }[]> {
  const found = (await findings(t)).filter(({ kind, tag: of }) => kind === 'title' && of);
  const apart = found.filter(
    ({ value, tag: of, dashboard }) => of?.name !== value && of?.id !== value && dashboard.tag !== value,
  );
  // Where names are never anything else than titles, finding by one is finding by the other.
  const same = (await candidates(t)).every(
    ({ kind, value, tag: of }) => kind !== 'title' || of?.name === undefined || of.name === value,
  );
  const texts = found.filter(({ value, dashboard }) => dashboard.tag !== value);
  return (apart.length > 0 || !same ? apart : texts).map(({ value, answer }) => ({ title: value, answer }));
}

/** Whether a text says the same tag as another one: who finds it by one may have found it by the other. */
const isSameKey = (text: unknown, value: string) => typeof text === 'string' && tagKey(text) === tagKey(value);

/** Kinds of texts of tags that find dashboards for sure: each has found one by a text that says nothing of another kind. */
async function kindsThatFind(t: Context): Promise<Set<string>> {
  const apart = (await findings(t)).filter(({ kind, value, tag, dashboard }) =>
    KINDS.every((other) => other === kind || !isSameKey(other === 'tag' ? dashboard.tag : tag?.[other], value)),
  );
  const byTitle = (await foundByTitle(t)).length > 0;
  return new Set([...apart.filter(({ tag }) => tag).map(({ kind }) => kind), ...(byTitle ? ['title'] : [])]);
}

/** What any server takes in a path. */
export const PLAIN = /^[\p{L}\p{N} _-]+$/u;

/** Whether a dashboard in the list must be found by a tag: archived ones and tags that are not active need not be. */
async function isDue(t: Context, item: JsonRecord, tag: JsonRecord): Promise<boolean> {
  const carried = recordsIn(item.tags).find((one) => (one.id ?? one.title) === (tag.id ?? tag.title));
  if (!carried || carried.isActive === false) return false;
  // Lists may leave out that a dashboard is archived.
  const byId = typeof item.id === 'string' ? await peek(t, KIND, item.id) : undefined;
  return [item, byId].every((record) => record?.archived !== true && record?.isReport !== true);
}

/** Judges that tags of dashboards in the user's list find one, as far as this kind of text is known to find any. */
async function expectEachFinds(t: Context): Promise<void> {
  const kinds = await kindsThatFind(t);
  const told = (await asked(t)).filter(({ kind, value, tag }) => tag && kinds.has(kind) && PLAIN.test(value));
  if (told.length === 0) {
    await someFindings(t);
    throw new NotApplicable('what finds dashboards is no title, name or id of their tags');
  }
  t.judge(undefined, told.filter(({ answer }) => answer.ok).length);
  for (const { kind, value, tag = {} } of told.filter(({ answer }) => answer.status === 404))
    await eventually(t, async (now) => {
      const { items } = await readKind(now, KIND);
      const due = await Promise.all(items.map(async (item) => ((await isDue(now, item, tag)) ? [item] : [])));
      const answer = await askByTag(now, value);
      const message = `other tags find dashboards by their ${kind}, and one of a dashboard in the list finds none`;
      if (due.flat().length > 0) now.succeeded(answer, message);
    });
}

/** Judges that a dashboard is found by every spelling of a title that finds one. */
export async function expectEverySpelling(t: Context, title: string): Promise<void> {
  await Promise.all(
    spellings(title).map(async (spelling) => {
      const answer = await askByTag(t, spelling);
      t.succeeded(answer, `${JSON.stringify(title)} finds a dashboard, and ${JSON.stringify(spelling)} does not`);
      await expectCarries(t, spelling, title, answer);
    }),
  );
}

/** Parts of tags, and tags with something else behind them: what no dashboard has as its tag. */
function partsOf(t: Context, values: readonly string[]): string[] {
  const parts = values.flatMap((value) => [
    ...shortened(value),
    value.split(' ')[0] as string,
    `${value.split(' ')[0]} ${t.names.next('part')}`,
  ]);
  return [...new Set(parts)].filter((part) => part.trim() !== '' && !values.includes(part));
}

/** Titles of tags that no dashboard has, as far as the list of tags tells. */
async function withoutDashboards(t: Context): Promise<string[]> {
  if (!t.claims('tags')) return [];
  const { items } = await unlessUntested(readTags(t), { items: [] });
  // What is on a tag below may count for the one above it.
  const bare = items.filter((tag) => tag.dashboardsTaggedCount === 0 && recordsIn(tag.items).length === 0);
  const titles = strings(bare.map(({ title }) => title));
  return sample(
    titles.filter((title) => PLAIN.test(title)),
    2,
  );
}

export const byTag: readonly Check[] = [
  check('the dashboard that is read by a tag carries it, and a part of a tag finds none', 'dashboards.by-tag', (t) =>
    eventually(t, async (now) => {
      const given = t.fixtures.ids.dashboardTag ?? [];
      await Promise.all(given.map((value) => now.ok('dashboards.byTag', { params: { tag: value } })));
      const found = await someFindings(now);
      const told = await tellable(now, found);
      for (const { value, answer } of told) await expectCarries(now, value, value, answer);
      const values = sample([...new Set(found.map(({ value }) => value))], 3);
      // One is enough to see whether it is taken for a pattern; what a slash does in a path is another matter.
      const patterns = values.slice(0, 1).flatMap(patterned);
      for (const part of [...partsOf(t, values), ...patterns, ...(await withoutDashboards(now))]) {
        const answer = await askByTag(now, part);
        if (answer.ok) await expectCarries(now, part, part, answer);
      }
    }),
  ),

  check('each tag of a dashboard in the list finds one', 'dashboards.by-tag-new', (t) => expectEachFinds(t)),

  check('what finds a dashboard by its tag', 'dashboards.by-tag-kind', async (t) => {
    const [all, found] = [await candidates(t), await findings(t)];
    const share = (kind: string) =>
      [found, all].map((list) => list.filter((one) => one.kind === kind && (one.tag || kind === 'tag')).length);
    return Object.fromEntries(KINDS.map((kind) => [kind, share(kind).join(' of ')]));
  }),

  check('which dashboard is found where several carry the tag', 'dashboards.by-tag-several', async (t) => {
    const { items } = await readKind(t, KIND);
    const found = (await someFindings(t)).flatMap(({ value, dashboard }) => {
      const carriers = items.filter((item) => carries(item, value)).map(({ id }) => id);
      return carriers.length > 1
        ? [`number ${carriers.indexOf(dashboard.id) + 1} of the list's ${carriers.length}`]
        : [];
    });
    return found.length > 0 ? found : 'no tag that is known is on several';
  }),
];
