/** Other clients in the same account, while the suite is at work. */
import type { Account, Tag } from '../../../reference-server/store/account.ts';
import { mainAccount, type Parts, type Variant } from './variant.ts';

const KINDS = [
  'kpiGroups',
  'tasks',
  'roles',
  'kpis',
  'dashboards',
  'metrics',
  'users',
  'announcements',
  'badges',
] as const;
const NAMED = ['kpiGroups', 'tasks', 'roles', 'dashboards', 'metrics'] as const;

/** A record like one that is there, with an id and a name of its own. */
function likeOf(account: Account, kind: (typeof KINDS)[number], n: number): void {
  const records = account[kind] as Map<string, { id: string }>;
  // What the suite makes stands behind the sample records: another client's copy of it would be taken for it.
  const model = nth([...records.values()].slice(0, 5), n);
  if (!model) return;
  const id = account.newId();
  const text = `Of others ${n}`;
  const copy = structuredClone(model) as Record<string, unknown>;
  // The parts of a dashboard name the one that holds them.
  if (kind === 'dashboards') Object.assign(copy, { insights: [], sectionHeaders: [] });
  // A copy with the tags of the suite would move the counts of tags that nobody else knows.
  if ('tagIds' in copy) copy.tagIds = [];
  Object.assign(copy, {
    id,
    ...('name' in copy && { name: text }),
    ...(kind === 'users' && {
      email: `other${n}@example.org`,
      teamIds: [],
      roleIds: [],
      scimRoleIds: [],
      firstName: 'Of',
      lastName: `others ${n}`,
    }),
  });
  records.set(id, copy as never);
  made.get(account)?.push([kind, id]);
}

const made = new WeakMap<Account, [(typeof KINDS)[number], string][]>();

const mine = (account: Account) => {
  const known = made.get(account) ?? [];
  made.set(account, known);
  return known;
};

/** Does something to one thing at a time. */
const steps = (step: (account: Account, n: number) => void) => (): Parts => {
  let n = 0;
  return { others: (world) => step(mainAccount(world), n++) };
};

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Another client takes a KPI out of some groups, a few times, while the second user asks for the snapshots of these. */
function takenOut(): Parts {
  let left = 5;
  return {
    around: (call, next) => {
      const { account, operation, query, user } = call;
      const answer = next(call);
      const ids = (operation.id === 'kpis.listSnapshots' && query.get('groupIds')?.split(',')) || [];
      if (left === 0 || ids.length < 2 || [...account.users.keys()][1] !== user.id) return answer;
      const [, kpi] = [...account.kpis.values()].filter(({ groups }) => groups.some((id) => ids.includes(id)));
      if (!kpi) return answer;
      left--;
      kpi.groups = kpi.groups.filter((id) => !ids.includes(id));
      return answer;
    },
  };
}

/** At most so many records of others at a time: the account must not outgrow a page. */
const MOST = 30;

export const otherClientVariants: readonly Variant[] = [
  {
    name: 'others-create-and-delete',
    title: 'Other clients create records and delete them again.',
    parts: steps((account, n) => {
      const known = mine(account);
      if (known.length < MOST) likeOf(account, nth(KINDS, n), n);
      else {
        const [kind, id] = known.shift() as (typeof known)[number];
        account[kind].delete(id);
      }
    }),
  },
  {
    name: 'others-rename',
    title: 'Other clients rename records of theirs.',
    parts: steps((account, n) => {
      const known = mine(account);
      if (known.length < 10) return likeOf(account, nth(KINDS, n), n);
      const [kind, id] = nth(known, n);
      const record = (account[kind] as Map<string, { name?: string }>).get(id);
      if (record && NAMED.includes(kind as never)) record.name = `Renamed by others ${n}`;
    }),
  },
  {
    name: 'others-change-sample-records',
    title: 'Other clients rename records that were there before.',
    parts: steps((account, n) => {
      const kind = nth(NAMED, n);
      const all = [...account[kind].values()] as { name: string }[];
      const record = nth(all, n * 7 + 3);
      if (record && !record.name.startsWith('gc-') && n % 4 === 0)
        record.name = `${record.name.replace(/ \(\d+\)$/, '')} (${n})`;
    }),
  },
  {
    name: 'others-tag',
    title: 'Other clients create tags and put them on items.',
    parts: steps((account, n) => {
      if (n > 60) return;
      const tag: Tag = {
        id: account.newId(),
        name: `of others ${n}`,
        title: `Of Others ${n}`,
        isActive: true,
        dateCreated: account.now(),
      };
      account.tags.set(tag.id, tag);
      nth([...account.goals.values()], n * 5)?.tagIds.push(tag.id);
      nth([...account.kpis.values()], n * 3)?.tagIds.push(tag.id);
    }),
  },
  {
    // The suite's own removals do so, too, whenever they meet the checks of another batch.
    name: 'others-take-kpis-out',
    on: ['kpis', 'kpiGroups'],
    title: 'Another client takes KPIs out of groups while the snapshots of these are asked for.',
    parts: takenOut,
  },
  {
    name: 'others-favorites',
    on: ['kpiGroups'],
    title: 'Other users mark KPI groups as favourites and clear them.',
    parts: steps((account, n) => {
      const group = nth([...account.kpiGroups.values()], n);
      const user = [...account.users.keys()][3];
      if (group && user) n % 2 ? group.favoriteOf.delete(user) : group.favoriteOf.add(user);
    }),
  },
];
