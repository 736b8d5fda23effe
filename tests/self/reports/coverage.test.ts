/** Which answers were seen and why others were not; response times; how a large record is kept small. */
import { expect, test } from '@playwright/test';
import { BROUGHT_BY, coverageOf, coverageTotals } from '../../../reports/coverage.ts';
import { needs } from '../../../reports/needs.ts';
import { operationsOf, percentile, requestCount } from '../../../reports/operations.ts';
import { truncated } from '../../../reports/truncate.ts';
import { type BatchResult, type RequirementVerdict, requirement as registered } from '../../../schemas/contract.ts';
import { evidence, exchange, recordWith, requirement } from './sample.ts';

const batch = (traffic: BatchResult['traffic']): BatchResult => ({
  ...{ batch: 'b', planned: 0, results: [], leftovers: [], retries: 0 },
  traffic,
});

const seen = operationsOf([
  batch({ 'kpiGroups.list': { statuses: { 200: 2 }, times: [1, 3] } }),
  batch({
    'kpiGroups.list': { statuses: { 200: 1, 418: 1 }, times: [2, 40] },
    'x.open': { statuses: { 200: 1 }, times: [1] },
  }),
]);
const record = recordWith(
  [
    requirement('general.unpaid', 'not-tested', [
      {
        operation: 'customFields.list',
        outcome: 'not-tested',
        reason: 'there is no unpaid account',
        remedy: 'UNPAID_ACCESS_TOKEN',
      },
    ]),
  ],
  { operations: seen, settings: { groups: ['kpiGroups', 'customFields', 'x'] } },
);
const row = (id: string) => coverageOf(record).find(({ operation }) => operation.id === id);
const answer = (id: string, status: number) => row(id)?.answers.find((one) => one.status === status);

test('the traffic of all batches is added up, with the times of each operation', () => {
  const list = seen.find(({ id }) => id === 'kpiGroups.list');
  expect(list).toMatchObject({ statuses: { 200: 3, 418: 1 }, times: { median: 2, p95: 40, slowest: 40 } });
  expect(requestCount(seen)).toBe(5);
  expect(seen.at(-1)).toMatchObject({ id: 'x.open', group: 'x', listed: [] });
  expect(seen.find(({ id }) => id === 'kpiGroups.get')).not.toHaveProperty('times');
});

test('percentiles are values that were measured', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([0.5, 0.95, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 100]);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

test('an answer is seen, unlisted, or not seen for a reason', () => {
  expect(answer('kpiGroups.list', 200)).toMatchObject({ listed: true, seen: 3, moot: false });
  expect(answer('kpiGroups.list', 418)).toMatchObject({ listed: false, seen: 1 });
  expect(answer('customFields.list', 402)?.why).toBe('there is no unpaid account; needs: UNPAID_ACCESS_TOKEN');
  expect(answer('customFields.list', 200)?.why).toBe('the operation was never called');
  expect(answer('kpiGroups.list', 401)?.why).toBe('no request of this run led to it');
  expect(answer('kpiGroups.list', 500)).toMatchObject({ moot: true });
  expect(answer('users.list', 200)).toMatchObject({ moot: true, why: expect.stringContaining('does not claim') });
});

test('errors of the server and operations that are not claimed count neither as seen nor as missed', () => {
  const rows = coverageOf(record).filter(({ operation }) => ['kpiGroups.list', 'users.list'].includes(operation.id));
  const listed = seen.find(({ id }) => id === 'kpiGroups.list')?.listed.filter((status) => status < 500);
  expect(coverageTotals(rows)).toEqual({ listed: listed?.length, seen: 1 });
});

test('the requirements that bring answers about are in the register', () => {
  for (const id of ['general.success-status', ...Object.values(BROUGHT_BY)]) expect(() => registered(id)).not.toThrow();
});

test('what to set comes with the requirements that wait for it, the most first, without open ones', () => {
  const waiting = (id: string, remedy: string, level: RequirementVerdict['level'] = 'must') =>
    requirement(id, 'not-tested', [{ operation: 'kpiGroups.get', outcome: 'not-tested', remedy, reason: 'why' }], {
      level,
    });
  expect(
    needs(
      recordWith([
        waiting('a.1', 'X'),
        waiting('a.2', 'Y'),
        waiting('a.3', 'Y', 'should'),
        waiting('a.4', 'X', 'open'),
      ]),
    ),
  ).toEqual([
    { remedy: 'Y', reason: 'why', ids: ['a.2', 'a.3'] },
    { remedy: 'X', reason: 'why', ids: ['a.1'] },
  ]);
});

test('the first 500 failures keep their evidence whole, the others its essence', () => {
  const body = 'b'.repeat(20_000);
  const one = evidence({ exchange: exchange(body), before: [exchange(body)] });
  const many = Array.from({ length: 60 }, (_, index) =>
    requirement(`a.${index}`, 'fail', [
      { operation: 'kpiGroups.get', outcome: 'fail', evidence: Array.from({ length: 10 }, () => one) },
    ]),
  );
  const all = truncated(many).flatMap(({ operations }) => operations.flatMap(({ evidence: kept = [] }) => kept));
  expect(all).toHaveLength(600);
  expect(all[499]).toEqual(one);
  expect(all[500]).toMatchObject({ message: one.message, rerun: one.rerun, before: [] });
  expect(all[500]?.exchange?.responseBody.length).toBeLessThan(1_100);
});
