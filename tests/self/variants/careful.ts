/** Servers that refuse what no sentence says must be taken: moves from other states, changes of what others made. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Tag } from '../../../reference-server/store/account.ts';
import { operation } from '../../../schemas/contract.ts';
import { type Json, mainAccount, type Parts, refused, refusing, sentBody, type Variant } from './variant.ts';

const groupOf = ({ account, params }: Call) => account.kpiGroups.get(params.groupId ?? '');

/** Why a move of a KPI group is refused, though the group is there. */
const MOVES: Readonly<Record<string, (call: Call) => string | undefined>> = {
  'kpiGroups.setFavorite': (call) =>
    groupOf(call)?.favoriteOf.has(call.user.id) ? 'the group is a favourite already' : undefined,
  'kpiGroups.clearFavorite': (call) =>
    groupOf(call)?.favoriteOf.has(call.user.id) === false ? 'the group is no favourite' : undefined,
  'kpiGroups.delete': (call) =>
    (groupOf(call)?.favoriteOf.size ?? 0) > 0 ? 'the group is a favourite of somebody' : undefined,
};

/** The second user may read everything, and write only what is this user's own. */
const onlyReads = (call: Call): Answer | undefined => {
  const second = [...call.account.users.keys()][1];
  const { method, errors } = operation(call.operation.id);
  if (method === 'GET' || call.user.id !== second || !errors.includes(403)) return undefined;
  return refused('this user only reads', 403);
};

const tagKeys = ({ account, rules }: Call, isChosen: (tag: Tag) => boolean): Set<string> =>
  new Set([...account.tags.values()].filter(isChosen).map(({ title }) => rules.tagKey(title)));

const wantedTags = ({ query, rules, operation: { id } }: Call): string[] =>
  id === 'sessions.goalsMet'
    ? (query.get('tags') ?? '')
        .split(',')
        .map(rules.tagKey)
        .filter((key) => key !== '')
    : [];

const unknownTag = (call: Call): string | undefined => {
  const known = tagKeys(call, () => true);
  return wantedTags(call).find((key) => !known.has(key));
};

/** The call, whose goals are found by tags that are active alone. */
function onlyActive(call: Call): Call {
  const active = wantedTags(call).length === 0 ? undefined : tagKeys(call, ({ isActive }) => isActive !== false);
  if (!active) return call;
  const tagsWanted: Rules['tagsWanted'] = (keys, wanted) =>
    call.rules.tagsWanted(
      keys.filter((key) => active.has(key)),
      wanted,
    );
  return { ...call, rules: { ...call.rules, tagsWanted } };
}

/** Why mappings are not deleted: one of the roles has none. */
const unmapped = (call: Call): string | undefined => {
  const { roleIds } = sentBody(call);
  const mapped = new Set([...call.account.roleMappings.values()].map(({ roleId }) => roleId));
  const free = Array.isArray(roleIds) ? roleIds.find((id) => !mapped.has(id)) : undefined;
  return free === undefined ? undefined : `${free} is not mapped`;
};

const TAGGING = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'];

/** Tasks whose parent is a goal, with its first owner: what the fixtures say of a task. */
function ownersOfGoals(): Parts {
  let body: Json = {};
  return {
    world: (world) => {
      const { goals, users } = mainAccount(world);
      const goal = [...goals.values()].find(({ ownerIds: [first] }) => first !== undefined && users.has(first));
      body = { ownerId: goal?.ownerIds[0], parentId: goal?.id, parentType: 'goal', status: 'todo' };
    },
    fixtures: (file) => {
      file.bodies.createTask = { name: '{{unique}}', ...body };
    },
    ...refusing(['tasks.create'], (call) => {
      const { ownerId, parentId } = sentBody(call);
      const { goals, metrics, users } = call.account;
      const goalId = goals.has(String(parentId)) ? String(parentId) : String(metrics.get(String(parentId))?.goalId);
      const owners: readonly unknown[] = [undefined, call.user.id, ...(goals.get(goalId)?.ownerIds ?? [])];
      const isUser = users.has(String(ownerId));
      return owners.includes(ownerId) || !isUser ? undefined : 'ownerId: no owner of the goal';
    }),
  };
}

/** Six more groups than there are at the first request. */
function fewGroups(): Parts {
  let most: number | undefined;
  return {
    around: (call, next) => {
      const { operation: asked, account } = call;
      most ??= account.kpiGroups.size + 6;
      const isFull = asked.id === 'kpiGroups.create' && account.kpiGroups.size >= most;
      return isFull ? refused('no more groups in the plan', 403) : next(call);
    },
  };
}

const forbidding = (why: (call: Call) => Answer | undefined): Parts => ({
  around: (call, next) => why(call) ?? next(call),
});

/** Writes of names, and the field of the body that holds them. */
const NAMED: Readonly<Record<string, string>> = {
  'kpiGroups.create': 'name',
  'kpiGroups.update': 'name',
  'tasks.create': 'name',
  'customFields.create': 'label',
  'customFields.update': 'label',
  'roles.create': 'name',
};

