/** What a team could get wrong with KPI groups and favourites. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { KpiGroup } from '../../../reference-server/store/account.ts';
import { isOfRuns } from '../../support/engine/uniqueNames.ts';
import type { Fault } from './fault.ts';
import { also, asIf, body, each, instead, pretending, refuses, rule, secondTime, status } from './vocabulary.ts';

type Group = Record<string, unknown>;
type List = { count: number; items: Group[]; totalCount: number };

const stored = ({ account, params }: Call) => account.kpiGroups.get(params.groupId as string) as KpiGroup;
const answered = ({ account }: Call, body: unknown) => account.kpiGroups.get((body as Group).id as string) as KpiGroup;
const others = ({ account, params }: Call) => [...account.kpiGroups.values()].filter(({ id }) => id !== params.groupId);
const taken = ({ account, params }: Call) => account.kpis.get(params.kpiId as string);
const newest = ({ account }: Call) => [...account.kpiGroups.values()].at(-1) as KpiGroup;

/** Requests that arrive within this time count as sent at once. */
const AT_ONCE_MS = 5;

/** The list shows names as they were before the first rename. */
function staleNames(): Seams {
  const names = new Map<string, string>();
  return {
    around: (call, next) => {
      const id = call.params.groupId as string;
      if (call.operation.id === 'kpiGroups.update' && !names.has(id) && stored(call)) names.set(id, stored(call).name);
      const answer = next(call);
      if (call.operation.id !== 'kpiGroups.list' || answer.status !== 200) return answer;
      const list = answer.body as List;
      return {
        ...answer,
        body: {
          ...list,
          items: list.items.map((group) => ({ ...group, name: names.get(group.id as string) ?? group.name })),
        },
      };
    },
  };
}

/** The list still shows the group that was deleted last. */
function ghosts(): Seams {
  const deleted = new Map<string, Group>();
  return {
    around: (call, next) => {
      const group = call.operation.id === 'kpiGroups.delete' ? stored(call) : undefined;
      const answer = next(call);
      if (group && answer.status === 200) deleted.set(group.id, { id: group.id, name: group.name });
      if (call.operation.id !== 'kpiGroups.list' || answer.status !== 200) return answer;
      const items = [...(answer.body as List).items, ...deleted.values()];
      return { ...answer, body: { count: items.length, items, totalCount: items.length } };
    },
  };
}

/** The list of KPIs shows their groups as they were before the first removal. */
function staleGroups(): Seams {
  const groups = new Map<unknown, readonly string[]>();
  return {
    around: (call, next) => {
      const kpi = call.operation.id === 'kpiGroups.removeKpi' ? taken(call) : undefined;
      if (kpi && !groups.has(kpi.id)) groups.set(kpi.id, kpi.groups);
      const answer = next(call);
      if (call.operation.id !== 'kpis.list' || answer.status !== 200) return answer;
      const list = answer.body as List;
      const items = list.items.map((item) => ({ ...item, groups: groups.get(item.id) ?? item.groups }));
      return { ...answer, body: { ...list, items } };
    },
  };
}

/** The list leaves out what these calls name. */
const unlisting = (operation: string, which: (call: Call) => string | undefined) => (): Seams => {
  const hidden = new Set<unknown>();
  return {
    around: (call, next) => {
      const answer = next(call);
      if (call.operation.id === operation && answer.status === 200) hidden.add(which(call));
      if (call.operation.id !== 'kpiGroups.list' || answer.status !== 200) return answer;
      const items = (answer.body as List).items.filter(({ id }) => !hidden.has(id));
      return { ...answer, body: { count: items.length, items, totalCount: items.length } };
    },
  };
};

/** Sees the accounts that calls have acted in so far. */
const everyAccount =
  (act: (call: Call, accounts: readonly Call['account'][], next: (call: Call) => Answer) => Answer) => (): Seams => {
    const accounts = new Set<Call['account']>();
    return {
      around: (call, next) => {
        accounts.add(call.account);
        return act(call, [...accounts], next);
      },
    };
  };

/** What a PATCH that gives no name does to the group. */
const afterNameless = (change: (group: KpiGroup) => void): Seams =>
  instead('kpiGroups.update', (call, next) => {
    const answer = next(call);
    if (stored(call) && (call.body as Group).name === undefined) change(stored(call));
    return answer;
  });

