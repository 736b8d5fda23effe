/** Pages in an order that tells all records apart. Section "Endpoints / Conventions". */
import type { Context } from '../../../support/engine/context.ts';
import { type Asked, ask, only, type Page, records } from '../../../support/lists/pages.ts';
import { uniqueSort } from '../../../support/lists/uniqueSort.ts';

/** Asks for records in the order of a sort that tells all apart, where there is one; of a list told which fields, for ids alone. */
export async function ordered(t: Context, operationId: string): Promise<(asked: Asked) => Promise<Page>> {
  const { items } = await records(t, operationId);
  const sort = uniqueSort(operationId, items);
  const fields = only(operationId, sort ? sort.split(',') : []);
  return (asked) => ask(t, operationId, { ...fields, ...(sort && { sort }), ...asked });
}
