/** Texts that a run has made up, by which the records that it made are known again. */

import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { fresh } from '../engine/retry.ts';
import type { Actor } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import type { Listing } from '../lists/readPages.ts';
import { required } from './answers.ts';

/** Fields of users that are long, or that follow from other records: what was created is not known by them. */
const LEFT_OUT = ['userSettings', 'identities', 'notificationSettings', 'pictureInfo', 'permissions', 'roles'];

/**
 * Every record of the kind, read now; of users, whose fields must be named, the short ones.
 * @param parts whether parts of a long list are enough, since what is missing can be asked for by a filter
 */
export function readAll(t: Context, kindName: string, as: Actor = 'first', parts = false): Promise<Listing> {
  const all = required(kind(kindName).list as string).query?.fields?.split(',') ?? [];
  return readKind(fresh(t), kindName, { as, fields: all.filter((field) => !LEFT_OUT.includes(field)), parts });
}

const texts = (value: unknown): string[] =>
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
