/** Kinds of records: which operations list, read, create and delete them. Keys are those of the fixtures' `ids`. */
import { readJson } from './files.ts';

export interface Kind {
  /** What messages call it. */
  title: string;
  /** Name of the field that holds the id. */
  id: string;
  /** Name of the path parameter that holds the id, where an operation has one. */
  parameter?: string;
  /** Ids of operations. */
  list?: string;
  get?: string;
  create?: string;
  delete?: string;
  /** Key of the fixtures' `bodies` that the list operation may be sent. */
  listBody?: string;
  /** Field by which a record that the suite made is known again. */
  marker?: string;
}

export const kinds: Readonly<Record<string, Kind>> = readJson('kinds.json');

/** The kind with this name; throws when there is none. */
export function kind(name: string): Kind {
  const found = kinds[name];
  if (!found) throw new Error(`no kind ${name}; there are ${Object.keys(kinds).join(', ')}`);
  return found;
}
