/** What a team could get wrong with KPIs and their snapshots. */
import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Kpi } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import {
  answering,
  asIf,
  asking,
  body,
  each,
  instead,
  recordsIn,
  refuses,
  type Shown,
  withQuery,
} from './vocabulary.ts';

type List = { count: number; items: Shown[]; totalCount: number };

const GET = 'kpis.get';
const LIST = 'kpis.list';
const SNAPSHOTS = 'kpis.listSnapshots';

/** Leaves out of an answer with snapshots what is about other KPIs than these. */
const keeping = (on: string, keeps: (kpiId: string, call: Call) => boolean) =>
  body<{ items: { kpiId: string }[] }>(on, (shown, call) => ({
    ...shown,
    items: shown.items.filter(({ kpiId }) => keeps(kpiId, call)),
  }));

type Change = (kpi: Shown, call: Call) => Shown;
const changed = (on: string | readonly string[], change: Change): Seams =>
  each(on, (kpi, _index, call) => Object.assign(kpi, change(kpi, call)));
/** Each KPI changed, by id and in the list. */
const both = (change: Change): Seams => changed([GET, LIST], change);

const stored = ({ account }: Call, kpi: Shown) => account.kpis.get(String(kpi.id)) as Kpi;

const reading: Fault[] = [
  {
    name: 'kpi-get-first',
    title: 'reading by id gives the first KPI',
    breaks: ['kpis.get-record'],
    on: [GET],
    seams: instead(GET, (call, next) =>
      next({ ...call, params: { kpiId: [...call.account.kpis.keys()][0] as string } }),
    ),
  },
  {
    name: 'kpi-get-next-with-own-id',
    title: 'reading by id gives the next KPI under the id that was asked for',
    breaks: ['kpis.views-agree'],
    on: [GET],
    seams: instead(GET, (call, next) => {
      const ids = [...call.account.kpis.keys()];
      const place = ids.indexOf(call.params.kpiId as string);
      if (place < 0) return next(call);
      const answer = next({ ...call, params: { kpiId: ids[(place + 1) % ids.length] as string } });
      return { ...answer, body: { ...(answer.body as Shown), id: call.params.kpiId } };
    }),
  },
  {
    name: 'kpi-list-twice',
    title: 'the list shows its last KPI twice',
    breaks: ['kpis.views-agree'],
    on: [LIST],
    seams: body(LIST, (body: List) => ({ ...body, items: [...body.items, ...body.items.slice(-1)] })),
  },
  {
    name: 'kpi-list-of-fifty',
    title: 'the list shows and counts 50 KPIs',
    breaks: ['kpis.list-whole'],
    on: [LIST],
    seams: body(LIST, (body: List) => {
      const items = body.items.slice(0, 50);
      return { ...body, items, count: items.length, totalCount: items.length };
    }),
  },
  {
    name: 'kpis-list-joins-groups',
    title: 'The list of KPIs leaves out those that are in no group.',
    breaks: ['kpis.list-whole', 'kpiGroups.remove-kpi'],
    seams: asIf('kpis.list', ({ account }) => ({
      account: { ...account, kpis: new Map([...account.kpis].filter(([, { groups }]) => groups.length > 0)) },
    })),
  },
  {
    name: 'kpi-list-shifted-owners',
    title: 'the list shows each KPI with the owners of the first',
    breaks: ['kpis.views-agree'],
    on: [LIST],
    seams: body(LIST, (body: List) => ({
      ...body,
      items: body.items.map((kpi) => ({ ...kpi, ownerIds: body.items[0]?.ownerIds, ownerId: body.items[0]?.ownerId })),
    })),
  },
  {
    name: 'kpi-list-one-group',
    title: 'the list shows only the first group of a KPI',
    breaks: ['kpis.views-agree'],
    on: [LIST],
    seams: changed(LIST, (kpi) => ({ ...kpi, groups: (kpi.groups as string[]).slice(0, 1) })),
  },
  {
    name: 'kpi-groups-by-name',
    title: 'a KPI names its groups by their names',
    breaks: ['kpis.groups-ids'],
    seams: both((kpi, { account }) => ({
      ...kpi,
      groups: (kpi.groups as string[]).map((id) => account.kpiGroups.get(id)?.name ?? id),
    })),
  },
  {
    name: 'kpi-groups-of-elsewhere',
    title: 'a KPI names a group that is not there',
    breaks: ['kpis.groups-ids'],
    seams: both((kpi) => ({ ...kpi, groups: (kpi.groups as string[]).map((id) => `${id.slice(0, -3)}abc`) })),
  },
];

