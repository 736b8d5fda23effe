/** Faults of users: reading, managers, creating, conflicts. */
import { actionsOf } from '../../../reference-server/access.ts';
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { User } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { answering, asIf, body, each, instead, refuses, rule, type Shown, success } from './vocabulary.ts';

const list = (value: unknown): Shown[] => (Array.isArray(value) ? value : []);

/** Replaces the id that a read asks for. */
const readsAnother = (id: string, param: string, other: (call: Call) => string | undefined): Fault['seams'] =>
  asIf(id, (call) =>
    call.account.users.has(call.params.userId ?? '') ? { params: { ...call.params, [param]: other(call) ?? '' } } : {},
  );

const managers = (named: (user: User, teams: readonly { id: string; manager: string }[]) => string[]) =>
  rule('users.managers', () => ({ managers: named }));

/** Does something around each creation of users; `made` are the ids that it created. */
const creating = (change: (call: Call, answer: Answer, made: string[]) => Answer | undefined): Fault['seams'] =>
  instead('users.create', (call, next) => {
    const before = new Set(call.account.users.keys());
    const answer = next(call);
    const made = [...call.account.users.keys()].filter((id) => !before.has(id));
    return change(call, answer, made) ?? answer;
  });

const forOne = (call: Call, next: (call: Call) => Answer, bodies: readonly unknown[]): Answer[] =>
  bodies.map((given) => next({ ...call, body: given }));

const several = (change: (bodies: readonly unknown[]) => unknown): Fault['seams'] =>
  asIf('users.create', ({ body: sent }) => (Array.isArray(sent) ? { body: change(sent) } : {}));

