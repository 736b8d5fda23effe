#!/usr/bin/env node
/**
 * `npm run conformance`: judges the target and exits as its verdict says (0 conformant, 1 not, 2 incomplete, 3 the run
 * failed). Options: --grep selects checks, --fault puts a wrong behaviour into the bundled server; others go to Playwright.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Seams } from '../reference-server/server.ts';
import { start } from '../reference-server/start.ts';
import { readRecord } from '../reports/read.ts';
import { recordOf } from '../reports/record.ts';
import { clearReports, RECORD, writeReports } from '../reports/write.ts';
import {
  BUNDLED,
  EXIT,
  FAULT,
  loadFixtures,
  loadSettings,
  PLAN,
  type Plan,
  projectRoot,
  readJsonFile,
  type Settings,
  SettingsError,
  suggestion,
} from '../schemas/contract.ts';
import { batches } from '../tests/suite.ts';
import type { Batch } from '../tests/support/engine/check.ts';
import { grepOf, select } from '../tests/support/engine/select.ts';
import { preflight } from '../tests/support/http/preflight.ts';
import { asksForHelp, messageOf } from './output.ts';

const runId = randomBytes(4).toString('hex');
const startedAt = new Date();

interface Options {
  /** Selects checks; taken out since Playwright would select whole batches by it. */
  grep?: string;
  /** Name of a fault for the bundled server: to see what a failure looks like. */
  fault?: string;
  /** Arguments for Playwright. */
  rest: string[];
}

const OWN: Readonly<Record<string, 'grep' | 'fault'>> = { '--grep': 'grep', '-g': 'grep', '--fault': 'fault' };

function optionsOf(args: readonly string[]): Options {
  const options: Options = { rest: [] };
  for (let i = 0; i < args.length; i++) {
    const [name = '', ...value] = (args[i] as string).split('=');
    const own = OWN[name];
    if (own) {
      const given = value.length > 0 ? value.join('=') : args[++i];
      if (!given) throw new SettingsError(`${name}: needs a value.`);
      options[own] = given;
    } else if (name === '--reporter') {
      throw new SettingsError(
        "--reporter: not taken, since the verdict comes from the suite's own reporter. Playwright's HTML report and Allure results are written anyway.",
      );
    } else options.rest.push(args[i] as string);
  }
  return options;
}

/** The seams of a fault by its name; the faults are loaded when one is asked for. */
async function seamsOf(name: string | undefined): Promise<Seams> {
  if (name === undefined) return {};
  const { faults } = await import('../tests/self/faults/index.ts');
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault)
    throw new SettingsError(
      `--fault: there is no fault ${name}. ${suggestion(
        name,
        faults.map((candidate) => candidate.name),
      )}`,
    );
  return typeof fault.seams === 'function' ? fault.seams() : fault.seams;
}

/** The settings that the run goes by; without BASE_URL those of a reference server that is started for it. */
async function target(fault: string | undefined): Promise<{
  env: NodeJS.ProcessEnv;
  settings: Settings & { baseUrl: string };
  stop: () => void;
}> {
  let env = { ...process.env };
  let settings = loadSettings(process.cwd(), env);
  let stop = () => {};
  if (fault !== undefined && settings.baseUrl !== undefined)
    throw new SettingsError('--fault: is for the bundled server; unset BASE_URL.');
  if (settings.baseUrl === undefined) {
    const { server, settings: described } = await start({ seams: await seamsOf(fault) });
    stop = () => {
      server.closeAllConnections();
      server.close();
    };
    env = { ...env, ...described, [BUNDLED]: 'true' };
    // No report of a faulty server may be taken for one of the right one.
    if (fault !== undefined) {
      env.TARGET_NAME ||= `reference server with the fault ${fault}`;
      env[FAULT] = fault;
    }
  }
  env.SEED ||= String(settings.seed);
  env.GOAL_CONFORMANCE_RUN = runId;
  settings = loadSettings(process.cwd(), env);
  return { env, settings: settings as Settings & { baseUrl: string }, stop };
}

