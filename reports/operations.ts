/** What each operation was seen to answer, and how fast. */
import { type BatchResult, type OperationRecord, operations, type Traffic } from '../schemas/contract.ts';

function merged(batches: readonly BatchResult[]): Map<string, Traffic> {
  const all = new Map<string, Traffic>();
  for (const [id, { statuses, times }] of batches.flatMap((batch) => Object.entries(batch.traffic))) {
    const seen = all.get(id) ?? { statuses: {}, times: [] };
    for (const [status, count] of Object.entries(statuses))
      seen.statuses[status] = (seen.statuses[status] ?? 0) + count;
    for (const time of times) seen.times.push(time);
    all.set(id, seen);
  }
  return all;
}

/** The value below which a share of all lies (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function timesOf(times: readonly number[]): NonNullable<OperationRecord['times']> {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), slowest: sorted.at(-1) ?? 0 };
}

/** Every operation of the contract; then those that fixtures made known (`openOperations`), if they were called. */
export function operationsOf(batches: readonly BatchResult[]): OperationRecord[] {
  const traffic = merged(batches);
  const seen = (id: string) => {
    const found = traffic.get(id);
    return { statuses: found?.statuses ?? {}, ...(found && found.times.length > 0 && { times: timesOf(found.times) }) };
  };
  const known = operations.map(({ id, group, method, path, deprecated, success, errors }) => ({
    ...{ id, group, method, path, deprecated },
    listed: [success.status, ...errors],
    ...seen(id),
  }));
  const open = [...traffic.keys()].filter((id) => !operations.some((operation) => operation.id === id)).sort();
  return [
    ...known,
    ...open.map((id) => ({
      ...{ id, group: id.split('.')[0] ?? id, method: '', path: '', deprecated: false },
      listed: [],
      ...seen(id),
    })),
  ];
}

/** Requests of a run. */
export const requestCount = (all: readonly OperationRecord[]) =>
  all.reduce((sum, { statuses }) => sum + Object.values(statuses).reduce((a, b) => a + b, 0), 0);
