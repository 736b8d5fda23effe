/** Compiles the contract's JSON Schemas (draft 2020-12) with ajv: all of them into a file for the build, or one at a time. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { embeddedSchemas } from './embedded.ts';
import { jsonFiles, placesOfKeys, readJson } from './files.ts';

const BASE = 'https://goal-conformance.invalid/schemas/';

interface Fields {
  properties?: object;
  'x-also'?: object;
}

/** A schema that judges the fields which the specification names in another place than the table of the resource, too. */
const withAlso = ({ 'x-also': also, ...schema }: Fields): object =>
  also ? { ...schema, properties: { ...schema.properties, ...also } } : schema;

/** Every schema of the contract by its path relative to `schemas/`. */
function allSchemas(): Readonly<Record<string, object>> {
  const files = ['resources', 'requests', 'responses', 'suite'].flatMap(jsonFiles);
  const schemas: Record<string, Fields> = {
    ...Object.fromEntries(files.map((path) => [path, readJson<Fields>(path)])),
    ...embeddedSchemas(),
  };
  return Object.fromEntries(Object.entries(schemas).map(([path, schema]) => [path, withAlso(schema)]));
}

// Loading ajv takes longer than all that most processes need of it.
const require = createRequire(import.meta.url);

/**
 * An ajv with every schema of the contract, keyed by its place so that relative `$ref`s resolve.
 * @param source whether its validators can be written into a file
 * @param allErrors whether its validators look for more than the first error
 */
function instance({ source = false, allErrors = false }): Ajv2020 {
  const ajv2020 = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const formats = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new ajv2020.Ajv2020({
    strict: true,
    allowUnionTypes: true,
    multipleOfPrecision: 8,
    allErrors,
    code: { source },
  });
  formats.default.default(ajv);
  // Facts for the suite, not for validation: a field that may be new in every answer or that stands beside
  // the ids of what it shows; what a fixture opens, what sends it, and that each record it makes must be a new one.
  ajv.addVocabulary([
    'x-volatile',
    'x-counts',
    'x-place',
    'x-repeats',
    'x-opens',
    'x-sent-by',
    'x-new',
    'x-ids-beside',
    'x-id-of',
    'x-kind-of',
    'x-shown-by',
  ]);
  for (const [path, schema] of Object.entries(allSchemas())) ajv.addSchema(schema, BASE + path);
  return ajv;
}

let ajv: Ajv2020 | undefined;
let thorough: Ajv2020 | undefined;

/** Compiles one schema. @param path as in `resources/kpiGroup.json`, with an optional JSON pointer behind `#` */
export function compile(path: string): ValidateFunction | undefined {
  ajv ??= instance({});
  return ajv.getSchema(BASE + path);
}

/** The same, of a validator that finds every error and takes longer for it. */
export function compileThorough(path: string): ValidateFunction | undefined {
  thorough ??= instance({ allErrors: true });
  return thorough.getSchema(BASE + path);
}

/** What validators are made of: those of other schemas must not be used. */
export function schemasDigest(): string {
  return createHash('sha256').update(JSON.stringify(allSchemas())).digest('hex');
}

/** The places at which values are validated: whole files, and what stands under the keys of an envelope. */
function places(): string[] {
  const inAnswers = jsonFiles('responses').flatMap((path) => placesOfKeys(path).map(([, place]) => place));
  return [...new Set([...Object.keys(allSchemas()), ...inAnswers])];
}

/** The text of a CommonJS module with the digest of the schemas and a validator for each place. @public for bin/build.mjs */
export function standaloneValidators(): string {
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
  const names = places().map((path, i) => [`v${i}`, path] as const);
  const code = standalone.default(
    instance({ source: true }),
    Object.fromEntries(names.map(([name, path]) => [name, BASE + path])),
  );
  const table = names.map(([name, path]) => `${JSON.stringify(path)}: exports.${name}`);
  return `${code};exports.digest = ${JSON.stringify(schemasDigest())};exports.validators = {${table.join(', ')}};\n`;
}