const reading: Fault[] = [
  {
    name: 'users-before-a-wrong-one-created',
    title: 'Of several users those before a malformed one are created, though the request is refused.',
    breaks: ['general.refused-not-created'],
    seams: instead('users.create', (call, next) => {
      const answer = next(call);
      if (answer.status !== 400 || !Array.isArray(call.body)) return answer;
      return forOne(call, next, call.body).find(({ status }) => status >= 400) ?? answer;
    }),
  },
  {
    name: 'user-stored-before-the-address-is-looked-at',
    title: 'A user whose e-mail address is none is refused, and there all the same.',
    breaks: ['general.refused-not-created'],
    seams: instead('users.create', (call, next) => {
      const answer = next(call);
      const { email } = (Array.isArray(call.body) ? {} : call.body) as Shown;
      if (answer.status !== 400 || typeof email !== 'string') return answer;
      next({ ...call, body: { ...(call.body as Shown), email: `${email}@none.example` } });
      for (const user of call.account.users.values()) if (user.email === `${email}@none.example`) user.email = email;
      return answer;
    }),
  },
  {
    name: 'users-same-address-twice-in-one',
    title: 'Only users who were there before the request are looked at for a conflict.',
    breaks: ['users.conflict'],
    seams: instead('users.create', (call, next) => {
      const { users } = call.account;
      const all = [call.body].flat() as Shown[];
      const known = new Set([...users.values()].map(({ email }) => email.toLowerCase()));
      const emails = all.map(({ email }) => String(email).toLowerCase());
      const repeated = new Set(emails).size < emails.length && !emails.some((email) => known.has(email));
      if (!repeated) return next(call);
      const answers = forOne({ ...call, rules: { ...call.rules, emailKey: () => String(Math.random()) } }, next, all);
      return { status: 201, body: { items: answers.flatMap((one) => list((one.body as Shown).items)) } };
    }),
  },
  {
    name: 'users-same-address-at-once',
    title: 'Users who were created a moment ago are not looked at for a conflict.',
    breaks: ['users.conflict'],
    seams: instead('users.create', (call, next) => {
      const young = [...call.account.users.values()].filter(
        ({ dateCreated }) => Date.parse(call.account.now()) - Date.parse(String(dateCreated)) < 20,
      );
      for (const { id } of young) call.account.users.delete(id);
      const answer = next(call);
      for (const user of young) call.account.users.set(user.id, user);
      return answer;
    }),
  },
  {
    name: 'users-created-in-language-of-first',
    title: 'Several users of one request have the language of the first.',
    breaks: ['users.create-kept'],
    seams: several((bodies) => bodies.map((one) => ({ ...(one as Shown), language: (bodies[0] as Shown).language }))),
  },
  {
    name: 'user-read-is-who-asks',
    title: 'Reading a user gives the user who asks.',
    breaks: ['users.get-record'],
    seams: readsAnother('users.get', 'userId', ({ user }) => user.id),
  },
  {
    name: 'users-listed-per-role',
    title: 'A user with several roles stands in the list once for each.',
    breaks: ['users.views-agree'],
    seams: body('users.list', (answer) => {
      answer.items = list(answer.items).flatMap((user) => (list(user.roles).length > 1 ? [user, user] : [user]));
    }),
  },
  {
    name: 'user-last-name-by-id',
    title: 'Reading a user by id gives the first name as the last name.',
    breaks: ['users.views-agree'],
    seams: body('users.get', (user) => {
      user.lastName = user.firstName;
    }),
  },
  {
    name: 'users-listed-all-active',
    title: 'The list shows every user as active.',
    breaks: ['users.views-agree'],
    seams: each('users.list', (user) => {
      if ('isActive' in user) user.isActive = true;
    }),
  },
  {
    name: 'user-teams-by-id-first-only',
    title: 'Reading a user by id gives the first of the teams alone.',
    breaks: ['users.views-agree'],
    seams: body('users.get', (user) => {
      user.teamIds = (user.teamIds as string[]).slice(0, 1);
    }),
  },
  {
    name: 'users-roles-without-description',
    title: 'Roles of listed users have their name as the description.',
    breaks: ['users.roles-agree', 'users.views-agree'],
    seams: each('users.list', (user) => {
      for (const role of list(user.roles)) role.description = role.name;
    }),
  },
  {
    name: 'user-roles-named-by-id',
    title: 'Roles of a user who is read by id have their id as the name.',
    breaks: ['users.roles-agree'],
    seams: body('users.get', (user) => {
      for (const role of list(user.roles)) role.name = role.id;
    }),
  },
  {
    name: 'user-role-team-is-another',
    title: 'The team embedded with a role has the id of the role.',
    breaks: ['users.roles-agree'],
    seams: body('users.get', (user) => {
      for (const role of list(user.roles)) if (role.team) (role.team as Shown).id = role.id;
    }),
  },
  {
    name: 'users-identities-count-off',
    title: 'The list counts one identity too many.',
    breaks: ['users.identities-count'],
    seams: each('users.list', (user) => {
      const identities = user.identities as Shown | undefined;
      if (identities) identities.totalCount = list(identities.items).length + 1;
    }),
  },
  {
    name: 'user-identities-count-zero',
    title: 'Reading a user by id always counts no identities.',
    breaks: ['users.identities-count'],
    seams: body('users.get', (user) => {
      if (user.identities) (user.identities as Shown).totalCount = 0;
    }),
  },
];

const ofTeams = (user: User, teams: readonly { id: string; manager: string }[]) =>
  teams.filter(({ id }) => user.teamIds.includes(id)).map(({ manager }) => manager);
const others = (user: User, ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== user.id);

/** Gives one user a second team with a manager whom the user has already, once. */
function managesTwoTeams({ users, teams, newId }: Call['account']): void {
  if ([...teams.values()].some(({ name }) => name === 'Second of its manager')) return;
  for (const user of users.values()) {
    const team = [...teams.values()].find(({ id, manager }) => user.teamIds.includes(id) && manager !== user.id);
    if (!team) continue;
    const second = { ...team, id: newId(), name: 'Second of its manager' };
    teams.set(second.id, second);
    user.teamIds.push(second.id);
    return;
  }
}

