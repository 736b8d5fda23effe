/** Remembers which fields a list shows of its records: what one request leaves out must not be gone for those after it. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { idOf } from '../records/answers.ts';
import type { Wrong } from './assertions.ts';
import { isMadeByRuns } from './uniqueNames.ts';

/** Records that must have lost a field: of one or two, a write may have emptied it. */
const LEAST = 3;
/** Records of a list that are remembered. */
const MOST = 300;

/** Looks at the records that a list shows without a selection; gives what is gone since it was first seen. */
export type FieldMemory = (list: string, records: readonly JsonRecord[]) => Wrong | undefined;

/** Fields that hold a text. A flag, number or list may be absent when it is false, 0 or empty. */
const textsOf = (record: JsonRecord): string[] =>
  Object.keys(record).filter((field) => typeof record[field] === 'string' && record[field] !== '');

/** The first field that no record shows any more, of those that enough of them showed. */
function lostField(
  before: ReadonlyMap<unknown, readonly string[]>,
  records: readonly JsonRecord[],
): { field: string; of: JsonRecord } | undefined {
  const lost = new Map<string, JsonRecord[]>();
  for (const record of records)
    for (const field of before.get(idOf(record)) ?? [])
      if (record[field] === undefined) lost.set(field, [...(lost.get(field) ?? []), record]);
  for (const [field, all] of lost)
    if (all.length >= LEAST && records.every((record) => record[field] === undefined))
      return { field, of: all[0] as JsonRecord };
  return undefined;
}

/** A memory that has seen nothing yet. @param isCreated whether the suite has made the record with this id */
export function createFieldMemory(isCreated: (id: string) => boolean = () => false): FieldMemory {
  const lists = new Map<string, Map<unknown, readonly string[]>>();
  return (list, all) => {
    const records = all.filter((record) => !isMadeByRuns(record) && !isCreated(String(idOf(record))));
    const before = lists.get(list) ?? new Map<unknown, readonly string[]>();
    lists.set(list, before);
    const lost = lostField(before, records);
    for (const record of records) {
      const id = idOf(record);
      if (typeof id === 'string' && !before.has(id) && before.size < MOST) before.set(id, textsOf(record));
    }
    return (
      lost && {
        message: `a list has shown ${lost.field} of its records before, and shows it of none any more`,
        expected: lost.field,
        received: lost.of,
        at: `/${lost.field}`,
      }
    );
  };
}
