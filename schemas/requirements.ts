/** The registers: every statement of the specification that concerns an implementation, one file per group. */
import { jsonFiles, type Placed, propertiesOf, readJson, resolved } from './files.ts';
import { namesListed } from './idFields.ts';
import { kindCreated, kinds } from './kinds.ts';
import { groups, isDescribed, type Operation, openOperations, operations } from './operations.ts';
import { ownCounts } from './ownCounts.ts';
import { entriesOf, mayBeShared, recordPlaced, recordSchema, resourceOf } from './recordSchema.ts';

type Level = 'must' | 'should' | 'open';

export interface Requirement {
  /** Stable, never reused: `<group>.<words>`. */
  id: string;
  /** Operation group, or `general`. */
  group: string;
  level: Level;
  section: string;
  /** Heading of `docs/readings.md` that it rests on, in lower case with hyphens. */
  reading?: string;
  /** Ids of the operations that it concerns; each is judged by itself. */
  operations: readonly string[];
  text: string;
  /** Why it cannot be observed over HTTP. */
  untestable?: string;
}

interface Register {
  group: string;
  title: string;
  requirements: (Omit<Requirement, 'group' | 'operations'> & { operations: string | string[] })[];
}

/** Records are embedded no deeper than this below the record of an answer. */
const DEEPEST = 4;

const byId = (operation: Operation) => operation.parameters.some((parameter) => parameter.idKind !== undefined);

const refusesUnknown = (operation: Operation) => byId(operation) && !operation.mayBeEmpty;
const creates = ({ id }: Operation): boolean => kindCreated(id) !== undefined;

const answersJson = ({ success }: Operation) => isDescribed(success.schema);

/** Properties that the outermost schema of an answer requires: the keys of the envelope. */
export function envelope({ success }: Operation): readonly string[] {
  if (!success.schema?.startsWith('responses/')) return [];
  return readJson<{ required?: string[] }>(success.schema).required ?? [];
}

/** Whether an operation answers with a record, or with a list of records, whose fields the specification lists. */
function answersWithRecords({ success }: Operation): boolean {
  if (!isDescribed(success.schema)) return false;
  const { schema } = recordPlaced(success.schema);
  const wraps = success.schema.startsWith('responses/') && schema === resolved({ $ref: success.schema }, '').schema;
  return !wraps && Object.keys(recordSchema(success.schema).properties ?? {}).length > 0;
}

/** Whether a schema is that of a text, a number or the like, in which no other schema stands. */
const isPlain = ({ schema: { properties, items, anyOf, allOf } }: Placed): boolean =>
  (properties ?? items ?? anyOf ?? allOf) === undefined;

/** Whether a schema with others in it fits, of those inside of what an operation answers with: a record, a field, the entry of a list. */
function anyPlaced({ success }: Operation, fits: (placed: Placed, depth: number) => boolean): boolean {
  const within = (placed: Placed, depth: number): boolean => {
    if (isPlain(placed)) return false;
    const found = fits(placed, depth);
    const { schema, path } = placed;
    const parts = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].map((part) =>
      resolved(part, path),
    );
    if (found || depth > DEEPEST) return found;
    return [...parts, ...Object.values(propertiesOf(placed))].some((part) => within(part, depth + 1));
  };
  return success.schema !== undefined && within(recordPlaced(success.schema), 0);
}

/** Whether records with ids stand inside of the records that an operation answers with, or beside them. */
const embedsRecords = (operation: Operation): boolean =>
  anyPlaced(
    operation,
    (placed, depth) => depth > 0 && resourceOf(placed) !== undefined && propertiesOf(placed).id !== undefined,
  );

/** Whether a field that holds ids of other records, which some list shows, stands in what an operation answers with, at any depth. */
const holdsIds = (operation: Operation): boolean =>
  anyPlaced(operation, (placed) => Object.keys(propertiesOf(placed)).some(namesListed));

/** Whether the records that an operation answers with have this field by their schema. */
const answersWith = ({ success }: Operation, field: string): boolean =>
  recordSchema(success.schema).properties?.[field] !== undefined;

/** Whether an operation lists the records of a kind. */
const isList = ({ id }: Operation): boolean => Object.values(kinds).some(({ list }) => list === id);

interface WithAccount {
  shared: boolean;
  outer: boolean;
}

/** What the answers of an operation show with an account's id, at any depth: whether it may be shared, and is outermost. */
function findWithAccounts(operation: Operation): WithAccount[] {
  const { schema } = operation.success;
  if (!answersJson(operation) || schema === undefined) return [];
  const outermost = recordPlaced(schema);
  const below = (placed: Placed, depth: number, inShared = false): WithAccount[] => {
    if (depth > DEEPEST || isPlain(placed)) return [];
    const properties = propertiesOf(placed);
    const entries = entriesOf(placed);
    const outer = placed.schema === outermost.schema;
    // What has just been created in an account is shared by no other one.
    const shared = inShared || (mayBeShared(placed) && !(outer && creates(operation)));
    return [
      ...(properties.accountId ? [{ shared, outer }] : []),
      ...[...Object.values(properties), ...(entries ? [entries] : [])].flatMap((inner) =>
        below(inner, depth + 1, shared),
      ),
    ];
  };
  return below(resolved({ $ref: schema }, ''), 0);
}

