/** The operations that the specification lists without method and path (gap 3), at places of this server's choice. */
import { openOperations as listed, type Operation } from '../schemas/operations.ts';

const places: Readonly<Record<string, Pick<Operation, 'method' | 'path' | 'body'>>> = {
  'roles.upsertMappings': {
    method: 'PUT',
    path: '/v1/roles/account/mapping',
    body: { schema: 'open', required: true },
  },
  'permissions.usersWithAction': {
    method: 'GET',
    path: '/v1/permissions/{targetType}/{targetId}/users/{action}',
  },
};

const NAMES = /(?<=\{)\w+(?=\})/g;

/** What the contract says of them, completed by what it leaves open. */
export const openOperations: readonly Operation[] = listed.flatMap((operation) => {
  const place = places[operation.id];
  if (!place) return [];
  const names = place.path.match(NAMES) ?? [];
  const parameters = names.map((name) => ({ name, in: 'path', required: true }) as const);
  return [{ ...operation, ...place, accountHeader: true, parameters }];
});

/** Method and path of an operation, as fixtures say them: with these values of its path parameters. */
export function placeOf(id: string, values: Readonly<Record<string, string>> = {}): { method: string; path: string } {
  const { method, path } = openOperations.find((operation) => operation.id === id) as Operation;
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '') };
}