export const kpiGroupFaults: readonly Fault[] = [
  {
    name: 'create-answers-another-name',
    title: 'creating a group answers with its name in upper case',
    breaks: ['kpiGroups.create-answer'],
    seams: body('kpiGroups.create', (group: Group) => ({ ...group, name: String(group.name).toUpperCase() })),
  },
  {
    name: 'create-answers-first-group',
    title: 'creating a group answers with the first group of the account',
    breaks: ['kpiGroups.create-answer'],
    seams: body('kpiGroups.create', (group: Group, { account }) => ({
      ...group,
      id: [...account.kpiGroups.keys()][0],
    })),
  },
  {
    name: 'create-stores-nothing',
    title: 'a created group is answered and not stored',
    breaks: ['kpiGroups.create-stored', 'kpiGroups.create-each'],
    seams: also('kpiGroups.create', ({ account }, { body }) => account.kpiGroups.delete((body as Group).id as string)),
  },
  {
    name: 'create-missing-in-list',
    title: 'the list does not show groups created since the server started',
    breaks: ['kpiGroups.create-stored', 'kpiGroups.favorite-model', 'general.counts'],
    seams: body('kpiGroups.list', (list: List) => ({
      ...list,
      items: list.items.filter(({ name }) => !isOfRuns(name)),
    })),
  },
  {
    name: 'create-stores-for-author-only',
    title: 'a created group is shown to its author alone',
    breaks: ['kpiGroups.create-stored'],
    seams: instead('kpiGroups.get', (call, next) => {
      const group = stored(call);
      const hidden = group?.name.startsWith('gc-') && group.createdById !== call.user.id;
      return hidden ? { status: 404 } : next(call);
    }),
  },
  {
    name: 'create-cuts-name',
    title: 'names are cut to 40 characters',
    breaks: ['kpiGroups.name-kept'],
    seams: also('kpiGroups.create', (call, { body }) => {
      const group = answered(call, body);
      group.name = group.name.slice(0, 40);
    }),
  },
  {
    name: 'rename-cuts-name',
    title: 'a rename cuts the name to 255 characters',
    breaks: ['kpiGroups.name-kept'],
    seams: also('kpiGroups.update', (call) => {
      stored(call).name = stored(call).name.slice(0, 255);
    }),
  },
  {
    name: 'name-loses-astral',
    title: 'characters beyond the basic plane are lost from names',
    breaks: ['kpiGroups.name-kept'],
    seams: instead(['kpiGroups.create', 'kpiGroups.update'], (call, next) => {
      const { name } = (call.body ?? {}) as { name?: string };
      return next({ ...call, body: { name: name?.replaceAll(/\p{Extended_Pictographic}/gu, '?') } });
    }),
  },
  {
    name: 'name-escaped',
    title: 'names are stored with HTML characters escaped',
    breaks: ['kpiGroups.name-kept'],
    seams: instead('kpiGroups.update', (call, next) => {
      const { name } = (call.body ?? {}) as { name?: string };
      return next({ ...call, body: { name: name?.replaceAll('<', '&lt;') } });
    }),
  },
  {
    name: 'create-same-id-when-parallel',
    title: 'groups created within the same moment overwrite each other',
    breaks: ['kpiGroups.create-each'],
    seams: also('kpiGroups.create', ({ account }, { body }) => {
      const mine = body as Group;
      const previous = [...account.kpiGroups.values()].at(-2);
      if (previous?.name.startsWith('gc-')) {
        account.kpiGroups.delete(mine.id as string);
        mine.id = previous.id;
      }
    }),
  },
  {
    name: 'get-first-group',
    title: 'reading by id gives the first group, whatever id is asked for',
    breaks: ['kpiGroups.get-record'],
    seams: instead('kpiGroups.get', (call, next) => {
      const [first] = call.account.kpiGroups.keys();
      return call.account.kpiGroups.has(call.params.groupId as string)
        ? next({ ...call, params: { groupId: first as string } })
        : next(call);
    }),
  },
  {
    name: 'list-other-dates',
    title: 'the list shows another date of update than the read by id',
    breaks: ['kpiGroups.views-agree'],
    seams: body('kpiGroups.list', (list: List) => ({
      ...list,
      items: list.items.map((group) => ({ ...group, dateUpdated: group.dateCreated })),
    })),
  },
  {
    name: 'list-shows-group-twice',
    title: 'the list shows its first group twice',
    breaks: ['kpiGroups.views-agree', 'kpiGroups.create-stored'],
    seams: body('kpiGroups.list', (list: List) => {
      const items = [...list.items, list.items.at(-1)];
      return { count: items.length, items, totalCount: items.length };
    }),
  },
  {
    name: 'rename-without-case',
    title: 'A rename that changes the letter case alone changes nothing.',
    breaks: ['kpiGroups.update-name'],
    seams: instead('kpiGroups.update', (call, next) => {
      const name = stored(call)?.name;
      const same = String((call.body as Group | undefined)?.name).toLowerCase() === name?.toLowerCase();
      return next(same ? { ...call, body: { ...(call.body as Group), name } } : call);
    }),
  },
  {
    name: 'rename-not-stored',
    title: 'a rename is answered and not stored',
    breaks: ['kpiGroups.update-name'],
    seams: pretending('kpiGroups.update'),
  },
  {
    name: 'rename-of-namesakes',
    title: 'a rename gives the new name to every group of the old one',
    breaks: ['kpiGroups.favorite-model'],
    seams: instead('kpiGroups.update', (call, next) => {
      const { kpiGroups } = call.account;
      const old = kpiGroups.get(call.params.groupId ?? '')?.name;
      const answer = next(call);
      const name = kpiGroups.get(call.params.groupId ?? '')?.name;
      if (answer.status < 300 && name !== undefined)
        for (const group of kpiGroups.values()) if (group.name === old) group.name = name;
      return answer;
    }),
  },
  {
    name: 'rename-back-lost',
    title: 'renaming a group to a name that it had before does nothing',
    breaks: ['kpiGroups.favorite-model'],
    seams: () => {
      const had = new Map<string, Set<string>>();
      return instead('kpiGroups.update', (call, next) => {
        const id = call.params.groupId ?? '';
        const old = call.account.kpiGroups.get(id)?.name;
        const names = had.get(id) ?? new Set();
        had.set(id, names);
        const wanted = String((call.body as { name?: unknown }).name);
        if (names.has(wanted)) return { status: 200, body: {} };
        if (old !== undefined) names.add(old);
        return next(call);
      });
    },
  },
  {
    name: 'rename-once',
    title: 'only the first rename of a group is stored',
    breaks: ['kpiGroups.update-name'],
    seams: secondTime('kpiGroups.update', ({ params }) => params.groupId, { status: 200 }),
  },
  {
    name: 'rename-stale-list',
    title: 'the list shows the old name of a renamed group',
    breaks: ['kpiGroups.update-name'],
    seams: staleNames,
  },
  {
    name: 'rename-renames-newest-too',
    title: 'a rename also renames the newest group',
    breaks: ['kpiGroups.update-only'],
    seams: also('kpiGroups.update', (call) => {
      for (const group of others(call)) if (group.name.startsWith('gc-')) group.name = stored(call).name;
    }),
  },
  {
    name: 'rename-clears-favorite',
    title: 'a rename clears the favourites of the group',
    breaks: ['kpiGroups.update-only', 'kpiGroups.favorite-model'],
    seams: also('kpiGroups.update', (call) => stored(call).favoriteOf.clear()),
  },
  {
    name: 'rename-changes-author',
    title: 'a rename makes the caller the author',
    breaks: ['kpiGroups.author'],
    seams: also('kpiGroups.update', (call) => {
      stored(call).createdById = call.user.id;
    }),
  },
  {
    name: 'rename-changes-creation-date',
    title: 'a rename changes the date of creation',
    breaks: ['kpiGroups.update-only'],
    seams: also('kpiGroups.update', (call) => {
      stored(call).dateCreated = '2030-01-01T00:00:00.000Z';
    }),
  },
  {
    name: 'modified-by-author',
    title: 'modifiedById stays that of the author',
    breaks: ['kpiGroups.author'],
    seams: also('kpiGroups.update', (call) => {
      stored(call).modifiedById = stored(call).createdById;
    }),
  },
  {
    name: 'author-is-constant',
    title: 'createdById is the same for every user',
    breaks: ['kpiGroups.author'],
    seams: also('kpiGroups.create', (call, { body }) => {
      answered(call, body).createdById = 'system';
    }),
  },
  {
    name: 'delete-keeps-group',
    title: 'a delete answers with success and deletes nothing',
    breaks: ['kpiGroups.delete-gone', 'kpiGroups.gone-is-unknown', 'kpiGroups.favorite-model'],
    seams: pretending('kpiGroups.delete'),
  },
  {
    name: 'delete-keeps-in-list',
    title: 'a deleted group stays in the list',
    breaks: ['kpiGroups.delete-gone'],
    seams: ghosts,
  },
  {
    name: 'delete-also-newest',
    title: 'a delete also deletes the newest group',
    breaks: ['kpiGroups.delete-only'],
    seams: also('kpiGroups.delete', (call) => call.account.kpiGroups.delete(newest(call).id)),
  },
  {
    name: 'delete-clears-favorites',
    title: 'a delete clears the favourites of every group and touches their dates',
    breaks: ['kpiGroups.delete-only'],
    seams: also('kpiGroups.delete', (call) => {
      for (const group of others(call)) group.dateUpdated = '2030-01-01T00:00:00.000Z';
    }),
  },
  {
    name: 'delete-is-idempotent',
    title: 'deleting a group that is gone answers 200',
    breaks: ['kpiGroups.gone-is-unknown', 'general.unknown-id'],
    seams: status('kpiGroups.delete', 200, 404),
  },
  {
    name: 'favorite-of-gone-group',
    title: 'favourites of a group that is gone can be set',
    breaks: ['kpiGroups.gone-is-unknown', 'general.unknown-id'],
    seams: status(['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'], 200, 404),
  },
  {
    name: 'favorite-of-any-record',
    title: 'The id of a KPI or a user can be marked as a favourite.',
    breaks: ['general.unknown-id'],
    seams: instead('kpiGroups.setFavorite', (call, next) => {
      const { kpis, users } = call.account;
      const id = String(call.params.groupId);
      return kpis.has(id) || users.has(id) ? { status: 200 } : next(call);
    }),
  },
  {
    name: 'favorite-cleared-of-any-record',
    title: 'The mark of a favourite can be taken off the id of a KPI.',
    breaks: ['general.unknown-id'],
    seams: instead('kpiGroups.clearFavorite', (call, next) =>
      call.account.kpis.has(String(call.params.groupId)) ? { status: 200 } : next(call),
    ),
  },
  {
    name: 'rename-nameless-clears',
    title: 'a PATCH that gives no name empties the name',
    breaks: ['kpiGroups.update-nameless'],
    seams: afterNameless((group) => {
      group.name = '';
    }),
  },
  {
    name: 'rename-nameless-loses',
    title: 'a PATCH that gives no name takes the name away',
    breaks: ['kpiGroups.update-nameless'],
    seams: afterNameless((group) => Reflect.deleteProperty(group, 'name')),
  },
  {
    name: 'rename-to-null-is-a-name',
    title: 'a PATCH with null for the name gives the name null',
    breaks: ['kpiGroups.update-nameless'],
    seams: asIf('kpiGroups.update', ({ body: sent }) =>
      (sent as Group | undefined)?.name === null ? { body: { name: 'null' } } : {},
    ),
  },
  {
    name: 'rename-brings-back',
    title: 'a rename of a group that is gone creates it again',
    breaks: ['kpiGroups.gone-is-unknown', 'general.unknown-id'],
    seams: instead('kpiGroups.update', (call, next) => {
      const id = call.params.groupId as string;
      if (!call.account.kpiGroups.has(id)) {
        const [any] = call.account.kpiGroups.values();
        call.account.kpiGroups.set(id, { ...(any as KpiGroup), id, favoriteOf: new Set() });
      }
      return next(call);
    }),
  },
  {
    name: 'favorite-toggles',
    title: 'PUT toggles the favourite',
    breaks: ['kpiGroups.favorite-set', 'kpiGroups.favorite-model'],
    seams: instead('kpiGroups.setFavorite', (call, next) => {
      const group = stored(call);
      if (!group?.favoriteOf.has(call.user.id)) return next(call);
      group.favoriteOf.delete(call.user.id);
      return { status: 200 };
    }),
  },
  {
    name: 'favorite-not-set',
    title: 'PUT answers 200 and sets nothing',
    breaks: ['kpiGroups.favorite-set', 'kpiGroups.favorite-shown'],
    seams: pretending('kpiGroups.setFavorite'),
  },
  {
    name: 'favorite-lost-without-header',
    title: 'Without the account header PUT and DELETE of a favourite answer 200 and do nothing.',
    breaks: ['kpiGroups.favorite-set', 'kpiGroups.favorite-clear'],
    seams: () => {
      const on = ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'];
      let isNamed = true;
      return {
        ...rule(on, (standard) => ({
          account(world, user, header) {
            isNamed = header !== undefined;
            return standard.account(world, user, header);
          },
        })),
        ...instead(on, (call, next) => (isNamed ? next(call) : { status: 200 })),
      };
    },
  },
  {
    name: 'group-of-several-users-stays',
    title: 'A group that is a favourite of several users is not deleted.',
    breaks: ['kpiGroups.delete-gone'],
    seams: instead('kpiGroups.delete', (call, next) =>
      (stored(call)?.favoriteOf.size ?? 0) > 1 ? { status: 200 } : next(call),
    ),
  },
  {
    name: 'group-like-a-deleted-one-is-not-there',
    title: 'A create with the name of a deleted group answers with that group, which is not there.',
    breaks: ['kpiGroups.create-each'],
    seams: () => {
      const deleted = new Map<string, unknown>();
      return instead(['kpiGroups.create', 'kpiGroups.delete'], (call, next) => {
        if (call.operation.id === 'kpiGroups.create') {
          const gone = deleted.get(String((call.body as Group | undefined)?.name));
          return gone === undefined ? next(call) : { status: 201, body: gone };
        }
        const group = stored(call);
        const answer = next(call);
        if (group && answer.status < 300) {
          const { favoriteOf, ...shown } = group;
          deleted.set(group.name, { ...shown, favorite: favoriteOf.has(call.user.id) });
        }
        return answer;
      });
    },
  },
  {
    name: 'favorite-twice-breaks',
    title: 'PUT of a favourite answers 500.',
    breaks: ['kpiGroups.favorite-set', 'kpiGroups.favorite-model'],
    seams: instead('kpiGroups.setFavorite', (call, next) =>
      stored(call)?.favoriteOf.has(call.user.id) ? { status: 500 } : next(call),
    ),
  },
  {
    name: 'favorite-of-old-group-breaks',
    title: 'PUT answers 500 for every group that was there at the start.',
    breaks: ['kpiGroups.favorite-set'],
    seams: () => {
      const made = new Set<unknown>();
      return {
        around(call, next) {
          const isOld = call.operation.id === 'kpiGroups.setFavorite' && !made.has(call.params.groupId);
          const answer = isOld && stored(call) ? { status: 500 } : next(call);
          if (call.operation.id === 'kpiGroups.create') made.add((answer.body as Group | undefined)?.id);
          return answer;
        },
      };
    },
  },
  {
    name: 'group-like-a-deleted-one-breaks',
    title: 'A create with the name of a deleted group answers 500.',
    breaks: ['kpiGroups.create-each'],
    seams: () => {
      const deleted = new Set<unknown>();
      return {
        around(call, next) {
          if (call.operation.id === 'kpiGroups.delete') deleted.add(stored(call)?.name);
          const name = (call.body as Group | undefined)?.name;
          return call.operation.id === 'kpiGroups.create' && deleted.has(name) ? { status: 500 } : next(call);
        },
      };
    },
  },
  {
    name: 'favorite-of-one-user',
    title: 'PUT of a group that is a favourite of another user answers 400.',
    breaks: ['kpiGroups.favorite-per-user', 'kpiGroups.favorite-model'],
    seams: instead('kpiGroups.setFavorite', (call, next) => {
      const { favoriteOf } = stored(call) ?? {};
      return favoriteOf?.size && !favoriteOf.has(call.user.id) ? { status: 400 } : next(call);
    }),
  },
  {
    name: 'clear-toggles',
    title: 'DELETE of the favourite toggles it',
    breaks: ['kpiGroups.favorite-clear', 'kpiGroups.favorite-model'],
    seams: instead('kpiGroups.clearFavorite', (call, next) => {
      const group = stored(call);
      if (!group || group.favoriteOf.has(call.user.id)) return next(call);
      group.favoriteOf.add(call.user.id);
      return { status: 200 };
    }),
  },
  {
    name: 'clear-not-stored',
    title: 'DELETE of the favourite clears nothing',
    breaks: ['kpiGroups.favorite-clear'],
    seams: pretending('kpiGroups.clearFavorite'),
  },
  {
    name: 'clear-deletes-group',
    title: 'DELETE of the favourite deletes the group',
    breaks: ['kpiGroups.favorite-clear', 'kpiGroups.favorite-model'],
    seams: also('kpiGroups.clearFavorite', ({ account, params }) => account.kpiGroups.delete(params.groupId as string)),
  },
  {
    name: 'clear-twice-breaks',
    title: 'DELETE of what is no favourite answers 500.',
    breaks: ['kpiGroups.favorite-clear', 'kpiGroups.favorite-model'],
    seams: instead('kpiGroups.clearFavorite', (call, next) =>
      stored(call)?.favoriteOf.has(call.user.id) || !stored(call) ? next(call) : { status: 500 },
    ),
  },
  {
    name: 'favorite-for-all',
    title: 'a favourite is one for every user',
    breaks: ['kpiGroups.favorite-per-user', 'kpiGroups.favorite-shown', 'kpiGroups.favorite-model'],
    seams: body(['kpiGroups.get', 'kpiGroups.list'], (body: List & Group, { account }) => {
      const mark = (group: Group) => ({
        ...group,
        favorite: (account.kpiGroups.get(group.id as string)?.favoriteOf.size ?? 0) > 0,
      });
      return body.items ? { ...body, items: body.items.map(mark) } : mark(body);
    }),
  },
  {
    name: 'clear-for-all',
    title: 'clearing clears the favourite of every user',
    breaks: ['kpiGroups.favorite-per-user', 'kpiGroups.favorite-model'],
    seams: also('kpiGroups.clearFavorite', (call) => stored(call).favoriteOf.clear()),
  },
  {
    name: 'favorite-of-author-only',
    title: 'only the author of a group can make it a favourite',
    breaks: ['kpiGroups.favorite-per-user'],
    seams: instead('kpiGroups.setFavorite', (call, next) =>
      stored(call)?.createdById === call.user.id || !stored(call) ? next(call) : { status: 200 },
    ),
  },
  {
    name: 'list-never-favorite',
    title: 'the list shows favorite: false for every group',
    breaks: ['kpiGroups.favorite-shown', 'kpiGroups.favorite-set'],
    seams: body('kpiGroups.list', (list: List) => ({
      ...list,
      items: list.items.map((group) => ({ ...group, favorite: false })),
    })),
  },
  {
    name: 'get-never-favorite',
    title: 'the read by id shows favorite: false for every group',
    breaks: ['kpiGroups.favorite-shown', 'kpiGroups.views-agree'],
    seams: body('kpiGroups.get', (group: Group) => ({ ...group, favorite: false })),
  },
  {
    name: 'favorite-with-permission',
    title: 'Favourites need the permission to change KPI groups.',
    breaks: ['kpiGroups.favorite-allowed'],
    seams: refuses(
      ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'],
      403,
      ({ user, account, rules, operation }) =>
        !rules.permitted(user, { ...operation, id: 'kpiGroups.update' }, account),
    ),
  },
  {
    name: 'one-favorite-per-user',
    title: 'a new favourite takes the place of the old one',
    breaks: ['kpiGroups.favorite-one'],
    seams: also('kpiGroups.setFavorite', (call) => {
      for (const group of others(call)) group.favoriteOf.delete(call.user.id);
    }),
  },
  {
    name: 'clear-all-favorites',
    title: 'clearing one favourite clears all of the user',
    breaks: ['kpiGroups.favorite-one'],
    seams: also('kpiGroups.clearFavorite', (call) => {
      for (const group of others(call)) group.favoriteOf.delete(call.user.id);
    }),
  },
  {
    name: 'new-is-favorite',
    title: 'a new group is its author’s favourite',
    breaks: ['kpiGroups.favorite-new'],
    seams: also('kpiGroups.create', (call, { body }) => answered(call, body).favoriteOf.add(call.user.id)),
  },
  {
    name: 'count-of-page',
    title: 'count is one too many',
    breaks: ['general.counts'],
    seams: body('kpiGroups.list', (list: List) => ({ ...list, count: list.count + 1 })),
  },
  {
    name: 'remove-kpi-nothing',
    title: 'taking a KPI out answers 200 and takes nothing out',
    breaks: ['kpiGroups.remove-kpi'],
    seams: pretending('kpiGroups.removeKpi'),
  },
  {
    name: 'remove-kpi-deletes-group',
    title: 'taking a KPI out deletes the group',
    breaks: ['kpiGroups.remove-kpi'],
    seams: also('kpiGroups.removeKpi', ({ account, params }) => account.kpiGroups.delete(params.groupId as string)),
  },
  {
    name: 'remove-kpi-from-all',
    title: 'taking a KPI out takes it out of every group',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', ({ account, params }) => {
      (account.kpis.get(params.kpiId as string) as { groups: string[] }).groups = [];
    }),
  },
  {
    name: 'remove-kpi-saved-without-the-rest',
    title: 'taking a KPI out saves it without its tags, its further owners and its aggregation',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const kpi = taken(call);
      if (kpi) Object.assign(kpi, { tagIds: [], ownerIds: kpi.ownerIds.slice(0, 1), aggregation: 'none' });
    }),
  },
  {
    name: 'remove-kpi-drops-links',
    title: 'taking a KPI out saves it without its projections and links',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const kpi = taken(call);
      if (kpi) Object.assign(kpi, { projections: [], linked: { goals: [], kpis: [], metrics: [], sessions: [] } });
    }),
  },
  {
    name: 'remove-kpi-empties-projections',
    title: 'taking a KPI out saves its projections without their values',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const kpi = taken(call);
      if (kpi)
        Object.assign(kpi, { projections: [kpi.projections].flat().map((one) => ({ ...Object(one), value: 0 })) });
    }),
  },
  {
    name: 'remove-kpi-takes-group',
    title: 'taking a KPI out of a group writes the name of the group in small letters',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const group = stored(call);
      if (group) group.name = group.name.trim().toLowerCase();
    }),
  },
  {
    name: 'remove-kpi-takes-authorship',
    title: 'who takes a KPI out of a group is named as the one who created the group',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const group = stored(call);
      if (group) Object.assign(group, { createdById: 'nobody' });
    }),
  },
  {
    name: 'remove-kpi-by-name',
    title: 'taking a KPI out of a group takes it out of every group of that name',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const { kpiGroups } = call.account;
      const name = kpiGroups.get(call.params.groupId ?? '')?.name;
      const kpi = taken(call) as { groups: string[] };
      kpi.groups = kpi.groups.filter((id) => kpiGroups.get(id)?.name !== name);
    }),
  },
  {
    name: 'remove-kpi-unknown-group-all',
    title: 'taking a KPI out of a group that does not exist answers 404 and takes it out of every group',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: instead('kpiGroups.removeKpi', (call, next) => {
      const kpi = taken(call);
      if (kpi && !stored(call)) kpi.groups = [];
      return next(call);
    }),
  },
  {
    name: 'remove-unknown-kpi-all',
    title: 'taking a KPI that does not exist out of a group answers 404 and empties the group',
    breaks: ['kpiGroups.remove-kpi-others'],
    seams: instead('kpiGroups.removeKpi', (call, next) => {
      const { groupId } = call.params;
      if (!taken(call))
        for (const kpi of call.account.kpis.values()) kpi.groups = kpi.groups.filter((id) => id !== groupId);
      return next(call);
    }),
  },
  {
    name: 'remove-kpi-drops-snapshots',
    title: 'taking a KPI out of a group deletes its snapshots',
    breaks: ['kpiGroups.remove-kpi-snapshots'],
    seams: also('kpiGroups.removeKpi', ({ account, params }) => account.snapshots.set(String(params.kpiId), [])),
  },
  {
    name: 'remove-kpi-lost-update',
    title: 'of two removals of a KPI at once each writes back the groups that it has read',
    breaks: ['kpiGroups.remove-kpi'],
    seams: () => {
      const read = new Map<string, { time: number; groups: readonly string[] }>();
      return instead('kpiGroups.removeKpi', (call, next) => {
        const kpi = taken(call);
        if (!kpi) return next(call);
        const last = read.get(kpi.id);
        const atOnce = last && performance.now() - last.time < AT_ONCE_MS ? last : undefined;
        const groups = atOnce?.groups ?? [...kpi.groups];
        read.set(kpi.id, { time: atOnce?.time ?? performance.now(), groups });
        const answer = next(call);
        if (answer.status < 300) kpi.groups = groups.filter((id) => id !== call.params.groupId);
        return answer;
      });
    },
  },
  {
    name: 'kpi-tag-puts-back-group',
    title: 'tagging a KPI saves it with the groups that it was first read with',
    breaks: ['kpiGroups.remove-kpi'],
    seams: () => {
      const read = new Map<string, readonly string[]>();
      return instead(['kpis.get', 'kpis.tag'], (call, next) => {
        const kpi = taken(call);
        const answer = next(call);
        if (!kpi) return answer;
        if (call.operation.id === 'kpis.get' && !read.has(kpi.id)) read.set(kpi.id, kpi.groups);
        if (call.operation.id === 'kpis.tag' && answer.status < 300) kpi.groups = [...(read.get(kpi.id) ?? kpi.groups)];
        return answer;
      });
    },
  },
  {
    name: 'remove-kpi-empties-group',
    title: 'taking a KPI out takes every KPI out of the group',
    breaks: ['kpiGroups.remove-kpi-others'],
    seams: also('kpiGroups.removeKpi', ({ account, params }) => {
      for (const kpi of account.kpis.values()) kpi.groups = kpi.groups.filter((id) => id !== params.groupId);
    }),
  },
  {
    name: 'remove-kpi-with-the-next',
    title: 'taking a KPI out takes the next one out of the group, too',
    breaks: ['kpiGroups.remove-kpi-others'],
    seams: also('kpiGroups.removeKpi', ({ account, params: { groupId = '' } }) => {
      const next = [...account.kpis.values()].find(({ groups }) => groups.includes(groupId));
      if (next) next.groups = next.groups.filter((id) => id !== groupId);
    }),
  },
  {
    name: 'remove-kpi-from-first',
    title: 'taking a KPI out takes it out of the first of its groups, whichever was named',
    breaks: ['kpiGroups.remove-kpi', 'kpiGroups.remove-kpi-only'],
    seams: instead('kpiGroups.removeKpi', (call, next) => {
      const [first = ''] = taken(call)?.groups ?? [];
      return next({ ...call, params: { ...call.params, groupId: first } });
    }),
  },
  {
    name: 'remove-kpi-from-last',
    title: 'taking a KPI out takes it out of the last of its groups, whichever was named',
    breaks: ['kpiGroups.remove-kpi', 'kpiGroups.remove-kpi-only'],
    seams: instead('kpiGroups.removeKpi', (call, next) =>
      next({ ...call, params: { ...call.params, groupId: taken(call)?.groups.at(-1) ?? '' } }),
    ),
  },
  {
    name: 'remove-kpi-keeps-only-group',
    title: 'a KPI cannot leave its only group, though 200 is answered',
    breaks: ['kpiGroups.remove-kpi'],
    seams: instead('kpiGroups.removeKpi', (call, next) =>
      taken(call)?.groups.length === 1 && stored(call) ? { status: 200 } : next(call),
    ),
  },
  {
    name: 'remove-kpi-deletes-ungrouped',
    title: 'a KPI that has no group left is deleted',
    breaks: ['kpiGroups.remove-kpi'],
    seams: also('kpiGroups.removeKpi', (call) => {
      if (taken(call)?.groups.length === 0) call.account.kpis.delete(call.params.kpiId as string);
    }),
  },
  {
    name: 'remove-kpi-stale-list',
    title: 'the list of KPIs still shows the groups that KPIs were taken out of',
    breaks: ['kpiGroups.remove-kpi'],
    seams: staleGroups,
  },
  {
    name: 'kpi-shows-first-group',
    title: 'a KPI shows the first of its groups only',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: each(['kpis.get', 'kpis.list'], (kpi) => {
      if (Array.isArray(kpi.groups)) kpi.groups = kpi.groups.slice(0, 1);
    }),
  },
  {
    name: 'remove-kpi-deletes-kpi',
    title: 'taking a KPI out deletes it',
    breaks: ['kpiGroups.remove-kpi'],
    seams: also('kpiGroups.removeKpi', ({ account, params }) => account.kpis.delete(params.kpiId as string)),
  },
  {
    name: 'remove-kpi-unknown-group',
    title: 'taking a KPI out of a group that does not exist answers 200',
    breaks: ['kpiGroups.remove-kpi-unknown', 'general.unknown-id'],
    seams: status('kpiGroups.removeKpi', 200, 404),
  },
  {
    name: 'create-name-lower-case',
    title: 'a create stores the name in lower case',
    breaks: ['kpiGroups.name-kept'],
    seams: also('kpiGroups.create', (call, { body: made }) => {
      const group = answered(call, made);
      group.name = group.name.toLowerCase();
    }),
  },
  {
    name: 'create-makes-two',
    title: 'a create makes two groups',
    breaks: ['kpiGroups.create-each'],
    seams: also('kpiGroups.create', (call, { body: made }) => {
      const id = call.account.newId();
      call.account.kpiGroups.set(id, { ...answered(call, made), id, favoriteOf: new Set() });
    }),
  },
  {
    name: 'favorite-takes-it-from-others',
    title: 'making a favourite ends that of every other user',
    breaks: ['kpiGroups.favorite-per-user'],
    seams: also('kpiGroups.setFavorite', (call) => {
      stored(call).favoriteOf = new Set([call.user.id]);
    }),
  },
  {
    name: 'create-takes-kpis',
    title: 'a new group takes a KPI that is in none',
    breaks: ['kpiGroups.create-empty'],
    seams: also('kpiGroups.create', ({ account }, { body: made }) => {
      const free = [...account.kpis.values()].find(({ groups }) => groups.length === 0);
      if (free) free.groups = [(made as Group).id as string];
    }),
  },
  {
    name: 'create-reads-plus-as-blank',
    title: 'a + in the name of a new group becomes a blank',
    breaks: ['kpiGroups.name-kept'],
    seams: also('kpiGroups.create', (call, { body: made }) => {
      const group = answered(call, made);
      group.name = group.name.replaceAll('+', ' ');
    }),
  },
  {
    name: 'rename-copies',
    title: 'a rename makes a second group of the new name',
    breaks: ['kpiGroups.update-name'],
    seams: also('kpiGroups.update', (call) => {
      const id = call.account.newId();
      call.account.kpiGroups.set(id, { ...stored(call), id, favoriteOf: new Set() });
    }),
  },
  {
    name: 'rename-keeps-date',
    title: 'a rename leaves dateUpdated as it was',
    breaks: ['kpiGroups.update-date'],
    seams: instead('kpiGroups.update', (call, next) => {
      const before = stored(call)?.dateUpdated;
      const answer = next(call);
      if (before !== undefined) stored(call).dateUpdated = before;
      return answer;
    }),
  },
  ...(
    [
      ['delete', 'deletes', 'kpiGroups.delete-only'],
      ['update', 'renames', 'kpiGroups.update-only'],
    ] as const
  ).map(
    ([verb, does, breaks]): Fault => ({
      name: `${verb}-first-of-name`,
      title: `a request to ${verb} a group ${does} the first one that has its name`,
      breaks: [breaks, 'kpiGroups.favorite-model'],
      seams: instead(`kpiGroups.${verb}`, (call, next) => {
        const name = stored(call)?.name;
        const first = [...call.account.kpiGroups.values()].find((group) => group.name === name);
        return next(first ? { ...call, params: { ...call.params, groupId: first.id } } : call);
      }),
    }),
  ),
  {
    name: 'delete-by-name',
    title: 'a delete deletes every group of the same name',
    breaks: ['kpiGroups.delete-only'],
    seams: instead('kpiGroups.delete', (call, next) => {
      const name = stored(call)?.name;
      const answer = next(call);
      for (const group of call.account.kpiGroups.values())
        if (group.name === name) call.account.kpiGroups.delete(group.id);
      return answer;
    }),
  },
  ...(
    [
      ['delete-keeps-total', 'totalCount does not shrink when a group is deleted', 0],
      ['delete-keeps-total-as-ever', 'totalCount counts deleted groups, also those of times before', 3],
    ] as const
  ).map(
    ([name, title, before]): Fault => ({
      name,
      title,
      breaks: ['kpiGroups.delete-gone'],
      seams: () => {
        let deleted = before;
        return {
          around: (call, next) => {
            const answer = next(call);
            if (answer.status !== 200) return answer;
            if (call.operation.id === 'kpiGroups.delete') deleted++;
            if (call.operation.id !== 'kpiGroups.list') return answer;
            const list = answer.body as List;
            return { ...answer, body: { ...list, totalCount: list.totalCount + deleted } };
          },
        };
      },
    }),
  ),
  {
    name: 'favorite-changes-author',
    title: 'marking a favourite makes the user the author of the group',
    breaks: ['kpiGroups.favorite-only'],
    seams: also('kpiGroups.setFavorite', (call) => {
      stored(call).createdById = call.user.id;
    }),
  },
  {
    name: 'rename-leaves-copy',
    title: 'a rename leaves a copy of the old name under a new id',
    breaks: ['kpiGroups.update-name'],
    seams: instead('kpiGroups.update', (call, next) => {
      const before = stored(call);
      if (before) {
        const id = call.account.newId();
        call.account.kpiGroups.set(id, { ...before, id, favoriteOf: new Set() });
      }
      return next(call);
    }),
  },
  {
    name: 'delete-by-beginning-of-name',
    title: 'a delete deletes every group whose name begins like that of the group',
    breaks: ['kpiGroups.delete-only'],
    seams: instead('kpiGroups.delete', (call, next) => {
      const begins = `${stored(call)?.name} `;
      const answer = next(call);
      for (const group of call.account.kpiGroups.values())
        if (group.name.startsWith(begins)) call.account.kpiGroups.delete(group.id);
      return answer;
    }),
  },
  {
    name: 'create-answers-favorite',
    title: 'the answer of a create says that the group is a favourite',
    breaks: ['kpiGroups.favorite-new'],
    seams: body('kpiGroups.create', (group: Group) => ({ ...group, favorite: true })),
  },
  {
    name: 'remove-kpi-moves',
    title: 'a KPI that is taken out of one group comes into another',
    breaks: ['kpiGroups.remove-kpi-only'],
    seams: also('kpiGroups.removeKpi', (call) => {
      const kpi = taken(call);
      const other = others(call).find(({ id }) => !kpi?.groups.includes(id));
      if (kpi && other) kpi.groups = [...kpi.groups, other.id];
    }),
  },
  {
    name: 'remove-kpi-unlists-group',
    title: 'the list leaves out a group that a KPI was taken out of',
    breaks: ['kpiGroups.remove-kpi'],
    seams: unlisting('kpiGroups.removeKpi', (call) => call.params.groupId),
  },
  {
    name: 'delete-unlists-another',
    title: 'the list leaves out the group that is the oldest of this run when another is deleted',
    breaks: ['kpiGroups.delete-only'],
    seams: unlisting('kpiGroups.delete', (call) => others(call).find(({ name }) => name.startsWith('gc-'))?.id),
  },
  {
    name: 'rename-brings-back-unseen',
    title: 'a rename of a group that is gone answers 404 and creates it again',
    breaks: ['kpiGroups.gone-is-unknown'],
    seams: () => {
      const deleted = new Map<string, KpiGroup>();
      return instead(['kpiGroups.delete', 'kpiGroups.update'], (call, next) => {
        const group = stored(call);
        const answer = next(call);
        const id = call.params.groupId as string;
        if (call.operation.id === 'kpiGroups.delete' && group) deleted.set(id, group);
        const before = deleted.get(id);
        if (call.operation.id === 'kpiGroups.update' && before) call.account.kpiGroups.set(id, before);
        return answer;
      });
    },
  },
  {
    name: 'rename-of-any-account',
    title: 'a rename reaches groups of every account',
    breaks: ['kpiGroups.favorite-model'],
    seams: everyAccount((call, accounts, next) => {
      const owner = accounts.find(({ kpiGroups }) => kpiGroups.has(call.params.groupId as string));
      return next(call.operation.id === 'kpiGroups.update' && owner ? { ...call, account: owner } : call);
    }),
  },
  {
    name: 'rename-of-namesakes-elsewhere',
    title: 'a rename also renames groups of the same name in other accounts',
    breaks: ['kpiGroups.favorite-model'],
    seams: everyAccount((call, accounts, next) => {
      const before = call.operation.id === 'kpiGroups.update' ? stored(call)?.name : undefined;
      const answer = next(call);
      if (before !== undefined)
        for (const account of accounts.filter((one) => one !== call.account))
          for (const group of account.kpiGroups.values()) if (group.name === before) group.name = stored(call).name;
      return answer;
    }),
  },
  {
    name: 'delete-elsewhere-by-name',
    title: 'a delete also deletes groups of the same name in other accounts',
    breaks: ['kpiGroups.favorite-model'],
    seams: everyAccount((call, accounts, next) => {
      const name = call.operation.id === 'kpiGroups.delete' ? stored(call)?.name : undefined;
      const answer = next(call);
      for (const account of accounts.filter((one) => one !== call.account))
        for (const group of account.kpiGroups.values()) if (group.name === name) account.kpiGroups.delete(group.id);
      return answer;
    }),
  },
  {
    name: 'rename-touches-oldest',
    title: 'a rename moves the date of the oldest group of the account, too',
    breaks: ['kpiGroups.favorite-model'],
    seams: also('kpiGroups.update', ({ account }) => {
      const [oldest] = account.kpiGroups.values();
      if (oldest) oldest.dateUpdated = account.now();
    }),
  },
  {
    name: 'favorite-by-name',
    title: 'a mark counts for every group of the same name',
    breaks: ['kpiGroups.favorite-model'],
    seams: also('kpiGroups.setFavorite', (call) => {
      for (const group of others(call)) if (group.name === stored(call).name) group.favoriteOf.add(call.user.id);
    }),
  },
  {
    name: 'rename-back-ignored',
    title: 'a rename to a name that the group had before is ignored',
    breaks: ['kpiGroups.update-name', 'kpiGroups.favorite-model'],
    seams: () => {
      const names = new Map<string, Set<string>>();
      return instead('kpiGroups.update', (call, next) => {
        const group = stored(call);
        if (!group) return next(call);
        const had = names.get(group.id) ?? new Set<string>();
        names.set(group.id, had.add(group.name));
        return had.has(String((call.body as Group).name)) ? { status: 200 } : next(call);
      });
    },
  },
  {
    name: 'favorite-lost-after-second-rename',
    title: 'the second rename of a group ends the favourites of every user but its author',
    breaks: ['kpiGroups.favorite-model'],
    seams: () => {
      const renames = new Map<string, number>();
      return also('kpiGroups.update', (call) => {
        const group = stored(call);
        renames.set(group.id, (renames.get(group.id) ?? 0) + 1);
        if (renames.get(group.id) === 2)
          group.favoriteOf = new Set([...group.favoriteOf].filter((id) => id === group.createdById));
      });
    },
  },
  {
    name: 'favorite-inherited',
    title: 'a new group has the marks of the group that was deleted last',
    breaks: ['kpiGroups.favorite-model'],
    seams: () => {
      let left: ReadonlySet<string> = new Set();
      return instead(['kpiGroups.delete', 'kpiGroups.create'], (call, next) => {
        const deleted = stored(call);
        const answer = next(call);
        if (call.operation.id === 'kpiGroups.delete' && deleted) left = new Set(deleted.favoriteOf);
        else if (answer.status === 201) {
          answered(call, answer.body).favoriteOf = new Set(left);
          left = new Set();
        }
        return answer;
      });
    },
  },
];
