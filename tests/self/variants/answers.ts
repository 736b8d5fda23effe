/** What answers hold beside the stated fields: "Whether response fields are always present: not shown". */
import { randomUUID } from 'node:crypto';
import type { Account } from '../../../reference-server/store/account.ts';
import { answers, deep, isObject, type Json, type Parts, type Reply, type Variant } from './variant.ts';

const nothing: unknown = undefined;

/** Operations whose success is listed without a body. */
export const SILENT = [
  'kpiGroups.update',
  'kpiGroups.delete',
  'kpiGroups.setFavorite',
  'kpiGroups.clearFavorite',
  'kpiGroups.removeKpi',
];
const CHECKS = ['roles.mapping', 'roles.scimGroupsExist'];

const silent = (name: string, title: string, body: (reply: Reply) => unknown): Variant => ({
  name,
  title,
  kind: 'silent answers',
  on: ['kpiGroups', 'roles'],
  parts: answers([...SILENT, ...CHECKS], (_, reply) => body(reply)),
});

/** Keys without which a record is not known any more, and those that the envelopes state. */
const KEPT = new Set([
  'id',
  '_id',
  'items',
  'tags',
  'Teams',
  'Users',
  'info',
  'totalCount',
  'count',
  'targetTypes',
  'managers',
  'currentUserActions',
  'currentUserAllowedActions',
  'domain',
  'effectivePermissions',
  'badge',
  'dashboardsCount',
  'dashboardsIds',
  'tagName',
  'tagTitle',
]);

const only = (keep: (key: string, value: unknown) => boolean) => (body: unknown) =>
  deep(body, (record) => Object.fromEntries(Object.entries(record).filter(([key, value]) => keep(key, value))));

const ZERO = (value: unknown) =>
  value === false || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);

/** Fields such as services of this kind store besides. */
const EXTRA = { __v: 3, tenantKey: 'north', extra: null, flags: ['a'], meta: { key: 7, list: [1] } };

/** Every stored record of an account that is an object. */
const recordsOf = (account: Account): Json[] =>
  Object.values(account).flatMap((records) => (records instanceof Map ? [...records.values()].filter(isObject) : []));

/** A change that knows how many answers there were before. */
const numbered = (change: (body: unknown, n: number, reply: Reply) => unknown) => (): Parts => {
  let n = 0;
  return answers(undefined, (body, reply) => change(body, ++n, reply));
};

const reversed = (record: Json) => Object.fromEntries(Object.entries(record).reverse());

/** Lists of names and ids, of which no order is stated, the other way round. */
const listsReversed = (record: Json) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value.toReversed() : value,
    ]),
  );