const managing: Fault[] = [
  {
    name: 'managers-of-first-team',
    title: 'Only the manager of the first team of a user is named.',
    breaks: ['users.managers-all'],
    seams: managers((user, teams) => others(user, ofTeams(user, teams)).slice(0, 1)),
  },
  {
    name: 'managers-of-account',
    title: 'The managers of all teams of the account are named.',
    breaks: ['users.managers-only'],
    seams: managers((user, teams) =>
      others(
        user,
        teams.map(({ manager }) => manager),
      ),
    ),
  },
  {
    name: 'managers-with-self',
    title: 'A user who manages an own team is named as a manager.',
    breaks: ['users.managers-not-self'],
    seams: managers((user, teams) => [...new Set(ofTeams(user, teams))]),
  },
  {
    name: 'managers-of-who-asks',
    title: 'The managers are those of the user who asks.',
    breaks: ['users.managers-own'],
    seams: readsAnother('users.managers', 'userId', ({ user }) => user.id),
  },
  {
    name: 'managers-by-address',
    title: 'Managers are named by their e-mail addresses.',
    breaks: ['users.managers-ids'],
    seams: success('users.managers', (answer, { account }) => {
      const { count, managers: named } = answer.body as { count: number; managers: string[] };
      return { ...answer, body: { count, managers: named.map((id) => account.users.get(id)?.email) } };
    }),
  },
  {
    name: 'managers-once-per-team',
    title: 'Who manages two teams of a user is named twice.',
    breaks: ['users.managers-each-once'],
    seams: {
      ...managers((user, teams) => ofTeams(user, teams).filter((id) => id !== user.id)),
      around: (call, next) => {
        managesTwoTeams(call.account);
        return next(call);
      },
    },
  },
  {
    name: 'managers-count-teams',
    title: 'The count of managers is that of the teams of the user.',
    breaks: ['users.managers-count'],
    seams: success('users.managers', (answer, { account, params }) => ({
      ...answer,
      body: { ...(answer.body as Shown), count: account.users.get(params.userId ?? '')?.teamIds.length },
    })),
  },
  {
    name: 'managers-none-not-found',
    title: 'A user without managers is answered with 404.',
    breaks: ['users.managers-count'],
    seams: answering('users.managers', (answer) => {
      const none = (answer.body as Shown).count === 0;
      return none ? { status: 404, body: {} } : answer;
    }),
  },
  {
    name: 'managers-are-members',
    title: 'The members of the teams are named instead of their managers.',
    breaks: ['users.managers-only', 'users.managers-all', 'users.managers-agree'],
    seams: success('users.managers', (answer, { account, params }) => {
      const user = account.users.get(params.userId ?? '') as User;
      const members = [...account.users.values()].filter(
        ({ id, teamIds }) => id !== user.id && teamIds.some((team) => user.teamIds.includes(team)),
      );
      return { ...answer, body: { count: members.length, managers: members.map(({ id }) => id) } };
    }),
  },
  {
    name: 'managers-none-for-managers',
    title: 'A user who manages any team has no managers.',
    breaks: ['users.managers-all', 'users.managers-agree'],
    seams: managers((user, teams) =>
      teams.some(({ manager }) => manager === user.id) ? [] : others(user, ofTeams(user, teams)),
    ),
  },
];

