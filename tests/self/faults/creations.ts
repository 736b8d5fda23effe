/** Creates that mistake what they are sent: for an id, for the record before, for a number, for one user alone. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { kind } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, asIf, body, guardsFormulas, instead, kebab, recordsIn, rule, type Shown, stored } from './vocabulary.ts';

const fault = faultOf('');

type Records = Map<string, Shown>;

const recordsOf = ({ account }: Call, table: keyof Account): Records => account[table] as unknown as Records;

const bodyOf = ({ body }: Call): Shown => (Array.isArray(body) ? body[0] : body) as Shown;

/** Keeps a created record under the id that its body names, whatever stands there. */
const underTheirId = (kindName: string, table: keyof Account): Seams =>
  instead(kind(kindName).create as string, (call, next) => {
    const wanted = bodyOf(call)?.id ?? bodyOf(call)?._id;
    const records = recordsOf(call, table);
    const before = new Set(records.keys());
    const answer = structuredClone(next(call));
    const [made] = [...records.values()].filter(({ id }) => !before.has(String(id)));
    const [shown] = recordsIn(answer.body);
    if (answer.status >= 300 || typeof wanted !== 'string' || !made || !shown) return answer;
    records.delete(String(made.id));
    made.id = wanted;
    records.set(wanted, made);
    shown.id = wanted;
    return answer;
  });

/** Works out once what each record is to show as the moment of its create. */
const datedAtStart = (id: string, table: keyof Account): Fault => {
  const started = '2026-01-02T03:04:05.678Z';
  return fault(
    `${kebab(id)}-dated-at-start`,
    `A record of ${id} has the date on which the service was started.`,
    'general.create-date',
    also(id, (call) => {
      const newest = [...recordsOf(call, table).values()].at(-1);
      if (newest) newest.dateCreated = started;
    }),
  );
};

/** Writes the local time of a zone as if it were that of Greenwich. */
const twoHoursAhead = (id: string): Fault =>
  fault(
    `${kebab(id)}-two-hours-ahead`,
    `A record of ${id} shows a dateCreated two hours from now.`,
    'general.create-date',
    asIf(id, ({ account }) => ({
      account: { ...account, now: () => new Date(Date.parse(account.now()) + 7_200_000).toISOString() },
    })),
  );

/** The same of the date of the last change alone. */
const changeAhead = (id: string, table: keyof Account, field: string, breaks: string): Fault =>
  fault(
    `${kebab(id)}-${kebab(field)}-ahead`,
    `${id} writes a ${field} two hours from now.`,
    breaks,
    instead(id, (call, next) => {
      const records = recordsOf(call, table);
      const before = new Map([...records].map(([key, record]) => [key, record[field]]));
      const answer = next(call);
      for (const [key, record] of records)
        if (record[field] !== before.get(key))
          record[field] = new Date(Date.parse(String(record[field])) + 7_200_000).toISOString();
      return answer;
    }),
  );

/** Takes from the body what the service alone says of who made a record, and when. */
const takenFromBody = (id: string, table: keyof Account, field: string, breaks: string): Fault =>
  fault(
    `${kebab(id)}-takes-${kebab(field)}`,
    `A record of ${id} has the ${field} that its body names.`,
    breaks,
    instead(id, (call, next) => {
      const records = recordsOf(call, table);
      const before = new Set(records.keys());
      const answer = next(call);
      const made = [...records.entries()].filter(([key]) => !before.has(key)).map(([, record]) => record);
      for (const [nth, sent] of [call.body].flat().entries()) {
        const value = (sent as Shown | undefined)?.[field];
        if (made[nth] && value !== undefined) made[nth][field] = value;
      }
      return answer;
    }),
  );

