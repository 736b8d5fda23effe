/** Bodies of custom fields. Section "Custom field". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { bodies } from '../../support/records/bodies.ts';

/** The body of a right field, with these fields instead. */
export const body = async (t: Context, fields: JsonRecord = {}): Promise<JsonRecord> => ({
  ...(await bodies.customField?.(t)),
  ...fields,
});

export const UNSUPPORTED = ['gcUnknownType', 'gc_unknown_type'];

export async function full(t: Context, filterable = true): Promise<JsonRecord> {
  return body(t, {
    label: `${t.names.next('field')} Upper+Lower`,
    description: `what ${t.names.next('description')} is for`,
    tooltip: t.names.next('tooltip'),
    filterable,
  });
}
