/** The two operations that the specification lists without method and path (gap 3), at places of this server's choice. */
import type { Operation } from '../schemas/operations.ts';

const common = {
  section: 'Endpoints / Operations and shapes left open',
  accountHeader: true,
  success: { status: 200, schema: 'open' },
  errors: [400, 401, 402, 403, 500],
  deprecated: false,
  destructive: false,
  gaps: [3],
} as const;

const inPath = (name: string) => ({ name, in: 'path', required: true }) as const;

export const openOperations: readonly Operation[] = [
  {
    ...common,
    id: 'roles.upsertMappings',
    group: 'roles',
    method: 'PUT',
    path: '/v1/roles/account/mapping',
    summary: 'Creates or updates role mappings.',
    parameters: [],
    body: { schema: 'open', required: true },
  },
  {
    ...common,
    id: 'permissions.usersWithAction',
    group: 'permissions',
    method: 'GET',
    path: '/v1/permissions/{targetType}/{targetId}/users/{action}',
    summary: 'Finds all users who may take an action on a target.',
    parameters: ['targetType', 'targetId', 'action'].map(inPath),
  },
];
