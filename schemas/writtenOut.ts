/** Fields that write out the records whose ids stand in another field beside them (`x-ids-beside` of the resources). */
import { jsonFiles, readJson } from './files.ts';

interface Resource {
  properties?: Readonly<Record<string, { 'x-ids-beside'?: string }>>;
}

/** The field with the ids by the name of the field that writes the records out. */
export const writtenOut: Readonly<Record<string, string>> = Object.fromEntries(
  jsonFiles('resources').flatMap((path) =>
    Object.entries(readJson<Resource>(path).properties ?? {}).flatMap(([name, { 'x-ids-beside': beside }]) =>
      beside === undefined ? [] : [[name, beside]],
    ),
  ),
);
