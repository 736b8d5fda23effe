/** Records that stand inside others: they are called there what they are called by themselves. Section "Resources / Conventions". */

import { type Exchange, isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import { expectSameUser, userWith } from '../domain/people.ts';
import type { Context } from '../engine/context.ts';
import { NotApplicable } from '../engine/outcome.ts';
import { readKind, readList } from '../lists/readList.ts';
import { sample } from '../values/sample.ts';
import { recordsIn, strings } from './answers.ts';
import { peek } from './views.ts';

/** How many of each kind are looked up. */
const MOST = 24;
/** How a record is called, whichever it has. */
const NAMES = ['name', 'title'];

/** An embedded record, the kind that it is of, and where it was seen. */
export interface Embedded {
  kind: string;
  record: JsonRecord;
  exchange?: Exchange | undefined;
}

/** The assignees, tags and linked records that a record embeds. */
export function embeddedIn(record: JsonRecord, exchange?: Exchange): Embedded[] {
  const { assignee, assignees, tags, links } = record;
  const expanded = isRecord(links) && isRecord(links.expanded) ? links.expanded : {};
  const places = {
    user: [assignee, assignees],
    tag: [tags],
    kpi: [expanded.kpis],
    metric: [expanded.metrics],
    session: [expanded.sessions],
  };
  return Object.entries(places).flatMap(([kindName, values]) =>
    values
      .flat()
      .filter((one): one is JsonRecord => isRecord(one) && strings([one.id]).length > 0)
      .map((one) => ({ kind: kindName, record: one, exchange })),
  );
}

/** Tags nest, so that a tag may stand below another one. */
export const withBelow = (tags: readonly JsonRecord[]): JsonRecord[] =>
  tags.flatMap((tag) => [tag, ...withBelow(recordsIn(tag.items))]);

/** Every record of a kind that has no read by id. */
async function all(t: Context, kindName: string): Promise<readonly JsonRecord[]> {
  if (kindName === 'session') return (await readList(t, 'sessions.list', { query: { includeDemo: 'true' } })).items;
  const { items } = await readKind(t, kindName);
  return kindName === 'tag' ? withBelow(items) : items;
}

/** Judges one embedded record; gives whether there was something to compare. */
async function expectCalledAlike(t: Context, embedded: Embedded, where: string): Promise<boolean> {
  const { kind: kindName, record, exchange } = embedded;
  const { get, list = '', title } = kind(kindName);
  const id = String(record.id);
  if (!t.claims((get ?? list).split('.')[0] as string)) return false;
  if (kindName === 'user') {
    // An assignee may be a team, which is no user.
    const found = await userWith(t, id);
    return found !== undefined && expectSameUser(t, record, found.user, `a user in ${where}`, exchange ?? found.answer);
  }
  const whole = get ? await peek(t, kindName, id) : (await all(t, kindName)).find((one) => one.id === id);
  const shared = NAMES.filter((field) => (record[field] ?? undefined) !== undefined && whole?.[field] !== undefined);
  for (const field of shared)
    t.expect(record[field] === whole?.[field], `a ${title} in ${where} is called otherwise than by itself`, {
      expected: whole?.[field],
      received: record[field],
      at: `/${field}`,
      ...(exchange && { exchange }),
    });
  return shared.length > 0;
}

/**
 * Judges that embedded records have the names that they have by themselves, users also their addresses.
 * NotApplicable when none can be read by itself.
 * @param where names the records that embed them
 */
export async function expectEmbeddedAgree(t: Context, embedded: readonly Embedded[], where: string): Promise<void> {
  const kinds = [...new Set(embedded.map((one) => one.kind))];
  // Each record in each of the ways in which it is shown.
  const some = kinds.flatMap((kindName) => {
    const ways = embedded
      .filter((one) => one.kind === kindName)
      .map((one) => [JSON.stringify(one.record), one] as const);
    return sample([...new Map(ways).values()], MOST);
  });
  const compared = await Promise.all(some.map((one) => expectCalledAlike(t, one, where)));
  if (!compared.includes(true)) throw new NotApplicable(`${where} embeds no record that can be read by itself`);
}
