/** A dashboard by its tag. What the tag in the path is, is open: title, name, id, or the text that dashboards have as tag. */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { DASHBOARD, itemsOfPlace, newTitle, tag, tagKey } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { peek } from '../../support/records/views.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { spread } from '../../support/values/sample.ts';

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

const ask = (t: Context, value: string) => t.send('dashboards.byTag', { params: { tag: value } });

const tagsOf = ({ tags }: JsonRecord): unknown[] | undefined => (Array.isArray(tags) ? tags : undefined);

/** What tags of dashboards could be called in the path. */
async function candidates(t: Context): Promise<Candidate[]> {
  const { items } = await readKind(t, KIND);
  const tags = items.flatMap((item) => (tagsOf(item) ?? []).filter(isRecord));
  const some = spread([...new Map(tags.map((one) => [one.id ?? one.title, one])).values()], SAMPLES);
  const texts = spread(
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
      [...all, ...given].map(async (one) => ({ ...one, answer: await ask(t, one.value) })),
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
    throw new NotTested('no dashboard is found by any tag that is known', 'FIXTURES: ids.dashboardTag');
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

/** Judges that what was found by a tag carries it: in the answer, or by id where the answer leaves its tags out. */
async function expectCarries(t: Context, value: string, tagged: string, answer: Answer): Promise<void> {
  const dashboard = (isRecord(answer.json) ? withoutNulls(answer.json) : {}) as JsonRecord;
  const byId = typeof dashboard.id === 'string' ? await peek(t, KIND, dashboard.id) : undefined;
  const shown = [dashboard, byId ?? {}].map((record) => carries(record, tagged));
  if (shown.every((one) => one === undefined))
    throw new NotApplicable('dashboards show no tags, as fields may be absent');
  t.expect(shown.includes(true), `the dashboard that ${JSON.stringify(value)} finds does not carry the tag`, {
    expected: tagged,
    received: { id: dashboard.id, tag: dashboard.tag, tags: dashboard.tags ?? byId?.tags },
    at: '/tags',
    exchange: answer,
  });
}

const spellings = (title: string) => [
  title.toUpperCase(),
  title.toLowerCase(),
  ` ${title}`,
  `${title} `,
  `  ${title.toUpperCase()} `,
];

/** Titles that find a dashboard as titles: not because a name or another text is spelled like them. */
async function foundByTitle(t: Context): Promise<{ title: string; answer: Answer }[]> {
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

/** A new tag on a dashboard, and what its title finds; undefined where no dashboard takes it. */
const ownTag = (t: Context): Promise<{ title: string; answer: Answer } | undefined> =>
  t.once('own tag', async () => {
    const [item] = await itemsOfPlace(t, DASHBOARD);
    const title = newTitle(t);
    const { answer } = await tag(t, DASHBOARD, item as string, title);
    return answer.ok ? { title, answer: await ask(t, title) } : undefined;
  });

/** A new tag, where the data of the account has no title to find a dashboard by. */
async function ownTitle(t: Context): Promise<{ title: string; answer: Answer }[]> {
  const own = await ownTag(t);
  return own?.answer.ok ? [own] : [];
}

export const byTag: readonly Check[] = [
  check('the dashboard that is read by a tag carries it', 'dashboards.by-tag', async (t) => {
    const given = t.fixtures.ids.dashboardTag ?? [];
    await Promise.all(given.map((value) => t.ok('dashboards.byTag', { params: { tag: value } })));
    for (const { value, answer } of await someFindings(t)) await expectCarries(t, value, value, answer);
  }),

  check('a part of a tag finds no dashboard without such a tag', 'dashboards.by-tag', async (t) => {
    const values = spread([...new Set((await someFindings(t)).map(({ value }) => value))], 3);
    const parts = values.flatMap((value) => [
      value.slice(0, -1),
      value.slice(1),
      value.split(' ')[0] as string,
      `${value.split(' ')[0]} ${t.names.next('part')}`,
    ]);
    const some = [...new Set(parts)].filter((part) => part.trim() !== '' && !values.includes(part));
    const answers = await Promise.all(some.map(async (part) => ({ part, answer: await ask(t, part) })));
    for (const { part, answer } of answers) if (answer.ok) await expectCarries(t, part, part, answer);
  }),

  check('a dashboard is found by a tag title in every spelling', 'dashboards.by-tag-identity', async (t) => {
    const byTitle = await foundByTitle(t);
    const found = byTitle.length > 0 ? byTitle : await ownTitle(t);
    if (found.length === 0)
      throw new NotApplicable('no dashboard is found by the title of a tag; what the path takes is open');
    await Promise.all(
      spread(found, 3).flatMap(({ title }) =>
        spellings(title)
          .filter((spelling) => tagKey(spelling) === tagKey(title))
          .map(async (spelling) => {
            const answer = await ask(t, spelling);
            t.expect(
              answer.ok,
              `${JSON.stringify(title)} finds a dashboard, and ${JSON.stringify(spelling)} does not`,
              {
                expected: 200,
                received: answer.status,
                exchange: answer,
              },
            );
            await expectCarries(t, spelling, title, answer);
          }),
      ),
    );
  }),

  check('a tag finds a dashboard as soon as it is put on one', 'dashboards.by-tag-new', async (t) => {
    if ((await foundByTitle(t)).length === 0)
      throw new NotApplicable('no dashboard is found by the title of a tag; what the path takes is open');
    const own = await ownTag(t);
    if (!own) throw new NotTested('no dashboard could be given a tag', 'a target whose tags.tagDashboard succeeds');
    const { title, answer } = own;
    t.expect(answer.ok, 'titles of tags find dashboards, and that of a new tag finds none', {
      expected: 200,
      received: answer.status,
      exchange: answer,
    });
    await expectCarries(t, title, title, answer);
  }),

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
