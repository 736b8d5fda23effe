/** Reads the field lists of the specification: `id, name (strings); formatting {prefix string, size integer}; tags (tag[])`. */
import { clausesIn, split } from './text.ts';

export interface ListedField {
  /** As `projections[].note.gif.id`. */
  path: string;
  /** The type that the list gives it, if any: string, boolean, integer, number, or one of them with `[]`. */
  type?: string;
}

export interface FieldList {
  fields: ListedField[];
  /** What the list says besides names and types, with the field that it is said of. */
  remarks: { of: string; text: string }[];
}

const TYPE =
  /^(?:all )?(string|boolean|integer|number|object|assignee summary|tag|setting|user|role|team|metric|access)(\[\])?(s)?(?:$|,? )/;
const ITEM = /^(?<name>\w+(?:\.\w+)*)(?<list>\[\])?(?: (?<fields>\{.*?\}))?(?: ?(?<said>\([^)]*\)|[a-z]+(?:\[\])?))?$/;

/** The type that words give, whether it is that of all fields before, too, and what else they say. */
function typeIn(words: string): { type?: string; all: boolean; rest: string } {
  const [whole = '', name, list = '', plural] = TYPE.exec(words) ?? [];
  const all = plural !== undefined || words.startsWith('all ');
  return { ...(name && { type: name + list }), all, rest: words.slice(whole.length) };
}

/** The fields between commas; undefined where the text is no such list. */
export function itemsIn(text: string, above: string, remarks: FieldList['remarks']): ListedField[] | undefined {
  const found: { path: string; type?: string; below: ListedField[] }[] = [];
  for (const item of split(text, (rest) => /^(,| and )/.exec(rest)?.[0].length ?? 0)) {
    const { name, list = '', fields, said = '' } = ITEM.exec(item.replace(/^(\w+): (.*)$/, '$1 ($2)'))?.groups ?? {};
    if (name === undefined) return undefined;
    const path = above + name + list;
    const below = fields === undefined ? [] : itemsIn(fields.slice(1, -1), `${path}.`, remarks);
    if (below === undefined) return undefined;
    found.push({ path, below });
    readSaid(said.replace(/^\(|\)$/g, ''), found, remarks);
  }
  return found.flatMap(({ path, type, below }) => (below.length > 0 ? below : [{ path, ...(type && { type }) }]));
}

/** Takes in what stands behind a field: a type of it or of all before it, fields that all have, or a remark. */
function readSaid(
  said: string,
  found: { path: string; type?: string; below: ListedField[] }[],
  remarks: FieldList['remarks'],
): void {
  const last = found.at(-1);
  if (last === undefined || said === '') return;
  const each = /^each \{(.*)\}$/.exec(said)?.[1];
  if (each !== undefined) {
    for (const one of found) one.below = itemsIn(each, `${one.path}.`, remarks) ?? [];
    return;
  }
  const { type, all, rest } = typeIn(said);
  if (type !== undefined) for (const one of all ? found : [last]) one.type ??= type;
  if (rest !== '' && rest !== 'below') remarks.push({ of: last.path, text: rest });
}

/** Words before a list that say where its fields are found. */
const BEFORE = /^(?:[A-Za-z][\w' -]*: |.*\b(?:also|carries) )/;

/** The fields of one clause; undefined where it lists none. */
function fieldList(clause: string): FieldList | undefined {
  if (/\bnot shown$/.test(clause)) return undefined;
  const before = BEFORE.exec(clause)?.[0] ?? '';
  const remarks: FieldList['remarks'] = [];
  const fields = itemsIn(clause.slice(before.length), '', remarks);
  if (fields === undefined) return undefined;
  if (before !== '') remarks.unshift({ of: fields[0]?.path ?? '', text: before.trim() });
  return { fields, remarks };
}

/** The fields of all clauses of a text, and the clauses that list none. */
export function fieldListsIn(text: string): FieldList & { prose: string[] } {
  const prose: string[] = [];
  const lists = clausesIn(text).flatMap((clause) => {
    const list = fieldList(clause);
    if (list === undefined) prose.push(clause);
    return list ?? [];
  });
  return { fields: lists.flatMap((one) => one.fields), remarks: lists.flatMap((one) => one.remarks), prose };
}