const dates: readonly Fault[] = [
  twoHoursAhead('tasks.create'),
  twoHoursAhead('users.create'),
  changeAhead('tasks.create', 'tasks', 'dateModified', 'general.create-date'),
  changeAhead('kpiGroups.update', 'kpiGroups', 'dateUpdated', 'kpiGroups.update-date'),
  changeAhead('customFields.update', 'customFields', 'lastModified', 'customFields.last-modified'),
  takenFromBody('tasks.create', 'tasks', 'dateCreated', 'general.create-date'),
  takenFromBody('tasks.create', 'tasks', 'createdById', 'tasks.author'),
  takenFromBody('announcements.create', 'announcements', 'dateCreated', 'general.create-date'),
  takenFromBody('users.create', 'users', 'dateCreated', 'general.create-date'),
  takenFromBody('users.create', 'users', 'createdById', 'users.author'),
  takenFromBody('users.create', 'users', 'invitedBy', 'users.author'),
  datedAtStart('users.create', 'users'),
  datedAtStart('customFields.create', 'customFields'),
  datedAtStart('kpiGroups.create', 'kpiGroups'),
  datedAtStart('tasks.create', 'tasks'),
  datedAtStart('announcements.create', 'announcements'),
];

const ids: readonly Fault[] = [
  fault(
    'task-takes-id-of-body',
    'A task gets the id in its body.',
    'general.create-new',
    underTheirId('task', 'tasks'),
  ),
  fault(
    'announcement-takes-id-of-body',
    'An announcement gets the id in its body.',
    'general.create-new',
    underTheirId('announcement', 'announcements'),
  ),
  fault(
    'kpi-group-takes-id-of-body',
    'A KPI group gets the id in its body.',
    'general.create-new',
    underTheirId('kpiGroup', 'kpiGroups'),
  ),
  fault(
    'role-takes-id-of-body',
    'A role gets the id in its body.',
    'general.create-new',
    underTheirId('role', 'roles'),
  ),
];

/**
 * Gives the record that was made of the same body before.
 * @param atOnce only where it was the request right before, within two seconds
 */
const sameAgain =
  (kindName: string, table: keyof Account, atOnce = false) =>
  (): Seams => {
    const made = new Map<string, { id: string; at: number }>();
    return instead(kind(kindName).create as string, (call, next) => {
      const key = JSON.stringify([call.account.id, call.body]);
      const known = made.get(key);
      const answer = structuredClone(next(call));
      const [shown] = recordsIn(answer.body);
      if (answer.status >= 300 || !shown) return answer;
      if (known && !(atOnce && Date.now() - known.at >= 2000)) {
        recordsOf(call, table).delete(String(shown.id));
        shown.id = known.id;
        return answer;
      }
      if (atOnce) made.clear();
      made.set(key, { id: String(shown.id), at: Date.now() });
      return answer;
    });
  };

/** Gives the KPI group whose name is the same but for what the key leaves out. */
const foundByName = (keyOf: (name: string) => string): Seams =>
  instead('kpiGroups.create', (call, next) => {
    const { name } = call.body as { name: string };
    const groups = [...call.account.kpiGroups.values()];
    const like = groups.find((group) => group.name !== name && keyOf(group.name) === keyOf(name));
    return like ? { status: 201, body: { id: like.id, name: like.name } } : next(call);
  });

/** Answers a create in another way where another account has a record of the name. */
const takenElsewhere = (kindName: string, table: keyof Account, answer: (theirs: Shown) => Answer) => (): Seams => {
  const accounts = new Set<Account>();
  return {
    around: (call, next) => {
      accounts.add(call.account);
      if (call.operation.id !== kind(kindName).create) return next(call);
      const others = [...accounts].filter((account) => account !== call.account);
      const theirs = others
        .flatMap((account) => [...(account[table] as unknown as Records).values()])
        .find(({ name }) => name === bodyOf(call)?.name);
      return theirs ? answer(theirs) : next(call);
    },
  };
};

