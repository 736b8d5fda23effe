/** A run against a server in this process, without a connection, that is like the target as far as lists and settings say. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../../reference-server/store/account.ts';
import { fixturesFor } from '../../reference-server/store/fixtures.ts';
import { MAIN } from '../../reference-server/store/sample/sizes.ts';
import { leftOutBy } from '../../reports/partialRun.ts';
import type { RunFacts } from '../../reports/runFacts.ts';
import { kinds, loadFixtures, readJsonFile, type Settings } from '../../schemas/contract.ts';
import { startInProcess } from '../../tests/self/inProcess.ts';
import { judgeServer } from '../../tests/self/judge.ts';
import { batches } from '../../tests/suite.ts';
import { select } from '../../tests/support/engine/select.ts';
import { createLook } from '../../tests/support/http/preflight/fixtures/finding.ts';
import { type Reached, readingClient } from '../../tests/support/http/preflight/readings.ts';

type File = Record<string, unknown>;

/** How many records the lists of a target show, by kind; a kind whose list can't be read is left out. */
export async function countsOf(settings: Reached): Promise<Record<string, number>> {
  const client = readingClient(settings);
  const look = createLook(settings, loadFixtures(settings.fixtures), client);
  try {
    const listed = await Promise.all(Object.keys(kinds).map(async (name) => [name, await look.shown(name)] as const));
    return Object.fromEntries(listed.flatMap(([name, page]) => (page ? [[name, page.items.length]] : [])));
  } finally {
    await client.close();
  }
}

/** An account with more records takes longer to make than it tells. */
const MOST = 300;

/** Sizes of the sample account; what no list shows has as many records as usual. */
function sizesOf(counts: Readonly<Record<string, number>>): Partial<typeof MAIN> {
  const sizes = Object.entries(counts).flatMap(([kind, count]) =>
    `${kind}s` in MAIN ? [[`${kind}s`, Math.min(count, MOST)]] : [],
  );
  return { ...Object.fromEntries(sizes), ...(counts.session === 0 && { goals: 0 }) };
}

/** As much of a value as there is of theirs. */
const asMuch = (own: unknown, theirs: unknown) =>
  Array.isArray(own) && Array.isArray(theirs) ? own.slice(0, theirs.length) : own;

/** The keys that a fixtures file has, with the values of the server that is started here. */
export function likeTheirs(own: File, theirs: File): File {
  const sections = Object.entries(theirs).map(([section, given]) => {
    if (section === 'none') return [section, given];
    const known = (own[section] ?? {}) as File;
    const keys = Object.entries(given as File).filter(([key]) => key in known);
    return [section, Object.fromEntries(keys.map(([key, value]) => [key, asMuch(known[key], value)]))];
  });
  return Object.fromEntries(sections);
}

/** Takes out of the sample account what the fixtures declare as not there, where sizes do not say so. */
function without(none: readonly string[], { accounts }: World): void {
  for (const { sessions, dashboards } of accounts.values()) {
    if (none.includes('demoSession')) for (const session of sessions.values()) session.demo = false;
    if (none.includes('report')) for (const dashboard of dashboards.values()) dashboard.isReport = false;
  }
}

/** The settings of the target that decide what is tested, for the server that is started here. */
function environmentOf(settings: Settings, described: Record<string, string>): Record<string, string> {
  const tokens = Object.keys(described).filter((name) => name.endsWith('_TOKEN'));
  const missing = settings.bundled ? [] : tokens.filter((name) => settings.tokens[name] === undefined);
  const { allowWrites, allowDestructive, groups, numRuns, seed, profile } = settings;
  return {
    ...Object.fromEntries(missing.map((name) => [name, ''])),
    ...(!settings.bundled && settings.otherAccountId === undefined && { OTHER_ACCOUNT_ID: '' }),
    ...(!settings.bundled && settings.unpaidAccountId === undefined && { UNPAID_ACCOUNT_ID: '' }),
    ALLOW_WRITES: String(allowWrites),
    ALLOW_DESTRUCTIVE: String(allowDestructive),
    OPERATION_GROUPS: groups.join(','),
    NUM_RUNS: String(numRuns),
    SEED: String(seed),
    // How much a search sends is not known before.
    PROFILE: profile === 'deep' ? 'full' : profile,
  };
}

/** The fixtures of the rehearsal: its own for the bundled server, else those that have the keys of the target's. */
function fixturesOf(settings: Settings, world: World): File {
  if (settings.bundled) return fixturesFor(world) as File;
  if (settings.fixtures === undefined) return {};
  const theirs = readJsonFile('FIXTURES', settings.fixtures, 'suite/fixtures.json') as File;
  without((theirs.none ?? []) as string[], world);
  return likeTheirs(fixturesFor(world) as File, theirs);
}

/** @param counts how many records the target's lists show, by kind */
export async function rehearse(settings: Settings, counts: Readonly<Record<string, number>>): Promise<RunFacts> {
  const selected = select(batches, settings) as typeof batches;
  const { server, world, settings: described, ...started } = startInProcess({ seams: {}, size: sizesOf(counts) });
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-'));
  const file = join(folder, 'fixtures.json');
  try {
    writeFileSync(file, JSON.stringify(fixturesOf(settings, world)));
    const env = { ...environmentOf(settings, described), FIXTURES: file };
    const { results } = await judgeServer(server, described, selected, env, started);
    const { groups: claimed, strict, targetName, profile } = settings;
    const planned = results.reduce((sum, one) => sum + one.planned, 0);
    const today = new Date().toISOString().slice(0, 10);
    return {
      batches: results,
      errors: [],
      ...leftOutBy(profile),
      planned,
      claimed,
      strict,
      allowIncomplete: false,
      waivers: [],
      targetName,
      today,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
