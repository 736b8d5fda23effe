/** What breaks the schema of an answer: the first of it in full, and every place, so that nothing hides behind it. */
import { expect, test } from '@playwright/test';
import { operation, placeAt } from '../../../schemas/contract.ts';
import type { Again } from '../../support/engine/contradicted.ts';
import { createStandingLaws } from '../../support/engine/standingLaws.ts';
import type { Answer } from '../../support/http/client.ts';
import { ownTypesProblem, typesMessage, typesProblem, WRONG_VALUES } from '../../support/records/answerSchema.ts';

const list = operation('tasks.list');

test('every place that breaks the schema is told, once for all records of a list', () => {
  const items = [{ name: 1 }, { ownerId: 'right' }, { name: 2, status: {} }];
  const found = typesProblem(list, { items, totalCount: 3 });
  expect(found).toMatchObject({ at: '/items/0/name', received: 1 });
  expect(found?.places.sort()).toEqual(['/items/*/name', '/items/*/status']);
  expect(found && typesMessage(found)).toMatch(/at \/items\/0\/name: .*; also at \/items\/\*\/status$/);
  expect(typesProblem(list, { items: [{ name: 'right' }], totalCount: 1 })).toBeUndefined();
});

test('what the suite has sent as a value of a wrong type is no mistake of the answer, and hides none', () => {
  const items = [{ name: WRONG_VALUES.string, tags: WRONG_VALUES.array, customFields: WRONG_VALUES.object }];
  expect(typesProblem(list, { items, totalCount: 1 })).toBeDefined();
  expect(ownTypesProblem(list, { items, totalCount: 1 })).toBeUndefined();
  const others = [...items, { name: 1 }];
  expect(ownTypesProblem(list, { items: others, totalCount: 2 })).toMatchObject({ at: '/items/1/name', received: 1 });
});

test('digits in a name are no index', () => {
  expect(placeAt('/items/12/a1/0')).toBe('/items/*/a1/*');
  expect(placeAt('')).toBe('');
});

/** Laws that have seen lists of tasks, the answers to these queries. */
function lawsAfter(...lists: readonly (readonly [query: string, items: readonly object[]])[]) {
  const laws = createStandingLaws({ accountId: 'one' } as never);
  for (const [query, items] of lists) {
    const json = { items, totalCount: items.length };
    const answer = {
      operation: 'tasks.list',
      url: `http://127.0.0.1/v1/tasks${query}`,
      ok: true,
      status: 200,
      json,
      responseHeaders: { 'content-type': 'application/json' },
      responseBody: JSON.stringify(json),
    };
    laws.see(answer as unknown as Answer, {});
  }
  return laws;
}

test('an answer to a write has the stated types, too, whatever its body was', async () => {
  const laws = createStandingLaws({ accountId: 'one' } as never);
  const see = (json: object) => {
    const answer = { operation: 'tags.tagGoal', url: 'http://127.0.0.1/v1/goals/1/tags', ok: true, status: 201, json };
    laws.see({ ...answer, responseHeaders: {}, responseBody: JSON.stringify(json) } as unknown as Answer, {});
  };
  see({ id: '1', isActive: true });
  expect(await laws.broken()).toEqual([]);
  see({ id: '1', isActive: 'true' });
  expect((await laws.broken()).map(({ cell }) => cell)).toEqual([
    { requirement: 'general.answer-schema', operation: 'tags.tagGoal' },
  ]);
});

test('every answer has its envelope, and counts no fewer than it lists', async () => {
  const laws = createStandingLaws({ accountId: 'one' } as never);
  const see = (operation: string, json: object, query = '') => {
    const answer = { operation, url: `http://127.0.0.1/v1/of${query}`, ok: true, status: 200, json };
    const responseHeaders = { 'content-type': 'application/json' };
    laws.see({ ...answer, responseHeaders, responseBody: JSON.stringify(json) } as unknown as Answer, {});
  };
  const found = async () => (await laws.broken()).map(({ cell }) => `${cell.requirement} ${cell.operation}`);
  see('employees.get', { info: { id: '1' } });
  see('sessions.list', { items: [{ id: '1' }], totalCount: 5 }, '?limit=1');
  see('sessions.list', { items: [{ id: '1' }], totalCount: 5 }, '?skip=4');
  see('sessions.list', { items: [{ id: '1' }], totalCount: 5 }, '?limit=many');
  expect(await found()).toEqual([]);
  see('employees.get', { id: '1' });
  see('sessions.list', { items: [{ id: '1' }, { id: '2' }], totalCount: 1 });
  expect(await found()).toEqual(['general.envelope employees.get', 'general.counts sessions.list']);
});

