/** Runs side by side: what is newly failing, passing, not tested, and what is a regression. */
import { expect, test } from '@playwright/test';
import { compare } from '../../../reports/compare.ts';
import type { Outcome, RunRecord } from '../../../schemas/contract.ts';
import { recordWith, requirement } from './sample.ts';

/** A run in which each requirement has one outcome on two operations. */
function runOf(outcomes: Record<string, Outcome>, more: Partial<RunRecord> = {}, observation?: unknown): RunRecord {
  return recordWith(
    Object.entries(outcomes).map(([id, outcome]) =>
      requirement(
        `kpiGroups.${id}`,
        outcome,
        ['kpiGroups.get', 'kpiGroups.list'].map((operation) => ({
          operation,
          outcome,
          ...(outcome === 'observed' && { observation }),
        })),
        { level: outcome === 'observed' ? 'open' : id.startsWith('s') ? 'should' : 'must' },
      ),
    ),
    more,
  );
}

const changes = (before: RunRecord, after: RunRecord) => compare([before, after]).changes[0];

test('the matrix has a row per requirement of any run, and says what differs', () => {
  const { matrix, runs } = compare([
    runOf({ a: 'pass', b: 'pass' }),
    runOf({ a: 'pass', c: 'fail' }, { runId: 'two' }),
  ]);
  expect(matrix.map(({ id, outcomes, differs }) => [id, outcomes, differs])).toEqual([
    ['kpiGroups.a', ['pass', 'pass'], false],
    ['kpiGroups.b', ['pass', null], true],
    ['kpiGroups.c', [null, 'fail'], true],
  ]);
  expect(runs.map(({ name }) => name)).toEqual(['target (run)', 'target (two)']);
});

for (const [before, after, list, regression] of [
  ['pass', 'fail', 'newlyFailing', true],
  ['waived', 'fail', 'newlyFailing', true],
  ['not-tested', 'fail', 'newlyFailing', true],
  ['fail', 'pass', 'newlyPassing', false],
  ['not-tested', 'pass', 'newlyPassing', false],
  ['pass', 'not-tested', 'newlyNotTested', true],
  ['fail', 'not-tested', 'newlyNotTested', false],
  ['pass', 'not-applicable', 'newlyNotTested', true],
  ['not-applicable', 'not-tested', 'newlyNotTested', false],
] as const) {
  test(`${before} to ${after} is ${list}${regression ? ', a regression' : ''}`, () => {
    const found = changes(runOf({ a: before }), runOf({ a: after }));
    expect(found?.[list]).toMatchObject([
      { operation: 'kpiGroups.get', before, after },
      { operation: 'kpiGroups.list', before, after },
    ]);
    expect(found?.regression).toBe(regression);
  });
}

test('what stays, becomes waived, or was not tested before, is no change', () => {
  expect(
    changes(runOf({ a: 'fail', b: 'fail', c: 'not-tested' }), runOf({ a: 'fail', b: 'waived', c: 'not-applicable' })),
  ).toEqual({
    ...{ name: 'target (run)', newlyFailing: [], newlyPassing: [], newlyNotTested: [], observations: [] },
    regression: false,
  });
});

test('a should that newly fails is a regression under STRICT alone', () => {
  expect(changes(runOf({ s: 'pass' }), runOf({ s: 'fail' }))?.regression).toBe(false);
  const strict = { settings: { strict: true } };
  expect(changes(runOf({ s: 'pass' }), runOf({ s: 'fail' }, strict))?.regression).toBe(true);
});

test('observations that differ are shown, whatever the order of keys, and are no regression', () => {
  const one = runOf({ o: 'observed' }, {}, { a: 1, b: 2 });
  expect(changes(one, runOf({ o: 'observed' }, {}, { b: 2, a: 1 }))?.observations).toEqual([]);
  const found = changes(one, runOf({ o: 'observed' }, {}, 'no'));
  expect(found?.observations[0]).toMatchObject({ before: { a: 1, b: 2 }, after: 'no' });
  expect(found?.regression).toBe(false);
});

test('a run that failed by itself is never as good as the baseline', () => {
  const broken = runOf({ a: 'pass' }, { verdict: 'harness-error', exitCode: 3, errors: ['lost'] });
  expect(changes(runOf({ a: 'pass' }), broken)?.regression).toBe(true);
});
