/** Filters, sorts, projections and pages where the specification leaves them free. */

import { selection } from '../../../reference-server/query/fields.ts';
import { type Operators, operators, type Test } from '../../../reference-server/query/operators.ts';
import { compareValues } from '../../../reference-server/query/sort.ts';
import { Refusal } from '../../../reference-server/refusal.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { listFacts, recordSchema } from '../../../schemas/contract.ts';
import { answers, deep, isObject, type Parts, refused, type Variant } from './variant.ts';

/** The usual numbers of records: over 100 of each kind that has pages. */
const LARGE = { seed: 1, size: {} };

const present =
  (test: Test): Test =>
  (value) =>
    value !== undefined && value !== null && test(value);

function parsed(filter: string | null): unknown {
  try {
    return JSON.parse(filter ?? '{}');
  } catch {
    return {};
  }
}

/** How deep objects and lists stand in one another. */
const levels = (part: unknown): number =>
  typeof part === 'object' && part !== null ? 1 + Math.max(0, ...Object.values(part).map(levels)) : 0;

/** How many fields a filter names. */
function conditions(part: unknown): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  if (Array.isArray(part)) return sum(part.map(conditions));
  if (!isObject(part)) return 0;
  return sum(Object.entries(part).map(([name, inner]) => (name.startsWith('$') ? conditions(inner) : 1)));
}

/** Records that lack the field match neither $ne nor $nin, as in SQL. */
const sql: Operators = {
  ...operators,
  $ne: (operand, siblings) => present((operators.$ne as NonNullable<Operators[string]>)(operand, siblings)),
  $nin: (operand, siblings) => present((operators.$nin as NonNullable<Operators[string]>)(operand, siblings)),
};

/** Operators beyond those of the specification; what is not known holds for every record. */
const more: ProxyHandler<Operators> = {
  get(known, name) {
    if (name === '$size')
      return (operand: unknown) => (value: unknown) => Array.isArray(value) && value.length === operand;
    if (name === '$type') return (operand: unknown) => (value: unknown) => typeof value === operand;
    return known[name as string] ?? (() => () => true);
  },
  getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: undefined }),
};

const absentLast = (a: unknown, b: unknown) => {
  const lacks = (value: unknown) => value === undefined || value === null;
  return lacks(a) || lacks(b) ? Number(lacks(a)) - Number(lacks(b)) : compareValues(a, b);
};

const collated = (a: unknown, b: unknown) => {
  if (typeof a !== 'string' || typeof b !== 'string') return compareValues(a, b);
  return compareValues(a.toLowerCase(), b.toLowerCase()) || -compareValues(a, b);
};

const SHUFFLED = [
  'users',
  'tags',
  'dashboards',
  'kpiGroups',
  'kpis',
  'roles',
  'tasks',
  'metrics',
  'goals',
  'badges',
  'customFields',
] as const;

/** Turns the records of a map round: the first ones go to the end. */
function turn(records: Map<string, unknown>, by: number): void {
  for (const [id, record] of [...records].slice(0, by % Math.max(records.size, 1))) {
    records.delete(id);
    records.set(id, record);
  }
}

const asked = (url: string | undefined, name: string) => new URLSearchParams(url?.split('?')[1] ?? '').get(name);

/** Before every read the first records of each kind go to the end, another number of them each time. */
function shuffling(): Pick<Parts, 'around'> {
  let n = 0;
  return {
    around: (call, next) => {
      if (call.operation.method === 'GET') {
        n = (n * 7 + 5) % 101;
        for (const kind of SHUFFLED) turn(call.account[kind as keyof Account] as Map<string, unknown>, n % 9);
      }
      return next(call);
    },
  };
}

const LIST_GROUPS = ['users', 'tags', 'roles', 'tasks', 'metrics', 'sessions', 'employees'];
const COMPARISONS = ['$gt', '$gte', '$lt', '$lte'];

/** A comparison that no date fulfils. */
const withoutDates = (name: string): [string, NonNullable<Operators[string]>] => [
  name,
  (operand, siblings) => {
    const test = (operators[name] as NonNullable<Operators[string]>)(operand, siblings);
    return (value) => !/^\d{4}-\d\d-\d\d/.test(String(value)) && test(value);
  },
];

const isReached = (path: string): boolean => ['id', '_id', 'ownerIds', ...listFacts.identifying].includes(path);

