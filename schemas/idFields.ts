/**
 * Fields that hold ids of other records, by name: those that a kind is held by, and those that a resource marks. The mark
 * `x-id-of` lists the kinds that its ids may be of; teams, which no operation lists, are one of them.
 */
import { jsonFiles, readJson } from './files.ts';
import { isRecord } from './json.ts';
import { kinds } from './kinds.ts';

export interface IdField {
  /** The kinds of which the ids may be. */
  of: readonly string[];
  /** Whether the specification says that it holds ids: by its name, or in words. Elsewhere a name of somebody may do. */
  isStated: boolean;
}

/** The marks of fields below a schema. */
function marked(schema: unknown): (readonly [field: string, of: readonly string[]])[] {
  if (!isRecord(schema)) return [];
  const own = Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, field]) => {
    const of = isRecord(field) ? field['x-id-of'] : undefined;
    return Array.isArray(of) ? [[name, of] as const] : [];
  });
  return [...own, ...Object.values(schema).flatMap(marked)];
}

/** Whether a field of this name holds ids of a kind that an operation lists, or of goals, which key results name. */
export const namesListed = (field: string): boolean =>
  idFields.get(field)?.of.some((name) => name === 'goal' || kinds[name]?.list !== undefined) === true;

/** What each field that holds ids may hold, by its name. */
export const idFields: ReadonlyMap<string, IdField> = new Map([
  ...Object.entries(kinds).flatMap(([name, { heldBy = [] }]) =>
    heldBy.map((field): [string, IdField] => [field, { of: [name], isStated: /Ids?$/.test(field) }]),
  ),
  ...jsonFiles('resources')
    .flatMap((path) => marked(readJson(path)))
    .map(([field, of]): [string, IdField] => [field, { of, isStated: true }]),
]);

/** Whether a field of this name holds ids of other records: of a kind or, as accountId does, of anything else. */
export const holdsIds = (field: string): boolean => idFields.has(field) || /.Ids?$/.test(field);
