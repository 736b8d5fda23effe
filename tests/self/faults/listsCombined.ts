/** Lists that go wrong with certain values, or where parameters meet. */

import type { Answer } from '../../../reference-server/call.ts';
import { type Fault, faultOf } from './fault.ts';
import {
  asking,
  body,
  each,
  filters,
  instead,
  isFirst,
  operator,
  page,
  reads,
  remembers,
  type Shown,
  standing,
} from './vocabulary.ts';

const fault = faultOf('lists.');
const formatted = faultOf('lists.formatting-');
const sessions = faultOf('sessions.');

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Other values of parameters where some are given and others not. */
const where = (on: string, given: string, lacking: readonly string[], change: Record<string, string | undefined>) =>
  asking(on, (query) => (query.has(given) && !lacking.some((name) => query.has(name)) ? change : {}));

function decodedAgain(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Reads parameters in another way where another user asks than the first. */
const forOthers = (on: string, change: Record<string, string | undefined>) =>
  asking(on, (_, call) => (isFirst(call) ? {} : change));

export const listsCombinedFaults: readonly Fault[] = [
  {
    name: 'employees-first-of-each-list-in-braces',
    title: 'Where sub-fields of a list are named, its first entry stands in its place.',
    breaks: ['general.answer-schema', 'lists.fields-list'],
    on: ['employees.list'],
    seams: each('employees.list', (record, _, { query }) => {
      for (const [name, value] of Object.entries(record))
        if (Array.isArray(value) && query.get('fields')?.includes(`${name}{`)) record[name] = value[0] ?? {};
    }),
  },
  fault(
    'roles-filter-first-user',
    'The filter of roles counts for the first user alone.',
    'together',
    forOthers('roles.list', { filter: undefined }),
  ),
  fault(
    'employees-sort-first-user',
    'The sort of employees counts for the first user alone.',
    'together',
    forOthers('employees.list', { sort: undefined }),
  ),
  fault(
    'tags-fields-first-user',
    'The first user alone can choose the fields of tags.',
    'together',
    forOthers('tags.list', { fields: undefined }),
  ),
  fault(
    'employees-in-twenty',
    'Of $in twenty values count.',
    'filter-in',
    operator('employees.list', '$in', (wanted: unknown[], standard) => standing(standard, '$in', wanted.slice(0, 20))),
  ),
  fault(
    'roles-in-beginnings',
    '$in matches texts that begin like a value.',
    'filter-in',
    operator(
      'roles.list',
      '$in',
      (wanted: unknown[], standard) => (value) =>
        standing(standard, '$in', wanted)(value) ||
        wanted.some((one) => typeof one === 'string' && text(value).startsWith(one)),
    ),
  ),
  fault(
    'tags-in-joined',
    '$in looks for a text within the listed ones.',
    'filter-in',
    operator(
      'tags.list',
      '$in',
      (wanted: unknown[], standard) => (value) =>
        standing(standard, '$in', wanted)(value) || (text(value) !== '' && wanted.join().includes(text(value))),
    ),
  ),
  fault(
    'tasks-in-none-all',
    '$in without values gives everything.',
    'filter-in-empty',
    operator(
      'tasks.list',
      '$in',
      (wanted: unknown[], standard) => (value) => wanted.length === 0 || standing(standard, '$in', wanted)(value),
    ),
  ),
  fault(
    'tags-filter-decoded-twice',
    'A filter is decoded twice, and passed over where that fails.',
    'filter-regex',
    reads('tags.list', 'filter', decodedAgain),
  ),
  fault(
    'tasks-filter-plus-space',
    'A + in a filter is a space.',
    'filter-regex',
    reads('tasks.list', 'filter', (value) => value.replaceAll('+', ' ')),
  ),
  fault(
    'employees-regex-first-alternative',
    'Of alternatives without brackets the first counts alone.',
    'filter-regex',
    operator('employees.list', '$regex', (pattern: string, standard) =>
      standing(standard, '$regex', pattern.includes('(') ? pattern : (pattern.split('|')[0] as string)),
    ),
  ),
  fault(
    'lists-gt-absent',
    'Records without a date are after every date.',
    'filter-dates',
    operator(
      ['users.list', 'tasks.list', 'metrics.list'],
      '$gt',
      (wanted: unknown, standard) => (value) =>
        ((value ?? undefined) === undefined && typeof wanted === 'string') || standing(standard, '$gt', wanted)(value),
    ),
  ),
  fault(
    'tasks-gt-days',
    '$gt compares the days of date-times.',
    'filter-dates',
    operator(
      'tasks.list',
      '$gt',
      (wanted: unknown, standard) => (value) =>
        /^\d{4}-\d\d-\d\dT/.test(text(wanted))
          ? text(value).slice(0, 10) > text(wanted).slice(0, 10)
          : standing(standard, '$gt', wanted)(value),
    ),
  ),
  fault(
    'roles-and-two',
    'Of $and two conditions count.',
    'filter-and',
    filters('roles.list', (filter) =>
      Array.isArray(filter.$and) ? { ...filter, $and: filter.$and.slice(0, 2) } : filter,
    ),
  ),
  fault(
    'tags-and-alone',
    'Conditions beside $and do not count.',
    'filter-several',
    filters('tags.list', (filter) => ('$and' in filter ? { $and: filter.$and } : filter)),
  ),
  fault(
    'users-id-alone',
    'Conditions beside _id do not count.',
    'filter-several',
    filters('users.list', (filter) => ('_id' in filter ? { _id: filter._id } : filter)),
  ),
  fault(
    'tags-none-without-total',
    'An empty list has no totalCount.',
    'filter-none',
    body('tags.list', (answer: Shown) => {
      if ((answer.tags as unknown[]).length === 0) delete answer.totalCount;
    }),
  ),
  fault(
    'users-default-with-skip',
    'With skip and without a size all the rest comes.',
    'limit-default-most',
    where('users.list', 'skip', ['limit', 'take'], { limit: '1000' }),
  ),
  fault(
    'employees-default-with-fields',
    'With fields and without a size twenty records come.',
    'take-default',
    where('employees.list', 'fields', ['take'], { take: '20' }),
  ),
  fault(
    'tasks-default-with-filter',
    'With a filter and without a size ten records come.',
    'limit-default',
    where('tasks.list', 'filter', ['limit'], { limit: '10' }),
  ),
  fault(
    'roles-formatting-remembered',
    'A request without formatting has that of the one before.',
    'own-parameters',
    remembers('roles.list', 'formatting'),
  ),
  fault(
    'employees-fields-remembered',
    'A request without fields has those of the one before.',
    'own-parameters',
    remembers('employees.list', 'fields'),
  ),
  fault(
    'metrics-sort-before-limit',
    'sort counts in front of limit alone.',
    'own-parameters',
    asking('metrics.list', (query) => {
      const names = [...query.keys()];
      return names.indexOf('limit') >= 0 && names.indexOf('limit') < names.indexOf('sort') ? { sort: undefined } : {};
    }),
  ),
  fault('tasks-cached-without-skip', 'A page is that of the same request with another skip.', 'skip', () => {
    const known = new Map<string, Answer>();
    return instead('tasks.list', (call, next) => {
      const { skip: _, ...rest } = Object.fromEntries(call.query);
      const key = JSON.stringify(rest);
      const answer = known.get(key) ?? next(call);
      known.set(key, answer);
      return answer;
    });
  }),
  fault(
    'tasks-equal-names-once',
    'Of tasks with one name a filter gives the first.',
    'filter-law',
    page('tasks.list', (list, { query }) =>
      query.has('filter') ? list.filter(({ name }, i) => list.findIndex((other) => other.name === name) === i) : list,
    ),
  ),
  fault(
    'tasks-names-alike-late',
    'A filter compares the first hundred characters of texts.',
    'filter-law',
    operator(
      'tasks.list',
      '$eq',
      (wanted: unknown, standard) => (value) =>
        standing(standard, '$eq', wanted)(value) ||
        (text(wanted).length > 100 && text(value).slice(0, 100) === text(wanted).slice(0, 100)),
    ),
  ),
  fault(
    'tasks-sort-equal-lost',
    'A sort loses records that are equal under its keys.',
    'sort-law',
    page('tasks.list', (list, { query }) => {
      const [key = ''] = (query.get('sort') ?? '').replaceAll('-', '').split(',');
      const alone = !query.get('sort')?.includes(',') && key === 'name';
      return alone ? list.filter((one, i) => list.findIndex((other) => other[key] === one[key]) === i) : list;
    }),
  ),
  fault(
    'roles-page-last-full',
    'The last page is filled up with the records before it.',
    'page-slice',
    reads('roles.list', 'skip', (value, { query, account }) => {
      const size = Number(query.get('limit') ?? 0);
      const most = account.roles.size - size;
      return query.has('filter') || most < 0 || Number(value) >= account.roles.size
        ? value
        : String(Math.min(Number(value), most));
    }),
  ),
  fault(
    'users-skip-needs-size',
    'skip counts beside a size alone.',
    'skip',
    where('users.list', 'skip', ['limit', 'take'], { skip: undefined }),
  ),
  fault(
    'employees-take-needs-sort',
    'take counts beside a sort alone.',
    'take',
    where('employees.list', 'take', ['sort'], { take: undefined }),
  ),
  fault(
    'employees-sort-needs-size',
    'sort counts beside take alone.',
    ['sort-ascending', 'sort-descending'],
    where('employees.list', 'sort', ['take'], { sort: undefined }),
  ),
  fault(
    'tasks-fields-far',
    'From about the hundredth record on, whole records come.',
    'fields-only',
    asking('tasks.list', (query) => (Number(query.get('skip')) >= 95 ? { fields: undefined } : {})),
  ),
  fault(
    'tags-id-lost-beside-braces',
    'A tag loses its id where sub-fields are named.',
    'fields-id',
    each('tags.list', (record, _, { query }) => {
      if (query.get('fields')?.includes('{')) delete record.id;
    }),
  ),
  fault(
    'users-account-lost-among-several',
    'accountId is lost when more than two fields are named.',
    'fields-id',
    each('users.list', (record, _, { query }) => {
      if ((query.get('fields') ?? '').split(',').length > 2) delete record.accountId;
    }),
  ),
  fault(
    'roles-account-lost-when-sorted',
    'A role loses its accountId where fields and sort are named together.',
    'fields-law',
    each('roles.list', (record, _, { query }) => {
      if (query.has('sort') && query.has('fields') && !query.get('fields')?.includes('accountId'))
        delete record.accountId;
    }),
  ),
  fault(
    'users-fields-third-level',
    'Three braces deep everything comes.',
    'fields-deep',
    reads('users.list', 'fields', (value) => value.replaceAll(/(\{[^{}]*\{[^{}]*)\{[^{}]*\}/g, '$1')),
  ),
  fault(
    'roles-fields-unknown-all',
    'An unknown name in fields gives all fields.',
    'fields-unknown',
    reads('roles.list', 'fields', (value) => (value.includes('gcNoSuchField') ? undefined : value)),
  ),
  fault(
    'tasks-sort-lost-with-formatting',
    'sort does not count beside formatting=plainText.',
    'together',
    asking('tasks.list', (query) => (query.get('formatting') === 'plainText' ? { sort: undefined } : {})),
  ),
  fault(
    'users-filter-lost-with-take',
    'A filter does not count beside take.',
    'together',
    where('users.list', 'take', [], { filter: undefined }),
  ),
  formatted(
    'metrics-formatting-lost-with-braces',
    'formatting does not count where fields selects within an object.',
    'together',
    asking('metrics.list', (query) => (query.get('fields')?.includes('{') ? { formatting: undefined } : {})),
  ),
  sessions(
    'sessions-demo-lost-with-filter',
    'includeDemo=true does not count beside a filter.',
    'demo-included',
    where('sessions.list', 'filter', [], { includeDemo: 'false' }),
  ),
  sessions(
    'sessions-demo-always-with-filter',
    'Under a filter demo sessions are always listed.',
    'demo-excluded',
    where('sessions.list', 'filter', [], { includeDemo: 'true' }),
  ),
  sessions(
    'sessions-demo-remembered',
    'A request without includeDemo has that of the one before.',
    'demo-own',
    remembers('sessions.list', 'includeDemo'),
  ),
];
