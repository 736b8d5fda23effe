/** The operations of the contract, read from `operations/*.json` (OpenAPI 3.1 path items, one file per group). */
import { jsonFiles, readJson } from './files.ts';

/** How each of the things that a parameter can mean may be written, where the specification leaves that open. */
export type Spellings = Readonly<Record<string, readonly string[]>>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  spellings?: Spellings;
  /** Kind of record that a path parameter names, as in the fixtures' `ids`. */
  idKind?: string;
  /** Kind of records of which a query parameter takes ids, with commas between them. */
  idsKind?: string;
  /** The values that the specification enumerates, if it does. */
  values?: readonly string[];
  /** A value that it may have. */
  example?: string;
}

export interface Operation {
  /** `<group>.<verb>`, stable. */
  id: string;
  group: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template below the base URL, with `{name}` segments. */
  path: string;
  summary: string;
  /** Section of the specification. */
  section: string;
  parameters: readonly Parameter[];
  /** Whether the operation lists the header `service-accountId`. */
  accountHeader: boolean;
  /** Status of success, and the path of its schema; `open` means JSON of open shape, undefined that no body is listed. */
  success: { status: number; schema?: string };
  /** Error codes that the operation lists. */
  errors: readonly number[];
  /** Schema of the request body; `open` where the specification leaves it open. */
  body?: { schema: string; required: boolean };
  deprecated: boolean;
  /** Changes what the suite cannot restore (setting ALLOW_DESTRUCTIVE). */
  destructive: boolean;
  /** No operation shows the effect of this write. */
  unseen: boolean;
  /** The answer to an unknown id may rightly be that there is nothing. */
  mayBeEmpty: boolean;
  /**
   * Its answers may name the same ids in every account: of records or principals that come with the product, or of the
   * caller, where ids are unique within an account alone.
   */
  commonIds: boolean;
  /** Key of the fixtures' `bodies` that it may or must be sent. */
  fixtureBody?: string;
  /** Kind without which it has nothing to act on, where no path parameter names one. Its 404 is then right. */
  needs?: string;
  /** Numbers of the gaps in section "Operations and shapes left open". */
  gaps: readonly number[];
  /** Key of the fixtures' `openOperations` that says method and path, where the specification shows none (gap 3). */
  open?: string;
}

export interface Group {
  id: string;
  title: string;
  section: string;
}

