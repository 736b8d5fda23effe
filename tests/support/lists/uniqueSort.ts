/** A sort that leaves no two records in an open order. Section "Endpoints / Conventions" (sort, skip). */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { plainFields } from './fields.ts';
import { hasParameter } from './requests.ts';

/**
 * A sort that tells all records apart: by age where they show it, so that new ones come last; else by the field with
 * the most values; in the end by id. Undefined where the operation lists no sort.
 */
export function uniqueSort(operationId: string, items: readonly JsonRecord[]): string | undefined {
  if (!hasParameter(operationId, 'sort')) return undefined;
  const fields = plainFields(operationId, items).filter(
    ({ present, kind }) => present === items.length && kind !== 'id',
  );
  const best =
    fields.find(({ path }) => path === 'dateCreated') ??
    fields.filter(({ kind }) => kind === 'text').sort((a, b) => b.values.length - a.values.length)[0];
  return best === undefined ? 'id' : `${best.path},id`;
}
