/** What a team could get wrong with dashboards, reports and the usages of tags. */

import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { operation } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { asIf, body, each, instead, isFirst, rule, type Shown } from './vocabulary.ts';

type List = { count: number; items: Shown[]; totalCount: number };
type Usage = { dashboardsCount: number; dashboardsIds: string[]; tagName: string; tagTitle: string };
type Usages = { items: Usage[] };

const GET = 'dashboards.get';
const LIST = 'dashboards.list';
const BY_TAG = 'dashboards.byTag';
const REPORTS = 'dashboards.reports';
const USAGES = 'dashboards.tagUsages';

const usages = (change: (items: Usage[], call: Call) => Usage[]): Seams =>
  body(USAGES, (body: Usages, call) => ({ items: change(body.items, call) }));
const named = (usage: Usage, dashboardsIds: string[]): Usage => ({
  ...usage,
  dashboardsIds,
  dashboardsCount: dashboardsIds.length,
});

/** Each dashboard changed, wherever it is shown. */
const shown = (change: (dashboard: Shown, call: Call) => Shown): Seams =>
  each([GET, LIST, BY_TAG], (dashboard, _index, call) => Object.assign(dashboard, change(dashboard, call)));

/** Everybody may see every dashboard, in these operations. */
const open = (operation: string): Seams => rule(operation, () => ({ dashboardVisible: () => true }));

const reading: Fault[] = [
  {
    name: 'dashboard-get-first',
    title: 'reading by id gives the first dashboard',
    breaks: ['dashboards.get-record'],
    on: [GET],
    seams: instead(GET, (call, next) => {
      const [id] = [...call.account.dashboards.values()]
        .filter((one) => call.rules.dashboardVisible(call.user, one))
        .map((one) => one.id);
      return next(
        call.account.dashboards.has(call.params.dashboardId as string)
          ? { ...call, params: { dashboardId: id as string } }
          : call,
      );
    }),
  },
  {
    name: 'dashboard-list-names',
    title: 'the list shows names in upper case',
    breaks: ['dashboards.views-agree'],
    on: [LIST],
    seams: body(LIST, (body: List) => ({
      ...body,
      items: body.items.map((one) => ({ ...one, name: String(one.name).toUpperCase() })),
    })),
  },
  {
    name: 'dashboard-list-twice',
    title: 'the list shows its first dashboard twice',
    breaks: ['dashboards.views-agree'],
    on: [LIST],
    seams: body(LIST, (body: List) => ({ ...body, items: [...body.items, ...body.items.slice(0, 1)] })),
  },
  {
    name: 'dashboard-by-tag-no-report',
    title: 'the read by tag always says that a dashboard is no report',
    breaks: ['dashboards.views-agree'],
    on: [BY_TAG],
    seams: body(BY_TAG, (body: Shown) => ({ ...body, isReport: body.isReport !== true })),
  },
  {
    name: 'dashboard-parts-of-first',
    title: 'insights on a dashboard name the first dashboard of the account',
    breaks: ['dashboards.parts-own'],
    seams: shown((one, { account }) => ({
      ...one,
      insights: (one.insights as Shown[]).map((item) => ({ ...item, dashboardId: [...account.dashboards.keys()][0] })),
    })),
  },
  {
    name: 'dashboard-tags-called-otherwise',
    title: 'tags of a dashboard have the titles of others',
    breaks: ['dashboards.tags-agree'],
    seams: shown((one) => ({
      ...one,
      tags: (one.tags as Shown[]).map((tag) => ({ ...tag, title: `${tag.title} of ${one.name}` })),
    })),
  },
  {
    name: 'dashboard-actions-of-limited',
    title: 'a user without permissions may do more with a dashboard than others',
    breaks: ['dashboards.current-user'],
    seams: shown((one, { user, account }) => ({
      ...one,
      currentUserAllowedActions: [
        ...(one.currentUserAllowedActions as string[]),
        ...([...account.users.keys()].indexOf(user.id) > 1 ? ['everything'] : []),
      ],
    })),
  },
  {
    name: 'dashboards-list-actions-of-first',
    title: 'the list of dashboards shows everybody the actions of the first user',
    breaks: ['dashboards.current-user'],
    seams: each('dashboards.list', (one) => {
      one.currentUserAllowedActions = ['view', 'modify', 'delete'];
    }),
  },
  {
    name: 'hidden-dashboard-by-id',
    title: 'a hidden dashboard can be read by its id',
    breaks: ['dashboards.hidden'],
    on: [GET],
    seams: open(GET),
  },
  {
    name: 'hidden-dashboard-listed',
    title: 'a hidden dashboard stands in the list',
    breaks: ['dashboards.hidden-listed'],
    on: [LIST],
    seams: open(LIST),
  },
  {
    name: 'hidden-dashboard-counted',
    title: 'totalCount counts dashboards that are hidden from the user',
    breaks: ['dashboards.hidden-listed'],
    on: [LIST],
    seams: body(LIST, (list, { account }) => ({ ...list, totalCount: account.dashboards.size })),
  },
  {
    name: 'hidden-dashboard-by-tag',
    title: 'a tag finds hidden dashboards before others',
    breaks: ['dashboards.hidden-listed'],
    on: [BY_TAG],
    seams: instead(BY_TAG, (call, next) => {
      const hidden = [...call.account.dashboards].filter(([, one]) => !call.rules.dashboardVisible(call.user, one));
      const rest = [...call.account.dashboards].filter(([, one]) => call.rules.dashboardVisible(call.user, one));
      const account = { ...call.account, dashboards: new Map([...hidden, ...rest]) };
      return next({ ...call, account, rules: { ...call.rules, dashboardVisible: () => true } });
    }),
  },
];

