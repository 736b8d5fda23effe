/** Which KPIs mykpis chooses. Section "Endpoints / KPIs". */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { userIdOf } from '../../../support/domain/currentUser.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { givenUsers } from '../../../support/http/actors.ts';
import type { Actor, Answer } from '../../../support/http/client.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { speakingOf } from './alone.ts';
import { LIST } from './asking.ts';
import { expectAbout, kpisShownTo, notAnswered, type Seen, seen, seenAmong } from './choosing.ts';

/** KPIs that are left out and asked for alone. */
const SAMPLES = 6;

/** Whether a KPI is of a user, as far as the KPI tells. */
type Owns = (kpi: JsonRecord, me: string | undefined) => boolean | undefined;

/** As all that is shown of the owners has it. Without ownerIds, only isOwner tells whether a KPI is the user's, perhaps with others. */
const aloneOrWithOthers: Owns = ({ ownerId, ownerIds, isOwner }, me) =>
  me !== undefined && Array.isArray(ownerIds) ? [ownerId, ...ownerIds].includes(me) : (isOwner as boolean | undefined);

/** As the KPI says itself: a team of the user's may own it, which ownerIds need not show. */
const saidSo: Owns = ({ ownerId, isOwner }, me) => {
  const isFirst = me !== undefined && ownerId === me;
  if (isOwner === true) return true;
  if (isOwner === false) return isFirst ? undefined : false;
  return isFirst || undefined;
};

/** KPIs that tell an actor's user whether they are the user's, and those that are; undefined where none tells. */
async function ownedBy(
  t: Context,
  as: Actor,
  owns: Owns,
): Promise<{ shown: string[]; mine: ReadonlySet<string> } | undefined> {
  const me = await userIdOf(t, as);
  const shown = (await kpisShownTo(t, as)).filter((kpi) => owns(kpi, me) !== undefined);
  const mine = new Set(idsOf(shown.filter((kpi) => owns(kpi, me))));
  return shown.length === 0 ? undefined : { shown: idsOf(shown), mine };
}

/** Judges that none of these KPIs is left out, as far as it has something to show when it alone is asked for. */
async function expectNoneLeftOut(t: Context, answer: Answer, chosen: ReadonlySet<string>, what: string): Promise<void> {
  const named = about(answer.json, chosen);
  const left = sample(
    [...chosen].filter((id) => !named.has(id)),
    SAMPLES,
  );
  const speaking = await speakingOf(t, left);
  t.none(speaking, chosen.size, `with ${what}, the answer leaves out KPIs that were asked for`, answer);
}

/** Judges the user's own KPIs; whether one of them and one of somebody else's have something to show. */
async function expectMine(t: Context, found: Seen, as: Actor, owns: Owns): Promise<boolean> {
  const owned = await ownedBy(t, as, owns);
  if (!owned) return false;
  const answer = await t.send(LIST, { query: { mykpis: 'true' }, as });
  if (!answer.ok && as === 'limited') return false;
  if (!answer.ok) throw notAnswered(answer.status);
  expectAbout(t, [answer], seenAmong(found, owned.shown), owned.mine, `mykpis=true of the ${as} user`);
  await expectNoneLeftOut(t, answer, owned.mine, `mykpis=true of the ${as} user`);
  const speaksMine = found.speaking.filter((id) => owned.mine.has(id));
  return speaksMine.length > 0 && speaksMine.length < found.speaking.length;
}

const mineCheck = (title: string, requirement: string, owns: Owns): Check =>
  check(title, requirement, (t) =>
    eventually(t, async (s) => {
      const found = await seen(s);
      const judged: boolean[] = [];
      for (const as of givenUsers(s)) judged.push(await expectMine(s, found, as, owns));
      if (!judged.includes(true))
        throw new NoData(
          'no user is known to own a KPI with snapshots while another one is not theirs',
          'a KPI with snapshots that the first user owns, and one that somebody else owns',
        );
    }),
  );

export const choosingMine: readonly Check[] = [
  mineCheck(
    'mykpis chooses the KPIs that the user owns, alone or with others',
    'kpis.snapshots-mine',
    aloneOrWithOthers,
  ),
  mineCheck('mykpis chooses the KPIs that say that the user owns them', 'kpis.snapshots-mine-said', saidSo),
];