test('an answer with room left on its page counts what it lists', async () => {
  const after = async (query: string, more: object = {}) => {
    const laws = createStandingLaws({ accountId: 'one' } as never);
    const json = { items: [{ id: '1' }], totalCount: 2 };
    const answer = { operation: 'sessions.list', url: `http://127.0.0.1/v2/sessions${query}`, ok: true, status: 200 };
    const responseBody = JSON.stringify(json);
    const responseHeaders = { 'content-type': 'application/json' };
    // The same body as an answer to a page that may have been cut proves nothing.
    for (const url of [`${answer.url.split('?')[0]}?limit=1`, answer.url])
      laws.see({ ...answer, url, json, responseHeaders, responseBody } as unknown as Answer, more);
    return (await laws.broken()).map(({ cell }) => cell.requirement);
  };
  expect(await after('?limit=2&sort=id')).toEqual([]);
  expect(await after('?limit=2&fields=id&skip=0')).toEqual(['general.counts']);
  expect(await after('?limit=2&filter=%7B%7D&includeDemo=false')).toEqual(['lists.total-filter']);
  expect(await after('?includeDemo=false')).toEqual(['sessions.demo-total']);
  expect(await after('?includeDemo=perhaps')).toEqual([]);
  expect(await after('?limit=2&limit=1')).toEqual([]);
  expect(await after('?limit=2', { as: 'second' })).toEqual([]);
});

test('an empty page after others counts no more than it skips', async () => {
  const after = async (query: string, items: readonly object[] = []) => {
    const laws = createStandingLaws({ accountId: 'one' } as never);
    const json = { items, totalCount: 5 };
    const url = `http://127.0.0.1/v2/sessions${query}`;
    const answer = { operation: 'sessions.list', url, ok: true, status: 200, json, responseBody: JSON.stringify(json) };
    laws.see({ ...answer, responseHeaders: { 'content-type': 'application/json' } } as unknown as Answer, {});
    return (await laws.broken()).map(({ cell }) => cell.requirement);
  };
  expect(await after('?limit=2&skip=4')).toEqual(['general.counts']);
  expect(await after('?limit=2&skip=4&filter=%7B%7D')).toEqual(['lists.total-filter']);
  expect(await after('?limit=2&skip=5')).toEqual([]);
  expect(await after('?limit=2&skip=-1')).toEqual([]);
  expect(await after('?limit=2&skip=3', [{ id: '1' }])).toEqual([]);
});

test('a count that may be late is wrong only if it is so when asked again', async () => {
  const answered = (totalCount: number) => ({
    ...{ operation: 'sessions.list', url: 'http://127.0.0.1/v1/of', ok: true, status: 200 },
    ...{ json: { items: [{ id: '1' }], totalCount }, responseHeaders: {}, responseBody: `${totalCount}` },
  });
  const broken = async (later: number) => {
    const again: Again = async (_operation, _input, judge) => judge(answered(later) as unknown as Answer);
    const laws = createStandingLaws({ accountId: 'one' } as never, { again });
    laws.see(answered(0) as unknown as Answer, {});
    return (await laws.broken()).filter(({ cell }) => cell.requirement === 'general.counts').length;
  };
  expect([await broken(1), await broken(0)]).toEqual([0, 1]);
});

test('what is wrong in another place of a later answer is a failure of its own', async () => {
  const laws = lawsAfter(['', [{ name: 1 }]], ['', [{ name: 2 }]], ['', [{ name: 3, status: 4 }]]);
  const found = (await laws.broken()).filter(({ cell }) => cell.requirement === 'general.answer-schema');
  expect(found.map(({ failure }) => failure.details.places)).toEqual([
    ['/items/*/name'],
    ['/items/*/name', '/items/*/status'],
  ]);
  expect(new Set(found.map(({ title }) => title)).size).toBe(2);
});

test('a selection hides what it does not name, in whatever way the query writes it', async () => {
  const tasks = (more: object) => ['a', 'b', 'c'].map((id) => ({ id, ...more }));
  const after = (query: string) =>
    lawsAfter(['', tasks({ name: 'a name' })], [query, tasks({})])
      .broken()
      .then((found) => found.map(({ cell }) => cell.requirement));
  expect(await after('?fields=id')).toEqual([]);
  expect(await after('?%66iel%64s=i%64')).toEqual([]);
  expect(await after('?limit=50')).toEqual(['general.reads-independent']);
});

test('an answer that is no JSON breaks its schema', () => {
  expect(ownTypesProblem(operation('announcements.get'), undefined)).toBeDefined();
});
