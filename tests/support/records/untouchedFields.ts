/** What a write has left of a record that it names and does not change. Pure functions. Section "States and transitions". */
import { isRecord, type JsonRecord, kind, type Placed, propertiesOf } from '../../../schemas/contract.ts';
import { entryOf, placedRecord } from '../lists/shapes.ts';
import { keyOf } from './answers.ts';

/** Fields that follow from others, from who asks, or from any change: the write, or somebody else, may rightly move them. */
const FOLLOWING: ReadonlySet<string> = new Set([
  ...['dateUpdated', 'dateModified', 'modifiedById', 'lastValueChange'],
  ...['currentUserAllowedActions', 'isOwner', 'favorite'],
]);

const isShown = (value: unknown): boolean => (value ?? '') !== '';
const keyed = (one: unknown): unknown => (isRecord(one) ? keyOf(one) : one);

/** Of a list, the entries that it had. What a record that stands for another one shows may be worked out from that. */
function entriesLeft(entry: Placed, was: readonly unknown[], now: readonly unknown[]): unknown[] {
  const found = new Map(now.map((one) => [keyed(one), one]));
  const isOwn = !entry.schema.anyOf && found.size === now.length;
  return was.flatMap((one) => {
    const key = keyed(one);
    if (!found.has(key)) return [];
    return isOwn && isRecord(one) && typeof key === 'string' ? [[key, left(entry, one, found.get(key), [])]] : [key];
  });
}

/** Of an object its listed fields that it had, of a list the entries that it had: others may add some meanwhile. */
function left(placed: Placed, was: unknown, now: unknown, moved: readonly string[]): unknown {
  if (Array.isArray(was)) return entriesLeft(entryOf(placed), was, Array.isArray(now) ? now : []);
  if (!isRecord(was)) return now;
  const own = Object.entries(propertiesOf(placed)).filter(
    ([name]) => isShown(was[name]) && !FOLLOWING.has(name) && !moved.includes(name),
  );
  const rest = isRecord(now) ? now : {};
  return Object.fromEntries(own.map(([name, inner]) => [name, left(inner, was[name], rest[name], [])]));
}

/**
 * What is left of what a record was: its listed fields that are its own, as far as it had them.
 * @param moved the fields that the write is about
 */
export const untouchedFields = (
  kindName: string,
  was: JsonRecord,
  now: JsonRecord,
  moved: readonly string[],
): JsonRecord => left(placedRecord(kind(kindName).get as string), was, now, moved) as JsonRecord;
