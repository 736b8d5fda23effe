/** Texts that a run has made up, by which the records that it made are known again. */

import { DEFAULT_PAGE, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { fresh } from '../engine/retry.ts';
import type { Actor } from '../http/client.ts';
import { queryOf, readKind } from '../lists/readList.ts';
import type { Listing } from '../lists/readPages.ts';
import { queryFor } from '../lists/requests.ts';
import { itemsOf, required } from './answers.ts';

/** Fields of users that are long, or that follow from other records: what was created is not known by them. */
const LEFT_OUT = ['userSettings', 'identities', 'notificationSettings', 'pictureInfo', 'permissions', 'roles'];

/** The fields to ask for where the list must be told which to give: the short ones. */
const shortFields = (kindName: string): string[] =>
  (required(kind(kindName).list as string).query?.fields?.split(',') ?? []).filter(
    (field) => !LEFT_OUT.includes(field),
  );

/**
 * Every record of the kind, read now; of users, whose fields must be named, the short ones.
 * @param parts whether parts of a long list are enough, since what is missing can be asked for by a filter
 */
export const readAll = (t: Context, kindName: string, as: Actor = 'first', parts = false): Promise<Listing> =>
  readKind(fresh(t), kindName, { as, fields: shortFields(kindName), parts });

/** Records of a list, and whether it would show one that has the texts that were looked for. */
export interface Searched extends Listing {
  tells: boolean;
}

/**
 * The same with those that are found by these texts, where the list is too long to be read whole. The filter also asks for
 * a record that is known: only where it gives that one, and none that was not asked for, does it tell who is not there.
 */
export async function readWith(t: Context, kindName: string, wanted: readonly string[]): Promise<Searched> {
  const listing = await readAll(t, kindName);
  const { items, complete } = listing;
  const { list = '', id, marker = '' } = kind(kindName);
  const [known] = items.map((item) => item[marker]).filter((value) => typeof value === 'string');
  if (complete || known === undefined || wanted.length === 0 || !queryOf(list).includes('filter'))
    return { ...listing, tells: complete };
  const values = new Set([known, ...wanted.flatMap((text) => [text, text.toLowerCase()])]);
  const fields = shortFields(kindName).join(',');
  const filter = { [marker]: { $in: [...values] } };
  const asked = { ...(fields !== '' && { fields }), filter, size: DEFAULT_PAGE };
  const answer = await fresh(t).send(list, { query: queryFor(list, asked) });
  const found = answer.ok ? itemsOf(answer.json) : [];
  const isAsked = (item: JsonRecord) =>
    values.has(item[marker] as string) || values.has(String(item[marker]).toLowerCase());
  const tells = found.some((item) => item[marker] === known) && found.every(isAsked) && found.length < DEFAULT_PAGE;
  const there = new Set(items.map((item) => item[id]));
  return { ...listing, items: [...items, ...found.filter((item) => isAsked(item) && !there.has(item[id]))], tells };
}

/** All texts in a value. */
export const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(texts) : [];

/** Texts of a body that no other record has, since this run has made them up. */
export const marksOf = (t: Context, entry: unknown): string[] => texts(entry).filter((text) => t.names.isOwn(text));

/** Records that hold one of these texts in a field of theirs; letter case does not count. */
export function withMarks(items: readonly JsonRecord[], marks: readonly string[]): JsonRecord[] {
  const wanted = new Set(marks.map((mark) => mark.toLowerCase()));
  return items.filter((item) =>
    Object.values(item).some((value) => typeof value === 'string' && wanted.has(value.toLowerCase())),
  );
}
