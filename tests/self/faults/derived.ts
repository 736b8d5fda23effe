/** Values that come from other records, and records that a parameter of a list's own chooses, go wrong on the way. */
import { type Fault, faultOf } from './fault.ts';
import { asIf, body, each, instead, type Shown, withQuery } from './vocabulary.ts';

const fault = faultOf('');
const LIST = 'sessions.list';

/** Names of the fields that a selection has at its top. */
const topNames = (fields: string): string[] => {
  const top = fields.replaceAll(/\{[^{}]*\}/g, '');
  return (top === fields ? top : topNames(top).join(',')).split(',');
};

/** With includeDemo, the list is asked for so many where no number is given. */
const sizedWithDemo = (limit: string) =>
  asIf(LIST, (call) => (call.query.has('includeDemo') && !call.query.has('limit') ? withQuery(call, { limit }) : {}));

/** Pages of a list of which a parameter of its own chooses the records. */
const chosen: readonly Fault[] = [
  fault(
    'demo-out-of-page',
    'includeDemo=false takes the demo sessions out of the page, which is then too short.',
    'lists.limit-full',
    instead(LIST, (call, next) => {
      const right = next(call);
      if (right.status >= 300 || call.query.get('includeDemo') !== 'false') return right;
      const { items } = next(withQuery(call, { includeDemo: 'true' })).body as { items: Shown[] };
      const kept = items.filter(({ id }) => call.account.sessions.get(String(id))?.demo === false);
      return { ...right, body: { ...(right.body as Shown), items: kept } };
    }),
  ),
  fault(
    'demo-default-unbounded',
    'With includeDemo a page without a limit has all sessions.',
    'lists.limit-default-most',
    sizedWithDemo('1000'),
  ),
  fault(
    'demo-default-less',
    'With includeDemo a page without a limit has 50 sessions.',
    'lists.limit-default',
    sizedWithDemo('50'),
  ),
  fault(
    'demo-limit-forgotten',
    'With includeDemo=false limit is not read.',
    'lists.limit',
    asIf(LIST, (call) => (call.query.get('includeDemo') === 'false' ? withQuery(call, { limit: '100' }) : {})),
  ),
];

const BY_KIND = ['dashboardsTaggedCount', 'goalsTaggedCount', 'kpisTaggedCount', 'metricsTaggedCount'];

/** Fields that are worked out from others. */
const workedOut: readonly Fault[] = [
  fault(
    'items-count-of-selection',
    'itemsTaggedCount is the sum of the counts that fields selects with it.',
    'lists.fields-selected',
    each('tags.list', (record, _index, { query }) => {
      const names = topNames(query.get('fields') ?? '');
      if (names.includes('itemsTaggedCount') && !BY_KIND.some((name) => names.includes(name)))
        record.itemsTaggedCount = 0;
    }),
  ),
  fault(
    'employee-roles-by-hand',
    'An employee shows by id only the roles that were given by hand, not those that come from SCIM groups.',
    'employees.views-agree',
    body<{ info: Shown }>('employees.get', ({ info }, { account }) => {
      const user = account.users.get(String(info.id));
      info.roles = (info.roles as Shown[]).filter(({ id }) => user?.roleIds.includes(String(id)));
    }),
  ),
];

/** Answers to uses of tags that exist. */
const answers: readonly Fault[] = [
  fault(
    'kpi-tag-answered-as-new',
    'Tagging a KPI answers with the tag that exists, and with this moment as its date of creation.',
    'tags.kept',
    each('kpis.tag', (tag, _index, { account }) => {
      tag.dateCreated = account.now();
    }),
  ),
  fault(
    'goal-tag-answered-active',
    'Tagging a goal answers with each tag as an active one.',
    'tags.kept',
    each('tags.tagGoal', (tag) => {
      tag.isActive = true;
    }),
  ),
];

export const derivedFaults: readonly Fault[] = [...chosen, ...workedOut, ...answers];
