/** Which KPIs the parameters of the snapshots choose. Section "Endpoints / KPIs". */

import { type JsonRecord, operation } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../../support/engine/outcome.ts';
import { eventually, fresh } from '../../../support/engine/retry.ts';
import { givenUsers } from '../../../support/http/actors.ts';
import type { Actor, Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf, strings } from '../../../support/records/answers.ts';
import { unknownId } from '../../../support/records/identifiers.ts';
import { make } from '../../../support/records/subjects.ts';
import { peek } from '../../../support/records/views.ts';
import { sample } from '../../../support/values/sample.ts';
import { ask, LIST } from './asking.ts';
import { expectGroupsForSecond, expectUngroupedForSecond } from './choosingForSecond.ts';

const KIND = 'kpi';
const SAMPLES = 6;
/** KPIs that are asked for one by one; groups in one request. */
const MOST = 24;

/** What ends a check for which too few KPIs have something to show. */
const noTwo = (t: Context) =>
  lacking(t, ['kpi.snapshots'], 'no two KPIs have snapshots', 'two KPIs with snapshots in the account');

/** Whether an answer holds nothing, in whatever envelope: numbers may be counts. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : typeof value !== 'string';

/** What ends a check where no answer names a KPI by its id: its shape is open, so that it may name them otherwise. */
export const noneNamed = (t: Context, answers: readonly Pick<Answer, 'ok' | 'json'>[]) =>
  answers.every(({ ok, json }) => !ok || isEmpty(json))
    ? noTwo(t)
    : new NotApplicable('the answers with snapshots, whose shape is open, name no KPI by its id');

/** What is known of the KPIs that answers with snapshots name. */
export interface Seen {
  known: ReadonlySet<string>;
  /** KPIs of which an answer says something when they alone are asked for. */
  speaking: readonly string[];
}

/** Asks for KPIs one by one: which of them have something to show. */
export function seen(t: Context): Promise<Seen> {
  return t.once('snapshots one by one', async () => {
    const { items } = await readKind(t, KIND);
    const known = new Set(idsOf(items));
    if (known.size === 0) throw t.nothingShown(KIND, items.length > 0 ? 'id' : []);
    const answers = await Promise.all(
      sample([...known], MOST).map(async (id) => ({ id, answer: await ask(t, { ids: id }) })),
    );
    if (!answers.some(({ answer }) => answer.ok)) throw notAnswered(answers[0]?.answer.status);
    const named = answers.map(({ id, answer }) => ({ id, ids: about(answer.ok ? answer.json : undefined, known) }));
    if (named.every(({ ids }) => ids.size === 0))
      throw noneNamed(
        t,
        answers.map(({ answer }) => answer),
      );
    return { known, speaking: named.filter(({ id, ids }) => ids.has(id)).map(({ id }) => id) };
  });
}

/** What ends a check where the operation does not succeed. */
export const notAnswered = (status: number | undefined) =>
  new NotTested(`${LIST} answered ${status}`, `a target whose ${LIST} succeeds`);

/** An answer with snapshots, without which nothing can be seen: that parameters are accepted is a rule of its own. */
async function answered(t: Context, query: Record<string, string>): Promise<Answer> {
  const answer = await ask(t, query);
  if (!answer.ok) throw notAnswered(answer.status);
  return answer;
}

/** So many values a target is asked for at once in any case. */
const FEW = 3;

/** The same for several values of a parameter: how many a request may have is open, so that it may be asked in parts. */
async function answeredInParts(t: Context, name: string, values: readonly string[]): Promise<readonly Answer[]> {
  const answer = await ask(t, { [name]: values.join(',') });
  if (answer.ok) return [answer];
  if (values.length <= FEW) throw notAnswered(answer.status);
  const half = Math.ceil(values.length / 2);
  const parts = [values.slice(0, half), values.slice(half)];
  return (await Promise.all(parts.map((part) => answeredInParts(t, name, part)))).flat();
}

/** A group in which no KPI is. */
const emptyGroup = (t: Context): Promise<string> =>
  t.once('snapshots of an empty group', async () => (await make(t, 'kpiGroup')).id);

/** Judges that a choice that no KPI is in gives none, where an id for it can be had; a refusal is right, too. */
async function expectNobody(
  t: Context,
  known: ReadonlySet<string>,
  name: 'ids' | 'groupIds',
  id: Promise<string>,
  what: string,
): Promise<void> {
  const value = await unlessUntested(id, undefined);
  if (value === undefined) return;
  const answer = await ask(t, { [name]: value });
  if (!answer.ok) return;
  t.none([...about(answer.json, known)], 1, `with ${what}, the answer is about KPIs`, answer);
}

