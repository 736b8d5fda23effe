/** Validators of the contract's JSON Schemas: those that the build compiled, where they are of these schemas. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { compile, compileThorough, schemasDigest } from './compile.ts';
import { projectRoot } from './files.ts';

interface Built {
  digest: string;
  validators: Readonly<Record<string, ValidateFunction>>;
}

/** Where the build writes them. */
const BUILT = join(projectRoot, 'dist/validators.cjs');

function readBuilt(): Built['validators'] {
  const built = existsSync(BUILT) ? (createRequire(import.meta.url)(BUILT) as Built) : undefined;
  return built?.digest === schemasDigest() ? built.validators : {};
}

let validators: Built['validators'] | undefined;

/** A schema of the contract; `path` as in `resources/kpiGroup.json`, with an optional JSON pointer behind `#`. */
export function validator(path: string): ValidateFunction {
  validators ??= readBuilt();
  const found = validators[path] ?? compile(path);
  if (!found) throw new Error(`no schema ${path}`);
  return found;
}

/** What is wrong with a value, or undefined. `at` is a JSON pointer into the value. */
export interface SchemaProblem {
  at: string;
  expected: string;
  received: unknown;
}

/** A JSON pointer with `*` for each index of a list: what is wrong in one record is the same in another one. */
export const placeAt = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** Places that are told of one value. */
const MOST_PLACES = 50;

/**
 * Every place in which `value` breaks the schema at `path`, each once, as `placeAt` writes it. Of what is wrong in several
 * ways the innermost place counts.
 */
export function problemPlaces(path: string, value: unknown): string[] {
  const validate = compileThorough(path);
  if (!validate || validate(value)) return [];
  const places = [...new Set((validate.errors ?? []).map(({ instancePath }) => placeAt(instancePath)))];
  return places.filter((one) => !places.some((other) => other.startsWith(`${one}/`))).slice(0, MOST_PLACES);
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
