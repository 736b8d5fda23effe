/** Kinds of records: which operations list, read, create and delete them. Keys are those of the fixtures' `ids`. */
import { readJson } from './files.ts';
import type { JsonRecord } from './json.ts';
import { operation } from './operations.ts';

/** A field that the body of a create may have. */
export interface SentField {
  /** Its name in the record, where that is another one. */
  shown?: string;
  /** Free text, which comes back letter for letter. */
  text?: boolean;
  /** The suite makes its values up: where a record that was not sent one shows it, it is that of another record. */
  made?: boolean;
  /** What the service makes of it is open; only it is never that of another record. */
  open?: boolean;
  /** The kind of record whose id it holds. */
  of?: string;
  /** What the body says besides where it is the id of such a record. */
  with?: JsonRecord;
  /** The kind whose records show what it can be: the specification does not, and a create may be refused without it. */
  learntFrom?: string;
}

/**
 * What holds of every kind of record, each by the requirement that states it: reading by id gives the record (`get`), list
 * and read by id agree (`views`), a list without a read by id shows each once (`once`); a created record is answered, stored,
 * listed and kept as it was sent, each create makes one of its own, which takes nothing from another (`own`), texts stay as
 * they are, author and account are right, and the actions are those of the user who asks.
 */
export type Law =
  | 'get'
  | 'views'
  | 'once'
  | 'answer'
  | 'stored'
  | 'listed'
  | 'kept'
  | 'each'
  | 'own'
  | 'text'
  | 'author'
  | 'account'
  | 'actions';

export interface Kind {
  /** What messages call it. */
  title: string;
  /**
   * The most records of it that a run is to leave behind, since no operation deletes them: half as many again as on the bundled
   * server, or more, since in the place of what a target refuses something else is tried.
   */
  mostLeft?: number;
  /** Name of the field that holds the id. */
  id: string;
  /** Name of the path parameter that holds the id, where an operation has one. */
  parameter?: string;
  /** Kinds whose ids it has, where its records are those of other kinds. */
  of?: readonly string[];
  /** The resource that stands for its record inside of others, where that has a name of its own. */
  summary?: string;
  /** Two accounts may rightly share its records: people, and what comes with the product. */
  shared?: true;
  /** A record of another account may rightly be found under the same id: it comes with the product, or the id is a word. */
  everywhere?: true;
  /** No two of its records need be taken with one name. */
  uniqueName?: true;
  /** Kinds without all of which the account has none of it, where these are not itself. */
  needs?: readonly string[];
  /** Kinds by the names of types that paths have for them. */
  types?: Readonly<Record<string, string>>;
  /** Keys of the fixtures that give its ids, where that is not its name under `ids`. */
  fixtures?: readonly string[];
  /** Names of fields that hold ids of it, in whatever record. */
  heldBy?: readonly string[];
  /** Kinds whose records name it, each with the path of the field; the path is empty where texts may name others as well. */
  namedBy?: Readonly<Record<string, string>>;
  /** The operation that answers for one of its ids if there is such a record, where it has neither a list nor a read by id. */
  shownBy?: string;
  /** Ids in other records may be of records that are no more: nothing says that such a reference is kept whole. */
  loose?: true;
  /** Ids of operations. */
  list?: string;
  get?: string;
  create?: string;
  delete?: string;
  /** Takes away what a user has attached to a record, where the record may not be deleted with it. */
  release?: string;
  /** Fields by which a rule on its records is seen: where no record of a whole list shows one, the rule does not show. */
  telling?: readonly string[];
  /** Key of the fixtures' `bodies` that the list operation may be sent, as the operation says. */
  listBody?: string;
  /** Field by which a record that the suite made is known again. */
  marker?: string;
  /** The field of a create's body that says whom the record is for: other users need not be shown it. */
  audience?: string;
  /** The field of a create's body that names the author, who may be another user than the one who sends it. */
  author?: string;
  /** Each record has an access of its own: whether another user is shown it is open. */
  ownAccess?: true;
  /** Fields that the body of the create may have and the record shows. */
  sent?: Readonly<Record<string, SentField>>;
  /** Ids of the requirements that state the laws of the kind. */
  laws?: Readonly<Partial<Record<Law, string>>>;
}

const withBody = (kind: Kind): Kind => {
  const listBody = kind.list && operation(kind.list).fixtureBody;
  return listBody ? { ...kind, listBody } : kind;
};

export const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries(readJson<Record<string, Kind>>('kinds.json')).map(([name, kind]) => [name, withBody(kind)]),
);

/** The kind with this name; throws when there is none. */
export function kind(name: string): Kind {
  const found = kinds[name];
  if (!found) throw new Error(`no kind ${name}; there are ${Object.keys(kinds).join(', ')}`);
  return found;
}

/** The kind whose records a resource describes: resources are named after kinds. Undefined where it is of no kind. */
export const kindOfResource = (resource: string): string | undefined =>
  Object.keys(kinds).find((name) => name === resource || kinds[name]?.summary === resource);

/** The kind of record that an operation creates; undefined where it creates none. */
export const kindCreated = (operationId: string): string | undefined =>
  Object.keys(kinds).find((name) => kinds[name]?.create === operationId);
