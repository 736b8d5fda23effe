/** A dashboard by its tag. What the tag in the path is, is open: title, name, id, or the text that dashboards have as tag. */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { tagKey } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { peek } from '../../support/records/views.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { sample } from '../../support/values/sample.ts';
import { shortened } from '../../support/values/texts.ts';

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

const tagsOf = ({ tags }: JsonRecord): unknown[] | undefined => (Array.isArray(tags) ? tags : undefined);

/** What tags of dashboards could be called in the path. */
async function candidates(t: Context): Promise<Candidate[]> {
  const { items } = await readKind(t, KIND);
  const tags = items.flatMap((item) => (tagsOf(item) ?? []).filter(isRecord));
  const some = sample([...new Map(tags.map((one) => [one.id ?? one.title, one])).values()], SAMPLES);
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

/** The candidates that find a dashboard, and what they find; asked once. */
function findings(t: Context): Promise<Found[]> {
  return t.once('dashboards by tag', async () => {
    const all = await candidates(t);
    const given = (t.fixtures.ids.dashboardTag ?? []).map((value): Candidate => ({ kind: 'title', value }));
    const asked = await Promise.all(
      [...all, ...given].map(async (one) => ({ ...one, answer: await askByTag(t, one.value) })),
    );
    return asked.flatMap((one) =>
      one.answer.ok && isRecord(one.answer.json)
        ? [{ ...one, dashboard: withoutNulls(one.answer.json) as JsonRecord }]
        : [],
    );
  });
}

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

export const byTag: readonly Check[] = [
  check('the dashboard that is read by a tag carries it, and a part of a tag finds none', 'dashboards.by-tag', (t) =>
    eventually(t, async (now) => {
      const given = t.fixtures.ids.dashboardTag ?? [];
      await Promise.all(given.map((value) => now.ok('dashboards.byTag', { params: { tag: value } })));
      const found = await someFindings(now);
      const told = await tellable(now, found);
      for (const { value, answer } of told) await expectCarries(now, value, value, answer);
      const parts = partsOf(t, sample([...new Set(found.map(({ value }) => value))], 3));
      for (const part of parts) {
        const answer = await askByTag(now, part);
        if (answer.ok) await expectCarries(now, part, part, answer);
      }
    }),
  ),

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
