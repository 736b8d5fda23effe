/** The creates of a batch that were refused: what they named must not be there at its end. */
import { isRecord, kindCreated } from '../../../schemas/contract.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { isRefusal } from '../records/answers.ts';
import type { Names } from './uniqueNames.ts';

/** A create that was refused, whatever for. */
export interface RefusedCreate {
  kindName: string;
  /** Texts of its body that this run has made up, and that no request has in it which was taken. */
  marks: readonly string[];
  answer: Answer;
}

export interface RefusedCreates {
  /** Notes what a request has named, and whether it was taken. */
  see(answer: Answer, input: RequestInput): void;
  /** The refused ones of each kind of which another create was taken: its records can be seen to come. */
  byKind(): ReadonlyMap<string, readonly RefusedCreate[]>;
}

/** Refusals after which the target may have done what was asked all the same. */
const AFTER_ALL = [408];

/** Has seen nothing yet. */
export function createRefusedCreates({ isOwn }: Names): RefusedCreates {
  const refused: RefusedCreate[] = [];
  const taken = new Set<string>();
  const made = new Set<string>();

  /** Texts of the run at any depth. */
  function own(value: unknown): string[] {
    if (typeof value === 'string') return isOwn(value) ? [value.toLowerCase()] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(own) : [];
  }

  return {
    see(answer, { body }) {
      const { status, ok, operation } = answer;
      if (answer.method === 'GET' || body === undefined) return;
      const kindName = kindCreated(operation);
      const isRefused = isRefusal(answer) && !AFTER_ALL.includes(status);
      if (!isRefused) for (const text of own(body)) taken.add(text);
      else if (kindName !== undefined && isRecord(body))
        refused.push({
          kindName,
          marks: own(Object.values(body).filter((value) => typeof value === 'string')),
          answer,
        });
      if (ok && kindName !== undefined) made.add(kindName);
    },
    byKind() {
      const judged = refused
        .filter(({ kindName }) => made.has(kindName))
        .map((one) => ({ ...one, marks: one.marks.filter((mark) => !taken.has(mark)) }))
        .filter(({ marks }) => marks.length > 0);
      return new Map([...made].map((name) => [name, judged.filter(({ kindName }) => kindName === name)] as const));
    },
  };
}
