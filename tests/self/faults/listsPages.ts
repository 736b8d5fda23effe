/** Sorts, pages and totals that go wrong in one way. */
import { type Fault, faultOf } from './fault.ts';
import {
  answering,
  body,
  defaults,
  filterOf,
  instead,
  page,
  reads,
  recordsIn,
  refuses,
  rule,
  type Shown,
  withQuery,
} from './vocabulary.ts';

const fault = faultOf('lists.');

const keys = (text: string) => text.split(',');
const number = (change: (value: number) => number) => (text: string) =>
  Number.isInteger(Number(text)) ? String(change(Number(text))) : text;
const compared = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);

export const listsSortFaults: readonly Fault[] = [
  fault(
    'tasks-sort-ignored',
    'sort is ignored.',
    ['sort-ascending', 'sort-descending'],
    reads('tasks.list', 'sort', () => undefined),
  ),
  fault(
    'users-sort-rising-only',
    'The - of a sort is ignored.',
    'sort-descending',
    reads('users.list', 'sort', (text) => text.replaceAll('-', '')),
  ),
  fault(
    'tags-sort-minus-id',
    'A sort by -id rises, as one by id does.',
    'sort-descending',
    reads('tags.list', 'sort', (text) => (text === '-id' ? 'id' : text)),
  ),
  fault(
    'employees-sort-id-passed-over',
    'A sort by id is passed over.',
    'sort-descending',
    reads(
      'employees.list',
      'sort',
      (text) =>
        keys(text)
          .filter((key) => !/^-?id$/.test(key))
          .join(',') || undefined,
    ),
  ),
  fault(
    'roles-sort-falling',
    'A sort without - is falling.',
    'sort-ascending',
    reads('roles.list', 'sort', (text) => (text.startsWith('-') ? text : `-${text}`)),
  ),
  fault(
    'tasks-sort-first-key',
    'Of several keys the first counts alone.',
    'sort-several',
    reads('tasks.list', 'sort', (text) => keys(text)[0]),
  ),
  fault(
    'tags-sort-last-key',
    'Of several keys the last counts most.',
    'sort-several',
    reads('tags.list', 'sort', (text) => keys(text).reverse().join(',')),
  ),
  fault(
    'metrics-sort-one-direction',
    'The direction of the first key holds for all.',
    'sort-several',
    reads('metrics.list', 'sort', (text) =>
      keys(text)
        .map((key) => (text.startsWith('-') ? `-${key.replace('-', '')}` : key.replace('-', '')))
        .join(','),
    ),
  ),
  fault(
    'metrics-sort-as-text',
    'Numbers are ordered as texts.',
    ['sort-numbers', 'sort-taken'],
    rule('metrics.list', () => ({ compare: compared })),
  ),
  fault(
    'tags-sort-counts-as-text',
    'Tags are ordered by the texts of their counts.',
    'sort-counts',
    rule('tags.list', () => ({ compare: compared })),
  ),
  fault(
    'employees-sort-dates',
    'Dates are ordered by their last digits.',
    ['sort-dates', 'sort-taken'],
    rule('employees.list', ({ compare }) => ({
      compare: (a, b) =>
        /^\d{4}-/.test(String(a)) && /^\d{4}-/.test(String(b))
          ? compare(String(a).slice(14), String(b).slice(14))
          : compare(a, b),
    })),
  ),
  fault(
    'tasks-sort-page',
    'The page is ordered, not the list.',
    'sort-whole',
    instead('tasks.list', (call, next) => {
      const sort = call.query.get('sort');
      if (!sort) return next(call);
      const page = recordsIn(next(withQuery(call, { sort: undefined })).body).map(({ id }) => id);
      const answer = next(withQuery(call, { skip: '0', limit: '1000' }));
      return {
        ...answer,
        body: { ...(answer.body as Shown), items: recordsIn(answer.body).filter(({ id }) => page.includes(id)) },
      };
    }),
  ),
  fault(
    'employees-sort-drops',
    'A sort leaves out who lacks the field.',
    'sort-same-records',
    instead('employees.list', (call, next) => {
      const field = call.query.get('sort')?.replace(/^-/, '').split(',')[0];
      return next(
        field && field !== 'id'
          ? withQuery(call, {
              filter: JSON.stringify({
                $and: [filterOf(call), { [field]: { $exists: true } }].filter((part) => Object.keys(part).length > 0),
              }),
            })
          : call,
      );
    }),
  ),
  fault(
    'tags-sort-two-keys',
    'The third key of a sort is refused.',
    'sort-law',
    refuses('tags.list', 400, ({ query }) => keys(query.get('sort') ?? '').length > 2),
  ),
];

