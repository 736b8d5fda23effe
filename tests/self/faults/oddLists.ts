/** Odd mistakes with lists: each in one list, and kept where some parameters or values meet. */
import type { Fault } from './fault.ts';
import { bodyOf, odd, patched } from './odd.ts';
import {
  asIf,
  asking,
  body,
  each,
  filterOf,
  filters,
  instead,
  operator,
  reads,
  rule,
  type Shown,
  standing,
  withQuery,
} from './vocabulary.ts';

const TASKS = 'tasks.list';
const USERS = 'users.list';
const ROLES = 'roles.list';
const METRICS = 'metrics.list';
const EMPLOYEES = 'employees.list';
const PLAIN = 'plainText';

const itemsOf = (answer: { body?: unknown }) => (bodyOf(answer).items ?? []) as Shown[];

const pages: readonly Fault[] = [
  // GET /v2/users?skip=2&take=3: users 3 to 5 (Endpoints, Conventions).
  // Wrong: 21 users; the texts "2" and "3" are put together to the end 23.
  odd(
    'page-texts-added',
    'skip and take are added as texts.',
    ['lists.take', 'lists.page-slice'],
    asking(USERS, (query) => {
      const skip = Number(query.get('skip') ?? 0);
      const end = Number(`${query.get('skip')}${query.get('take')}`);
      return skip > 0 && end > skip ? { take: String(end - skip) } : {};
    }),
    USERS,
  ),
  // GET /v2/tasks?skip={totalCount}&limit=5: no items (Endpoints, Conventions: items to skip).
  // Wrong: the last five.
  odd(
    'page-last-again',
    'Behind the end, the last page is shown.',
    'lists.skip-beyond',
    instead(TASKS, (call, next) => {
      const answer = next(call);
      const total = Number(bodyOf(answer).totalCount);
      const { query } = call;
      if (answer.status !== 200 || total === 0 || !query.has('skip') || itemsOf(answer).length > 0) return answer;
      const limit = Number(query.get('limit') ?? 100);
      return next(withQuery(call, { skip: String(Math.max(0, total - limit)) }));
    }),
    TASKS,
  ),
  // GET /v2/tasks?skip=20&limit=10: totalCount as without skip (Endpoints, Conventions: how many there are).
  // Wrong: what is left behind the skipped ones.
  odd(
    'page-total-left',
    'totalCount does not count what is skipped.',
    ['lists.total-page', 'general.counts'],
    body(TASKS, (answer: Shown, { query }) => {
      if ('totalCount' in answer)
        answer.totalCount = Math.max(0, Number(answer.totalCount) - Number(query.get('skip') ?? 0));
    }),
    TASKS,
  ),
  // GET /v2/roles?skip=5&limit=20: 20 roles (Endpoints, Conventions: maximum items returned).
  // Wrong: 15, limit is where the page ends.
  odd(
    'page-limit-end',
    'limit counts from the first record of all.',
    ['lists.limit-full', 'lists.page-slice', 'lists.pages'],
    asking(ROLES, (query) => {
      const skip = Number(query.get('skip') ?? 0);
      return query.has('limit') && skip > 0 ? { limit: String(Math.max(0, Number(query.get('limit')) - skip)) } : {};
    }),
    ROLES,
  ),
  // GET /v2/tasks?skip=10: at most 100 (Limits: default maximum).
  // Wrong: all the others; the default stands kept where neither is given.
  odd(
    'page-skip-unlimited',
    'Where skip is given, there is no default limit.',
    ['lists.limit-default', 'lists.limit-default-most'],
    asking(TASKS, (query) => (query.has('skip') && !query.has('limit') ? { limit: '100000' } : {})),
    TASKS,
  ),
  // GET /v2/roles?filter={"userCount":{"$gte":0}}: 100 of the 108 (Limits: default maximum 100).
  // Wrong: 50, the default of the search service.
  odd(
    'page-filter-fifty',
    'A filtered list has a default limit of 50.',
    'lists.limit-default',
    asking(ROLES, (query) => (query.has('filter') && !query.has('limit') ? { limit: '50' } : {})),
    ROLES,
  ),
  // GET /v2/users?filter=…&skip=5&take=5: what matches, from the sixth on (Endpoints, Conventions).
  // Wrong: users 6 to 10 of all; the link to the next page forgets the filter.
  odd(
    'page-two-unfiltered',
    'From the second page on, the filter is not read.',
    ['lists.together'],
    asking(USERS, (query) => (Number(query.get('skip') ?? 0) > 0 ? { filter: undefined } : {})),
    USERS,
  ),
];

