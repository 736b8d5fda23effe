/** What services of this kind were seen to do, where no sentence speaks of it. */
import { kind, operation, recordSchema } from '../../../schemas/contract.ts';
import { answers, deep, isObject, type Json, type Parts, type Variant } from './variant.ts';

/** Moves the values of custom fields from a record into an object of their own. */
const nestValues =
  (names: ReadonlySet<string>) =>
  (record: Json): Json => {
    const entries = Object.entries(record);
    const values = entries.filter(([key]) => names.has(key));
    if (values.length === 0) return record;
    return {
      ...Object.fromEntries(entries.filter(([key]) => !names.has(key))),
      customFields: Object.fromEntries(values),
    };
  };

const valuesNested: Parts = {
  around: (call, next) => {
    const answer = next(call);
    if (answer.status >= 300 || call.operation.group === 'customFields') return answer;
    const names = new Set([...call.account.customFields.values()].map(({ name }) => name));
    return { ...answer, body: deep(answer.body, nestValues(names)) };
  },
};

const NEVER = '0001-01-01T00:00:00Z';
const DATED = ['kpi', 'dashboard', 'task', 'session', 'announcement', 'user'];

/** Date-times of a kind that hold a text. */
const momentsOf = (kindName: string): string[] => {
  const { list, get } = kind(kindName);
  const { properties = {} } = recordSchema(operation((list ?? get) as string).success.schema);
  return Object.keys(properties).filter((name) => /^date[A-Z]|[a-z]Date$/.test(name) && !/^(due|soft)/.test(name));
};

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  tasks: ['todo', 'inprogress', 'done'],
  sessions: ['open', 'locked', 'closed'],
};

export const variantsFromLife: readonly Variant[] = [
  {
    name: 'custom-values-nested',
    title: 'The values of custom fields stand in an object customFields of their record.',
    parts: valuesNested,
  },
  {
    name: 'moments-unset-year-one',
    title: 'Moments that are not set are the first one of the year 1.',
    kind: 'unset',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const kindName of DATED)
            for (const record of (account[`${kindName}s` as keyof typeof account] as Map<string, Json>).values())
              for (const name of momentsOf(kindName)) record[name] ??= NEVER;
      },
    },
  },
  {
    name: 'access-null',
    title: 'Records do not say who has access: access is null.',
    parts: answers(undefined, (body) =>
      deep(body, (record) => ('access' in record && 'id' in record ? { ...record, access: null } : record)),
    ),
  },
  {
    name: 'user-created-bare',
    on: ['users', 'employees', 'roles'],
    title: 'A single user who is created is answered without a list.',
    kind: 'users',
    parts: answers(['users.create'], (body) => {
      const items = isObject(body) && Array.isArray(body.items) ? body.items : [];
      return items.length === 1 ? items[0] : body;
    }),
  },
  {
    name: 'statuses-of-life',
    on: ['tasks', 'sessions'],
    title: 'Tasks are todo, inprogress or done, and sessions open, locked or closed.',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const [records, statuses] of Object.entries(STATUSES))
            [...(account[records as 'tasks'] as Map<string, Json>).values()].forEach((record, n) => {
              record.status = statuses[n % statuses.length];
            });
      },
    },
  },
];
