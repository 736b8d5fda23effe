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

/** Forms of texts that code takes apart, escapes or cuts. */
const FORMS: Readonly<Record<string, RegExp>> = {
  words: /\S\s+\S/,
  'more words': /\S\s+\S+\s+\S/,
  letters: /[^\p{ASCII}]/u,
  signs: /['"&<>\\%+#/]/,
  joined: /\p{L}[-.]\p{L}/u,
  end: /^\s|\s$/,
};

/** What tells values of one field apart that a target may treat in different ways. */
function traits(value: unknown, isWord: boolean): readonly string[] {
  if (typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return [['none', 'one'][value.length] ?? 'several'];
  if (typeof value === 'number') return [`${Math.sign(value)} ${Number.isInteger(value)}`];
  if (typeof value !== 'string') return [typeof value];
  if (isWord) return [`word ${value}`];
  return value === '' ? ['empty'] : ['text', ...Object.keys(FORMS).filter((form) => FORMS[form]?.test(value))];
}

/** What each record has and what is true of it; that another one has its name, and that it has the most to cut, too. */
function traitsOf(records: readonly JsonRecord[]): Map<JsonRecord, readonly string[]> {
  const words = wordFields(records);
  const named = new Map<unknown, number>();
  for (const { name } of records) named.set(name, (named.get(name) ?? 0) + 1);
  const most = longest(records);
  return new Map(
    records.map((record) => {
      const shares = record.name !== undefined && (named.get(record.name) ?? 0) > 1;
      const all = Object.entries(record).flatMap(([field, value]) =>
        traits(value, words.has(field)).map((one) => `${field} ${one}`),
      );
      const place = most.indexOf(record);
      return [
        record,
        [...all, ...(shares ? ['a name that another has'] : []), ...(place < 0 ? [] : [`longest ${place}`])],
      ];
    }),
  );
}

/** Up to so many records: two in three such as differ most in their traits from those before, the rest from all over. */
export function varied(records: readonly JsonRecord[], count: number): JsonRecord[] {
  if (records.length <= count) return [...records];
  const all = traitsOf(records);
  const seen = new Set<string>();
  const chosen = new Set<JsonRecord>();
  const news = (record: JsonRecord) => all.get(record)?.filter((one) => !seen.has(one)).length ?? 0;
  while (chosen.size < Math.floor((count * 2) / 3)) {
    const next = records.reduce((best, record) => (news(record) > news(best) ? record : best));
    if (news(next) === 0) break;
    for (const one of all.get(next) ?? []) seen.add(one);
    chosen.add(next);
  }
  const others = records.filter((record) => !chosen.has(record));
  return [...chosen, ...sample(others, count - chosen.size)];
}

/** The same of values that stand for records, of which some may not be known. */
export function variedBy<T>(values: readonly T[], recordOf: (value: T) => JsonRecord | undefined, count: number): T[] {
  const byRecord = new Map<JsonRecord, T>();
  for (const value of values) {
    const record = recordOf(value);
    if (record && !byRecord.has(record)) byRecord.set(record, value);
  }
  const chosen = varied([...byRecord.keys()], count).map((record) => byRecord.get(record) as T);
  return [
    ...chosen,
    ...sample(
      values.filter((value) => !chosen.includes(value)),
      count - chosen.length,
    ),
  ];
}

/** How many records with the longest lists and texts are looked at. */
const MOST_LONG = 3;

/** How long each list of a record is, and its longest text; lists of texts, such as ids, come first. */
function lengthsOf(record: JsonRecord): [field: string, length: number][] {
  const lists = Object.entries(record).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const isOfTexts = (list: readonly unknown[]) => list.every((entry) => typeof entry === 'string');
  const texts = Object.values(record).map((value) => (typeof value === 'string' ? value.length : 0));
  return [
    ...lists.filter(([, list]) => isOfTexts(list)).map(([field, { length }]): [string, number] => [field, length]),
    ['', Math.max(...texts)],
    ...lists.filter(([, list]) => !isOfTexts(list)).map(([field, { length }]): [string, number] => [field, length]),
  ];
}

/** Records that have the longest list of a field, or the longest text: one view may cut what another shows whole. */
export function longest(records: readonly JsonRecord[]): JsonRecord[] {
  const found = new Map<string, { record: JsonRecord; length: number }>();
  for (const record of records)
    for (const [field, length] of lengthsOf(record))
      if (length > (found.get(field)?.length ?? 1)) found.set(field, { record, length });
  return [...new Set([...found.values()].map(({ record }) => record))].slice(0, MOST_LONG);
}
