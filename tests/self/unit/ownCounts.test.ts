import { expect, test } from '@playwright/test';
import { operation, ownCounts, requirement } from '../../../schemas/contract.ts';
import { ownCountsProblem } from '../../support/records/ownCounts.ts';

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
