/**
 * The schemas of records inside other records. There a type name may take the place of any nested object, so they follow
 * from the schemas of the records by themselves. Section "Resources and their fields / Conventions".
 */
import { jsonFiles, readJson } from './files.ts';
import { isRecord, type JsonRecord } from './json.ts';

const FOLDER = 'resources/';
const EMBEDDED = `${FOLDER}embedded.json`;
/** Beside the resources, so that their references to each other hold here, too. */
const PARTS = 'embedded/';
/** Records that the specification shows inside of others alone. Sections "Team (embedded)", "Goal (as embedded …)". */
const INSIDE_ALONE = ['goal', 'team'].map((name) => `${FOLDER}${name}.json`);
const TYPE_NAME = { $ref: `../${EMBEDDED}#/$defs/typeName` };

/** Whether a schema is that of an object, here or in another file; the list of embedded records allows names itself. */
const isNested = ({ type, $ref }: JsonRecord): boolean =>
  type === 'object' || (typeof $ref === 'string' && /\.json/.test($ref) && !$ref.startsWith('embedded.json'));

/** Whether a schema is that of a list of such objects. */
const isListOfNested = ({ type, items }: JsonRecord): boolean =>
  type === 'array' && isRecord(items) && (items.anyOf !== undefined || items.$ref !== undefined);

/**
 * The schema with a type name allowed in the place of each object below it.
 * @param lists whether one may also stand in the place of a list of such
 */
function withTypeNames(schema: unknown, isRoot: boolean, lists: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => withTypeNames(inner, false, lists));
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).map(([key, inner]) => [key, withTypeNames(inner, false, lists)]);
  const rest: JsonRecord = Object.fromEntries(entries);
  return (isNested(rest) || (lists && isListOfNested(rest))) && !isRoot ? { anyOf: [rest, TYPE_NAME] } : rest;
}

/** References to embedded records lead back to their list of names. */
const backToNames = (text: string): string => text.replaceAll('"$ref":"embedded.json', `"$ref":"../${EMBEDDED}`);

/** Schemas by their paths below `schemas/`: one for each embedded record, and the list that names them. */
export function embeddedSchemas(): Record<string, JsonRecord> {
  const records = jsonFiles('resources').filter((path) => path !== EMBEDDED);
  const inside = records.flatMap((path): [string, JsonRecord][] => {
    const named = (lists: boolean) =>
      JSON.parse(backToNames(JSON.stringify(withTypeNames(readJson<JsonRecord>(path), true, lists))));
    const inside: [string, JsonRecord] = [path.replace(FOLDER, PARTS), named(true)];
    return INSIDE_ALONE.includes(path) ? [inside, [path, named(false)]] : [inside];
  });
  const names = JSON.stringify(readJson(EMBEDDED)).replaceAll(/"\$ref":"(\w+\.json)"/g, `"$ref":"../${PARTS}$1"`);
  return { ...Object.fromEntries(inside), [EMBEDDED]: JSON.parse(names) };
}
