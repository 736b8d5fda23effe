/** For each list operation and each parameter that it lists: the parameter is passed over, or refused. */
import type { Answer } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { operations, requirement, requirements } from '../../../schemas/contract.ts';
import { kebab } from './change.ts';
import type { Fault } from './fault.ts';

type Body = Record<string, unknown>;

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

/** Does something else where a request carries the parameter. */
const where = (id: string, name: string, act: (query: URLSearchParams) => Answer | undefined): Seams => ({
  around(call, next) {
    if (call.operation.id !== id || !call.query.has(name)) return next(call);
    const query = new URLSearchParams(call.query);
    return act(query) ?? next({ ...call, query });
  },
});

/** Asks for something else than the request does. */
const asking = (id: string, change: (query: URLSearchParams) => void): Seams => ({
  around(call, next) {
    if (call.operation.id !== id) return next(call);
    const query = new URLSearchParams(call.query);
    change(query);
    return next({ ...call, query });
  },
});

/** Changes the answers to requests that carry the parameter. */
const changing = (id: string, name: string, change: (body: Body, query: URLSearchParams) => void): Seams => ({
  around(call, next) {
    const answer = next(call);
    if (call.operation.id !== id || !call.query.has(name) || answer.status >= 300) return answer;
    const body = structuredClone(answer.body) as Body;
    change(body, call.query);
    return { ...answer, body };
  },
});

const recordsIn = (body: Body): Body[] =>
  Array.isArray(body) ? (body as Body[]) : ((body.items ?? ('totalCount' in body ? body.tags : [body])) as Body[]);

/** Breaks on values that it should refuse or pass over. */
const breaksOn = (id: string, names: readonly string[]): Seams => ({
  around(call, next) {
    const answer = next(call);
    const odd = names.some((name) => call.query.has(name)) && answer.status >= 400;
    return call.operation.id === id && odd ? { status: 500 } : answer;
  },
});

const total = (body: Body, by: number): void => {
  if (typeof body.totalCount === 'number') body.totalCount -= by;
};

/** Leaves text-area custom fields as they are stored. */
const withoutAreas = (id: string): Seams => ({
  rules: (standard, asked) =>
    asked.id !== id
      ? {}
      : {
          textFields(call) {
            const areas = [...call.account.customFields.values()].map(({ name }) => name);
            return new Set([...standard.textFields(call)].filter((name) => !areas.includes(name)));
          },
        },
});

/** A mistake for each requirement that passing over or refusing a parameter does not break. */
const SINGLE: Readonly<Record<string, readonly [string, (id: string) => Seams]>> = {
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
        for (const name of ['limit', 'take'])
          if (Number(query.get(name)) > 1) query.set(name, String(Number(query.get(name)) - 1));
      }),
  ],
  'limit-default': [
    'has a default limit of 50',
    (id) => asking(id, (query) => !query.has('limit') && query.set('limit', '50')),
  ],
  'take-default': ['takes 50 by default', (id) => asking(id, (query) => !query.has('take') && query.set('take', '50'))],
  'skip-default': ['skips one by default', (id) => asking(id, (query) => !query.has('skip') && query.set('skip', '1'))],
  'total-page': [
    'counts from the page on',
    (id) => changing(id, 'skip', (body, query) => total(body, Number(query.get('skip')))),
  ],
  'total-open-shape': [
    'counts from the page on',
    (id) => changing(id, 'skip', (body, query) => total(body, Number(query.get('skip')))),
  ],
  'formatting-default': [
    'gives plain text by default',
    (id) => asking(id, (query) => !query.has('formatting') && query.set('formatting', 'plainText')),
  ],
  'formatting-markup': [
    'gives plain text for markup',
    (id) => asking(id, (query) => query.set('formatting', 'plainText')),
  ],
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
    (id) => asking(id, (query) => query.has('filter') && query.delete('formatting')),
  ],
  'fields-selected': [
    'leaves out the last field that is named',
    (id) =>
      asking(id, (query) => {
        const names = query.get('fields')?.split(',') ?? [];
        if (names.length > 0) query.set('fields', names.slice(0, -1).join(',') || 'id');
      }),
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
    (id) =>
      where(id, 'fields', (query) =>
        /unknown|such|gc/i.test(query.get('fields') ?? '') ? { status: 400 } : undefined,
      ),
  ],
  together: [
    'passes over one of several parameters',
    (id) =>
      asking(id, (query) => {
        for (const name of ['filter', 'sort', 'skip', 'formatting']) {
          if (query.size > 2 && query.has(name)) {
            query.delete(name);
            return;
          }
        }
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
        seams: where(id, name, () => ({ status: 400 })),
      },
      ...(judged(id, name).length === 0
        ? []
        : [
            {
              name: `list-ignores-${name}-${kebab(id)}`,
              title: `${id} passes over ${name}`,
              breaks: judged(id, name),
              on: [id],
              seams: where(id, name, (query) => void query.delete(name)),
            },
          ]),
    ]),
);

export const everyList: readonly Fault[] = [...ofEachParameter, ...single];
