/** PROFILE=deep finds what only long histories show, and begins the next run with what it has found. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadSettings } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { openCorpus } from '../../support/engine/corpus.ts';
import { reachedBy, searchMsOf } from '../../support/engine/search.ts';
import { select } from '../../support/engine/select.ts';
import { seamsOf } from '../campaign/plan.ts';
import { judge } from '../judge.ts';
import { SMALLER } from '../world.ts';
import { longFaults } from './faults.ts';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goal-conformance-deep-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings = loadSettings('/', {});
const modelOf = (requirement: string) => select(batches, settings, new RegExp(`@${requirement}( |$)`));

/** The long histories that find a fault late, by their seed: the hundred before it would take a minute. */
const LATE: Readonly<Record<string, number>> = {
  'long-rename-forgets-mark': 134,
  'long-rename-is-lost': 3,
};

/** Histories read whole lists after each round, so that they cost what these hold besides. */
const SMALL = { size: SMALLER };

/** Short histories take most of the time, and one fault shows that they are made. */
const SHORTENED = 'long-fields-mixed-up';
const LONG = { ...SMALL, longShrinks: 0 };

// The faults are wrong for ever, and nothing is late.
const deep = (minutes: number, seed = 1) => ({
  SEED: String(seed),
  SETTLE_MS: '0',
  PROFILE: 'deep',
  NUM_RUNS: '4',
  DEEP_MINUTES: String(minutes),
  CORPUS: join(folder, 'corpus.jsonl'),
});

// Each searches for up to a minute and a half, and judges a full run before.
test.setTimeout(300_000);

for (const fault of longFaults) {
  const { name, title, breaks } = fault;
  test(`${name} is found by long histories, and not by those of a full run`, async () => {
    const model = modelOf(breaks[0] as string) as typeof batches;
    const full = await judge(seamsOf(fault), model, { NUM_RUNS: '20' }, SMALL);
    expect(full.failures, title).toEqual([]);
    const { failures } = await judge(seamsOf(fault), model, deep(1.5, LATE[name]), name === SHORTENED ? SMALL : LONG);
    expect(failures, title).toHaveLength(1);
    const { seeds } = openCorpus(join(folder, 'corpus.jsonl'), breaks[0] as string);
    expect(String(seeds[0])).toBe(String(failures[0]?.failure.property?.seed));
  });
}

test('a right server passes, leaves no more behind than it did, and the next run begins with the seeds that reached something', async () => {
  const models = modelOf('(kpiGroups.favorite-model|customFields.immutable-model|tags.identity-law)') as typeof batches;
  const full = await judge({}, models, { NUM_RUNS: '4' }, SMALL);
  const found = await judge({}, models, deep(0.05), SMALL);
  const outcomes = found.results.flatMap(({ results }) => results.map(({ outcome }) => outcome));
  expect(outcomes.length).toBeGreaterThanOrEqual(3);
  expect(new Set(outcomes)).toEqual(new Set(['pass']));
  const left = ({ results }: typeof full) => results.flatMap(({ leftovers }) => leftovers).length;
  expect(left(found)).toBe(left(full));
  const text = readFileSync(join(folder, 'corpus.jsonl'), 'utf8');
  expect(text.split('\n').length).toBeGreaterThan(3);
  const corpus = () => openCorpus(join(folder, 'corpus.jsonl'), 'kpiGroups.favorite-model');
  expect(corpus().seeds).toContain(1);
  // A busy machine comes to few histories in that time; further runs go on from what these have reached.
  const favorites = modelOf('kpiGroups.favorite-model') as typeof batches;
  for (let seed = 101; corpus().reached.size <= 10 && seed < 120; seed++)
    await judge({}, favorites, deep(0.05, seed), SMALL);
  expect(corpus().reached.size).toBeGreaterThan(10);
});

test('the corpus begins with what failed, and refuses lines that are not its own', () => {
  const path = join(folder, 'corpus.jsonl');
  const corpus = openCorpus(path, 'tags.identity-law');
  corpus.keep(7, ['a'], false);
  corpus.keep(8, ['a'], false);
  corpus.keep(9, ['a'], true);
  corpus.keep(10, ['a', 'b'], false);
  expect(openCorpus(path, 'tags.identity-law').seeds).toEqual([9, 10, 7]);
  expect(openCorpus(path, 'kpiGroups.favorite-model').seeds).toEqual([]);
  writeFileSync(path, '{"seed":1}\n');
  expect(() => openCorpus(path, 'tags.identity-law')).toThrow(/CORPUS: line 1 of .* Delete the line/);
});

test('what is reached are writes in a row with their answers', () => {
  const one = (operation: string, status: number) => ({ operation, status });
  const writes = [one('kpiGroups.create', 201), one('kpiGroups.update', 200), one('kpiGroups.delete', 200)];
  const reads = writes.flatMap((write) => [write, one('kpiGroups.list', 200)]);
  const row = 'kpiGroups.create 201, kpiGroups.update 200, kpiGroups.delete 200';
  expect(reachedBy(reads)).toEqual([row]);
  expect(reachedBy(writes.slice(1))).toEqual([]);
});

test('all models together take as long as the user says', () => {
  const one = { ...settings, profile: 'deep' as const, deepMinutes: 3 };
  expect([1, 2, 3, 4].map((workers) => searchMsOf(one, workers))).toEqual([60_000, 90_000, 180_000, 180_000]);
  expect(searchMsOf(settings, 2)).toBe(0);
});