/** Stores the text of nothing for texts that a body leaves out or sends as null. */
const wordsForNothing = (create: string, fields: readonly string[], word: string): Seams =>
  asIf(create, ({ body: sent }) => {
    const worded = (one: Shown) => ({ ...one, ...Object.fromEntries(fields.map((name) => [name, one[name] ?? word])) });
    return { body: Array.isArray(sent) ? sent.map(worded) : worded({ ...(sent as Shown) }) };
  });

const words: readonly Fault[] = [
  fault(
    'texts-left-out-are-words-in-custom-fields',
    'Description and tooltip that are not sent are stored as the word undefined.',
    'customFields.create-own',
    wordsForNothing('customFields.create', ['description', 'tooltip'], 'undefined'),
  ),
  fault(
    'texts-left-out-are-words-in-fields-as-read',
    'The read by id shows the word null for a description that was not sent.',
    'customFields.create-own',
    also('customFields.create', ({ account }, { body }) => {
      const field = account.customFields.get(String((body as Shown)._id));
      if (field) field.description ||= 'null';
    }),
  ),
  fault(
    'texts-left-out-are-words-in-announcements',
    'A target that is not sent is stored as the word undefined.',
    'announcements.create-own',
    wordsForNothing('announcements.create', ['announcementTargetId'], 'undefined'),
  ),
];

const answers: readonly Fault[] = [
  fault(
    'answered-task-of-another-parent',
    'The answer to the create of a task names another parent than the read.',
    'general.create-shown',
    body('tasks.create', (task: Shown) => ({ ...task, parentName: `${task.parentName} above` })),
  ),
  fault(
    'answered-group-of-another-author',
    'The answer to the create of a group has the author of an older one.',
    'kpiGroups.create-stored',
    body('kpiGroups.create', (group: Shown, { account }) => ({
      ...group,
      modifiedById: [...account.users.keys()].at(-1),
    })),
  ),
  fault(
    'answered-role-of-all-users',
    'The answer to the create of a role counts every user of the account.',
    'general.create-shown',
    body('roles.create', (role: Shown, { account }) => ({ ...role, userCount: account.users.size })),
  ),
  fault(
    'answered-field-private',
    'The answer to the create of a custom field says that it is private.',
    'general.create-shown',
    body('customFields.create', (field: Shown) => ({ ...field, isPrivate: true })),
  ),
  fault(
    'answered-group-favorite',
    'The answer to the create of a KPI group says that it is a favourite.',
    'general.create-shown',
    body('kpiGroups.create', (group: Shown) => ({ ...group, favorite: true })),
  ),
  fault(
    'answered-user-of-another-firm',
    'The answer to the create of a user shows another name of the account.',
    'general.create-shown',
    body('users.create', ({ items, ...rest }: Shown) => ({
      ...rest,
      items: (items as Shown[]).map((user) => ({ ...user, accountName: 'Another' })),
    })),
  ),
  fault(
    'answered-announcement-of-another-author',
    'The answer to the create of an announcement shows another last name of its author.',
    'general.create-shown',
    body('announcements.create', ({ author, ...rest }: Shown) => ({
      ...rest,
      author: { ...(author as Shown), lastName: 'Another' },
    })),
  ),
];

