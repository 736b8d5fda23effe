/** Whether demo sessions are in the list of sessions. Sections "Session", "Endpoints / Sessions" (includeDemo). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { itemsOf, totalOf } from '../../support/records/answers.ts';
import { spread } from '../../support/values/sample.ts';

const DEMO = 'FIXTURES: facts.demoSessions';

/** The list with a value of includeDemo; without one where it is undefined. */
export const sessionsWith = (t: Context, includeDemo?: string) =>
  readList(t, 'sessions.list', includeDemo === undefined ? {} : { query: { includeDemo } });

interface Demo {
  /** With demo sessions and without. */
  all: readonly JsonRecord[];
  kept: readonly JsonRecord[];
  /** Demo sessions that come with another spelling of the value: includeDemo=true must give them, too. */
  spelt: readonly JsonRecord[];
  answers: { all: Answer; kept: Answer };
  /** Whether a session is a demo session; undefined where the target and its facts do not say. */
  isDemo: (session: JsonRecord) => boolean | undefined;
}

async function demo(t: Context): Promise<Demo> {
  const [all, kept, other] = await Promise.all([
    sessionsWith(t, 'true'),
    sessionsWith(t, 'false'),
    t.send('sessions.list', { query: { includeDemo: 'True', limit: '100' } }),
  ]);
  const facts = t.fixtures.facts.demoSessions ?? [];
  // Where the field is used at all, a session without it can only be none.
  const used = [...all.items, ...kept.items].some((session) => session.demo !== undefined);
  return {
    all: all.items,
    kept: kept.items,
    spelt: (other.ok ? itemsOf(other.json) : []).filter((session) => session.demo === true),
    answers: { all: all.answer, kept: kept.answer },
    isDemo: ({ id, demo: shown }) => {
      if (facts.includes(String(id))) return true;
      if (typeof shown === 'boolean') return shown;
      return used || facts.length > 0 ? false : undefined;
    },
  };
}

function needDemo(t: Context, { all, kept, spelt, isDemo }: Demo): void {
  if ((t.fixtures.facts.demoSessions ?? []).length === 0 && ![...all, ...kept, ...spelt].some(isDemo))
    throw new NotTested('no demo session is known', `${DEMO}, of an account that has one`);
}

const idsOf = (sessions: readonly JsonRecord[]) => sessions.map(({ id }) => String(id));

const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));

interface Beside {
  demos: readonly string[];
  /** Other sessions that the parameters let through. */
  others: readonly string[];
  pages: readonly { shown: readonly string[]; answer: Answer }[];
}

/** A filter for some demo sessions and some others, with includeDemo, alone and beside the further parameters of the list. */
async function besideOthers(t: Context, { all, isDemo }: Demo, includeDemo: string): Promise<Beside> {
  const demos = spread(idsOf(all.filter((session) => isDemo(session))));
  const others = spread(idsOf(all.filter((session) => isDemo(session) === false)));
  const filter = JSON.stringify({ _id: { $in: [...demos, ...others] } });
  const queries = [{}, { fields: 'id' }, { skip: '0', limit: '50' }].map((more) => ({ includeDemo, filter, ...more }));
  const answers = await Promise.all(queries.map((query) => t.ok('sessions.list', { query })));
  return { demos, others, pages: answers.map((answer) => ({ shown: idsOf(itemsOf(answer.json)), answer })) };
}

