/** Compiled validators of the contract's JSON Schemas (draft 2020-12), each compiled when it is first asked for. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { embeddedSchemas } from './embedded.ts';
import { jsonFiles, readJson } from './files.ts';

const BASE = 'https://goal-conformance.invalid/schemas/';
const FOLDERS = ['resources', 'requests', 'responses', 'suite'];

let ajv: Ajv2020 | undefined;

/** One ajv with every schema of the contract, keyed by its place so that relative `$ref`s resolve. */
function instance(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: true, allowUnionTypes: true, multipleOfPrecision: 8, allErrors: false });
  addFormats.default(ajv);
  // Facts for the suite, not for validation: a field that may be new in every answer; requirements that a fixture opens.
  ajv.addVocabulary(['x-volatile', 'x-opens', 'x-sent-by']);
  const read = FOLDERS.flatMap(jsonFiles).map((path): [string, object] => [path, readJson<object>(path)]);
  for (const [path, schema] of Object.entries({ ...Object.fromEntries(read), ...embeddedSchemas() }))
    ajv.addSchema(schema, BASE + path);
  return ajv;
}

/** A schema of the contract; `path` as in `resources/kpiGroup.json`, with an optional JSON pointer behind `#`. */
export function validator(path: string): ValidateFunction {
  const found = instance().getSchema(BASE + path);
  if (!found) throw new Error(`no schema ${path}`);
  return found;
}

/** What is wrong with a value, or undefined. `at` is a JSON pointer into the value. */
export interface SchemaProblem {
  at: string;
  expected: string;
  received: unknown;
}

/** The first way in which `value` breaks the schema at `path`, narrowed to the place where it does. */
export function problem(path: string, value: unknown): SchemaProblem | undefined {
  const validate = validator(path);
  if (validate(value)) return undefined;
  const errors = validate.errors ?? [];
  const deepest = errors.reduce(
    (a, b) => (b.instancePath.length > a.instancePath.length ? b : a),
    errors[0] as never,
  ) as { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> } | undefined;
  const at = deepest?.instancePath ?? '';
  return { at, expected: deepest?.message ?? 'a valid value', received: valueAt(value, at) };
}

function valueAt(value: unknown, pointer: string): unknown {
  let current = value as Record<string, unknown> | undefined;
  for (const part of pointer.split('/').slice(1)) {
    current = current?.[part.replaceAll('~1', '/').replaceAll('~0', '~')] as typeof current;
  }
  return current;
}
