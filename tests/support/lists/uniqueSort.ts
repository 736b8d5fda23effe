/** A sort that leaves no two records in an open order. Section "Endpoints / Conventions" (sort, skip). */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { plainFields } from './fields.ts';
import { hasParameter } from './requests.ts';
import { takesSort } from './sortable.ts';

/**
 * A sort that tells all records apart: by age where they show it, so that new ones come last; else by the field with
 * the most values; in the end by id. Undefined where the operation lists no sort. Fields by which the target refuses to
 * sort are passed over.
 */
export async function uniqueSort(
  t: Context,
  operationId: string,
  items: readonly JsonRecord[],
): Promise<string | undefined> {
  if (!hasParameter(operationId, 'sort')) return undefined;
  const fields = plainFields(operationId, items).filter(
    ({ present, kind }) => present === items.length && kind !== 'id',
  );
  const texts = fields.filter(({ kind }) => kind === 'text').sort((a, b) => b.values.length - a.values.length);
  for (const { path } of [...fields.filter((field) => field.path === 'dateCreated'), ...texts])
    if (await takesSort(t, operationId, path)) return `${path},id`;
  return 'id';
}
