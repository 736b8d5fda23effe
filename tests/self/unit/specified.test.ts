import { expect, test } from '@playwright/test';
import { specified } from '../../../schemas/contract.ts';

const of = (path: string, value: unknown) => specified(value, { $ref: `/${path}` }, '');

test('what the contract names stays, at any depth; the rest goes', () => {
  expect(of('resources/kpiGroup.json', { id: '1', own: 1 })).toEqual({ id: '1' });
  expect(of('responses/kpiGroupList.json', { count: 1, items: [{ name: 'a', own: {} }], own: 1 })).toEqual({
    count: 1,
    items: [{ name: 'a' }],
  });
  expect(of('resources/tag.json', { items: [{ title: 'a', own: 1, items: [{ own: 1 }] }] })).toEqual({
    items: [{ title: 'a', items: [{}] }],
  });
  expect(of('resources/task.json', { assignee: 'user', lastComment: { text: 'a', own: 1 } })).toEqual({
    assignee: 'user',
    lastComment: { text: 'a' },
  });
  expect(of('responses/metricList.json', [{ name: 'a', own: 1 }])).toEqual([{ name: 'a' }]);
});

test('where the contract names nothing, everything stays', () => {
  expect(of('requests/customField.json', { settings: { own: [1] } })).toEqual({ settings: { own: [1] } });
});
