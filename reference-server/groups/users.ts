/** Section "Endpoints / Users". The body that creates users is open (gap 4): one user, or a list of them. */
import { type Call, find, type Handlers } from '../call.ts';
import { formatted } from '../query/formatting.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { User } from '../store/account.ts';
import { userView } from '../views/people.ts';
import { show } from '../views/view.ts';

interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  language: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const TEXTS = ['email', 'firstName', 'lastName', 'language'] as const;

/** @throws Refusal 400 when it describes no user */
function newUser(given: unknown): NewUser {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refusal(400, 'the body is a user or a list of users');
  }
  const texts: NewUser = { email: '', firstName: '', lastName: '', language: 'en' };
  for (const name of TEXTS) {
    const text = Object.hasOwn(given, name) ? given[name as never] : (texts[name] as unknown);
    if (typeof text !== 'string') throw new Refusal(400, `${name} is a text`);
    texts[name] = text;
  }
  if (!EMAIL.test(texts.email.trim())) throw new Refusal(400, 'email: an e-mail address');
  return texts;
}

function create({ email, firstName, lastName, language }: NewUser, { account, user }: Call): User {
  const now = account.now();
  const created: User = {
    accountId: account.id,
    createdById: user.id,
    dateCreated: now,
    dateInvited: now,
    email: email.trim(),
    firstName,
    id: account.newId(),
    invitedBy: user.id,
    isActive: true,
    language,
    lastName,
    name: `${firstName} ${lastName}`.trim(),
    roleIds: [],
    scimRoleIds: [],
    tagIds: [],
    teamIds: [],
  };
  account.users.set(created.id, created);
  return created;
}

export const users: Handlers = {
  'users.list': (call) => list(call, [...call.account.users.values()], userView),

  'users.get': (call) => formatted(call, show(userView, find(call.account.users, call.params.userId, call), call)),

  'users.managers': (call) => {
    const user = find(call.account.users, call.params.userId, call);
    const managers = call.rules.managers(user, [...call.account.teams.values()]);
    return { count: managers.length, managers };
  },

  // All or none: nothing is created when one of several exists.
  'users.create': (call) => {
    const { account, rules } = call;
    const wanted = [call.body].flat().map(newUser);
    if (wanted.length === 0) throw new Refusal(400, 'the list of users is empty');
    const taken = new Set([...account.users.values()].map(({ email }) => rules.emailKey(email)));
    for (const { email } of wanted) {
      const key = rules.emailKey(email);
      if (taken.has(key)) throw new Refusal(409, `there is a user with the e-mail address ${email}`);
      taken.add(key);
    }
    const items = wanted.map((user) => show(userView, create(user, call), call));
    return { items, totalCount: items.length };
  },
};
