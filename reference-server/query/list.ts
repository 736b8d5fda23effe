/** What list operations have in common: filter, count, sort, page, project, format. */
import type { Call } from '../call.ts';
import { project, type Shown, show, type View, valuesOf } from '../views/view.ts';
import { type Expressions, expressionsOf } from './expressions.ts';
import { compileFilter } from './filter.ts';
import { formatted } from './formatting.ts';
import { sortedSlice } from './sort.ts';

export interface Listed {
  items: Shown[];
  totalCount: number;
}

/**
 * The records that match a filter, all of them and in their own order; without a filter, all records.
 * @param idField where the records hold their id, which filters may call `id` or `_id`
 * @throws Refusal 400 when the filter is malformed
 */
export function matching<T extends object>(
  call: Call,
  records: readonly T[],
  view: View<T>,
  { filter }: Expressions,
  idField = 'id',
): T[] {
  if (filter === undefined) return records as T[];
  return records.filter(compileFilter(filter, valuesOf(view, call, idField), call.rules.operators));
}

/**
 * The page of records that a call asks for, and how many match in all. Section "Endpoints / Conventions".
 * @param idField as for `matching`
 * @throws Refusal 400 when filter, sort, fields or the numbers of the page are malformed
 */
export function list<T extends object>(call: Call, records: readonly T[], view: View<T>, idField = 'id'): Listed {
  const { rules, operation } = call;
  const asked = expressionsOf(call);
  const { skip, limit } = rules.page(asked, operation);
  const matched = matching(call, records, view, asked, idField);
  const keys = rules.sortKeys(asked.sort);
  const valueAt = valuesOf(view, call, idField);
  const reads = keys.map(({ path }) => valueAt(path));
  const end = skip + limit;
  const page =
    keys.length === 0 ? matched.slice(skip, end) : sortedSlice(matched, keys, reads, rules.compare, skip, end);
  const wanted = rules.selection(asked.fields);
  const items = page.map((record) =>
    wanted.size === 0 ? show(view, record, call) : project(view, record, call, wanted, rules.alwaysShown),
  );
  return { items: formatted(call, items) as Shown[], totalCount: rules.totalCount(matched.length, items.length) };
}
