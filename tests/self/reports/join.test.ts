/** The records of all shards are judged as one run; anything less, or of different runs, is refused. */
import { expect, test } from '@playwright/test';
import { joined } from '../../../reports/join.ts';
import { leftOut, partOf } from '../../../reports/partialRun.ts';
import { parseRecord } from '../../../reports/read.ts';
import { recordOf } from '../../../reports/record.ts';
import type { RunFacts } from '../../../reports/runFacts.ts';
import { recordText } from '../../../reports/write.ts';
import {
  type BatchResult,
  type CheckOutcome,
  loadSettings,
  type RunRecord,
  requirements,
} from '../../../schemas/contract.ts';

const MUST = 'kpiGroups.favorite-set';
const TOTAL = 3;
const all = requirements.filter(({ untestable }) => !untestable);

interface Given {
  /** Outcomes of requirements that do not pass. */
  outcomes?: Record<string, CheckOutcome>;
  env?: Record<string, string>;
  errors?: readonly string[];
  startedAt?: string;
  waivers?: RunFacts['waivers'];
  total?: number;
  /** What it has run, of so many batches in all. */
  ran?: { batches: readonly BatchResult[]; of: number };
}

/** Checks of every third requirement, or of fewer. */
function batch(shard: number, outcomes: Record<string, CheckOutcome>, total = TOTAL): BatchResult {
  const results = all
    .filter((_, index) => index % total === shard - 1)
    .map(({ id, operations }) => ({
      check: id,
      cells: operations.map((operation) => ({ requirement: id, operation })),
      outcome: outcomes[id] ?? ('pass' as const),
      reason: 'a reason',
      ms: 1,
    }));
  const traffic = { 'kpiGroups.list': { statuses: { 200: 2 }, times: [shard, shard + 1] } };
  return { batch: `batch ${shard}`, planned: results.length, results, traffic, leftovers: [], retries: 1 };
}

function shard(
  current: number,
  {
    outcomes = {},
    env = {},
    errors = [],
    startedAt = '2026-01-15T10:00:00.000Z',
    waivers = [],
    total = TOTAL,
    ran = { batches: [batch(current, outcomes)], of: TOTAL },
  }: Given = {},
): { name: string; record: RunRecord } {
  const settings = loadSettings('/', { SEED: '1', ...env });
  const { batches, of } = ran;
  // One alone is a whole run.
  const part = total === 1 ? null : { current, total };
  const plan = { batches: of, tests: of, checks: all.length };
  const facts: RunFacts = {
    ...{
      batches,
      errors,
      planned: batches.reduce((sum, { planned }) => sum + planned, 0),
      claimed: settings.groups,
      waivers,
    },
    ...leftOut(plan, { tests: batches.length, shard: part, native: false }),
    ...{
      strict: false,
      allowIncomplete: settings.allowIncomplete,
      targetName: settings.targetName,
      today: startedAt.slice(0, 10),
    },
  };
  const frame = { settings, runId: `run${current}`, startedAt, durationMs: 1000 * current };
  const record = recordOf(frame, facts, part ? partOf(part, plan, facts) : undefined);
  // As a file holds it, and as everything reads it.
  return { name: `${current}.json`, record: parseRecord(`${current}.json`, recordText(record)) };
}

test('no shard is conformant by itself, and all of them are what one run is', () => {
  const shards = [shard(3), shard(1), shard(2)];
  for (const { record } of shards) expect(record).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  const record = joined(shards);
  expect(record).toMatchObject({
    ...{ verdict: 'conformant', exitCode: 0, errors: [], warnings: [], runId: 'run1+run2+run3', durationMs: 3000 },
    totals: { checks: { planned: all.length, executed: all.length }, requests: 6, retries: 3 },
  });
  expect(record.operations.find(({ id }) => id === 'kpiGroups.list')).toMatchObject({
    statuses: { 200: 6 },
    times: { median: 2, slowest: 4 },
  });
  expect(record).not.toHaveProperty('part');
  expect(parseRecord('joined', recordText(record))).toEqual(record);
  expect(joined(shards.reverse())).toEqual(record);
});

