/**
 * Which KPIs an answer with snapshots is about. The shape of the answers is open (gap 2), so that an answer is taken to
 * be about the KPIs whose ids stand in it as keys, or where ids stand. Section "Endpoints / KPIs".
 */
import { isRecord } from '../../../../schemas/contract.ts';

/** Names under which the ids of the KPIs that an answer is about stand. */
const ID_KEY = /^(_?id|kpi_?id|kpi|ids|kpi_?ids|kpis|items)$/i;
/** Parts of a record that name other KPIs. */
const ELSEWHERE = /^(links?|settings|metadata|parents?|children|related\w*)$/i;

/** Parts that hold snapshots: an id in these is that of a snapshot, and may be written as that of a KPI. */
const SNAPSHOTS = /^snapshots?$/i;
const OWN_ID = /^_?id$/i;

/** What stands where an answer may name the KPIs that it is about. */
function* candidates(value: unknown, key: string, inSnapshots: boolean): Generator<unknown> {
  if (ID_KEY.test(key) && !(inSnapshots && OWN_ID.test(key))) yield value;
  if (Array.isArray(value)) for (const inner of value) yield* candidates(inner, key, inSnapshots);
  if (!isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    yield name;
    if (!ELSEWHERE.test(name)) yield* candidates(inner, name, inSnapshots || SNAPSHOTS.test(name));
  }
}

/** Of these KPIs, those that an answer is about. */
export const about = (json: unknown, known: ReadonlySet<string>): Set<string> =>
  new Set([...candidates(json, 'items', false)].filter((one): one is string => known.has(one as string)));
