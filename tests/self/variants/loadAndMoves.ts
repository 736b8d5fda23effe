/** Servers built differently: what they do with moves that are not shown, with load, with ids that are free again. */
import type { RequestListener } from 'node:http';
import type { World } from '../../../reference-server/store/account.ts';
import {
  answers,
  eachAccount,
  every,
  isObject,
  type Json,
  mainAccount,
  type Parts,
  refused,
  type Variant,
} from './variant.ts';

type Request = Parameters<RequestListener>[0];
type Response = Parameters<RequestListener>[1];

function plead(request: Request, response: Response, status: number, headers: Record<string, string>): void {
  request.resume();
  const body = JSON.stringify({ message: 'too many requests' });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  response.end(body);
}

/** Refuses what is more than so many requests at a time. */
function inFlight(most: number): Parts {
  let count = 0;
  return {
    front: (request, response, next) => {
      if (count >= most) return plead(request, response, 429, { 'retry-after': '0' });
      count++;
      response.once('close', () => count--);
      next();
    },
  };
}

/** Writes of one record that may be under way at once. */
const VERSIONED = [
  'customFields.update',
  'kpiGroups.update',
  'kpiGroups.delete',
  'kpiGroups.removeKpi',
  'kpis.tag',
  'tags.tagGoal',
  'tags.tagDashboard',
  'tags.tagInsight',
];
const UNDER_WAY_MS = 10;

/** Of two writes of one record at once the later one is refused, and changes nothing. */
function optimisticLocks(): Parts {
  const underWay = new Set<string>();
  return {
    around: (call, next) => {
      const { operation, params, account } = call;
      const key = String(params.kpiId ?? params.groupId ?? params.dashboardId ?? params.id);
      const { kpis, kpiGroups, dashboards, goals, customFields } = account;
      const isKnown = [kpis, kpiGroups, dashboards, goals, customFields].some((records) => records.has(key));
      if (!VERSIONED.includes(operation.id) || !isKnown) return next(call);
      if (underWay.has(key)) return refused('the record was changed meanwhile: read it and try again', 409);
      underWay.add(key);
      setTimeout(() => underWay.delete(key), UNDER_WAY_MS);
      return next(call);
    },
    wire: (wire) => {
      if (wire.request.method !== 'GET') wire.delay += 2 * UNDER_WAY_MS;
    },
  };
}

/** A new KPI group takes the id of the one that was deleted last. */
function idsReused(): Parts {
  const free: string[] = [];
  return {
    around: (call, next) => {
      const { account, operation, params } = call;
      const answer = next(call);
      if (operation.id === 'kpiGroups.delete' && answer.status < 300) free.push(params.groupId as string);
      const id = operation.id === 'kpiGroups.create' && answer.status < 300 ? free.pop() : undefined;
      if (id === undefined) return answer;
      const { id: made } = answer.body as { id: string };
      const group = account.kpiGroups.get(made);
      account.kpiGroups.delete(made);
      if (group) account.kpiGroups.set(id, Object.assign(group, { id }));
      return { ...answer, body: { ...(answer.body as Json), id } };
    },
  };
}

const LIKE: Readonly<Record<string, readonly string[]>> = {
  users: ['email', 'firstName', 'lastName', 'name'],
  tags: ['name', 'title'],
  kpiGroups: ['name'],
  kpis: ['name', 'description'],
  tasks: ['name', 'description'],
  roles: ['name', 'description'],
  dashboards: ['name'],
  sessions: ['title'],
  goals: ['name'],
  metrics: ['name', 'description'],
  badges: ['name'],
  announcements: ['comment'],
};

/** The names and texts of the first account in the others. */
function alike(world: World): void {
  const first = mainAccount(world);
  for (const account of [...world.accounts.values()].slice(1))
    for (const [kind, fields] of Object.entries(LIKE)) {
      const models = [...(first[kind as 'tasks'] as Map<string, Json>).values()];
      for (const [n, record] of [...(account[kind as 'tasks'] as Map<string, Json>).values()].entries())
        for (const field of fields) record[field] = models[n]?.[field] ?? record[field];
    }
}

const TITLES = ['R&D', 'C#', 'a/b', '1+1', '100%', 'Ärger ß', '日本', '😀 go', "o'x", '"q"', '?', 'x=y', '$in', '{}'];