/** Judges that answers are about the KPIs that were chosen, as far as they have something to show, and no other. */
export function expectAbout(
  t: Context,
  answers: readonly Answer[],
  { known, speaking }: Seen,
  chosen: ReadonlySet<string>,
  what: string,
): void {
  const named = new Set(answers.flatMap(({ json }) => [...about(json, known)]));
  const [answer] = answers;
  const wrong = [...named].filter((id) => !chosen.has(id));
  t.none(wrong, named.size, `with ${what}, the answer is about KPIs that were not asked for`, answer);
  const due = speaking.filter((id) => chosen.has(id));
  const missing = due.filter((id) => !named.has(id));
  t.none(missing, due.length, `with ${what}, the answer leaves out KPIs that were asked for`, answer);
}

/** What was seen of these KPIs alone: where a list has no pages, it may show others the next time. */
export function seenAmong({ known, ...rest }: Seen, ids: Iterable<string>): Seen {
  const there = new Set(ids);
  return { ...rest, known: new Set([...known].filter((id) => there.has(id))) };
}

/** KPIs as they are now, with their groups, which some must show. */
async function grouped(t: Context): Promise<{ id: string; groups: string[] }[]> {
  const { items } = await readKind(fresh(t), KIND);
  if (!items.some(({ groups }) => Array.isArray(groups))) throw t.nothingShown(KIND, 'groups');
  return items.flatMap(({ id, groups }) => (typeof id === 'string' ? [{ id, groups: strings(groups) }] : []));
}

/** The KPIs that an actor's list shows; none where it cannot be read. */
export const kpisShownTo = async (t: Context, as: Actor): Promise<readonly JsonRecord[]> =>
  (await unlessUntested(readKind(t, KIND, { as }), { items: [] })).items;

/** KPIs that another user's list shows, and that this user is not shown, neither in the list nor by id. */
async function hiddenFrom(t: Context, as: Actor): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(givenUsers(t).map((user) => kpisShownTo(t, user)));
  const shown = new Set(idsOf(await kpisShownTo(t, as)));
  const others = sample(
    [...new Set(lists.flatMap((items) => idsOf(items)))].filter((id) => !shown.has(id)),
    MOST,
  );
  const readable = await Promise.all(others.map((id) => peek(t, KIND, id, as)));
  return new Set(others.filter((_, i) => readable[i] === undefined));
}

/** Judges that no user is shown, among the ungrouped ones, a KPI that this user cannot access. */
async function expectNothingHidden(t: Context): Promise<void> {
  for (const as of givenUsers(t)) {
    const hidden = await hiddenFrom(t, as);
    const answer = await t.send(LIST, { query: { ungrouped: 'true' }, as });
    const message = `with ungrouped=true, the answer is about KPIs that the ${as} user cannot access`;
    const shown = answer.ok ? [...about(answer.json, hidden)] : [];
    t.none(shown, answer.ok ? hidden.size : 0, message, answer);
  }
}

/** Judges that no KPI is chosen by a group and by ungrouped. One that is chosen by neither may be in a group that the user is not shown. */
async function expectApart(t: Context, { known }: Seen, free: Answer): Promise<void> {
  const groups = t.claims('kpiGroups') ? await readKind(fresh(t), 'kpiGroup') : { items: [], complete: false };
  const ids = idsOf(groups.items);
  if (!groups.complete || ids.length === 0) return;
  const parts = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, i) => ids.slice(i * MOST, (i + 1) * MOST));
  const answers = (await Promise.all(parts.map((part) => answeredInParts(t, 'groupIds', part)))).flat();
  const inGroups = new Set(answers.flatMap(({ json }) => [...about(json, known)]));
  const inNone = about(free.json, known);
  const both = [...inNone].filter((id) => inGroups.has(id));
  t.none(both, inNone.size, 'a KPI that is in a group is among those in no group', free);
}

/** Judges that a KPI of which the whole answer says something is there when it alone is asked for. */
async function expectStillSpeaking(t: Context): Promise<void> {
  const { items } = await readKind(t, KIND);
  const whole = await ask(t, {});
  const speaking = whole.ok ? sample([...about(whole.json, new Set(idsOf(items)))], SAMPLES) : [];
  for (const id of speaking) {
    const answer = await answered(t, { ids: id });
    const found = about(answer.json, new Set([id]));
    t.expect(found.has(id), 'with ids, the answer leaves out a KPI that the answer without parameters is about', {
      expected: id,
      received: answer,
    });
  }
}

