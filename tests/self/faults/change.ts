/** Short ways to say what a fault changes: the answers of one operation, or one rule for it. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';

type Body = Record<string, unknown>;

/** Changes each success of an operation; the body is a copy. */
export const success = (id: string, change: (answer: Answer, call: Call) => Answer): Seams => ({
  around: (call, next) => {
    const answer = next(call);
    if (call.operation.id !== id || answer.status >= 300) return answer;
    return change({ ...answer, ...(answer.body !== undefined && { body: structuredClone(answer.body) }) }, call);
  },
});

/** Changes the body of each success of an operation, in place or by what is returned. */
export const body = (id: string, change: (body: Body) => unknown): Seams =>
  success(id, (answer) => {
    const changed = change(answer.body as Body);
    return { ...answer, body: changed ?? answer.body };
  });

/** Changes each record in the list that an operation answers with. */
export const items = (id: string, change: (item: Body, index: number) => void): Seams =>
  body(id, (list) => {
    const records = Array.isArray(list) ? list : ((list.items ?? list.tags) as Body[]);
    records.forEach(change);
  });

/** Answers of an operation with another status. */
export const status = (id: string, code: number): Seams => success(id, (answer) => ({ ...answer, status: code }));

/** An error in the place of an operation's answer, when `when` says so. */
export const error = (id: string, code: number, when: (call: Call) => boolean = () => true): Seams => ({
  around: (call, next) =>
    call.operation.id === id && when(call) ? { status: code, body: { message: 'no' } } : next(call),
});

/** Replaces rules for one operation. */
export const rule = (id: string, change: (standard: Rules) => Partial<Rules>): Seams => ({
  rules: (standard, operation) => (operation.id === id ? change(standard) : {}),
});

/** An operation's id as part of the name of a fault. */
export const kebab = (text: string) => text.replaceAll('.', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
