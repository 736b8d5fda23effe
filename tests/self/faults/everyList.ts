/** For each list operation and each parameter that it lists: the parameter is passed over, or refused. */
import type { Seams } from '../../../reference-server/server.ts';
import { listFacts, operations, requirement, requirements } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import {
  answering,
  asking,
  body,
  defaults,
  filters,
  kebab,
  reads,
  recordsIn,
  refuses,
  remembers,
  rule,
  type Shown,
} from './vocabulary.ts';

const PARAMETERS = ['filter', 'sort', 'fields', 'skip', 'limit', 'take', 'formatting'];

/** What is said of paging is said of these together. */
const PAGING = ['skip', 'limit', 'take'];

/** Requirements of lists that say of the operation what the parameter does. */
function judged(id: string, name: string): string[] {
  const words = PAGING.includes(name)
    ? [name, 'page', 'pages', 'total-page']
    : name === 'filter'
      ? [name, 'total-filter']
      : [name];
  const about = new RegExp(`^lists\\.(${words.join('|')})(-|$)`);
  return requirements
    .filter(
      ({ id: one, level, untestable, operations: on }) =>
        about.test(one) && level !== 'open' && !untestable && on.includes(id),
    )
    .map((requirement) => requirement.id);
}

/** Changes the answers to requests that carry the parameter. */
const changing = (id: string, name: string, change: (value: Shown, query: URLSearchParams) => void): Seams =>
  body(id, (value, { query }) => {
    if (query.has(name)) change(value, query);
  });

/** Breaks on values that it should refuse or pass over. */
const breaksOn = (id: string, names: readonly string[]): Seams =>
  answering(id, (answer, { query }) =>
    answer.status >= 400 && names.some((name) => query.has(name)) ? { status: 500 } : answer,
  );

/** Counts from the page on. */
const fromPage = (id: string): Seams =>
  changing(id, 'skip', (value, query) => {
    if (typeof value.totalCount === 'number') value.totalCount -= Number(query.get('skip'));
  });

/** Leaves text-area custom fields as they are stored. */
const withoutAreas = (id: string): Seams =>
  rule(id, ({ textFields }) => ({
    textFields(call) {
      const areas = [...call.account.customFields.values()].map(({ name }) => name);
      return new Set([...textFields(call)].filter((name) => !areas.includes(name)));
    },
  }));

const PLAIN = { formatting: 'plainText' };

/** Whether filters and sorts on the field are what people ask for most. */
const isIdentifying = (path: string) => ['id', '_id', ...listFacts.identifying].includes(path);

const fromBehind = (value: unknown): unknown =>
  ['string', 'number'].includes(typeof value) ? [...String(value)].reverse().join('') : value;