const foundWithAccounts = new Map<Operation, readonly WithAccount[]>();

/** The same, found once: each process begins with it. */
function withAccounts(operation: Operation): readonly WithAccount[] {
  const found = foundWithAccounts.get(operation) ?? findWithAccounts(operation);
  foundWithAccounts.set(operation, found);
  return found;
}

/** Whether a request can say something wrong: with an id, a query or a body. */
const takesInput = (operation: Operation): boolean =>
  operation.body !== undefined || byId(operation) || operation.parameters.some((parameter) => parameter.in === 'query');

/** Sets of operations that general requirements concern, by a property of the operation. */
const selectors: Record<string, (operation: Operation) => boolean> = {
  every: () => true,
  json: answersJson,
  // Also where the shape of the JSON is open; of two answers the specification says that they are a message.
  'json-body': ({ id, success }) =>
    success.schema !== undefined && !['permissions.effective', 'permissions.ofPrincipal'].includes(id),
  'open-reads': ({ method, success }) => method === 'GET' && success.schema === 'open',
  envelope: (operation) => operation.success.schema?.startsWith('responses/') ?? false,
  counted: (operation) => envelope(operation).some((key) => key === 'count' || key === 'totalCount'),
  effect: ({ method, unseen }) => method !== 'GET' && !unseen,
  account: ({ accountHeader }) => accountHeader,
  'no-account': ({ accountHeader }) => !accountHeader,
  'by-id': refusesUnknown,
  // Also writes that list no refusal of callers at all: they are no more everybody's than others.
  'may-forbid': ({ method, errors }) => errors.includes(403) || (method !== 'GET' && !errors.includes(401)),
  'lists-402': ({ errors }) => errors.includes(402),
  // A create would leave a record in an account that nobody cleans up.
  'no-402': (operation) => !operation.errors.includes(402) && !creates(operation),
  'with-body': ({ body }) => body !== undefined && body.schema !== 'open',
  'with-input': takesInput,
  'lists-refusals': (operation) =>
    takesInput(operation) && operation.errors.some((status) => status >= 400 && status < 500),
  'with-account-id': (operation) =>
    withAccounts(operation).some(({ shared, outer }) => !shared || (outer && isList(operation))),
  'with-shared-account-id': (operation) =>
    operation.method === 'GET' && withAccounts(operation).some(({ shared, outer }) => shared || !outer),
  'with-records': answersWithRecords,
  'with-listed-fields': (operation) =>
    answersWithRecords(operation) || (answersJson(operation) && embedsRecords(operation)),
  'with-own-counts': ({ method, success }) =>
    method === 'GET' && ownCounts(Object.keys(recordSchema(success.schema).properties ?? {})).length > 0,
  refers: (operation) =>
    operation.method === 'GET' && answersJson(operation) && (operation.group === 'metrics' || holdsIds(operation)),
  // A key result has an id, too, though its fields do not list it; what is the current user's own is nobody else's.
  'reads-ids': (operation) =>
    operation.method === 'GET' &&
    operation.id !== 'badges.mine' &&
    (operation.group === 'metrics' || ['id', '_id'].some((field) => answersWith(operation, field))),
  // A role has its team only inside of a user.
  embeds: (operation) =>
    operation.method === 'GET' && operation.group !== 'roles' && answersJson(operation) && embedsRecords(operation),
  // A tag is known by its title, which several accounts may have; badges may come with the product.
  'reads-record': (operation) =>
    operation.method === 'GET' &&
    refusesUnknown(operation) &&
    !['dashboards.byTag', 'badges.assignees'].includes(operation.id),
  // The body of an operation that gap 3 leaves open says nothing that could be compared.
  reads: ({ method, success, open }) => method === 'GET' && success.schema !== undefined && open === undefined,
  'reads-described': (operation) =>
    operation.method === 'GET' && answersJson(operation) && operation.open === undefined,
  'read-by-id': (operation) => operation.method === 'GET' && byId(operation) && answersJson(operation),
};

/** What the selectors have chosen: several requirements use each, and every process of a run begins with it. */
const selected = new Map<string, string[]>();

function select(selector: string): string[] {
  const known = selected.get(selector);
  if (known) return known;
  const test = selectors[selector];
  if (!test) throw new Error(`no selector ${selector}; there are ${Object.keys(selectors).join(', ')}`);
  const found = [...operations, ...openOperations].filter(test).map((operation) => operation.id);
  selected.set(selector, found);
  return found;
}

const files = jsonFiles('requirements').map((path) => readJson<Register>(path));

const place = (group: string) => groups.findIndex(({ id }) => id === group);

/** The registers with their titles: those that cross the operation groups first, then one for each group, in its order. */
export const registers: readonly Pick<Register, 'group' | 'title'>[] = files
  .map(({ group, title }) => ({ group, title }))
  .sort((a, b) => place(a.group) - place(b.group));

/** Every requirement of every register. */
export const requirements: readonly Requirement[] = files.flatMap(({ group, requirements: entries }) =>
  entries.map((entry) => ({
    ...entry,
    group,
    operations: typeof entry.operations === 'string' ? select(entry.operations) : entry.operations,
  })),
);

const index = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement with this id; throws when there is none. */
export function requirement(id: string): Requirement {
  const found = index.get(id);
  if (!found) throw new Error(`no requirement ${id}`);
  return found;
}
