/** Filters that go wrong in one way. */
import { type Fault, faultOf } from './fault.ts';
import {
  answering,
  body,
  filterOf,
  filters,
  instead,
  operator,
  recordsIn,
  refuses,
  rule,
  type Shown,
  standing,
  withQuery,
} from './vocabulary.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Every $and or $or in a filter, at any depth, read in another way. */
function joined(filter: unknown, name: string, change: (parts: Shown[]) => Shown): unknown {
  if (Array.isArray(filter)) return filter.map((part) => joined(part, name, change));
  if (typeof filter !== 'object' || filter === null) return filter;
  const { [name]: parts, ...rest } = filter as Shown;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, joined(value, name, change)]));
  return Array.isArray(parts)
    ? { ...inner, ...change(parts.map((part) => joined(part, name, change) as Shown)) }
    : inner;
}

const fault = faultOf('lists.filter-');
const list = faultOf('lists.');

export const listsFilterFaults: readonly Fault[] = [
  fault(
    'tasks-filter-ignored',
    'The filter of tasks is ignored.',
    ['equals', 'none', 'id'],
    filters('tasks.list', () => undefined),
  ),
  fault(
    'users-filter-by-id-ignored',
    'A filter on _id gives all users.',
    'id',
    filters('users.list', ({ _id, ...rest }) => rest),
  ),
  fault(
    'tags-filter-by-id-name',
    'Tags are not found by _id.',
    'id',
    filters('tags.list', (filter) => ('_id' in filter ? { gcNone: 1 } : filter)),
  ),
  list(
    'sessions-filter-id-total',
    'A filter on _id counts all sessions.',
    'total-filter',
    body('sessions.list', (body, call) => {
      if ('_id' in filterOf(call)) body.totalCount = 125;
    }),
  ),
  fault(
    'roles-eq-substring',
    'A plain value matches where it is a part of the text.',
    'equals',
    operator(
      'roles.list',
      '$eq',
      (wanted) => (value) => value === wanted || (typeof wanted === 'string' && text(value).includes(wanted)),
    ),
  ),
  fault(
    'sessions-eq-booleans',
    'A filter on false matches everything.',
    'reach',
    operator(
      'sessions.list',
      '$eq',
      (wanted, standard) => (value) => (wanted as unknown) === false || standing(standard, '$eq', wanted)(value),
    ),
  ),
  fault(
    'metrics-eq-numbers-as-text',
    'Numbers in filters match nothing.',
    'reach',
    operator(
      'metrics.list',
      '$eq',
      (wanted, standard) => (value) => typeof wanted !== 'number' && standing(standard, '$eq', wanted)(value),
    ),
  ),
  fault(
    'tags-in-first',
    '$in looks at its first value alone.',
    'in',
    operator('tags.list', '$in', (wanted: unknown[], standard) => standing(standard, '$in', wanted.slice(0, 1))),
  ),
  fault(
    'employees-in-last',
    '$in looks at its last value alone.',
    'in',
    operator('employees.list', '$in', (wanted: unknown[], standard) => standing(standard, '$in', wanted.slice(-1))),
  ),
  fault(
    'tasks-in-one',
    '$in with a single value matches nothing.',
    'in',
    operator('tasks.list', '$in', (wanted: unknown[], standard) =>
      standing(standard, '$in', wanted.length < 2 ? [] : wanted),
    ),
  ),
  fault(
    'roles-in-refused',
    '$in is not known.',
    'in',
    refuses('roles.list', 400, ({ query }) => (query.get('filter') ?? '').includes('"$in"')),
  ),
  fault(
    'tasks-regex-anchored',
    '$regex matches at the beginning of a text alone.',
    'regex',
    operator('tasks.list', '$regex', (pattern: string, standard) => standing(standard, '$regex', `^(?:${pattern})`)),
  ),
  fault(
    'users-regex-whole',
    '$regex must match the whole text.',
    'regex',
    operator('users.list', '$regex', (pattern: string, standard) => standing(standard, '$regex', `^(?:${pattern})$`)),
  ),
  fault(
    'roles-in-cut-at-commas',
    'The values of $in are cut at commas.',
    'in',
    operator('roles.list', '$in', (wanted: unknown[], standard) =>
      standing(
        standard,
        '$in',
        wanted.flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
      ),
    ),
  ),
  fault(
    'employees-in-cut-at-bars',
    'A bar in a value of $in stands between two values.',
    'in',
    operator('employees.list', '$in', (wanted: unknown[], standard) =>
      standing(
        standard,
        '$in',
        wanted.flatMap((one) => (typeof one === 'string' ? one.split('|') : [one])),
      ),
    ),
  ),
  fault(
    'tasks-in-wildcards',
    'A star or a percent sign in a value of $in stands for any text.',
    'in',
    operator(
      'tasks.list',
      '$in',
      (wanted: unknown[], standard) => (value) =>
        wanted.some((one) =>
          typeof one === 'string' && /[%*]$/.test(one)
            ? text(value).startsWith(one.slice(0, -1))
            : standing(standard, '$in', [one])(value),
        ),
    ),
  ),
  fault(
    'users-in-underscore',
    'An underscore in a value of $in stands for any symbol.',
    'in',
    operator(
      'users.list',
      '$in',
      (wanted: unknown[], standard) => (value) =>
        wanted.some((one) =>
          typeof one === 'string' && one.endsWith('_')
            ? text(value).length === one.length && text(value).startsWith(one.slice(0, -1))
            : standing(standard, '$in', [one])(value),
        ),
    ),
  ),
  list(
    'roles-total-of-all-accounts',
    'Under a filter totalCount counts the roles of other accounts that match as well.',
    'total-filter',
    body('roles.list', (body, { account, query }) => {
      const total = body.totalCount as number;
      if (query.has('filter') && total === account.roles.size) body.totalCount = total + 3;
    }),
  ),
  fault(
    'tasks-filter-id-prefix',
    'A filter on _id gives every record whose id begins so.',
    'id',
    filters('tasks.list', ({ _id, ...rest }) =>
      typeof _id === 'string' ? { ...rest, id: { $regex: `^${_id}` } } : { _id, ...rest },
    ),
  ),
  fault(
    'roles-filter-id-end',
    'A filter on _id gives every record whose id ends so.',
    'id',
    filters('roles.list', ({ _id, ...rest }) =>
      typeof _id === 'string' ? { ...rest, id: { $regex: `${_id}$` } } : { _id, ...rest },
    ),
  ),
  fault(
    'metrics-zero-ignored',
    'A condition on 0 is ignored.',
    'equals',
    filters('metrics.list', (filter) =>
      Object.fromEntries(Object.entries(filter).filter(([, wanted]) => wanted !== 0)),
    ),
  ),
  list(
    'metrics-total-unfiltered-with-sort',
    'With sort, totalCount forgets the filter.',
    'total-open-shape',
    instead('metrics.list', (call, next) => {
      const answer = next(call);
      if (answer.status >= 300 || !call.query.has('sort') || !call.query.has('filter')) return answer;
      const { totalCount } = next(withQuery(call, { filter: undefined })).body as Shown;
      return { ...answer, body: { ...(answer.body as Shown), totalCount } };
    }),
  ),
  list(
    'tasks-total-unfiltered-with-fields',
    'With fields, totalCount forgets the filter.',
    'total-filter',
    instead('tasks.list', (call, next) => {
      const answer = next(call);
      if (answer.status >= 300 || !call.query.has('fields') || !call.query.has('filter')) return answer;
      const { totalCount } = next(withQuery(call, { filter: undefined })).body as Shown;
      return { ...answer, body: { ...(answer.body as Shown), totalCount } };
    }),
  ),
  fault(
    'tags-regex-literal',
    '$regex looks for the letters of the pattern.',
    'regex',
    operator('tags.list', '$regex', (pattern: string) => (value) => text(value).includes(pattern)),
  ),
  fault(
    'employees-regex-escapes-lost',
    'A dot with a backslash before it matches any letter.',
    'regex',
    operator('employees.list', '$regex', (pattern: string, standard) =>
      standing(standard, '$regex', pattern.replaceAll('\\.', '.')),
    ),
  ),
  fault(
    'roles-regex-no-anchors',
    '$regex passes over anchors.',
    'regex',
    operator('roles.list', '$regex', (pattern: string, standard) =>
      standing(standard, '$regex', pattern.replace(/^\^|\$$/g, '')),
    ),
  ),
  fault(
    'sessions-regex-dot',
    'A dot in $regex is a dot.',
    'regex',
    operator('sessions.list', '$regex', (pattern: string, standard) =>
      standing(standard, '$regex', pattern.replaceAll('.', '\\.')),
    ),
  ),
  fault(
    'tasks-gt-equal',
    '$gt gives equal values, too.',
    'gt',
    operator('tasks.list', '$gt', (wanted, standard) => standing(standard, '$gte', wanted)),
  ),
  fault(
    'metrics-gt-without-decimals',
    '$gt compares the whole part of what is stored.',
    'gt',
    operator(
      'metrics.list',
      '$gt',
      (wanted, standard) => (value) =>
        standing(standard, '$gt', wanted)(typeof value === 'number' ? Math.trunc(value) : value),
    ),
  ),
  fault(
    'metrics-gt-as-text',
    '$gt compares numbers as texts.',
    'gt',
    operator('metrics.list', '$gt', (wanted) => (value) => value !== undefined && String(value) > String(wanted)),
  ),
  fault(
    'sessions-gt-less',
    '$gt gives lesser values.',
    'gt',
    operator('sessions.list', '$gt', (wanted, standard) => standing(standard, '$lt', wanted)),
  ),
  fault(
    'roles-gt-numbers-only',
    '$gt matches no texts.',
    'gt',
    operator('roles.list', '$gt', () => (value) => typeof value === 'number'),
  ),
  fault(
    'employees-gt-everything',
    '$gt is ignored.',
    'gt',
    operator('employees.list', '$gt', () => () => true),
  ),
  fault(
    'tasks-and-or',
    '$and matches where one condition does.',
    'and',
    filters('tasks.list', (filter) => joined(filter, '$and', ($or) => ({ $or }))),
  ),
  fault(
    'users-and-first',
    'Of $and the first condition counts alone.',
    'and',
    filters('users.list', (filter) => joined(filter, '$and', (parts) => ({ $and: parts.slice(0, 1) }))),
  ),
  fault(
    'employees-and-last',
    'Of $and the last condition counts alone.',
    'and',
    filters('employees.list', (filter) => joined(filter, '$and', (parts) => ({ $and: parts.slice(-1) }))),
  ),
  fault(
    'metrics-and-merged',
    'Conditions of $and on one field overwrite each other.',
    'and',
    filters('metrics.list', (filter) => joined(filter, '$and', (parts) => Object.assign({}, ...parts))),
  ),
  fault(
    'tasks-several-first',
    'Of several fields in a filter the first counts alone.',
    'several',
    filters('tasks.list', (filter) => Object.fromEntries(Object.entries(filter).slice(0, 1))),
  ),
  fault(
    'metrics-several-or',
    'Of several fields in a filter one is enough.',
    'several',
    filters('metrics.list', (filter) =>
      Object.keys(filter).length > 1
        ? { $or: Object.entries(filter).map(([key, value]) => ({ [key]: value })) }
        : filter,
    ),
  ),
  fault(
    'tags-several-last',
    'Of several fields in a filter the last counts alone.',
    'several',
    filters('tags.list', (filter) => Object.fromEntries(Object.entries(filter).slice(-1))),
  ),
  fault(
    'users-operators-first',
    'Of several operators on one field the first counts alone.',
    'several',
    filters('users.list', (filter) =>
      Object.fromEntries(
        Object.entries(filter).map(([key, value]) => [
          key,
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).slice(0, 1))
            : value,
        ]),
      ),
    ),
  ),
  fault(
    'tags-none-all',
    'A filter that nothing matches gives all tags.',
    'none',
    instead('tags.list', (call, next) => {
      const answer = next(call);
      return call.query.has('filter') && answer.status === 200 && (answer.body as Shown).totalCount === 0
        ? next(withQuery(call, { filter: undefined }))
        : answer;
    }),
  ),
  fault(
    'roles-none-404',
    'A filter that nothing matches is answered with 404.',
    'none',
    answering('roles.list', (answer, call) =>
      call.query.has('filter') && (answer.body as Shown).totalCount === 0
        ? { status: 404, body: { message: 'nothing found' } }
        : answer,
    ),
  ),
  list(
    'employees-none-total',
    'The total of an empty list is the number of all employees.',
    'total-filter',
    body('employees.list', (body) => {
      if ((body.items as Shown[]).length === 0) body.totalCount = 130;
    }),
  ),
  fault(
    'tasks-filter-page',
    'The filter is applied to the page.',
    'whole',
    instead('tasks.list', (call, next) => {
      if (!call.query.has('filter')) return next(call);
      const page = recordsIn(next(withQuery(call, { filter: undefined })).body).map(({ id }) => id);
      const answer = next(withQuery(call, { limit: '1000', skip: '0' }));
      if (answer.status !== 200) return answer;
      return {
        ...answer,
        body: { ...(answer.body as Shown), items: recordsIn(answer.body).filter(({ id }) => page.includes(id)) },
      };
    }),
  ),
  fault(
    'users-filter-first-hundred',
    'A filter finds nothing beyond the first hundred users.',
    'whole',
    instead('users.list', (call, next) => {
      if (!call.query.has('filter')) return next(call);
      const first = recordsIn(
        next(withQuery(call, { filter: undefined, skip: '0', limit: '100', sort: undefined })).body,
      ).map(({ id }) => id);
      const answer = next(call);
      return answer.status === 200
        ? {
            ...answer,
            body: { ...(answer.body as Shown), items: recordsIn(answer.body).filter(({ id }) => first.includes(id)) },
          }
        : answer;
    }),
  ),
  fault(
    'tasks-eq-unknown',
    '$eq is not known.',
    'eq',
    refuses('tasks.list', 400, ({ query }) => (query.get('filter') ?? '').includes('"$eq"')),
  ),
  fault(
    'users-ne-ignored',
    '$ne leaves nothing out.',
    'ne',
    operator('users.list', '$ne', () => () => true),
  ),
  fault(
    'roles-ne-equal',
    '$ne gives the value.',
    'ne',
    operator('roles.list', '$ne', (wanted, standard) => standing(standard, '$eq', wanted)),
  ),
  fault(
    'metrics-nin-first',
    '$nin leaves out its first value alone.',
    'nin',
    operator('metrics.list', '$nin', (wanted: unknown[], standard) => standing(standard, '$nin', wanted.slice(0, 1))),
  ),
  fault(
    'tags-nin-in',
    '$nin gives the values.',
    ['nin', 'taken'],
    operator('tags.list', '$nin', (wanted, standard) => standing(standard, '$in', wanted)),
  ),
  fault(
    'tasks-gte-greater',
    '$gte leaves out equal values.',
    ['gte', 'taken'],
    operator('tasks.list', '$gte', (wanted, standard) => standing(standard, '$gt', wanted)),
  ),
  fault(
    'roles-gte-greater',
    '$gte leaves out equal texts.',
    ['gte', 'taken'],
    operator('roles.list', '$gte', (wanted, standard) => standing(standard, '$gt', wanted)),
  ),
  fault(
    'metrics-lt-equal',
    '$lt gives equal values, too.',
    ['lt', 'taken'],
    operator('metrics.list', '$lt', (wanted, standard) => standing(standard, '$lte', wanted)),
  ),
  fault(
    'sessions-lt-greater',
    '$lt gives greater values.',
    ['lt', 'taken'],
    operator('sessions.list', '$lt', (wanted, standard) => standing(standard, '$gt', wanted)),
  ),
  fault(
    'tasks-lte-less',
    '$lte leaves out equal values.',
    ['lte', 'taken'],
    operator('tasks.list', '$lte', (wanted, standard) => standing(standard, '$lt', wanted)),
  ),
  fault(
    'users-exists-inverted',
    '$exists tells the opposite.',
    'exists',
    operator('users.list', '$exists', (wanted) => (value) => (value === undefined) === wanted),
  ),
  fault(
    'tasks-exists-always',
    '$exists false gives nothing.',
    'exists',
    operator('tasks.list', '$exists', (wanted) => (value) => (wanted as unknown) === true && value !== undefined),
  ),
  fault(
    'tags-exists-ignored',
    '$exists is ignored.',
    'exists',
    operator('tags.list', '$exists', () => () => true),
  ),
  fault(
    'tasks-or-and',
    '$or matches where all conditions do.',
    'or',
    filters('tasks.list', (filter) => joined(filter, '$or', ($and) => ({ $and }))),
  ),
  fault(
    'roles-or-first',
    'Of $or the first condition counts alone.',
    ['or', 'taken'],
    filters('roles.list', (filter) => joined(filter, '$or', (parts) => ({ $and: parts.slice(0, 1) }))),
  ),
  fault(
    'users-or-twice',
    '$or gives records that match twice twice.',
    'or',
    body('users.list', (body, call) => {
      if ('$or' in filterOf(call)) body.items = [...(body.items as Shown[]).slice(0, 1), ...(body.items as Shown[])];
    }),
  ),
  fault(
    'metrics-or-alone',
    'Beside $or other fields do not count.',
    'or',
    filters('metrics.list', (filter) => ('$or' in filter ? { $or: filter.$or } : filter)),
  ),
  fault(
    'tags-filter-caseless',
    'Plain values match in any letter case.',
    'case',
    operator(
      'tags.list',
      '$eq',
      (wanted: unknown, standard) => (value) =>
        standing(standard, '$eq', wanted)(value) ||
        (typeof wanted === 'string' && text(value).toLowerCase() === wanted.toLowerCase()),
    ),
  ),
  fault(
    'users-filter-pads',
    'Spaces at the end of a plain value do not count.',
    'case',
    operator('users.list', '$eq', (wanted: unknown, standard) =>
      standing(standard, '$eq', typeof wanted === 'string' ? wanted.replace(/ +$/, '') : wanted),
    ),
  ),
  fault(
    'employees-filter-without-marks',
    'Marks on letters do not count for plain values.',
    'case',
    operator('employees.list', '$eq', (wanted: unknown, standard) => {
      const flat = (value: unknown) =>
        typeof value === 'string' ? value.normalize('NFD').replaceAll(/\p{M}/gu, '') : value;
      return (value) => standing(standard, '$eq', flat(wanted))(flat(value));
    }),
  ),
  fault(
    'tasks-filter-digits-as-numbers',
    'Digits in a filter are compared as numbers.',
    'case',
    operator('tasks.list', '$eq', (wanted: unknown, standard) => (value) => {
      const isNumber = [wanted, value].every((one) => /^\d+$/.test(text(one)));
      return isNumber ? Number(value) === Number(wanted) : standing(standard, '$eq', wanted)(value);
    }),
  ),
  fault(
    'tasks-regex-caseless',
    '$regex matches in any letter case.',
    'case',
    rule('tasks.list', ({ operators }) => ({
      operators: {
        ...operators,
        $regex: (pattern) => (operators.$regex as (typeof operators)[string])(pattern, { $options: 'i' }),
      },
    })),
  ),
  fault(
    'users-array-first',
    'Of a list the first entry matches alone.',
    'array',
    rule('users.list', ({ operators }) => ({
      operators: {
        ...operators,
        $eq: (wanted, siblings) => (value) =>
          (operators.$eq as (typeof operators)[string])(wanted, siblings)(Array.isArray(value) ? value[0] : value),
      },
    })),
  ),
  fault(
    'metrics-array-never',
    'A value matches no list that has it.',
    'array',
    rule('metrics.list', ({ operators }) => ({
      operators: {
        ...operators,
        $eq: (wanted, siblings) => (value) =>
          !Array.isArray(value) && (operators.$eq as (typeof operators)[string])(wanted, siblings)(value),
      },
    })),
  ),
  fault(
    'sessions-array-in',
    '$in matches no list.',
    'array',
    rule('sessions.list', ({ operators }) => ({
      operators: {
        ...operators,
        $in: (wanted, siblings) => (value) =>
          !Array.isArray(value) && (operators.$in as (typeof operators)[string])(wanted, siblings)(value),
      },
    })),
  ),
  fault(
    'sessions-nested-unknown',
    'Dotted names match nothing.',
    'nested',
    filters('sessions.list', (filter) =>
      Object.keys(filter).some((key) => key.includes('.')) ? { gcNone: 1 } : filter,
    ),
  ),
  fault(
    'users-nested-ignored',
    'Conditions on dotted names are ignored.',
    'nested',
    filters('users.list', (filter) => Object.fromEntries(Object.entries(filter).filter(([key]) => !key.includes('.')))),
  ),
  fault(
    'users-dates-inverted',
    '$gt on dates gives earlier ones.',
    ['dates', 'gt'],
    operator(
      'users.list',
      '$gt',
      (wanted, standard) => (value) =>
        /^\d{4}-/.test(text(value))
          ? standing(standard, '$lt', wanted)(value)
          : standing(standard, '$gt', wanted)(value),
    ),
  ),
  fault(
    'tasks-dates-never',
    'Dates are not compared.',
    'dates',
    rule('tasks.list', ({ operators }) => ({
      operators: {
        ...operators,
        $lt: (wanted, siblings) => (value) =>
          !/^\d{4}-/.test(text(value)) && (operators.$lt as (typeof operators)[string])(wanted, siblings)(value),
      },
    })),
  ),
  fault(
    'tasks-filter-malformed-500',
    'A filter that is no JSON is answered with 500.',
    'malformed',
    refuses('tasks.list', 500, ({ query }) => /[^}]$/.test(query.get('filter') ?? '')),
  ),
  fault(
    'metrics-and-nested',
    'A $and within a $and is ignored.',
    'law',
    filters('metrics.list', (filter) =>
      joined(filter, '$and', (parts) => ({ $and: parts.map(({ $and, ...rest }) => rest) })),
    ),
  ),
];
