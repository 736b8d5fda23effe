/** Records that stand inside others: they are called there what they are called by themselves. Section "Resources / Conventions". */

import { type Exchange, isRecord, type JsonRecord, kind, withArticle } from '../../../schemas/contract.ts';
import { expectSameUser, userWith } from '../domain/people.ts';
import type { Context } from '../engine/context.ts';
import { NotApplicable, unlessUntested } from '../engine/outcome.ts';
import { readKind, readList } from '../lists/readList.ts';
import { exchangeOf } from '../values/provenance.ts';
import { sample } from '../values/sample.ts';
import { idOf, recordsIn, strings } from './answers.ts';
import { peek } from './views.ts';

/** How many of each kind are read by id: of those that their list does not show, and of those that it shows. */
const MOST = { unlisted: 24, listed: 6 };
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

/** The records of a kind as its list shows them, by id; none where it cannot be read. */
async function listed(t: Context, kindName: string): Promise<ReadonlyMap<string, JsonRecord>> {
  const { list = '' } = kind(kindName);
  if (!t.offers(list)) return new Map();
  const reading =
    kindName === 'session' ? readList(t, list, { query: { includeDemo: 'true' } }) : readKind(t, kindName);
  const { items } = await unlessUntested(reading, { items: [] as readonly JsonRecord[] });
  const all = kindName === 'tag' ? withBelow(items) : items;
  return new Map(all.map((item) => [String(idOf(item)), item]));
}

/** The record with this id by itself; undefined where nobody has it, as the id of a team among the users. */
async function byItself(t: Context, kindName: string, id: string): Promise<JsonRecord | undefined> {
  const { get } = kind(kindName);
  if (!get || !t.offers(get)) return undefined;
  return kindName === 'user' ? (await userWith(t, id))?.user : peek(t, kindName, id);
}

/** Judges one embedded record; gives whether there was something to compare. */
function expectCalledAlike(
  t: Context,
  { kind: kindName, record, exchange }: Embedded,
  whole: JsonRecord,
  where: string,
) {
  const shown = exchange ?? exchangeOf(record) ?? exchangeOf(whole);
  if (kindName === 'user') return expectSameUser(t, record, whole, `a user in ${where}`, shown);
  const { title } = kind(kindName);
  const shared = NAMES.filter(
    (field) => (record[field] ?? undefined) !== undefined && (whole[field] ?? undefined) !== undefined,
  );
  for (const field of shared)
    t.expect(record[field] === whole[field], `${withArticle(title)} in ${where} is called otherwise than by itself`, {
      expected: whole[field],
      received: record[field],
      at: `/${field}`,
      exchange: shown,
    });
  return shared.length > 0;
}

/** Judges that a record which is embedded in several ways is called the same in each; gives whether one is. */
function expectAlike(t: Context, each: readonly Embedded[], where: string): boolean {
  const first = new Map<string, JsonRecord>();
  const compared = each.map((one) => {
    const id = String(one.record.id);
    const other = first.get(id);
    first.set(id, other ?? one.record);
    return other !== undefined && expectCalledAlike(t, one, other, where);
  });
  return compared.includes(true);
}

/**
 * Judges that embedded records have the names that they have by themselves, users also their addresses: all that the
 * list of their kind shows, and some by id.
 * @param where names the records that embed them
 * @throws NotApplicable when none can be read by itself
 */
export async function expectEmbeddedAgree(t: Context, embedded: readonly Embedded[], where: string): Promise<void> {
  const kinds = [...new Set(embedded.map((one) => one.kind))];
  const compared = await Promise.all(
    kinds.map(async (kindName) => {
      // Each record in each of the ways in which it is shown.
      const ways = embedded
        .filter((one) => one.kind === kindName)
        .map((one) => [JSON.stringify(one.record), one] as const);
      const each = [...new Map(ways).values()];
      const known = await listed(t, kindName);
      const twice = expectAlike(t, each, where);
      const judged = each.map((one) => {
        const whole = known.get(String(one.record.id));
        return whole !== undefined && expectCalledAlike(t, one, whole, where);
      });
      const isListed = ({ record }: Embedded) => known.has(String(record.id));
      const unlisted = each.filter((one) => !isListed(one));
      const few = [...sample(unlisted, MOST.unlisted), ...sample(each.filter(isListed), MOST.listed)];
      const byId = await Promise.all(
        few.map(async (one) => {
          const whole = await byItself(t, kindName, String(one.record.id));
          return whole !== undefined && expectCalledAlike(t, one, whole, where);
        }),
      );
      return twice || [...judged, ...byId].includes(true);
    }),
  );
  // Whether a record embeds another one is up to the record: the answers show that none does.
  if (!compared.includes(true)) throw new NotApplicable(`${where} embeds no record that can be read by itself`);
}
