/** Two views of one record: they agree where both show it. Section "Resources and their fields / Conventions". */
import { isRecord, isUnsetWhenEmpty } from '../../../schemas/contract.ts';
import { type Difference, escaped } from './difference.ts';

export interface Agreement {
  /** How many values both views show. */
  compared: number;
  difference?: Difference;
}

/** Nothing is said: an empty string beside it does not contradict, though it does contradict another text. */
const absent = (value: unknown) => value === undefined || value === null;

/** Whether nothing is said in the field at this place: an empty text in the place of an id or a date says that none is set. */
const isUnset = (value: unknown, at: string) =>
  absent(value) || (value === '' && isUnsetWhenEmpty(at.slice(at.lastIndexOf('/') + 1)));

/** A moment with its zone, and the part of it that is less than a second. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,](\d+))?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Whether two texts write one moment: no format is stated, so each view may have its own. */
function isSameMoment(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const [one, other] = [MOMENT.exec(a), MOMENT.exec(b)];
  if (!one || !other || Date.parse(a) !== Date.parse(b)) return false;
  const [fraction = '', otherFraction = ''] = [one[1], other[1]].map((digits) => digits?.replace(/0+$/, ''));
  return fraction === otherFraction;
}

/** Lists agree when each entry has its like, in whatever order. */
function listAgreement(a: readonly unknown[], b: readonly unknown[], at: string): Agreement {
  const [left, right] = [a, b].map((list) => list.filter((entry) => !absent(entry))) as [unknown[], unknown[]];
  // Records may stand in one list, and their ids or type names in the other.
  if (left.length === right.length && left.some(isRecord) !== right.some(isRecord)) return { compared: 0 };
  const rest = [...right];
  let compared = 0;
  for (const entry of left) {
    const like = rest.findIndex((other) => !agreement(entry, other).difference);
    if (like < 0) return { compared: compared + 1, difference: { at, expected: a, received: b } };
    compared += Math.max(1, agreement(entry, rest[like]).compared);
    rest.splice(like, 1);
  }
  return rest.length > 0
    ? { compared: compared + 1, difference: { at, expected: a, received: b } }
    : { compared: Math.max(1, compared) };
}

/**
 * Compares two JSON values as two views of one thing. Fields that only one of them has do not contradict the other, nor
 * does a type name in the place of an embedded record.
 */
export function agreement(a: unknown, b: unknown, at = ''): Agreement {
  if (isUnset(a, at) || isUnset(b, at)) return { compared: 0 };
  if (Array.isArray(a) && Array.isArray(b)) return listAgreement(a, b, at);
  if (isRecord(a) && isRecord(b)) {
    let compared = 0;
    for (const key of Object.keys(a)) {
      const inner = agreement(a[key], b[key], `${at}/${escaped(key)}`);
      compared += inner.compared;
      if (inner.difference) return { compared, difference: inner.difference };
    }
    return { compared };
  }
  if (typeof a === 'object' || typeof b === 'object') return { compared: 0 };
  return a === b || isSameMoment(a, b)
    ? { compared: 1 }
    : { compared: 1, difference: { at, expected: a, received: b } };
}

/** The first place at which two views contradict each other. */
export const disagreement = (a: unknown, b: unknown, at = ''): Difference | undefined => agreement(a, b, at).difference;