/** What is said of filters and sorts on other fields. */
const REACH = [
  'customFields.values-filter',
  'lists.filter-nin',
  'lists.filter-reach',
  'lists.filter-array',
  'lists.filter-nested',
  'lists.filter-dates',
  'lists.filter-exists',
  'lists.sort-reach',
  'lists.sort-numbers',
  'lists.sort-dates',
];

/** A filter without conditions on other fields. */
function reached(filter: string): string {
  const keep = (part: unknown): unknown => {
    if (!isObject(part)) return part;
    const kept = Object.entries(part).flatMap(([name, wanted]) => {
      if (name === '$and' || name === '$or') return [[name, (wanted as unknown[]).map(keep)]];
      return isReached(name) || name.startsWith('$') ? [[name, wanted]] : [];
    });
    return Object.fromEntries(kept);
  };
  try {
    return JSON.stringify(keep(JSON.parse(filter)));
  } catch {
    return filter;
  }
}

export const listVariants: readonly Variant[] = [
  {
    name: 'order-changes',
    title: 'Lists come in another order with each answer where no sort is asked for.',
    parts: shuffling,
  },
  {
    name: 'order-changes-beyond-a-page',
    title: 'Lists without pages show a hundred records of more, not always the same ones.',
    kind: 'size',
    sparse: true,
    on: ['customFields', 'kpis', 'kpiGroups', 'dashboards'],
    sample: { size: { customFields: 140, kpis: 160, kpiGroups: 130, dashboards: 150 } },
    parts: () => ({
      ...shuffling(),
      fixtures: (file) => {
        file.bodies = {};
      },
    }),
  },
  {
    name: 'sort-absent-last',
    title: 'Records that lack the field come last.',
    kind: 'compare',
    parts: { rules: () => ({ compare: absentLast }) },
  },
  {
    name: 'sort-ignores-case',
    title: 'Texts are ordered without regard to case.',
    kind: 'compare',
    parts: { rules: () => ({ compare: collated }) },
  },
  {
    name: 'sort-collation',
    title: 'Texts are ordered as in a dictionary.',
    kind: 'compare',
    parts: () => {
      const { compare } = new Intl.Collator('en');
      return {
        rules: () => ({
          compare: (a, b) => (typeof a === 'string' && typeof b === 'string' ? compare(a, b) : compareValues(a, b)),
        }),
      };
    },
  },
  {
    name: 'sort-unknown-refused',
    title: 'A sort by a field that records of the kind do not have is refused.',
    parts: {
      rules: ({ sortKeys }, operation) => {
        const { properties } = recordSchema(operation.success.schema);
        const has = (path: string) =>
          ['id', '_id'].includes(path) || !properties || (path.split('.')[0] as string) in properties;
        return {
          sortKeys: (text) => {
            const keys = sortKeys(text);
            const unknown = keys.find(({ path }) => !has(path));
            if (unknown) throw new Refusal(400, `sort: no field ${unknown.path}`);
            return keys;
          },
        };
      },
    },
  },
  {
    name: 'filter-sql',
    title: '$ne and $nin pass over records without the field.',
    kind: 'operators',
    parts: { rules: () => ({ operators: sql }) },
  },
  {
    name: 'filter-strict',
    title: 'Filters are strict JSON; relaxed syntax is refused.',
    parts: {
      around: (call, next) => {
        const filter = call.query.get('filter');
        try {
          if (filter) JSON.parse(filter);
        } catch {
          return { status: 400, body: { message: 'filter: not JSON' } };
        }
        return next(call);
      },
    },
  },
  {
    name: 'filter-more-operators',
    title: 'Filters read $size and $type, and pass over operators that they do not know.',
    kind: 'operators',
    parts: { rules: () => ({ operators: new Proxy(operators, more) }) },
  },
  {
    name: 'parameters-unlisted-refused',
    title: 'Parameters that a list does not list are refused.',
    kind: 'users-actions',
    parts: {
      around: (call, next) => {
        const listed = new Set(call.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name));
        for (const name of call.query.keys())
          if (!listed.has(name)) return { status: 400, body: { message: `there is no parameter ${name}` } };
        return next(call);
      },
    },
  },
  {
    name: 'projection-nested-ids',
    title: 'A projection shows the ids of embedded records too.',
    kind: 'projection',
    parts: {
      rules: () => ({
        selection: (text) => {
          const wanted = selection(text);
          const add = (inner: typeof wanted) => {
            for (const one of inner.values())
              if (one !== true) {
                one.set('id', true);
                add(one);
              }
          };
          add(wanted);
          return wanted;
        },
      }),
    },
  },
  {
    name: 'projection-nulls',
    title: 'Fields without a value are null in a projection.',
    kind: 'projection',
    parts: answers(undefined, (body, { request, operation }) => {
      const names = asked(request.url, 'fields');
      if (!names || names.includes('{') || !operation?.path.startsWith('/v2/')) return body;
      const given = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^[a-z]\w*$/i.test(name));
      const { items, ...rest } = body as { items?: Record<string, unknown>[] };
      return items
        ? {
            ...rest,
            items: items.map((item) => ({ ...Object.fromEntries(given.map((name) => [name, null])), ...item })),
          }
        : body;
    }),
  },
  {
    name: 'pages-need-sort',
    title: 'Where a list can be sorted, skip without sort is refused.',
    parts: {
      around: (call, next) =>
        call.query.has('skip') &&
        !call.query.has('sort') &&
        call.operation.parameters.some(({ name }) => name === 'sort')
          ? refused('skip: name a sort')
          : next(call),
    },
  },
  {
    name: 'limit-capped',
    title: 'A page has at most 100 records, whatever limit says.',
    kind: 'pages',
    sample: LARGE,
    parts: {
      rules: ({ page }) => ({
        page: (given, operation) => {
          const { skip, limit } = page(given, operation);
          return { skip, limit: Math.min(limit, 100) };
        },
      }),
    },
  },
  {
    name: 'limit-zero-default',
    title: 'A limit of 0 means the default.',
    kind: 'pages',
    parts: {
      rules: ({ page }) => ({
        page: (given, operation) => {
          const { skip, limit } = page(given, operation);
          return { skip, limit: limit || 100 };
        },
      }),
    },
  },
  {
    name: 'limit-zero-refused',
    title: 'A limit of 0 is refused.',
    kind: 'pages',
    parts: {
      rules: ({ page }) => ({
        page: (given, operation) => {
          const found = page(given, operation);
          if (found.limit === 0) throw new Refusal(400, 'limit: from 1 on');
          return found;
        },
      }),
    },
  },
  {
    name: 'page-values-ignored',
    title: 'A skip or limit that is no number is passed over.',
    kind: 'pages',
    parts: {
      rules: ({ page }) => ({
        page: (given, operation) =>
          page(Object.fromEntries(Object.entries(given).filter(([, value]) => /^\d+$/.test(String(value)))), operation),
      }),
    },
  },
  {
    name: 'take-before-limit',
    title: 'Where limit and take are both given, take counts.',
    parts: {
      rules: ({ page }) => ({
        page: (given, operation) => page(given.take === undefined ? given : { ...given, limit: given.take }, operation),
      }),
    },
  },
  {
    name: 'formatting-unknown-refused',
    title: 'Another value of formatting is refused.',
    parts: {
      rules: ({ plainAsked }) => ({
        plainAsked: (value) => {
          if (value !== null && value !== 'plainText' && value !== 'mentionsMarkup')
            throw new Refusal(400, 'formatting');
          return plainAsked(value);
        },
      }),
    },
  },
  {
    // "Conventions" (formatting): which dialect of markdown texts are in is not said.
    name: 'markdown-of-few-forms',
    on: ['tasks', 'announcements'],
    title:
      'Texts are in a dialect without underscores for strong words, tables, titles of links and languages of code.',
    warns: ['lists.formatting-further'],
    parts: {
      rules: ({ plainText }) => ({
        plainText: (text) =>
          plainText(
            text
              .replaceAll(/__([^_\n]+)__/g, '\\_\\_$1\\_\\_')
              .replaceAll(/^\|.*\|$/gm, '')
              .replaceAll(/\]\((\S+) "/g, '\\]\\($1 "')
              .replaceAll(/^```(\w+)$/gm, '\\`\\`\\`$1')
              .replaceAll(/<[^<>@\n]*>/g, ''),
          ),
      }),
    },
  },
  {
    name: 'demo-by-default',
    on: ['sessions'],
    title: 'Demo sessions are in the list unless includeDemo is false.',
    parts: { rules: () => ({ sessionListed: ({ demo }, include) => !demo || include !== 'false' }) },
  },
  {
    name: 'filter-dates-never',
    title: 'Dates match no comparison of a filter.',
    kind: 'operators',
    warns: ['lists.filter-dates'],
    parts: { rules: () => ({ operators: { ...operators, ...Object.fromEntries(COMPARISONS.map(withoutDates)) } }) },
  },
  {
    name: 'reach-names-alone',
    title:
      'Filters and sorts reach ids, names, titles, e-mail addresses and owners, and pass over what is said of other fields.',
    warns: REACH,
    parts: {
      around: (call, next) => {
        const query = new URLSearchParams(call.query);
        const { filter, sort } = Object.fromEntries(query);
        if (filter?.startsWith('{') && filter.endsWith('}')) query.set('filter', reached(filter));
        if (sort)
          query.set(
            'sort',
            sort
              .split(',')
              .filter((key) => isReached(key.replace('-', '')))
              .join(','),
          );
        return next({ ...call, query });
      },
    },
  },
  {
    name: 'reach-names-or-refuse',
    title: 'Filters and sorts take ids, names, titles, e-mail addresses and owners, and refuse other fields.',
    warns: REACH,
    parts: {
      around: (call, next) => {
        const { filter, sort } = Object.fromEntries(call.query);
        const names = [
          ...(filter?.match(/(?<=")[$\w.]+(?="\s*:)/g) ?? []).filter((name) => !name.startsWith('$')),
          ...(sort?.split(',').map((key) => key.trim().replace('-', '')) ?? []),
        ];
        const other = names.find((name) => !isReached(name));
        return other ? { status: 400, body: { message: `there is no index on ${other}` } } : next(call);
      },
    },
  },
  {
    name: 'total-of-account',
    title: 'totalCount is the number of all records, whatever the filter.',
    warns: ['lists.total-filter', 'lists.total-open-shape'],
    on: LIST_GROUPS,
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (!call.query.has('filter') || answer.status !== 200 || !isObject(answer.body)) return answer;
        const query = new URLSearchParams(call.query);
        query.delete('filter');
        const { totalCount } = next({ ...call, query }).body as { totalCount?: number };
        return { ...answer, body: { ...answer.body, ...(totalCount !== undefined && { totalCount }) } };
      },
    },
  },
  {
    name: 'projection-own-fields',
    title: "Every record, embedded ones too, shows fields of the target's own, whatever fields asks for.",
    kind: 'projection',
    on: LIST_GROUPS,
    parts: answers(undefined, (body, { operation }) =>
      operation?.path.startsWith('/v2/')
        ? deep(body, (record) => ({ ...record, xOwn: 1, _links: { self: 'here' } }))
        : body,
    ),
  },
  {
    name: 'plus-is-plus',
    title: 'A + in the query string is a plus, as RFC 3986 has it.',
    parts: {
      front: (request, _response, next) => {
        request.url = request.url?.replaceAll('+', '%2B');
        next();
      },
    },
  },
  {
    name: 'tasks-ten-thousand',
    title: 'The account has 10,000 tasks.',
    alone: true,
    kind: 'size',
    on: ['tasks'],
    sample: { size: { tasks: 10_000 } },
    parts: {},
  },
  {
    name: 'sort-other-languages',
    title: 'Texts are ordered as in Danish, without regard to punctuation, numbers in them by value.',
    kind: 'compare',
    parts: () => {
      const { compare } = new Intl.Collator('da', { numeric: true, ignorePunctuation: true });
      return {
        rules: () => ({
          compare: (a, b) => (typeof a === 'string' && typeof b === 'string' ? compare(a, b) : compareValues(a, b)),
        }),
      };
    },
  },
  {
    // "Request size limits: not shown".
    name: 'expressions-bounded',
    kind: 'conditions',
    title:
      'Filters of more than five levels or ten conditions, and more than three keys or twenty fields, are refused.',
    parts: {
      around: (call, next) => {
        const named = (parameter: string) => (call.query.get(parameter) ?? '').split(',').length;
        const filter = parsed(call.query.get('filter'));
        // For users "fields" is "listed as required": all thirty of them can be named.
        const most = call.operation.id === 'users.list' ? 30 : 20;
        const isTooLarge = levels(filter) > 5 || conditions(filter) > 10 || named('sort') > 3 || named('fields') > most;
        return isTooLarge ? refused('the expression is too large') : next(call);
      },
    },
  },
  {
    // "Request size limits: not shown".
    name: 'patterns-of-60',
    title: 'Patterns of more than 60 characters are refused.',
    kind: 'operators',
    parts: {
      rules: ({ operators: standard }) => ({
        operators: {
          ...standard,
          $regex: (operand, siblings) => {
            if (String(operand).length > 60) throw new Refusal(400, 'the pattern is too long');
            return (standard.$regex as NonNullable<Operators[string]>)(operand, siblings);
          },
        },
      }),
    },
  },
];
