/** What the contract says of the form of a success. Sections "Resources and their fields", "Endpoints". */
import {
  envelope,
  isRecord,
  type Operation,
  problem,
  readJson,
  resolved,
  type Schema,
  type SchemaProblem,
} from '../../../schemas/contract.ts';

/** Outer shapes that are right: mostly one; lists of key results and of users may have either of two. */
export function outerShapes(operation: Operation): Schema[] {
  const schema = readJson<Schema>(operation.success.schema as string);
  return schema.anyOf ?? [schema];
}

/** Whether a key of the envelope holds a list: `null` there says that the list is empty. */
export const holdsList = (operation: Operation, key: string): boolean =>
  outerShapes(operation).some(({ properties }) => properties?.[key]?.type === 'array');

/**
 * What breaks the schema of a success, or undefined. The keys of the envelope are judged apart, so that a missing one does
 * not hide a wrong type.
 * @param value the body without nulls
 */
export function typesProblem(operation: Operation, value: unknown): SchemaProblem | undefined {
  const path = operation.success.schema as string;
  if (envelope(operation).length === 0 || !isRecord(value)) return problem(path, value);
  for (const [key, property] of Object.entries(readJson<Schema>(path).properties ?? {})) {
    if (value[key] === undefined) continue;
    const place = property.$ref ? resolved(property, path).path : `${path}#/properties/${key}`;
    const wrong = problem(place, value[key]);
    if (wrong) return { ...wrong, at: `/${key}${wrong.at}` };
  }
  return undefined;
}
