/** Which KPIs the parameters of the snapshots choose. Section "Endpoints / KPIs". */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import { userIdOf } from '../../../support/domain/currentUser.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../../support/engine/outcome.ts';
import { eventually, fresh } from '../../../support/engine/retry.ts';
import type { Actor, Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { peek } from '../../../support/records/views.ts';
import { spread } from '../../../support/values/sample.ts';
import { about, ask, LIST } from './about.ts';

const SAMPLES = 6;

interface Seen {
  kpis: readonly JsonRecord[];
  known: ReadonlySet<string>;
  /** KPIs of which an answer says something when they alone are asked for. */
  speaking: readonly string[];
}

/** Asks for KPIs one by one: which of them have something to show. NotApplicable where answers name no KPI. */
function seen(t: Context): Promise<Seen> {
  return t.once('snapshots one by one', async () => {
    const { items } = await readKind(t, 'kpi');
    const known = new Set(idsOf(items));
    const answers = await Promise.all(
      spread([...known], 24).map(async (id) => ({ id, answer: await ask(t, { ids: id }) })),
    );
    if (answers.length === 0) throw new NotTested('the account has no KPI', 'KPIs in the account');
    if (!answers.some(({ answer }) => answer.ok))
      throw new NotTested(`${LIST} does not succeed with ids`, `a target whose ${LIST} succeeds`);
    const speaking = answers.filter(({ id, answer }) => answer.ok && about(answer.json, known).has(id));
    if (!answers.some(({ answer }) => about(answer.json, known).size > 0))
      throw new NotApplicable('answers with snapshots name no KPI by its id; their shape is open');
    return { kpis: items, known, speaking: speaking.map(({ id }) => id) };
  });
}

/** Judges that an answer is about the KPIs that were chosen, as far as they have something to show, and no other. */
function expectAbout(
  t: Context,
  answer: Answer,
  { known, speaking }: Seen,
  chosen: ReadonlySet<string>,
  what: string,
): void {
  const named = about(answer.json, known);
  const wrong = [...named].filter((id) => !chosen.has(id));
  t.expect(wrong.length === 0, `with ${what}, the answer is about KPIs that were not asked for`, {
    expected: [...chosen],
    received: [...named],
    exchange: answer,
  });
  const missing = speaking.filter((id) => chosen.has(id) && !named.has(id));
  t.expect(missing.length === 0, `with ${what}, the answer leaves out KPIs that were asked for`, {
    expected: [...chosen],
    received: [...named],
    exchange: answer,
  });
}

/** What was seen of these KPIs alone: where a list has no pages, it may show others the next time. */
function among({ known, ...rest }: Seen, ids: Iterable<string>): Seen {
  const there = new Set(ids);
  return { ...rest, known: new Set([...known].filter((id) => there.has(id))) };
}

const groupsOf = ({ groups }: JsonRecord): string[] | undefined =>
  Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : undefined;

/** KPIs as they are now, with their groups. NotApplicable where these are not shown. */
async function grouped(t: Context): Promise<{ id: string; groups: string[] }[]> {
  const { items } = await readKind(fresh(t), 'kpi');
  if (!items.some(groupsOf)) throw new NotApplicable('groups of KPIs are absent, as fields may be');
  return items.flatMap((item) => (typeof item.id === 'string' ? [{ id: item.id, groups: groupsOf(item) ?? [] }] : []));
}

/** KPIs that are shown to an actor's user, and those of them that the user owns; undefined where that is not shown. */
async function ownedBy(t: Context, as: Actor): Promise<{ shown: string[]; mine: ReadonlySet<string> } | undefined> {
  const me = await userIdOf(t, as);
  const { items } = await readKind(t, 'kpi', { as }).catch(notShown);
  // Without ownerIds, only isOwner tells whether a KPI is the user's, perhaps with others.
  const owns = ({ ownerId, ownerIds, isOwner }: JsonRecord) =>
    me !== undefined && Array.isArray(ownerIds) ? [ownerId, ...ownerIds].includes(me) : isOwner;
  const shown = items.filter((item) => owns(item) !== undefined);
  return shown.length === 0 ? undefined : { shown: idsOf(shown), mine: new Set(idsOf(shown.filter(owns))) };
}

function notShown(error: unknown): { items: JsonRecord[] } {
  if (error instanceof NotTested) return { items: [] };
  throw error;
}

/** KPIs that the second user's list shows, and that the first user is not shown by id. */
async function hiddenFromFirst(t: Context): Promise<ReadonlySet<string>> {
  if (t.settings.tokens.SECOND_ACCESS_TOKEN === undefined) return new Set();
  const [mine, theirs] = await Promise.all([readKind(t, 'kpi'), readKind(t, 'kpi', { as: 'second' }).catch(notShown)]);
  const shown = new Set(idsOf(mine.items));
  const others = spread(
    idsOf(theirs.items).filter((id) => !shown.has(id)),
    12,
  );
  const readable = await Promise.all(others.map((id) => peek(t, 'kpi', id)));
  return new Set(others.filter((_, i) => readable[i] === undefined));
}

export const choosing: Check[] = [
  check('ids choose the KPIs, one and several', 'kpis.snapshots-ids', async (t) => {
    const found = await seen(t);
    const { known, speaking } = found;
    if (known.size < 2 || speaking.length < 2)
      throw new NotTested('no two KPIs have snapshots', 'two KPIs with snapshots in the account');
    const some = spread(speaking, 3);
    for (const chosen of [...some.map((id) => [id]), some, [...some].reverse(), some.slice(-2)]) {
      const answer = await ask(t, { ids: chosen.join(',') });
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      expectAbout(t, answer, found, new Set(chosen), `ids of ${chosen.length} KPIs`);
    }
  }),

  check('groupIds choose the KPIs of one group and of several', 'kpis.snapshots-groups', async (t) => {
    const found = await seen(t);
    await eventually(t, async () => {
      const all = await grouped(t);
      const speaks = all.filter(({ id }) => found.speaking.includes(id));
      // That these are ids of groups is a rule of its own.
      const { items: known } = t.claims('kpiGroups') ? await readKind(fresh(t), 'kpiGroup') : { items: [] };
      const isGroup = (id: string) => known.length === 0 || known.some((group) => group.id === id);
      const used = [...new Set(speaks.flatMap(({ groups }) => groups))].filter(isGroup);
      if (used.length < 2)
        throw new NotTested('no two groups have KPIs with snapshots', 'KPIs with snapshots in two KPI groups');
      const some = spread(used, 3);
      for (const chosen of [...some.map((id) => [id]), some, [...some].reverse()]) {
        const answer = await ask(t, { groupIds: chosen.join(',') });
        if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
        const members = all.filter(({ groups }) => groups.some((group) => chosen.includes(group)));
        const judged = among(found, idsOf(all));
        expectAbout(t, answer, judged, new Set(idsOf(members)), `groupIds of ${chosen.length} groups`);
      }
    });
  }),

  check('ungrouped chooses the KPIs that are in no group', 'kpis.snapshots-ungrouped', async (t) => {
    const found = await seen(t);
    await eventually(t, async () => {
      const all = await grouped(t);
      const free = all.filter(({ groups }) => groups.length === 0).map(({ id }) => id);
      const speaks = (wanted: boolean) => found.speaking.some((id) => free.includes(id) === wanted);
      if (!speaks(true) || !speaks(false))
        throw new NotTested(
          'no KPI with snapshots is in no group, or none is in one',
          'KPIs with snapshots in groups and in none',
        );
      const answer = await ask(t, { ungrouped: 'true' });
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      expectAbout(t, answer, among(found, idsOf(all)), new Set(free), 'ungrouped=true');
      const hidden = about(answer.json, await hiddenFromFirst(t));
      t.expect(hidden.size === 0, 'with ungrouped=true, the answer is about KPIs that the user cannot access', {
        expected: 'none of them',
        received: [...hidden],
        exchange: answer,
      });
    });
  }),

  check('mykpis chooses the KPIs that the user owns, alone or with others', 'kpis.snapshots-mine', async (t) => {
    const found = await seen(t);
    let judged = 0;
    for (const as of ['first', 'second', 'limited'] as const) {
      if (t.settings.tokens[`${as === 'first' ? '' : `${as.toUpperCase()}_`}ACCESS_TOKEN`] === undefined) continue;
      const owned = await ownedBy(t, as);
      if (!owned) continue;
      const { shown, mine } = owned;
      const answer = await t.send(LIST, { query: { mykpis: 'true' }, as });
      if (!answer.ok && as === 'limited') continue;
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      if (found.speaking.some((id) => mine.has(id)) && !found.speaking.every((id) => mine.has(id))) judged++;
      expectAbout(t, answer, among(found, shown), mine, `mykpis=true of the ${as} user`);
    }
    if (judged === 0)
      throw new NotTested(
        'no user is known to own a KPI with snapshots while another one is not theirs',
        'a KPI with snapshots that the first user owns, and one that somebody else owns',
      );
  }),

  check('ungrouped=false and mykpis=false choose nothing', 'kpis.snapshots-off', async (t) => {
    const found = await seen(t);
    const [first] = found.speaking;
    if (first === undefined || found.speaking.length < 2)
      throw new NotTested('no two KPIs have snapshots', 'two KPIs with snapshots in the account');
    const bases = [{}, ...spread(found.speaking, SAMPLES).map((id) => ({ ids: id }))];
    await eventually(t, async () => {
      await Promise.all(
        bases.map(async (base) => {
          const plain = await ask(t, base);
          if (!plain.ok) return;
          const off = await Promise.all([
            ask(t, { ...base, ungrouped: 'false' }),
            ask(t, { ...base, mykpis: 'false' }),
          ]);
          const expected = [...about(plain.json, found.known)].sort();
          for (const answer of off) {
            if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
            t.equal(
              [...about(answer.json, found.known)].sort(),
              expected,
              'a parameter that is false changes the choice',
              answer,
            );
          }
        }),
      );
    });
  }),
];
