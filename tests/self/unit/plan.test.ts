import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { MOST_BESIDES, type Trial, tooWide, type Wide } from '../campaign/plan.ts';
import { faults } from '../faults/index.ts';

const trial = (fault: string, count: number): Trial => ({
  fault,
  title: '',
  breaks: [],
  caughtBy: [],
  besides: Array.from({ length: count }, (_, i) => `general.r${i}`),
  failed: [],
  errors: [],
  ms: 0,
});

test('a fault that makes more fail than it should is named, unless it is excused', () => {
  const trials = [trial('narrow', MOST_BESIDES), trial('wide', MOST_BESIDES + 1), trial('list-refuses-sort', 30)];
  const excused = [{ faults: '^list-refuses-', reason: 'so' }];
  expect(tooWide(trials, excused).map(({ fault }) => fault)).toEqual(['wide']);
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
