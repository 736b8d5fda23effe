import { expect, test } from '@playwright/test';
import { operation, ownCounts, requirement } from '../../../schemas/contract.ts';
import { multiplied, ownCountsProblem } from '../../support/records/ownCounts.ts';

test('the names of fields tell which number counts which list', () => {
  const names = [
    'insightsCount',
    'insights',
    'numberOfOwners',
    'ownerIds',
    'totalPoints',
    'usersCount',
    'taskCount',
    'tasks',
  ];
  expect(ownCounts(names)).toEqual([
    ['insightsCount', 'insights'],
    ['numberOfOwners', 'ownerIds'],
    ['taskCount', 'tasks'],
  ]);
  expect(requirement('general.own-counts').operations).toContain('dashboards.get');
});

test('a number that is less than the list beside it is long is wrong', () => {
  const problem = (dashboard: object) => ownCountsProblem(operation('dashboards.get'), dashboard);
  expect(problem({ insightsCount: 1, insights: [{}], sectionHeadersCount: 3, sectionHeaders: [{}, {}] })).toEqual({
    compared: 2,
  });
  expect(problem({ sectionHeadersCount: 0, sectionHeaders: [{}] }).wrong).toMatchObject({ at: '/sectionHeadersCount' });
  expect(problem({ insightsCount: 0, sectionHeaders: [{}], usersCount: 0 })).toEqual({ compared: 0 });
});

test('a number that is in every record the product of two lists is wrong', () => {
  const board = (id: string, insightsCount: number, insights: number, tags: number) => ({
    id,
    insightsCount,
    insights: Array(insights).fill({}),
    tags: Array(tags).fill({}),
  });
  const wrong = (...boards: ReturnType<typeof board>[]) => multiplied(boards, 'insightsCount', 'insights');
  const fanned = [board('a', 6, 3, 2), board('b', 6, 2, 3), board('c', 4, 4, 1)];
  expect(wrong(...fanned)).toMatchObject({ expected: 3, received: 6, at: '/insightsCount' });
  // A part may be shown of what is counted.
  expect(wrong(...fanned, board('d', 5, 3, 1))).toBeUndefined();
  expect(wrong(...fanned.slice(1))).toBeUndefined();
  expect(wrong(board('a', 6, 3, 2), board('a', 6, 3, 2))).toBeUndefined();
  expect(wrong(board('a', 3, 3, 2), board('b', 2, 2, 3))).toBeUndefined();
});
