/** Judges servers that implement some operation groups and nothing else: each path of another one answers 404. */
import { match } from '../../../reference-server/router.ts';
import { loadFixtures, loadSettings } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { select } from '../../support/engine/select.ts';
import { preflight } from '../../support/http/preflight.ts';
import { judgeServer } from '../judge.ts';
import { startVariants } from '../variants/server.ts';
import type { Variant } from '../variants/variant.ts';
import { SMALLER } from '../world.ts';
import { judgementOf } from './trial.ts';

/** A server that offers these groups alone. */
const offering = (groups: readonly string[]): Variant => ({
  name: `${groups.join('-')}-alone`,
  title: `offers the operations of ${groups.join(', ')} alone`,
  sample: { size: { ...SMALLER, dashboards: 26 } },
  parts: {
    front: (request, response, next) => {
      const found = match(request.method ?? 'GET', (request.url ?? '/').split('?')[0] as string);
      if (!('operation' in found) || groups.includes(found.operation.group)) return next();
      request.resume();
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"there is no such path"}');
    },
  },
});

/** What these judge is one list by itself, which is the same with other groups and without them. */
const BY_THEMSELVES = /^(properties: |Lists: (filter|sort|pages|fields))/;

const OPEN: readonly string[] = ['fail', 'not-tested'];

interface PartTrial {
  /** Each requirement that failed or was not tested, with the operation and the reason. */
  open: readonly string[];
  /** How many checks passed. */
  passed: number;
  errors: readonly string[];
}

/** Runs the suite, with the fixtures of the bundled server, on one that offers these groups alone and says so. */
export async function tryPart(groups: readonly string[]): Promise<PartTrial> {
  const { server, settings: given, stop } = await startVariants([offering(groups)]);
  const env: Record<string, string> = { ...given, OPERATION_GROUPS: groups.join(), NUM_RUNS: '1', SETTLE_MS: '300' };
  try {
    const settings = loadSettings('/', env) as Parameters<typeof preflight>[0];
    await preflight(settings, loadFixtures(env.FIXTURES));
    const chosen = select(
      batches.filter(({ title }) => !BY_THEMSELVES.test(title)),
      settings,
    );
    const cells = chosen.flatMap(({ checks }) => checks.flatMap((one) => one.cells));
    const judged = new Set(cells.map(({ requirement, operation }) => `${requirement} ${operation}`));
    const { results } = await judgeServer(server, env, chosen);
    const { requirements, errors } = judgementOf(results, settings.groups);
    return {
      open: requirements.flatMap(({ id, operations }) =>
        operations
          .filter(({ operation, outcome }) => judged.has(`${id} ${operation}`) && OPEN.includes(outcome))
          .map(({ operation, outcome, reason }) => `${id} at ${operation}: ${outcome}, ${reason}`),
      ),
      passed: results.flatMap((batch) => batch.results).filter(({ outcome }) => outcome === 'pass').length,
      errors,
    };
  } finally {
    stop();
    server.closeAllConnections();
    server.close();
  }
}
