import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadedWith, openJournal } from '../campaign/journal.ts';

const all = () => true;
const none = () => false;
const file = () => join(mkdtempSync(join(tmpdir(), 'gc-journal-')), 'journal.txt');

test('a campaign that was cut off knows its trials again, but for the line that was cut', () => {
  const path = file();
  const first = openJournal<number>(path, 'code', all);
  expect(first.known.size).toBe(0);
  first.note('a', 1);
  first.note('b', 2);
  appendFileSync(path, '["c",');
  const second = openJournal<number>(path, 'code', all);
  expect([...second.known]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  second.note('c', 3);
  expect(openJournal<number>(path, 'code', all).known.size).toBe(3);
});

test('trials of other code, and those of a campaign that is not resumed, are forgotten', () => {
  const path = file();
  openJournal<number>(path, 'code', all).note('a', 1);
  expect(openJournal<number>(path, 'other code', all).known.size).toBe(0);
  openJournal<number>(path, 'code', all).note('a', 1);
  expect(openJournal<number>(path, 'code', none).known.size).toBe(0);
});

test('trials that were not well are tried again', () => {
  const path = file();
  const first = openJournal<number>(path, 'code', all);
  first.note('well', 1);
  first.note('not well', 0);
  const second = openJournal<number>(path, 'code', (trial) => trial > 0);
  expect([...second.known.keys()]).toEqual(['well']);
});

test('what a thread loads is found through all that it imports, in circles as well', () => {
  const of = (...paths: string[]) => ({ imports: paths.map((path) => ({ path })) });
  const outputs = {
    'worker.js': { imports: [{ path: 'a.js' }, { path: 'undici', external: true }] },
    'a.js': of('b.js'),
    'b.js': of('a.js', 'worker.js'),
    'report.js': of('a.js'),
  };
  expect(loadedWith('worker.js', outputs)).toEqual(['a.js', 'b.js', 'worker.js']);
});
