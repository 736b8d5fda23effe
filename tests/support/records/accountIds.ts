/** The accounts that the records of an answer say they belong to, at any depth. Sections "Resources", "Conventions". */
import {
  entriesOf,
  isRecord,
  type JsonRecord,
  kindCreated,
  mayBeShared,
  type Operation,
  type Placed,
  propertiesOf,
  recordPlaced,
  resolved,
  type Schema,
} from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';

interface ShownAccount {
  accountId: string;
  at: string;
  /** Of the record that was asked for, or of one of the list: not of a record inside another one. */
  isOuter: boolean;
  /** People, roles and badges may be those of several accounts, or at home in another one, with what is inside of them. */
  isShared: boolean;
  /** Of what may be there to be tried, with what is inside of it: one record of the service, shown in every account. */
  isDemo: boolean;
}

/** A record with so few fields may be a selection, which leaves out that it is there to be tried. */
const FEW_FIELDS = 5;

const mayBeDemo = (record: object): boolean =>
  'demo' in record ? record.demo === true : Object.keys(record).length <= FEW_FIELDS;

interface Part {
  /** Whether the contract lists an accountId of such an object. */
  hasAccount: boolean;
  /** Whether such an object may be there to be tried, as a demo session is. */
  hasDemo: boolean;
  /** Fields that hold objects or lists. */
  inner: readonly (readonly [name: string, placed: Placed])[];
  entries: Placed | undefined;
  shared: boolean;
}
const parts = new WeakMap<Schema, Part>();

/** What a schema says, found out once: a list holds hundreds of records. */
function partOf(placed: Placed): Part {
  const known = parts.get(placed.schema);
  if (known) return known;
  const properties = propertiesOf(placed);
  const holds = (field: Placed) => Object.keys(propertiesOf(field)).length > 0 || entriesOf(field) !== undefined;
  const part = {
    hasAccount: properties.accountId !== undefined,
    hasDemo: properties.demo !== undefined,
    inner: Object.entries(properties).filter(([, field]) => holds(field)),
    entries: entriesOf(placed),
    shared: mayBeShared(placed),
  };
  parts.set(placed.schema, part);
  return part;
}

/** Where a value stands in an answer. */
interface Spot {
  at: string;
  isShared: boolean;
  isDemo: boolean;
}

/** Notes the accounts in a value, the outer ones first. */
function lookInto(value: unknown, placed: Placed | undefined, spot: Spot, note: Note): void {
  if (!placed || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { entries } = partOf(placed);
    for (const [i, entry] of value.entries()) lookInto(entry, entries, { ...spot, at: `${spot.at}/${i}` }, note);
  } else if (isRecord(value)) lookIntoRecord(value, placed, spot, note);
}

function lookIntoRecord(value: JsonRecord, placed: Placed, spot: Spot, note: Note): void {
  const { hasDemo, inner } = partOf(placed);
  const isDemo = spot.isDemo || (hasDemo && mayBeDemo(value));
  const isShared = note(value, placed, { ...spot, isDemo });
  for (const [name, field] of inner) {
    const held = value[name];
    // Most records lack most of what they may hold.
    if (held !== undefined) lookInto(held, field, { at: `${spot.at}/${name}`, isShared, isDemo }, note);
  }
}

/** Is told of each record; gives whether other accounts may share what it holds. */
type Note = (record: JsonRecord, placed: Placed, spot: Spot) => boolean;

/** Several requirements look at the same answer. */
const shownIn = new WeakMap<object, readonly ShownAccount[]>();

/** The accounts that are shown where the contract lists an accountId; one in settings may be that of another service. */
function accountsShown(operation: Operation, json: unknown): readonly ShownAccount[] {
  if (typeof json !== 'object' || json === null) return [];
  const known = shownIn.get(json);
  if (known) return known;
  const schema = operation.success.schema as string;
  const outermost = recordPlaced(schema).schema;
  const isCreate = kindCreated(operation.id) !== undefined;
  const found: ShownAccount[] = [];
  lookInto(json, resolved({ $ref: schema }, ''), { at: '', isShared: false, isDemo: false }, (record, placed, spot) => {
    const { hasAccount, shared } = partOf(placed);
    const isOuter = placed.schema === outermost;
    // What has just been created in an account is shared by no other one.
    const isShared = spot.isShared || (shared && !(isOuter && isCreate));
    const { accountId } = record;
    if (hasAccount && typeof accountId === 'string')
      found.push({ accountId, at: `${spot.at}/accountId`, isOuter, isShared, isDemo: spot.isDemo });
    return isShared;
  });
  shownIn.set(json, found);
  return found;
}

/** So many records of one list. */
const MANY = 3;

type AccountRequirement = 'general.account-id' | 'general.account-id-shared';

/**
 * Which accountId of an answer is wrong by one of the two requirements, and how many were compared.
 * @param account that the call acts in
 * @param others of which the ids are known
 */
export function accountsProblem(
  requirement: AccountRequirement,
  operation: Operation,
  json: unknown,
  { account, others }: { account: string; others: readonly string[] },
): { wrong: Wrong | undefined; compared: number } {
  const isStated = requirement === 'general.account-id';
  const shown = accountsShown(operation, json).filter(
    ({ accountId, isDemo }) => !isDemo || accountId === account || others.includes(accountId),
  );
  const outer = shown.filter(({ isOuter }) => isOuter);
  // Accounts may share some of many records, and not every one.
  const isList = outer.length >= MANY;
  const allElsewhere = outer.every(({ accountId }) => accountId !== account);
  const isJudged = ({ isOuter, isShared }: ShownAccount) =>
    isStated ? (isOuter ? isList || !isShared : !isShared && others.length > 0) : isShared || !isOuter;
  const isWrong = ({ accountId, isOuter, isShared }: ShownAccount) => {
    if (isStated && !isOuter) return others.includes(accountId);
    return isStated && isShared ? allElsewhere : accountId !== account;
  };
  const judged = shown.filter(isJudged);
  const found = judged.find(isWrong);
  const message = 'the accountId of a record is not that of the account';
  return {
    wrong: found && { message, expected: account, received: found.accountId, at: found.at },
    compared: judged.length,
  };
}

/** The accounts whose ids are given, but for one. */
export const othersThan = (account: string, given: readonly (string | undefined)[]): string[] =>
  given.filter((id) => id !== undefined && id !== account) as string[];