const repeats: readonly Fault[] = [
  fault(
    'kpi-group-names-of-all-accounts',
    'A name that another account has is refused.',
    'kpiGroups.create-account',
    takenElsewhere('kpiGroup', 'kpiGroups', () => ({ status: 400 })),
  ),
  fault(
    'kpi-group-of-another-account',
    'A name that another account has gives the group of that account.',
    'kpiGroups.create-account',
    takenElsewhere('kpiGroup', 'kpiGroups', ({ id, name }) => ({ status: 201, body: { id, name } })),
  ),
  fault(
    'role-names-of-all-accounts',
    'A name that a role of another account has is refused.',
    'general.create-new',
    takenElsewhere('role', 'roles', () => ({ status: 400 })),
  ),
  fault(
    'role-of-another-account',
    'A name that another account has gives the role of that account.',
    'general.create-new',
    takenElsewhere('role', 'roles', ({ id, name, description }) => ({ status: 201, body: { id, name, description } })),
  ),
  fault(
    'kpi-group-in-other-case-is-the-same',
    'A name in other letter case gives the group that has it.',
    'general.create-new',
    foundByName((name) => name.toLowerCase()),
  ),
  fault(
    'kpi-group-with-spaces-is-the-same',
    'A name with other white space gives the group that has it.',
    'general.create-new',
    foundByName((name) => name.trim().replaceAll(/\s+/g, ' ')),
  ),
  fault(
    'task-again-is-the-same',
    'The same body again gives the task before.',
    'general.create-new',
    sameAgain('task', 'tasks'),
  ),
  fault(
    'announcement-again-is-the-same',
    'The same body again gives the announcement before.',
    'general.create-new',
    sameAgain('announcement', 'announcements'),
  ),
  fault(
    'task-again-at-once-is-the-same',
    'The body of the request before, sent again within two seconds, gives the task before.',
    'general.create-new',
    sameAgain('task', 'tasks', true),
  ),
  fault(
    'announcement-again-at-once-is-the-same',
    'The body of the request before, sent again within two seconds, gives the announcement before.',
    'general.create-new',
    sameAgain('announcement', 'announcements', true),
  ),
  fault(
    'role-again-is-numbered',
    'A second role of a name gets another name.',
    'roles.text-kept',
    also('roles.create', (call, { body }) => {
      const shown = body as Shown;
      const role = call.account.roles.get(String(shown.id));
      const like = [...call.account.roles.values()].filter(({ name }) => name === role?.name);
      if (role && like.length > 1) {
        role.name = `${role.name} 2`;
        shown.name = role.name;
      }
    }),
  ),
];

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^0x[\da-f]+$/i;

/** Keeps texts that read as numbers as the text of the number. */
const asNumbers = (operation: string, field: string): Seams =>
  stored(operation, (body) => {
    const text = body[field];
    return typeof text === 'string' && NUMBER.test(text.trim()) ? { ...body, [field]: String(Number(text)) } : body;
  });

/** Drops texts that read as a constant. */
const asConstants = (operation: string, field: string): Seams =>
  stored(operation, ({ [field]: text, ...body }) =>
    ['true', 'false', 'null', 'undefined', 'NaN'].includes(String(text)) ? { ...body } : { ...body, [field]: text },
  );

/** Takes a text of one zero for none. */
const withoutZeros = (operation: string): Seams =>
  stored(operation, (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '0')));

const ZEROS: readonly (readonly [operation: string, breaks: string])[] = [
  ['tasks.create', 'tasks.create-stored'],
  ['customFields.create', 'customFields.create-stored'],
  ['customFields.update', 'customFields.update-stored'],
  ['roles.create', 'roles.create-kept'],
  ['kpiGroups.update', 'kpiGroups.update-name'],
];

const zeros = ZEROS.map(([operation, breaks]) =>
  fault(
    `text-of-one-zero-is-dropped-by-${kebab(operation)}`,
    `A text of one zero in the body of ${operation} counts as not given.`,
    breaks,
    withoutZeros(operation),
  ),
);

