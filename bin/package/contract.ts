/** `goal-conformance/contract`: operations, requirements, JSON Schemas, validators and the types of all records. */
import { jsonFiles, readJson } from '../../schemas/files.ts';

/** Paths of the JSON Schemas, as `validator` and `problem` take them. */
export const schemaPaths: readonly string[] = ['resources', 'requests', 'responses', 'suite'].flatMap(jsonFiles);

/** A JSON Schema by its path. Its references to other schemas are relative to that path. */
export const jsonSchema = (path: string): object => readJson<object>(path);

export {
  type Group,
  groups,
  type Operation,
  openOperations,
  operation,
  operations,
} from '../../schemas/operations.ts';
export { type Requirement, requirement, requirements } from '../../schemas/requirements.ts';
export type * from '../../schemas/types.ts';
export { problem, type SchemaProblem, validator } from '../../schemas/validators.ts';
