/** Compares the fields that the specification lists with those of the schemas. */
import { type Placed, propertiesOf, readJson, resolved, type Schema } from '../../../../schemas/contract.ts';
import type { ContractResource } from '../../documents/coverage/fields.ts';
import type { ListedField } from './fieldLists.ts';

/** Fields by heading, as `KPI`. */
export type Listed = ReadonlyMap<string, readonly ListedField[]>;

const plain = (path: string) => path.replace(/\[\]$/, '');

/** What a schema holds under one step, through lists, references and alternatives. */
function step({ schema, path }: Placed, name: string): Placed[] {
  if (schema.items !== undefined) return step(resolved(schema.items, path), name);
  const options = (schema.anyOf ?? []).flatMap((part) => step(resolved(part, path), name));
  const found = propertiesOf({ schema, path })[name];
  return found === undefined ? options : [found, ...options];
}

/** The schemas that a path leads to within a resource. */
const at = (name: string, path: string): Placed[] =>
  plain(path)
    .replaceAll('[]', '')
    .split('.')
    .reduce<Placed[]>(
      (places, part) => places.flatMap((one) => step(one, part)),
      [{ schema: readJson<Schema>(`resources/${name}.json`), path: `resources/${name}.json` }],
    );

const PLAIN = /^(string|boolean|integer|number|object)\b/;

/**
 * Whether a type that the specification names is that of the contract. `setting[]` is a list of setting entries, `tag[]`
 * of tags with or without counts; one record's name stands for a list where two fields are listed together.
 */
export function agrees(listed: string, type = ''): boolean {
  const isSame = type.toLowerCase().startsWith(listed.replace('[]', ''));
  const isList = type.endsWith('[]');
  return isSame && (isList === listed.endsWith('[]') || (isList && !PLAIN.test(listed)));
}

/** Fields that a clause of prose names, not a list. */
const IN_WORDS = ['assignedBadgeWithBadge.badge'];

/** What is wrong with one heading's fields: listed and not in a schema, of another type, or in a schema and not listed. */
function ofHeading(heading: string, listed: readonly ListedField[], all: readonly ContractResource[]): string[] {
  const own = all.filter((one) => one.heading === heading);
  const where = `schemas/resources/${own.map(({ name }) => `${name}.json`).join(' or ')}`;
  const problems = listed.flatMap(({ path, type }) => {
    if (!own.some(({ name }) => at(name, path).length > 0)) return [`${where} has no ${path}, which ${heading} lists`];
    const held = own.flatMap(({ fields }) => fields.filter((field) => field.path === plain(path)));
    const wrong = type !== undefined && held.length > 0 && !held.some((field) => agrees(type, field.type));
    return wrong ? [`${where}: ${path} is ${held[0]?.type ?? 'open'}, and ${heading} lists it as ${type}`] : [];
  });
  const covers = (path: string) =>
    listed.some(
      (one) =>
        [path, `${path}[]`].includes(one.path) ||
        path.startsWith(`${plain(one.path)}.`) ||
        path.startsWith(`${plain(one.path)}[]`) ||
        one.path.startsWith(`${path}.`) ||
        one.path.startsWith(`${path}[]`),
    );
  const unlisted = own.flatMap(({ name, fields }) =>
    fields
      .filter(({ path }) => !covers(path) && !IN_WORDS.includes(`${name}.${path}`))
      .map(({ path }) => `schemas/resources/${name}.json has ${path}, which ${heading} does not list`),
  );
  return [...problems, ...unlisted];
}

/** Everything that the schemas and the lists do not have alike. */
export function fieldProblems(listed: Listed, all: readonly ContractResource[]): string[] {
  const headings = new Set([...listed.keys(), ...all.map(({ heading }) => heading)]);
  return [...headings].flatMap((heading) => ofHeading(heading, listed.get(heading) ?? [], all));
}
