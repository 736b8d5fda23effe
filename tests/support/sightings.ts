/** Views of the same record in several places: they must agree. */
import { kind } from '../../schemas/contract.ts';
import type { Actor } from './client.ts';
import { type Collection, readAll } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { disagreement } from './disagreement.ts';
import { NotApplicable, NotTested } from './outcome.ts';
import { settled } from './retry.ts';
import { givenBody, isRecord } from './subjects.ts';

/** The whole list of a kind, read anew with the body that the fixtures give for it. */
export async function whole(t: Context, kindName: string, as: Actor = 'first'): Promise<Collection> {
  const { list, listBody } = kind(kindName);
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  return readAll(t, list as string, { ...(body !== undefined && { body }), as });
}

/** The whole list of a kind as it was when the batch asked first. */
export const wholeOnce = (t: Context, kindName: string, as: Actor = 'first'): Promise<Collection> =>
  t.once(`whole/${kindName}/${as}`, () => whole(t, kindName, as));

/** A record by its id, undefined when this user is not shown it. */
export async function peek(
  t: Context,
  kindName: string,
  id: string,
  as: Actor = 'first',
): Promise<JsonRecord | undefined> {
  const { ok, json } = await t.send(kind(kindName).get as string, { ...at(kindName, id), as });
  return ok && isRecord(json) ? (withoutNulls(json) as JsonRecord) : undefined;
}

/** First, last and between. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const step = (values.length - 1) / Math.max(1, count - 1);
  return [
    ...new Set(Array.from({ length: Math.min(count, values.length) }, (_, i) => values[Math.round(i * step)] as T)),
  ];
}

export const idsOf = (items: readonly JsonRecord[]): string[] =>
  items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));

/** NotApplicable where the target does not claim one of these operation groups. */
export function needGroups(t: Context, ...groups: string[]): void {
  for (const group of groups)
    if (!t.claims(group)) throw new NotApplicable(`the target does not claim the operation group ${group}`);
}

const SAMPLES = 8;

/**
 * Judges that the list of a kind shows each record once, and the same of it as the read by id.
 * @param open fields that may rightly be shown otherwise in a list
 */
export function expectViewsAgree(t: Context, kindName: string, open: readonly string[] = []): Promise<void> {
  const title = kind(kindName).title;
  return settled(async () => {
    const before = await whole(t, kindName);
    const ids = idsOf(before.items);
    if (ids.length === 0) throw new NotTested(`the account has no ${title}`, `a ${title} in the account`);
    t.expect(new Set(ids).size === ids.length, `the list shows a ${title} twice`, {
      expected: 'each id once',
      received: ids.filter((id, i) => ids.indexOf(id) !== i),
      exchange: before.answer,
    });
    const chosen = spread(ids, SAMPLES);
    const byId = await Promise.all(chosen.map((id) => t.send(kind(kindName).get as string, at(kindName, id))));
    for (const [i, answer] of byId.entries()) {
      t.expect(answer.ok, `a ${title} of the list cannot be read by its id`, {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      const inList = before.items.find(({ id }) => id === chosen[i]) as JsonRecord;
      const shown = Object.fromEntries(Object.entries(inList).filter(([field]) => !open.includes(field)));
      const found = disagreement(shown, answer.json);
      t.expect(!found, `a ${title} is shown differently by id than in the list`, {
        ...(found ?? { expected: shown, received: answer.json }),
        exchange: answer,
      });
    }
  });
}
