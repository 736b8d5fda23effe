import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import type { Batch } from '../../support/engine/check.ts';
import { inTurn, keysOf, MOST_BESIDES, type Trial, tooWide, type Wide } from '../campaign/plan.ts';
import { faults } from '../faults/index.ts';
import { instead } from '../faults/vocabulary.ts';

const trial = (fault: string, count: number): Trial => ({
  fault,
  title: '',
  breaks: [],
  caughtBy: [],
  besides: Array.from({ length: count }, (_, i) => `general.r${i}`),
  failed: [],
  errors: [],
  made: [],
  ms: 0,
});

test('a fault that makes more fail than it should is named, unless it is excused', () => {
  const trials = [trial('narrow', MOST_BESIDES), trial('wide', MOST_BESIDES + 1), trial('list-refuses-sort', 30)];
  const excused = [{ faults: '^list-refuses-', reason: 'so' }];
  expect(tooWide(trials, excused).map(({ fault }) => fault)).toEqual(['wide']);
});

const checkOf = (operation: string) => ({
  title: operation,
  cells: [{ requirement: 'lists.sort', operation }],
  run: async () => {},
});
const concerned: Batch[] = [
  { title: 'a', checks: ['users.list', 'tasks.list', 'tags.list'].map(checkOf) },
  { title: 'b', checks: ['users.list', 'tasks.list'].map(checkOf) },
];
const fault = { seams: instead('tasks.list', (call, next) => next(call)) };
const parts = (open: string[]) => inTurn(fault, concerned, new Set(open)).map(keysOf);

test('a fault is tried first with the checks that caught nothing so far, then with those of the operations that it changes', () => {
  expect(parts(['b / users.list', 'a / tags.list'])).toEqual([
    ['a / tags.list', 'b / users.list'],
    ['a / tasks.list'],
    ['a / users.list', 'b / tasks.list'],
  ]);
});

test('where all checks have caught something, each is tried with a fault until one fails', () => {
  expect(parts([])).toEqual([
    ['a / tasks.list'],
    ['a / users.list', 'b / tasks.list'],
    ['a / tags.list', 'b / users.list'],
  ]);
});

test('every excuse has a reason and is for faults that there are', () => {
  const excused: Wide[] = JSON.parse(readFileSync(join(projectRoot, 'tests/self/campaign/wide.json'), 'utf8'));
  for (const { faults: names, reason } of excused) {
    expect(reason).toMatch(/\.$/);
    expect(
      faults.some(({ name }) => new RegExp(names).test(name)),
      names,
    ).toBe(true);
  }
});
