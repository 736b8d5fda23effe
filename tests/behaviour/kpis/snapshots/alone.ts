/** KPIs whose snapshots are asked for one by one. Section "Endpoints / KPIs". */

import { about } from '../../../support/domain/aboutKpis.ts';
import type { Context } from '../../../support/engine/context.ts';
import { ask } from './asking.ts';

/** What the answers on some KPIs say, one by one. */
export async function alone(t: Context, ids: readonly string[]): Promise<{ id: string; json: unknown }[]> {
  const answers = await Promise.all(ids.map(async (id) => ({ id, answer: await ask(t, { ids: id }) })));
  return answers.flatMap(({ id, answer }) => (answer.ok ? [{ id, json: answer.json }] : []));
}

/** Those of the KPIs of which an answer says something when they alone are asked for. */
export async function speakingOf(t: Context, ids: readonly string[]): Promise<string[]> {
  const shown = await alone(t, ids);
  return shown.flatMap(({ id, json }) => (about(json, new Set([id])).size > 0 ? [id] : []));
}