const sorts: readonly Fault[] = [
  // GET /v2/employees?sort=-isActive,lastName: last names ascending (Endpoints, Conventions: prefix - for descending).
  // Wrong: descending, too.
  odd(
    'sort-minus-stays',
    'A minus sign holds for all fields behind it.',
    'lists.sort-several',
    reads(EMPLOYEES, 'sort', (text) => {
      let sign = '';
      return text
        .split(',')
        .map((part) => {
          if (part.startsWith('-')) sign = '-';
          return sign + part.replace(/^-/, '');
        })
        .join(',');
    }),
    EMPLOYEES,
  ),
  // GET /v2/tasks?sort=status,priority,-name: names descending among those alike (Endpoints, Conventions).
  // Wrong: the third field is not sorted by.
  odd(
    'sort-third-unread',
    'Only two fields are sorted by.',
    ['lists.sort-several', 'lists.sort-law'],
    reads(TASKS, 'sort', (text) => text.split(',').slice(0, 2).join(',')),
    TASKS,
  ),
  // GET /v2/tasks?sort=dueDate: also tasks without a dueDate (Endpoints, Conventions: sort orders).
  // Wrong: without them, and totalCount says so.
  odd(
    'sort-leaves-out',
    'Tasks that lack the field that is sorted by are not listed.',
    ['lists.sort-same-records', 'lists.sort-law'],
    asIf(TASKS, ({ account, query }) => {
      const [key = ''] = (query.get('sort') ?? '').replace(/^-/, '').split(',');
      if (key !== 'dueDate') return {};
      return { account: { ...account, tasks: new Map([...account.tasks].filter(([, { dueDate }]) => dueDate)) } };
    }),
    TASKS,
  ),
  // GET /v2/roles?filter=…&sort=-name&limit=5: the five last names that match (Endpoints, Conventions).
  // Wrong: the first five that match, sorted among themselves; without a filter, the order is right.
  odd(
    'sort-filtered-page',
    'With a filter, kept the page is sorted.',
    ['lists.together', 'lists.sort-law'],
    instead(ROLES, (call, next) => {
      const answer = next(call);
      if (answer.status !== 200 || !call.query.has('filter') || !call.query.has('sort')) return answer;
      const ids = itemsOf(next(withQuery(call, { skip: undefined, limit: '100000' }))).map(({ id }) => id);
      const chosen = itemsOf(next(withQuery(call, { sort: undefined })));
      return patched(answer, { items: chosen.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) });
    }),
    ROLES,
  ),
];

const isOperators = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.startsWith('$'));

