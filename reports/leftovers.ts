/** What a run has left over in the account, beside the most that a run is to leave. */
import { kinds, type Leftover } from '../schemas/contract.ts';
import { plural } from './text.ts';

interface Left {
  count: number;
  /** What messages call the kind. */
  title: string;
  /** The most that a run is to leave; none of what it can delete. */
  most: number;
}

/** What is left over, by kinds. */
export function leftByKind(leftovers: readonly Leftover[]): Left[] {
  const names = [...new Set(leftovers.map(({ kind }) => kind))];
  return names.map((name) => ({
    count: leftovers.filter(({ kind }) => kind === name).length,
    title: kinds[name]?.title ?? name,
    most: kinds[name]?.mostLeft ?? 0,
  }));
}

/** The most records that a run is to leave of the kinds of these together. */
export const mostLeftOf = (leftovers: readonly Leftover[]): number =>
  leftByKind(leftovers).reduce((sum, { most }) => sum + most, 0);

/** What to tell where more is left over than a run is to leave. What can be deleted has a reason of its own in the list. */
export function leftTooMany(leftovers: readonly Leftover[]): string[] {
  const over = leftByKind(leftovers).filter(({ count, most }) => most > 0 && count > most);
  if (over.length === 0) return [];
  const each = over.map(({ count, title, most }) => `${plural(count, title)} where at most ${most} are expected`);
  return [`more is left over in the account than a run is to leave: ${each.join(', ')}`];
}