const HIDDEN_FROM = ({ account, rules, user }: Call) =>
  [...account.dashboards.values()].filter((one) => !rules.dashboardVisible(user, one));

const hiddenElsewhere: Fault[] = [
  {
    name: 'hidden-dashboard-among-reports',
    title: 'the reports name hidden dashboards',
    breaks: ['dashboards.hidden-listed'],
    on: [REPORTS],
    seams: body<unknown>(REPORTS, (list, call) => [
      ...(list as unknown[]),
      ...HIDDEN_FROM(call).map(({ id, name }) => ({ id, name })),
    ]),
  },
  ...['permissions.currentUserAllowedActions', 'permissions.defaultAccessOfItem', 'permissions.allowedActions'].map(
    (id) => ({
      name: `hidden-dashboard-in-${id.split('.')[1]?.toLowerCase()}`,
      title: `${id} answers for a hidden dashboard`,
      breaks: ['dashboards.hidden-elsewhere'],
      on: [id],
      seams: open(id),
    }),
  ),
];

const reports: Fault[] = [
  {
    name: 'reports-are-all',
    title: 'the reports are all dashboards',
    breaks: ['dashboards.reports-only'],
    seams: instead(REPORTS, (call, next) => next({ ...call, rules: { ...call.rules, isReport: () => true } })),
  },
  {
    name: 'reports-are-the-others',
    title: 'the reports are the dashboards that are none',
    breaks: ['dashboards.reports-only', 'dashboards.reports-all'],
    seams: instead(REPORTS, (call, next) =>
      next({ ...call, rules: { ...call.rules, isReport: ({ isReport }) => !isReport } }),
    ),
  },
  {
    name: 'reports-without-last',
    title: 'the reports leave out the last one',
    breaks: ['dashboards.reports-all'],
    seams: body(REPORTS, (body: Shown[]) => body.slice(0, -1)),
  },
  {
    name: 'reports-with-other-ids',
    title: 'the reports have ids of their own',
    breaks: ['dashboards.reports-dashboards'],
    seams: body(REPORTS, (body: Shown[]) => body.map((one) => ({ ...one, id: `r${one.id}` }))),
  },
  {
    name: 'reports-lead-to-another',
    title: 'a report has another id where it is read by its id',
    breaks: ['dashboards.reports-dashboards'],
    seams: body('dashboards.get', (dashboard) => {
      if (dashboard.isReport === true) dashboard.id = `${dashboard.id}0`;
    }),
  },
  {
    name: 'reports-with-other-names',
    title: 'the reports all have the name of the first',
    breaks: ['dashboards.reports-dashboards'],
    seams: body(REPORTS, (body: Shown[]) => body.map((one) => ({ ...one, name: body[0]?.name }))),
  },
  {
    name: 'reports-not-listed',
    title: 'the list of dashboards leaves reports out',
    breaks: ['dashboards.reports-listed'],
    seams: body('dashboards.list', (list: { items: { isReport: boolean }[]; totalCount: number }) => {
      const items = list.items.filter(({ isReport }) => !isReport);
      return { ...list, items, count: items.length, totalCount: items.length };
    }),
  },
  {
    name: 'reports-twice',
    title: 'the reports name the last one twice',
    breaks: ['dashboards.reports-each-once'],
    seams: body(REPORTS, (body: Shown[]) => [...body, ...body.slice(-1)]),
  },
];