export const demoChecks: Check[] = [
  check('includeDemo=true lists the demo sessions besides the others', 'sessions.demo-included', (t) =>
    eventually(t, async (s) => {
      const [found, plain] = await Promise.all([demo(s), sessionsWith(s)]);
      needDemo(t, found);
      const ids = idsOf(found.all);
      const facts = without(t.fixtures.facts.demoSessions ?? [], ids);
      t.expect(facts.length === 0, 'a demo session is not in the list', {
        expected: t.fixtures.facts.demoSessions,
        received: { missing: facts },
        exchange: found.answers.all,
      });
      const others = without(idsOf([...found.kept, ...plain.items, ...found.spelt]), ids);
      t.expect(others.length === 0, 'sessions are left out where demo sessions are included', {
        expected: 'every session that the list has otherwise',
        received: { missing: others },
        exchange: found.answers.all,
      });
    }),
  ),

  check('includeDemo=true holds beside other parameters', 'sessions.demo-included', (t) =>
    eventually(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      const { demos, pages } = await besideOthers(s, found, 'true');
      for (const { shown, answer } of pages) {
        const missing = without(demos, shown);
        t.expect(missing.length === 0, 'beside other parameters a demo session is not included', {
          expected: demos,
          received: { missing },
          exchange: answer,
        });
      }
    }),
  ),

  check('includeDemo=false holds beside other parameters', 'sessions.demo-excluded', (t) =>
    eventually(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      const { demos, others, pages } = await besideOthers(s, found, 'false');
      for (const { shown, answer } of pages) {
        const wrong = demos.filter((id) => shown.includes(id));
        const missing = without(others, shown);
        t.expect(wrong.length + missing.length === 0, 'beside other parameters the wrong sessions are left out', {
          expected: others,
          received: shown,
          exchange: answer,
        });
      }
    }),
  ),

  check('includeDemo holds for its own request alone', 'sessions.demo-own', (t) =>
    eventually(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      // Of the demo sessions alone: others need not be on the same page of a list without an order.
      const demos = [...found.all, ...found.kept, ...found.spelt].filter((session) => found.isDemo(session));
      const filter = JSON.stringify({ _id: { $in: idsOf(spread(demos)) } });
      const shown = async (includeDemo: string) => {
        await s.ok('sessions.list', { query: { includeDemo } });
        const answer = await s.ok('sessions.list', { query: { filter } });
        return { answer, ids: idsOf(itemsOf(answer.json)).sort() };
      };
      const [included, excluded] = [await shown('true'), await shown('false')];
      t.expect(
        included.ids.join() === excluded.ids.join(),
        'without includeDemo the list is what the one before it was',
        {
          expected: included.ids,
          received: excluded.ids,
          exchange: excluded.answer,
        },
      );
    }),
  ),

  check('includeDemo=false lists no demo session and all others', 'sessions.demo-excluded', (t) =>
    eventually(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      const { all, kept, answers, isDemo } = found;
      const demos = kept.filter((session) => isDemo(session));
      t.expect(demos.length === 0, 'a demo session is in the list', {
        expected: 'no demo session',
        received: idsOf(demos),
        exchange: answers.kept,
      });
      if (t.settings.tokens.SECOND_ACCESS_TOKEN !== undefined) {
        const query = { includeDemo: 'false', limit: '100' };
        const second = await s.send('sessions.list', { as: 'second', query });
        const wrong = second.ok ? itemsOf(second.json).filter((session) => isDemo(session)) : [];
        t.expect(wrong.length === 0, 'a demo session is in the list of another user', {
          expected: 'no demo session',
          received: idsOf(wrong),
          exchange: second,
        });
      }
      const due = idsOf(all.filter((session) => isDemo(session) === false));
      const missing = without(due, idsOf(kept));
      t.expect(missing.length === 0, 'a session is left out that is no demo session', {
        expected: due,
        received: { missing },
        exchange: answers.kept,
      });
      const total = totalOf(answers.kept) ?? kept.length;
      t.expect(total === kept.length, 'totalCount does not follow', {
        expected: kept.length,
        received: total,
        at: '/totalCount',
        exchange: answers.kept,
      });
    }),
  ),

  check('demo tells which sessions includeDemo=false leaves out', 'sessions.demo-shown', (t) =>
    eventually(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      const { all, kept, answers } = found;
      const keptIds = idsOf(kept);
      const shown = [...all, ...kept].filter((session) => session.demo !== undefined);
      if (shown.length === 0) throw new NotApplicable('no session shows demo; fields may be absent');
      for (const session of shown) {
        const expected = !keptIds.includes(String(session.id));
        t.expect(session.demo === expected, `a session that is ${expected ? 'left out' : 'kept'} shows another demo`, {
          expected,
          received: session.demo,
          at: '/demo',
          exchange: kept.includes(session) ? answers.kept : answers.all,
        });
      }
    }),
  ),
];
