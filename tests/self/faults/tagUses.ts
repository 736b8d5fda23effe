/** What a team could get wrong with titles that are nearly the same, with tags that exist, and with what else an item has. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Tag } from '../../../reference-server/store/account.ts';
import { isOfRuns } from '../../support/engine/uniqueNames.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, asIf, each, instead, refuses, rule, type Shown, stored } from './vocabulary.ts';

const PLACES = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'];

const fault = faultOf('');

const titleIn = ({ body }: Call) => String((body as Shown | undefined)?.title ?? '');
const keyOf = (title: string) => title.trim().toLowerCase();
const answered = ({ account }: Call, body: unknown): Tag | undefined => account.tags.get(String((body as Shown).id));
const isOwn = ({ title }: Tag) => isOfRuns(title);

type Next = (call: Call) => Answer;

/** The answer of a server that does not see some tags. */
function hiding(call: Call, next: Next, hides: (tag: Tag) => boolean): Answer {
  const { tags } = call.account;
  const seen = new Map([...tags].filter(([, tag]) => !hides(tag)));
  const answer = next({ ...call, account: { ...call.account, tags: seen } });
  for (const [id, tag] of seen) tags.set(id, tag);
  return answer;
}

/** Looks a title up among some tags only. */
const among = (hides: (tag: Tag) => boolean) => instead(PLACES, (call, next) => hiding(call, next, hides));

/** Uses the tag that this finds instead of the one with the title. */
const found = (find: (tag: Tag, title: string) => boolean) =>
  stored(PLACES, (body, { account }) => {
    const title = String(body.title ?? '');
    const tag = [...account.tags.values()].find((one) => find(one, title));
    return tag && body.title !== undefined ? { ...body, title: tag.title } : body;
  });

/** Takes another title for the one that was sent. */
const retitled = (on: readonly string[], change: (title: string) => string) =>
  stored(on, ({ title, ...body }) => (typeof title === 'string' ? { ...body, title: change(title) } : body));

export const likePattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
  );

