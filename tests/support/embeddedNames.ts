/** Records that stand inside others: they are called there what they are called by themselves. Section "Resources / Conventions". */
import { kind } from '../../schemas/contract.ts';
import type { Context, JsonRecord } from './context.ts';
import { spread } from './spread.ts';
import { isRecord } from './subjects.ts';
import { peek, recordsOf } from './views.ts';

/** An embedded record, and the kind that it is of. */
export interface Embedded {
  kind: string;
  record: JsonRecord;
}

const CALLED = ['name', 'title'] as const;

/** The record with an embedded one's id as it is read by itself; undefined when it cannot be. */
async function itself(t: Context, { kind: kindName, record }: Embedded): Promise<JsonRecord | undefined> {
  const { get, list } = kind(kindName);
  const id = record.id as string;
  const by = get ?? list;
  if (by === undefined || !t.claims(by.split('.')[0] as string)) return undefined;
  if (get) return peek(t, kindName, id);
  return (await recordsOf(t, kindName)).items.find((item) => item.id === id);
}

/** The records in a list of embedded ones, that have an id. */
export const embeddedIn = (kindName: string, value: unknown): Embedded[] =>
  (Array.isArray(value) ? value : [value])
    .filter((record): record is JsonRecord => isRecord(record) && typeof record.id === 'string')
    .map((record) => ({ kind: kindName, record }));

/**
 * Judges names and titles of embedded records against those of the records themselves.
 * @returns how many could be compared
 */
export async function expectCalledAlike(t: Context, all: readonly Embedded[], most = 24): Promise<number> {
  const kinds = [...new Set(all.map((embedded) => embedded.kind))];
  const some = kinds.flatMap((name) => {
    const of = all.filter((embedded) => embedded.kind === name);
    return spread([...new Map(of.map((embedded) => [JSON.stringify(embedded.record), embedded])).values()], most);
  });
  const compared = await Promise.all(
    some.map(async (embedded) => {
      const found = await itself(t, embedded);
      const shared = CALLED.filter((field) => found?.[field] !== undefined && embedded.record[field] !== undefined);
      for (const field of shared) {
        t.expect(
          embedded.record[field] === found?.[field],
          `an embedded ${kind(embedded.kind).title} has another ${field} than by itself`,
          {
            expected: found?.[field],
            received: embedded.record,
            at: `/${field}`,
          },
        );
      }
      return shared.length;
    }),
  );
  return compared.filter((count) => count > 0).length;
}
