/** Employees and users of one id, as the two lists show them. Section "Employee". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { readKind } from '../../support/lists/readList.ts';

/** Records by their ids: an embedded one may have fewer fields. */
export const byIds = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const named = value.map((entry) => (isRecord(entry) ? entry.id : entry));
  return named.includes(undefined) ? [] : named;
};

/**
 * Judges that the lists of employees and users show the same of everybody who stands in both.
 * @throws Failure where they do not
 */
export async function expectSameListed(
  t: Context,
  fields: readonly string[],
  key: (value: unknown) => unknown = (value) => value,
): Promise<void> {
  if (!t.claims('users') || !t.claims('employees')) return;
  const none = { items: [] as readonly JsonRecord[] };
  const users = await unlessUntested(readKind(t, 'user'), none);
  const { items } = await readKind(t, 'employee');
  const byId = new Map(users.items.map((user) => [user.id, user]));
  for (const record of items) {
    const user = byId.get(record.id) ?? {};
    for (const field of fields)
      t.agree(
        { [field]: key(user[field]) },
        { [field]: key(record[field]) },
        `the lists of employees and users show one id with different values of ${field}`,
      );
  }
}
