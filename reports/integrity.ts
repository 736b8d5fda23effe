/** The seal of a run record: a digest over its content, so that one that was cut or edited is known as such. */
import { createHash } from 'node:crypto';
import type { RunRecord } from '../schemas/contract.ts';

/** JSON with the keys in order and no white space: the same for the same content, however a file is laid out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const record = value as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  // A record has some hundred thousand of these, and each run makes this text several times: keys alone are sorted.
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonical(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** The digest of a text in UTF-8, in hexadecimal. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The digest that a record must carry. */
export function digestOf({ integrity: _, ...content }: Omit<RunRecord, 'integrity'> & { integrity?: unknown }): string {
  return sha256(canonical(content));
}

/** A record with its seal; its content as a file holds it, so that forms made now and later are the same. */
export function sealed(content: Omit<RunRecord, 'integrity'>): RunRecord {
  const plain = JSON.parse(JSON.stringify(content)) as typeof content;
  return { ...plain, integrity: { algorithm: 'sha256', digest: digestOf(plain) } };
}
