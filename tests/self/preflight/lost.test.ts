/** A target that is lost in the middle: what was judged before stands, and no word about the target is said of the rest. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import { conformance, type Run } from '../cli/command.ts';
import { behindGateway, type Fate } from '../cli/gateway.ts';

const behind = (
  fate: (before: number, request: IncomingMessage) => Fate,
  env: Record<string, string> = {},
): Promise<Run> =>
  behindGateway(fate, (settings) =>
    // A second worker would take longer to begin than it judges.
    conformance(['--workers=1'], {
      ...settings,
      OPERATION_GROUPS: 'badges',
      NUM_RUNS: '2',
      TIMEOUT_MS: '9000',
      ...env,
    }),
  );

/** Requests of the preflight are fewer than these, and those of the run more. */
const HALF_WAY = 150;

const failed = ({ record }: Run) =>
  record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id, reason }) => `${id}: ${reason}`);
const passed = ({ record }: Run) => record?.requirements.filter(({ outcome }) => outcome === 'pass') ?? [];

test('a server that dies: exit 3, whatever is allowed', async () => {
  const run = await behind((before) => (before < HALF_WAY ? 'pass' : 'drop'), { ALLOW_INCOMPLETE: 'true' });
  expect(run.code, run.output).toBe(3);
  expect(run.record?.errors[0]).toMatch(/^the target stopped answering at \d\d:\d\d:\d\d UTC, after [\d,]+ requests\./);
  expect(run.output).toContain('stopped answering at');
  expect(failed(run)).toEqual([]);
});

test('a token that expires half-way: exit 3, with the time, and nothing of it reads as a failure', async () => {
  const run = await behind((before) => (before < HALF_WAY ? 'pass' : 401));
  expect(run.code, run.output).toBe(3);
  expect(run.record?.errors[0]).toMatch(/turned to answering every reading with 401 at \d\d:\d\d:\d\d UTC, after/);
  expect(failed(run)).toEqual([]);
});

test('a gateway that answers 502 for a while: what it explains is not tested, the rest is judged', async () => {
  let since = 0;
  const run = await behind((before) => {
    if (before === HALF_WAY) since = Date.now();
    return since > 0 && Date.now() - since < 1500 ? 502 : 'pass';
  });
  expect(failed(run)).toEqual([]);
  expect(run.record?.errors).toEqual([]);
  expect(run.record?.warnings.join('\n')).toMatch(/turned to answering every reading with 502 at .* and came back/);
  expect(passed(run).length).toBeGreaterThan(0);
  expect(run.code).toBe(2);
});
