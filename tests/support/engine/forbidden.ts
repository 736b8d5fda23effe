/** Permissions of the second user. Section "Authentication". */
import { operation } from '../../../schemas/contract.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { NotTested } from './outcome.ts';

/**
 * What ends a check in which the second user is forbidden a write: that tells of the permissions of this user alone, and
 * which permission an operation needs is not shown. Undefined for any other answer.
 */
export function forbidden({ operation: id, status }: Answer, as: RequestInput['as']): NotTested | undefined {
  if (as !== 'second' || status !== 403 || operation(id).method === 'GET') return undefined;
  return new NotTested(
    `${id} is forbidden to the second user`,
    'SECOND_ACCESS_TOKEN of a user with every permission that the first has',
  );
}
