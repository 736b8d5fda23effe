import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openJournal } from '../campaign/journal.ts';

const file = () => join(mkdtempSync(join(tmpdir(), 'gc-journal-')), 'journal.txt');

test('a campaign that was cut off knows its trials again, but for the line that was cut', () => {
  const path = file();
  const first = openJournal<number>(path, 'code', true);
  expect(first.known.size).toBe(0);
  first.note('a', 1);
  first.note('b', 2);
  appendFileSync(path, '["c",');
  const second = openJournal<number>(path, 'code', true);
  expect([...second.known]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  second.note('c', 3);
  expect(openJournal<number>(path, 'code', true).known.size).toBe(3);
});

test('trials of other code, and those of a campaign that is not resumed, are forgotten', () => {
  const path = file();
  openJournal<number>(path, 'code', true).note('a', 1);
  expect(openJournal<number>(path, 'other code', true).known.size).toBe(0);
  openJournal<number>(path, 'code', true).note('a', 1);
  expect(openJournal<number>(path, 'code', false).known.size).toBe(0);
});