/** Runs Playwright with its own command line; gives its exit code. */
function playwright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(
    process.execPath,
    [cli, 'test', '--config', join(projectRoot, 'dist/playwright.config.js'), ...args],
    {
      // At a terminal its HTML report would have the last word, which is the verdict's.
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? EXIT['harness-error']));
  });
}

/** The exit code of this run's record; without one that is whole the run has failed, whatever Playwright says. */
function exitCode(reportDir: string): number {
  const path = join(reportDir, RECORD);
  const record = existsSync(path) ? readRecord(path) : undefined;
  if (record?.runId === runId) return record.exitCode;
  throw new SettingsError(
    'the run ended without a record: Playwright stopped before the suite had begun. See its message above.',
  );
}

const checksOf = (all: readonly Batch[]) => all.reduce((sum, { checks }) => sum + checks.length, 0);

/** What the run is to consist of, so that one that Playwright cuts down is known as such. */
function planFor(selected: readonly Batch[], all: readonly Batch[], grep: string | undefined): Plan {
  const checks = checksOf(selected);
  const less = checks < checksOf(all);
  return { batches: selected.length, checks, ...(less && { selection: `not selected by --grep ${grep}` }) };
}

/** Writes a report that says why nothing was judged, for those who archive it. */
function writeFailure(settings: Settings, message: string): void {
  const { groups, strict, allowIncomplete, targetName } = settings;
  const facts = {
    batches: [],
    errors: [message],
    planned: 0,
    claimed: groups,
    strict,
    allowIncomplete,
    waivers: [],
    targetName,
    today: startedAt.toISOString().slice(0, 10),
  };
  const frame = { settings, runId, startedAt: startedAt.toISOString(), durationMs: Date.now() - startedAt.getTime() };
  writeReports(settings.reportDir, recordOf(frame, facts));
}

const USAGE = `npm run conformance [-- OPTIONS]
  judges the server at BASE_URL, or the bundled reference server, and writes reports into REPORT_DIR
  --grep TEXT    only checks of a requirement (@kpiGroups.favorite-set), an operation (@kpiGroups.list) or a title
  --shard=1/3    one part of three; join their records with npm run report
  --fault NAME   puts a wrong behaviour into the bundled server (names: npm run faults)
  Other options go on to Playwright. Settings come from the environment and .env: see .env.example.
  Exit: 0 conformant, 1 non-conformant, 2 incomplete, 3 the run itself failed`;

async function main(): Promise<number> {
  let settings: Settings | undefined;
  let stop = () => {};
  try {
    const { grep, fault, rest } = optionsOf(process.argv.slice(2));
    const prepared = await target(fault);
    ({ settings, stop } = prepared);
    clearReports(settings.reportDir);
    loadFixtures(settings.fixtures);
    if (settings.waivers !== undefined) readJsonFile('WAIVERS', settings.waivers, 'suite/waivers.json');
    const selected = select(batches, settings.groups, grepOf(grep));
    if (selected.length === 0) {
      throw new SettingsError(
        `--grep ${grep}: selects no check. Give a requirement (@kpiGroups.favorite-set), an operation (@kpiGroups.list) or words of a title.`,
      );
    }
    await preflight(prepared.settings);
    const plan = planFor(selected, select(batches, settings.groups), grep);
    await playwright(rest, {
      ...prepared.env,
      ...(grep && { GOAL_CONFORMANCE_GREP: grep }),
      [PLAN]: JSON.stringify(plan),
    });
    return exitCode(settings.reportDir);
  } catch (error) {
    const message = messageOf(error);
    if (settings) writeFailure(settings, message);
    console.error(`goal-conformance: ${message}`);
    console.error('verdict: harness-error — nothing was judged.');
    return EXIT['harness-error'];
  } finally {
    stop();
  }
}

if (asksForHelp(process.argv.slice(2))) console.log(USAGE);
else process.exitCode = await main();
