/** Whether a read by id gave the record that its path names. Sections "Endpoints", "Errors". */

import type { JsonRecord, Kind } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';

/** Fields by whose texts a path may find a record as well: whether it does is open. */
const NAMES = ['name', 'email', 'title'];

/** What is left of an id when case and signs do not count: a service may write an id anew. */
const plain = (id: string): string => id.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

/** Whether one of two ids may be the other: written anew, or with less or more at its ends. */
function mayBeSame(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a.includes(b) || b.includes(a);
}

/** What is wrong with a record that was read by this id: it is another one. */
export function anotherRecord({ id: field, get, title }: Kind, asked: string, record: JsonRecord): Wrong | undefined {
  const shown = record[field];
  if (typeof shown !== 'string' || shown === '' || mayBeSame(asked, shown)) return undefined;
  if (NAMES.some((name) => record[name] === asked)) return undefined;
  return {
    message: `${get} gives another ${title} than the one that was asked for`,
    expected: asked,
    received: shown,
    at: `/${field}`,
  };
}