export const listsPageFaults: readonly Fault[] = [
  fault(
    'tags-skip-ignored',
    'skip is ignored.',
    ['skip', 'skip-beyond', 'page-slice'],
    reads('tags.list', 'skip', () => undefined),
  ),
  fault(
    'sessions-skip-one-more',
    'skip leaves out one more.',
    'skip',
    reads(
      'sessions.list',
      'skip',
      number((skip) => (skip > 0 ? skip + 1 : 0)),
    ),
  ),
  fault(
    'roles-skip-pages',
    'skip counts pages.',
    'skip',
    reads('roles.list', 'skip', (text, { query }) => number((skip) => skip * Number(query.get('limit') ?? 100))(text)),
  ),
  fault(
    'users-skip-default',
    'Without skip the list begins with the second user.',
    'skip-default',
    defaults('users.list', 'skip', '1'),
  ),
  fault(
    'employees-skip-beyond',
    'Beyond the end the last page comes again.',
    'skip-beyond',
    reads(
      'employees.list',
      'skip',
      number((skip) => Math.min(skip, 105)),
    ),
  ),
  fault(
    'tasks-skip-beyond-total',
    'Beyond the end the total is 0.',
    'skip-beyond',
    body('tasks.list', (body) => {
      if ((body.items as Shown[]).length === 0) body.totalCount = 0;
    }),
  ),
  fault(
    'roles-skip-beyond-404',
    'Beyond the end is 404.',
    'skip-beyond',
    answering('roles.list', (answer, call) =>
      Number(call.query.get('skip')) > 100 && recordsIn(answer.body).length === 0
        ? { status: 404, body: { message: 'no' } }
        : answer,
    ),
  ),
  fault(
    'tasks-limit-ignored',
    'limit is ignored.',
    'limit',
    reads('tasks.list', 'limit', () => undefined),
  ),
  fault(
    'users-limit-one-more',
    'One more comes than limit says.',
    'limit',
    reads(
      'users.list',
      'limit',
      number((limit) => limit + 1),
    ),
  ),
  fault(
    'metrics-limit-fifty',
    'No more than 50 come, whatever limit says.',
    'limit-full',
    reads(
      'metrics.list',
      'limit',
      number((limit) => Math.min(limit, 50)),
    ),
  ),
  fault(
    'sessions-limit-less',
    'One fewer comes than limit says.',
    'limit-full',
    page('sessions.list', (list, { query }) => (query.has('limit') && list.length > 1 ? list.slice(1) : list)),
  ),
  fault('roles-limit-default-fifty', 'Without limit 50 come.', 'limit-default', defaults('roles.list', 'limit', '50')),
  fault(
    'users-limit-default-all',
    'Without limit all come.',
    'limit-default-most',
    instead('users.list', (call, next) =>
      next(call.query.has('limit') || call.query.has('take') ? call : withQuery(call, { limit: '1000' })),
    ),
  ),
  fault(
    'users-take-ignored',
    'Users are not taken by take.',
    'take',
    reads('users.list', 'take', () => undefined),
  ),
  fault(
    'tags-take-ignored',
    'take is ignored.',
    'take',
    reads('tags.list', 'take', () => undefined),
  ),
  fault(
    'employees-take-less',
    'take gives one fewer.',
    'take',
    reads(
      'employees.list',
      'take',
      number((take) => Math.max(1, take - 1)),
    ),
  ),
  fault('tags-take-default-twenty', 'Without take 20 come.', 'take-default', defaults('tags.list', 'take', '20')),
  fault(
    'metrics-pages-overlap',
    'Pages begin one record early.',
    ['pages', 'skip', 'page-slice'],
    reads(
      'metrics.list',
      'skip',
      number((skip) => Math.max(0, skip - 1)),
    ),
  ),
  fault(
    'tasks-pages-capped',
    'No page lies beyond the first 50 records.',
    ['pages', 'skip'],
    reads(
      'tasks.list',
      'skip',
      number((skip) => (skip >= 50 ? 1000 : skip)),
    ),
  ),
  fault(
    'users-page-moves',
    'A page is as many records further on as it is large.',
    'page-slice',
    reads('users.list', 'skip', (text, { query }) =>
      number((skip) => (skip > 0 && query.get('limit') === '3' ? skip + 1 : skip))(text),
    ),
  ),
  fault(
    'sessions-total-of-page',
    'totalCount is that of the page.',
    'total-page',
    body('sessions.list', (body) => {
      body.totalCount = (body.items as Shown[]).length;
    }),
  ),
  fault(
    'tags-total-behind',
    'totalCount leaves out what was skipped.',
    'total-page',
    body('tags.list', (body, { query }) => {
      body.totalCount = Math.max(0, (body.totalCount as number) - Number(query.get('skip') ?? 0));
    }),
  ),
  fault(
    'tasks-total-unfiltered',
    'totalCount under a filter is that of all.',
    'total-filter',
    instead('tasks.list', (call, next) => {
      const answer = next(call);
      if (!call.query.has('filter') || answer.status !== 200) return answer;
      return {
        ...answer,
        body: {
          ...(answer.body as Shown),
          totalCount: (next(withQuery(call, { filter: undefined })).body as Shown).totalCount,
        },
      };
    }),
  ),
  fault(
    'metrics-total-of-page',
    'totalCount is that of the page.',
    'total-open-shape',
    body('metrics.list', (body) => {
      body.totalCount = (body.items as Shown[]).length;
    }),
  ),
  fault(
    'roles-size-500',
    'A limit that is no number is answered with 500.',
    'page-values-error',
    refuses('roles.list', 500, ({ query }) => query.has('limit') && !/^-?\d+$/.test(query.get('limit') ?? '')),
  ),
  fault(
    'tasks-together-filter-late',
    'With skip, a filter is applied behind it.',
    'together',
    instead('tasks.list', (call, next) => {
      const skip = Number(call.query.get('skip') ?? 0);
      if (!call.query.has('filter') || skip === 0) return next(call);
      const before = recordsIn(next(withQuery(call, { filter: undefined, skip: '0', limit: String(skip) })).body).map(
        ({ id }) => id,
      );
      const answer = next(withQuery(call, { skip: '0' }));
      return answer.status === 200
        ? {
            ...answer,
            body: { ...(answer.body as Shown), items: recordsIn(answer.body).filter(({ id }) => !before.includes(id)) },
          }
        : answer;
    }),
  ),
  fault(
    'roles-together-sort-late',
    'Fields are cut before the order is made.',
    'together',
    instead('roles.list', (call, next) => {
      const fields = call.query.get('fields');
      return next(
        fields && call.query.has('sort') && !fields.includes('name') ? withQuery(call, { sort: undefined }) : call,
      );
    }),
  ),
  fault(
    'users-together-no-sort',
    'Under a filter, sort is ignored.',
    'together',
    instead('users.list', (call, next) => next(call.query.has('filter') ? withQuery(call, { sort: undefined }) : call)),
  ),
  fault(
    'employees-together-no-fields',
    'Under a filter, fields is ignored.',
    'together',
    instead('employees.list', (call, next) =>
      next(call.query.has('filter') ? withQuery(call, { fields: undefined }) : call),
    ),
  ),
  fault(
    'tasks-far-skip-breaks',
    'A skip far beyond the end breaks the service.',
    'skip-beyond',
    refuses('tasks.list', 500, ({ query }) => Number(query.get('skip')) > 100_000),
  ),
  fault(
    'tasks-long-in-breaks',
    'More than 30 values of $in break the service.',
    'filter-in',
    refuses('tasks.list', 500, ({ query }) => (query.get('filter') ?? '').split(',').length > 30),
  ),
];