const searches: readonly Fault[] = [
  // GET /v2/users?filter={"id":{"$in":[25 ids]}}: 25 users (Endpoints, Conventions).
  // Wrong: 5, those of the last ten or fewer; each part of ten overwrites what was found before.
  odd(
    'filter-in-parts',
    'Of a long list behind $in, the last part counts.',
    ['lists.filter-in', 'lists.filter-law'],
    operator(USERS, '$in', (operand: unknown, operators) =>
      standing(
        operators,
        '$in',
        Array.isArray(operand) ? operand.slice(Math.floor((operand.length - 1) / 10) * 10) : operand,
      ),
    ),
    USERS,
  ),
  // GET /v2/roles?filter={"name":{"$regex":"Lead$"}}: names that end so (Endpoints, Conventions).
  // Wrong: also LeadX; the $ is taken for an operator and cut off.
  odd(
    'filter-regex-end',
    'The $ at the end of a $regex is not read.',
    ['lists.filter-regex', 'lists.filter-law'],
    rule(ROLES, ({ operators }) => ({
      operators: {
        ...operators,
        $regex: (operand, siblings) =>
          (operators.$regex as NonNullable<typeof operators.$regex>)(
            typeof operand === 'string' ? operand.replace(/(?<!\\)\$$/, '') : operand,
            siblings,
          ),
      },
    })),
    ROLES,
  ),
  // GET /v2/metrics?filter={"$and":[a,b,c]}: what matches all three (Endpoints, Conventions).
  // Wrong: what matches a and c.
  odd(
    'filter-and-between',
    'Of three expressions behind $and, the first and the last count.',
    ['lists.filter-and', 'lists.filter-law'],
    filters(METRICS, ({ $and, ...filter }) =>
      Array.isArray($and) ? { ...filter, $and: $and.length > 2 ? [$and[0], $and.at(-1)] : $and } : filter,
    ),
    METRICS,
  ),
  // GET /v2/tasks?filter={"$and":[{"name":{"$regex":"a"}},{"name":{"$regex":"b"}}]}: both (Endpoints, Conventions).
  // Wrong: the second alone; the expressions are merged by their fields.
  odd(
    'filter-and-merged',
    'Of two expressions on one field behind $and, the last counts.',
    ['lists.filter-and', 'lists.filter-law'],
    filters(TASKS, ({ $and, ...filter }) => (Array.isArray($and) ? Object.assign({}, filter, ...$and) : filter)),
    TASKS,
  ),
  // GET /v2/employees?filter={"dateCreated":{"$gt":a,"$lt":b}}: between the two (Endpoints, Conventions).
  // Wrong: all over a.
  odd(
    'filter-one-operator',
    'Of two operators on one field, the first counts.',
    ['lists.filter-several', 'lists.filter-law', 'lists.filter-dates'],
    filters(EMPLOYEES, (filter) =>
      Object.fromEntries(
        Object.entries(filter).map(([field, wanted]) =>
          isOperators(wanted) && !('$regex' in wanted)
            ? [field, Object.fromEntries(Object.entries(wanted).slice(0, 1))]
            : [field, wanted],
        ),
      ),
    ),
    EMPLOYEES,
  ),
  // GET /v2/tasks?filter={"archived":false}: those that are not archived (Endpoints, Conventions).
  // Wrong: all; a condition that is falsy counts as none.
  odd(
    'filter-false',
    'A filter for false filters nothing.',
    ['lists.filter-equals', 'lists.filter-law', 'lists.filter-none', 'lists.filter-reach'],
    filters(TASKS, (filter) => Object.fromEntries(Object.entries(filter).filter(([, wanted]) => wanted !== false))),
    TASKS,
  ),
  // GET /v2/employees?filter={"lastName":"Adler"}&fields=email: the e-mail of every Adler (Endpoints, Conventions).
  // Wrong: none; the records are filtered after they were cut down to email.
  odd(
    'filter-unselected',
    'A filter on a field that is not asked for finds nothing.',
    ['lists.together', 'lists.fields-law'],
    instead(EMPLOYEES, (call, next) => {
      const answer = next(call);
      const fields = call.query.get('fields');
      const wanted = Object.keys(filterOf(call)).filter((key) => !/^\$|^_?id$|^accountId$/.test(key));
      const asked = new Set((fields ?? '').split(/[,{]/).map((name) => name.trim()));
      if (answer.status !== 200 || !fields || wanted.every((key) => asked.has(key.split('.')[0] ?? ''))) return answer;
      return patched(answer, { items: [], totalCount: 0 });
    }),
    EMPLOYEES,
  ),
  // GET /v2/tasks?filter={"name":"Größe"}: the task of that name (Endpoints, Conventions).
  // Wrong: none; the query is read as Latin-1.
  odd(
    'filter-latin',
    'Letters beyond ASCII in a filter match nothing.',
    [
      'lists.filter-own',
      'lists.filter-equals',
      'lists.filter-in',
      'lists.filter-nin',
      'lists.filter-or',
      'lists.filter-several',
      'lists.together',
    ],
    reads(TASKS, 'filter', (text) => Buffer.from(text, 'utf8').toString('latin1')),
    TASKS,
  ),
  // GET /v2/employees?filter={"$or":[a,b]} where somebody matches both: once (Endpoints, Conventions: a list of records).
  // Wrong: twice, out of UNION ALL.
  odd(
    'filter-or-twice',
    'Who matches two expressions behind $or is listed twice.',
    ['lists.filter-or', 'lists.filter-law'],
    instead(EMPLOYEES, (call, next) => {
      const answer = next(call);
      const { $or, ...rest } = filterOf(call);
      if (answer.status !== 200 || !Array.isArray($or) || Object.keys(rest).length > 0) return answer;
      const found = $or.map((one) => bodyOf(next(withQuery(call, { filter: JSON.stringify(one) }))));
      const total = found.reduce((sum, { totalCount }) => sum + Number(totalCount), 0);
      return patched(answer, { items: found.flatMap(({ items }) => items), totalCount: total });
    }),
    EMPLOYEES,
  ),
  // GET /v2/users?filter={"_id":x,"lastName":"another"}: none (Endpoints, Conventions: the whole expression).
  // Wrong: user x; a filter with an id is a read by id.
  odd(
    'filter-id-alone',
    'Beside an id, other conditions do not count.',
    ['lists.filter-several', 'lists.filter-law'],
    filters(USERS, (filter) => {
      const id = filter._id ?? filter.id;
      return typeof id === 'string' ? { _id: id } : filter;
    }),
    USERS,
  ),
  // GET /v2/metrics?filter={"milestones.targetValue":75.5}: those with such a milestone (Endpoints, Conventions).
  // Wrong: those whose first milestone it is.
  odd(
    'filter-first-element',
    'A filter on records in a list looks at the first of them.',
    ['lists.filter-nested', 'lists.filter-array'],
    instead(METRICS, (call, next) => {
      const right = next(call);
      if (right.status !== 200 || !('milestones.targetValue' in filterOf(call))) return right;
      const cut = [...call.account.metrics].map(
        ([id, metric]) => [id, { ...metric, milestones: (metric.milestones as unknown[]).slice(0, 1) }] as const,
      );
      const found = next({
        ...withQuery(call, { skip: undefined, limit: '100000', fields: undefined }),
        account: { ...call.account, metrics: new Map(cut as never) },
      });
      const ids = new Set(itemsOf(found).map(({ id }) => id));
      return patched(right, { items: itemsOf(right).filter(({ id }) => ids.has(id)), totalCount: ids.size });
    }),
    METRICS,
  ),
  // GET /v2/users?filter={"lastName":"Adler,Brandt"}: who is called so, nobody (Endpoints, Conventions: a query expression).
  // Wrong: every Adler and every Brandt; a comma in a wanted text makes it a list of alternatives.
  odd(
    'filter-comma',
    'A comma in a wanted text parts it into alternatives.',
    ['lists.filter-equals', 'lists.filter-law', 'lists.filter-own'],
    filters(USERS, (filter) =>
      Object.fromEntries(
        Object.entries(filter).map(([field, wanted]) =>
          typeof wanted === 'string' && wanted.includes(',') ? [field, { $in: wanted.split(',') }] : [field, wanted],
        ),
      ),
    ),
    USERS,
  ),
];

const selections: readonly Fault[] = [
  // GET /v2/tasks?fields=lastComment{text},name: both (Endpoints, Conventions: 'parent{sub,sub}').
  // Wrong: without name; what follows a brace is not read.
  odd(
    'fields-behind-brace',
    'Fields behind a selection of sub-fields are left out.',
    ['lists.fields-nested-among', 'lists.fields-law'],
    reads(TASKS, 'fields', (text) => text.replace(/^([^{]*\{[^{}]*\}).*$/, '$1')),
    TASKS,
  ),
  // GET /v2/users?fields=roles{name}: the name of every role (Endpoints, Conventions).
  // Wrong: of the first one.
  odd(
    'fields-first-element',
    'Sub-fields are selected of the first record of a list alone.',
    ['lists.fields-list', 'lists.fields-law'],
    each(USERS, (user, _, { query }) => {
      const asked = query.get('fields') ?? '';
      for (const [field, value] of Object.entries(user))
        if (Array.isArray(value) && asked.includes(`${field}{`)) user[field] = value.slice(0, 1);
    }),
    USERS,
  ),
  // GET /v2/tasks?fields=assignee{name}: also id and accountId (Endpoints, Conventions: always included).
  // Wrong: without accountId, which the braces leave to the assignee.
  odd(
    'fields-brace-account',
    'With sub-fields, accountId is left out.',
    ['lists.fields-id', 'lists.fields-law'],
    each(TASKS, (task, _, { query }) => {
      const asked = query.get('fields') ?? '';
      if (asked.includes('{') && !asked.includes('accountId')) delete task.accountId;
    }),
    TASKS,
  ),
  // GET /v2/metrics?fields=target: target (Endpoints, Conventions: fields to return).
  // Wrong: also targetOperator and targetMetrics, which begin alike.
  odd(
    'fields-prefix',
    'Fields that begin like one that is asked for are shown, too.',
    ['lists.fields-only', 'lists.fields-law'],
    reads(METRICS, 'fields', (text, { account }) => {
      const [first = {}] = account.metrics.values();
      const names = text.split(',').map((name) => name.trim());
      if (text.includes('{') || text.trim() === '') return text;
      return names.flatMap((name) => [name, ...Object.keys(first).filter((key) => key.startsWith(name))]).join(',');
    }),
    METRICS,
  ),
  // GET /v2/sessions?fields=demo: demo false (Endpoints, Conventions: fields to return).
  // Wrong: without; the projection takes what is truthy.
  odd(
    'fields-falsy',
    'Fields that are asked for by name are left out where they are false or 0.',
    ['lists.fields-selected', 'lists.fields-law'],
    each('sessions.list', (session, _, { query }) => {
      if (query.get('fields')) for (const [field, value] of Object.entries(session)) if (!value) delete session[field];
    }),
    'sessions.list',
  ),
  // GET /v2/tags?fields=title: title alone besides id (Endpoints, Conventions).
  // Wrong: the tags below it are there whole, as the projection does not reach what is nested.
  odd(
    'fields-nested-stay',
    'Lists of records stay although they are not asked for.',
    ['lists.fields-only', 'lists.fields-law'],
    reads('tags.list', 'fields', (text) => (text.trim() === '' ? text : `${text},items`)),
    'tags.list',
  ),
  // GET /v2/roles?sort=userCount&fields=name: in the order of userCount (Endpoints, Conventions).
  // Wrong: in no order; what is not asked for is worked out too late to sort by.
  odd(
    'sort-unselected',
    'A list is not sorted by what is not asked for.',
    ['lists.together', 'lists.sort-law'],
    asking(ROLES, (query) => {
      const fields = query.get('fields');
      const names = (fields ?? '').split(',').map((name) => name.trim());
      const keys = (query.get('sort') ?? '').split(',').filter((key) => names.includes(key.replace(/^-/, '')));
      return fields && query.has('sort') ? { sort: keys.join(',') || undefined } : {};
    }),
    ROLES,
  ),
];

const MENTION = /@\[[^[\]]+\]/g;

const texts: readonly Fault[] = [
  // GET /v2/tasks?formatting=plainText: every description is plain (Resources, Conventions).
  // Wrong: the first one.
  odd(
    'plain-first-record',
    'Plain text is made of the first record of a list alone.',
    ['lists.formatting-mentions', 'lists.formatting-markdown'],
    instead(TASKS, (call, next) => {
      const answer = next(call);
      if (answer.status !== 200 || call.query.get('formatting') !== PLAIN) return answer;
      const marked = itemsOf(next(withQuery(call, { formatting: undefined })));
      return patched(answer, { items: [...itemsOf(answer).slice(0, 1), ...marked.slice(1)] });
    }),
    TASKS,
  ),
  // GET /v1/announcements/{id}?formatting=plainText with two mentions: @<display name> twice (Resources, Conventions).
  // Wrong: the second one stays as it is.
  odd(
    'plain-first-mention',
    'Only the first mention in a text is made plain.',
    'lists.formatting-mentions',
    rule('announcements.get', ({ plainText }) => ({
      plainText(text) {
        const later = (text.match(MENTION) ?? []).slice(1);
        let seen = 0;
        const hidden = text.replaceAll(MENTION, (mention) => (seen++ === 0 ? mention : `\uE000${seen - 2}\uE001`));
        return plainText(hidden).replaceAll(/\uE000(\d+)\uE001/g, (_, n) => later[Number(n)] ?? '');
      },
    })),
    'announcements.get',
  ),
  // GET /v1/tasks/{taskId}?formatting=plainText with two mentions in a line: both, and what is between them (Resources).
  // Wrong: the first name, then what is behind the second mention; the pattern is greedy.
  odd(
    'plain-greedy',
    'What stands between two mentions of a line is lost.',
    ['lists.formatting-mentions', 'lists.formatting-words'],
    rule('tasks.get', ({ plainText }) => ({
      plainText: (text) => plainText(text.replaceAll(/@\[([^:\]\n]+):.*:[^\]\n]*\]/g, '@$1')),
    })),
    'tasks.get',
  ),
  // GET /v2/metrics?fields=description&formatting=plainText: plain texts (Resources, Conventions).
  // Wrong: with markup; kept whole records are formatted.
  odd(
    'plain-not-selected',
    'Texts that are asked for by name keep their markup.',
    'lists.formatting-together',
    asking(METRICS, (query) => (query.get('fields') ? { formatting: undefined } : {})),
    METRICS,
  ),
  // GET /v1/users/{userId}?formatting=plainText with a mention in a text-area field: @<display name> (Resources).
  // Wrong: @<email>, the second part of the markup.
  odd(
    'plain-mention-email',
    'A mention in a text of a user becomes the e-mail address.',
    ['lists.formatting-custom-fields'],
    rule('users.get', ({ plainText }) => ({
      plainText: (text) => plainText(text.replaceAll(/@\[[^:\]\n]+:([^:\]\n]+):[^\]\n]*\]/g, '@$1')),
    })),
    'users.get',
  ),
  // GET /v2/roles?formatting=mentionsMarkup: texts as without the parameter (Resources, Conventions: the default).
  // Wrong: plain text; any value asks for it.
  odd(
    'plain-for-any-value',
    'Whoever names a formatting gets plain text.',
    ['lists.formatting-markup', 'lists.formatting-default'],
    rule(ROLES, () => ({ plainAsked: (formatting) => formatting !== null })),
    ROLES,
  ),
  // GET /v1/kpis/{kpiId}?formatting=plainText with two paragraphs: their words, apart (Resources: no markdown or markup).
  // Wrong: the last word of one and the first of the next are one word.
  odd(
    'plain-one-line',
    'Paragraphs of a plain description run together.',
    ['lists.formatting-words', 'lists.formatting-description'],
    rule('kpis.get', ({ plainText }) => ({ plainText: (text) => plainText(text).replaceAll(/\s*\n\s*/g, '') })),
    'kpis.get',
  ),
];

export const oddListFaults: readonly Fault[] = [...pages, ...sorts, ...searches, ...selections, ...texts];
