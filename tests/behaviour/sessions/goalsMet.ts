/** Which goals of a session are met: those over 99%. Sections "Endpoints / Sessions", "Limits". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { goalsMet, goalsOfSessions, someSessions, tagCases } from '../../support/domain/goalsMet.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { spread } from '../../support/values/sample.ts';

const FACTS = 'FIXTURES: facts.goalsMet';
const MOST = 12;

type Fact = NonNullable<Context['fixtures']['facts']['goalsMet']>[number];

/** Facts with something to look for, those without tags first. */
function facts(t: Context, has: (fact: Fact) => boolean, remedy: string): Fact[] {
  const all = (t.fixtures.facts.goalsMet ?? []).filter(has);
  if (all.length === 0) throw new NotTested('it is not known which goals of a session are met', remedy);
  return spread(
    [...all].sort((a, b) => (a.tags?.length ?? 0) - (b.tags?.length ?? 0)),
    MOST,
  );
}

const untagged = ({ tags }: Fact) => (tags?.length ?? 0) === 0;

const ask = (t: Context, { sessionId, tags }: Fact) =>
  goalsMet(t, sessionId, tags && tags.length > 0 ? tags.join(',') : undefined);

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

export const goalsMetChecks: Check[] = [
  check('every goal over 99% is there', 'sessions.goals-met-over', (t) =>
    eventually(t, async (s) => {
      for (const fact of facts(t, ({ met }) => met.length > 0, `${FACTS} with goals that are met`)) {
        const { ids, answer } = await ask(s, fact);
        const missing = fact.met.filter((id) => !ids.includes(id));
        t.expect(missing.length === 0, 'a goal over 99% is not there', {
          expected: fact.met,
          received: { missing },
          exchange: answer,
        });
      }
    }),
  ),

  check('no goal of 99% or less is there', 'sessions.goals-met-not-under', (t) =>
    eventually(t, async (s) => {
      const known = facts(
        t,
        (fact) => untagged(fact) && fact.notMet.length > 0,
        `${FACTS} without tags, with goals that are not met`,
      );
      for (const fact of known) {
        const { ids, answer } = await ask(s, fact);
        const wrong = fact.notMet.filter((id) => ids.includes(id));
        t.expect(wrong.length === 0, 'a goal of 99% or less is there', {
          expected: fact.met,
          received: wrong,
          exchange: answer,
        });
      }
    }),
  ),

  check('the attainment that a goal shows is over 99%', 'sessions.goals-met-shown', async (t) => {
    const found = await goalsOfSessions(t);
    if (found.length === 0)
      throw new NotTested('no session has a goal that is met', 'FIXTURES: ids.session with a goal that is met');
    const least = bound(found.map(({ goal }) => goal));
    if (least === undefined) throw new NotApplicable('no goal shows its attainment on a scale that is clear');
    for (const { goal, answer } of found) {
      if (typeof goal.attainment !== 'number') continue;
      t.expect(
        attainments(goal).some((value) => value > least),
        'a goal of 99% or less is there',
        {
          expected: `an attainment over ${least}`,
          received: goal.attainment,
          at: '/attainment',
          exchange: answer,
        },
      );
    }
  }),

  check('the goals are those of the session that is addressed', 'sessions.goals-met-session', (t) =>
    eventually(t, async (s) => {
      const found = await goalsOfSessions(s);
      const shown = found.filter(({ goal }) => goal.sessionId !== undefined);
      for (const { goal, sessionId, answer } of shown)
        t.expect(goal.sessionId === sessionId, 'a goal of another session is there', {
          expected: sessionId,
          received: goal.sessionId,
          at: '/sessionId',
          exchange: answer,
        });
      const known = (t.fixtures.facts.goalsMet ?? []).filter(({ met, notMet }) => met.length + notMet.length > 0);
      for (const sessionId of new Set(known.map((fact) => fact.sessionId))) {
        const { ids, answer } = await goalsMet(s, sessionId);
        const elsewhere = known
          .filter((fact) => fact.sessionId !== sessionId)
          .flatMap(({ met, notMet }) => [...met, ...notMet]);
        const wrong = elsewhere.filter((id) => ids.includes(id));
        t.expect(wrong.length === 0, 'a goal of another session is there', {
          expected: `goals of the session ${sessionId}`,
          received: wrong,
          exchange: answer,
        });
      }
      if (shown.length === 0 && new Set(known.map(({ sessionId }) => sessionId)).size < 2)
        throw new NotTested('no goal shows its session', `${FACTS} for two sessions`);
    }),
  ),

  check('each goal is there once', 'sessions.goals-met-each-once', async (t) => {
    const [sessions, cases] = await Promise.all([someSessions(t), tagCases(t)]);
    const queries = [
      ...sessions.map((sessionId) => ({ sessionId, tags: undefined })),
      ...sessions.map((sessionId) => {
        const tags = cases.filter((one) => one.sessionId === sessionId).map(({ text }) => text);
        return { sessionId, tags: tags.length > 0 ? tags.slice(0, 12).join(',') : undefined };
      }),
    ];
    const found = await Promise.all(queries.map(({ sessionId, tags }) => goalsMet(t, sessionId, tags)));
    if (found.every(({ items }) => items.length === 0))
      throw new NotTested('no session has a goal that is met', 'FIXTURES: ids.session with a goal that is met');
    for (const { items } of found) t.eachOnce(items, 'a goal is there twice');
  }),

  check('what an empty list of tags gives', 'sessions.goals-met-tags-empty', async (t) => {
    const [sessionId = ''] = await someSessions(t);
    const [all, empty] = await Promise.all([
      goalsMet(t, sessionId),
      t.send('sessions.goalsMet', { params: { id: sessionId }, query: { tags: '' } }),
    ]);
    if (!empty.ok) return `answers ${empty.status}`;
    const count = ((empty.json as { items?: unknown[] } | undefined)?.items ?? []).length;
    return { 'without tags': all.items.length, 'with none': count };
  }),

  check('how attainment is written', 'sessions.goals-met-attainment', async (t) => {
    const goals = (await goalsOfSessions(t)).map(({ goal }) => goal);
    return { scale: bound(goals) ?? 'not clear', samples: goals.slice(0, 5).map(attainments) };
  }),

  check('fields of a goal', 'sessions.goals-fields', async (t) => {
    const goals = (await goalsOfSessions(t)).map(({ goal }) => goal);
    return [...new Set(goals.flatMap((goal) => Object.keys(goal)))].sort();
  }),
];
