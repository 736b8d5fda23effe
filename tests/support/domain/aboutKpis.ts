/**
 * Which KPIs an answer with snapshots is about. The shape of the answers is open (gap 2), so that an answer is taken to
 * be about the KPIs whose ids stand in it as keys, or where ids stand. Section "Endpoints / KPIs".
 */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';

/** Names under which the ids of the KPIs that an answer is about stand. */
const ID_KEY = /^(_?id|kpi_?id|kpi|ids|kpi_?ids|kpis|items)$/i;
/** Parts of a record that name other KPIs. */
const ELSEWHERE = /^(links?|settings|metadata|parents?|children|related\w*)$/i;

/** Parts that hold snapshots: an id in these is that of a snapshot, and may be written as that of a KPI. */
const SNAPSHOTS = /^snapshots?$/i;
const OWN_ID = /^_?id$/i;
/** Names under which a part of an answer has the id of its KPI. */
const KPI_ID = /^(_?id|kpi_?id|kpi)$/i;

type Ids = ReadonlySet<string>;

const isKnown = (value: unknown, known: Ids): value is string => typeof value === 'string' && known.has(value);

/** The KPI that a part of an answer is of: its id stands there, or in an object kpi. */
function kpiOf(part: JsonRecord, known: Ids, inSnapshots: boolean): string | undefined {
  for (const [name, value] of Object.entries(part)) {
    if (/^kpi$/i.test(name) && isRecord(value)) return kpiOf(value, known, false);
    if (KPI_ID.test(name) && !(inSnapshots && OWN_ID.test(name)) && isKnown(value, known)) return value;
  }
  return undefined;
}

/** The ids of KPIs where an answer may name those that it is about. Others inside the part of one KPI are references. */
function* named(value: unknown, key: string, known: Ids, inSnapshots: boolean): Generator<string> {
  if (ID_KEY.test(key) && !(inSnapshots && OWN_ID.test(key)) && isKnown(value, known)) yield value;
  if (Array.isArray(value)) for (const inner of value) yield* named(inner, key, known, inSnapshots);
  if (!isRecord(value)) return;
  const own = kpiOf(value, known, inSnapshots);
  if (own !== undefined) {
    yield own;
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (known.has(name)) yield name;
    else if (!ELSEWHERE.test(name)) yield* named(inner, name, known, inSnapshots || SNAPSHOTS.test(name));
  }
}

/** Of these KPIs, those that an answer is about. */
export const about = (json: unknown, known: Ids): Set<string> => new Set(named(json, 'items', known, false));

/** The parts of an answer that are about one KPI each, by its id. */
export function partsOf(json: unknown, known: Ids, inSnapshots = false): [id: string, part: unknown][] {
  if (Array.isArray(json)) return json.flatMap((inner) => partsOf(inner, known, inSnapshots));
  if (!isRecord(json)) return [];
  const own = kpiOf(json, known, inSnapshots);
  if (own !== undefined) return [[own, json]];
  return Object.entries(json).flatMap(([name, inner]): [string, unknown][] => {
    if (known.has(name)) return [[name, inner]];
    return ELSEWHERE.test(name) ? [] : partsOf(inner, known, inSnapshots || SNAPSHOTS.test(name));
  });
}