const creatingUsers: Fault[] = [
  {
    name: 'users-create-first-of-several',
    title: 'Of several users in one request the first alone is created.',
    breaks: ['users.create-several'],
    seams: several((bodies) => bodies.slice(0, 1)),
  },
  {
    name: 'users-create-two-of-several',
    title: 'Of three users in one request two are created.',
    breaks: ['users.create-several'],
    seams: several((bodies) => bodies.slice(0, 2)),
  },
  {
    name: 'users-create-last-of-several',
    title: 'Of several users in one request the last alone is created.',
    breaks: ['users.create-several'],
    seams: several((bodies) => bodies.slice(-1)),
  },
  {
    name: 'users-create-several-twice',
    title: 'Several users of one request are created twice.',
    breaks: ['users.create-several'],
    seams: instead('users.create', (call, next) => {
      if (!Array.isArray(call.body)) return next(call);
      const answer = next(call);
      const { account } = call;
      if (answer.status === 201)
        for (const { id } of (answer.body as { items: { id: string }[] }).items) {
          const copy = account.newId();
          account.users.set(copy, { ...(account.users.get(id) as User), id: copy });
        }
      return answer;
    }),
  },
  {
    name: 'users-create-answers-first',
    title: 'Creating several users answers with the first of them.',
    breaks: ['users.create-answer'],
    seams: body('users.create', (answer) => {
      answer.items = list(answer.items).slice(0, 1);
    }),
  },
  {
    name: 'users-create-answers-who-asks',
    title: 'Creating a user answers with the user who asks.',
    breaks: ['users.create-answer'],
    seams: success('users.create', (answer, { user }) => ({ ...answer, body: [{ id: user.id, email: user.email }] })),
  },
  {
    name: 'users-create-same-id',
    title: 'Several users of one request are answered with one id.',
    breaks: ['users.create-answer'],
    seams: body('users.create', (answer) => {
      const all = list(answer.items);
      for (const user of all) user.id = all[0]?.id;
    }),
  },
  {
    name: 'users-create-swaps-names',
    title: 'A created user has the last name as the first name.',
    breaks: ['users.create-kept'],
    seams: creating(({ account }, _answer, made) => {
      for (const id of made) {
        const user = account.users.get(id) as User;
        [user.firstName, user.lastName] = [user.lastName, user.firstName];
      }
      return undefined;
    }),
  },
  {
    name: 'users-create-ignores-language',
    title: 'The language of a created user is that of the caller, whatever was sent.',
    breaks: ['users.create-kept'],
    seams: creating(({ account }, _answer, made) => {
      for (const id of made) (account.users.get(id) as User).language = 'xx';
      return undefined;
    }),
  },
  {
    name: 'users-create-replaces-last',
    title: 'A created user takes the place of the user before.',
    breaks: ['users.create-others'],
    seams: instead('users.create', (call, next) => {
      const last = [...call.account.users.keys()].at(-1) as string;
      const answer = next(call);
      if (answer.status === 201) call.account.users.delete(last);
      return answer;
    }),
  },
  {
    name: 'users-create-renames-others',
    title: 'Creating a user gives its last name to another user.',
    breaks: ['users.create-others'],
    seams: creating(({ account, user: caller }, _answer, made) => {
      const other = [...account.users.values()].find(({ id }) => id !== caller.id);
      const created = account.users.get(made[0] ?? '');
      if (other && created) other.lastName = created.lastName;
      return undefined;
    }),
  },
  {
    name: 'users-create-deactivates-another',
    title: 'Creating a user deactivates the first active one, once.',
    breaks: ['users.create-others'],
    seams: creating(({ account, user: caller }, _answer, made) => {
      const other = [...account.users.values()].find(({ id, isActive }) => isActive && id !== caller.id);
      if (other && made.length === 1) other.isActive = false;
      return undefined;
    }),
  },
  {
    name: 'users-create-several-for-all',
    title: 'Everybody may create several users at once, though not one.',
    breaks: ['users.create-forbidden'],
    seams: {
      rules: (_standard, { id }) => (id === 'users.create' ? { permitted: () => true } : {}),
      around: (call, next) => {
        const refused = call.operation.id === 'users.create' && !Array.isArray(call.body);
        return refused && !allowed(call.user, call.account) ? { status: 403, body: {} } : next(call);
      },
    },
  },
  {
    name: 'users-create-for-all',
    title: 'Everybody may create users.',
    breaks: ['users.create-forbidden'],
    seams: rule('users.create', () => ({ permitted: () => true })),
  },
  {
    name: 'users-conflict-told-to-all',
    title: 'Whether a user is there already is looked at before the permission.',
    breaks: ['users.conflict'],
    seams: {
      rules: (_standard, { id }) => (id === 'users.create' ? { permitted: () => true } : {}),
      around: (call, next) => {
        const { user, account, operation, body: sent } = call;
        if (operation.id !== 'users.create' || allowed(user, account)) return next(call);
        const text = JSON.stringify(sent ?? '');
        const isThere = [...account.users.values()].some(({ email }) => text.includes(`"${email}"`));
        return { status: isThere ? 409 : 403, body: {} };
      },
    },
  },
  {
    name: 'users-create-refused-too-late',
    title: 'A caller without the permission is refused after the user was created.',
    breaks: ['users.create-forbidden'],
    seams: {
      rules: (_standard, { id }) => (id === 'users.create' ? { permitted: () => true } : {}),
      around: (call, next) => {
        const answer = next(call);
        const { user, account, operation } = call;
        return operation.id === 'users.create' && !allowed(user, account) ? { status: 403, body: {} } : answer;
      },
    },
  },
];