interface Media {
  content?: Record<string, { schema: { $ref?: string } }>;
}
interface PathItemOperation {
  operationId: string;
  summary: string;
  parameters?: RawParameter[];
  requestBody?: Media & { required?: boolean };
  responses: Record<string, Media>;
  deprecated?: boolean;
  'x-gap'?: number[];
  'x-destructive'?: boolean;
  'x-unseen'?: boolean;
  'x-may-be-empty'?: boolean;
  'x-common-ids'?: boolean;
  'x-fixture-body'?: string;
  'x-needs'?: string;
}
interface RawParameter {
  $ref?: string;
  name: string;
  in: Parameter['in'];
  required?: boolean;
  schema?: { enum?: string[]; examples?: string[] };
  example?: string | number;
  'x-id-kind'?: string;
  'x-ids-kind'?: string;
  'x-spellings'?: Spellings;
}
/** Listed without method and path. */
interface OpenItem extends PathItemOperation {
  openOperation: string;
  writes: boolean;
}
interface OperationsFile extends Group {
  group: string;
  open?: OpenItem[];
  paths: Record<string, { parameters?: RawParameter[] } & Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const files = jsonFiles('operations').map((path) => readJson<OperationsFile>(path));
const components = readJson<{
  info: { version: string };
  tags: { name: string }[];
  components: { parameters: Record<string, RawParameter> };
}>('openapi.json');

/** Version of the contract: the requirements of one version do not change (`schemas/frozen.json`). */
export const contractVersion: string = components.info.version;

function parameterOf(raw: RawParameter): Parameter {
  const shared = raw.$ref?.split('/').at(-1);
  const found = shared === undefined ? raw : components.components.parameters[shared];
  if (found === undefined) throw new Error(`schemas/operations: no parameter ${raw.$ref}`);
  const { name, in: place, required = false, schema, 'x-id-kind': idKind, 'x-ids-kind': idsKind } = found;
  const spellings = found['x-spellings'];
  const example = found.example ?? schema?.enum?.[0] ?? schema?.examples?.[0];
  return {
    name,
    in: place,
    required,
    ...(idKind && { idKind }),
    ...(idsKind && { idsKind }),
    ...(schema?.enum && { values: schema.enum }),
    ...(spellings && { spellings }),
    ...(example !== undefined && { example: String(example) }),
  };
}

/** Path of the schema relative to `schemas/`, `open` for one that takes anything, undefined where no body is listed. */
function schemaOf(media: Media | undefined): string | undefined {
  const json = media?.content?.['application/json'];
  return json && (json.schema.$ref?.replace('../', '') ?? 'open');
}

function operationOf(
  file: OperationsFile,
  path: string,
  method: (typeof METHODS)[number],
  item: PathItemOperation,
  shared: RawParameter[],
): Operation {
  const all = [...shared, ...(item.parameters ?? [])].map(parameterOf);
  const statuses = Object.keys(item.responses).map(Number);
  const status = statuses.find((code) => code >= 200 && code < 300);
  if (status === undefined) throw new Error(`schemas/operations: ${item.operationId} lists no success`);
  const schema = schemaOf(item.responses[status]);
  const body = schemaOf(item.requestBody);
  return {
    id: item.operationId,
    group: file.group,
    method: method.toUpperCase() as Operation['method'],
    path,
    summary: item.summary,
    section: file.section,
    parameters: all.filter((parameter) => parameter.in !== 'header'),
    accountHeader: all.some((parameter) => parameter.name === 'service-accountId'),
    success: { status, ...(schema && { schema }) },
    errors: statuses.filter((code) => code >= 300),
    ...(body && { body: { schema: body, required: item.requestBody?.required ?? false } }),
    deprecated: item.deprecated ?? false,
    destructive: item['x-destructive'] ?? false,
    unseen: item['x-unseen'] ?? false,
    mayBeEmpty: item['x-may-be-empty'] ?? false,
    commonIds: item['x-common-ids'] ?? false,
    ...(item['x-fixture-body'] && { fixtureBody: item['x-fixture-body'] }),
    ...(item['x-needs'] && { needs: item['x-needs'] }),
    gaps: item['x-gap'] ?? [],
  };
}

const order = new Map(components.tags.map((tag, index) => [tag.name, index]));

/** The operation groups, in the order of the specification. */
export const groups: readonly Group[] = files
  .map(({ group, title, section }) => ({ id: group, title, section }))
  .sort((a, b) => (order.get(a.id) ?? 99) - (order.get(b.id) ?? 99));

/** Every operation that the specification lists with method and path. */
export const operations: readonly Operation[] = groups.flatMap(({ id }) => {
  const file = files.find((candidate) => candidate.group === id) as OperationsFile;
  return Object.entries(file.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method] as PathItemOperation | undefined;
      return found ? [operationOf(file, path, method, found, item.parameters ?? [])] : [];
    }),
  );
});

/** Operations that the specification lists without them: a method that writes or not stands in, the path is empty. */
export const openOperations: readonly Operation[] = files.flatMap((file) =>
  (file.open ?? []).map((item) => ({
    ...operationOf(file, '', item.writes ? 'put' : 'get', item, []),
    open: item.openOperation,
  })),
);

const byId = new Map([...operations, ...openOperations].map((operation) => [operation.id, operation]));

/** The operation with this id; throws when there is none, since ids are written by us. */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (!found) throw new Error(`no operation ${id}; there are ${[...byId.keys()].join(', ')}`);
  return found;
}

/** Without a limit a list gives at most so many records: shorter answers are not cut. Section "Limits". */
export const DEFAULT_PAGE = 100;

/** Whether the contract describes what an answer or a body holds: where its shape is open, or it is nothing, there is no schema. */
export const isDescribed = (schema: string | undefined): schema is string => schema !== undefined && schema !== 'open';

/** The parameter whose id names the record that an operation is about: the last one. */
export const addressing = ({ parameters }: Operation): { name: string; idKind: string } | undefined =>
  parameters.findLast((parameter): parameter is Parameter & { idKind: string } => Boolean(parameter.idKind));

/** The spellings of the parameter of an operation that has some. */
export const spellingsOf = ({ parameters }: Operation): Spellings =>
  parameters.find(({ spellings }) => spellings !== undefined)?.spellings ?? {};
