/** Which records to look at where not all can be: those that a target may treat in different ways. Pure functions. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { sample } from '../values/sample.ts';

/** Texts of a field that has so few of them are words for a sort of record, such as a status. */
const MOST_WORDS = 6;

/** The fields whose texts are words, by the few that they have. */
function wordFields(records: readonly JsonRecord[]): ReadonlySet<string> {
  const texts = new Map<string, Set<string>>();
  for (const record of records)
    for (const [field, value] of Object.entries(record))
      if (typeof value === 'string' && value !== '') texts.set(field, (texts.get(field) ?? new Set()).add(value));
  const few = [...texts].filter(([, { size }]) => size > 1 && size <= MOST_WORDS && size * 2 <= records.length);
  return new Set(few.map(([field]) => field));
}

/** What tells values of one field apart that a target may treat in different ways. */
function trait(value: unknown, isWord: boolean): string {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return ['none', 'one'][value.length] ?? 'several';
  if (typeof value === 'number') return `${Math.sign(value)} ${Number.isInteger(value)}`;
  if (typeof value === 'string' && isWord) return `word ${value}`;
  return value === '' ? 'empty' : typeof value;
}

/** How long the longest list of each field is, where one has more than two entries: what cuts a list, or reads one source of several, shows there. */
function longestLists(records: readonly JsonRecord[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const record of records)
    for (const [field, value] of Object.entries(record))
      if (Array.isArray(value) && value.length > 2) most.set(field, Math.max(most.get(field) ?? 0, value.length));
  return most;
}

/** What each record has and what is true of it; that another one has its name, and that its list is the longest, too. */
function traitsOf(records: readonly JsonRecord[]): Map<JsonRecord, readonly string[]> {
  const words = wordFields(records);
  const longest = longestLists(records);
  const named = new Map<unknown, number>();
  for (const { name } of records) named.set(name, (named.get(name) ?? 0) + 1);
  return new Map(
    records.map((record) => {
      const shares = record.name !== undefined && (named.get(record.name) ?? 0) > 1;
      const traits = Object.entries(record).flatMap(([field, value]) => {
        const isLongest = Array.isArray(value) && value.length === longest.get(field);
        return [`${field} ${trait(value, words.has(field))}`, ...(isLongest ? [`${field} longest`] : [])];
      });
      return [record, shares ? [...traits, 'a name that another has'] : traits];
    }),
  );
}

/** Up to so many records: two in three such as differ most in their traits from those before, the rest from all over. */
export function varied(records: readonly JsonRecord[], count: number): JsonRecord[] {
  if (records.length <= count) return [...records];
  const traits = traitsOf(records);
  const seen = new Set<string>();
  const chosen = new Set<JsonRecord>();
  const news = (record: JsonRecord) => traits.get(record)?.filter((one) => !seen.has(one)).length ?? 0;
  while (chosen.size < Math.floor((count * 2) / 3)) {
    const next = records.reduce((best, record) => (news(record) > news(best) ? record : best));
    if (news(next) === 0) break;
    for (const one of traits.get(next) ?? []) seen.add(one);
    chosen.add(next);
  }
  const others = records.filter((record) => !chosen.has(record));
  return [...chosen, ...sample(others, count - chosen.size)];
}
