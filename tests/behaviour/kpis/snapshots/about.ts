/**
 * Which KPIs an answer with snapshots is about. The shape of the answers is open (gap 2), so that an answer is taken to
 * be about the KPIs whose ids stand in it as keys, or where ids stand. Section "Endpoints / KPIs".
 */
import { isRecord } from '../../../../schemas/contract.ts';

/** Names under which the ids of the KPIs that an answer is about stand. */
const ID_KEY = /^(_?id|kpi_?id|kpi|ids|kpi_?ids|kpis|items)$/i;
/** Parts of a record that name other KPIs. */
const ELSEWHERE = /^(links?|settings|metadata|parents?|children|related\w*)$/i;

/** Of these KPIs, those that an answer is about. */
export function about(json: unknown, known: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string' && ID_KEY.test(key) && known.has(value)) found.add(value);
    if (Array.isArray(value)) for (const inner of value) walk(inner, key);
    if (!isRecord(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (known.has(name)) found.add(name);
      if (!ELSEWHERE.test(name)) walk(inner, name);
    }
  };
  walk(json, 'items');
  return found;
}
