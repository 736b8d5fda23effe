/** Judges one field of a record that the suite wrote. Fields may be absent: what a target shows of no record cannot be judged. */
import { type Exchange, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NoData } from '../engine/outcome.ts';
import { shownBy } from './identifiers.ts';

/** Whether any record of the kind that the target lists has one of the fields: a record without it has then lost it. */
export async function isShown(t: Context, kindName: string, fields: readonly string[]): Promise<boolean> {
  const { list } = kind(kindName);
  if (list === undefined) return false;
  return (await shownBy(t, list)).some((item) => fields.some((field) => item[field] !== undefined));
}

/** Judges that the field of the record has the value; NoData where the target shows the field of no record. */
export async function expectField(
  t: Context,
  kindName: string,
  record: JsonRecord,
  field: string,
  expected: unknown,
  message: string,
  exchange?: Exchange,
): Promise<void> {
  if (record[field] === undefined && !(await isShown(t, kindName, [field]))) throw notShown(kindName, field);
  t.equal(record[field], expected, message, exchange);
}

/** What ends a check that depends on a field which the target does not show. */
const notShown = (kindName: string, field: string): NoData =>
  new NoData(`no ${kind(kindName).title} shows its ${field}, which may be absent`, `a target that shows ${field}`);