/** A mistake for each requirement that passing over or refusing a parameter does not break. */
const SINGLE: Readonly<Record<string, readonly [string, (id: string) => Seams]>> = {
  'filter-reach': [
    'finds nothing by other fields than ids and names',
    (id) =>
      filters(id, (filter) =>
        Object.keys(filter).every((path) => path.startsWith('$') || isIdentifying(path)) ? filter : { gcNone: 1 },
      ),
  ],
  'sort-reach': [
    'sorts by names alone',
    (id) =>
      reads(id, 'sort', (text) =>
        text
          .split(',')
          .filter((key) => isIdentifying(key.replace('-', '')))
          .join(','),
      ),
  ],
  'filter-taken': [
    'takes a value itself for greater or less than it, and of $or and $nin the first entry alone',
    (id) =>
      filters(
        id,
        (filter) =>
          JSON.parse(
            JSON.stringify(filter).replaceAll('"$gte"', '"$gt"').replaceAll('"$lt"', '"$lte"'),
            (name, value) => (['$or', '$nin'].includes(name) && Array.isArray(value) ? value.slice(0, 1) : value),
          ) as Shown,
      ),
  ],
  'sort-taken': [
    'orders what it sorts by as texts that are read from behind',
    (id) =>
      rule(id, ({ compare }) => ({
        compare: (a, b) => compare(fromBehind(a), fromBehind(b)),
      })),
  ],
  'own-parameters': ['keeps the skip of the request before', (id) => remembers(id, 'skip')()],
  'filter-own': ['keeps the filter of the request before', (id) => remembers(id, 'filter')()],
  'filter-malformed': ['breaks on malformed filters', (id) => breaksOn(id, ['filter'])],
  'page-values-error': ['breaks on pages that are no numbers', (id) => breaksOn(id, PAGING)],
  'sort-same-records': [
    'loses the last record where it sorts',
    (id) => changing(id, 'sort', (body) => void recordsIn(body).pop()),
  ],
  'limit-full': [
    'gives one record too few',
    (id) =>
      asking(id, (query) => {
        const named = ['limit', 'take'].filter((name) => Number(query.get(name)) > 1);
        return Object.fromEntries(named.map((name) => [name, String(Number(query.get(name)) - 1)]));
      }),
  ],
  'limit-default': ['has a default limit of 50', (id) => defaults(id, 'limit', '50')],
  'take-default': ['takes 50 by default', (id) => defaults(id, 'take', '50')],
  'limit-default-most': ['gives everything by default', (id) => defaults(id, 'limit', '1000')],
  'take-default-most': ['gives everything by default', (id) => defaults(id, 'take', '1000')],
  'skip-default': ['skips one by default', (id) => defaults(id, 'skip', '1')],
  'total-page': ['counts from the page on', fromPage],
  'total-open-shape': ['counts from the page on', fromPage],
  'formatting-default': ['gives plain text by default', (id) => defaults(id, 'formatting', PLAIN.formatting)],
  'formatting-markup': ['gives plain text for markup', (id) => asking(id, () => PLAIN)],
  'formatting-custom-fields': ['does not format text areas', withoutAreas],
  'formatting-only': [
    'gives other ids as plain text',
    (id) =>
      changing(id, 'formatting', (body, query) => {
        if (query.get('formatting') !== 'plainText') return;
        for (const record of recordsIn(body))
          for (const name of ['ownerId', 'authorId', 'accountId']) if (name in record) record[name] = 'gc-0';
      }),
  ],
  'formatting-together': [
    'keeps markup under a filter',
    (id) => asking(id, (query) => (query.has('filter') ? { formatting: undefined } : {})),
  ],
  'filter-id': [
    'takes a part of an id for the id',
    (id) => reads(id, 'filter', (text) => text.replace(/^\{"_id":("[^"]+")\}$/, '{"_id":{"$regex":$1}}')),
  ],
  'fields-selected': [
    'leaves out the last field that is named',
    (id) => reads(id, 'fields', (text) => text.split(',').slice(0, -1).join(',') || 'id'),
  ],
  'fields-id': [
    'leaves out the ids',
    (id) =>
      changing(id, 'fields', (body) => {
        for (const record of recordsIn(body)) for (const key of ['id', '_id', 'accountId']) delete record[key];
      }),
  ],
  'fields-unknown': [
    'refuses unknown fields',
    (id) => refuses(id, 400, ({ query }) => /unknown|such|gc/i.test(query.get('fields') ?? '')),
  ],
  together: [
    'passes over one of several parameters',
    (id) =>
      asking(id, (query) => {
        const first = ['filter', 'sort', 'skip', 'formatting'].find((name) => query.has(name));
        return query.size > 2 && first ? { [first]: undefined } : {};
      }),
  ],
};

const single: readonly Fault[] = Object.entries(SINGLE).flatMap(([words, [title, seams]]) =>
  requirement(`lists.${words}`).operations.map((on) => ({
    name: `list-${words}-${kebab(on)}`,
    title: `${on} ${title}`,
    breaks: [`lists.${words}`],
    on: [on],
    seams: seams(on),
  })),
);

const ofEachParameter: readonly Fault[] = operations.flatMap(({ id, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'query' && PARAMETERS.includes(parameter.name))
    .flatMap(({ name }): Fault[] => [
      {
        name: `list-refuses-${name}-${kebab(id)}`,
        title: `${id} refuses ${name}`,
        breaks: ['general.success-status'],
        on: [id],
        seams: refuses(id, 400, ({ query }) => query.has(name)),
      },
      ...(judged(id, name).length === 0
        ? []
        : [
            {
              name: `list-ignores-${name}-${kebab(id)}`,
              title: `${id} passes over ${name}`,
              breaks: judged(id, name),
              on: [id],
              seams: reads(id, name, () => undefined),
            },
          ]),
    ]),
);

export const everyList: readonly Fault[] = [...ofEachParameter, ...single];
