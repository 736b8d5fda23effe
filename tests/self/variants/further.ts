/** More that the specification leaves free: single words of HTTP, of ids, of extra and absent fields, of limits. */
import { createHash } from 'node:crypto';
import type { Account } from '../../../reference-server/store/account.ts';
import { ids } from './data.ts';
import { answers, deep, isObject, type Json, type Parts, type Reply, strings, type Variant } from './variant.ts';
import { TOKENS } from './wire.ts';

const DAY_MS = 86_400_000;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const headers = (given: Record<string, string>): Parts => ({
  wire: (wire) => {
    Object.assign(wire.headers, given);
  },
});

/** An integer as a number with an exponent. */
const withExponent = (digits: string) => (/^\d+0$/.test(digits) ? `${digits.slice(0, -1)}E1` : digits);

const BADGES_OF_USERS = ['badges.awaitingApproval', 'badges.mine'];

/** The first so many items, beside the count of all. */
const cut = (most: number) => (body: unknown) => {
  const { items, ...rest } = body as { items: unknown[] };
  const shown = items.slice(0, most);
  return { ...rest, items: shown, ...('count' in rest && { count: shown.length }) };
};

/** A create of a group whose name there is already gives the group that has it. */
function sameGroupAgain(): Parts {
  return {
    around: (call, next) => {
      if (call.operation.id !== 'kpiGroups.create' || !isObject(call.body)) return next(call);
      const { name } = call.body;
      const known = [...call.account.kpiGroups.values()].find((group) => group.name === name);
      if (!known) return next(call);
      const { body } = next({ ...call, body: { name } });
      const made = (body as Json).id as string;
      call.account.kpiGroups.delete(made);
      return { status: 201, body: { ...(body as Json), id: known.id, createdById: known.createdById } };
    },
  };
}

const json = (body: (status: number) => unknown) => (reply: Reply) => {
  if (reply.status >= 400) reply.body = body(reply.status);
};