/** Singles out the operations that answer with what they made: bodies that the specification names "tag" and the like. */
export const answerVariants: readonly Variant[] = [
  silent('silent-empty', 'Where no body is specified there is none.', () => nothing),
  silent('silent-text', 'Where no body is specified there is the text OK.', (reply) => {
    reply.headers['content-type'] = 'text/plain';
    return 'OK';
  }),
  silent('silent-object', 'Where no body is specified there is an empty object.', () => ({})),
  silent('silent-null', 'Where no body is specified there is null.', () => null),
  silent('silent-flag', 'Where no body is specified there is {success: true}.', () => ({ success: true })),
  silent('silent-count', 'Where no body is specified there is a number.', () => 1),
  {
    name: 'fields-extra',
    title: 'Records and envelopes have fields that the specification does not name.',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values()) for (const record of recordsOf(account)) Object.assign(record, EXTRA);
      },
      ...answers(undefined, (body) =>
        isObject(body) && 'totalCount' in body ? { ...body, _links: { self: { href: '/' } }, took: 3 } : body,
      ),
    },
  },
  {
    name: 'fields-volatile',
    title:
      'Every object has fields besides that are new in every answer: a number, an id, a time and an object of them.',
    kind: 'own fields',
    parts: numbered((body, n, { operation }) => {
      const [requestId, servedAt] = [randomUUID(), new Date().toISOString()];
      const served = { id: requestId, date: servedAt, tags: [{ id: requestId }], owner: { id: `request ${n}` } };
      // What an answer of open shape is about is told by any ids and dates in it.
      const fresh = { requestNumber: n, requestId, servedAt, ...(operation?.success.schema !== 'open' && { served }) };
      return deep(body, (record) => ({ ...record, ...fresh }));
    }),
  },
  {
    name: 'envelopes-volatile',
    title: 'Lists and open answers say in their envelope which request they answer, and when.',
    kind: 'own fields',
    parts: numbered((body, n) =>
      isObject(body) && !('id' in body) && !('_id' in body)
        ? { requestNumber: n, servedAt: new Date().toISOString(), links: { self: `/requests/${n}` }, ...body }
        : body,
    ),
  },
  {
    name: 'pictures-signed',
    title: 'Addresses of pictures are signed anew for each answer.',
    parts: numbered((body, n) =>
      deep(body, (record) =>
        typeof record.picture === 'string' ? { ...record, picture: `${record.picture}?signature=${n}` } : record,
      ),
    ),
  },
  {
    name: 'times-of-the-answer',
    title: 'When a goal was last calculated is now, and so are the tokens that users-actions issues.',
    on: ['sessions', 'metrics', 'permissions'],
    parts: numbered((body, n) =>
      deep(body, (record) => ({
        ...record,
        ...('attainment' in record && { lastCalculated: new Date().toISOString() }),
        ...('idToken' in record && { accessToken: `access ${n}`, idToken: `id ${n}` }),
      })),
    ),
  },
  {
    name: 'fields-reversed',
    title: 'Fields come in another order.',
    parts: answers(undefined, (body) => deep(body, reversed)),
  },
  {
    name: 'lists-reversed',
    title: 'Lists of names and ids inside records come in another order.',
    parts: answers(undefined, (body) => deep(body, listsReversed)),
  },
  {
    name: 'fields-unset-null',
    title: 'Fields of objects that are unset or empty are null.',
    kind: 'presence',
    parts: answers(undefined, (body) => deep(body, nulled)),
  },
  {
    name: 'fields-unset-absent',
    title: 'Fields that are false, empty or 0 are absent, counts of envelopes aside.',
    kind: 'presence',
    parts: answers(
      undefined,
      only((key, value) => KEPT.has(key) || !ZERO(value)),
    ),
  },
  {
    name: 'fields-only-ids',
    title: 'Records have nothing but their ids.',
    kind: 'presence',
    sparse: true,
    parts: answers(undefined, (body, { operation }) =>
      operation?.id === 'permissions.allowedActions'
        ? body
        : only((key, value) => KEPT.has(key) || (key === 'favorite' && value === true))(body),
    ),
  },
  {
    name: 'fields-few',
    title: 'Records have nothing but ids, names and titles.',
    kind: 'presence',
    sparse: true,
    parts: answers(
      undefined,
      only(
        (key, value) =>
          KEPT.has(key) ||
          (key === 'favorite' && value === true) ||
          key === 'name' ||
          key === 'title' ||
          key === 'accountId',
      ),
    ),
  },
  {
    name: 'favorite-absent-when-false',
    on: ['kpiGroups'],
    title: 'A KPI group shows favorite only when it is one.',
    kind: 'favorite',
    parts: answers(
      ['kpiGroups.list', 'kpiGroups.get', 'kpiGroups.create', 'kpiGroups.update'],
      only((key, value) => key !== 'favorite' || value === true),
    ),
  },
  {
    name: 'favorite-null-when-false',
    on: ['kpiGroups'],
    title: 'A KPI group shows favorite as null when it is none.',
    kind: 'favorite',
    parts: answers(['kpiGroups.list', 'kpiGroups.get', 'kpiGroups.create', 'kpiGroups.update'], (body) =>
      deep(body, (record) => (record.favorite === false ? { ...record, favorite: null } : record)),
    ),
  },
  {
    // "Whether response fields are always present: not shown": what a user is shown of a record may depend on the user.
    name: 'descriptions-for-first-alone',
    on: ['customFields', 'tasks', 'roles'],
    title: 'Descriptions are not shown to the second user.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const [, second] = [...call.account.users.keys()];
        if (second !== call.user.id || answer.status >= 300) return answer;
        return { ...answer, body: deep(answer.body, ({ description: _hidden, ...shown }) => shown) };
      },
    },
  },
  {
    name: 'user-tokens-issued',
    on: ['permissions'],
    title: 'users-actions issues tokens.',
    parts: answers(['permissions.usersActions'], (body) =>
      isObject(body) ? { ...body, accessToken: 'eyJhbGciOiJub25lIn0.e30.', idToken: 'eyJhbGciOiJub25lIn0.e30.' } : body,
    ),
  },
];

/** Unset texts and objects as null; envelopes and lists are left. */
function nulled(record: Json): Json {
  const entries = Object.entries(record).map(([key, value]) => [
    key,
    value === '' || value === undefined ? null : value,
  ]);
  return Object.fromEntries(entries) as Json;
}