const numbers: readonly Fault[] = [
  ...zeros,
  fault(
    'kpi-group-digits-as-number',
    'A group name of digits is read as a number.',
    'kpiGroups.name-kept',
    asNumbers('kpiGroups.create', 'name'),
  ),
  fault(
    'task-digits-as-number',
    'A task name of digits is read as a number.',
    'tasks.text-kept',
    asNumbers('tasks.create', 'name'),
  ),
  fault(
    'task-description-digits',
    'A description of digits is read as a number.',
    'tasks.text-kept',
    asNumbers('tasks.create', 'description'),
  ),
  fault(
    'task-description-constants',
    'A description that names a constant is dropped.',
    'tasks.create-stored',
    asConstants('tasks.create', 'description'),
  ),
  fault(
    'announcement-digits-as-number',
    'A comment of digits is read as a number.',
    'announcements.text-kept',
    asNumbers('announcements.create', 'comment'),
  ),
  fault(
    'field-create-answers-id',
    'The answer to the create of a custom field has its id alone.',
    'general.create-shown',
    body('customFields.create', ({ _id }) => ({ _id })),
  ),
  fault(
    'group-create-answers-id',
    'The answer to the create of a KPI group has its id alone.',
    'general.create-shown',
    body('kpiGroups.create', ({ id }) => ({ id })),
  ),
  fault(
    'field-label-digits',
    'A label of digits is read as a number.',
    'customFields.text-kept',
    asNumbers('customFields.create', 'label'),
  ),
  fault(
    'field-description-digits',
    'A description of digits is read as a number.',
    'customFields.text-kept',
    asNumbers('customFields.create', 'description'),
  ),
  fault(
    'field-tooltip-constants',
    'A tooltip that names a constant is dropped.',
    'customFields.create-stored',
    asConstants('customFields.create', 'tooltip'),
  ),
  fault(
    'field-update-digits',
    'A label of digits in an update is read as a number.',
    'customFields.update-stored',
    asNumbers('customFields.update', 'label'),
  ),
  fault(
    'role-digits-as-number',
    'A role name of digits is read as a number.',
    'roles.text-kept',
    asNumbers('roles.create', 'name'),
  ),
  fault(
    'group-rename-digits',
    'A rename to digits is read as a number.',
    'kpiGroups.update-name',
    asNumbers('kpiGroups.update', 'name'),
  ),
  fault(
    'goal-tag-digits',
    'A title of digits is read as a number.',
    'tags.identity-distinct',
    asNumbers('tags.tagGoal', 'title'),
  ),
  fault(
    'insight-tag-compares-numbers',
    'On an insight, a title finds the tag of the same number, and is shown as it was sent.',
    'tags.identity-distinct',
    instead('tags.tagInsight', (call, next) => {
      const { tagKey } = call.rules;
      const number = (title: string) => (NUMBER.test(title.trim()) ? String(Number(title)) : tagKey(title));
      const answer = next({ ...call, rules: { ...call.rules, tagKey: number } });
      const { title } = (call.body ?? {}) as Shown;
      return answer.status < 300 ? { ...answer, body: { ...(answer.body as Shown), title } } : answer;
    }),
  ),
];

const formulas: readonly Fault[] = [
  fault(
    'task-formula-guarded',
    'A description with a sign at its beginning gets an apostrophe.',
    'tasks.create-stored',
    guardsFormulas('tasks.create', 'description'),
  ),
  fault(
    'field-formula-guarded',
    'A description with a sign at its beginning gets an apostrophe.',
    'customFields.create-stored',
    guardsFormulas('customFields.create', 'description'),
  ),
];

