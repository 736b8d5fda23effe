/** Which operation a method and path address. */
import { expect, test } from '@playwright/test';
import { openOperations } from '../../../reference-server/open.ts';
import { match } from '../../../reference-server/router.ts';
import { operations } from '../../../schemas/contract.ts';

const found = (method: string, path: string) => {
  const result = match(method, path);
  return 'operation' in result ? result.operation.id : result.allow.sort();
};

test('every operation is found at its path, with its parameters', () => {
  for (const { id, method, path, parameters } of [...operations, ...openOperations]) {
    const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const asked = names.reduce((text, name) => text.replace(`{${name}}`, `id%20of%2F${name}`), path);
    const result = match(method, asked);
    expect('operation' in result && result.operation.id, asked).toBe(id);
    expect('params' in result && result.params).toEqual(
      Object.fromEntries(names.map((name) => [name, `id of/${name}`])),
    );
  }
});

test('fixed segments win over parameters, and methods decide between them', () => {
  expect(found('GET', '/v1/kpis/groups')).toBe('kpiGroups.list');
  expect(found('GET', '/v1/kpis/groups/tags')).toBe('kpiGroups.get');
  expect(found('POST', '/v1/kpis/groups/tags')).toBe('kpis.tag');
  expect(found('GET', '/v1/permissions/effective')).toBe('permissions.effective');
  expect(found('GET', '/v1/permissions/other')).toBe('permissions.get');
  expect(found('GET', '/v1/dashboards/tag/usages')).toBe('dashboards.byTag');
  expect(found('GET', '/v1/dashboards/tags/usages')).toBe('dashboards.tagUsages');
  expect(found('POST', '/v1/users/roles/recalculate-scim-roles')).toBe('roles.recalculateScimRoles');
});

test('a slash at the end and encoded letters make no difference', () => {
  expect(found('GET', '/v1/roles/account/mapping')).toBe('roles.mapping');
  expect(found('GET', '/v1/roles/account/mapping/')).toBe('roles.mapping');
  expect(found('GET', '/v2/t%61sks')).toBe('tasks.list');
});

test('a known path with another method names those that it has', () => {
  expect(found('DELETE', '/v1/tasks')).toEqual(['POST']);
  expect(found('POST', '/v1/kpis/groups/x')).toEqual(['DELETE', 'GET', 'PATCH']);
  expect(found('PATCH', '/v1/kpis/groups/tags')).toBe('kpiGroups.update');
});

test('other paths are unknown', () => {
  for (const path of [
    '',
    '/',
    '//',
    '/v1',
    '/v1//tasks',
    '/v1/tasks//',
    '/v3/tasks',
    '/v1/tasks/a/b/c',
    '/v1/../v2/tasks',
    '/v1/constructor',
    '*',
    '/V2/tasks',
  ]) {
    expect(found('GET', path), path).toEqual([]);
  }
});
