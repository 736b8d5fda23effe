/** Faults invented from the specification alone: tags, dashboards and roles. */
import type { Tag } from '../../../reference-server/store/account.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, asking, body, each, filters, instead, page, type Shown, stored } from './vocabulary.ts';

const fault = faultOf('');

const TAGGING = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'];

const tags: readonly Fault[] = [
  // The title is what was sent. POST {title: "north, south"} to a goal: the answer has the title "north".
  fault(
    'invented-tags-title-split',
    'A title with a comma makes two tags.',
    'tags.answer',
    stored('tags.tagGoal', (given) => {
      if (typeof given.title !== 'string' || !/[^, ] *,.*[^, ]/.test(given.title)) return given;
      const [title, ...others] = given.title.split(',').filter((part) => part.trim() !== '');
      return { ...given, title, titles: [...((given.titles as unknown[] | undefined) ?? []), ...others] };
    }),
  ),
  // The body has flowName, title and titles. POST {title, createdBy} to a goal: createdBy is the caller.
  ...(['createdBy', 'isActive', 'dateCreated'] as const).map((field) =>
    fault(
      `invented-tags-${field.toLowerCase()}-of-body`,
      `A new tag has the ${field} that the body of the tagging names.`,
      'tags.author',
      also('tags.tagGoal', ({ account, body: sent }, answer) => {
        const tag = account.tags.get(String((answer.body as Shown).id)) as Shown | undefined;
        const value = (sent as Shown)[field];
        if (tag && value !== undefined) tag[field] = value;
      }),
    ),
  ),
  // The tag is created by its first use. POST one title as the first, then as the second user: createdBy is the second.
  fault(
    'invented-tags-created-by-last-user',
    'Who uses a tag becomes the one who created it.',
    'tags.author',
    also(TAGGING, ({ account, user }, answer) => {
      const tag = account.tags.get(String((answer.body as Shown).id)) as Shown | undefined;
      if (tag) tag.createdBy = user.id;
    }),
  ),
  // items are tags, several levels deep. GET /v2/tags: the tag two below "Churn 0000" has the title of the one between.
  fault(
    'invented-tags-third-level-title',
    'A tag two levels below has the title of the one between.',
    ['dashboards.tags-agree', 'lists.fields-list', 'general.embedded-agree'],
    each('tags.list', ({ items }) => {
      for (const below of (items ?? []) as Shown[])
        for (const last of (below.items ?? []) as Shown[]) last.title = below.title;
    }),
  ),
  // 304 is listed for goals alone. POST one title to a KPI twice: 201, then 304.
  fault(
    'invented-tags-kpi-unchanged',
    'Tagging a KPI with a tag that it has is answered with 304.',
    // The law judges every answer; a KPI that was taken out of a group is given a tag that it has.
    ['general.status-listed', 'kpiGroups.remove-kpi'],
    instead('kpis.tag', (call, next) => {
      const kpi = call.account.kpis.get(String(call.params.kpiId));
      const had = kpi?.tagIds.length;
      const answer = next(call);
      return answer.status < 300 && kpi?.tagIds.length === had ? { status: 304 } : answer;
    }),
  ),
  // A refused request tags nothing. POST {titles: ["fresh one", " "]} to a goal: 400; GET /v2/tags has "fresh one".
  fault(
    'invented-tags-refused-created',
    'The first title of a refused tagging is kept as a tag.',
    'tags.unknown-item',
    instead('tags.tagGoal', (call, next) => {
      const answer = next(call);
      const { title, titles } = (call.body ?? {}) as Shown;
      const first: unknown = title ?? (titles as unknown[] | undefined)?.[0];
      if (answer.status !== 400 || typeof first !== 'string' || first.trim() === '') return answer;
      const [goal] = call.account.goals.values();
      const had = [...(goal?.tagIds ?? [])];
      next({ ...call, params: { id: goal?.id ?? '' }, body: { title: first } });
      if (goal) goal.tagIds = had;
      return answer;
    }),
  ),
  // A refused request tags nothing. POST {titles: ["fresh one", " "]} to a goal that is there: 400; GET /v2/tags has "fresh one".
  fault(
    'invented-tags-half-done',
    'Of several titles those before a blank one become tags, though the request is refused.',
    'tags.unknown-item',
    instead('tags.tagGoal', (call, next) => {
      const answer = next(call);
      const { titles } = (call.body ?? {}) as Shown;
      const [first] = Array.isArray(titles) && titles.length > 1 ? titles : [];
      if (answer.status !== 400 || typeof first !== 'string') return answer;
      next({ ...call, body: { title: first } });
      return answer;
    }),
  ),
  // One title is one tag. POST {titles: ["fresh", " FRESH"]} to a goal; GET /v2/tags has both.
  fault(
    'invented-tags-alike-in-one-request',
    'Two spellings of a new title in one request make two tags.',
    'tags.goal-titles-identity',
    instead('tags.tagGoal', (call, next) => {
      const { tags } = call.account;
      const before = new Set(tags.keys());
      const answer = next(call);
      const { titles } = (call.body ?? {}) as Shown;
      const keys = (Array.isArray(titles) ? titles : []).map((title) => String(title).trim().toLowerCase());
      for (const tag of [...tags.values()].filter(({ id }) => !before.has(id)))
        if (keys.filter((key) => key === tag.title.trim().toLowerCase()).length > 1)
          tags.set(`${tag.id}2`, { ...tag, id: `${tag.id}2` });
      return answer;
    }),
  ),
  // One title is one tag. POST the title of a tag with isActive false ("Churn 0012") to a dashboard: another id.
  fault(
    'invented-tags-inactive-made-again',
    'The title of an inactive tag makes a new tag on a dashboard.',
    ['tags.later-use', 'tags.goal-titles', 'tags.goal-titles-identity'],
    instead('tags.tagDashboard', (call, next) => {
      const { title } = (call.body ?? {}) as Shown;
      const isIt = (tag: Tag) =>
        tag.isActive === false && call.rules.tagKey(tag.title) === call.rules.tagKey(String(title));
      const inactive = [...call.account.tags.values()].find(isIt);
      if (!inactive) return next(call);
      const kept = inactive.title;
      inactive.title = `deleted/${inactive.id}`;
      const answer = next(call);
      inactive.title = kept;
      return answer;
    }),
  ),
  // take is the number of items. GET /v2/tags?skip=10&take=5: the end is "10" + "5", so 95 items come.
  fault(
    'invented-tags-skip-and-take-joined',
    'The end of the page is skip and take written one after the other.',
    ['lists.page-slice', 'lists.together', 'lists.take'],
    asking('tags.list', (query) => {
      const [skip, take] = [query.get('skip') ?? '', query.get('take') ?? ''];
      return /^[1-9]\d*$/.test(skip) && /^\d+$/.test(take) ? { take: String(Number(skip + take) - Number(skip)) } : {};
    }),
  ),
];

