/** The contract as one OpenAPI file that other tools read, with an example of every operation and record. */
import { jsonFiles, readJson } from './files.ts';
import { isRecord, type JsonRecord } from './json.ts';
import { components } from './portableSchemas.ts';

/** What an operation was asked, and what it answered. */
export interface OperationExample {
  /** Values of the parameters in its path, of those that it requires, and of the account's header. */
  parameters: Readonly<Record<string, string>>;
  body?: unknown;
  answer?: unknown;
}

interface RawParameter extends JsonRecord {
  $ref?: string;
  name: string;
  in: string;
  schema?: unknown;
}
interface RawOperation extends JsonRecord {
  operationId: string;
  summary: string;
  parameters?: RawParameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: unknown }> }>;
  'x-gap'?: number[];
}
interface Root extends JsonRecord {
  info: JsonRecord & { description: string };
  components: JsonRecord & { parameters: Record<string, RawParameter>; responses: Record<string, JsonRecord> };
  'x-gaps': Record<string, string>;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

const OPENNESS =
  'Unless a schema lists a field as required, it may be absent. Objects may have fields that no schema lists. An operation names what the specification leaves open about it.';

/** Many tools make an operationId a name in a program: `tasks.create` is tasksCreate. */
const programName = (id: string) => id.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());

/** Without the suite's own facts. */
const published = (value: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')));

/** The parts of a value with their schemas, as far as the schema has any for them. */
function partsOf({ properties, items, anyOf, allOf }: JsonRecord, value: unknown): [schema: unknown, part: unknown][] {
  const alternatives = [anyOf, allOf].filter(Array.isArray).flat();
  const inner = Array.isArray(value) ? value.map((one): [unknown, unknown] => [items, one]) : [];
  const fields = isRecord(properties) && isRecord(value) ? Object.entries(properties) : [];
  return [
    ...alternatives.map((schema): [unknown, unknown] => [schema, value]),
    ...inner,
    ...fields.map(([field, schema]): [unknown, unknown] => [schema, (value as JsonRecord)[field]]),
  ];
}

/** Collects an example of each component that occurs in an answer or a body: the one that says most. */
function exampleFinder(schemas: Readonly<Record<string, JsonRecord>>) {
  const found: Record<string, unknown> = {};
  const size = (value: unknown) => (isRecord(value) ? Object.keys(value).length : 0);
  function look(schema: unknown, value: unknown): void {
    if (!isRecord(schema) || value === undefined || value === null) return;
    for (const [part, inner] of partsOf(schema, value)) look(part, inner);
    if (typeof schema.$ref !== 'string') return;
    const name = schema.$ref.split('/').at(-1) as string;
    if (size(value) >= size(found[name])) found[name] = value;
    look(schemas[name], value);
  }
  return { found, look };
}

/**
 * The contract as an OpenAPI 3.1 document: every operation that has a method and a path, named components alone, no circles.
 * @param examples by id of operation, such as `tasks.create`
 */
export function portableContract(examples: ReadonlyMap<string, OperationExample>): JsonRecord {
  const root = readJson<Root>('openapi.json');
  const { schemas, portable } = components();
  const seen = exampleFinder(schemas);

  const media = (content: Record<string, { schema: unknown }> | undefined, path: string, example: unknown) => {
    const json = content?.['application/json'];
    if (json === undefined) return {};
    const schema = portable(json.schema, path);
    seen.look(schema, example);
    return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
  };

  /** A parameter, or the reference to one, with a value for those in the path. */
  const parameter = (raw: RawParameter, path: string, example: OperationExample | undefined): JsonRecord => {
    if (raw.$ref !== undefined) return { $ref: raw.$ref.replace(/^.*#/, '#') };
    const value = example?.parameters[raw.name] ?? raw.example;
    return { ...published(raw), schema: portable(raw.schema, path), ...(value !== undefined && { example: value }) };
  };

  function operation(raw: RawOperation, shared: RawParameter[], path: string, section: string): JsonRecord {
    const { operationId, summary, requestBody, responses, 'x-gap': gaps = [], parameters, ...rest } = raw;
    const example = examples.get(operationId);
    return {
      operationId: programName(operationId),
      summary: summary.replace(/\.$/, ''),
      description: [
        `Section "${section}". Requirements name this operation \`${operationId}\`.`,
        ...gaps.map((gap) => root['x-gaps'][gap]),
      ].join(' '),
      ...published(rest),
      parameters: [...shared, ...(parameters ?? [])].map((one) => parameter(one, path, example)),
      ...(requestBody && {
        requestBody: {
          ...(requestBody.required !== undefined && { required: requestBody.required }),
          ...media(requestBody.content, path, example?.body),
        },
      }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, { $ref, description, content }]) => [
          status,
          $ref === undefined
            ? { description, ...media(content, path, example?.answer) }
            : { $ref: $ref.replace(/^.*#/, '#') },
        ]),
      ),
    };
  }

  const paths: Record<string, JsonRecord> = {};
  for (const file of jsonFiles('operations')) {
    const { section, paths: own } = readJson<{ section: string; paths: Record<string, JsonRecord> }>(file);
    for (const [path, { parameters: shared = [], ...item }] of Object.entries(own)) {
      const methods = Object.entries(item).filter(([method]) => METHODS.has(method));
      paths[path] = Object.fromEntries(
        methods.map(([method, raw]) => [
          method,
          operation(raw as RawOperation, shared as RawParameter[], file, section),
        ]),
      );
    }
  }
  const { 'x-gaps': _, ...kept } = root;
  const [anyExample] = examples.values();
  return {
    ...kept,
    info: { ...root.info, description: `${root.info.description} ${OPENNESS}` },
    paths: Object.fromEntries(Object.keys(root.paths as object).map((path) => [path, paths[path]])),
    components: {
      ...root.components,
      parameters: Object.fromEntries(
        Object.entries(root.components.parameters).map(([name, raw]) => [
          name,
          parameter(raw, 'openapi.json', anyExample),
        ]),
      ),
      // The body of an error is open.
      responses: Object.fromEntries(
        Object.entries(root.components.responses).map(([status, { description }]) => [status, { description }]),
      ),
      schemas: Object.fromEntries(
        Object.entries(schemas)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([name, schema]) => [name, name in seen.found ? { ...schema, examples: [seen.found[name]] } : schema]),
      ),
    },
  };
}

/** Where the 3.0 form of a file stands: beside it, with `-3.0` in its name. */
export const olderBeside = (file: string): string => `${file.replace(/\.json$/, '')}-3.0.json`;

/**
 * The same in OpenAPI 3.0, for tools that read no other. There a reference stands alone, examples have names, and schemas
 * have none: an `id` in one would be the schema's own name to tools that take them for JSON Schema.
 */
export function asOpenApi30(document: JsonRecord): JsonRecord {
  const { summary: _, license, ...info } = document.info as JsonRecord & { license: JsonRecord };
  return {
    ...(inOpenApi30(document) as JsonRecord),
    openapi: '3.0.3',
    // There a licence has an address instead of an identifier.
    info: { ...info, license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` } },
  };
}

function inOpenApi30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOpenApi30);
  if (!isRecord(value)) return value;
  if (typeof value.$ref === 'string') return { $ref: value.$ref };
  const { example, examples: _, const: constant, ...rest } = value;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, inOpenApi30(inner)])),
    ...(example !== undefined && { examples: { sample: { value: example } } }),
    ...(constant !== undefined && { enum: [constant] }),
  };
}
