/** Judges servers that implement some operation groups and nothing else: each path of another one answers 404. */
import { match } from '../../../reference-server/router.ts';
import type { Size } from '../../../reference-server/store/sample/sizes.ts';
import { type BatchResult, loadSettings, type Settings, type VerdictName } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import type { Batch } from '../../support/engine/check.ts';
import { select } from '../../support/engine/select.ts';
import { preflight } from '../../support/http/preflight.ts';
import { type Front, jsonAnswer, startInProcess } from '../inProcess.ts';
import { fixturesOf, judge } from '../judge.ts';
import { SMALLER } from '../world.ts';
import { judgementOf } from './trial.ts';

/** In a small account, where judging takes half as long; with some more dashboards nearly every check finds what it needs. */
const FEW_RECORDS: Partial<Size> = { ...SMALLER, dashboards: 26 };

/** Lets requests to the operations of these groups through, and no others. */
const offering =
  (groups: readonly string[]): Front =>
  (request) =>
  async (outgoing) => {
    const found = match(outgoing.method, outgoing.path.split('?')[0] as string);
    return !('operation' in found) || groups.includes(found.operation.group)
      ? request(outgoing)
      : jsonAnswer(404, { message: 'there is no such path' });
  };

const isOpen = ({ outcome }: { outcome: string }) => outcome === 'fail' || outcome === 'not-tested';

interface PartTrial {
  verdict: VerdictName;
  /** Each requirement that failed or was not tested, with the operation and the reason. */
  open: readonly string[];
  /** How many checks passed. */
  passed: number;
  errors: readonly string[];
}

/** Judges a server that offers these groups alone and says so, with the fixtures of the bundled server. */
async function judgePart(
  groups: readonly string[],
  selected: readonly Batch[],
  size: Partial<Size>,
): Promise<readonly BatchResult[]> {
  const front = offering(groups);
  const { world, settings: given, carrier } = startInProcess({ seams: {}, size, front });
  const env = { OPERATION_GROUPS: groups.join(), NUM_RUNS: '1', SETTLE_MS: '300' };
  const settings = loadSettings('/', { ...given, ...env }) as Parameters<typeof preflight>[0];
  await preflight(settings, fixturesOf(world, size), carrier);
  return (await judge({}, selected, env, { size, front })).results;
}

/** What was found, by `batch / check`. */
const byKey = (found: readonly BatchResult[]) =>
  new Map(found.flatMap(({ batch, results }) => results.map((result) => [`${batch} / ${result.check}`, result])));

/** Runs the suite in a small account, and what that shows too little for, in one of the usual size. */
export async function tryPart(groups: readonly string[]): Promise<PartTrial> {
  const selected = select(batches, { groups: groups as Settings['groups'] }) as Batch[];
  const small = await judgePart(groups, selected, FEW_RECORDS);
  const found = byKey(small);
  const left = selected.map(({ title, checks }) => ({
    title,
    checks: checks.filter((check) => {
      const result = found.get(`${title} / ${check.title}`);
      // What fails in a small account blames those who have one.
      return !result || result.outcome === 'not-tested';
    }),
  }));
  const further = byKey(
    await judgePart(
      groups,
      left.filter(({ checks }) => checks.length > 0),
      {},
    ),
  );
  const results = small.map((one) => ({
    ...one,
    results: one.results.map((result) => further.get(`${one.batch} / ${result.check}`) ?? result),
  }));
  const { verdict, requirements, errors } = judgementOf(results, groups);
  return {
    verdict,
    open: requirements
      .filter(isOpen)
      .flatMap(({ id, operations }) =>
        operations
          .filter(isOpen)
          .map(({ operation, outcome, reason }) => `${id} at ${operation}: ${outcome}, ${reason}`),
      ),
    passed: results.flatMap((batch) => batch.results).filter(({ outcome }) => outcome === 'pass').length,
    errors,
  };
}
