/** Faults of what should be refused, or may be: it takes effect all the same, or breaks the service. */
import type { Call } from '../../../reference-server/call.ts';
import { rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Fault } from './fault.ts';
import { also, instead, kebab, refuses, rule, type Shown, stored } from './vocabulary.ts';

/** Looks for the permission when all is done. */
const permittedLate = (id: string): Seams => ({
  ...rule(id, () => ({ permitted: () => true })),
  ...instead(id, (call, next) => {
    const answer = next(call);
    return rules.permitted(call.user, call.operation, call.account) ? answer : { status: 403 };
  }),
});

const anyOf = ({ body }: Call, test: (name: string, value: unknown) => boolean): boolean =>
  Object.entries((body ?? {}) as Shown).some(([name, value]) => test(name, value));

const BREAKS = ['general.no-server-error'];

export const refusalFaults: readonly Fault[] = [
  {
    name: 'forbidden-update-of-field-takes-effect',
    title: 'The permission to update a custom field is looked for when the update is stored.',
    breaks: ['general.permission'],
    on: ['customFields.update'],
    seams: permittedLate('customFields.update'),
  },
  {
    name: 'task-of-unknown-owner-refused-and-made',
    title: 'A task is stored before its owner is looked for.',
    breaks: ['general.refused-not-created', 'general.no-server-error'],
    on: ['tasks.create'],
    seams: instead('tasks.create', (call, next) => {
      const answer = next(call);
      const { ownerId, ...rest } = (call.body ?? {}) as Shown;
      if (typeof ownerId === 'string' && !call.account.users.has(ownerId)) next({ ...call, body: rest });
      return answer;
    }),
  },
  {
    name: 'task-of-unknown-status-breaks',
    title: 'A task of a status that there is not breaks the service.',
    breaks: BREAKS,
    on: ['tasks.create'],
    seams: refuses('tasks.create', 500, (call) => anyOf(call, (name, value) => name === 'status' && value !== 'todo')),
  },
  {
    name: 'announcement-to-unknown-user-breaks',
    title: 'An announcement that an unknown user is to be told of breaks the service.',
    breaks: BREAKS,
    on: ['announcements.create'],
    seams: refuses('announcements.create', 500, (call) =>
      anyOf(
        call,
        (name, value) => name === 'notify' && [value].flat().some((id) => !call.account.users.has(String(id))),
      ),
    ),
  },
  ...['announcements.create', 'customFields.update', 'tags.tagGoal'].map(
    (id): Fault => ({
      name: `null-in-a-list-breaks-${kebab(id)}`,
      title: `${id} breaks on null as the entry of a list.`,
      breaks: BREAKS,
      on: [id],
      // The body is looked at before the handler does.
      seams: rule(id, ({ bodyProblem }) => ({
        bodyProblem(operation, body) {
          const lists = Object.values((body ?? {}) as Shown);
          if (lists.some((list) => Array.isArray(list) && list.includes(null))) throw new Error('null.trim');
          return bodyProblem(operation, body);
        },
      })),
    }),
  ),
  ...['sessions.goalsMet', 'tasks.list'].map(
    (id): Fault => ({
      name: `parameter-twice-breaks-${kebab(id)}`,
      title: `${id} breaks on a parameter that stands twice.`,
      breaks: BREAKS,
      on: [id],
      seams: refuses(id, 500, ({ query }) => new Set(query.keys()).size < [...query.keys()].length),
    }),
  ),
  {
    name: 'field-keeps-targets-over-empty-list',
    title: 'An update with an empty list of target types leaves those that there were.',
    breaks: ['customFields.update-emptied'],
    seams: stored('customFields.update', ({ targetTypes, ...rest }) =>
      Array.isArray(targetTypes) && targetTypes.length > 0 ? { ...rest, targetTypes } : rest,
    ),
  },
  {
    name: 'group-created-with-all-of-its-body',
    title: 'A KPI group is created with the author and the dates that its body names.',
    breaks: ['kpiGroups.author'],
    seams: also('kpiGroups.create', ({ account, body }, answer) => {
      const group = account.kpiGroups.get(String((answer.body as Shown).id));
      const { favorite: _, id: _id, accountId, ...rest } = body as Shown;
      if (group) Object.assign(group, rest);
    }),
  },
  {
    name: 'group-created-as-favourite',
    title: 'A KPI group whose body says so is a favourite of who creates it.',
    breaks: ['kpiGroups.favorite-new'],
    seams: also('kpiGroups.create', ({ account, body, user }, answer) => {
      const group = account.kpiGroups.get(String((answer.body as Shown).id));
      if ((body as Shown).favorite === true) group?.favoriteOf.add(user.id);
    }),
  },
  {
    name: 'group-marked-by-rename',
    title: 'A rename marks the group as a favourite where its body says so.',
    breaks: ['kpiGroups.author'],
    seams: also('kpiGroups.update', ({ account, body, params, user }) => {
      if ((body as Shown).favorite === true) account.kpiGroups.get(params.groupId ?? '')?.favoriteOf.add(user.id);
    }),
  },
  {
    name: 'token-without-scheme-taken',
    title: 'Badges are listed for a token without a scheme before it.',
    breaks: ['general.credentials-scheme'],
    on: ['badges.list'],
    seams: rule('badges.list', ({ authenticate }) => ({
      authenticate: (world, header) => authenticate(world, header) ?? world.tokens.get(header ?? ''),
    })),
  },
];
