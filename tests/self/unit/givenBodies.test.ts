import { expect, test } from '@playwright/test';
import type { Context } from '../../support/engine/context.ts';
import { withValues } from '../../support/records/givenBodies.ts';

/** As much of a context as values of the fixtures need. */
const t = { fixtures: { ids: { user: ['a+/b='] } } } as unknown as Context;

test('an id in a body stays as it is, and in a path it is encoded', async () => {
  expect(await withValues(t, { userIds: ['{{id:user}}'] }, {})).toEqual({ userIds: ['a+/b='] });
  expect(await withValues(t, '/v1/actions?userIds={{id:user}}', {}, encodeURIComponent)).toBe(
    '/v1/actions?userIds=a%2B%2Fb%3D',
  );
});
