/** Judges an account as its owner would: with the draft that `npm run fixtures` writes, and a few lines added by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Judgement, verdictOf } from '../../../reports/verdict.ts';
import {
  fixturesText,
  loadFixtures,
  loadSettings,
  type RequirementVerdict,
  readJsonFile,
  type VerdictName,
} from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { draftOf } from '../../support/http/draft.ts';
import { preflight } from '../../support/http/preflight.ts';
import { judgeServer } from '../judge.ts';
import { startVariants } from '../variants/server.ts';
import type { Variant } from '../variants/variant.ts';

/** What the owner adds to the draft: keys such as `facts.managers`, one line each, and what is declared under `none`. */
export interface Lines {
  keys: readonly string[];
  none?: readonly string[];
}

type File = Record<string, unknown>;

export interface AccountTrial {
  name: string;
  verdict: VerdictName;
  /** How many lines were added by hand. */
  lines: number;
  /** Each must that failed or was not tested, with its reason and remedy. */
  open: Pick<RequirementVerdict, 'id' | 'outcome' | 'reason' | 'remedy' | 'operations'>[];
  errors: readonly string[];
  ms: number;
}

/** So many entries of a fact stand in a line. */
const ENTRIES = 3;

/** The draft with the lines in it, which say what the owner knows. A line for a key that the draft has replaces it. */
function completed(draft: File, known: File, { keys, none }: Lines): File {
  const file = structuredClone(draft);
  for (const place of keys) {
    const [section = '', key = ''] = place.split('.');
    const value = (known[section] as File)[key];
    if (value === undefined) throw new Error(`the owner knows nothing of ${place}`);
    const short = Array.isArray(value) && section === 'facts' ? value.slice(0, ENTRIES) : value;
    file[section] = { ...(file[section] as object | undefined), [key]: short };
  }
  if (none) file.none = [...((file.none as string[] | undefined) ?? []), ...none];
  return file;
}

/** What the record of a run would say of these results. */
export function judgementOf(
  results: Parameters<typeof verdictOf>[0]['batches'],
  claimed: readonly string[],
): Judgement {
  return verdictOf({
    batches: results,
    errors: [],
    planned: results.reduce((sum, { planned }) => sum + planned, 0),
    claimed,
    strict: false,
    allowIncomplete: false,
    waivers: [],
    targetName: 'account',
    today: '2026-01-01',
  });
}

/** Runs the suite with what the draft and these lines say. */
export async function tryAccount(name: string, chosen: readonly Variant[], lines: Lines): Promise<AccountTrial> {
  const started = performance.now();
  const { server, settings: given, stop } = await startVariants(chosen);
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const file = join(folder, 'fixtures.json');
  const { FIXTURES: own = '', ...env } = given;
  try {
    const settings = loadSettings('/', env) as Parameters<typeof draftOf>[0];
    await preflight(settings, loadFixtures(undefined));
    writeFileSync(file, fixturesText({ ...(await draftOf(settings)) }, name));
    const draft = readJsonFile('FIXTURES', file, 'suite/fixtures.json') as File;
    const known = readJsonFile('FIXTURES', own, 'suite/fixtures.json') as File;
    writeFileSync(file, JSON.stringify(completed(draft, known, lines)));
    const whole = { FIXTURES: file, ALLOW_WRITES: 'true', ALLOW_DESTRUCTIVE: 'true', NUM_RUNS: '4', SETTLE_MS: '5000' };
    await preflight(loadSettings('/', { ...env, ...whole }) as typeof settings, loadFixtures(file));
    const { results } = await judgeServer(server, { ...env, ...whole }, batches, {});
    const { verdict, requirements, errors } = judgementOf(results, settings.groups);
    return {
      name,
      verdict,
      lines: lines.keys.length + (lines.none ? 1 : 0),
      open: requirements.filter(
        ({ level, outcome }) => level === 'must' && (outcome === 'fail' || outcome === 'not-tested'),
      ),
      errors,
      ms: Math.round(performance.now() - started),
    };
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    server.close();
  }
}