export const carefulVariants: readonly Variant[] = [
  {
    // "The only moves shown": those from a favourite to a favourite, and of a favourite out of the account, are not.
    name: 'careful-moves',
    on: ['kpiGroups'],
    title: 'A favourite can neither be marked again nor deleted, and what is none not be cleared.',
    parts: refusing(Object.keys(MOVES), (call) => MOVES[call.operation.id]?.(call)),
  },
  {
    // "Which permission each endpoint requires: not shown."
    name: 'careful-authors',
    on: ['kpiGroups'],
    title: 'Only the author of a KPI group may rename or delete it.',
    parts: forbidding((call) => {
      const { createdById = call.user.id } = groupOf(call) ?? {};
      const isChange = ['kpiGroups.update', 'kpiGroups.delete'].includes(call.operation.id);
      return isChange && createdById !== call.user.id ? refused('the group of another user', 403) : undefined;
    }),
  },
  {
    // "Exact conditions that produce 400: not shown", nor what a tag that is not active does.
    name: 'careful-names',
    on: ['sessions', 'tags', 'roles'],
    title:
      'Goals met are refused for what is no tag, and not found by one that is not active; so is deleting no mapping.',
    parts: {
      around: (call, next) => {
        const why = call.operation.id === 'roles.deleteMappings' ? unmapped(call) : unknownTag(call);
        return why === undefined ? next(onlyActive(call)) : refused(why);
      },
    },
  },
  {
    // How many target types a field may have is not said.
    name: 'careful-target-types',
    on: ['customFields'],
    title: 'A custom field applies to three target types at most.',
    parts: refusing(['customFields.create', 'customFields.update'], (call) => {
      const { targetTypes } = sentBody(call);
      return Array.isArray(targetTypes) && targetTypes.length > 3 ? 'three target types at most' : undefined;
    }),
  },
  {
    // "targetTypes": which of them go together, and with which types of values, is not said.
    name: 'careful-target-types-apart',
    on: ['customFields'],
    title: 'A custom field of the first target type applies to nothing else, and one of the second holds a text.',
    parts: refusing(['customFields.create', 'customFields.update'], (call) => {
      const { account, params } = call;
      const { targetTypes: wanted, type = account.customFields.get(params.id ?? '')?.type } = sentBody(call);
      const [first = '', second = ''] = account.targetTypes;
      if (!Array.isArray(wanted)) return undefined;
      if (wanted.length > 1 && wanted.includes(first)) return `${first} stands alone`;
      return wanted.includes(second) && type !== 'string' ? `${second} takes texts alone` : undefined;
    }),
  },
  {
    // "How to read": which texts are accepted is not said; plain letters, digits and spaces are the least.
    name: 'careful-plain-names',
    on: ['kpiGroups', 'tasks', 'customFields', 'roles'],
    title: 'Names of groups, tasks and roles, and labels of fields, hold letters, digits and spaces alone.',
    warns: ['general.texts-accepted'],
    parts: refusing(Object.keys(NAMED), (call) => {
      const name = sentBody(call)[NAMED[call.operation.id] as string];
      return typeof name === 'string' && /[^\p{L}\p{N} ]/u.test(name) ? 'letters, digits and spaces alone' : undefined;
    }),
  },
  {
    name: 'second-user-only-reads',
    on: ['kpiGroups', 'tags', 'kpis', 'customFields'],
    title: 'The second user may not write, but for favourites.',
    sparse: true,
    parts: forbidding(onlyReads),
  },
  {
    // "400 bad request, 403 forbidden": their exact conditions are not shown.
    name: 'careful-group-of-the-service',
    on: ['kpiGroups', 'kpis'],
    title:
      'Half of the KPI groups are the service’s own: nobody renames or deletes them, or takes a KPI out, found or not.',
    parts: () => {
      const own = new Set<string>();
      return {
        world: (world) => {
          for (const { kpiGroups } of world.accounts.values())
            for (const [n, id] of [...kpiGroups.keys()].entries()) if (n % 2 === 0) own.add(id);
        },
        around: (call, next) =>
          own.has(call.params?.groupId ?? '') &&
          ['kpiGroups.update', 'kpiGroups.delete', 'kpiGroups.removeKpi'].includes(call.operation.id)
            ? refused('groupId: a group of the service', 403)
            : next(call),
      };
    },
  },
  {
    // Which titles are taken is not said.
    name: 'careful-titles',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Titles of tags have single spaces between their words.',
    parts: refusing(TAGGING, (call) => {
      const { title, titles } = sentBody(call);
      const isSpaced = (one: unknown) => typeof one === 'string' && one.trim().includes('  ');
      return [title, titles].flat().some(isSpaced) ? 'title: single spaces' : undefined;
    }),
  },
  {
    // Who may own a task is not said; the one body that the fixtures give has one owner.
    name: 'careful-owners',
    on: ['tasks'],
    title: 'A task is owned by an owner of its goal, or by who creates it.',
    parts: ownersOfGoals,
  },
  {
    // On which days a task may be due is not said: what the suite made up is refused, and it has to say which field it was.
    name: 'careful-due-dates',
    on: ['tasks'],
    title: 'A task is due on a day of the session of its goal.',
    sparse: true,
    parts: refusing(['tasks.create'], (call) => {
      const { dueDate, parentId } = sentBody(call);
      const { goals, metrics, sessions } = call.account;
      const goal = goals.get(String(parentId)) ?? goals.get(String(metrics.get(String(parentId))?.goalId));
      const { start, end } = sessions.get(String(goal?.sessionId)) ?? {};
      const isWithin = String(start).slice(0, 10) <= String(dueDate) && String(dueDate) <= String(end).slice(0, 10);
      return dueDate === undefined || start === undefined || isWithin ? undefined : 'dueDate: outside of the session';
    }),
  },
  {
    // How many groups an account may have is not said.
    name: 'careful-few-groups',
    on: ['kpiGroups', 'kpis'],
    title: 'The account may have six more KPI groups than it has.',
    sparse: true,
    parts: fewGroups,
  },
];