export const furtherVariants: readonly Variant[] = [
  {
    name: 'group-create-again-same',
    on: ['kpiGroups', 'kpis'],
    title: 'A KPI group that is created again under its name is the one that there is.',
    kind: 'group names',
    parts: sameGroupAgain,
  },
  {
    name: 'lists-empty-null',
    title: 'Every envelope writes an empty list as null.',
    kind: 'empty lists',
    parts: answers(undefined, (body) => {
      if (!isObject(body)) return body;
      const empty = (value: unknown) => Array.isArray(value) && value.length === 0;
      return Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          ['items', 'tags', 'managers'].includes(key) && empty(value) ? null : value,
        ]),
      );
    }),
  },
  {
    name: 'pages-unlisted-cut-at-10',
    on: ['badges'],
    title: 'The lists of assigned badges, for which no limit is listed, show ten records and count all.',
    kind: 'pages',
    sparse: true,
    parts: answers(BADGES_OF_USERS, cut(10)),
  },
  {
    name: 'groups-cut-at-10',
    on: ['kpiGroups', 'kpis'],
    title: 'The list of KPI groups, for which no limit is listed, shows ten of them and counts all.',
    kind: 'pages',
    sparse: true,
    parts: answers(['kpiGroups.list'], cut(10)),
  },
  ...[12, 5].map(
    (most): Variant => ({
      name: `unbounded-lists-cut-at-${most}`,
      title: `Every list for which neither limit nor take is listed shows ${most} records and counts all.`,
      kind: 'pages',
      sparse: true,
      parts: answers(undefined, (body, { operation }) => {
        const isSized = operation?.parameters.some(({ name }) => name === 'limit' || name === 'take');
        return !isSized && isObject(body) && Array.isArray(body.items) && 'totalCount' in body ? cut(most)(body) : body;
      }),
    }),
  ),
  {
    name: 'owner-is-the-main-owner',
    on: ['metrics'],
    title: 'Key results of an owner are those with this ownerId.',
    warns: ['metrics.owner-each'],
    parts: {
      rules: (_, operation) =>
        operation.id === 'metrics.byOwner' ? { owns: (userId, record) => record.ownerIds[0] === userId } : {},
    },
  },
  {
    name: 'groups-alone-few-memberships',
    on: ['kpiGroups'],
    title: 'Only KPI groups are claimed, so nothing shows the groups of a KPI, and two KPIs are known.',
    sparse: true,
    parts: {
      settings: (settings) => {
        settings.OPERATION_GROUPS = 'kpiGroups';
      },
      fixtures: (file) => {
        file.facts.kpiGroups = file.facts.kpiGroups.slice(0, 2);
      },
    },
  },
  {
    name: 'length-by-close',
    title: 'Answers have no length and are not chunked: the end of the connection is their end.',
    kind: 'connection',
    parts: {
      front: (_request, response, next) => {
        response.useChunkedEncodingByDefault = false;
        next();
      },
      wire: (wire) => {
        wire.chunked = true;
        wire.headers.connection = 'close';
      },
    },
  },
  {
    name: 'connections-closed-soon',
    title: 'Idle connections are closed after 25 ms.',
    kind: 'connection',
    parts: {
      front: ({ socket }, response, next) => {
        // While an answer is worked on, a connection is not idle.
        socket.setTimeout(0);
        response.on('finish', () => socket.setTimeout(25));
        next();
      },
    },
  },
  {
    name: 'cold-start',
    title: 'The first twenty answers take a second.',
    kind: 'delay',
    parts: () => {
      let n = 0;
      return {
        wire: (wire) => {
          if (++n <= 20) wire.delay = 1000;
        },
      };
    },
  },
  {
    name: 'deprecation-headers',
    title: 'Answers carry the headers Deprecation, Sunset and Warning, and forbid caching.',
    parts: headers({
      deprecation: '@1647302400',
      sunset: 'Tue, 15 Mar 2033 00:00:00 GMT',
      warning: '299 - "this operation is deprecated"',
      'cache-control': 'no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    }),
  },
  {
    name: 'created-with-location',
    title: 'Answers to creates name the new record in the headers Location and Content-Location.',
    parts: {
      wire: (wire) => {
        if (wire.status === 201)
          Object.assign(wire.headers, { location: '/v1/records/1', 'content-location': '/v1/records/1' });
      },
    },
  },
  {
    name: 'empty-bodies-typed',
    title: 'Answers without a body have a media type all the same.',
    kind: 'silent answers',
    parts: {
      wire: (wire) => {
        if (wire.bytes === undefined && wire.status < 300 && wire.status !== 204)
          wire.headers['content-type'] = 'application/json; charset=utf-8';
      },
    },
  },
  {
    name: 'media-type-parameters',
    title: 'The media type has further parameters.',
    kind: 'media type',
    parts: {
      wire: (wire) => {
        if (wire.headers['content-type']?.startsWith('application/json'))
          wire.headers['content-type'] = 'application/json;profile="https://example.com/v2";charset=UTF-8;version=2';
      },
    },
  },
  {
    name: 'numbers-with-exponent',
    title: 'Round numbers are written with an exponent.',
    kind: 'spelling',
    parts: {
      wire: (wire) => {
        if (!wire.bytes || !/json/.test(wire.headers['content-type'] ?? '')) return;
        const spelled = wire.bytes
          .toString()
          .replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : withExponent(token)));
        wire.bytes = Buffer.from(spelled);
      },
    },
  },
  {
    name: 'errors-null',
    title: 'Errors are the JSON value null.',
    kind: 'errors',
    parts: { reply: json(() => null) },
  },
  {
    name: 'errors-with-page',
    title: 'Errors have the envelope of a list, with the message as its item.',
    kind: 'errors',
    parts: { reply: json((status) => ({ items: [{ message: `error ${status}` }], totalCount: 1, count: 1 })) },
  },
  {
    name: 'ids-long',
    title: 'Ids have 180 characters.',
    kind: 'ids',
    parts: ids((id) => `${hash(id)}${hash(`${id}2`)}${hash(`${id}3`)}`.slice(0, 180)),
  },
  {
    name: 'ids-alike',
    title: 'All ids begin alike and end alike.',
    kind: 'ids',
    parts: ids((id) => `goal-management.${hash(id).slice(0, 12)}~of-this-service`),
  },
  {
    name: 'ids-under-both-names',
    title: 'Every record shows its id as id and as _id.',
    parts: answers(undefined, (body) =>
      deep(body, (record) =>
        typeof record.id === 'string'
          ? { ...record, _id: record.id }
          : typeof record._id === 'string'
            ? { ...record, id: record._id }
            : record,
      ),
    ),
  },
  {
    name: 'limit-over-500-refused',
    title: 'A limit or take over 500 is refused.',
    kind: 'pages',
    parts: {
      around: (call, next) =>
        ['limit', 'take'].some((name) => Number(call.query.get(name)) > 500)
          ? { status: 400, body: { message: 'too many' } }
          : next(call),
    },
  },
  {
    name: 'tag-counts-null',
    on: ['tags', 'dashboards', 'kpis'],
    title: 'Tags show null for how often they are used.',
    sparse: true,
    parts: answers(['tags.list'], (body) =>
      deep(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([key, value]) => [key, /TaggedCount$/.test(key) ? null : value]),
        ),
      ),
    ),
  },
  {
    name: 'tags-inactive-at-first',
    on: ['tags', 'dashboards', 'kpis'],
    title: 'A new tag is not active yet.',
    warns: ['tags.active'],
    parts: {
      around: (call, next) => {
        const before = new Set(call.account.tags.keys());
        const answer = next(call);
        for (const [id, tag] of call.account.tags) if (!before.has(id)) tag.isActive = false;
        return answer;
      },
    },
  },
  {
    name: 'emails-hidden',
    on: ['users', 'employees', 'badges'],
    title: 'E-mail addresses are not shown.',
    sparse: true,
    parts: answers(undefined, (body) => deep(body, ({ email: _, ...record }) => record)),
  },
  {
    name: 'lists-brief',
    on: ['dashboards', 'kpis', 'announcements', 'badges'],
    title: 'Lists without the parameter fields show less of a record than a read by id.',
    parts: answers(['dashboards.list', 'kpis.list', 'announcements.list', 'kpiGroups.list'], (body) => {
      const { items, ...rest } = body as { items: Json[] };
      const long = ['description', 'settings', 'layout', 'modifiedById', 'dateUpdated', 'dateModified', 'formatting'];
      return {
        ...rest,
        items: items.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !long.includes(key)))),
      };
    }),
  },
  {
    name: 'clock-a-day-ahead',
    title: 'The clock of the service is a day ahead.',
    kind: 'times',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values() as Iterable<Account>) {
          const { now } = account;
          account.now = () => new Date(Date.parse(now()) + DAY_MS).toISOString();
        }
      },
      wire: (wire) => {
        wire.headers.date = new Date(Date.now() + DAY_MS).toUTCString();
      },
    },
  },
  {
    name: 'texts-with-zones',
    title: 'Date-times that are shown name the zone +00:00.',
    kind: 'times',
    parts: answers(undefined, (body) =>
      strings(body, (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z$/, '$1+00:00')),
    ),
  },
  {
    name: 'times-of-some-digits',
    title:
      'Date-times are shown with none, one, two or three digits of a second, and compared with all that are stored.',
    kind: 'times',
    parts: answers(undefined, (body) =>
      strings(body, (text) =>
        text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z$/, (_, second: string, digits: string) => {
          const shown = digits.slice(0, Number(digits) % 4);
          return `${second}${shown && `.${shown}`}Z`;
        }),
      ),
    ),
  },
  {
    name: 'names-long',
    title: 'Names of tasks, roles and key results have 900 characters.',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values() as Iterable<Account>)
          for (const records of [account.roles, account.tasks, account.metrics])
            for (const record of records.values())
              record.name = `${record.name} ${'and so on '.repeat(90)}`.slice(0, 900);
      },
    },
  },
  {
    name: 'ids-days-with-numbers',
    title: 'Ids are a day with a number behind it.',
    kind: 'ids',
    parts: () => {
      let count = 0;
      return ids(() => `2025-01-${String((++count % 28) + 1).padStart(2, '0')}-${count}`);
    },
  },
];
