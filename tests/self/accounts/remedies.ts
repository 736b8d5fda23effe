/** What remedies name under `none` can be declared: preflight takes each of the lines, and nothing waits for anything then. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadFixtures, loadSettings, operation, requirement } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import type { Batch, Check } from '../../support/engine/check.ts';
import { preflight } from '../../support/http/preflight.ts';
import { judgeServer } from '../judge.ts';
import { startVariants } from '../variants/server.ts';
import type { Variant } from '../variants/variant.ts';
import { judgementOf } from './trial.ts';

/** A must that failed or was not tested, with the words of `none` that its remedies name. */
interface Open {
  id: string;
  words: string;
  none: readonly string[];
}

/** Those of the batches' checks that are kept. */
const keeping = (keep: (check: Check) => boolean): Batch[] =>
  batches.map((batch) => ({ ...batch, checks: batch.checks.filter(keep) })).filter(({ checks }) => checks.length > 0);

const wordsIn = (remedy: string): string[] =>
  [...remedy.matchAll(/"none": (\[[^\]]*\])/g)].flatMap(([, list = '[]']) => JSON.parse(list) as string[]);

/** Judges a server whose fixtures declare this besides. @throws SettingsError where preflight refuses a declaration */
async function openWith(variant: Variant, none: readonly string[], keep: (check: Check) => boolean): Promise<Open[]> {
  const { server, settings: given, stop } = await startVariants([variant]);
  try {
    const path = given.FIXTURES as string;
    const file = JSON.parse(readFileSync(path, 'utf8')) as { none?: string[] };
    writeFileSync(path, JSON.stringify({ ...file, none: [...(file.none ?? []), ...none] }));
    const env = { ...given, NUM_RUNS: '1', SETTLE_MS: '1000', TIMEOUT_MS: '60000' };
    const settings = loadSettings('/', env) as Parameters<typeof preflight>[0];
    await preflight(settings, loadFixtures(path));
    const chosen = keeping(keep);
    const judged = new Set(
      chosen.flatMap(({ checks }) => checks.flatMap(({ cells }) => cells.map((one) => one.requirement))),
    );
    const { results } = await judgeServer(server, env, chosen);
    return judgementOf(results, settings.groups)
      .requirements.filter(({ id, level, outcome }) => judged.has(id) && level === 'must' && outcome !== 'pass')
      .filter(({ outcome }) => outcome === 'fail' || outcome === 'not-tested')
      .map(({ id, outcome, reason, remedy = '', operations }) => ({
        id,
        words: `${id}: ${outcome}, ${reason} {${remedy}}`,
        none: wordsIn([remedy, ...operations.map((one) => one.remedy ?? '')].join(' ')),
      }));
  } finally {
    stop();
    server.closeAllConnections();
    server.close();
  }
}

/**
 * What stays open of the musts on these operations' groups when all that the remedies name under `none` is declared. Judged are
 * requirements that a server with the usual records leaves none of open.
 */
export async function openAfterRemedies(variant: Variant): Promise<string[]> {
  const { on } = variant;
  const concerns = ({ cells }: Check) =>
    cells.some(
      (one) => requirement(one.requirement).level === 'must' && (on?.includes(operation(one.operation).group) ?? true),
    );
  const open = await openWith(variant, [], concerns);
  if (open.length === 0) return [];
  const waiting = new Set(open.map(({ id }) => id));
  const none = [...new Set(open.flatMap((one) => one.none))];
  const still = await openWith(variant, none, ({ cells }) => cells.some((one) => waiting.has(one.requirement)));
  return still.map(({ words }) => words);
}
