/** Operations that the specification lists without method and path (gap 3): a target may say where it has them. */

import type { Context } from '../engine/context.ts';
import { bearer, type RequestInput } from '../http/client.ts';

const WRONG = [null, 'Bearer gc-this-token-was-never-issued', `${bearer('first')}x`];

/** Judges that the request answers 200 with JSON, and that it is refused without valid credentials. */
export async function expectOpenOperation(t: Context, operationId: string, input: RequestInput): Promise<void> {
  const answer = await t.send(operationId, input);
  t.equal(answer.status, 200, `${operationId} does not answer 200`, answer);
  const type = answer.responseHeaders['content-type'] ?? '';
  t.expect(answer.json !== undefined && /json/i.test(type), `${operationId} does not answer in JSON`, {
    expected: 'JSON',
    received: answer.responseBody,
    exchange: answer,
  });
  const refusals = await Promise.all(WRONG.map((authorization) => t.send(operationId, { ...input, authorization })));
  for (const refusal of refusals)
    t.equal(refusal.status, 401, `${operationId} does not refuse a request without valid credentials`, refusal);
}