const allowed = (user: User, account: Call['account']): boolean =>
  [...account.permissions.values()].some(
    ({ action, principals }) =>
      action === 'users:invite' &&
      [user.id, ...user.roleIds, ...user.scimRoleIds].some((id) => principals.includes(id)),
  );

/** Creates users as if nobody had the addresses of these users. */
const addressesFree = (which: (user: User, call: Call) => boolean): Fault['seams'] =>
  instead('users.create', (call, next) => {
    const unseen = [...call.account.users.values()].filter((user) => which(user, call));
    const addresses = unseen.map(({ email }) => email);
    for (const user of unseen) user.email = `unseen-${user.email}`;
    const answer = next(call);
    for (const [i, user] of unseen.entries()) user.email = addresses[i] as string;
    return answer;
  });

/** A request that is refused for a conflict changes the user whom it repeats. */
const refusedAndChanged = (change: (user: User, sent: User) => void): Fault['seams'] => ({
  around: (call, next) => {
    const answer = next(call);
    if (answer.status !== 409) return answer;
    for (const sent of [call.body].flat() as User[])
      for (const user of call.account.users.values()) if (user.email === sent.email) change(user, sent);
    return answer;
  },
});

const conflicting: Fault[] = [
  {
    name: 'users-conflict-is-400',
    title: 'A user who is there already is refused with 400.',
    breaks: ['users.conflict'],
    seams: {
      around: (call, next) => {
        const answer = next(call);
        return answer.status === 409 ? { ...answer, status: 400 } : answer;
      },
    },
  },
  {
    name: 'users-email-without-part',
    title: 'What stands behind a plus in the address of a new user is dropped.',
    breaks: ['users.create-kept'],
    seams: asIf('users.create', ({ body: sent }) => ({
      body: JSON.parse(JSON.stringify(sent).replaceAll(/\+[^"@]*@/g, '@')),
    })),
  },
  {
    name: 'users-email-plus-encoded',
    title: 'A plus in the address of a new user is kept as it is written in addresses of pages.',
    breaks: ['users.create-kept'],
    seams: asIf('users.create', ({ body: sent }) => ({
      body: JSON.parse(JSON.stringify(sent).replaceAll(/\+(?=[^"]*@)/g, '%2B')),
    })),
  },
  {
    name: 'users-conflict-not-seen',
    title: 'A second user with the same e-mail address is created.',
    breaks: ['users.conflict'],
    seams: rule('users.create', () => ({ emailKey: () => String(Math.random()) })),
  },
  {
    name: 'users-conflict-made-not-seen',
    title: 'The e-mail address of a user whom the API has created is free for another one.',
    breaks: ['users.conflict'],
    seams: addressesFree(({ email }) => email.startsWith('gc-')),
  },
  {
    name: 'users-conflict-last-not-seen',
    title: 'Of several users the first alone is looked for among those who are there.',
    breaks: ['users.conflict-no-effect'],
    seams: addressesFree(({ email }, { body: sent }) =>
      ([sent].flat() as User[]).slice(1).some((one) => one.email?.toLowerCase() === email.toLowerCase()),
    ),
  },
  {
    name: 'users-conflict-answers-existing',
    title: 'A user who is there already is answered with success.',
    breaks: ['users.conflict'],
    seams: {
      around: (call, next) => {
        const answer = next(call);
        if (answer.status !== 409) return answer;
        return {
          status: 201,
          body: [...call.account.users.values()].slice(0, 1).map(({ id, email }) => ({ id, email })),
        };
      },
    },
  },
  {
    name: 'users-conflict-updates',
    title: 'A request that is refused for a conflict gives the user the new names.',
    breaks: ['users.conflict-no-effect'],
    seams: refusedAndChanged((user, { lastName }) => {
      user.lastName = lastName;
    }),
  },
  {
    name: 'users-conflict-renames',
    title:
      'A request that is refused for a conflict gives the user another last name, unless it has the first name of theirs.',
    breaks: ['users.conflict-no-effect'],
    seams: refusedAndChanged((user, { firstName, lastName }) => {
      if (user.firstName !== firstName) user.lastName = lastName;
    }),
  },
  {
    name: 'users-conflict-deactivates',
    title: 'A request that is refused for a conflict deactivates the user who is there.',
    breaks: ['users.conflict-no-effect'],
    seams: refusedAndChanged((user) => {
      user.isActive = false;
    }),
  },
  {
    name: 'users-conflict-makes-second',
    title: 'A request that is refused for a conflict makes a second user all the same.',
    breaks: ['users.conflict-no-effect'],
    seams: {
      rules: (_standard, { id }) => (id === 'users.create' ? { emailKey: () => String(Math.random()) } : {}),
      around: (call, next) => {
        if (call.operation.id !== 'users.create') return next(call);
        const taken = [...call.account.users.values()].map(({ email }) => email.toLowerCase());
        const conflict = ([call.body].flat() as User[]).some(({ email }) =>
          taken.includes(String(email).toLowerCase()),
        );
        const answer = next(call);
        return conflict && answer.status === 201 ? { status: 409, body: {} } : answer;
      },
    },
  },
  {
    name: 'users-conflict-after-some',
    title: 'Of several users those before the one who is there are created, though the request is refused.',
    breaks: ['users.conflict-several'],
    seams: instead('users.create', (call, next) => {
      if (!Array.isArray(call.body)) return next(call);
      const answers = forOne(call, next, call.body);
      const refused = answers.find(({ status }) => status >= 300);
      const made = answers.flatMap(({ body: answer }) => list((answer as Shown).items));
      return refused ?? { status: 201, body: { items: made, totalCount: made.length } };
    }),
  },
];

export const userFaults: readonly Fault[] = [
  {
    name: 'users-domain-of-first-account',
    title: 'The domain of the account is that of the account that was asked first.',
    breaks: ['general.account-id-shared'],
    seams: () => {
      let domain: string | undefined;
      return each('users.list', (shown, _index, { account }) => {
        domain ??= account.domain;
        shown.accountDomain = domain;
      });
    },
  },
  {
    name: 'users-permissions-of-caller',
    title: 'The permissions of every user are those of the one who asks.',
    breaks: ['general.users-agree'],
    seams: each(['users.list', 'users.get'], (shown, _index, { account, user }) => {
      shown.permissions = actionsOf(account, user);
    }),
  },
  ...reading,
  ...managing,
  ...creatingUsers,
  ...conflicting,
  {
    name: 'users-conflict-breaks',
    title: 'A user who is there already is answered with a server error.',
    breaks: ['users.conflict'],
    seams: refuses('users.create', 500, ({ body: given, account }) =>
      ([given].flat() as User[]).some(({ email }) => [...account.users.values()].some((user) => user.email === email)),
    ),
  },
];
