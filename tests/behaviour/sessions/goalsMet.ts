/** Which goals of a session are met: those over 99%. Sections "Endpoints / Sessions", "Limits". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { factMissing, lacking } from '../../support/domain/facts.ts';
import { goalsMet, goalsOfSessions, someSessions, tagCases } from '../../support/domain/goalsMet.ts';
import { expectOwners, OWNER_FIELDS } from '../../support/domain/owners.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { JUST_OVER, MET } from '../../support/engine/noneWords.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { idsOf, itemsOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';
import { sessionsBelow } from './below.ts';

const MOST = 12;
const EXAMPLE =
  '"goalsMet": [{ "sessionId": "…", "met": ["a goal over 99 %"], "notMet": ["another goal of the session"]';

type Fact = NonNullable<Context['fixtures']['facts']['goalsMet']>[number];
/** What ends a check for which no session shows a goal. */
const noneMet = (t: Context) =>
  lacking(t, [MET], 'no session has a goal that is met', 'FIXTURES: ids.session with a goal that is met');

/** What a fact says of goals: which of them are there, which are not. */
type Goals = (fact: Fact) => readonly string[];

const there: Goals = ({ met, justOver = [] }) => [...met, ...justOver];
const notThere: Goals = ({ notMet, atBound = [], tags = [] }) => (tags.length > 0 ? [] : [...notMet, ...atBound]);
const atBound: Goals = ({ atBound: goals = [] }) => goals;
const justOver: Goals = ({ justOver: goals = [] }) => goals;

/** Facts that name such goals, those without tags first; possibly none. */
const factsWith = (t: Context, goals: Goals): Fact[] =>
  sample(
    (t.fixtures.facts.goalsMet ?? [])
      .filter((fact) => goals(fact).length > 0)
      .sort((a, b) => (a.tags?.length ?? 0) - (b.tags?.length ?? 0)),
    MOST,
  );

const tagsOf = ({ tags = [] }: Fact): string | undefined => (tags.length > 0 ? tags.join(',') : undefined);

/** Judges that goals of these facts are there. */
async function expectThere(t: Context, facts: readonly Fact[], goals: Goals, message: string): Promise<void> {
  for (const fact of facts) {
    const { ids, answer } = await goalsMet(t, fact.sessionId, tagsOf(fact));
    const due = goals(fact);
    const missing = due.filter((id) => !ids.includes(id));
    t.none(missing, due.length, message, answer);
  }
}

/** Judges that no goal of these facts is there, whoever asks: others may be shown fewer goals, but none that is not met. */
async function expectNotThere(t: Context, facts: readonly Fact[], goals: Goals, message: string): Promise<void> {
  for (const fact of facts) {
    const wrong = (ids: readonly string[]) => goals(fact).filter((id) => ids.includes(id));
    const { ids, answer } = await goalsMet(t, fact.sessionId, tagsOf(fact));
    t.none(wrong(ids), goals(fact).length, message, answer);
    if (!isGiven(t, 'second')) continue;
    const second = await t.send('sessions.goalsMet', { params: { id: fact.sessionId }, as: 'second' });
    const shown = second.ok ? idsOf(itemsOf(second.json)) : [];
    t.none(wrong(shown), second.ok ? goals(fact).length : 0, `${message}, for the second user`, second);
  }
}

/** The attainments of a goal that may be the one that counts; which of them it is, is open. */
function attainments({ attainment, aggregatedAttainment, fullAggregatedAttainment }: JsonRecord): number[] {
  return [attainment, aggregatedAttainment, fullAggregatedAttainment].filter((value) => typeof value === 'number');
}

/** 99% as the target writes it: 99 or 0.99; undefined where its data does not tell. */
function bound(goals: readonly JsonRecord[]): number | undefined {
  const values = goals.map(({ attainment }) => attainment).filter((value) => typeof value === 'number');
  if (values.some((value) => value > 50 && value <= 150)) return 99;
  return values.length > 0 &&
    values.every((value) => value < 10) &&
    values.some((value) => value >= 0.99 && value <= 1.5)
    ? 0.99
    : undefined;
}

/** Whether no attainment shows more than one decimal of a per cent, so that each may be rounded. */
const isCoarse = (values: readonly number[], least: number): boolean =>
  values.map((value) => (value / least) * 990).every((value) => Math.abs(value - Math.round(value)) < 1e-6);

