/** An account that lacks something can become conformant by saying so: no remedy names what preflight refuses, or what is untrue. */
import { expect, test } from '@playwright/test';
import { variants } from '../variants/index.ts';
import { openAfterRemedies } from './remedies.ts';

// Each takes a processor for itself.
test.describe.configure({ mode: 'default' });

/** Accounts that hold records of each kind, all of them set aside or written without letters. */
const NAMES = [
  'dashboards-all-archived',
  'tags-all-inactive',
  'goals-all-locked',
  'all-set-aside',
  'tag-titles-japanese',
];

for (const variant of variants.filter(({ name }) => NAMES.includes(name)))
  test(`${variant.name}: what the remedies name under none is taken, and then nothing is open`, async () => {
    test.setTimeout(300_000);
    expect(await openAfterRemedies(variant)).toEqual([]);
  });
