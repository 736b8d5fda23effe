/** What is wrong with an answer as a whole, whatever was to be seen in it: other failures follow from it. */
import { type Exchange, operation } from '../../../schemas/contract.ts';
import { jsonFault } from '../values/jsonFault.ts';

/** Whether a failure expected a success: as a status, or in words. */
const expectsSuccess = (expected: unknown) => /^(a )?(status )?(of )?2(\d\d|xx)$/.test(String(expected));

/** Why the body of a success is no JSON, where one must be. */
export function noJson({ operation: id, status, responseBody }: Exchange): ReturnType<typeof jsonFault> {
  if (status < 200 || status >= 300 || operation(id).success.schema === undefined) return undefined;
  return jsonFault(responseBody);
}

/** `users.list answers 500`, `users.list answers what is no JSON: it ends at byte 12,000, before it is complete`. */
export function broken(exchange: Exchange, expected: unknown): string | undefined {
  const { operation: id, status } = exchange;
  const fault = noJson(exchange);
  if (fault) return `${id} answers what is no JSON: ${fault.words}`;
  return status >= 400 && expectsSuccess(expected) ? `${id} answers ${status}` : undefined;
}
