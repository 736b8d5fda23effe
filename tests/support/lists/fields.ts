/** The fields of a list's records that the specification names and the target's data shows, with their values. */
import { type JsonRecord, listFacts, type Placed, propertiesOf } from '../../../schemas/contract.ts';
import { valuesAt } from './filters.ts';
import { time } from './ordering.ts';
import { perList } from './perList.ts';
import { entryOf, placedRecord } from './shapes.ts';

export interface Field {
  /** Dotted, where it is nested. */
  path: string;
  kind: 'text' | 'id' | 'number' | 'boolean' | 'time';
  /** Whether people know a record by it, so that filters and sorts must reach it. */
  identifying: boolean;
  /** Whether it belongs to an embedded object. */
  nested: boolean;
  /** Whether a list stands on the way to it. */
  list: boolean;
  /** Distinct, the rarest first. */
  values: readonly (string | number | boolean)[];
  /** How many records show it. */
  present: number;
}

/** Whether filters and sorts may rightly not reach a field. */
export const isComputed = (path: string): boolean => {
  const [first = ''] = path.split('.');
  return listFacts.computed.includes(first) || listFacts.formatted.includes(first) || /Count$/i.test(path);
};

const DEEPEST = 3;

function pathsBelow(placed: Placed, prefix: string, depth: number): string[] {
  return Object.entries(propertiesOf(placed)).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    const entry = entryOf(inner);
    // What an embedded record shows may be computed from another one.
    const below = depth < DEEPEST && !entry.schema.anyOf ? pathsBelow(entry, `${path}.`, depth + 1) : [];
    return below.length > 0 ? below : [path];
  });
}

const paths = new Map<string, readonly string[]>();

function listedPaths(operationId: string): readonly string[] {
  const found = paths.get(operationId) ?? pathsBelow(placedRecord(operationId), '', 1);
  paths.set(operationId, found);
  return found;
}

function kindOf(path: string, values: readonly unknown[]): Field['kind'] | undefined {
  const types = new Set(values.map((value) => typeof value));
  if (types.size !== 1) return undefined;
  const [type] = types;
  if (type === 'number' || type === 'boolean') return type;
  if (type !== 'string') return undefined;
  if (values.every((value) => time(value) !== undefined)) return 'time';
  if (/date|At$|On$/i.test(path) || path === 'start' || path === 'end') return undefined;
  return /(^|\.)id$|Ids?$|By$/.test(path) ? 'id' : 'text';
}

const listOnTheWay = (records: readonly JsonRecord[], path: string): boolean => {
  const names = path.split('.');
  return records.some((record) => {
    let value: unknown = record;
    for (const name of names) {
      value = (value as JsonRecord | undefined)?.[name];
      if (Array.isArray(value)) return true;
      if (typeof value !== 'object') return false;
    }
    return false;
  });
};

/** Fields that filters must reach, with the values that these records have. */
export const fieldsOf = perList((operationId, records): Field[] =>
  listedPaths(operationId).flatMap((path): Field[] => {
    if (isComputed(path)) return [];
    const shown = records.map((record) => valuesAt(record, path)).filter((values) => values !== undefined);
    const kind = kindOf(path, shown.flat());
    if (kind === undefined) return [];
    const times = new Map<string | number | boolean, number>();
    for (const value of shown.flat() as (string | number | boolean)[]) times.set(value, (times.get(value) ?? 0) + 1);
    const values = [...times].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1)).map(([value]) => value);
    return [
      {
        path,
        kind,
        identifying: listFacts.identifying.includes(path),
        nested: path.includes('.'),
        list: listOnTheWay(records, path),
        values,
        present: shown.length,
      },
    ];
  }),
);

/** Top-level fields with one value each. */
export const plainFields = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  fieldsOf(operationId, records).filter(({ nested, list }) => !nested && !list);

/** The ids of the records, as a field that filters know as _id. */
export function idField(records: readonly JsonRecord[]): Field {
  const values = records.map((record) => record.id ?? record._id).filter((id) => typeof id === 'string');
  return { path: '_id', kind: 'id', identifying: true, nested: false, list: false, values, present: values.length };
}
