/** Short ways to say what a fault does to the records of an answer, or to the call before it is answered. */
import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { success } from './change.ts';

export { instead } from './fault.ts';

export type Shown = Record<string, unknown>;

/** Replaces the records of a list; totalCount follows. */
export const listed = (id: string, change: (items: Shown[], call: Call) => Shown[]): Seams =>
  success(id, (answer, call) => {
    const list = answer.body as { items: Shown[]; totalCount?: number };
    const items = change(list.items, call);
    const moved = items.length - list.items.length;
    const total = list.totalCount === undefined ? {} : { totalCount: list.totalCount + moved };
    return { ...answer, body: { ...list, items, ...total } };
  });

/** Answers another call than the one that came. */
export const asIf = (id: string, other: (call: Call) => Partial<Call>): Seams => ({
  around: (call, next) => next(call.operation.id === id ? { ...call, ...other(call) } : call),
});

/** Stores another body than the one that was sent. */
export const stored = (id: string, change: (body: Shown, call: Call) => Shown): Seams =>
  asIf(id, (call) => ({ body: change({ ...(call.body as Shown) }, call) }));

/** The last record is there twice. */
export const twice = (id: string): Seams => listed(id, (items) => [...items, ...items.slice(-1)]);

/** A create that keeps something else than it answers: the record is changed after the answer was made. */
export const storedOtherwise = (
  id: string,
  records: (call: Call) => Map<string, object>,
  change: (record: Shown, call: Call) => void,
): Seams =>
  success(id, (answer, call) => {
    const record = records(call).get(String((answer.body as Shown).id));
    if (record) change(record as Shown, call);
    return answer;
  });