const byTag: Fault[] = [
  {
    name: 'by-tag-first',
    title: 'any tag finds the first dashboard',
    breaks: ['dashboards.by-tag'],
    seams: instead(BY_TAG, (call, next) => {
      const answer = next(call);
      if (answer.status !== 200) return answer;
      const wanted = call.rules.tagKey(call.params.tag as string);
      const carries = (id: string) => call.rules.tagKey(String(call.account.tags.get(id)?.title)) === wanted;
      const other = [...call.account.dashboards.values()].find(
        (one) => call.rules.dashboardVisible(call.user, one) && !one.tagIds.some(carries),
      );
      return other
        ? next({ ...call, operation: operation('dashboards.get'), params: { dashboardId: other.id } })
        : answer;
    }),
  },
  {
    name: 'by-tag-first-then-access',
    title: 'The first dashboard with the tag is looked up, and is not there where the user may not see it.',
    breaks: ['dashboards.by-tag-new'],
    seams: instead(BY_TAG, (call, next) => {
      const { account, params, rules, user } = call;
      const tag = [...account.tags.values()].find(
        ({ title }) => rules.tagKey(title) === rules.tagKey(params.tag ?? ''),
      );
      const [first] = [...account.dashboards.values()].filter(({ tagIds }) => tag && tagIds.includes(tag.id));
      return first && !rules.dashboardVisible(user, first) ? { status: 404, body: {} } : next(call);
    }),
  },
  {
    name: 'by-tag-without-dashboards-empty',
    title: 'A tag that no dashboard has is answered with success and an empty object.',
    breaks: ['dashboards.by-tag'],
    seams: instead(BY_TAG, (call, next) => {
      const answer = next(call);
      const key = call.rules.tagKey(call.params.tag ?? '');
      const exists = [...call.account.tags.values()].some(({ title }) => call.rules.tagKey(title) === key);
      return answer.status === 404 && exists ? { status: 200, body: {} } : answer;
    }),
  },
  {
    name: 'by-tag-as-pattern',
    title: 'The tag in the path is a regular expression, where it makes one and no tag has it.',
    breaks: ['dashboards.by-tag'],
    seams: asIf(BY_TAG, ({ account, params, rules }) => {
      const key = rules.tagKey(params.tag ?? '');
      if (/[()[\]]/.test(key)) return {};
      const keys = [...account.tags.values()].map(({ title }) => rules.tagKey(title));
      const tag = keys.includes(key) ? key : keys.find((one) => new RegExp(`^${key}$`).test(one));
      return { params: { tag: tag ?? key } };
    }),
  },
  {
    name: 'by-tag-minds-case',
    title: 'a dashboard is found by its tag in the spelling of the tag only',
    breaks: ['dashboards.by-tag-identity'],
    seams: instead(BY_TAG, (call, next) =>
      next({ ...call, rules: { ...call.rules, tagKey: (title) => title.trim() } }),
    ),
  },
  {
    name: 'by-tag-keeps-spaces',
    title: 'a dashboard is not found by its tag with spaces around it',
    breaks: ['dashboards.by-tag-identity'],
    seams: instead(BY_TAG, (call, next) =>
      next({ ...call, rules: { ...call.rules, tagKey: (title) => title.toLowerCase() } }),
    ),
  },
];

