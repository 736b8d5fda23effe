import { expect, test } from '@playwright/test';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { foreignIds, ids, isSurelyUnique, unknownId } from '../../support/records/identifiers.ts';
import { inventedIds } from '../../support/records/inventedIds.ts';

interface Given {
  ids?: Record<string, string[]>;
  unknownIds?: Record<string, string>;
  foreignIds?: Record<string, string[]>;
  none?: string[];
}

/** A context without a target: ids come from the fixtures alone. */
const context = ({ ids = {}, unknownIds = {}, foreignIds = {}, none = [] }: Given): Context =>
  ({
    fixtures: { ids, unknownIds, foreignIds, none, facts: {} },
    settings: { tokens: {} },
    claims: () => false,
    offers: () => false,
    once: (_key: string, make: () => Promise<unknown>) => make(),
  }) as unknown as Context;

const unknownOf = (...known: string[]) => unknownId(context({ ids: { goal: known } }), 'goal');

test('ids of the fixtures come once each, without empty ones', async () => {
  expect(await ids(context({ ids: { goal: ['b', 'a', 'b', ''] } }), 'goal')).toEqual(['b', 'a']);
});

test('empty texts are no ids after which others could be made up', () => {
  expect(inventedIds([''], 5)).toEqual([]);
  expect(inventedIds(['', 'a7', 'a9'], 1)).toEqual(['a1000012']);
});

test('where no id is known, the line to give is named, or the declaration counts', async () => {
  await expect(ids(context({}), 'goal')).rejects.toMatchObject({
    name: 'NotTested',
    remedy: expect.stringContaining('ids.goal'),
  });
  await expect(ids(context({ none: ['goal'] }), 'goal')).rejects.toBeInstanceOf(NotApplicable);
});

test('the unknown id for all kinds is taken for the kinds whose ids are written like it', async () => {
  const all = { '*': '0bad-c0de-0000' };
  const unknown = (...known: string[]) => unknownId(context({ ids: { goal: known }, unknownIds: all }), 'goal');
  expect(await unknown('7f3e-11c2-a0b1')).toBe('0bad-c0de-0000');
  expect(await unknown('goal-7', 'goal-12')).toBe('goal-1000015');
  expect(await unknown()).toBe('0bad-c0de-0000');
  const own = { ...all, goal: 'none' };
  expect(await unknownId(context({ ids: { goal: ['7'] }, unknownIds: own }), 'goal')).toBe('none');
});

test('an id that is counted up is followed by one far beyond the highest', async () => {
  expect(await unknownOf('goal-7', 'goal-12')).toBe('goal-1000015');
  expect(await unknownOf('0007', '0012')).toBe('1000015');
  expect(await unknownOf('41')).toBe('1000044');
});

test('an id of another form keeps its form, and is none of the known ones', async () => {
  const known = ['5f1a09c4e2', '5f1a09c4e9', '5f1a09c4d2'];
  const made = await unknownOf(...known);
  expect(made).toMatch(/^5f1a09c4[a-f]\d$/);
  expect(known).not.toContain(made);
  const uuid = '3b241101-e2bb-4255-8caf-4136c566a962';
  const other = await unknownOf(uuid);
  expect(other).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  expect(other).not.toBe(uuid);
});

test('letters are turned into letters that ids of the target have, in their case', async () => {
  const made = await unknownOf('acAC', 'bdAC');
  expect(made).toMatch(/^[a-d]{2}AC$/);
  expect(['acAC', 'bdAC']).not.toContain(made);
});

test('of few letters, of which most may be ids that no list shows, longer ones are made', async () => {
  expect(await unknownOf('k7', 'x2')).toBe('k7k7k7k7');
});

test('what the fixtures give as unknown wins, of the kind before that of all', async () => {
  const given = { ids: { goal: ['1'] }, unknownIds: { '*': 'any', goal: 'of goals' } };
  expect(await unknownId(context(given), 'goal')).toBe('of goals');
  expect(await unknownId(context(given), 'session')).toBe('any');
});

test('where every id of the form is known, it says what to give', async () => {
  await expect(unknownOf('-')).rejects.toBeInstanceOf(NotTested);
});

test('foreign ids are those of the fixtures, for an item those of its kinds', async () => {
  const t = context({ foreignIds: { session: ['s'], dashboard: ['d'], goal: ['g'] } });
  expect(await foreignIds(t, 'goal')).toEqual(['g']);
  expect(await foreignIds(t, 'item')).toEqual(['s', 'd']);
  await expect(foreignIds(t, 'task')).rejects.toMatchObject({ remedy: expect.stringContaining('foreignIds.task') });
});

test('foreign ids of a kind without a list are those that records name which its own user is shown', async () => {
  const goals = { first: 'goal-of-ours-a', other: 'goal-of-theirs-b' };
  const t = {
    ...context({}),
    settings: { tokens: { OTHER_ACCESS_TOKEN: 'token' }, otherAccountId: 'other' },
    claims: (group: string) => group === 'metrics',
    offers: (operationId: string) => operationId.startsWith('metrics.'),
    send: async (_id: string, { as }: { as: keyof typeof goals }) => ({
      ok: true,
      json: { items: [{ goalId: goals.first }, { goalId: goals[as] }, { goalId: '17' }] },
    }),
  } as unknown as Context;
  expect(await foreignIds(t, 'goal')).toEqual([goals.other]);
});

test('an id that no record of another kind can have is no count, however it is written', () => {
  const unique = ['947f081cf39bbdb30dd0f47a', '731204500008493056', '3f2b8c1e-58a4-4a3e-9b1f-6f0d2c7e5a10'];
  expect(unique.filter((id) => !isSurelyUnique(id))).toEqual([]);
  const counts = ['17', '10000001', 'kpi_100023', '000000000000000017', '202401150000000123', 'users/1234567'];
  expect(counts.filter(isSurelyUnique)).toEqual([]);
});