const people: Fault[] = [
  {
    name: 'kpi-owner-always',
    title: 'isOwner is true for everybody',
    breaks: ['kpis.owner'],
    seams: both((kpi) => ({ ...kpi, isOwner: true })),
  },
  {
    name: 'kpi-owner-never',
    title: 'isOwner is false for everybody',
    breaks: ['kpis.owner'],
    seams: both((kpi) => ({ ...kpi, isOwner: false })),
  },
  {
    name: 'kpi-owner-first-only',
    title: 'isOwner minds ownerId alone, and not ownerIds',
    breaks: ['kpis.owner'],
    seams: both((kpi, { user }) => ({ ...kpi, isOwner: kpi.ownerId === user.id })),
  },
  {
    name: 'kpi-owner-of-creator',
    title: 'isOwner tells whether the user created the KPI',
    breaks: ['kpis.owner'],
    seams: both((kpi, { user }) => ({ ...kpi, isOwner: kpi.createdById === user.id })),
  },
  {
    name: 'kpi-owner-of-first-user',
    title: 'isOwner is that of the first user, whoever asks',
    breaks: ['kpis.owner'],
    seams: both((kpi, call) => ({
      ...kpi,
      isOwner: stored(call, kpi).ownerIds.includes([...call.account.users.keys()][0] as string),
    })),
  },
  {
    name: 'kpi-owner-missing',
    title: 'ownerIds are the other owners, without ownerId',
    breaks: ['kpis.owner-ids'],
    seams: both((kpi) => ({ ...kpi, ownerIds: (kpi.ownerIds as string[]).filter((id) => id !== kpi.ownerId) })),
  },
  {
    name: 'kpi-actions-of-limited',
    title: 'a user without permissions may do more with a KPI than others',
    breaks: ['kpis.current-user'],
    seams: both((kpi, { user, account }) => ({
      ...kpi,
      currentUserAllowedActions: [
        ...(kpi.currentUserAllowedActions as string[]),
        ...([...account.users.keys()].indexOf(user.id) > 1 ? ['everything'] : []),
      ],
    })),
  },
  {
    name: 'kpi-actions-of-first',
    title: 'KPIs show everybody the actions of the first user',
    breaks: ['kpis.current-user'],
    seams: both((kpi) => ({ ...kpi, currentUserAllowedActions: ['view', 'modify', 'delete'] })),
  },
  {
    name: 'kpi-tag-called-otherwise',
    title: 'tags of a KPI have their name as their title',
    breaks: ['kpis.embedded-agree'],
    seams: both((kpi) => ({ ...kpi, tags: (kpi.tags as Shown[]).map((tag) => ({ ...tag, title: `#${tag.title}` })) })),
  },
  {
    name: 'kpi-assignee-called-otherwise',
    title: 'assignees of a KPI have their e-mail address as their name',
    breaks: ['kpis.embedded-agree'],
    seams: both((kpi) => ({
      ...kpi,
      assignees: (kpi.assignees as Shown[]).map((user) => ({ ...user, name: user.email })),
    })),
  },
  {
    name: 'kpi-second-assignee-has-address-of-first',
    title: 'the second assignee of a KPI has the e-mail address of the first',
    breaks: ['kpis.embedded-agree'],
    seams: both((kpi) => {
      const [first] = kpi.assignees as Shown[];
      const assignees = (kpi.assignees as Shown[]).map((user, i) =>
        i === 1 ? { ...user, email: first?.email } : user,
      );
      return { ...kpi, assignees };
    }),
  },
  {
    name: 'kpi-link-called-otherwise',
    title: 'linked KPIs have the name of the KPI that links to them',
    breaks: ['kpis.embedded-agree'],
    seams: both((kpi) => {
      const { expanded } = kpi.links as { expanded: { kpis: Shown[] } };
      return {
        ...kpi,
        links: { expanded: { ...expanded, kpis: expanded.kpis.map((other) => ({ ...other, name: kpi.name })) } },
      };
    }),
  },
];

