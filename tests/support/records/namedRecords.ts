/** The records that bodies of creates name, as they were before and after. */
import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { type BodyField, sendableFields } from './creationErrors.ts';
import { peek } from './views.ts';

export interface NamedRecord {
  kindName: string;
  id: string;
  was: JsonRecord;
  is: JsonRecord;
}

/** The fields of a body that name records which can be read by their ids. */
export const namingFields = (kindName: string): BodyField[] =>
  sendableFields(kindName).filter(({ of }) => of !== undefined && kind(of).get !== undefined);

/** The records that these bodies name and that can be read; none of a group that the target does not claim. */
export async function recordsNamed(
  t: Context,
  kindName: string,
  sent: readonly unknown[],
): Promise<Omit<NamedRecord, 'is'>[]> {
  const found = namingFields(kindName).map(async ({ key, of = '' }) => {
    const ids = new Set(sent.flatMap((body) => (isRecord(body) && typeof body[key] === 'string' ? [body[key]] : [])));
    const records = await Promise.all(
      [...ids].map(async (id) => ({ id, was: await unlessUntested(peek(t, of, id), undefined) })),
    );
    return records.flatMap(({ id, was }) => (was ? [{ kindName: of, id, was }] : []));
  });
  return (await Promise.all(found)).flat();
}

/** The same records with what they are now; one that cannot be read any more is taken to be as it was. */
export const readAgain = (t: Context, named: readonly Omit<NamedRecord, 'is'>[]): Promise<NamedRecord[]> =>
  Promise.all(named.map(async (one) => ({ ...one, is: (await peek(t, one.kindName, one.id)) ?? one.was })));
