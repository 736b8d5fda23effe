/** Runs the suite as a user does, against a server in another process, and says what that cost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORD } from '../../reports/folder.ts';
import { projectRoot, type RunRecord, settingSchemas } from '../../schemas/contract.ts';
import { watch } from './processes.ts';
import { replay } from './replay.ts';
import { type Recording, type Role, serve } from './serving.ts';

export interface Cost {
  /** Seconds from the command to its end. */
  seconds: number;
  /** Seconds of processors, without those of the server. */
  cpu: number;
  /** Most megabytes at a time, without those of the server. */
  memory: number;
  requests: number;
  /** Megabytes of answers. */
  answers: number;
  checks: number;
  failedCells: number;
  verdict: string;
  /** Requirements that were not tested, with the reasons. */
  untested: readonly string[];
}

/** The environment without settings: what a developer judges otherwise is not measured here. */
const plain = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in settingSchemas)));

/** Everything may be judged, and the checks draw the same input each time. */
const WHOLE = { ALLOW_WRITES: 'true', ALLOW_DESTRUCTIVE: 'true', SEED: '1' };

/** Runs the command of the suite; its reports are thrown away. */
async function suiteAt(settings: Record<string, string>, args: readonly string[] = []): Promise<Omit<Cost, 'answers'>> {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-bench-'));
  try {
    const began = performance.now();
    const child = spawn(process.execPath, [join(projectRoot, 'dist/bin/conformance.js'), ...args], {
      env: { ...plain(), ...settings, ...WHOLE, REPORT_DIR: folder },
      stdio: 'ignore',
    });
    const watched = watch(child.pid as number);
    await once(child, 'exit');
    const seconds = (performance.now() - began) / 1000;
    const use = watched.stop();
    const { totals, verdict, requirements } = JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as RunRecord;
    const { requests, checks, cells } = totals;
    const untested = requirements
      .filter(({ outcome, level }) => outcome === 'not-tested' && level !== 'open')
      // What another shard tests is none of them.
      .filter(({ reason = '' }) => !reason.startsWith('not in shard'))
      .map(({ id, reason }) => `${id}: ${reason}`);
    return { untested, seconds, ...use, requests, checks: checks.executed, failedCells: cells.fail, verdict };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cost of a run against a server of this role, and what it asked the server for. */
export async function recordedRun(
  role: Role,
  args: readonly string[] = [],
): Promise<{ cost: Cost; recording: Recording }> {
  const server = await serve({ ...role, records: true });
  try {
    const cost = await suiteAt(server.settings, args);
    const recording = await server.recording();
    return { cost: { ...cost, answers: recording.bytes / 1e6 }, recording };
  } finally {
    await server.stop();
  }
}

export interface Floor {
  /** Seconds that the same requests took without the suite. */
  seconds: number;
  /** Share of them that were answered with the same status. */
  alike: number;
}

/** The recorded requests once more, to a server that is as the first one was at its beginning. */
export async function floorOf(role: Role, recording: Recording): Promise<Floor> {
  const server = await serve(role);
  try {
    return await replay(server.baseUrl, recording);
  } finally {
    await server.stop();
  }
}