/** Whether all attainments that a goal shows are over the bound and under 100 %: then it is there as it must be. */
function isJustOver(goal: JsonRecord, least: number): boolean {
  const all = attainments(goal);
  return all.length > 0 && all.every((value) => value > least && value < (least * 100) / 99);
}

const bounds: Check[] = [
  check('every goal over 99% is there', 'sessions.goals-met-over', (t) =>
    eventually(t, async (s) => {
      const facts = factsWith(s, there);
      if (facts.length === 0) throw factMissing(s, MET, 'it is not known which goals are met', `${EXAMPLE} }]`);
      await expectThere(s, facts, there, 'a goal over 99% is not there');
    }),
  ),

  check('a goal just over 99% is there', 'sessions.goals-met-over', (t) =>
    eventually(t, async (s) => {
      const facts = factsWith(s, justOver);
      await expectThere(s, facts, justOver, 'a goal just over 99% is not there');
      if (facts.length > 0) return;
      const goals = (await goalsOfSessions(s)).map(({ goal }) => goal);
      const least = bound(goals);
      s.tally.compared += goals.filter((goal) => least !== undefined && isJustOver(goal, least)).length;
      if (s.tally.compared === 0)
        throw factMissing(
          s,
          JUST_OVER,
          'no goal over 99% and under 100% is known',
          `${EXAMPLE}, "justOver": ["a goal of 99.5 %, say"] }]`,
        );
    }),
  ),

  check('no goal of 99% or less is there', 'sessions.goals-met-not-under', (t) =>
    eventually(t, async (s) => {
      const facts = factsWith(s, notThere);
      if (facts.length === 0) throw factMissing(s, 'goal', 'it is not known which goals are not met', `${EXAMPLE} }]`);
      await expectNotThere(s, facts, notThere, 'a goal of 99% or less is there');
    }),
  ),

  check('a goal of exactly 99% is not there', 'sessions.goals-met-not-under', (t) =>
    eventually(t, async (s) => {
      const facts = factsWith(s, atBound);
      if (facts.length === 0)
        throw factMissing(
          s,
          'goal.atBound',
          'no goal of exactly 99% is known',
          `${EXAMPLE}, "atBound": ["a goal of exactly 99 %"] }]`,
        );
      await expectNotThere(s, facts, atBound, 'a goal of exactly 99% is there');
    }),
  ),

  check('the attainment that a goal shows is over 99%', 'sessions.goals-met-shown', (t) =>
    eventually(t, async (s) => {
      const goals = (await goalsOfSessions(s)).map(({ goal }) => goal);
      const least = bound(goals);
      const isRounded = least !== undefined && isCoarse(goals.flatMap(attainments), least);
      for (const goal of goals) {
        if (least === undefined || typeof goal.attainment !== 'number') continue;
        // Where all are rounded, 99 may stand for a little more: which goals of 99% are there, the facts tell.
        const right = attainments(goal).some((value) => value > least || (isRounded && value === least));
        s.expect(right, 'a goal of 99% or less is there', {
          expected: `an attainment over ${least}`,
          received: goal,
          at: '/attainment',
        });
      }
      if (goals.length === 0) throw noneMet(s);
      if (least === undefined && goals.some(({ attainment }) => typeof attainment === 'number'))
        throw new NotApplicable('whether attainments are per cent or fractions cannot be told from what goals show');
      if (s.tally.compared === 0) throw s.nothingShown('goal', 'attainment');
    }),
  ),
];

/** What the facts say of a session, and what it was answered with. */
interface Told {
  sessionId: string;
  /** Goals that are met there. */
  own: readonly string[];
  met: Awaited<ReturnType<typeof goalsMet>>;
}

/** The sessions of the facts. */
const toldSessions = (t: Context, facts: readonly Fact[]): Promise<Told[]> =>
  Promise.all(
    [...new Set(facts.map(({ sessionId }) => sessionId))].map(async (sessionId) => ({
      sessionId,
      own: facts.filter((fact) => fact.sessionId === sessionId).flatMap(there),
      met: await goalsMet(t, sessionId),
    })),
  );

/** Judges that a session gives no goal of these facts, which are about others, unless a fact says that it is met there, too. */
function expectNoneOf(t: Context, { own, met }: Told, others: readonly Fact[], message: string): void {
  const goalsOf = (fact: Fact) => [...there(fact), ...fact.notMet, ...atBound(fact)];
  // A goal that is not met in a session may be one of another session.
  const elsewhere = others.flatMap(goalsOf).filter((id) => !own.includes(id));
  const wrong = elsewhere.filter((id) => met.ids.includes(id));
  t.none(wrong, elsewhere.length, message, met.answer);
}

