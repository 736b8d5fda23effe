/** Fields of which an empty text says that nothing is set: those that hold ids or dates. Section "Resources / Conventions". */
import { jsonFiles, readJson } from './files.ts';
import { holdsIds } from './idFields.ts';
import { isRecord } from './json.ts';

/** The names of fields below a schema that may be a date. */
function datesIn(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const own = Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, field]) =>
    isRecord(field) && [field, ...[field.anyOf ?? []].flat()].some((form) => isRecord(form) && form.format === 'date')
      ? [name]
      : [],
  );
  return [...own, ...Object.values(schema).flatMap(datesIn)];
}

/** Names of fields with the form of a date. */
let days: ReadonlySet<string> | undefined;

/** Whether an empty text in a field of this name is no value: an id of another record, a day or a moment. */
export function isUnsetWhenEmpty(name: string): boolean {
  days ??= new Set([...jsonFiles('resources'), ...jsonFiles('responses')].flatMap((file) => datesIn(readJson(file))));
  return days.has(name) || holdsIds(name) || /^date[A-Z]/.test(name);
}