const dashboards: readonly Fault[] = [
  // dashboardsIds are the dashboards with the tag. POST one title to five dashboards, GET tags/usages: four ids, count 5.
  fault(
    'invented-dashboards-usages-four-ids',
    'dashboardsIds ends after four ids, while dashboardsCount is right.',
    ['dashboards.usages-count', 'dashboards.usages-all', 'dashboards.usages-user'],
    each('dashboards.tagUsages', (usage) => {
      usage.dashboardsIds = (usage.dashboardsIds as string[] | undefined)?.slice(0, 4);
    }),
  ),
  // The list shows dashboards as GET by id does. GET /v2/dashboards: number 21 and later have insightsCount > 0, no insights.
  fault(
    'invented-dashboards-insights-of-twenty',
    'Insights are loaded for the first twenty dashboards of a page; the others have an empty list.',
    'dashboards.views-agree',
    each('dashboards.list', (dashboard, n) => {
      if (n >= 20 && dashboard.insights) dashboard.insights = [];
    }),
  ),
  // dashboardId of an insight item is its dashboard. GET a dashboard with three insights: the third names another one.
  fault(
    'invented-dashboards-third-insight-elsewhere',
    'The third insight of a dashboard names the first dashboard of the account.',
    ['dashboards.views-agree', 'dashboards.parts-own'],
    body('dashboards.get', ({ insights }, { account }) => {
      const third = (insights as Shown[])[2];
      if (third) third.dashboardId = [...account.dashboards.keys()][0];
    }),
  ),
  // A read changes nothing. GET a dashboard twice as a user who did not create it: another dateModified.
  fault(
    'invented-dashboards-read-modifies',
    'A dashboard is modified when somebody looks at it who did not create it.',
    ['general.repeatable', 'general.users-agree'],
    also('dashboards.get', ({ account, params, user }) => {
      const dashboard = account.dashboards.get(params.dashboardId ?? '');
      if (dashboard && dashboard.createdById !== user.id) dashboard.dateModified = account.now();
    }),
  ),
  // {id, name} of a report. GET reports, then each by id: other names.
  fault(
    'invented-dashboards-reports-ids-sorted',
    'In the list of reports the ids are sorted and the names are not.',
    ['dashboards.reports-dashboards', 'general.users-agree'],
    page('dashboards.reports', (reports) => {
      const ids = reports.map(({ id }) => String(id)).sort();
      return reports.map((report, n) => ({ ...report, id: ids[n] }));
    }),
  ),
];

