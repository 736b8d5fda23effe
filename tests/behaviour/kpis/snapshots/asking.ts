/** The two operations with snapshots, asked alike. Section "Endpoints / KPIs". */
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import type { Answer } from '../../../support/http/client.ts';
import { givenBody } from '../../../support/records/givenBodies.ts';
import { ids } from '../../../support/records/identifiers.ts';
import { sample } from '../../../support/values/sample.ts';

export const LIST = 'kpis.listSnapshots';
export const FOUND = 'kpis.snapshots';

export type Query = Readonly<Record<string, string>>;
export type Ask = (query: Query) => Promise<Answer>;

export const ask = (t: Context, query: Query): Promise<Answer> => t.send(LIST, { query });

/** Asks for the snapshots of a few KPIs, since a target need not give those of all at once. */
export const askingList = async (t: Context): Promise<Ask> => {
  const some = sample(await ids(t, 'kpi'), 12);
  // How many a request may have is open.
  const { ok } = await ask(t, { ids: some.join(',') });
  const chosen = (ok ? some : some.slice(0, 3)).join(',');
  return (query) => ask(t, { ids: chosen, ...query });
};

/** Asks with the body of the fixtures. What is answered to a request without one is open. */
export const askFound = async (t: Context): Promise<Ask> => {
  const body = await givenBody(t, 'kpiSnapshots');
  return (query) => t.send(FOUND, { ...(body !== undefined && { body }), query });
};

/** How each of the two operations is asked. */
export const ASKING: Readonly<Record<string, (t: Context) => Promise<Ask>>> = { [LIST]: askingList, [FOUND]: askFound };

/** What an operation answers without any parameter: a refusal says that it needs what is not known here. */
export async function answeredPlain(asking: Ask): Promise<Answer> {
  const answer = await asking({});
  if (answer.ok) return answer;
  const reason = `${answer.operation} answers ${answer.status} without from, to, timeZone and groupBy, too`;
  throw new NotTested(
    reason,
    answer.operation === FOUND
      ? 'FIXTURES: bodies.kpiSnapshots with the expressions that the target takes'
      : `a target whose ${LIST} succeeds`,
  );
}
