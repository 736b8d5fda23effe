/** Numbers of a record beside the list that they count. Section "Resources and their fields". */
import { eachObject, type JsonRecord, type Operation, ownCounts, resolved } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';

/** Each number of a record in an answer that counts a list beside it. */
function countsIn({ success }: Operation, json: unknown): { record: JsonRecord; count: string; list: string }[] {
  const found: { record: JsonRecord; count: string; list: string }[] = [];
  eachObject(json, resolved({ $ref: `/${success.schema}` }, ''), (record, fields) => {
    for (const [count, list] of ownCounts([...(fields?.keys() ?? [])]))
      if (typeof record[count] === 'number' && Array.isArray(record[list])) found.push({ record, count, list });
  });
  return found;
}

/**
 * The first number of a record in an answer that is less than the list beside it is long.
 * @returns how many numbers were compared, and what is wrong
 */
export function ownCountsProblem(operation: Operation, json: unknown): { compared: number; wrong?: Wrong } {
  const counts = countsIn(operation, json);
  const less = counts.find(({ record, count, list }) => Number(record[count]) < lengthOf(record[list]));
  if (!less) return { compared: counts.length };
  const { record, count, list } = less;
  const message = `${count} of a record is less than the number of its ${list}`;
  const expected = `at least ${lengthOf(record[list])}`;
  return {
    compared: counts.length,
    wrong: { message, expected, received: record[count], at: `/${count}`, places: [count] },
  };
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/**
 * A number that is multiplied by another list of its record, as a join of two tables multiplies the rows. A record may show a
 * part of what it counts; that each part is the whole divided by the length of one other list is no chance.
 * @param records records that show the list, or the list of what they should count
 */
export function multiplied(records: readonly JsonRecord[], count: string, list: string): Wrong | undefined {
  const counting = records.filter((record) => lengthOf(record[list]) > 0);
  const names = new Set(counting.flatMap((record) => Object.keys(record)));
  names.delete(list);
  for (const by of names) {
    const times = ({ [by]: other }: JsonRecord) => Math.max(1, lengthOf(other));
    const [several, ...more] = counting.filter((record) => times(record) > 1);
    const isProduct = (record: JsonRecord) => record[count] === lengthOf(record[list]) * times(record);
    if (!several || more.every(({ id }) => id === several.id) || !counting.every(isProduct)) continue;
    const message = `${count} of each record is the number of its ${list} multiplied by that of its ${by}`;
    return { message, expected: lengthOf(several[list]), received: several[count], at: `/${count}`, places: [count] };
  }
  return undefined;
}

/** A number in answers that is multiplied by another list of its record. */
export function multipliedProblem(operation: Operation, answers: readonly unknown[]): Wrong | undefined {
  const all = answers.flatMap((json) => countsIn(operation, json));
  const pairs = new Map(all.map(({ count, list }) => [`${count} ${list}`, { count, list }]));
  for (const { count, list } of pairs.values()) {
    const records = all.filter((one) => one.count === count && one.list === list).map(({ record }) => record);
    const wrong = multiplied(records, count, list);
    if (wrong) return wrong;
  }
  return undefined;
}
