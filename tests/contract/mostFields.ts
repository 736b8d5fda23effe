/** Records that show the most: what is wrong deep inside one field shows only where the field is filled. */
import { isRecord, type JsonRecord } from '../../schemas/contract.ts';

const DEEPEST = 4;

/** Paths at which a value shows something; of an empty list nothing does. */
function pathsIn(value: unknown, path: string, depth: number, found: Set<string>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) for (const entry of value) pathsIn(entry, `${path}[]`, depth, found);
  else if (isRecord(value) && depth < DEEPEST)
    for (const [name, inner] of Object.entries(value)) pathsIn(inner, `${path}.${name}`, depth + 1, found);
  else found.add(path);
}

/** A few records that together show as many fields as the others do, the one that shows most first. */
export function fullest(records: readonly JsonRecord[], most: number): JsonRecord[] {
  const left = records.map((record) => {
    const paths = new Set<string>();
    pathsIn(record, '', 0, paths);
    return { record, paths };
  });
  const chosen: JsonRecord[] = [];
  while (chosen.length < most) {
    const best = left.reduce((a, b) => (b.paths.size > a.paths.size ? b : a), { record: {}, paths: new Set<string>() });
    if (best.paths.size === 0) break;
    chosen.push(best.record);
    const seen = [...best.paths];
    for (const { paths } of left) for (const path of seen) paths.delete(path);
  }
  return chosen;
}
