/** Who has a badge, as the answer about its assignees says. Section "Assigned badge". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { spread } from '../../support/values/sample.ts';

/** Badges that are looked at. */
export const MOST = 8;
export const FACTS = 'FIXTURES: facts.badgeHolders';

export interface Holders {
  badgeId: string;
  answer: Answer;
  /** What stands under Teams; undefined when that is no list. */
  teams: readonly JsonRecord[] | undefined;
  /** Everything else. */
  others: JsonRecord;
}

export function holdersOf(t: Context, badgeId: string): Promise<Holders> {
  return t.once(`holders/${badgeId}`, async () => {
    const answer = await t.ok('badges.assignees', at('badge', badgeId));
    const { Teams, ...others } = isRecord(answer.json) ? answer.json : {};
    return { badgeId, answer, teams: Array.isArray(Teams) ? itemsOf(Teams) : undefined, others };
  });
}

/** Whether a value is this text, or holds it at any depth. */
export function holds(value: unknown, text: string): boolean {
  if (value === text) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, text));
}

/** Fields of a record that name somebody else: who made it, changed it, or manages it. */
const ANOTHER = /By(Id)?$|^manager/i;

/** The same, but for those whom a record names in another role. */
export function names(value: unknown, text: string): boolean {
  if (value === text) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !ANOTHER.test(key) && names(inner, text));
}

export const idsOf = (records: readonly JsonRecord[]) => records.map(({ id }) => id);

/** Holders of badges of the account, those of the facts first. */
export async function someHolders(t: Context, most = MOST): Promise<Holders[]> {
  const facts = (t.fixtures.facts.badgeHolders ?? []).map(({ badgeId }) => badgeId);
  const { items } = await readList(t, 'badges.list');
  const all = [...facts, ...items.map(({ id }) => String(id))];
  if (all.length === 0) throw new NotTested('no badge is known', `an account with a badge, or ${FACTS}`);
  return Promise.all(spread([...new Set(all)], most).map((badgeId) => holdersOf(t, badgeId)));
}
