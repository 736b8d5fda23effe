/** Names that no other run, worker or record has. */
import { createHash } from 'node:crypto';

export interface Names {
  /** Prefix of everything that this run creates. */
  prefix: string;
  /** A name for a record, with the prefix. */
  next(what: string): string;
  /** An e-mail address in a domain that never receives mail. */
  email(): string;
  /** A name for a custom field: 14 symbols by its rule. */
  field(): string;
  /** Whether a text is one of these, or has one in it: no record of others has it. */
  isOwn(text: string): boolean;
}

/** @param runId says which run it is, and stands in the report @param worker tells processes of the run apart */
export function names(runId: string, worker: number): Names {
  let count = 0;
  const prefix = `gc-${runId}`;
  const next = (what: string) => `${prefix}-${what}-${worker}-${count++}`;
  const fields = new Set<string>();
  return {
    prefix,
    next,
    email: () => `${next('user')}@example.com`,
    field() {
      const digest = createHash('sha256').update(next('field')).digest('hex');
      const name = `gc${BigInt(`0x${digest}`).toString(36).slice(0, 12)}`;
      fields.add(name);
      return name;
    },
    isOwn: (text) => text.includes(prefix) || fields.has(text),
  };
}
