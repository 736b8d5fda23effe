/** List parameters where they are not listed. Section "Endpoints / Conventions". */

import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NOBODY } from '../../../support/lists/expressions.ts';
import { onEach } from '../../../support/lists/requests.ts';
import { itemsOf, required } from '../../../support/records/answers.ts';
import { ids } from '../../../support/records/identifiers.ts';

/** The value of a list parameter where no operation lists it. */
const UNLISTED: Readonly<Record<string, string>> = {
  limit: '1',
  skip: '1',
  fields: 'name',
  sort: '-name',
  filter: JSON.stringify({ name: NOBODY }),
};

/** Values of the path parameters, of records that exist. */
async function paramsFor(t: Context, operationId: string): Promise<Record<string, string>> {
  if (operationId === 'permissions.allowedActions') return { targetType: 'metrics' };
  return operationId === 'metrics.byOwner' ? { ownerId: (await ids(t, 'metricOwner'))[0] as string } : {};
}

async function counted(t: Context, operationId: string, query: Record<string, string>): Promise<string> {
  const answer = await t.send(operationId, {
    params: await paramsFor(t, operationId),
    query: { ...required(operationId).query, ...query },
  });
  return answer.ok ? `${itemsOf(answer.json).length} records` : `answers ${answer.status}`;
}

export const unlisted: Check[] = [
  ...onEach('lists.not-listed', 'list parameters that are not listed', async (t, operationId) => {
    const plain = await counted(t, operationId, {});
    const said = await Promise.all(
      Object.entries(UNLISTED).map(
        async ([name, value]) => `${name}: ${await counted(t, operationId, { [name]: value })}`,
      ),
    );
    return [`plain: ${plain}`, ...said];
  }),
  ...onEach('lists.size-not-listed', 'how many records come where no size is listed', (t, operationId) =>
    counted(t, operationId, {}),
  ),
];
