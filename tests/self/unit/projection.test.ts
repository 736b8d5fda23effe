import { expect, test } from '@playwright/test';
import { fieldsText, projectionProblems, wholeFields } from '../../support/lists/projection.ts';

test('a selection is written with its inner fields in braces', () => {
  expect(fieldsText({ a: true, b: { c: true, d: { e: true } } })).toBe('a,b{c,d{e}}');
});

test('a field that is named comes as it is, and one that the record lacks may stay away', () => {
  const full = { id: '1', name: 'A', tags: ['x', 'y'], nested: { a: 1 } };
  const selection = wholeFields(['name', 'tags', 'missing']);
  expect(projectionProblems({ id: '1', name: 'A', tags: ['y', 'x'] }, full, selection)).toEqual([]);
  expect(projectionProblems({ id: '1', name: 'B', tags: ['x', 'y'] }, full, selection)).toMatchObject([
    { kind: 'lost', at: '/name', expected: 'A', received: 'B' },
  ]);
  expect(projectionProblems({ name: 'A', tags: ['x', 'z'] }, full, selection)).toMatchObject([{ kind: 'lost' }]);
  expect(projectionProblems({ name: 'A' }, full, selection)).toMatchObject([{ kind: 'lost', at: '/tags' }]);
});

test('a record within a record may show more where it is selected, and must not show less', () => {
  const full = { owner: { id: 'a', name: 'A' }, team: 'Team', links: [{ id: '1' }, { id: '2' }] };
  const whole = wholeFields(['owner', 'team', 'links']);
  const more = {
    owner: { id: 'a', name: 'A', email: 'a@example.com' },
    team: { id: 't' },
    links: [
      { id: '2', name: 'two' },
      { id: '1', name: 'one' },
    ],
  };
  expect(projectionProblems(more, full, whole)).toEqual([]);
  expect(projectionProblems({ ...more, owner: { id: 'a' } }, full, whole)).toMatchObject([{ at: '/owner/name' }]);
  expect(projectionProblems({ ...more, links: [{ id: '1' }, { id: '1' }] }, full, whole)).toHaveLength(1);
  expect(projectionProblems({ ...more, team: 'Other' }, full, whole)).toMatchObject([{ at: '/team' }]);
});

test('lists of records are cut down entry by entry, in whatever order', () => {
  const full = {
    list: [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ],
  };
  const selection = { list: { n: true as const } };
  expect(projectionProblems({ list: [{ n: 1 }, { n: 2 }] }, full, selection)).toEqual([]);
  expect(projectionProblems({ list: [{ n: 1 }] }, full, selection)).toMatchObject([{ kind: 'lost', at: '/list' }]);
  expect(projectionProblems({ list: [{ n: 2 }, { n: 1 }] }, full, selection)).toEqual([]);
  expect(projectionProblems({ list: [{ n: 1 }, { n: 3 }] }, full, selection)).toMatchObject([{ at: '/list/1/n' }]);
  expect(projectionProblems({ list: [{ n: 1, m: 1 }, { n: 2 }] }, full, selection)).toMatchObject([{ kind: 'extra' }]);
});

test('of each kind of problem the first is told', () => {
  const found = projectionProblems({ x: 1, y: 1, b: 0 }, { a: 1, b: 2, x: 1, y: 1 }, wholeFields(['a', 'b']));
  expect(found.map(({ kind, at }) => `${kind} ${at}`)).toEqual(['extra /x', 'lost /a']);
});
