/** What was not tested names its cause: a list that fails is never taken for an account that lacks records. */
import { expect, test } from '@playwright/test';
import { causesOf } from '../../../reports/causes.ts';
import { needs } from '../../../reports/needs.ts';
import { verdictOf } from '../../../reports/verdict.ts';
import { batches } from '../../suite.ts';
import { select } from '../../support/engine/select.ts';
import { refuses } from '../faults/vocabulary.ts';
import { judge } from '../judge.ts';

test('where a list fails, the list is named and no ids are asked for', async () => {
  const selected = select(batches, { groups: ['users'] });
  const { results, settings } = await judge(refuses('users.list', 500), selected, {
    OPERATION_GROUPS: 'users',
    NUM_RUNS: '1',
    FIXTURES: '',
    ALLOW_WRITES: 'false',
  });
  const { requirements } = verdictOf({
    ...{ batches: results, errors: [], planned: 0, claimed: settings.groups, strict: false, allowIncomplete: false },
    ...{ waivers: [], targetName: 'reference server', today: '2026-01-01' },
  });
  const record = { requirements, settings: {} };
  expect(needs(record).filter(({ remedy }) => /ids\.user\b/.test(remedy))).toEqual([]);
  const cause = causesOf(record).find(({ operation }) => operation === 'users.list');
  expect(cause?.words).toBe('users.list answers 500');
  expect(cause?.untested.length).toBeGreaterThan(10);
});
