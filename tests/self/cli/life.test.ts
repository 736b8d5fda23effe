/** The life of a run: it says early what it does, ends when it is told to, and nothing outlives it. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { conformance, started, withTarget } from './command.ts';
import { emptyList, held, UNDER_WAY } from './held.ts';

test.setTimeout(120_000);

const GROUPS = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '3' };
/** Few checks, of which several are under way for a while. */
const PART = ['--grep', '@(general\\.(envelope|json|counts|success-status)|kpiGroups\\.\\S+)( |$)'];

test('the first line says what is judged, before the target is asked', async () => {
  const { answer, requests } = held(0);
  await withTarget(answer, async (settings) => {
    const run = started('conformance', [], { ...settings, ...GROUPS });
    await expect.poll(run.printed, { intervals: [10] }).not.toBe('');
    expect(requests()).toBe(0);
    expect(run.printed()).toMatch(
      /^goal-conformance [\d.]+: judges \S+ at http:\S+, reading only; reports go to \S+\n/,
    );
    run.child.kill('SIGKILL');
    await run.ended;
  });
});

test('when the command is killed, nothing goes on without it', async () => {
  const { answer, requests, reached, open } = held(UNDER_WAY);
  await withTarget(answer, async (settings) => {
    const run = started('conformance', PART, { ...settings, ...GROUPS });
    await reached();
    run.child.kill('SIGKILL');
    // It closes when Playwright, which writes to the same streams, has ended as well.
    await run.ended;
    // Of the workers it does not know, but their connections, on which answers are waited for, end with them.
    await expect.poll(open).toBe(0);
    const sent = requests();
    await wait(500);
    expect(requests()).toBe(sent);
  });
});

test('Ctrl-C says what it does, and what was not tested then reads interrupted', async () => {
  const { answer, reached, release } = held(UNDER_WAY);
  await withTarget(answer, async (settings) => {
    const run = started('conformance', PART, { ...settings, ...GROUPS });
    await reached();
    run.child.kill('SIGINT');
    await expect.poll(run.printed).toContain('interrupted: no further check begins');
    release();
    const { code, output, record } = await run.ended;
    expect(record).toMatchObject({ verdict: 'harness-error', errors: ['the run was interrupted'] });
    const reasons = record?.requirements.flatMap(({ operations }) => operations.map(({ reason }) => reason)) ?? [];
    expect(reasons).toContain('interrupted');
    expect(reasons).not.toContain('no check of it ran');
    expect(code, output).toBe(3);
  });
});

test('Ctrl-C before anything is judged says so, and leaves a record of it', async () => {
  const { answer, reached, release } = held(0);
  await withTarget(answer, async (settings) => {
    const run = started('conformance', [], { ...settings, ...GROUPS });
    await reached();
    run.child.kill('SIGINT');
    await expect.poll(run.printed).toContain('interrupted: nothing was judged yet.');
    release();
    const { code, output, record } = await run.ended;
    expect(record).toMatchObject({ verdict: 'harness-error', errors: ['the run was interrupted'] });
    expect(code, output).toBe(3);
  });
});

test('after MAX_MINUTES no further check begins, and what is left is not tested', async () => {
  await withTarget(
    (_request, response) => setTimeout(() => emptyList(response), 300),
    async (settings) => {
      const { output, record } = await conformance(PART, { ...settings, ...GROUPS, MAX_MINUTES: '0.02' });
      const untested =
        record?.requirements.filter(({ reason }) => reason === 'the run ended after MAX_MINUTES=0.02') ?? [];
      expect(untested.length, output).toBeGreaterThan(0);
      for (const { outcome, remedy } of untested)
        expect([outcome, remedy]).toEqual(['not-tested', 'a larger MAX_MINUTES']);
      expect(record?.errors).toEqual([]);
    },
  );
});
