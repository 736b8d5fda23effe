/** Conditions for filters, drawn from the records themselves so that they match some of them and not others. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { spread } from '../values/sample.ts';
import { type Field, plainFields } from './fields.ts';
import { type Filter, type Match, matches } from './filters.ts';

export interface Condition {
  filter: Filter;
  field: Field;
  value: string | number | boolean;
}

export interface Counted {
  yes: number;
  no: number;
}

/** How many records surely match, and how many surely do not. */
export function count(filter: Filter, records: readonly JsonRecord[], cased = false): Counted {
  const found = { yes: 0, no: 0 };
  for (const record of records) {
    const match = matches(filter, record, cased);
    if (match !== undefined) found[match ? 'yes' : 'no']++;
  }
  return found;
}

/** Whether a server that ignores the filter, or finds nothing, would be seen. */
export function tells(filter: Filter, records: readonly JsonRecord[], cased = false): boolean {
  const seen = new Set<Match>();
  for (const record of records) {
    seen.add(matches(filter, record, cased));
    if (seen.has(true) && seen.has(false)) return true;
  }
  return false;
}

/** A plain value for each of these fields: `each` of them, the rarest and the most frequent among them. */
export function plainConditions(fields: readonly Field[], records: readonly JsonRecord[], each = 2): Condition[] {
  return fields
    .filter(({ kind }) => kind !== 'time')
    .flatMap((field) =>
      spread(field.values, each)
        .map((value): Condition => ({ filter: { [field.path]: value }, field, value }))
        .filter(({ filter }) => tells(filter, records)),
    );
}

export interface Pair {
  a: Condition;
  b: Condition;
  /** Records that match the one, the other, both. */
  counts: readonly [number, number, number];
}

/** Pairs of conditions on two fields that both match some records, of which neither alone gives the same records. */
export function pairs(operationId: string, records: readonly JsonRecord[], most = 4): Pair[] {
  const conditions = plainConditions(plainFields(operationId, records), records, 6)
    .map((condition) => {
      const matching = new Set(records.filter((record) => matches(condition.filter, record) === true));
      return { condition, matching, yes: matching.size };
    })
    .filter(({ yes }) => yes >= 2)
    .sort((a, b) => b.yes - a.yes)
    .slice(0, 24);
  const found: Pair[] = [];
  for (const [i, a] of conditions.entries()) {
    for (const b of conditions.slice(i + 1)) {
      if (a.condition.field.path === b.condition.field.path) continue;
      let both = 0;
      for (const record of b.matching) if (a.matching.has(record)) both++;
      if (both > 0 && both < a.yes && both < b.yes)
        found.push({ a: a.condition, b: b.condition, counts: [a.yes, b.yes, both] });
    }
  }
  return spread(found, most);
}

/** A value that no record has. */
export const NOBODY = 'gc nobody has this value';

const WORDY = /^[A-Za-z0-9][A-Za-z0-9 ]*[A-Za-z0-9]$/;

/** Patterns of texts: a part from the middle, a beginning, an end, a dot, a class and alternatives. */
export function patterns({ values }: Field): string[] {
  const texts = values.filter((value): value is string => typeof value === 'string');
  return spread(
    texts.filter((text) => WORDY.test(text) && text.length >= 4),
    2,
  ).flatMap((text, i) => {
    const [quarter, half] = [Math.max(1, Math.floor(text.length / 4)), Math.ceil(text.length / 2)];
    const middle = text.slice(quarter, Math.max(quarter + 2, text.length - quarter));
    const dotted = `${text.slice(0, half)}.${text.slice(half + 1)}`;
    const other = texts.at(-1 - i) ?? text;
    return [
      middle,
      `^${text.slice(0, half)}`,
      `${text.slice(half)}$`,
      `^${middle}`,
      `${text.slice(0, half)}$`,
      dotted,
      `^[${text[0]}${other[0]?.replaceAll(/[^A-Za-z0-9]/g, '') ?? ''}].*${text.at(-1)}$`,
      ...(WORDY.test(other) ? [`^(${text}|${other})$`] : []),
    ];
  });
}

/** Fields whose texts people write: of others a service may store another form than it shows, as of ids. */
export const textFields = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  plainFields(operationId, records).filter(({ kind }) => kind === 'text');

const RANK: readonly Field['kind'][] = ['number', 'time', 'text'];

/** Fields with an order: numbers first, then times, then texts. */
export const orderedFields = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  plainFields(operationId, records)
    .filter(({ kind, values }) => RANK.includes(kind) && values.length > 1)
    .sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind));

/** Values of a field to compare with: those at the ends of their order and in between. */
export function thresholds({ kind, values }: Field, most = 4): (string | number | boolean)[] {
  const sorted = [...values].sort((a, b) => (kind === 'number' ? Number(a) - Number(b) : a < b ? -1 : 1));
  const tens = sorted.findIndex((value, i) => i > 0 && String(value).length > String(sorted[i - 1]).length);
  // Where numbers get one digit longer, an order of texts is another one.
  const longer = kind === 'number' && tens > 0 ? sorted.slice(tens - 1, tens + 1) : [];
  return [...new Set([...longer, ...spread(sorted, most)])];
}
