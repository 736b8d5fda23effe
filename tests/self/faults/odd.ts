/** How odd faults are written down: honest mistakes, each in one thing, that show under one circumstance only. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import type { Shown } from './vocabulary.ts';

type Breaks = string | readonly string[];

/** A fault whose name begins with `odd-`; `on` says where it shows. */
export const odd = (name: string, title: string, breaks: Breaks, seams: Fault['seams'], on?: Breaks): Fault => ({
  name: `odd-${name}`,
  title,
  breaks: [breaks].flat(),
  ...(on !== undefined && { on: [on].flat() }),
  seams,
});

export type Next = (call: Call) => Answer;

/** The body of a call or an answer. */
export const bodyOf = ({ body }: { body?: unknown }): Shown => (body ?? {}) as Shown;

export const refusal = (status: number): Answer => ({ status, body: { statusCode: status, message: 'no' } });

/** An answer with other parts of its body. */
export const patched = (answer: Answer, change: Shown): Answer => ({
  ...answer,
  body: { ...structuredClone(bodyOf(answer)), ...change },
});

/** The records that are kept. */
export const kept = <T>(records: ReadonlyMap<string, T>, which: (record: T) => boolean): Map<string, T> =>
  new Map([...records].filter(([, record]) => which(record)));
