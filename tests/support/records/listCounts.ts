/** What an answer counts. Section "Endpoints (Success)". */
import { isRecord, type Operation } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import type { Answer } from '../http/client.ts';
import { holdsList } from './answerSchema.ts';

interface Counts {
  totalCount?: number;
  count?: number;
  items: number;
}

/** What an answer counts, and how many items it lists; undefined where it has no list in an envelope. */
export function countsIn(operation: Operation, { json }: Answer): Counts | undefined {
  const envelope = isRecord(json) ? json : {};
  const key = ['items', 'tags', 'managers'].find((name) => envelope[name] !== undefined && holdsList(operation, name));
  if (key === undefined) return undefined;
  return { ...(envelope as { totalCount?: number; count?: number }), items: [envelope[key] ?? []].flat().length };
}

/** What is wrong with the counts of any answer, whatever was asked: in all there are no fewer than are listed. */
export function countsProblem(operation: Operation, answer: Answer): Wrong | undefined {
  const { totalCount, items } = countsIn(operation, answer) ?? { items: 0 };
  if (typeof totalCount !== 'number' || totalCount >= items) return undefined;
  const message = 'totalCount is less than the number of items';
  return { message, expected: `at least ${items}`, received: totalCount, at: '/totalCount' };
}
