/** Reads that remember what was asked before. */
import type { Answer } from '../../../reference-server/call.ts';
import { type Operation, operation, requirement } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { also, instead, kebab, recordsIn, withQuery } from './vocabulary.ts';

const LAW = 'general.reads-independent';
const concerned = requirement(LAW).operations.map((id) => operation(id));

/** Parameters that change an answer whatever the records are. */
const TELLING = ['fields', 'tags'];
const queries = ({ parameters }: Operation) =>
  parameters.some(({ name, required }) => TELLING.includes(name) && !required);
/** Operations whose right request is known at once: where it is found by trying, the first try is refused. */
const addressed = ({ id, parameters }: Operation) =>
  id !== 'permissions.defaultAccessOfItem' && parameters.some(({ idKind }) => idKind !== undefined);

/** Reads of which the formatting shows in a text of their own. */
const formats = ({ id }: Operation) => ['tasks.get', 'announcements.get'].includes(id);

/** A plain read answers as the last one of the same record that had parameters. */
const sticky = ({ id }: Operation): Fault => ({
  name: `${kebab(id)}-parameters-stick`,
  title: `${id} answers without parameters as it last did with some.`,
  breaks: [LAW],
  on: [id],
  seams: () => {
    const last = new Map<string, Answer>();
    return instead(id, (call, next) => {
      const answer = next(call);
      const key = JSON.stringify([call.params, call.user.id]);
      const narrowed = TELLING.some((name) => call.query.has(name));
      if (narrowed && answer.status < 300) last.set(key, answer);
      return narrowed || answer.status >= 300 ? answer : (last.get(key) ?? answer);
    });
  },
});

/** One who asked for a record that is not there does not find the next one either. */
const refusing = ({ id }: Operation): Fault => ({
  name: `${kebab(id)}-refusal-sticks`,
  title: `${id} refuses a user every record after one that it did not know.`,
  breaks: [LAW],
  on: [id],
  seams: () => {
    const refused = new Map<string, Answer>();
    return instead(id, (call, next) => {
      const answer = refused.get(call.user.id) ?? next(call);
      if (answer.status >= 400) refused.set(call.user.id, answer);
      return answer;
    });
  },
});

/** What was asked for in vain is asked for again by whoever comes next. */
const leaking = ({ id }: Operation): Fault => ({
  name: `${kebab(id)}-refused-parameters-stay`,
  title: `${id} reads the next request with the parameters of one that it refused.`,
  breaks: [LAW],
  on: [id],
  seams: () => {
    let left: URLSearchParams | undefined;
    return instead(id, (call, next) => {
      const answer = next(left ? { ...call, query: left } : call);
      left = answer.status === 404 && call.query.size > 0 ? call.query : undefined;
      return answer;
    });
  },
});

/** Once another account has asked, nobody is shown anything. */
const emptied = ({ id }: Operation): Fault => ({
  name: `${kebab(id)}-empty-after-another`,
  title: `${id} shows nothing once another account has asked.`,
  breaks: [LAW],
  on: [id],
  seams: () => {
    const accounts = new Set<string>();
    return instead(id, (call, next) => {
      const answer = next(call);
      accounts.add(call.account.id);
      return accounts.size === 1 || answer.status >= 300 ? answer : { ...answer, body: {} };
    });
  },
});

