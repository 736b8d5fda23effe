/** Odd mistakes with tags, dashboards, roles and badges. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Tag } from '../../../reference-server/store/account.ts';
import { shortUser, teamView } from '../../../reference-server/views/people.ts';
import { show } from '../../../reference-server/views/view.ts';
import type { Fault } from './fault.ts';
import { bodyOf, type Next, odd, patched } from './odd.ts';
import { asIf, body, each, instead, page, rule, type Shown, stored } from './vocabulary.ts';

const TAGGING = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'];
const TAG_GOAL = 'tags.tagGoal';

/** Tags an item as if these tags did not exist. */
const unaware = (hidden: (tag: Tag) => boolean) =>
  instead(TAGGING, (call: Call, next: Next) => {
    const { tags } = call.account;
    const before = [...tags];
    for (const [id, tag] of before) if (hidden(tag)) tags.delete(id);
    try {
      return next(call);
    } finally {
      const known = new Set(before.map(([id]) => id));
      const made = [...tags].filter(([id]) => !known.has(id));
      tags.clear();
      for (const [id, tag] of [...before, ...made]) tags.set(id, tag);
    }
  });

/** Identifies tags by something else than their lower-cased, trimmed title. */
const key = (change: (title: string) => string) =>
  rule([...TAGGING, 'dashboards.byTag'], ({ tagKey }) => ({ tagKey: (title) => change(tagKey(title)) }));

