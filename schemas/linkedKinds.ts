/** Which kinds of records are near others: inside of them, named there by their ids, or listed beside them. Section "Resources and their fields". */
import { type Placed, propertiesOf, resolved } from './files.ts';
import { idFields } from './idFields.ts';
import { kinds } from './kinds.ts';
import { kindNamed } from './kindWords.ts';
import { isDescribed, type Operation, operation } from './operations.ts';
import { entriesOf, recordPlaced, resourceOf } from './recordSchema.ts';

/** Records stand inside of others no deeper than this: `links`, `expanded`, the list of the kind. */
const DEEPEST = 3;

/** The kinds that a field is named after: by a word of its own, such as goals, or as one that holds ids, such as ownerId. */
const kindsOf = (field: string): readonly string[] => idFields.get(field)?.of ?? [kindNamed(field) ?? []].flat();

function below(placed: Placed, depth: number): string[] {
  const either = (placed.schema.anyOf ?? []).map((part) => resolved(part, placed.path));
  const entries = entriesOf(placed);
  const fields = Object.entries(propertiesOf(placed));
  const inner = [...fields.map(([, field]) => field), ...(entries ? [entries] : []), ...either];
  return [
    ...fields.flatMap(([name]) => kindsOf(name)),
    ...(depth < DEEPEST ? inner.flatMap((one) => below(one, depth + 1)) : []),
  ];
}

/** The resource that the records of a kind are, where an operation lists them. */
function resourceOfKind(name: string): string | undefined {
  const schema = kinds[name]?.list && operation(kinds[name].list).success.schema;
  return isDescribed(schema) ? resourceOf(recordPlaced(schema)) : undefined;
}

/** The kinds that an operation of a group lists. */
const listedIn = (group: string): string[] =>
  Object.entries(kinds).flatMap(([name, { list }]) =>
    list !== undefined && operation(list).group === group ? [name] : [],
  );

/**
 * The kinds of records that the record in an operation's answer holds or names, and those that operations of its group list,
 * as far as something shows their ids: without the kind of that record itself.
 */
export function linkedKinds({ group, success: { schema } }: Operation): readonly string[] {
  if (!isDescribed(schema)) return [];
  const record = recordPlaced(schema);
  const own = resourceOf(record);
  return [...new Set([...listedIn(group), ...below(record, 1)])].filter(
    (name) =>
      (kinds[name]?.list !== undefined || kinds[name]?.heldBy !== undefined) &&
      (own === undefined || resourceOfKind(name) !== own),
  );
}