/** The day so many days later; none where none is given. */
function movedDay(day: string | null, by: number): string | undefined {
  const time = Date.parse(day ?? '');
  return Number.isNaN(time) ? undefined : new Date(time + by * 86_400_000).toISOString().slice(0, 10);
}

/** Gives each KPI in an answer the groups of snapshots of the next one, where there are several. */
const rotated = (on: string | readonly string[]): Seams =>
  body<{ items: Shown[] }>(on, ({ items }) => {
    const groups = items.map((item) => item.groups);
    items.forEach((item, at) => {
      item.groups = groups[(at + 1) % groups.length];
    });
  });

/** Whether a list in the query names several ids of which one is not known. */
const namesUnknown = ({ query }: Call, name: string, known: ReadonlyMap<string, unknown>): boolean => {
  const ids = (query.get(name) ?? '').split(',');
  return ids.length > 1 && ids.some((id) => !known.has(id.trim()));
};

const snapshots: Fault[] = [
  {
    name: 'snapshots-rotated',
    title: 'of several KPIs each shows the snapshots of the next one',
    breaks: ['kpis.snapshots-among'],
    on: [SNAPSHOTS],
    seams: rotated(SNAPSHOTS),
  },
  {
    name: 'snapshots-rotated-both',
    title: 'of several KPIs each shows the snapshots of the next one, in both operations',
    breaks: ['kpis.snapshots-among'],
    on: ['kpis.snapshots'],
    seams: rotated([SNAPSHOTS, 'kpis.snapshots']),
  },
  ...(['mykpis', 'groupIds'] as const).map(
    (name): Fault => ({
      name: `snapshots-period-drops-${name.toLowerCase()}`,
      title: `${name} together with from or to gives the KPIs of everybody`,
      breaks: ['kpis.snapshots-bounds'],
      seams: asking(SNAPSHOTS, (query) =>
        query.has(name) && (query.has('from') || query.has('to')) ? { [name]: undefined } : {},
      ),
    }),
  ),
  {
    name: 'snapshots-same-day-none',
    title: 'from and to on the same day give no snapshots',
    breaks: ['kpis.snapshots-bounds'],
    seams: body<{ items: Shown[] }>([SNAPSHOTS, 'kpis.snapshots'], ({ items }, { query }) => {
      if (query.has('from') && query.get('from') === query.get('to')) for (const item of items) item.groups = [];
    }),
  },
  {
    name: 'snapshots-unknown-id-empties',
    title: 'an unknown id among ids empties the answer',
    breaks: ['kpis.snapshots-unknown-among'],
    seams: body(SNAPSHOTS, (shown, call) =>
      namesUnknown(call, 'ids', call.account.kpis) ? { items: [], totalCount: 0 } : shown,
    ),
  },
  {
    name: 'snapshots-unknown-group-empties',
    title: 'an unknown group among groupIds empties the answer',
    breaks: ['kpis.snapshots-unknown-among'],
    seams: body(SNAPSHOTS, (shown, call) =>
      namesUnknown(call, 'groupIds', call.account.kpiGroups) ? { items: [], totalCount: 0 } : shown,
    ),
  },
  {
    name: 'snapshots-first-id',
    title: 'of several ids the first is taken',
    breaks: ['kpis.snapshots-ids'],
    seams: asking(SNAPSHOTS, (query) => ({ ids: query.get('ids')?.split(',')[0] })),
  },
  {
    name: 'snapshots-last-id',
    title: 'of several ids the last is taken',
    breaks: ['kpis.snapshots-ids'],
    seams: asking(SNAPSHOTS, (query) => ({ ids: query.get('ids')?.split(',').at(-1) })),
  },
  {
    name: 'snapshots-eight-ids',
    title: 'of more than eight ids the first eight are taken',
    breaks: ['kpis.snapshots-ids'],
    seams: asking(SNAPSHOTS, (query) => ({ ids: query.get('ids')?.split(',').slice(0, 8).join(',') })),
  },
  {
    name: 'snapshots-ids-ignored',
    title: 'ids is ignored',
    breaks: ['kpis.snapshots-ids'],
    seams: asking(SNAPSHOTS, () => ({ ids: undefined })),
  },
  {
    name: 'snapshots-unknown-ids-all',
    title: 'ids of which none is known give the snapshots of every KPI',
    breaks: ['kpis.snapshots-ids'],
    seams: asking(SNAPSHOTS, (query, { account }) =>
      (query.get('ids') ?? '').split(',').some((id) => account.kpis.has(id)) ? {} : { ids: undefined },
    ),
  },
  {
    name: 'snapshots-empty-groups-all',
    title: 'groups without KPIs give the snapshots of every KPI',
    breaks: ['kpis.snapshots-groups'],
    seams: asking(SNAPSHOTS, (query, { account }) => {
      const groups = (query.get('groupIds') ?? '').split(',').filter((id) => account.kpiGroups.has(id));
      const isEmpty = [...account.kpis.values()].every((kpi) => !kpi.groups.some((id) => groups.includes(id)));
      return isEmpty && groups.length > 0 ? { groupIds: undefined } : {};
    }),
  },
  {
    name: 'snapshots-bounds-beside-ids-alone',
    title: 'from and to are read beside ids alone',
    breaks: ['kpis.snapshots-bounds'],
    seams: asking(SNAPSHOTS, (query) => (query.has('ids') ? {} : { from: undefined, to: undefined })),
  },
  {
    name: 'snapshots-several-ids-refused',
    title: 'several ids are refused',
    breaks: ['kpis.snapshots-accepted'],
    seams: refuses(SNAPSHOTS, 400, ({ query }) => query.get('ids')?.includes(',') ?? false),
  },
  {
    name: 'snapshots-once-per-group',
    title: 'a KPI in two of the groups that are asked for is there twice',
    breaks: ['kpis.snapshots-each-once'],
    seams: instead(SNAPSHOTS, (call, next) => {
      const groupIds = (call.query.get('groupIds') ?? '').split(',');
      const answer = next(call);
      if (groupIds.length < 2 || answer.status !== 200) return answer;
      const items = groupIds.flatMap((id) => recordsIn(next(withQuery(call, { groupIds: id })).body));
      return { ...answer, body: { ...(answer.body as Shown), items } };
    }),
  },
  {
    name: 'snapshots-once-per-name',
    title: 'a KPI that ids names twice is there twice',
    breaks: ['kpis.snapshots-each-once'],
    seams: instead(SNAPSHOTS, (call, next) => {
      const ids = (call.query.get('ids') ?? '').split(',');
      const answer = next(call);
      if (new Set(ids).size === ids.length || answer.status !== 200) return answer;
      const items = ids.flatMap((id) => recordsIn(next(withQuery(call, { ids: id })).body));
      return { ...answer, body: { ...(answer.body as Shown), items } };
    }),
  },
  {
    name: 'snapshots-of-empty-group-not-found',
    title: 'a group without KPIs is answered with 404',
    breaks: ['general.status-listed'],
    seams: refuses(SNAPSHOTS, 404, ({ account, query }) => {
      const groupIds = (query.get('groupIds') ?? '').split(',').filter((id) => account.kpiGroups.has(id));
      return (
        groupIds.length > 0 &&
        ![...account.kpis.values()].some(({ groups }) => groups.some((id) => groupIds.includes(id)))
      );
    }),
  },
  ...(
    [
      ['snapshots-ids-per-group', 'with ids', SNAPSHOTS, 'ids'],
      ['snapshots-mine-per-group', 'with mykpis', SNAPSHOTS, 'mykpis'],
      ['found-snapshots-per-group', 'in the collection of snapshots', 'kpis.snapshots', undefined],
    ] as const
  ).map(
    ([name, where, operation, parameter]): Fault => ({
      name,
      title: `${where}, a KPI is there once for each group that it is in`,
      breaks: ['kpis.snapshots-each-once'],
      seams: body<{ items: { kpiId: string }[] }>(operation, (shown, { account, query }) => {
        if (parameter !== undefined && !query.has(parameter)) return shown;
        const groupsOf = (id: string) => account.kpis.get(id)?.groups.length ?? 0;
        return { ...shown, items: shown.items.flatMap((item) => Array(Math.max(1, groupsOf(item.kpiId))).fill(item)) };
      }),
    }),
  ),
  {
    name: 'snapshots-first-group',
    title: 'of several groupIds the first is taken',
    breaks: ['kpis.snapshots-groups'],
    seams: asking(SNAPSHOTS, (query) => ({ groupIds: query.get('groupIds')?.split(',')[0] })),
  },
  {
    name: 'snapshots-groups-ignored',
    title: 'groupIds is ignored',
    breaks: ['kpis.snapshots-groups'],
    seams: asking(SNAPSHOTS, () => ({ groupIds: undefined })),
  },
  {
    name: 'snapshots-groups-all-of',
    title: 'several groupIds choose the KPIs that are in every one of them',
    breaks: ['kpis.snapshots-groups'],
    seams: asking(SNAPSHOTS, (query, { account }) => {
      const wanted = query.get('groupIds')?.split(',') ?? [];
      if (wanted.length < 2) return {};
      const found = [...account.kpis.values()].filter(({ groups }) => wanted.every((id) => groups.includes(id)));
      return { groupIds: undefined, ids: found.map(({ id }) => id).join(',') || 'none' };
    }),
  },
  {
    name: 'snapshots-ungrouped-inverted',
    title: 'ungrouped=true chooses the KPIs that are in a group',
    breaks: ['kpis.snapshots-ungrouped'],
    seams: asking(SNAPSHOTS, (query, { account }) =>
      query.get('ungrouped') === 'true'
        ? { ungrouped: undefined, groupIds: [...account.kpiGroups.keys()].join(',') }
        : {},
    ),
  },
  {
    name: 'snapshots-ungrouped-ignored',
    title: 'ungrouped is ignored',
    breaks: ['kpis.snapshots-ungrouped'],
    seams: asking(SNAPSHOTS, () => ({ ungrouped: undefined })),
  },
  {
    name: 'snapshots-mine-ignored',
    title: 'mykpis is ignored',
    breaks: ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    seams: asking(SNAPSHOTS, () => ({ mykpis: undefined })),
  },
  {
    name: 'snapshots-mine-in-groups-alone',
    title: 'mykpis=true leaves out KPIs that are in no group',
    breaks: ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    seams: keeping(
      SNAPSHOTS,
      (kpiId, { account, query }) => query.get('mykpis') !== 'true' || account.kpis.get(kpiId)?.groups.length !== 0,
    ),
  },
  {
    name: 'snapshots-mine-asked-for-alone',
    title: 'mykpis=true leaves out KPIs whose snapshots nobody has asked for yet',
    breaks: ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    seams: () => {
      const asked = new Set<string>();
      return keeping(SNAPSHOTS, (kpiId, { query }) => {
        for (const id of query.get('ids')?.split(',') ?? []) asked.add(id);
        return query.get('mykpis') !== 'true' || asked.has(kpiId);
      });
    },
  },
  {
    name: 'found-snapshots-in-groups-alone',
    title: 'the collection of snapshots leaves out KPIs that are in no group',
    breaks: ['kpis.snapshots-whole'],
    seams: keeping('kpis.snapshots', (kpiId, { account }) => account.kpis.get(kpiId)?.groups.length !== 0),
  },
  {
    name: 'found-snapshots-whole-numbers',
    title: 'the collection of snapshots shows values as whole numbers',
    breaks: ['kpis.snapshots-agree'],
    seams: body<{ items: { groups: { snapshots: { value: number }[] }[] }[] }>('kpis.snapshots', (shown) => {
      const change = (snapshot: { value: number }) => ({ ...snapshot, value: Math.trunc(snapshot.value) });
      const items = shown.items.map((item) => ({
        ...item,
        groups: item.groups.map((group) => ({ ...group, snapshots: group.snapshots.map(change) })),
      }));
      return { ...shown, items };
    }),
  },
  {
    name: 'kpi-last-value-is-first',
    title: 'lastValueChange is the first snapshot of a KPI',
    breaks: ['kpis.last-value-change'],
    seams: each([GET, LIST], (kpi, _index, { account }) => {
      const [first] = account.snapshots.get(String(kpi.id)) ?? [];
      if (kpi.lastValueChange && first) kpi.lastValueChange = { snapshotId: first.id, valueChangedAt: first.date };
    }),
  },
  {
    name: 'snapshots-mine-of-first-user',
    title: 'mykpis chooses the KPIs of the first user, whoever asks',
    breaks: ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    seams: instead(SNAPSHOTS, (call, next) => {
      const [user] = call.account.users.values();
      return next(call.query.get('mykpis') === 'true' && user ? { ...call, user } : call);
    }),
  },
  {
    name: 'snapshots-mine-last-owner',
    title: 'mykpis chooses the KPIs whose last owner the user is',
    breaks: ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    seams: instead(SNAPSHOTS, (call, next) =>
      next({ ...call, rules: { ...call.rules, owns: (userId, { ownerIds }) => ownerIds.at(-1) === userId } }),
    ),
  },
  {
    name: 'snapshots-ungrouped-by-presence',
    title: 'ungrouped=false is taken for true',
    breaks: ['kpis.snapshots-off'],
    seams: asking(SNAPSHOTS, (query) => (query.has('ungrouped') ? { ungrouped: 'true' } : {})),
  },
  {
    name: 'snapshots-mine-by-presence',
    title: 'mykpis=false is taken for true',
    breaks: ['kpis.snapshots-off'],
    seams: asking(SNAPSHOTS, (query) => (query.has('mykpis') ? { mykpis: 'true' } : {})),
  },
  {
    name: 'snapshots-false-refused',
    title: 'ungrouped=false is refused',
    breaks: ['kpis.snapshots-accepted'],
    seams: refuses(SNAPSHOTS, 400, ({ query }) => query.get('ungrouped') === 'false'),
  },
  {
    name: 'snapshots-without-leap-days',
    title: '29 February is refused in from and to',
    breaks: ['kpis.snapshots-period-accepted'],
    seams: refuses(SNAPSHOTS, 400, ({ query }) =>
      ['from', 'to'].some((name) => query.get(name)?.endsWith('-02-29') === true),
    ),
  },
  {
    name: 'snapshots-from-needs-to',
    title: 'from without to is refused',
    breaks: ['kpis.snapshots-period-accepted'],
    seams: refuses(SNAPSHOTS, 400, ({ query }) => query.has('from') && !query.has('to')),
  },
  ...[SNAPSHOTS, 'kpis.snapshots'].flatMap((operation): Fault[] => {
    const on = [operation];
    const name = operation === SNAPSHOTS ? 'snapshots' : 'found-snapshots';
    const breaks = ['kpis.snapshots-bounds'];
    const fault = (what: string, title: string, seams: Seams): Fault => ({
      name: `${name}-${what}`,
      title: `${title} (${operation})`,
      breaks,
      on,
      seams,
    });
    return [
      fault(
        'from-ignored',
        'from is ignored',
        asking(operation, () => ({ from: undefined })),
      ),
      fault(
        'from-of-whole-month',
        'from is taken for the first day of its month',
        asking(operation, (query) => ({ from: query.get('from')?.replace(/\d\d$/, '01') })),
      ),
      fault(
        'to-ignored',
        'to is ignored',
        asking(operation, () => ({ to: undefined })),
      ),
      fault(
        'to-of-a-month-alone',
        'to alone gives the snapshots of one month before it',
        asking(operation, (query) => {
          const to = Date.parse(query.get('to') ?? '');
          const from = new Date(to - 31 * 86_400_000);
          return query.has('from') || Number.isNaN(to) ? {} : { from: from.toISOString().slice(0, 10) };
        }),
      ),
      fault(
        'from-exclusive',
        'from leaves out its own day',
        asking(operation, (query) => ({ from: movedDay(query.get('from'), 1) })),
      ),
      fault(
        'to-exclusive',
        'to leaves out its own day',
        asking(operation, (query) => ({ to: movedDay(query.get('to'), -1) })),
      ),
      ...(['from', 'to'] as const).map((name) =>
        fault(
          `${name}-exclusive-beside-group-by`,
          `${name} leaves out its own day where there is groupBy`,
          asking(operation, (query) =>
            query.has('groupBy') ? { [name]: movedDay(query.get(name), name === 'from' ? 1 : -1) } : {},
          ),
        ),
      ),
      fault(
        'from-ignored-beside-to',
        'from is ignored where there is to',
        asking(operation, (query) => (query.has('to') ? { from: undefined } : {})),
      ),
      fault(
        'bounds-ignored-beside-time-zone',
        'from and to are ignored where there is timeZone',
        asking(operation, (query) => (query.has('timeZone') ? { from: undefined, to: undefined } : {})),
      ),
      fault(
        'grouped-of-one',
        'with groupBy only the snapshots of one KPI are given',
        body(operation, (answer: List, { query }) =>
          query.has('groupBy') ? { ...answer, items: answer.items.slice(0, 1) } : answer,
        ),
      ),
    ];
  }),
  {
    name: 'snapshots-ungrouped-beyond-access',
    title: 'users are given the snapshots of KPIs in no group that they may not read',
    breaks: ['kpis.snapshots-ungrouped'],
    seams: asIf([GET, LIST], ({ account, user }) => {
      const hidden = [...account.users.keys()][0] === user.id ? [] : [...account.kpis.values()];
      const kpis = new Map(account.kpis);
      for (const { id, groups } of hidden) if (groups.length === 0) kpis.delete(id);
      return { account: { ...account, kpis } };
    }),
  },
  {
    name: 'insight-usages-of-all',
    title: 'the usages of every insight are all KPIs',
    breaks: ['kpis.insight-usages-own'],
    seams: body('kpis.insightUsages', (_: List, { account }) => {
      const items = [...account.kpis.values()].map(({ id, name }) => ({ id, name }));
      return { items, totalCount: items.length };
    }),
  },
  {
    name: 'insight-usages-of-none-404',
    title: 'an insight that no KPI uses is answered with 404',
    breaks: ['general.success-status'],
    on: ['kpis.insightUsages'],
    seams: answering('kpis.insightUsages', (answer) =>
      (answer.body as { totalCount?: number }).totalCount === 0 ? { status: 404, body: {} } : answer,
    ),
  },
  {
    name: 'found-snapshots-need-date-time',
    title: 'the collection of snapshots wants date-times for from and to',
    breaks: ['kpis.snapshots-period-accepted'],
    seams: refuses('kpis.snapshots', 400, ({ query }) => query.has('to') && !query.get('to')?.includes('T')),
  },
];

export const kpiFaults: readonly Fault[] = [...reading, ...people, ...snapshots];