/** Records that a read has changed where they are kept. */
const changing: readonly Fault[] = [
  {
    name: 'roles-emptied-by-selection',
    title: 'A list of roles with fields takes their names from those that were not asked for them.',
    breaks: [LAW],
    on: ['roles.list'],
    seams: also('roles.list', ({ account, query }) => {
      const fields = query.get('fields');
      if (fields !== null && !fields.includes('name')) for (const role of account.roles.values()) role.name = '';
    }),
  },
  {
    name: 'roles-unnamed-after-another-account',
    title: 'A list of roles gives no names once another account has asked for one.',
    breaks: [LAW],
    on: ['roles.list'],
    seams: () => {
      const accounts = new Set<string>();
      return instead('roles.list', (call, next) => {
        const answer = structuredClone(next(call));
        accounts.add(call.account.id);
        if (accounts.size > 1) for (const role of recordsIn(answer.body)) role.name = '';
        return answer;
      });
    },
  },
  {
    name: 'users-emptied-by-selection',
    title: 'A list of users with their ids alone takes their names from them.',
    breaks: [LAW],
    on: ['users.list'],
    seams: also('users.list', ({ account, query }) => {
      if (query.get('fields') === 'id') for (const user of account.users.values()) user.firstName = '';
    }),
  },
  {
    name: 'tasks-kept-as-plain-text',
    title: 'A list of tasks as plain text keeps their descriptions so.',
    breaks: [LAW],
    on: ['tasks.list'],
    seams: also('tasks.list', ({ account, query }) => {
      if (query.get('formatting') !== 'plainText') return;
      for (const task of account.tasks.values()) task.description = String(task.description ?? '').replaceAll('*', '');
    }),
  },
  {
    name: 'announcements-kept-as-plain-text',
    title: 'Reading an announcement as plain text keeps its comment so.',
    breaks: [LAW],
    on: ['announcements.list', 'announcements.get'],
    seams: also('announcements.get', ({ account, params, query }) => {
      const found = account.announcements.get(params.id ?? '');
      if (found && query.get('formatting') === 'plainText') found.comment = String(found.comment).replaceAll('*', '');
    }),
  },
  {
    name: 'kpi-groups-remember-unknown',
    title: 'Ids are counted up, and a group that was asked for before it was made is never found.',
    breaks: ['kpiGroups.create-stored'],
    seams: () => {
      const unknown = new Set<string>();
      let last = 4000;
      return {
        around(call, next) {
          const groups = call.account.kpiGroups;
          const id = call.params.groupId ?? '';
          if (call.operation.id === 'kpiGroups.get') {
            if (unknown.has(id)) return { status: 404, body: {} };
            if (!groups.has(id)) unknown.add(id);
          }
          if (call.operation.id !== 'kpiGroups.create') return next(call);
          const answer = next(call);
          const made = [...groups.values()].at(-1);
          if (answer.status >= 300 || !made) return answer;
          groups.delete(made.id);
          made.id = String(++last);
          groups.set(made.id, made);
          return { ...answer, body: { ...(answer.body as object), id: made.id } };
        },
      };
    },
  },
];

/** What one user asked for chooses for another one, who asks next and without it. */
const leftToNext = (id: string, name: string): Fault => ({
  name: `${kebab(id)}-${name}-left-to-next-user`,
  title: `${id} takes ${name} from the request before where that was another user's.`,
  breaks: ['lists.own-parameters'],
  on: [id],
  seams: () => {
    let left: { user: string; value: string } | undefined;
    return instead(id, (call, next) => {
      const [value, before] = [call.query.get(name), left];
      left = value === null ? undefined : { user: call.user.id, value };
      const taken = value === null && before && before.user !== call.user.id;
      return next(taken ? withQuery(call, { [name]: before.value }) : call);
    });
  },
});

/** A second user is answered as if there were no parameters. */
const deafToSecond = (id: string): Fault => ({
  name: `${kebab(id)}-deaf-to-second-user`,
  title: `${id} takes no parameters from another than the first user.`,
  breaks: ['lists.every-user'],
  on: [id],
  seams: instead(id, (call, next) => {
    const [first] = call.account.users.keys();
    return next(call.user.id === first ? call : { ...call, query: new URLSearchParams() });
  }),
});

export const memoryFaults: readonly Fault[] = [
  ...requirement('lists.every-user').operations.map(deafToSecond),
  leftToNext('tasks.list', 'fields'),
  leftToNext('metrics.list', 'fields'),
  leftToNext('employees.list', 'fields'),
  ...changing,
  ...concerned.filter(queries).map(sticky),
  ...concerned.filter(addressed).map(refusing),
  ...concerned.filter(formats).map(leaking),
  ...concerned.filter((one) => !queries(one) && !addressed(one)).map(emptied),
];
