/** Fields that a list has shown must not be gone for later requests. */
import { expect, test } from '@playwright/test';
import { createFieldMemory } from '../../support/engine/fieldMemory.ts';

const records = (count: number, more: (i: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, ...more(i) }));

const NAMED = records(3, (i) => ({ name: `n${i}`, note: 'x', open: true, count: 0, tags: ['a'] }));

test('a text that all records showed and none shows any more is lost', () => {
  const memory = createFieldMemory();
  expect(memory('tasks', NAMED)).toBeUndefined();
  expect(memory('tasks', NAMED)).toBeUndefined();
  expect(
    memory(
      'tasks',
      records(3, (i) => ({ name: `n${i}` })),
    ),
  ).toMatchObject({ expected: 'note', at: '/note' });
});

test('what one record still shows, what few have lost, and flags, numbers and lists are not', () => {
  const memory = createFieldMemory();
  memory('tasks', NAMED);
  expect(
    memory(
      'tasks',
      records(3, (i) => ({ name: `n${i}`, ...(i === 0 && { note: 'x' }) })),
    ),
  ).toBeUndefined();
  expect(
    memory(
      'tasks',
      records(2, (i) => ({ name: `n${i}` })),
    ),
  ).toBeUndefined();
  expect(
    memory(
      'tasks',
      records(3, (i) => ({ name: `n${i}`, note: 'y' })),
    ),
  ).toBeUndefined();
});

test('records that runs make and change are left out', () => {
  const memory = createFieldMemory((id) => id === '3');
  const own = [...records(2, (i) => ({ name: `gc-1-0-${i}`, note: 'x' })), { id: '3', note: 'x' }];
  memory('tasks', own);
  expect(
    memory(
      'tasks',
      own.map(({ id }) => ({ id })),
    ),
  ).toBeUndefined();
});

test('each list and user has a memory of its own', () => {
  const memory = createFieldMemory();
  memory('tasks first', NAMED);
  expect(
    memory(
      'tasks second',
      records(3, () => ({})),
    ),
  ).toBeUndefined();
});