const ofUsages: Fault[] = [
  {
    name: 'usages-of-unused-tags',
    title: 'The usages have tags that no dashboard has.',
    breaks: ['dashboards.usages-used'],
    seams: body('dashboards.tagUsages', (usages: { items: object[] }) => ({
      ...usages,
      items: [...usages.items, { dashboardsCount: 0, dashboardsIds: [], tagName: 'unused', tagTitle: 'Unused' }],
    })),
  },
  {
    name: 'usages-count-one-more',
    title: 'dashboardsCount is one more than the dashboards',
    breaks: ['dashboards.usages-count'],
    seams: usages((items) => items.map((usage) => ({ ...usage, dashboardsCount: usage.dashboardsCount + 1 }))),
  },
  {
    name: 'usages-name-twice',
    title: 'a usage names its first dashboard twice and counts so',
    breaks: ['dashboards.usages-count'],
    seams: usages((items) =>
      items.map((usage) => named(usage, [...usage.dashboardsIds, ...usage.dashboardsIds.slice(0, 1)])),
    ),
  },
  {
    name: 'usages-count-hidden',
    title: 'dashboardsCount counts hidden dashboards, too',
    breaks: ['dashboards.usages-count'],
    seams: instead(USAGES, (call, next) => {
      const own = next(call);
      const all = next({ ...call, rules: { ...call.rules, dashboardVisible: () => true } });
      const counts = new Map((all.body as Usages).items.map((usage) => [usage.tagTitle, usage.dashboardsCount]));
      const items = (own.body as Usages).items.map((usage) => ({
        ...usage,
        dashboardsCount: counts.get(usage.tagTitle) as number,
      }));
      return { ...own, body: { items } };
    }),
  },
  {
    name: 'usages-count-hidden-from-others',
    title: 'dashboardsCount counts one dashboard too many for every user but the first',
    breaks: ['dashboards.usages-count'],
    seams: body<Usages>(USAGES, ({ items }, call) => ({
      items: isFirst(call) ? items : items.map((usage) => ({ ...usage, dashboardsCount: usage.dashboardsCount + 1 })),
    })),
  },
  {
    name: 'usages-twice-for-others',
    title: 'every user but the first is shown the first usage twice',
    breaks: ['dashboards.usages-each-once'],
    seams: body<Usages>(USAGES, ({ items }, call) => ({
      items: isFirst(call) ? items : [...items, ...items.slice(0, 1)],
    })),
  },
  {
    name: 'usages-shifted',
    title: 'usages name the dashboards of the next tag',
    breaks: ['dashboards.usages-ids', 'dashboards.usages-all'],
    seams: usages((items) => items.map((usage, i) => named(usage, items[(i + 1) % items.length]?.dashboardsIds ?? []))),
  },
  {
    name: 'usages-name-unknown',
    title: 'a usage names a dashboard that does not exist',
    breaks: ['dashboards.usages-ids'],
    seams: usages((items) =>
      items.map((usage, i) => (i === 1 ? named(usage, [...usage.dashboardsIds, 'f'.repeat(24)]) : usage)),
    ),
  },
  {
    name: 'usages-first-tag-only',
    title: 'only the first tag of a dashboard has a usage that names it',
    breaks: ['dashboards.usages-all'],
    seams: instead(USAGES, (call, next) => {
      const dashboards = new Map(
        [...call.account.dashboards].map(([id, one]) => [id, { ...one, tagIds: one.tagIds.slice(0, 1) }]),
      );
      return next({ ...call, account: { ...call.account, dashboards } });
    }),
  },
  {
    name: 'usages-first-dashboard-only',
    title: 'a usage names the first of its dashboards only',
    breaks: ['dashboards.usages-all'],
    seams: usages((items) => items.map((usage) => named(usage, usage.dashboardsIds.slice(0, 1)))),
  },
  {
    name: 'usages-per-dashboard',
    title: 'there is a usage for each tag of each dashboard',
    breaks: ['dashboards.usages-each-once'],
    seams: usages((items) => items.flatMap((usage) => usage.dashboardsIds.map((id) => named(usage, [id])))),
  },
  {
    name: 'usages-of-hidden',
    title: 'usages name hidden dashboards',
    breaks: ['dashboards.usages-accessible'],
    seams: open(USAGES),
  },
  {
    name: 'usages-of-hidden-tags',
    title: 'a tag that only hidden dashboards carry has an empty usage',
    breaks: ['dashboards.usages-accessible'],
    seams: instead(USAGES, (call, next) => {
      const own = next(call);
      const all = next({ ...call, rules: { ...call.rules, dashboardVisible: () => true } });
      const items = (own.body as Usages).items;
      const more = (all.body as Usages).items.filter(
        (usage) => !items.some(({ tagTitle }) => tagTitle === usage.tagTitle),
      );
      return { ...own, body: { items: [...items, ...more.map((usage) => named(usage, []))] } };
    }),
  },
  {
    name: 'usages-of-second-user',
    title: 'usages are those of the second user, whoever asks',
    breaks: ['dashboards.usages-user', 'dashboards.usages-accessible'],
    seams: instead(USAGES, (call, next) =>
      next({ ...call, user: [...call.account.users.values()][1] as Call['user'] }),
    ),
  },
  {
    name: 'usages-of-first-user',
    title: 'usages are those of the first user, whoever asks',
    breaks: ['dashboards.usages-user'],
    seams: instead(USAGES, (call, next) =>
      next({ ...call, user: [...call.account.users.values()][0] as Call['user'] }),
    ),
  },
  {
    name: 'usages-kept-once-read',
    title: 'a usage that was read once names no further dashboard; one of a new tag is right',
    breaks: ['dashboards.usages-at-once'],
    seams: () => {
      const known = new Map<string, readonly string[]>();
      return usages((items) =>
        items.map((usage) => {
          const ids = usage.tagTitle.startsWith('gc-') ? undefined : known.get(usage.tagTitle);
          if (!ids) known.set(usage.tagTitle, usage.dashboardsIds);
          return ids ? named(usage, [...ids]) : usage;
        }),
      );
    },
  },
  {
    name: 'usages-late',
    title: 'a usage does not name what was tagged during the run',
    breaks: ['dashboards.usages-at-once'],
    seams: usages((items) => items.filter(({ tagTitle }) => !tagTitle.startsWith('gc-'))),
  },
  {
    name: 'usages-name-and-title-swapped',
    title: 'tagTitle is the name of the tag',
    breaks: ['dashboards.usages-tag'],
    seams: usages((items) => items.map((usage) => ({ ...usage, tagName: usage.tagTitle, tagTitle: usage.tagName }))),
  },
];

export const dashboardFaults: readonly Fault[] = [...reading, ...hiddenElsewhere, ...reports, ...byTag, ...ofUsages];