export const loadAndMoveVariants: readonly Variant[] = [
  {
    // "Errors": exact conditions that produce 409 are not shown.
    name: 'optimistic-locks',
    on: ['tags', 'kpis', 'kpiGroups', 'customFields'],
    title: 'Of two writes of one record at once the later one is refused with 409.',
    warns: ['general.status-listed'],
    parts: optimisticLocks,
  },
  {
    // "Limits": rate limits are not shown.
    name: 'other-three-in-flight',
    title: 'A fourth request while three are under way is 429, to be tried again at once.',
    kind: 'rate limit',
    parts: () => inFlight(3),
  },
  {
    // RFC 6585, section 4: a 429 may say when to come back, and need not.
    name: 'other-429-without-time',
    title: 'Every 50th request is 429, without Retry-After.',
    kind: 'rate limit',
    parts: () => {
      const now = every(50);
      return { front: (request, response, next) => (now() ? plead(request, response, 429, {}) : next()) };
    },
  },
  {
    // RFC 9110, section 10.2.3: Retry-After may be a date.
    name: 'other-retry-after-date',
    title: 'Every 80th request is 503, with the date to come back at.',
    kind: 'rate limit',
    parts: () => {
      const now = every(80);
      return {
        front: (request, response, next) =>
          now() ? plead(request, response, 503, { 'retry-after': new Date().toUTCString() }) : next(),
      };
    },
  },
  {
    // RFC 9110, section 15.6.3: what a gateway says of a server that did not answer it.
    name: 'other-gateway-without-answer',
    title: 'Every 70th reading is 502.',
    kind: 'rate limit',
    parts: () => {
      const now = every(70);
      return {
        front: (request, response, next) =>
          request.method === 'GET' && now() ? plead(request, response, 502, {}) : next(),
      };
    },
  },
  {
    // RFC 9112, section 9.6: a server closes when it likes.
    name: 'other-refusals-close',
    title: 'Every refusal closes the connection.',
    kind: 'connection',
    parts: {
      wire: (wire) => {
        if (wire.status >= 400) wire.headers.connection = 'close';
      },
    },
  },
  {
    // "PATCH /v1/kpis/groups/{groupId}: 200 (body not specified)".
    name: 'other-patch-answers-old',
    on: ['kpiGroups'],
    title: 'The update of a KPI group answers with the group as it was before.',
    kind: 'silent',
    parts: {
      around: (call, next) => {
        const { account, operation, params } = call;
        if (operation.id !== 'kpiGroups.update') return next(call);
        const { favoriteOf: _, ...before } = account.kpiGroups.get(params.groupId ?? '') ?? { favoriteOf: undefined };
        const answer = next(call);
        return answer.status < 300 ? { ...answer, body: before } : answer;
      },
    },
  },
  {
    // "Conventions": whether response fields are always present is not shown.
    name: 'other-field-update-brief',
    on: ['customFields'],
    title: 'The update of a custom field answers with its _id and lastModified alone.',
    parts: answers(['customFields.update'], (body) => {
      const { _id, lastModified } = body as Json;
      return { _id, lastModified };
    }),
  },
  {
    // "Conventions": ids are strings; that one which is free again is never given again is not said.
    name: 'other-group-ids-reused',
    on: ['kpiGroups', 'kpis'],
    title: 'A new KPI group takes the id of the group that was deleted last.',
    // A list that is late would show the record that had the id before.
    kind: 'late lists',
    parts: idsReused,
  },
  {
    // "Every call acts inside one account": what names another account has is its own matter.
    name: 'other-accounts-alike',
    title: 'The other accounts have the same names, titles, texts and e-mail addresses as the first.',
    parts: { world: alike },
  },
  {
    // "Exact conditions that produce 402: not shown": there may be a time of grace.
    name: 'other-unpaid-served',
    warns: ['general.unpaid'],
    title: 'An account that is not paid is served for a time of grace.',
    kind: 'payment',
    sparse: true,
    parts: { rules: () => ({ paymentNeeded: () => false }) },
  },
  {
    // "Metric": dynamic is a boolean: such values come from elsewhere, at any time.
    name: 'other-dynamic-actuals',
    on: ['metrics'],
    title: 'The actual values of key results and the attainment of some goals change every few seconds.',
    parts: () => {
      let n = 0;
      return {
        others: (world) => {
          if (++n % 100 !== 0) return;
          const account = mainAccount(world);
          for (const metric of account.metrics.values()) if (metric.dynamic) metric.actual = n;
          for (const goal of account.goals.values()) if (goal.attainment < 90) goal.attainment = n % 90;
        },
      };
    },
  },
  {
    // "Badge": that an account has badges, assignations and announcements is data.
    name: 'other-badges-none',
    on: ['badges', 'employees', 'announcements'],
    title: 'The account has no badges and no announcements.',
    sparse: true,
    parts: eachAccount(({ badges, assignations, announcements }) => {
      badges.clear();
      assignations.clear();
      announcements.clear();
    }),
  },
  {
    // "User": name, firstName, lastName and email are strings; mentions have them as they are.
    name: 'names-with-signs',
    title: 'Names have letters outside ASCII, apostrophes, hyphens and dots, and addresses a plus or a hyphen.',
    parts: eachAccount((account) => {
      const names = ['Zoë O’Brien-Smith', "Dr. Li D'Arcy", 'Søren Şahin', 'हिन्दी नाम', '李 明'];
      for (const [i, user] of [...account.users.values()].entries()) {
        const name = names[i % (names.length + 1)];
        if (name === undefined) continue;
        const [firstName, ...rest] = name.split(' ');
        const email = user.email.replace('@', i % 2 === 0 ? '+goals@' : '-of@');
        Object.assign(user, { name, firstName, lastName: rest.join(' '), email });
      }
    }),
  },
  {
    // "User": name, firstName and lastName are strings.
    name: 'other-users-one-name',
    on: ['users', 'employees'],
    title: 'All users have the same first name and the same last name, which is empty.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const user of account.users.values()) Object.assign(user, { firstName: 'Li', lastName: '', name: 'Li' });
    }),
  },
  {
    // "Tag": titles are strings of whatever characters; a comma alone would divide a list of them.
    name: 'other-tag-titles-odd',
    on: ['tags', 'dashboards', 'sessions', 'kpis'],
    title: 'Titles of tags hold slashes, signs of addresses and of expressions, quotes and emoji.',
    parts: eachAccount((account) => {
      for (const [n, tag] of [...account.tags.values()].entries()) {
        tag.title = `${TITLES[n % TITLES.length]}${n < TITLES.length ? '' : ` ${n}`}`;
        tag.name = tag.title.toLowerCase();
      }
    }),
  },
  {
    // "Conventions": text fields are strings of whatever length.
    name: 'other-descriptions-huge',
    title: 'Some records have descriptions of 60 kB.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const kind of ['tasks', 'kpis', 'metrics'] as const)
        for (const [n, record] of [...account[kind].values()].entries())
          if (n % 5 === 4) record.description = 'plain words without an end '.repeat(2200).trim();
    }),
  },
  {
    // "Errors": the body of an error is not shown: it may repeat what was asked for.
    name: 'other-errors-repeat-request',
    title: 'Errors repeat the address that was asked for, and hold an empty list of items.',
    kind: 'errors',
    parts: {
      reply: (reply) => {
        if (reply.status >= 400)
          reply.body = { items: [], totalCount: 0, count: 0, tags: [], request: reply.request.url, was: reply.body };
      },
    },
  },
  {
    // "POST /v1/goals/{id}/tags: 304 string message": the exact conditions are not shown; a tag that is there is one.
    name: 'other-tag-fields-beside',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Taggings answer with the tag, and with the ids of all items that have it.',
    parts: answers(['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'], (body) =>
      isObject(body) ? { ...body, taggedIds: ['1', '2'], isNew: false } : body,
    ),
  },
  {
    // "Rate limits: not shown": those who try one token after the other are stopped; nobody else is.
    name: 'wrong-tokens-throttled',
    title: 'After ten requests without valid credentials, further ones are answered with 429.',
    on: ['badges', 'tasks'],
    // Each that is not answered is one that is not judged.
    sparse: true,
    parts: () => {
      let wrong = 0;
      return {
        reply: (reply) => {
          if (reply.status !== 401 || ++wrong <= 10) return;
          reply.status = 429;
          reply.headers['retry-after'] = '60';
        },
      };
    },
  },
];