export const choosing: Check[] = [
  check('ids choose the KPIs, one and several', 'kpis.snapshots-ids', (t) =>
    eventually(t, async (s) => {
      await expectStillSpeaking(s);
      const found = await seen(s);
      const { known, speaking } = found;
      if (known.size < 2 || speaking.length < 2) throw noTwo(s);
      const some = sample(speaking, 3);
      for (const chosen of [...some.map((id) => [id]), some, [...some].reverse(), some.slice(-2), [...speaking]]) {
        const answers = await answeredInParts(s, 'ids', chosen);
        expectAbout(s, answers, found, new Set(chosen), `ids of ${chosen.length} KPIs`);
      }
      await expectNobody(s, known, 'ids', unknownId(s, KIND), 'the id of no KPI');
    }),
  ),

  check('groupIds choose the KPIs of one group and of several', 'kpis.snapshots-groups', (t) =>
    eventually(t, async (s) => {
      const [found, all] = await Promise.all([seen(s), grouped(s)]);
      // That these are ids of groups is a rule of its own.
      const { items: known } = s.claims('kpiGroups') ? await readKind(fresh(s), 'kpiGroup') : { items: [] };
      const isGroup = (id: string) => known.length === 0 || known.some((group) => group.id === id);
      const speaks = all.filter(({ id }) => found.speaking.includes(id));
      const used = [...new Set(speaks.flatMap(({ groups }) => groups))].filter(isGroup);
      // A group that has every KPI chooses nothing.
      const chooses = used.some((group) => speaks.some(({ groups }) => !groups.includes(group)));
      if (used.length < 2 || !chooses)
        throw lacking(
          s,
          ['kpiGroup.several'],
          'no two groups have different KPIs with snapshots',
          'different KPIs with snapshots in two KPI groups',
        );
      const some = sample(used, 3);
      for (const chosen of [...some.map((id) => [id]), some, [...some].reverse()]) {
        const answers = await answeredInParts(s, 'groupIds', chosen);
        const members = all.filter(({ groups }) => groups.some((group) => chosen.includes(group)));
        expectAbout(
          s,
          answers,
          seenAmong(found, idsOf(all)),
          new Set(idsOf(members)),
          `groupIds of ${chosen.length} groups`,
        );
      }
      // As many as a target is asked for at once in any case.
      await expectGroupsForSecond(s, some);
      const there = seenAmong(found, idsOf(all)).known;
      if (!s.claims('kpiGroups')) return;
      await expectNobody(s, there, 'groupIds', unknownId(s, 'kpiGroup'), 'the id of no group');
      await expectNobody(s, there, 'groupIds', emptyGroup(t), 'a new group');
    }),
  ),

  check(
    'a group without KPIs is not refused with a status that the operation does not list',
    'general.status-listed',
    async (t) => {
      t.needGroup('kpiGroups');
      const answer = await ask(t, { groupIds: await emptyGroup(t) });
      const isListed = answer.ok || (answer.status < 500 && operation(LIST).errors.includes(answer.status));
      t.expect(
        isListed,
        'a group that exists and has no KPIs is answered with a status that the operation does not list',
        {
          expected: '200, or a refusal that is listed',
          received: answer,
        },
      );
    },
    [LIST],
  ),

  check('ungrouped chooses the KPIs that are in no group', 'kpis.snapshots-ungrouped', (t) =>
    eventually(t, async (s) => {
      const [found, all] = await Promise.all([seen(s), grouped(s)]);
      const free = new Set(idsOf(all.filter(({ groups }) => groups.length === 0)));
      const speaksFree = found.speaking.filter((id) => free.has(id));
      if (speaksFree.length === 0 || speaksFree.length === found.speaking.length)
        throw lacking(
          s,
          ['kpi.ungrouped'],
          'no KPI with snapshots is in no group, or none is in one',
          'KPIs with snapshots in groups and in none',
        );
      expectAbout(s, [await answered(s, { ungrouped: 'true' })], seenAmong(found, idsOf(all)), free, 'ungrouped=true');
      await expectNothingHidden(s);
      await expectUngroupedForSecond(s);
    }),
  ),

  check('ungrouped chooses what no group chooses', 'kpis.snapshots-ungrouped', (t) =>
    eventually(t, async (s) => {
      await expectApart(s, await seen(s), await answered(s, { ungrouped: 'true' }));
      if (s.tally.compared === 0) s.needGroup('kpiGroups');
      if (s.tally.compared === 0)
        throw new NoData('the KPI groups cannot all be read', 'a target whose kpiGroups.list shows all groups');
    }),
  ),

  check('ungrouped=false and mykpis=false choose nothing', 'kpis.snapshots-off', (t) =>
    eventually(t, async (s) => {
      const { known, speaking } = await seen(s);
      if (speaking.length < 2) throw noTwo(s);
      const bases = [{}, ...sample(speaking, SAMPLES).map((id) => ({ ids: id }))];
      const chosen = await Promise.all(
        bases.map(async (base) => {
          const plain = await ask(s, base);
          if (!plain.ok) return undefined;
          const expected = [...about(plain.json, known)].sort();
          for (const off of ['ungrouped', 'mykpis']) {
            const answer = await answered(s, { ...base, [off]: 'false' });
            s.equal(
              [...about(answer.json, known)].sort(),
              expected,
              'a parameter that is false changes the choice',
              answer,
            );
          }
          return expected.join();
        }),
      );
      // The control: where every answer is the same one, no parameter is seen to choose anything.
      if (new Set(chosen.filter((one) => one !== undefined)).size < 2) throw noTwo(s);
    }),
  ),
];
