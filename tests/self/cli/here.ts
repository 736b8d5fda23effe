/** Runs in this process, for what is asked of the suite and not of how it is started: the command takes seconds to begin. */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { messageOf } from '../../../bin/output.ts';
import { conformance } from '../../../bin/run/conformance.ts';
import { optionsOf } from '../../../bin/run/options.ts';
import { planOf } from '../../../bin/run/prepared.ts';
import { settingsOf, targetOf } from '../../../bin/run/target.ts';
import { leftOut } from '../../../reports/partialRun.ts';
import { recordOf } from '../../../reports/record.ts';
import { summaryLines } from '../../../reports/terminal.ts';
import { writeReports } from '../../../reports/write.ts';
import {
  type BatchResult,
  concealingFor,
  loadFixtures,
  loadSettings,
  type RunRecord,
  type Settings,
  SettingsError,
} from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { runBatch } from '../../support/engine/run.ts';
import { searchMsOf } from '../../support/engine/search.ts';
import { grepOf, select } from '../../support/engine/select.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import { createClient } from '../../support/http/client.ts';
import { preflight } from '../../support/http/preflight.ts';
import { PATIENCE } from '../../support/http/refusals.ts';
import { inherited, newFolder, type Run } from './command.ts';

/** What a run leaves; its exit code is that of its record. */
export interface Here extends Omit<Run, 'code' | 'record'> {
  record: RunRecord;
}

/**
 * Looks at a target and judges it as a worker of a run does, and writes the reports.
 * @param grep selects checks, as --grep does
 * @returns as its output what a run says at its end
 * @throws SettingsError when the set-up of the target is wrong
 */
export async function judgedHere(grep: string | undefined, env: Record<string, string>): Promise<Here> {
  const reportDir = newFolder();
  const settings = loadSettings('/', { SEED: '1', REPORT_DIR: reportDir, ...env }) as Settings & { baseUrl: string };
  const fixtures = loadFixtures(settings.fixtures);
  const plan = planOf(settings, grep);
  const started = new Date();
  // As in a run, the set-up of a server that was started for it is right.
  const nothing = { warnings: [], places: [], requests: 0 };
  const { warnings, places, requests } = settings.bundled ? nothing : await preflight(settings, fixtures);
  const client = createClient(settings, 1, PATIENCE, requests);
  const runtime = {
    ...{ settings, fixtures, client, doubtful: places, names: names('here', 0) },
    searchMs: searchMsOf(settings, 1),
    isSelection: grep !== undefined,
  };
  const results: BatchResult[] = [];
  try {
    for (const batch of select(batches, settings, grepOf(grep))) results.push(await runBatch(batch, runtime));
  } finally {
    await client.close();
  }
  const { groups: claimed, profile, strict, allowIncomplete, targetName } = settings;
  const startedAt = started.toISOString();
  const record = recordOf(
    { settings, runId: 'here', startedAt, durationMs: Date.now() - started.getTime() },
    {
      ...{ batches: results, errors: [], planned: plan.checks, claimed, strict, allowIncomplete, targetName },
      ...leftOut(plan, { tests: plan.tests, shard: null, profile, native: false }),
      warnings: warnings.map(concealingFor(settings)),
      waivers: [],
      today: startedAt.slice(0, 10),
    },
  );
  writeReports(reportDir, record);
  return { output: summaryLines(record, reportDir).join('\n'), reportDir, record };
}

/** Runs it where no `.env` of the clone is read, as the command is run. */
async function elsewhere<T>(use: () => Promise<T>): Promise<T> {
  const folder = process.cwd();
  process.chdir(tmpdir());
  try {
    return await use();
  } finally {
    process.chdir(folder);
  }
}

/** The same of a reference server that is started for it, with a fault or none. */
export async function bundledHere(
  fault: string | undefined,
  grep: string | undefined,
  more: Record<string, string>,
): Promise<Here> {
  const { env, stop } = await elsewhere(() => {
    const given = settingsOf(fault, more);
    return targetOf(fault, given.settings, given.env);
  });
  try {
    return await judgedHere(grep, env as Record<string, string>);
  } finally {
    stop();
  }
}

/**
 * What the command says of settings and arguments with which it ends before it looks at a target.
 * @returns its message, and the record, where it leaves one
 */
export async function refusedHere(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ message: string; record: RunRecord | undefined }> {
  const { REPORT_DIR = newFolder() } = env;
  const variables = process.env;
  process.env = { ...inherited(), ...env, REPORT_DIR };
  try {
    const refusal = await elsewhere(async () => conformance(optionsOf(args))).catch((error: unknown) => error);
    // Of these the command prints the message alone, without a trace, and ends with exit 3.
    expect(refusal).toBeInstanceOf(SettingsError);
    const path = join(REPORT_DIR, 'conformance.json');
    return {
      message: messageOf(refusal),
      record: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined,
    };
  } finally {
    process.env = variables;
  }
}
