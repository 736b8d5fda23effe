import { expect, test } from '@playwright/test';
import { allFields, hideUnlistedFields } from '../../support/http/unlistedFields.ts';
import { withoutNulls } from '../../support/values/difference.ts';

/** What somebody sees who copies the answer. */
function seen(operation: string, json: unknown): unknown {
  hideUnlistedFields(operation, json);
  return JSON.parse(JSON.stringify(json));
}

test('what the contract lists is seen, at any depth; the rest is not', () => {
  expect(seen('kpiGroups.get', { id: '1', own: 1 })).toEqual({ id: '1' });
  expect(seen('kpiGroups.list', { count: 1, items: [{ name: 'a', own: {} }], own: 1 })).toEqual({
    count: 1,
    items: [{ name: 'a' }],
  });
  expect(seen('tags.list', { tags: [{ items: [{ title: 'a', own: 1, items: [{ own: 1 }] }] }] })).toEqual({
    tags: [{ items: [{ title: 'a', items: [{}] }] }],
  });
  expect(seen('tasks.get', { assignee: 'user', lastComment: { text: 'a', own: 1 } })).toEqual({
    assignee: 'user',
    lastComment: { text: 'a' },
  });
  expect(seen('metrics.list', [{ name: 'a', own: 1 }])).toEqual([{ name: 'a' }]);
});

test('ids and accounts are seen everywhere, and so are further lists of an envelope', () => {
  expect(seen('tags.list', { tags: [{ accountId: 'a', _id: '1' }] })).toEqual({ tags: [{ accountId: 'a', _id: '1' }] });
  expect(seen('badges.assignees', { Teams: [], Users: [{ id: '1' }], own: 1 })).toEqual({
    Teams: [],
    Users: [{ id: '1' }],
  });
});

test('of the further lists of an envelope that is seen which some resource lists', () => {
  const user = { id: '1', firstName: 'Ada', lastVisitAt: 'now', notices: [{ seenAt: 'now' }] };
  expect(seen('badges.assignees', { Teams: [], Users: [user] })).toEqual({
    Teams: [],
    Users: [{ id: '1', firstName: 'Ada', notices: [{}] }],
  });
});

test('a field that is listed is seen, whatever is not listed of the objects in it', () => {
  expect(seen('badges.assignees', { Teams: [{ id: '1', isActive: { isActive: true } }] })).toEqual({
    Teams: [{ id: '1', isActive: {} }],
  });
});

test('where the contract lists no fields, those are not seen that the answer adds elsewhere', () => {
  expect(seen('customFields.get', { settings: { length: 1 } })).toEqual({ settings: { length: 1 } });
  expect(seen('customFields.get', { own: 1, settings: { own: 2, length: 1 } })).toEqual({ settings: { length: 1 } });
  expect(seen('permissions.effective', { own: 1 })).toEqual({ own: 1 });
});

test('volatile fields are not seen, and pictures without what may be a signature', () => {
  expect(seen('sessions.goalsMet', { items: [{ id: '1', lastCalculated: 'now' }] })).toEqual({ items: [{ id: '1' }] });
  expect(seen('users.get', { picture: 'https://a.example/1.png?signature=2' })).toEqual({
    picture: 'https://a.example/1.png',
  });
});

test('whoever knows the name of a field can read it, also where nulls are taken out', () => {
  const task: Record<string, unknown> = { id: '1', note: 'a', name: null };
  hideUnlistedFields('tasks.get', task);
  const plain = withoutNulls(task);
  expect([task.note, plain.note, Object.keys(plain), allFields(plain)]).toEqual(['a', 'a', ['id'], ['id', 'note']]);
});