const ofSession: Check[] = [
  check('the goals are those of the session that is addressed', 'sessions.goals-met-session', (t) =>
    eventually(t, async (s) => {
      const { isBelow } = await sessionsBelow(s);
      for (const { goal, sessionId } of await goalsOfSessions(s))
        if (goal.sessionId !== undefined && !isBelow(goal.sessionId, sessionId))
          s.field(goal, 'sessionId', sessionId, 'a goal of another session is there');
      const facts = s.fixtures.facts.goalsMet ?? [];
      for (const told of await toldSessions(s, facts)) {
        const { sessionId } = told;
        const others = facts.filter((fact) => fact.sessionId !== sessionId && !isBelow(fact.sessionId, sessionId));
        expectNoneOf(s, told, others, 'a goal of another session is there');
      }
      if (s.tally.compared === 0) throw s.nothingShown('goal', 'sessionId');
    }),
  ),

  check('goals of sessions below are not there', 'sessions.goals-met-below', (t) =>
    eventually(t, async (s) => {
      const { isBelow, hasBelow } = await sessionsBelow(s);
      const message = 'a goal of a session below is there';
      // Goals of sessions that are elsewhere, or of no session that is shown, say nothing.
      const isOwn = (of: unknown, sessionId: string) => of === sessionId || isBelow(of, sessionId);
      for (const { goal, sessionId } of await goalsOfSessions(s))
        if (hasBelow(sessionId) && isOwn(goal.sessionId, sessionId)) s.field(goal, 'sessionId', sessionId, message);
      const facts = s.fixtures.facts.goalsMet ?? [];
      for (const told of await toldSessions(s, facts)) {
        const below = facts.filter((fact) => isBelow(fact.sessionId, told.sessionId));
        if (told.own.some((id) => told.met.ids.includes(id))) expectNoneOf(s, told, below, message);
      }
      // Whether sessions have others below them is up to the account.
      if (s.tally.compared === 0) throw new NotApplicable('no session with goals is known to have others below it');
    }),
  ),

  check('each goal is there once', 'sessions.goals-met-each-once', (t) =>
    eventually(t, async (s) => {
      const [sessions, cases] = await Promise.all([someSessions(s), tagCases(s)]);
      const found = await Promise.all(
        sessions.flatMap((sessionId) => {
          const tags = cases.filter((one) => one.sessionId === sessionId).map(({ text }) => text);
          const together = tags.length > 0 ? [goalsMet(s, sessionId, tags.slice(0, MOST).join(','))] : [];
          return [goalsMet(s, sessionId), ...together];
        }),
      );
      for (const { items } of found) s.eachOnce(items, 'a goal is there twice');
      if (s.tally.compared === 0) throw noneMet(t);
    }),
  ),

  check('the owner of a goal is one of its owners, and they are counted', 'sessions.goals-owner-ids', (t) =>
    eventually(t, async (s) => {
      for (const { goal } of await goalsOfSessions(s)) if (goal.obfuscated !== true) expectOwners(s, goal);
      if (s.tally.compared === 0) throw s.nothingShown('goal', OWNER_FIELDS);
    }),
  ),
];

const open: Check[] = [
  check('what an empty list of tags gives', 'sessions.goals-met-tags-empty', async (t) => {
    const [sessionId = ''] = await someSessions(t);
    const [all, empty] = await Promise.all([
      goalsMet(t, sessionId),
      t.send('sessions.goalsMet', { params: { id: sessionId }, query: { tags: '' } }),
    ]);
    if (!empty.ok) return `answers ${empty.status}`;
    return { 'without tags': all.items.length, 'with none': itemsOf(empty.json).length };
  }),

  check('how attainment is written', 'sessions.goals-met-attainment', async (t) => {
    const goals = (await goalsOfSessions(t)).map(({ goal }) => goal);
    return { scale: bound(goals) ?? 'not clear', samples: goals.slice(0, 5).map(attainments) };
  }),

  check('fields of a goal', 'sessions.goals-fields', async (t) => {
    const goals = (await goalsOfSessions(t)).map(({ goal }) => goal);
    return [...new Set(goals.flatMap(allFields))].sort();
  }),
];

export const goalsMetChecks: Check[] = [...bounds, ...ofSession, ...open];
