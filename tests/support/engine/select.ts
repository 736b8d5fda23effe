/** Which checks a run consists of: the claimed groups, what the profile leaves of them, and what --grep does. */
import { operation, type Settings } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';
import { smokeOf } from './smoke.ts';

/** What --grep is matched with: titles, and `@requirement` and `@operation` tags. */
function searchable(batch: BatchOf<CheckInfo>, { title, cells }: CheckInfo): string {
  const tags = new Set(cells.flatMap((cell) => [`@${cell.requirement}`, `@${cell.operation}`]));
  return `${batch.title} ${title} ${[...tags].join(' ')}`;
}

/**
 * The batches of a run.
 * @param settings claimed operation groups, of which cells of others are left out; and the profile, by default the whole
 * @param grep regular expression in the manner of Playwright's --grep; undefined takes everything
 */
export function select<C extends CheckInfo>(
  batches: readonly BatchOf<C>[],
  { groups, profile }: Pick<Settings, 'groups'> & Partial<Pick<Settings, 'profile'>>,
  grep?: RegExp,
): BatchOf<C>[] {
  const claimed = batches.map((batch) => ({
    ...batch,
    checks: batch.checks
      .map((check) => ({
        ...check,
        cells: check.cells.filter((cell) => groups.includes(operation(cell.operation).group)),
      }))
      .filter(({ cells }) => cells.length > 0),
  }));
  const part = profile === 'smoke' ? smokeOf(claimed) : claimed;
  return part
    .map((batch) => ({
      ...batch,
      checks: batch.checks.filter((check) => !grep || grep.test(searchable(batch, check))),
    }))
    .filter(({ checks }) => checks.length > 0);
}

/** A regular expression as Playwright reads it: `/…/flags`, or its source, without regard to case. */
export function grepOf(text: string | undefined): RegExp | undefined {
  if (!text) return undefined;
  const literal = /^\/(.*)\/([dgimsuy]*)$/.exec(text);
  return literal ? new RegExp(literal[1] as string, literal[2]) : new RegExp(text, 'i');
}
