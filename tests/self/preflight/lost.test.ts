/** A target that is lost in the middle: what was judged before stands, and no word about the target is said of the rest. */
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../schemas/contract.ts';
import { conformance } from '../cli/command.ts';
import { behindGateway } from '../cli/gateway.ts';
import { judgedHere } from '../cli/here.ts';

const ENV = { OPERATION_GROUPS: 'badges', NUM_RUNS: '2', TIMEOUT_MS: '9000' };

/** Requests of the preflight are fewer than these, and those of the run more. */
const HALF_WAY = 150;

/** What is under way is tried three times; then the run looks whether the target is lost. */
const AWAY = 80;

const failed = (record: RunRecord | undefined) =>
  record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id, reason }) => `${id}: ${reason}`);

test('a server that dies: exit 3, whatever is allowed', async () => {
  const run = await behindGateway(
    (before) => (before < HALF_WAY ? 'pass' : 'drop'),
    // A second worker would take longer to begin than it judges.
    (settings) => conformance(['--workers=1'], { ...settings, ...ENV, ALLOW_INCOMPLETE: 'true' }),
  );
  expect(run.code, run.output).toBe(3);
  expect(run.record?.errors[0]).toMatch(/^the target stopped answering at \d\d:\d\d:\d\d UTC, after [\d,]+ requests\./);
  expect(run.output).toContain('stopped answering at');
  expect(failed(run.record)).toEqual([]);
});

test('a token that expires half-way: exit 3, with the time, and nothing of it reads as a failure', async () => {
  const { record, output } = await behindGateway(
    (before) => (before < HALF_WAY ? 'pass' : 401),
    (settings) => judgedHere(undefined, { ...settings, ...ENV }),
  );
  expect(record.exitCode, output).toBe(3);
  expect(record.errors[0]).toMatch(/turned to answering every reading with 401 at \d\d:\d\d:\d\d UTC, after/);
  expect(failed(record)).toEqual([]);
});

test('a gateway that answers 502 for a while: what it explains is not tested, the rest is judged', async () => {
  const { record } = await behindGateway(
    // A number and no time: however slow the run is, that many come while the server is away.
    (before) => (before < HALF_WAY || before >= HALF_WAY + AWAY ? 'pass' : 502),
    (settings) => judgedHere(undefined, { ...settings, ...ENV }),
  );
  expect(failed(record)).toEqual([]);
  expect(record.errors).toEqual([]);
  expect(record.warnings.join('\n')).toMatch(/turned to answering every reading with 502 at .* and came back/);
  expect(record.requirements.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0);
  expect(record.exitCode).toBe(2);
});