const tags: readonly Fault[] = [
  // POST …/tags {"title": "Income X"}, then {"title": "INCOME X"}: one tag (Resources: lower-cased).
  // Wrong: two; the server runs in Turkish, where I becomes ı.
  odd(
    'tag-turkish',
    'Titles with the letter I in another case are other tags.',
    ['tags.identity-case', 'tags.identity-law'],
    rule(TAGGING, () => ({ tagKey: (title) => title.trim().toLocaleLowerCase('tr') })),
  ),
  // POST …/tags with the title of a tag that is not active: that tag (Endpoints, Tags: created by the first use).
  // Wrong: a new tag with the same title, as kept active ones are looked up.
  odd(
    'tag-inactive-again',
    'A tag that is not active is created once more by its use.',
    ['tags.later-use', 'tags.identity-distinct'],
    unaware(({ isActive }) => isActive === false),
  ),
  // POST …/tags with the title of a tag below another: that tag (Resources, Tag).
  // Wrong: a new tag with the same title, as kept the uppermost are looked up.
  odd(
    'tag-below-again',
    'A tag below another is created once more by its use.',
    ['tags.later-use'],
    unaware(({ parentId }) => parentId !== undefined),
  ),
  // GET /v2/tags of a tag on two goals and three metrics: goalsTaggedCount 2 (Resources, Tag).
  // Wrong: 6, the rows of a join are counted.
  odd(
    'tag-count-of-join',
    'goalsTaggedCount is multiplied by the number of metrics.',
    [
      'tags.counts-kind',
      'tags.counts-agree',
      'lists.fields-each-record',
      'lists.fields-law',
      'lists.fields-selected',
      'lists.together',
      'tags.counts-items',
    ],
    each('tags.list', (tag) => {
      if (Number(tag.metricsTaggedCount) > 0)
        tag.goalsTaggedCount = Number(tag.goalsTaggedCount) * Number(tag.metricsTaggedCount);
    }),
  ),
  // GET /v2/tags of a tag with tags two levels below it: items[].items (Resources: nested several levels).
  // Wrong: empty at the second level.
  odd(
    'tag-one-level',
    'Tags below those below a tag are left out.',
    ['general.embedded-agree', 'lists.fields-list'],
    each('tags.list', (tag) => {
      for (const below of (tag.items ?? []) as Shown[]) below.items = [];
    }),
  ),
  // POST /v1/goals/{id}/tags by a user who did not make the goal: createdBy of the new tag is that user (Resources, Tag).
  // Wrong: it is who made the goal.
  odd(
    'tag-author-of-goal',
    'A new tag was created by who created the goal.',
    'tags.author',
    instead(TAG_GOAL, (call, next) => {
      const count = call.account.tags.size;
      const answer = next(call);
      const createdBy = call.account.goals.get(call.params.id ?? '')?.createdById;
      if (answer.status !== 201 || call.account.tags.size === count) return answer;
      const tag = call.account.tags.get(String(bodyOf(answer).id));
      if (tag) tag.createdBy = createdBy;
      return patched(answer, { createdBy });
    }),
  ),
  // POST /v1/goals/{id}/tags {"titles": ["north, south"]}: one tag of that title (Endpoints: list of titles).
  // Wrong: two tags.
  odd(
    'tag-title-comma',
    'A comma in one of titles parts it into two tags.',
    ['tags.goal-titles', 'tags.kept'],
    stored(TAG_GOAL, (sent) => ({
      ...sent,
      ...(Array.isArray(sent.titles) && { titles: sent.titles.flatMap((title) => String(title).split(',')) }),
    })),
  ),
  // POST …/tags {"title": "a  b"} where there is "a b": another tag (Resources: kept lower-cased and trimmed).
  // Wrong: the same; spaces inside count once.
  odd(
    'tag-inner-spaces',
    'Titles that differ in the spaces inside are one tag.',
    ['tags.identity-distinct', 'tags.identity-law'],
    key((title) => title.replaceAll(/\s+/g, ' ')),
  ),
  // POST …/tags {"title": "café"} where there is "cafe": another tag (Resources: kept lower-cased and trimmed).
  // Wrong: the same; the collation of the column knows no accents.
  odd(
    'tag-accents',
    'Titles that differ in accents are one tag.',
    ['tags.identity-distinct', 'tags.identity-law'],
    key((title) => title.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ),
  // POST …/tags with two titles whose first 24 characters are the same: two tags (Resources, Tag).
  // Wrong: one, the index holds 24 characters.
  odd(
    'tag-long-titles',
    'Long titles that begin alike are one tag.',
    ['tags.identity-distinct', 'tags.identity-law'],
    key((title) => title.slice(0, 24)),
  ),
];

const BY_TAG = 'dashboards.byTag';
const GET_BOARD = 'dashboards.get';
const USAGES = 'dashboards.tagUsages';

const dashboards: readonly Fault[] = [
  // GET /v1/dashboards/tag/a%2Bb for the tag "a+b": the dashboard (Endpoints: path tag).
  // Wrong: 404, the path is decoded like a query, where + is a space.
  odd(
    'board-by-tag-plus',
    'A plus sign in a tag is read as a space.',
    ['dashboards.by-tag', 'tags.identity-law'],
    asIf(BY_TAG, ({ params }) => ({ params: { tag: (params.tag ?? '').replaceAll('+', ' ') } })),
  ),
  // GET /v1/dashboards/tag/churn_0000 where there is the tag "Churn 0000" alone: 404 (Resources: identified by its title).
  // Wrong: its dashboard; the title is compared with LIKE, where _ stands for any character.
  odd(
    'board-by-tag-like',
    'An underscore in a tag stands for any character.',
    ['dashboards.by-tag-identity', 'general.unknown-id', 'tags.identity-law'],
    asIf(BY_TAG, ({ account, params }) => {
      const plain = (params.tag ?? '').trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const like = new RegExp(`^${plain.replaceAll('_', '.').replaceAll('%', '.*')}$`, 'iu');
      const found = [...account.tags.values()].find(({ title }) => like.test(title));
      return found ? { params: { tag: found.title } } : {};
    }),
  ),
  // GET /v1/dashboards/reports: every report, also one that is read-kept (Endpoints, Dashboards).
  // Wrong: those that can be changed.
  odd(
    'reports-writable',
    'Reports that are read-kept are left out.',
    'dashboards.reports-all',
    page('dashboards.reports', (records, { account }) =>
      records.filter(({ id }) => account.dashboards.get(String(id))?.readOnly !== true),
    ),
  ),
  // GET …/tags/usages?fields=tagTitle,dashboardsCount: the same counts as without fields (Endpoints, Conventions).
  // Wrong: 0, the ids that were not asked for are counted.
  odd(
    'usages-count-of-shown',
    'dashboardsCount is 0 where dashboardsIds are not asked for.',
    ['dashboards.usages-count', 'lists.fields-selected'],
    each(USAGES, (record, _, { query }) => {
      const asked = (query.get('fields') ?? '').split(',');
      if (asked[0] !== '' && !asked.includes('dashboardsIds') && 'dashboardsCount' in record)
        record.dashboardsCount = 0;
    }),
    USAGES,
  ),
  // GET …/tags/usages by a user who may see all, then by one who may not: without what is hidden from the second one
  // (Endpoints: excluded). Wrong: the usages of the first, kept for the account.
  odd(
    'usages-of-account',
    'The usages of tags are kept from whoever asked first.',
    ['dashboards.usages-accessible', 'dashboards.usages-user'],
    () => {
      const known = new Map<string, { user: string; answer: Answer }>();
      return instead(USAGES, (call, next) => {
        const answer = next(call);
        const place = `${call.account.id}?${call.query}`;
        const found = known.get(place);
        if (found && found.user !== call.user.id) return found.answer;
        known.set(place, { user: call.user.id, answer });
        return answer;
      });
    },
  ),
  // GET /v1/dashboards/{a} with parameters, then {b} without: parameters [] (Resources, Dashboard).
  // Wrong: those of a, out of a variable that is kept overwritten by others.
  odd(
    'board-parameters-left',
    'A dashboard without parameters has those of the last one that was read.',
    ['dashboards.views-agree', 'general.reads-independent'],
    () => {
      let last: unknown = [];
      return each(GET_BOARD, (record) => {
        if ((record.parameters as unknown[]).length === 0) record.parameters = last;
        last = record.parameters;
      });
    },
  ),
  // GET /v1/dashboards/{dashboardId}: sectionHeader.id is the sectionHeaderId of the item (Resources, Section header).
  // Wrong: the id of the item.
  odd(
    'board-header-id',
    'A section header has the id of its place on the dashboard.',
    'dashboards.views-agree',
    each(GET_BOARD, (record) => {
      for (const item of record.sectionHeaders as Shown[]) (item.sectionHeader as Shown).id = item.id;
    }),
  ),
  // GET /v2/dashboards of one with three insights: three, as the read by id shows (Resources, Dashboard).
  // Wrong: the first two, beside insightsCount 3.
  odd(
    'board-two-insights',
    'The list shows at most two insights of a dashboard.',
    ['dashboards.views-agree'],
    each('dashboards.list', (record) => {
      if (Array.isArray(record.insights)) record.insights = record.insights.slice(0, 2);
    }),
  ),
  // GET /v1/dashboards/{dashboardId} with a permission that denies: deny {Subtype} (Resources, Access).
  // Wrong: the same number as a grant.
  odd(
    'board-deny-granted',
    'What is denied on a dashboard is shown as granted.',
    ['dashboards.views-agree'],
    each(GET_BOARD, ({ access }) => {
      const rights = access as Shown;
      rights.permissions = (rights.permissions as Shown[]).map(({ deny, ...permission }) =>
        deny === undefined ? permission : { ...permission, grant: deny },
      );
    }),
  ),
  // GET /v2/dashboards by a user from whom some are hidden: totalCount is what the pages show in all (Resources).
  // Wrong: with the hidden ones.
  odd(
    'boards-hidden-counted',
    'totalCount counts dashboards that are hidden.',
    ['general.counts', 'dashboards.hidden-listed'],
    body('dashboards.list', (answer: Shown, { account, body: sent, rules, user }) => {
      const hidden = [...account.dashboards.values()].filter((board) => !rules.dashboardVisible(user, board));
      if (bodyOf({ body: sent }).filter === undefined) answer.totalCount = Number(answer.totalCount) + hidden.length;
    }),
    'dashboards.list',
  ),
];

const roles: readonly Fault[] = [
  // GET /v2/roles of a role of a user who was deactivated: userCount as its read by id says (Resources, Role).
  // Wrong: one less.
  odd(
    'role-active-users',
    'The list of roles counts active users alone.',
    ['roles.views-agree', 'roles.user-count'],
    each('roles.list', (role, _, { account }) => {
      if ('userCount' in role)
        role.userCount = [...account.users.values()].filter(
          ({ isActive, roleIds, scimRoleIds }) => isActive && [...roleIds, ...scimRoleIds].includes(String(role.id)),
        ).length;
    }),
  ),
  // GET /v1/roles/{id} of a role that nobody has: userCount 0 (Resources, Role: an integer).
  // Wrong: "0".
  odd(
    'role-count-text',
    'The number of users of a role that nobody has is a text.',
    ['general.answer-schema', 'roles.user-count'],
    each(['roles.get', 'roles.create'], (role) => {
      if (role.userCount === 0) role.userCount = '0';
    }),
    ['roles.get', 'roles.create'],
  ),
  // GET /v1/roles/{id} of a role of a team: teamId is an id, as in the list (Resources, Role).
  // Wrong: the name of the team.
  odd(
    'role-team-name',
    'The read by id has the name of the team as teamId.',
    'roles.views-agree',
    each('roles.get', (role, _, { account }) => {
      role.teamId = account.teams.get(String(role.teamId))?.name ?? role.teamId;
    }),
  ),
  // POST /v1/roles/account {"name": "team lead"}: 201 with that name (Endpoints, Roles).
  // Wrong: "Team lead".
  odd(
    'role-name-capital',
    'The name of a new role begins with a capital.',
    'roles.create-kept',
    stored('roles.create', (sent) => ({
      ...sent,
      ...(typeof sent.name === 'string' && { name: sent.name.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) }),
    })),
  ),
  // POST /v1/roles/account {"description": "C:\\temp", …}: 201 with that description (Endpoints, Roles).
  // Wrong: "C:temp", backslashes are taken for escapes.
  odd(
    'role-backslash',
    'Backslashes in the description of a role are lost.',
    'roles.text-kept',
    stored('roles.create', (sent) => ({
      ...sent,
      ...(typeof sent.description === 'string' && { description: sent.description.replaceAll('\\', '') }),
    })),
  ),
];

