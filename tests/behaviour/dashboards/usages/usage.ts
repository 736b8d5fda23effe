/** A usage: the dashboards that it names, and the tag that it is of. Section "Endpoints / Dashboards". */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import { type TagRef, tagKey } from '../../../support/domain/tags.ts';
import type { Context } from '../../../support/engine/context.ts';
import { givenUsers } from '../../../support/http/actors.ts';
import type { Answer } from '../../../support/http/client.ts';
import { itemsOf, strings } from '../../../support/records/answers.ts';

export const USAGES = 'dashboards.tagUsages';

export interface Usage {
  answer: Answer;
  items: JsonRecord[];
}

export async function usages(t: Context): Promise<Usage> {
  const answer = await t.ok(USAGES);
  return { answer, items: itemsOf(answer.json) };
}

/** Ids of the dashboards that a usage names. */
export const namedBy = ({ dashboardsIds }: JsonRecord): string[] => strings(dashboardsIds);

/** The tag of a usage, in the terms of a tag. */
export const refOf = ({ tagName, tagTitle }: JsonRecord): TagRef => ({ name: tagName, title: tagTitle });

/** Whether a usage is of this tag; undefined when they share nothing to compare. */
export function isUsageOf({ tagName, tagTitle }: JsonRecord, { name, title }: TagRef): boolean | undefined {
  if (title !== undefined && tagTitle !== undefined) return tagKey(title) === tagKey(tagTitle);
  return name !== undefined && tagName !== undefined ? name === tagName : undefined;
}

/** The usages as they are now, of which there must be some. */
export async function someUsages(t: Context): Promise<Usage> {
  const found = await usages(t);
  if (found.items.length === 0) throw t.nothingShown('dashboard', 'tags');
  return found;
}

/** The usages as each user is shown them: those of the first user, of which there must be some, and the others' that are given. */
export const everyonesUsages = (t: Context): Promise<readonly Usage[]> =>
  t.once('usages of all users', async () => {
    const others = givenUsers(t).filter((as) => as !== 'first');
    const [own, ...theirs] = await Promise.all([someUsages(t), ...others.map((as) => t.send(USAGES, { as }))]);
    return [own, ...theirs.filter(({ ok }) => ok).map((answer) => ({ answer, items: itemsOf(answer.json) }))];
  });
