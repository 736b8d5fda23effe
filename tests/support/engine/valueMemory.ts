/**
 * Remembers what a list shows of its records: parameters choose, order, cut and select, and change no value. Sections
 * "Resources and their fields / Conventions" (formatting), "Endpoints / Conventions".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { RequestInput } from '../http/client.ts';
import { idOf } from '../records/answers.ts';
import { disagreement } from '../values/agreement.ts';
import { isMadeByRuns } from './uniqueNames.ts';

/** Records of a list that are remembered. */
const MOST = 300;

/** A text, number or flag, or how many entries a list has. */
type Value = string | number | boolean;

interface Seen {
  value: Value;
  input: RequestInput;
}

/** A field of a record that two requests for one list show otherwise. */
export interface Contradiction {
  id: string;
  field: string;
  earlier: Seen;
  value: Value;
}

/** Looks at the records that a request was answered with; gives what an earlier one showed otherwise. */
export type ValueMemory = (list: string, records: readonly JsonRecord[], input: RequestInput) => Contradiction[];

/** What of a field is compared; undefined for objects, and where nothing is said. */
export function comparedOf(field: unknown): Value | undefined {
  if (Array.isArray(field)) return field.length;
  return typeof field === 'object' ? undefined : (field as Value | undefined);
}

/** Whether two values of a field contradict each other, whichever way each of them is written. */
export const areApart = (field: string, one: Value, other: Value): boolean =>
  one !== other && disagreement(one, other, `/${field}`) !== undefined;

/** A memory that has seen nothing yet. @param isCreated whether the suite has made the record with this id */
export function createValueMemory(isCreated: (id: string) => boolean = () => false): ValueMemory {
  const lists = new Map<string, Map<string, Map<string, Seen>>>();

  function lookAt(id: string, known: Map<string, Seen>, record: JsonRecord, input: RequestInput): Contradiction[] {
    const found: Contradiction[] = [];
    for (const field of Object.keys(record)) {
      const value = comparedOf(record[field]);
      if (value === undefined) continue;
      const earlier = known.get(field);
      if (earlier?.value === value) continue;
      known.set(field, { value, input });
      if (earlier && areApart(field, earlier.value, value)) found.push({ id, field, earlier, value });
    }
    return found;
  }

  /** What is known of a record; undefined where it is not to be remembered. */
  function fieldsOf(known: Map<string, Map<string, Seen>>, record: JsonRecord, id: string) {
    const fields = known.get(id);
    if (fields || known.size >= MOST || isCreated(id) || isMadeByRuns(record)) return fields;
    const none = new Map<string, Seen>();
    known.set(id, none);
    return none;
  }

  return (list, records, input) => {
    const known = lists.get(list) ?? new Map<string, Map<string, Seen>>();
    lists.set(list, known);
    return records.flatMap((record) => {
      const id = idOf(record);
      const fields = typeof id === 'string' ? fieldsOf(known, record, id) : undefined;
      return fields ? lookAt(String(id), fields, record, input) : [];
    });
  };
}