test('2, 3 and 7 shards have the verdict, the outcomes and the counts of one run, however much each has', () => {
  const of = 7;
  const outcomes = Object.fromEntries(
    all.map(({ id }, i) => [id, (['pass', 'fail', 'pass', 'not-tested', 'not-applicable'] as const)[i % 5] ?? 'pass']),
  );
  const batches = Array.from({ length: of }, (_, i) => batch(i + 1, outcomes, of));
  const inShards = (total: number) => {
    const bounds = Array.from({ length: total + 1 }, (_, i) => Math.floor((i * of) / total));
    const ranBy = (i: number) => ({ batches: batches.slice(bounds[i], bounds[i + 1]), of });
    return Array.from({ length: total }, (_, i) => shard(i + 1, { total, ran: ranBy(i) }));
  };
  const [whole] = inShards(1) as [ReturnType<typeof shard>];
  const { verdict, exitCode, summary, totals, requirements: found, operations, groups } = whole.record;
  expect(verdict).toBe('non-conformant');
  expect(new Set(found.map(({ outcome }) => outcome)).size).toBeGreaterThan(3);
  for (const total of [2, 3, of])
    expect(joined(inShards(total))).toMatchObject({
      verdict,
      exitCode,
      summary,
      totals,
      requirements: found,
      operations,
      groups,
    });
});

test('what one shard found is found', () => {
  const failing = { outcomes: { [MUST]: 'fail' } } as const;
  const three = (given: Given) => joined([1, 2, 3].map((current) => shard(current, given)));
  expect(three(failing)).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  expect(three({ outcomes: { [MUST]: 'not-tested' } })).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  const waivers = [{ requirement: MUST, reason: 'known', expires: '2026-02-20' }];
  expect(three({ ...failing, waivers })).toMatchObject({ verdict: 'conformant-with-waivers', exitCode: 0 });
  // A waiver that nothing needs is no error of a shard, which sees a part only; it is one of the whole.
  expect(shard(1, { waivers }).record.errors).toEqual([]);
  expect(three({ waivers })).toMatchObject({
    verdict: 'harness-error',
    errors: [expect.stringContaining('Remove it')],
  });
});

test('what broke in one shard is an error of the whole', () => {
  const record = joined([shard(1), shard(2, { errors: ['the worker was lost'] }), shard(3)]);
  expect(record).toMatchObject({ exitCode: 3, errors: ['shard 2 of 3: the worker was lost'] });
});

test('a shard that Playwright gave less than its share leaves checks that never ended', () => {
  const short = shard(2);
  const { part } = short.record;
  if (!part) throw new Error('a shard has a part');
  const [only] = part.batches as [BatchResult];
  const less = { ...part, batches: [{ ...only, results: only.results.slice(1) }] };
  const record = joined([shard(1), { ...short, record: { ...short.record, part: less } }, shard(3)]);
  expect(record).toMatchObject({ exitCode: 3, errors: [`1 of ${all.length} checks never ended`] });
});

test('shards that began more than a day apart, or with different seeds, are joined with a warning', () => {
  const late = shard(3, { startedAt: '2026-01-17T10:00:00.000Z', env: { SEED: '2' } });
  const { warnings, verdict } = joined([shard(1), shard(2), late]);
  expect(warnings).toEqual([expect.stringContaining('a day apart'), expect.stringContaining('different seeds')]);
  expect(verdict).toBe('conformant');
});

const whole = () => {
  const { name, record } = shard(1);
  const { part: _, ...rest } = record;
  return { name, record: rest };
};
for (const [what, records, says] of [
  ['a shard is missing', () => [shard(1), shard(3)], 'shard 2 of 3 is missing'],
  [
    'a shard is given twice',
    () => [shard(1), shard(2), shard(2), shard(3)],
    'shard 2 of 3 is given 2 times: 2.json, 2.json',
  ],
  ['one is a whole run', () => [whole(), shard(2)], '1.json: is the record of a whole run'],
  ['one is of another number of shards', () => [shard(1), shard(2, { total: 4 })], 'differ in: number of shards'],
  [
    'one is of another target',
    () => [shard(1), shard(2, { env: { TARGET_NAME: 'x' } }), shard(3)],
    'differ in: target',
  ],
  ['one had other settings', () => [shard(1), shard(2, { env: { NUM_RUNS: '7' } }), shard(3)], 'differ in: settings'],
  [
    'one had other waivers',
    () => [shard(1), shard(2, { waivers: [{ requirement: MUST, reason: 'r', expires: '2026-02-20' }] }), shard(3)],
    'differ in: waivers',
  ],
] as const) {
  test(`refused when ${what}`, () => {
    expect(() => joined(records())).toThrow(says);
  });
}
