/** Deterministic sample data: the same seed gives the same world. */
import { createHash } from 'node:crypto';
import type { Account, CustomField, Kpi, KpiGroup, User, World } from './account.ts';

/** Names of the users, as the settings call their tokens. */
export const TOKENS = {
  ACCESS_TOKEN: 'reference-first-4f9b1c7e2a',
  SECOND_ACCESS_TOKEN: 'reference-second-8d3a6e5b10',
  LIMITED_ACCESS_TOKEN: 'reference-limited-c27f90d4b8',
  UNPAID_ACCESS_TOKEN: 'reference-unpaid-51e8a3f6d9',
  OTHER_ACCESS_TOKEN: 'reference-other-b6027c9e4f',
} as const;

const SPRINGS = [
  'Revenue',
  'Retention',
  'Quality',
  'Hiring',
  'Support',
  'Security',
  'Growth',
  'Onboarding',
  'Costs',
  'Delivery',
];
const AREAS = ['Europe', 'Americas', 'Platform', 'Product', 'Partners'];
const TARGET_TYPES = ['goal', 'metric', 'kpi', 'task', 'user', 'team'];

/** Ids in a fixed order: 24 hexadecimal digits out of the seed, the account and a counter. */
function idSource(seed: string): () => string {
  let count = 0;
  return () => createHash('sha256').update(`${seed}/${count++}`).digest('hex').slice(0, 24);
}

function emptyAccount(name: string, seed: number, paid: boolean): Account {
  const newId = idSource(`${seed}/${name}`);
  return {
    id: newId(),
    paid,
    customFields: new Map(),
    kpiGroups: new Map(),
    kpis: new Map(),
    targetTypes: TARGET_TYPES,
    newId,
    now: () => new Date().toISOString(),
  };
}

/** A moment of the sample year, later for greater `n`. */
const moment = (n: number) => new Date(Date.UTC(2025, 0, 6, 9) + n * 7_654_321).toISOString();

function addGroups(account: Account, users: readonly User[], count: number): void {
  for (let n = 0; n < count; n++) {
    const author = (users[n % users.length] as User).id;
    const group: KpiGroup = {
      accountId: account.id,
      createdById: author,
      dateCreated: moment(n),
      dateUpdated: moment(n + 40),
      id: account.newId(),
      modifiedById: author,
      name: `${SPRINGS[n % SPRINGS.length]} ${AREAS[Math.floor(n / SPRINGS.length) % AREAS.length]}`,
      favoriteOf: new Set(n % 4 === 0 ? [author] : []),
    };
    account.kpiGroups.set(group.id, group);
  }
}

function addKpis(account: Account, count: number): void {
  const groups = [...account.kpiGroups.keys()];
  for (let n = 0; n < count; n++) {
    const memberships = n % 10 === 9 ? 0 : 3;
    const kpi: Kpi = {
      id: account.newId(),
      name: `${SPRINGS[n % SPRINGS.length]} rate ${n + 1}`,
      groups: Array.from({ length: memberships }, (_, i) => groups[(n + i * 7) % groups.length] as string),
    };
    account.kpis.set(kpi.id, kpi);
  }
}

function addCustomFields(account: Account, count: number): void {
  const types = [
    'string',
    'number',
    'bool',
    'date',
    'array:[string]',
    'array:[number]',
    'array:[bool]',
    'array:[date]',
  ];
  const widgets = ['textbox', 'number', 'checkbox', 'textbox', 'checkboxes', 'checkboxes', 'checkboxes', 'checkboxes'];
  for (let n = 0; n < count; n++) {
    const word = SPRINGS[n % SPRINGS.length] as string;
    const field: CustomField = {
      _id: account.newId(),
      accountId: account.id,
      dateCreated: moment(n),
      lastModified: moment(n + 9),
      description: `${word} as finance reports it`,
      filterable: n % 2 === 0,
      isPrivate: n % 5 === 4,
      label: `${word} ${n + 1}`,
      name: `${word.toLowerCase().slice(0, 9)}_${n + 1}`,
      orderId: n + 1,
      pluginVersionId: account.newId(),
      targetIds: [],
      targetTypes: TARGET_TYPES.filter(
        (_, i) => i === n % TARGET_TYPES.length || i === (n * 2 + 1) % TARGET_TYPES.length,
      ),
      tooltip: `Ask the owner of ${word.toLowerCase()}`,
      type: types[n % types.length] as string,
      visualizationKind: `ref.${widgets[n % widgets.length]}`,
    };
    account.customFields.set(field._id, field);
  }
}

/** The sample world: two accounts, and one whose subscription is not paid. */
export function sampleWorld(seed = 1): World {
  const main = emptyAccount('main', seed, true);
  const other = emptyAccount('other', seed, true);
  const unpaid = emptyAccount('unpaid', seed, false);
  const user = (account: Account, canWrite = true): User => ({ id: account.newId(), accountId: account.id, canWrite });
  const first = user(main);
  const second = user(main);
  const limited = user(main, false);
  const stranger = user(other);
  const debtor = user(unpaid);
  for (const [account, users, groups, kpis, fields] of [
    [main, [first, second], 34, 240, 24],
    [other, [stranger], 6, 12, 5],
    [unpaid, [debtor], 3, 4, 3],
  ] as const) {
    addGroups(account, users, groups);
    addKpis(account, kpis);
    addCustomFields(account, fields);
  }
  return {
    accounts: new Map([main, other, unpaid].map((account) => [account.id, account])),
    tokens: new Map([
      [TOKENS.ACCESS_TOKEN, first],
      [TOKENS.SECOND_ACCESS_TOKEN, second],
      [TOKENS.LIMITED_ACCESS_TOKEN, limited],
      [TOKENS.UNPAID_ACCESS_TOKEN, debtor],
      [TOKENS.OTHER_ACCESS_TOKEN, stranger],
    ]),
  };
}
