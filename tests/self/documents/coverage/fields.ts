/** The fields that the contract's schemas hold, as the specification lists them: each with its path, type and meaning. */
import { jsonFiles, readJson, resolved, type Schema } from '../../../../schemas/contract.ts';

interface Described extends Schema {
  title?: string;
  description?: string;
  $defs?: Record<string, Described>;
}

export interface ContractField {
  /** As `projections[].value`. */
  path: string;
  /** As JSON Schema names it, with `[]` for lists; the title of a resource for an embedded record; undefined when open. */
  type: string | undefined;
  meaning: string;
}

export interface ContractResource {
  /** Name of its file in `schemas/resources/`. */
  name: string;
  title: string;
  /** Heading in the specification, as `KPI`. */
  heading: string;
  fields: readonly ContractField[];
}

/** Heading that the description of a schema names at its end. */
const headingOf = ({ description = '' }: Described) => /Resources \/ (.+)\.$/.exec(description)?.[1] ?? '';

/** Parts of a record that have a file of their own and are listed within it. */
const PARTS = ['closedStatus', 'expandedLinks', 'insightLink', 'kpiProjection'];

/** The resource that a reference leads to, when it leads to a whole one. */
function recordBehind(ref: string): string | undefined {
  const [file = '', hash = ''] = ref.split('#');
  const name = file.split('/').at(-1)?.replace('.json', '') ?? '';
  const embedded = /^\/\$defs\/embedded(\w+)$/.exec(hash)?.[1];
  if (embedded !== undefined)
    return embedded === 'Setting' ? 'settingEntry' : embedded.replace(/^./, (c) => c.toLowerCase());
  return hash === '' && name !== '' && !PARTS.includes(name) ? name : undefined;
}

const titleOf = (name: string): string => readJson<Described>(`resources/${name}.json`).title ?? name;

/** The fields below one place of a schema. */
function below(schema: Described, file: string, path: string, meaning: string): ContractField[] {
  const record = schema.$ref === undefined ? undefined : recordBehind(schema.$ref);
  if (record !== undefined) return [{ path, type: titleOf(record), meaning: schema.description ?? meaning }];
  const said = schema.description ?? meaning;
  const { schema: whole, path: at } = resolved(schema, file) as { schema: Described; path: string };
  const words = schema.description ?? whole.description ?? said;
  if (whole.items !== undefined) {
    return below(whole.items, at, `${path}[]`, words).map((field) =>
      field.path === `${path}[]` ? { ...field, path, type: `${field.type ?? 'any'}[]` } : field,
    );
  }
  const properties = Object.entries(whole.properties ?? {});
  if (properties.length === 0 && whole.allOf === undefined) return [{ path, type: whole.type, meaning: words }];
  const dot = path === '' ? '' : `${path}.`;
  return properties.flatMap(([name, inner]) => below(inner, at, dot + name, ''));
}

/** Fields of the schema in one file, those of a resource that it is made of not among them. */
export const fieldsOf = (file: string): ContractField[] => below(readJson<Described>(file), file, '', '');

/** Every resource with the fields that it has itself, in the order of their files. */
export const resources: readonly ContractResource[] = jsonFiles('resources')
  .map((file) => ({ file, name: file.replace(/^resources\/|\.json$/g, ''), schema: readJson<Described>(file) }))
  .filter(({ name }) => name !== 'embedded' && !PARTS.includes(name))
  .map(({ file, name, schema }) => ({
    name,
    title: schema.title ?? name,
    heading: headingOf(schema),
    fields: fieldsOf(file),
  }));

/** Names of the resources that a schema holds, at whatever depth. */
export function resourcesIn(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = JSON.stringify(readJson(file));
  for (const [, ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const embedded = recordBehind(ref);
    const target = embedded !== undefined && ref.includes('#') ? `resources/${embedded}.json` : undefined;
    const { pathname } = new URL(ref.split('#')[0] ?? '', `file:///${file}`);
    const next = target ?? pathname.slice(1);
    if (next !== 'resources/embedded.json') resourcesIn(next, seen);
  }
  return seen;
}
