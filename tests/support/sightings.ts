/** Views of the same record in several places: they must agree. */
import { kind } from '../../schemas/contract.ts';
import type { Actor } from './client.ts';
import { type Collection, readAll } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { disagreement } from './disagreement.ts';
import { NotApplicable, NotTested } from './outcome.ts';
import { settled } from './retry.ts';
import { givenBody, isRecord, ids as knownIds } from './subjects.ts';

/** The whole list of a kind, read anew with the body that the fixtures give for it; without dashboards that are hidden. */
export async function whole(t: Context, kindName: string, as: Actor = 'first'): Promise<Collection> {
  const { list, listBody } = kind(kindName);
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  const found = await readAll(t, list as string, { ...(body !== undefined && { body }), as });
  // That hidden ones are not listed is a rule of its own.
  const hidden = as === 'first' && kindName === 'dashboard' ? (t.fixtures.facts.hiddenDashboards ?? []) : [];
  return { ...found, items: found.items.filter(({ id }) => !hidden.includes(String(id))) };
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
    const after = await whole(t, kindName);
    for (const [i, answer] of byId.entries()) {
      const [inList, still] = [before, after].map(({ items }) => items.find(({ id }) => id === chosen[i]));
      // Only what stayed the same while it was looked at can be compared.
      if (!inList || !still || disagreement(inList, still)) continue;
      t.expect(answer.ok, `a ${title} of the list cannot be read by its id`, {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      const shown = Object.fromEntries(Object.entries(inList).filter(([field]) => !open.includes(field)));
      const found = disagreement(shown, answer.json);
      t.expect(!found, `a ${title} is shown differently by id than in the list`, {
        ...(found ?? { expected: shown, received: answer.json }),
        exchange: answer,
      });
    }
  });
}

/** Judges that reading by id gives the record with that id, for records of the list and of the fixtures. */
export function expectRead(t: Context, kindName: string): Promise<void> {
  const { get = '', title } = kind(kindName);
  return settled(async () => {
    const known = new Set([...(await knownIds(t, kindName)), ...idsOf((await whole(t, kindName)).items)]);
    if (known.size < 2)
      throw new NotTested(`no two records of kind ${title} are known`, `FIXTURES: ids.${kindName} with several`);
    const shown = await Promise.all(
      spread([...known], 10).map(async (id) => {
        const answer = await t.ok(get, at(kindName, id));
        const received = isRecord(answer.json) ? (answer.json.id ?? undefined) : undefined;
        t.expect(
          received === undefined || received === id,
          `the ${title} that is read is not the one that was asked for`,
          {
            expected: id,
            received,
            at: '/id',
            exchange: answer,
          },
        );
        return received;
      }),
    );
    if (shown.every((id) => id === undefined)) throw new NotApplicable('id is absent, as fields may be');
  });
}
