/** Numbers of a record beside the list that they count. Section "Resources and their fields". */
import { eachObject, type Operation, ownCounts, resolved } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';

/**
 * The first number of a record in an answer that is less than the list beside it is long.
 * @returns how many numbers were compared, and what is wrong
 */
export function ownCountsProblem({ success }: Operation, json: unknown): { compared: number; wrong?: Wrong } {
  let compared = 0;
  let wrong: Wrong | undefined;
  eachObject(json, resolved({ $ref: `/${success.schema}` }, ''), (record, fields) => {
    for (const [count, name] of ownCounts([...(fields?.keys() ?? [])])) {
      const [number, list] = [record[count], record[name]];
      if (typeof number !== 'number' || !Array.isArray(list)) continue;
      compared++;
      const message = `${count} of a record is less than the number of its ${name}`;
      if (number < list.length)
        wrong ??= { message, expected: `at least ${list.length}`, received: number, at: `/${count}`, places: [count] };
    }
  });
  return { compared, ...(wrong && { wrong }) };
}
