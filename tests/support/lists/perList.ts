/** Memory of what was found out about lists, which many checks look at. */
import type { JsonRecord } from '../../../schemas/contract.ts';

type Find<T> = (operationId: string, records: readonly JsonRecord[]) => T;

/** The function, which looks at each list of records once. */
export function perList<T>(find: Find<T>): Find<T> {
  const memory = new WeakMap<readonly JsonRecord[], Map<string, T>>();
  return (operationId, records) => {
    const known = memory.get(records) ?? new Map<string, T>();
    memory.set(records, known);
    const found = known.get(operationId) ?? find(operationId, records);
    known.set(operationId, found);
    return found;
  };
}