const roles: readonly Fault[] = [
  // The name is what was sent. POST a role with a zero-width joiner in its name ("👩‍💻 team"): it falls apart.
  fault(
    'invented-roles-joiners-lost',
    'Characters without width are taken out of the name of a new role.',
    ['roles.create-kept', 'roles.text-kept'],
    stored('roles.create', (given) =>
      typeof given.name === 'string' ? { ...given, name: given.name.replaceAll(/[\u200b-\u200d\u2060]/g, '') } : given,
    ),
  ),
  // All operators on a field hold. GET /v2/roles with {"name":{"$regex":"^Finance","$in":["FinanceLead"]}}: all of Finance.
  fault(
    'invented-roles-regex-alone',
    'Operators beside $regex on one field are not looked at.',
    'lists.filter-several',
    filters('roles.list', (filter) =>
      Object.fromEntries(
        Object.entries(filter).map(([path, test]) => {
          const { $regex, $options } = (test ?? {}) as Shown;
          return [path, $regex === undefined ? test : { $regex, ...($options !== undefined && { $options }) }];
        }),
      ),
    ),
  ),
  // skip items are skipped. GET /v2/roles?sort=name&skip=<totalCount>&limit=5: the last page instead of none.
  fault(
    'invented-roles-skip-clamped',
    'Behind the last page the last page comes again.',
    ['lists.page-slice', 'lists.together', 'lists.skip-beyond'],
    instead('roles.list', (call, next) => {
      const answer = next(call);
      const { items, totalCount } = (answer.body ?? {}) as { items?: unknown[]; totalCount?: number };
      if (items?.length !== 0 || !totalCount || Number(call.query.get('skip') ?? 0) < totalCount) return answer;
      const query = new URLSearchParams(call.query);
      query.set('skip', String(Math.max(0, totalCount - Number(query.get('limit') ?? 100))));
      return next({ ...call, query });
    }),
  ),
  // The description is what was sent. POST a role with a description of 300 letters: 255 come back.
  fault(
    'invented-roles-description-255',
    'The description of a role ends after 255 characters.',
    ['lists.formatting-markup', 'lists.formatting-mentions', 'lists.formatting-words'],
    stored('roles.create', (given) =>
      typeof given.description === 'string' ? { ...given, description: given.description.slice(0, 255) } : given,
    ),
  ),
  // A create changes no other role. POST two roles of one name with two descriptions, GET the first.
  fault(
    'invented-roles-create-describes-namesakes',
    'A create gives its description to roles that have the same name.',
    ['roles.create-each', 'roles.create-kept', 'roles.text-kept'],
    also('roles.create', ({ account }, answer) => {
      const { name, description } = answer.body as Shown;
      for (const role of account.roles.values()) if (role.name === name) role.description = description;
    }),
  ),
];

export const inventedTagsFaults: readonly Fault[] = [...tags, ...dashboards, ...roles];
