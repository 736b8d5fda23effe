/** How a stored record is shown: its stored fields, and those that are worked out when it is shown. */
import type { Call } from '../call.ts';
import { projected, type Selection } from '../query/fields.ts';
import { type ValueAt, valueAtPath } from '../query/filter.ts';

export type Shown = Record<string, unknown>;

/** What a derived field is worked out from besides the record. */
export type Viewer = Pick<Call, 'account' | 'user' | 'rules'>;

type Work<T> = (record: T, viewer: Viewer) => unknown;

export interface View<T> {
  /** Fields that are worked out; those that are stored and not shown give undefined. */
  derived: ReadonlyMap<string, Work<T>>;
  /** The fields that are worked out, empty: a stored record that ends with them is shown by a plain copy, which is fast. */
  places: object;
}

/** A view of records with these derived fields, and with stored fields that are not shown. */
export function viewOf<T>(derived: Readonly<Record<string, Work<T>>>, hidden: readonly string[] = []): View<T> {
  const places = Object.fromEntries(Object.keys(derived).map((field) => [field, undefined]));
  const nothing: Work<T> = () => undefined;
  return {
    derived: new Map([...Object.entries(derived), ...hidden.map((field) => [field, nothing] as const)]),
    places,
  };
}

/** The whole record as the viewer sees it. */
export function show<T extends object>({ derived }: View<T>, record: T, viewer: Viewer): Shown {
  const shown = { ...record } as Shown;
  for (const [field, work] of derived) shown[field] = work(record, viewer);
  return shown;
}

/** One field as the viewer sees it. */
function fieldOf<T extends object>({ derived }: View<T>, field: string, viewer: Viewer): (record: T) => unknown {
  const work = derived.get(field);
  if (work) return (record) => work(record, viewer);
  // Only names that every object inherits need the slower look.
  if (field in Object.prototype) return (record) => (Object.hasOwn(record, field) ? record[field as never] : undefined);
  return (record) => record[field as never];
}

/** Values at dotted paths, as filters and sorts want them; `_id` and `id` both mean the id. */
export function valuesOf<T extends object>(view: View<T>, viewer: Viewer, idField: string): ValueAt<T> {
  return (path) => {
    const [first = '', ...rest] = path.split('.');
    const read = fieldOf(view, first === '_id' || first === 'id' ? idField : first, viewer);
    return rest.length === 0 ? read : (record) => valueAtPath(read(record), rest);
  };
}

/** The wanted fields of the record, and those that always come along. */
export function project<T extends object>(
  view: View<T>,
  record: T,
  viewer: Viewer,
  wanted: Selection,
  always: readonly string[],
): Shown {
  const shown: Shown = {};
  for (const field of always) {
    const value = fieldOf(view, field, viewer)(record);
    if (value !== undefined) shown[field] = value;
  }
  const entries = [...wanted].flatMap(([field, inner]) => {
    const value = projected(fieldOf(view, field, viewer)(record), inner);
    return value === undefined || Object.hasOwn(shown, field) ? [] : [[field, value] as const];
  });
  return { ...shown, ...Object.fromEntries(entries) };
}