const MINE = 'badges.mine';
const HOLDERS = 'badges.assignees';

const badges: readonly Fault[] = [
  // GET /v1/badges/assign by who has several badges: each with its own badge (Endpoints, Badges).
  // Wrong: all with the last one, the variable of a loop that had ended.
  odd(
    'my-last-badge',
    'All badges of the current user are the last one.',
    ['badges.mine-badge', 'badges.mine-agree', 'badges.mine-all'],
    page(MINE, (records) => records.map((record) => ({ ...record, badge: records.at(-1)?.badge }))),
  ),
  // GET /v1/badges/assign/{id} of a badge that users have: no team (Endpoints: users and teams that have the badge).
  // Wrong: the teams of these users.
  odd(
    'badge-teams-of-users',
    'The teams of the users who have a badge are listed as having it.',
    ['badges.assignees-teams', 'badges.assignees-not-holders'],
    body(HOLDERS, (answer: Shown, call) => {
      const teams = answer.Teams as Shown[];
      const users = (answer.Users as Shown[]).flatMap(({ id }) => call.account.users.get(String(id))?.teamIds ?? []);
      const more = [...new Set(users)].filter((id) => !teams.some((team) => team.id === id));
      answer.Teams = [...teams, ...more.map((id) => show(teamView, call.account.teams.get(id) as never, call))];
    }),
  ),
  // GET /v1/badges/assign/{id} of a badge that no team has: Teams [] (Resources: the response has a key Teams).
  // Wrong: no such key.
  odd(
    'badge-no-teams-key',
    'The key Teams is missing where no team has the badge.',
    ['general.answer-schema', 'badges.assignees-teams', 'general.envelope'],
    body(HOLDERS, ({ Teams, ...rest }: Shown) => ((Teams as unknown[]).length === 0 ? rest : undefined)),
    HOLDERS,
  ),
  // GET /v1/badges/assign/{id} of a badge of a deactivated team: that team (Endpoints: teams that have the badge).
  // Wrong: none.
  odd(
    'badge-active-teams',
    'Deactivated teams that have a badge are left out.',
    ['badges.assignees-teams', 'badges.assignees-holders'],
    body(HOLDERS, (answer: Shown) => {
      answer.Teams = (answer.Teams as Shown[]).filter(({ isActive }) => (isActive as Shown).IsActive !== false);
    }),
  ),
  // GET /v1/badges/assign/{id} of a team's badge: managerInfo is a user (Resources, Team: managerInfo (user)).
  // Wrong: the manager of the team above, where there is one; manager itself is right.
  odd(
    'badge-manager-above',
    'managerInfo of a team is the manager of the team above.',
    ['badges.assignees-agree', 'general.embedded-agree'],
    body(HOLDERS, (answer: Shown, { account }) => {
      for (const team of answer.Teams as Shown[]) {
        const above = account.teams.get(String(team.parentId));
        const manager = above && account.users.get(above.manager);
        if (manager) team.managerInfo = shortUser(manager);
      }
    }),
    HOLDERS,
  ),
];

export const oddTagAndRoleFaults: readonly Fault[] = [...tags, ...dashboards, ...roles, ...badges];
