/** What a team could get wrong with employees. */
import type { Fault } from './fault.ts';
import { asIf, body, each, instead, listed, type Shown } from './vocabulary.ts';

const PLACES = { list: 'employees.list', get: 'employees.get' } as const;

/** One fault for the list and one for the read by id. */
const both = (name: string, title: string, breaks: readonly string[], change: (employee: Shown) => void): Fault[] => [
  { name: `${name}-list`, title: `${title} (list)`, breaks, seams: each(PLACES.list, change) },
  { name: `${name}-get`, title: `${title} (read by id)`, breaks, seams: each(PLACES.get, change) },
];

export const employeeFaults: readonly Fault[] = [
  {
    name: 'employees-get-caller',
    title: 'Reading by id gives the caller.',
    breaks: ['employees.get-record'],
    seams: asIf('employees.get', ({ user }) => ({ params: { employeeId: user.id } })),
  },
  {
    name: 'employees-get-other-teams',
    title: 'The read by id shows one team less than the list.',
    breaks: ['employees.views-agree'],
    seams: body('employees.get', ({ info }) => {
      const employee = info as Shown;
      employee.teamIds = (employee.teamIds as string[]).slice(1);
    }),
  },
  {
    name: 'employees-ids-of-their-own',
    title: 'An employee has an id of its own, not that of the user.',
    breaks: ['employees.is-user', 'employees.get-record'],
    seams: listed('employees.list', (list) =>
      list.map((one) => ({ ...one, id: String(one.id).split('').reverse().join('') })),
    ),
  },
  {
    name: 'employees-not-users',
    title: 'Users who are employees cannot be read as users.',
    breaks: ['employees.is-user'],
    seams: instead('users.get', (call, next) => {
      const user = call.account.users.get(call.params.userId ?? '');
      return user && user.teamIds.length > 0 ? { status: 404, body: {} } : next(call);
    }),
  },
  ...both(
    'employees-other-mail',
    'The e-mail address is not that of the user.',
    ['employees.user-agree'],
    (employee) => {
      employee.email = `x${employee.email}`;
    },
  ),
  {
    name: 'employees-eighth-listed-with-another-name',
    title: 'The eighth employee of the list has another first name.',
    breaks: ['employees.user-agree'],
    seams: body('employees.list', (list) => {
      const eighth = (list.items as Shown[])[7];
      if (eighth) eighth.firstName = 'Other';
    }),
  },
  ...both('employees-names-exchanged', 'First and last name are exchanged.', ['employees.user-agree'], (employee) => {
    [employee.firstName, employee.lastName] = [employee.lastName, employee.firstName];
  }),
  ...both('employees-always-active', 'Everybody is active.', ['employees.user-agree'], (employee) => {
    employee.isActive = true;
  }),
  ...both(
    'employees-other-picture',
    'The picture is not that of the user.',
    ['employees.user-more-agree'],
    (employee) => {
      employee.picture = 'https://example.com/nobody.png';
    },
  ),
  ...both('employees-without-last-role', 'The last role is not there.', ['employees.user-more-agree'], (employee) => {
    employee.roles = (employee.roles as Shown[]).slice(0, -1);
  }),
  ...both(
    'employees-managed-teams-as-teams',
    'teamIds are the teams that are managed.',
    ['employees.user-more-agree'],
    (employee) => {
      employee.teamIds = employee.managedTeamIds;
    },
  ),
  {
    name: 'employees-team-members-alone',
    title: 'A user without a team cannot be read as an employee.',
    breaks: ['employees.users-are-employees', 'employees.new-user'],
    seams: instead('employees.get', (call, next) => {
      const user = call.account.users.get(call.params.employeeId ?? '');
      return user?.teamIds.length === 0 ? { status: 404, body: {} } : next(call);
    }),
  },
  {
    name: 'employees-in-teams-alone',
    title: 'The list of employees leaves out those who are in no team.',
    breaks: ['employees.users-listed'],
    seams: listed('employees.list', (records) => records.filter(({ teamIds }) => (teamIds as string[]).length > 0)),
  },
  {
    name: 'employees-new-user-other-id',
    title: 'A user who was created is an employee under an id of its own, which finds the user.',
    breaks: ['employees.is-user', 'employees.users-listed', 'employees.views-agree'],
    seams: instead(['employees.list', 'users.get', 'employees.get'], (call, next) => {
      const params = Object.entries(call.params).map(([name, id]) => [name, id.replace(/e$/, '')]);
      const answer = next({ ...call, params: Object.fromEntries(params) });
      if (call.operation.id === 'employees.list')
        for (const one of (answer.body as { items: Shown[] }).items)
          if (String(one.email).startsWith('gc-')) one.id = `${one.id}e`;
      return answer;
    }),
  },
  {
    name: 'employees-new-user-unlisted',
    title: 'A user who was created is not in the list of employees.',
    breaks: ['employees.users-listed'],
    seams: listed('employees.list', (records) => records.filter(({ email }) => !String(email).startsWith('gc-'))),
  },
  {
    name: 'employees-names-in-title-case',
    title: 'The read by id shows names with one capital letter, at the beginning of each word.',
    breaks: ['employees.user-agree'],
    seams: body('employees.get', ({ info }) => {
      const employee = info as Shown;
      const titled = (text: unknown) =>
        String(text).replaceAll(/[^ ]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
      for (const field of ['firstName', 'lastName']) employee[field] = titled(employee[field]);
    }),
  },
  {
    name: 'employees-last-word-as-last-name',
    title: 'The list of employees takes the last word of the whole name for the last name.',
    breaks: ['employees.user-agree'],
    seams: each('employees.list', (employee) => {
      const words = `${employee.firstName} ${employee.lastName}`.split(' ');
      employee.lastName = words.pop();
      employee.firstName = words.join(' ');
    }),
  },
  {
    name: 'employees-even-users-alone',
    title: 'Every other user cannot be read as an employee.',
    breaks: ['employees.users-are-employees'],
    seams: instead('employees.get', (call, next) => {
      const place = [...call.account.users.keys()].indexOf(call.params.employeeId ?? '');
      return place % 2 === 1 ? { status: 404, body: {} } : next(call);
    }),
  },
  {
    name: 'employees-new-user-late',
    title: 'A user who was just created is no employee yet.',
    breaks: ['employees.new-user'],
    seams: instead('employees.get', (call, next) =>
      String(call.account.users.get(call.params.employeeId ?? '')?.email).startsWith('gc-')
        ? { status: 404, body: {} }
        : next(call),
    ),
  },
  ...both('employees-never-managers', 'Nobody is a manager.', ['employees.is-manager'], (employee) => {
    employee.isManager = false;
  }),
  ...both(
    'employees-two-teams-manage',
    'Only who manages two teams is a manager.',
    ['employees.is-manager'],
    (employee) => {
      employee.isManager = ((employee.managedTeamIds ?? []) as string[]).length > 1;
    },
  ),
  ...both('employees-always-managers', 'Everybody is a manager.', ['employees.is-manager'], (employee) => {
    employee.isManager = true;
  }),
  ...both(
    'employees-badges-misnamed',
    'The badges of an employee have other names than in the list.',
    ['employees.badges-agree'],
    (employee) => {
      employee.badges = (employee.badges as Shown[]).map((badge) => ({ ...badge, name: badge.icon }));
    },
  ),
];
