/** Accounts of some years, and services whose parts run behind each other: what they show need not be of one moment. */
import type { Answer } from '../../../reference-server/call.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { random } from '../random.ts';
import { answers, isObject, type Json, mainAccount, refused, refusing, settlesIn, type Variant } from './variant.ts';

const ACTIONS = /"(currentUserActions|currentUserAllowedActions)":\[[^\]]*\]/g;

/** The id of nothing that is still there. */
const GONE = 'deadbeefdeadbeefdeadbeef';

export const variantsOfYears: readonly Variant[] = [
  {
    // "KPI": that an id under groups leads to a group is not said.
    name: 'kpis-of-groups-that-are-gone',
    on: ['kpis', 'kpiGroups'],
    title: 'Every KPI names a group first that is gone.',
    warns: ['kpis.groups-ids'],
    parts: {
      world: (world) => {
        for (const kpi of mainAccount(world).kpis.values()) kpi.groups = [GONE, ...kpi.groups];
      },
      fixtures: ({ facts }) => {
        delete facts.kpiGroups;
      },
    },
  },
  {
    // "GET /v1/metrics/owner/{ownerId}": that an id in a record leads to a record is not said.
    name: 'owners-who-left',
    on: ['metrics'],
    title: 'Some key results name an owner who was deleted or has left; the read by owner knows neither.',
    parts: {
      world: (world) => {
        for (const [n, metric] of [...mainAccount(world).metrics.values()].entries())
          if (n % 4 === 0) metric.ownerIds = [GONE];
      },
      fixtures: ({ ids }) => {
        delete ids.metricOwner;
      },
      around: (call, next) => {
        const owner = call.account?.users.get(String(call.params.ownerId));
        return call.operation.id === 'metrics.byOwner' && owner?.isActive === false
          ? refused('ownerId: nobody who is here', 404)
          : next(call);
      },
    },
  },
  {
    name: 'counts-of-lists-late',
    on: ['kpiGroups', 'tasks'],
    title: 'totalCount is kept for two seconds, as counting is dear; the items are those of now.',
    parts: () => {
      const known = new Map<string, { at: number; total: unknown }>();
      return {
        settings: settlesIn(6_000),
        around: (call, next) => {
          const answer = next(call);
          const { operation: of, query, account, user, body } = call;
          if (!of.id.endsWith('.list') || answer.status >= 300 || !isObject(answer.body)) return answer;
          if (answer.body.totalCount === undefined) return answer;
          const key = JSON.stringify([of.id, query.get('filter'), query.get('includeDemo'), account.id, user.id, body]);
          const old = known.get(key);
          if (old && Date.now() - old.at < 2000) return { ...answer, body: { ...answer.body, totalCount: old.total } };
          known.set(key, { at: Date.now(), total: answer.body.totalCount });
          return answer;
        },
      };
    },
  },
  {
    name: 'reads-of-two-replicas',
    on: ['kpiGroups', 'customFields'],
    title: 'Each read goes by chance to the service or to one of two replicas that are behind it; SETTLE_MS says so.',
    warns: ['general.seen-at-once'],
    parts: () => {
      const before: { at: number; account: Account }[] = [];
      const next = random(13);
      /** Of the service and of the replicas, how far each is behind. */
      const behind = [0, 700, 1500] as const;
      const most = Math.max(...behind);
      return {
        settings: settlesIn(6_000),
        around: (call, goOn) => {
          while (before[0] && before[0].at < Date.now() - most) before.shift();
          if (call.account !== undefined && call.operation.method !== 'GET') {
            const { newId, now, ...data } = call.account;
            before.push({ at: Date.now(), account: { ...structuredClone(data), newId, now } });
            return goOn(call);
          }
          const since = Date.now() - (behind[Math.floor(next() * behind.length)] as number);
          const old = before.find(({ at, account }) => at >= since && account.id === call.account.id);
          return goOn(old ? { ...call, account: old.account } : call);
        },
      };
    },
  },
  {
    // "Resources": no time is named after which an answer is that of now.
    name: 'reads-kept-by-address',
    on: ['kpiGroups', 'customFields', 'tags'],
    title: 'A gateway keeps each answer to a read by address and token for 700 ms; SETTLE_MS says so.',
    warns: ['general.seen-at-once'],
    parts: () => {
      const kept = new Map<string, { at: number; answer: Answer }>();
      return {
        settings: settlesIn(3_000),
        around: (call, next) => {
          const { operation: of, params, query, body, user, account } = call;
          if (of.method !== 'GET') return next(call);
          const key = JSON.stringify([of.id, params, [...query], body, user?.id, account?.id]);
          const old = kept.get(key);
          if (old && old.at > Date.now() - 700) return structuredClone(old.answer);
          const answer = next(call);
          if (answer.status < 300) kept.set(key, { at: Date.now(), answer: structuredClone(answer) });
          return answer;
        },
      };
    },
  },
  {
    name: 'index-for-filter-and-sort',
    on: ['tags', 'tasks'],
    title: 'Lists with a filter or a sort come from an index that is 400 ms behind; SETTLE_MS says so.',
    warns: ['general.seen-at-once'],
    parts: () => {
      const before: { at: number; account: Account }[] = [];
      return {
        settings: settlesIn(3_000),
        around: (call, next) => {
          while (before[0] && before[0].at < Date.now() - 400) before.shift();
          if (call.account !== undefined && call.operation.method !== 'GET') {
            const { newId, now, ...data } = call.account;
            before.push({ at: Date.now(), account: { ...structuredClone(data), newId, now } });
            return next(call);
          }
          if (!call.query.has('filter') && !call.query.has('sort')) return next(call);
          const old = before.find(({ account }) => account.id === call.account.id);
          return next(old ? { ...call, account: old.account } : call);
        },
      };
    },
  },
  {
    // "Conventions": whether response fields are always present is not shown.
    name: 'announcements-brief-in-list',
    on: ['announcements'],
    title: 'The list of announcements does not say of which type they are and whom they were sent to; reads by id do.',
    parts: answers(['announcements.list'], (body) => {
      const { items, ...rest } = body as { items: Json[] };
      return {
        ...rest,
        items: items.map(({ announcementType, announcementTargetId, notificationStrategy, notify, ...item }) => item),
      };
    }),
  },
  {
    // "POST /v1/announcements": exact conditions that produce 400 are not shown.
    name: 'announcements-author-not-notified',
    on: ['announcements'],
    title: 'Who writes an announcement is not notified of it: a body that says so is refused.',
    parts: {
      ...refusing(['announcements.create'], ({ body, user }) => {
        const { notify, authorID = user.id } = isObject(body) ? body : {};
        return Array.isArray(notify) && notify.includes(authorID) ? 'notify: the author is among them' : undefined;
      }),
      fixtures: ({ bodies }) => {
        bodies.createAnnouncement = {
          announcementType: 'news',
          announcementTargetId: '{{id:goal}}',
          notificationStrategy: 'everyone',
          comment: '{{unique}}',
          notify: ['{{id:user}}'],
        };
      },
    },
  },
  {
    // "Endpoints / Permissions": allowed values of actions, and of the status of a session, are not shown.
    name: 'closed-sessions-nobody-changes',
    on: ['permissions', 'sessions'],
    title: 'All sessions are closed: everybody may look at them, and nobody changes one any more.',
    parts: {
      fixtures: ({ openOperations: { usersWithAction } }) => {
        usersWithAction.path = usersWithAction.path.replace('modify', 'view');
      },
      around: (call, next) => {
        const ofSession = call.query.get('targetType') === 'session' || call.operation.id === 'sessions.list';
        const answer = next(call);
        return ofSession && answer.status < 300
          ? { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll(ACTIONS, '"$1":["view"]')) }
          : answer;
      },
    },
  },
  {
    // "POST /v1/tasks": that there are no goals and no tasks says nothing of the operation that creates one.
    name: 'customer-of-kpis',
    title: 'A customer of KPIs alone has no tasks, goals and announcements, and no team; a task needs a parent.',
    kind: 'size',
    sparse: true,
    sample: {
      seed: 6,
      size: {
        ...{ users: 16, teams: 0, roles: 8, scimGroups: 0, customFields: 14, tags: 14, insights: 6, dashboards: 20 },
        ...{ kpiGroups: 10, kpis: 16, sessions: 0, goals: 0, metrics: 0, tasks: 0, badges: 0, announcements: 0 },
      },
    },
    parts: refusing(['tasks.create'], ({ body }) =>
      isObject(body) && body.parentId === undefined ? 'parentId is missing' : undefined,
    ),
  },
];