const titles: Fault[] = [
  fault(
    'tags-without-plural',
    'a title with the s of a plural is the one without',
    'tags.identity-distinct',
    rule(PLACES, () => ({ tagKey: (title) => keyOf(title).replace(/s$/, '') })),
  ),
  fault(
    'tags-without-plus',
    'C++ and C are one tag',
    'tags.identity-distinct',
    rule(PLACES, () => ({ tagKey: (title) => keyOf(title).replaceAll('+', '') })),
  ),
  fault(
    'tags-without-emoji',
    'a title with an emoji is the one without',
    'tags.identity-distinct',
    rule(PLACES, () => ({ tagKey: (title) => keyOf(title.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')) })),
  ),
  fault(
    'tags-with-emoji-alike',
    'all signs beyond the basic plane are equal',
    'dashboards.by-tag',
    rule(['dashboards.byTag', ...PLACES], () => ({
      tagKey: (title) => keyOf(title).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    })),
  ),
  fault(
    'tags-by-letters',
    'what is no letter, digit or space in a title does not count',
    'tags.identity-distinct',
    rule(PLACES, () => ({ tagKey: (title) => keyOf(title.replaceAll(/[^\p{L}\p{N} ]/gu, '')) })),
  ),
  fault(
    'tags-by-patterns',
    'a tag is looked up by a pattern of SQL, in which % is any text and _ any sign',
    ['tags.identity-distinct', 'tags.identity-law'],
    found((tag, title) => likePattern(keyOf(title)).test(keyOf(tag.title))),
  ),
  fault(
    'tags-slash-is-path',
    'of a title with a slash the last part is the tag',
    ['tags.answer', 'tags.identity-distinct'],
    retitled(PLACES, (title) => title.split('/').at(-1) as string),
  ),
  fault(
    'tags-lose-quotes',
    'titles lose apostrophes, backslashes and percent signs',
    ['tags.answer', 'tags.identity-distinct'],
    retitled(PLACES, (title) => title.replaceAll(/['\\%]/g, '')),
  ),
  fault(
    'tags-cut-at-191',
    'titles are cut after 191 characters',
    ['tags.answer', 'tags.identity-distinct'],
    retitled(PLACES, (title) => title.trim().slice(0, 191)),
  ),
  fault(
    'tags-digits-off-goals',
    'everywhere but on goals a title of digits is taken for a number',
    ['tags.answer', 'tags.identity-distinct'],
    retitled(PLACES.slice(1), (title) => (/^\d+$/.test(title.trim()) ? String(Number(title)) : title)),
  ),
  fault(
    'tags-of-before-mind-case',
    'the case of letters is minded in tags that were there before',
    'tags.identity-case',
    instead(PLACES, (call, next) =>
      hiding(call, next, (tag) => {
        const title = titleIn(call);
        return !isOwn(tag) && keyOf(tag.title) === keyOf(title) && tag.title !== title.trim();
      }),
    ),
  ),
  fault(
    'tags-of-before-doubled-by-case',
    'another case of a tag that was there before makes a second one, and the first is answered',
    'tags.identity-case',
    also(PLACES, (call) => {
      const title = titleIn(call);
      const known = [...call.account.tags.values()].find((tag) => !isOwn(tag) && keyOf(tag.title) === keyOf(title));
      if (!known || known.title === title.trim()) return;
      const id = call.account.newId();
      call.account.tags.set(id, { ...known, id, title: title.trim() });
    }),
  ),
  fault(
    'tags-by-beginning',
    'a title that begins another one is taken for it',
    ['tags.identity-distinct', 'tags.identity-law'],
    found((tag, title) => keyOf(title) !== '' && keyOf(tag.title).startsWith(keyOf(title))),
  ),
  fault(
    'tags-escaped',
    'the title of a new tag is escaped as markup is',
    ['tags.answer', 'tags.identity-distinct'],
    also(PLACES, (call, { body }) => {
      const tag = answered(call, body);
      if (!tag || tag.title !== titleIn(call)) return;
      tag.title = tag.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      (body as Shown).title = tag.title;
    }),
  ),
  fault(
    'tags-split-at-commas',
    'a title with a comma becomes several tags of a goal',
    ['tags.answer', 'tags.identity-distinct'],
    stored('tags.tagGoal', ({ title, ...body }) =>
      typeof title === 'string' && title.includes(',') ? { ...body, titles: title.split(',') } : { ...body, title },
    ),
  ),
  fault(
    'tags-lose-last-title',
    'of three and more titles the last one becomes no tag of the goal',
    'tags.goal-titles',
    stored('tags.tagGoal', ({ titles, ...body }) =>
      Array.isArray(titles) ? { ...body, titles: titles.length > 2 ? titles.slice(0, -1) : titles } : body,
    ),
  ),
  fault(
    'tags-mind-case-of-others',
    'the case of letters is minded for all but the first user',
    'tags.identity-case',
    asIf(PLACES, (call) =>
      [...call.account.users.keys()][0] === call.user.id
        ? {}
        : { rules: { ...call.rules, tagKey: (title: string) => title.trim() } },
    ),
  ),
  fault(
    'tags-by-name',
    'names are slugs, and a title that is the name of a tag is taken for it',
    'tags.identity-distinct',
    instead('tags.tagGoal', (call, next) => {
      const { tags } = call.account;
      const named = [...tags.values()].find(({ name }) => name === titleIn(call));
      const answer = next(named ? { ...call, body: { ...(call.body as Shown), title: named.title } } : call);
      const tag = answer.status < 300 ? answered(call, answer.body) : undefined;
      if (tag) tag.name = keyOf(tag.title).replaceAll(' ', '-');
      return answer;
    }),
  ),
  fault(
    'tags-by-flow-name',
    'the flowName is taken for the title',
    'tags.goal-flow-title',
    stored('tags.tagGoal', (body) => (body.flowName ? { ...body, title: body.flowName } : body)),
  ),
];

const existing: Fault[] = [
  fault('tags-renamed-by-use', 'each use of a tag changes its name', 'tags.kept', () => {
    const uses = new Map<string, number>();
    return also(PLACES, (call, { body }) => {
      const tag = answered(call, body);
      if (!tag || !isOwn(tag)) return;
      uses.set(tag.id, (uses.get(tag.id) ?? 0) + 1);
      tag.name = `${keyOf(tag.title)} ${uses.get(tag.id)}`;
    });
  }),
  fault(
    'tags-of-before-created-anew',
    'tags that were there before are created anew',
    'tags.later-use',
    among((tag) => !isOwn(tag)),
  ),
  fault(
    'tags-below-created-anew',
    'tags below another one are created anew',
    'tags.later-use',
    among(({ parentId }) => parentId !== undefined),
  ),
  fault(
    'tags-from-elsewhere-anew-on-goals',
    'a goal gets a tag of its own where the title came from another item',
    'tags.identity-places',
    () => {
      const origins = new Map<string, string>();
      return instead(PLACES, (call, next) => {
        const key = keyOf(titleIn(call));
        const here = call.operation.id;
        const origin = origins.get(key) ?? here;
        origins.set(key, origin);
        const apart = here === 'tags.tagGoal' && origin !== here;
        return apart ? hiding(call, next, ({ title }) => keyOf(title) === key) : next(call);
      });
    },
  ),
  fault('tags-anew-at-fifth-use', 'the fifth use of a title on insights makes a new tag', 'tags.later-use', () => {
    const uses = new Map<string, number>();
    return instead('tags.tagInsight', (call, next) => {
      const key = keyOf(titleIn(call));
      uses.set(key, (uses.get(key) ?? 0) + 1);
      return uses.get(key) === 5 ? hiding(call, next, ({ title }) => keyOf(title) === key) : next(call);
    });
  }),
  fault(
    'tag-goal-without-titles-refused',
    'a goal cannot be tagged by title without titles',
    'tags.goal-title',
    refuses('tags.tagGoal', 400, ({ body }) => (body as Shown).titles === undefined),
  ),
  fault(
    'tag-kpi-with-those-below',
    'the tags below a tag are put on the KPI, too',
    'kpis.tag-adds',
    also('kpis.tag', (call, { body }) => {
      const kpi = call.account.kpis.get(String(call.params.kpiId));
      const { id } = body as Shown;
      const below = [...call.account.tags.values()].filter(({ parentId }) => parentId === id).map((tag) => tag.id);
      if (kpi) kpi.tagIds = [...new Set([...kpi.tagIds, ...below])];
    }),
  ),
  fault(
    'tag-kpi-with-namesakes',
    'KPIs of the same name get the tag of a KPI, too',
    'kpis.tag-only',
    also('kpis.tag', ({ account, params }, { body }) => {
      const kpi = account.kpis.get(String(params.kpiId));
      for (const other of account.kpis.values())
        if (other.name === kpi?.name) other.tagIds = [...new Set([...other.tagIds, String((body as Shown).id)])];
    }),
  ),
  fault(
    'tag-kpi-first-only',
    'a tag that was there before is put on no KPI that has tags',
    'kpis.tag-shown',
    instead('kpis.tag', (call, next) => {
      const kpi = call.account.kpis.get(String(call.params.kpiId));
      const had = [...(kpi?.tagIds ?? [])];
      const answer = next(call);
      const tag = answered(call, answer.body);
      if (kpi && had.length > 0 && tag && !isOwn(tag)) kpi.tagIds = had;
      return answer;
    }),
  ),
];

const answers: Fault[] = [
  fault(
    'tags-that-exist-answer-200',
    'a goal that is given a tag that exists is answered with 200',
    'general.success-status',
    instead('tags.tagGoal', (call, next) => {
      const before = call.account.tags.size;
      const answer = next(call);
      return answer.status < 300 && call.account.tags.size === before ? { ...answer, status: 200 } : answer;
    }),
  ),
  fault(
    'dashboards-by-new-tags-not',
    'tags of this run find no dashboard',
    'dashboards.by-tag-new',
    refuses('dashboards.byTag', 404, ({ params }) => /^\s*gc-/i.test(String(params.tag))),
  ),
  fault(
    'goals-met-kept-for-each-user',
    'goals met are kept for each user and query, until this user tags a goal',
    'tags.goal-shown',
    () => {
      const kept = new Map<string, Answer>();
      return instead(['sessions.goalsMet', 'tags.tagGoal'], (call, next) => {
        const { operation, user, params, query } = call;
        if (operation.id === 'tags.tagGoal')
          for (const key of kept.keys()) if (key.startsWith(user.id)) kept.delete(key);
        if (operation.id === 'tags.tagGoal') return next(call);
        const key = `${user.id} ${params.id} ${query}`;
        const answer = structuredClone(kept.get(key)) ?? next(call);
        kept.set(key, structuredClone(answer));
        return answer;
      });
    },
  ),
  ...(
    [
      ['cut-at-dot', 'is cut at its last dot', (tag) => tag.replace(/\.\w*$/, '')],
      ['as-latin-1', 'is read as ISO-8859-1', (tag) => Buffer.from(tag).toString('latin1')],
      ['decoded-twice', 'is decoded once more', decodeURIComponent],
    ] as readonly [string, string, (tag: string) => string][]
  ).map(([name, what, change]) =>
    fault(
      `dashboards-by-tag-${name}`,
      `the tag in the path ${what}`,
      'dashboards.by-tag-new',
      asIf('dashboards.byTag', ({ params }) => ({ params: { tag: change(String(params.tag)) } })),
    ),
  ),
  fault(
    'dashboards-by-parts-of-tags',
    'a part of a tag finds a dashboard',
    'dashboards.by-tag',
    asIf('dashboards.byTag', ({ account, params }) => {
      const whole = [...account.tags.values()].find(({ title }) => keyOf(title).includes(keyOf(String(params.tag))));
      return whole ? { params: { ...params, tag: whole.title } } : {};
    }),
  ),
  fault(
    'tags-of-insights-count-dashboards',
    'tagged insights count as dashboards',
    'tags.counts-kind',
    each('tags.list', (entry, _index, { account }) => {
      const tagged = [...account.insights.values()].filter(({ tagIds }) => tagIds.includes(String(entry.id)));
      entry.dashboardsTaggedCount = Number(entry.dashboardsTaggedCount) + tagged.length;
    }),
  ),
  fault(
    'tags-filtered-uncounted',
    'counts of goals are 0 where a filter is given',
    'lists.filter-equals',
    each('tags.list', (entry, _index, { query }) => {
      if (query.has('filter') && String(entry.title).includes('<')) entry.goalsTaggedCount = 0;
    }),
  ),
];

const items: Fault[] = [
  fault(
    'tag-kpi-leaves-groups',
    'tagging a KPI takes it out of its groups',
    'kpis.tag-adds',
    also('kpis.tag', ({ account, params }) => {
      const kpi = account.kpis.get(String(params.kpiId));
      if (kpi) kpi.groups = [];
    }),
  ),
  fault(
    'tag-dashboard-changes-its-layout',
    'tagging a dashboard that is no report puts the title where its layout was',
    'tags.dashboard-adds',
    also('tags.tagDashboard', (call) => {
      const dashboard = call.account.dashboards.get(String(call.params.dashboardId));
      if (dashboard?.layout && !dashboard.isReport) dashboard.layout = titleIn(call);
    }),
  ),
];

export const tagUseFaults: readonly Fault[] = [...titles, ...existing, ...answers, ...items];
