/** Texts in the place of records: a type name may stand there, the name of the record may not. Section "Resources / Conventions". */
import {
  eachObject,
  entriesOf,
  kindOfResource,
  kinds,
  type Operation,
  type Placed,
  recordPlaced,
  resolved,
  resourceOf,
} from '../../schemas/contract.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import type { Answer } from '../support/http/client.ts';
import { readKind } from '../support/lists/readList.ts';
import { strings } from '../support/records/answers.ts';

/** The texts that answers show in the place of records of one kind, under one name. */
export interface TextsInPlace {
  kind: string;
  field: string;
  texts: ReadonlySet<string>;
}

/** What a record is called. That its id may not stand there is not said as plainly. */
const NAMES = ['name', 'title', 'displayName', 'firstName', 'lastName'];

/** The kind of record that a field embeds, one or a list of them; undefined where it embeds none. */
function embeddedKind(field: Placed): string | undefined {
  const entries = entriesOf(field);
  const resource = resourceOf(field) ?? (entries && resourceOf(entries));
  return resource === undefined ? undefined : (kindOfResource(resource) ?? resource);
}

/**
 * The texts in the place of records in successes of an operation, by kind and field: in the outermost records alone, since what
 * stands inside of others may say less.
 */
export function textsInPlace({ success }: Operation, answers: readonly unknown[]): TextsInPlace[] {
  const found = new Map<string, { kind: string; field: string; texts: Set<string> }>();
  const note = (value: unknown, field: string, placed: Placed) => {
    const texts = strings([value].flat());
    const kind = texts.length > 0 ? embeddedKind(placed) : undefined;
    if (kind === undefined) return;
    const place = found.get(`${kind} ${field}`) ?? { kind, field, texts: new Set<string>() };
    for (const text of texts) place.texts.add(text);
    found.set(`${kind} ${field}`, place);
  };
  if (success.schema === undefined) return [];
  const placed = resolved({ $ref: `/${success.schema}` }, '');
  const outermost = recordPlaced(success.schema).schema;
  for (const json of answers)
    eachObject(json, placed, (object, listed, of) => {
      if (of?.schema !== outermost) return;
      for (const [field, inner] of listed ?? []) note(object[field], field, inner);
    });
  return [...found.values()];
}

/**
 * What shows that texts are no type names: they differ, and several of them are what records of the kind are called.
 * @param known names of the records of that kind
 */
export function namesProblem({ field, texts }: TextsInPlace, known: ReadonlySet<string>): Wrong | undefined {
  const names = [...texts].filter((text) => known.has(text));
  if (names.length < 2) return undefined;
  const message = `${field} shows records as their names: only a type name may stand in the place of a record`;
  return { message, expected: 'records, or the name of their type', received: names, places: [field] };
}

/** What is wrong with texts in the place of records. Lists are only read where such texts differ. */
export async function namesInPlace(
  t: Context,
  operation: Operation,
  answers: readonly Answer[],
): Promise<Wrong | undefined> {
  const places = textsInPlace(
    operation,
    answers.map(({ json }) => json),
  );
  for (const place of places.filter(({ texts }) => texts.size > 1)) {
    const { list } = kinds[place.kind] ?? {};
    if (list === undefined || !t.offers(list)) continue;
    const { items } = await unlessUntested(readKind(t, place.kind), { items: [] });
    const known = new Set(strings(items.flatMap((item) => NAMES.map((name) => item[name]))));
    const wrong = namesProblem(place, known);
    if (!wrong) continue;
    const shows = ({ json }: Answer) => textsInPlace(operation, [json]).some(({ field }) => field === place.field);
    const exchange = answers.find(shows);
    return { ...wrong, ...(exchange && { exchange }) };
  }
  return undefined;
}
