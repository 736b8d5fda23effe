/** Projections that go wrong in one way. */
import { type Fault, faultOf } from './fault.ts';
import { instead, page, reads, refuses, type Shown, withQuery } from './vocabulary.ts';

const fault = faultOf('lists.fields-');

/** The names between commas outside of braces. */
const names = (text: string): readonly string[] => text.match(/[^,{}]+(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g) ?? [];
const asked = ({ query }: { query: URLSearchParams }) => query.get('fields') ?? '';

export const listsFieldFaults: readonly Fault[] = [
  fault(
    'tasks-fields-ignored',
    'fields is ignored.',
    'only',
    reads('tasks.list', 'fields', () => undefined),
  ),
  fault(
    'dashboards-fields-ignored',
    'fields is ignored for usages of tags.',
    'only',
    reads('dashboards.tagUsages', 'fields', () => undefined),
  ),
  fault(
    'roles-fields-first',
    'Of several names the first counts alone.',
    'selected',
    reads('roles.list', 'fields', (text) => names(text)[0]),
  ),
  fault(
    'users-fields-last-lost',
    'The last of several names is lost.',
    'selected',
    reads('users.list', 'fields', (text) => (names(text).length > 1 ? names(text).slice(0, -1).join(',') : text)),
  ),
  fault(
    'metrics-fields-name-too',
    'The name comes along always.',
    'only',
    reads('metrics.list', 'fields', (text) => `${text},name`),
  ),
  fault(
    'employees-fields-as-text',
    'Selected booleans come as texts.',
    'selected',
    page('employees.list', (list, call) =>
      call.query.has('fields')
        ? list.map((item) => ('isActive' in item ? { ...item, isActive: String(item.isActive) } : item))
        : list,
    ),
  ),
  fault(
    'sessions-fields-nested-whole',
    'parent{sub} gives all of the parent.',
    'nested',
    reads('sessions.list', 'fields', (text) =>
      names(text)
        .map((name) => name.split('{')[0])
        .join(','),
    ),
  ),
  fault(
    'users-fields-nested-none',
    'parent{sub} gives nothing of the parent.',
    'nested',
    reads('users.list', 'fields', (text) => ['id', ...names(text).filter((name) => !name.includes('{'))].join(',')),
  ),
  fault(
    'metrics-fields-nested-first',
    'Of sub-fields the first counts alone.',
    ['nested', 'nested-among'],
    reads('metrics.list', 'fields', (text) => text.replaceAll(/\{([^{},]+),[^{}]*\}/g, '{$1}')),
  ),
  fault(
    'tasks-fields-behind-braces',
    'What stands behind braces is lost.',
    'nested-among',
    reads('tasks.list', 'fields', (text) => text.replace(/\}[^}]*$/, '}')),
  ),
  fault(
    'sessions-fields-parents',
    'Of several parents the first comes alone.',
    'nested-among',
    reads('sessions.list', 'fields', (text) => {
      let seen = 0;
      return names(text)
        .filter((name) => !name.includes('{') || seen++ === 0)
        .join(',');
    }),
  ),
  fault(
    'users-fields-deep',
    'Braces within braces give all.',
    'deep',
    reads('users.list', 'fields', (text) => text.replaceAll(/([^{},]+\{[^{}]*?[^{},]+)\{[^{}]*\}/g, '$1')),
  ),
  fault(
    'employees-fields-list-first',
    'In a list sub-fields are selected in the first entry alone.',
    'list',
    instead('employees.list', (call, next) => {
      const answer = next(call);
      if (!asked(call).includes('badges{')) return answer;
      const whole = next(withQuery(call, { fields: asked(call).replaceAll(/badges\{[^{}]*\}/g, 'badges') })).body as {
        items: Shown[];
      };
      const cut = answer.body as { items: Shown[] };
      return {
        ...answer,
        body: {
          ...cut,
          items: cut.items.map((item, i) => ({
            ...item,
            ...(Array.isArray(item.badges) && {
              badges: item.badges.map((badge, j) =>
                j === 0 ? badge : (whole.items[i] as { badges: Shown[] }).badges[j],
              ),
            }),
          })),
        },
      };
    }),
  ),
  fault(
    'tags-fields-list-none',
    'Sub-fields of a list give an empty list.',
    'list',
    page('tags.list', (list, call) =>
      asked(call).includes('items{') ? list.map((item) => ({ ...item, items: [] })) : list,
    ),
  ),
  fault(
    'roles-fields-no-id',
    'The id comes only where it is named.',
    'id',
    page('roles.list', (list, call) =>
      call.query.has('fields') && !names(asked(call)).includes('id') ? list.map(({ id, ...item }) => item) : list,
    ),
  ),
  fault(
    'tasks-fields-no-account',
    'accountId comes only where it is named.',
    'id',
    page('tasks.list', (list, call) =>
      call.query.has('fields') && !names(asked(call)).includes('accountId')
        ? list.map(({ accountId, ...item }) => item)
        : list,
    ),
  ),
  fault(
    'tags-fields-unknown-400',
    'An unknown name is refused.',
    'unknown',
    refuses('tags.list', 400, (call) => asked(call).includes('gcNoSuchField')),
  ),
  fault(
    'sessions-fields-unknown-all',
    'With an unknown name nothing else is selected.',
    'unknown',
    reads('sessions.list', 'fields', (text) => (text.includes('gcNoSuchField') ? 'id' : text)),
  ),
  fault(
    'metrics-fields-first-record',
    'The first record alone is cut down.',
    ['each-record', 'only'],
    instead('metrics.list', (call, next) => {
      const answer = next(call);
      if (!call.query.has('fields')) return answer;
      const whole = next(withQuery(call, { fields: undefined })).body as { items: Shown[] };
      const cut = answer.body as { items: Shown[] };
      return {
        ...answer,
        body: { ...cut, items: cut.items.map((item, i) => (i === 0 ? item : (whole.items[i] as Shown))) },
      };
    }),
  ),
  fault(
    'tasks-fields-reversed',
    'With fields the records come in reverse.',
    'each-record',
    page('tasks.list', (list, call) => (call.query.has('fields') ? list.reverse() : list)),
  ),
  fault(
    'employees-fields-many',
    'From the sixth name on, names are lost.',
    'law',
    reads('employees.list', 'fields', (text) => (names(text).length === 6 ? names(text).slice(0, 5).join(',') : text)),
  ),
];