/** The body without what is no text of its field. */
const readable = (body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string' && !value.includes('/')));

/** A create that is refused for its body is made all the same, without what was wrong. */
const refusedAndMade = (id: string): Seams =>
  instead(id, (call, next) => {
    const answer = next(call);
    const { body } = call;
    if (answer.status === 400 && typeof body === 'object' && body !== null) next({ ...call, body: readable(body) });
    return answer;
  });

const entities: readonly Fault[] = Object.entries({
  roles: 'roles.text-kept',
  users: 'users.text-kept',
  customFields: 'customFields.text-kept',
  kpiGroups: 'kpiGroups.name-kept',
}).map(([group, broken]) =>
  fault(
    `${group.toLowerCase()}-entities-read`,
    `Entities in the texts of a create in ${group} are read as in HTML.`,
    broken,
    asIf(`${group}.create`, ({ body }) => ({
      body: JSON.parse(JSON.stringify(body).replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
    })),
  ),
);

const kept: readonly Fault[] = ['tasks', 'users', 'roles', 'announcements'].map((group) =>
  fault(
    `${group}-refused-and-made`,
    `A create in ${group} that is refused for its body is made all the same.`,
    'general.refused-not-created',
    refusedAndMade(`${group}.create`),
  ),
);

/** Once a create was refused to a user without the permission, the next one is refused, whoever asks. */
const refusedNext = (operation: string) => (): Seams => {
  let left = false;
  return rule(operation, ({ permitted }) => ({
    permitted(...asked) {
      const may = permitted(...asked) && !left;
      left = !left && !may;
      return may;
    },
  }));
};

const refusals: readonly Fault[] = ['roles.create', 'users.create', 'kpiGroups.create'].map((id) =>
  fault(
    `${id.replace('.', '-').toLowerCase()}-refused-after-refusal`,
    `After a refusal the next ${id} is refused, too.`,
    ['general.success-status'],
    refusedNext(id),
  ),
);

/** Answers a create with an earlier record when their bodies differ in one field alone. */
const replays = (operation: string, field: string) => (): Seams => {
  const answers = new Map<string, Answer>();
  return instead(operation, (call, next) => {
    const { [field]: _, ...rest } = (call.body ?? {}) as Shown;
    const key = JSON.stringify(rest);
    const known = answers.get(key);
    if (known) return known;
    const answer = next(call);
    if (answer.status < 300) answers.set(key, answer);
    return answer;
  });
};

const replayed: readonly Fault[] = (
  [
    ['customFields.create', 'name', 'customFields.create-each'],
    ['roles.create', 'name', 'roles.create-each'],
    ['tasks.create', 'name', 'general.create-new'],
  ] as const
).map(([id, field, broken]) =>
  fault(
    `${kebab(id)}-replayed-by-rest`,
    `${id} answers with an earlier record when the bodies differ in their ${field} alone.`,
    broken,
    replays(id, field),
  ),
);

/** Once a create with a name was refused, the name counts as taken. */
const reserving: Fault = fault(
  'field-name-reserved-by-refusal',
  'The name of a custom field that was refused is taken for ever.',
  'customFields.refused-not-created',
  () => {
    const taken = new Set<unknown>();
    return instead('customFields.create', (call, next) => {
      const { name } = (call.body ?? {}) as Shown;
      if (taken.has(name)) return { status: 400, body: { message: 'this name is taken' } };
      const answer = next(call);
      if (answer.status === 400) taken.add(name);
      return answer;
    });
  },
);

/** A read that knows the records alone that were there when the server began. */
const knowsOld = (read: string, kindName: string, table: 'users' | 'roles') => (): Seams => {
  const made = new Set<string>();
  const { create = '' } = kind(kindName);
  return instead([create, read], (call, next) => {
    if (call.operation.id === read && made.has(Object.values(call.params)[0] ?? ''))
      return { status: 400, body: { message: 'no' } };
    const before = new Set(call.account[table].keys());
    const answer = next(call);
    for (const id of call.account[table].keys()) if (!before.has(id)) made.add(id);
    return answer;
  });
};

const unknown: readonly Fault[] = (
  [
    ['users.managers', 'user', 'users'],
    ['permissions.ofPrincipal', 'user', 'users'],
    ['permissions.ofPrincipal', 'role', 'roles'],
    ['metrics.byOwner', 'user', 'users'],
  ] as const
).map(([read, kindName, table]) =>
  fault(
    `new-${kindName}-unknown-to-${read.replace('.', '-').toLowerCase()}`,
    `${read} does not know a created ${kindName}.`,
    'general.created-known',
    knowsOld(read, kindName, table),
  ),
);

export const creationFaults: readonly Fault[] = [
  ...dates,
  ...ids,
  ...repeats,
  ...words,
  ...answers,
  ...numbers,
  ...formulas,
  ...entities,
  ...kept,
  ...refusals,
  ...replayed,
  reserving,
  ...unknown,
];
