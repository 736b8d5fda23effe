/**
 * Who has read that a KPI is in a group reads that it is out when it is, whoever took it out and whatever was kept of the
 * answers before. Section "States and transitions".
 */
import { isRecord, kind } from '../../../schemas/contract.ts';
import { about } from '../../support/domain/aboutKpis.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anew, fresh, stillWrong } from '../../support/engine/retry.ts';
import { givenPeers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { queryOf, readKind } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { LIST } from '../kpis/snapshots/asking.ts';

const KIND = 'kpi';

interface Membership {
  kpiId: string;
  groupId: string;
}

/** An answer that shows the KPI in the group; undefined where a view does not show it there. */
type Look = (t: Context) => Promise<Answer | undefined>;

/** What a user reads of the KPI by its id, as it is or formatted. */
const byId =
  ({ kpiId, groupId }: Membership, as: Actor, query?: Record<string, string>): Look =>
  async (t) => {
    const answer = await t.send(kind(KIND).get as string, { ...at(KIND, kpiId), as, ...(query && { query }) });
    return answer.ok && isRecord(answer.json) && strings(answer.json.groups).includes(groupId) ? answer : undefined;
  };

const inList =
  ({ kpiId, groupId }: Membership, as: Actor): Look =>
  async (t) => {
    const { items, answer } = await readKind(fresh(t), KIND, { as });
    return items.some(({ id, groups }) => id === kpiId && strings(groups).includes(groupId)) ? answer : undefined;
  };

const ofGroup =
  ({ kpiId, groupId }: Membership, as: Actor): Look =>
  async (t) => {
    const answer = await t.send(LIST, { query: { groupIds: groupId }, as });
    return answer.ok && about(answer.json, new Set([kpiId])).has(kpiId) ? answer : undefined;
  };

/** The views of the second user, and those of the first that no other check of removals asks for. */
const looksAt = (t: Context, of: Membership): readonly Look[] => [
  ...(queryOf(kind(KIND).get as string).includes('formatting') ? [byId(of, 'first', { formatting: 'plainText' })] : []),
  ...givenPeers(t)
    .slice(1)
    .flatMap((as) => [byId(of, as), inList(of, as), ofGroup(of, as)]),
];

/**
 * Looks before a KPI is taken out.
 * @returns what looks again where it was shown in the group, and gives the answers that show it there for good
 */
export async function lookBeforeRemoval(t: Context, of: Membership): Promise<() => Promise<readonly Answer[]>> {
  if (!t.claims('kpis')) return async () => [];
  const once = (look: Look) => (s: Context) => unlessUntested(look(anew(s)), undefined);
  const looks = looksAt(t, of).map(once);
  const before = await Promise.all(looks.map((look) => look(t)));
  const showing = looks.filter((_, i) => before[i] !== undefined);
  return async () => (await Promise.all(showing.map((look) => stillWrong(t, look)))).filter((one) => one !== undefined);
}
