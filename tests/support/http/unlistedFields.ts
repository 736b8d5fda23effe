/**
 * Fields of a target's own, and listed ones that are new in every answer. Whoever compares or copies a record must not see
 * them; whoever knows the name of one, such as that of a custom field, can still read it.
 */
import {
  eachObject,
  isDescribed,
  isListedAnywhere,
  isRecord,
  type JsonRecord,
  type Listed,
  operation,
  resolved,
  type Schema,
  volatileAnywhere,
} from '../../../schemas/contract.ts';

/** The conventions name them for every record: they come whatever is selected. */
export const ALWAYS: ReadonlySet<string> = new Set(['id', '_id', 'accountId']);

/** Null counts as absent: there is nothing to hide. */
function hide(object: JsonRecord, name: string): void {
  if (object[name] === null) delete object[name];
  else Object.defineProperty(object, name, { enumerable: false });
}

/** An address without the part that may be signed anew for each answer. */
const withoutQuery = (address: unknown) => (typeof address === 'string' ? address.replace(/[?#].*$/s, '') : address);

/** The listed fields that are new in every answer, with how much of them is; found once, since each object of each answer is asked. */
const volatileFields = new WeakMap<Listed, readonly (readonly [string, true | 'query'])[]>();

function volatileOf(listed: Listed): readonly (readonly [string, true | 'query'])[] {
  const known = volatileFields.get(listed);
  if (known) return known;
  const found = [...listed].flatMap(([name, { schema }]) => {
    const volatile = schema['x-volatile'];
    return volatile ? [[name, volatile] as const] : [];
  });
  volatileFields.set(listed, found);
  return found;
}

function settleField(object: JsonRecord, name: string, volatile: Schema['x-volatile']): void {
  if (volatile === true) hide(object, name);
  else if (volatile === 'query') object[name] = withoutQuery(object[name]);
}

/** Hides or shortens the fields of an object that are new in every answer. */
function settle(object: JsonRecord, listed: Listed | undefined): void {
  if (listed) {
    for (const [name, volatile] of volatileOf(listed)) if (name in object) settleField(object, name, volatile);
  } else for (const name of Object.keys(object)) settleField(object, name, volatileAnywhere(name));
}

/** Hides what is not listed of an object, and notes the names. */
function hideUnlisted(object: JsonRecord, listed: Listed, isEnvelope: boolean, names: Set<string>): void {
  for (const name in object) {
    if (listed.has(name) || ALWAYS.has(name) || (isEnvelope && Array.isArray(object[name]))) continue;
    hide(object, name);
    names.add(name);
  }
}

/** Hides the numbers, texts and flags of a name that nothing in the contract has, in the lists that an envelope adds. */
function hideInFurtherLists(envelope: JsonRecord, listed: Listed): void {
  for (const [name, list] of Object.entries(envelope)) {
    if (listed.has(name)) continue;
    eachObject(list, undefined, (object) => {
      for (const [inner, value] of Object.entries(object))
        if (typeof value !== 'object' && !isListedAnywhere(inner)) hide(object, inner);
    });
  }
}

/**
 * Makes fields that the contract does not list, and those that it marks as volatile, not enumerable, at any depth. Where
 * it leaves the fields of an object open, those go that the target adds elsewhere in the same answer. An envelope may
 * have further lists: it keeps them, and in them what some resource lists.
 */
export function hideUnlistedFields(operationId: string, json: unknown): void {
  const { schema } = operation(operationId).success;
  if (!isDescribed(schema)) return;
  const envelope = schema.startsWith('responses/') ? json : undefined;
  const added = new Set<string>();
  const open: JsonRecord[] = [];
  eachObject(json, resolved({ $ref: `/${schema}` }, ''), (object, listed) => {
    settle(object, listed);
    if (!listed) {
      open.push(object);
      return;
    }
    hideUnlisted(object, listed, object === envelope, added);
    if (object === envelope) hideInFurtherLists(object, listed);
  });
  if (added.size === 0) return;
  for (const object of open) for (const name of Object.keys(object)) if (added.has(name)) hide(object, name);
}

/** The names of all fields of an object, also of the target's own. */
export const allFields = (value: unknown): string[] => (isRecord(value) ? Object.getOwnPropertyNames(value) : []);
