/** What the words say of sessions: the list and its demo sessions. Sections "Session", "Endpoints / Sessions". */

import { steadily } from '../support/again.ts';
import { expectEachOnce } from '../support/agreement.ts';
import { expectOwnActions } from '../support/allowedActions.ts';
import { type Batch, type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { collection, totalOf } from '../support/collections.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { spread } from '../support/spread.ts';
import { isRecord, itemsOf } from '../support/subjects.ts';
import { recordsOf } from '../support/views.ts';
import { goalsMetChecks } from './goalsMet.ts';
import { goalsMetTags } from './goalsMetTags.ts';

const DEMO = 'FIXTURES: facts.demoSessions';

/** The list with a value of includeDemo; without one where it is undefined. */
const sessionsWith = (t: Context, includeDemo?: string) =>
  collection(t, 'sessions.list', includeDemo === undefined ? {} : { query: { includeDemo } });

interface Demo {
  /** With demo sessions and without. */
  all: readonly JsonRecord[];
  kept: readonly JsonRecord[];
  answers: { all: Answer; kept: Answer };
  /** Whether a session is a demo session; undefined where the target and its facts do not say. */
  isDemo: (session: JsonRecord) => boolean | undefined;
}

async function demo(t: Context): Promise<Demo> {
  const [all, kept] = await Promise.all([sessionsWith(t, 'true'), sessionsWith(t, 'false')]);
  const facts = t.fixtures.facts.demoSessions ?? [];
  // Where the field is used at all, a session without it can only be none.
  const used = [...all.items, ...kept.items].some((session) => session.demo !== undefined);
  return {
    all: all.items,
    kept: kept.items,
    answers: { all: all.answer, kept: kept.answer },
    isDemo: ({ id, demo: shown }) => {
      if (facts.includes(String(id))) return true;
      if (typeof shown === 'boolean') return shown;
      return used || facts.length > 0 ? false : undefined;
    },
  };
}

function needDemo(t: Context, { all, isDemo }: Demo): void {
  if ((t.fixtures.facts.demoSessions ?? []).length === 0 && !all.some(isDemo))
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

const listing: Check[] = [
  check('the list shows each session once', 'sessions.list-each-once', async (t) => {
    const answers = await Promise.all([
      t.ok('sessions.list'),
      t.ok('sessions.list', { query: { includeDemo: 'true' } }),
      t.ok('sessions.list', { query: { includeDemo: 'false' } }),
    ]);
    if (answers.every(({ json }) => itemsOf(json).length === 0))
      throw new NotTested('sessions.list shows no session', 'an account with a session');
    for (const answer of answers) expectEachOnce(t, itemsOf(answer.json), 'the list shows a session twice', answer);
  }),

  check('includeDemo=true lists the demo sessions besides the others', 'sessions.demo-included', (t) =>
    steadily(t, async (s) => {
      const [found, plain] = await Promise.all([demo(s), sessionsWith(s)]);
      needDemo(t, found);
      const ids = idsOf(found.all);
      const facts = without(t.fixtures.facts.demoSessions ?? [], ids);
      t.expect(facts.length === 0, 'a demo session is not in the list', {
        expected: t.fixtures.facts.demoSessions,
        received: { missing: facts },
        exchange: found.answers.all,
      });
      const others = without(idsOf([...found.kept, ...plain.items]), ids);
      t.expect(others.length === 0, 'sessions are left out where demo sessions are included', {
        expected: 'every session that the list has otherwise',
        received: { missing: others },
        exchange: found.answers.all,
      });
    }),
  ),

  check('includeDemo=true holds beside other parameters', 'sessions.demo-included', (t) =>
    steadily(t, async (s) => {
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
    steadily(t, async (s) => {
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

  check('includeDemo=false lists no demo session and all others', 'sessions.demo-excluded', (t) =>
    steadily(t, async (s) => {
      const found = await demo(s);
      needDemo(t, found);
      const { all, kept, answers, isDemo } = found;
      const demos = kept.filter((session) => isDemo(session));
      t.expect(demos.length === 0, 'a demo session is in the list', {
        expected: 'no demo session',
        received: idsOf(demos),
        exchange: answers.kept,
      });
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
    steadily(t, async (s) => {
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

  check('the actions of a session are those of the user who asks', 'sessions.current-user', (t) =>
    expectOwnActions(t, 'session', [async (as) => (await recordsOf(t, 'session', as)).items]),
  ),
];

const open: Check[] = [
  check('demo sessions without includeDemo, and by other values of it', 'sessions.demo-default', async (t) => {
    const values = ['(none)', 'true', 'false', 'TRUE', '1', 'yes', ''];
    const totals = await Promise.all(
      values.map(async (value) => {
        const answer = await t.send('sessions.list', value === '(none)' ? {} : { query: { includeDemo: value } });
        return `${value || '(empty)'}: ${answer.ok ? `${totalOf(answer) ?? itemsOf(answer.json).length} sessions` : answer.status}`;
      }),
    );
    return totals;
  }),

  check('values of status and of the type of the cadence', 'sessions.values', async (t) => {
    const { items } = await sessionsWith(t, 'true');
    const distinct = (values: readonly unknown[]) => [...new Set(values.filter((value) => value !== undefined))];
    return {
      status: distinct(items.map(({ status }) => status)),
      cadence: distinct(items.map(({ cadence }) => (isRecord(cadence) ? cadence.type : undefined))),
    };
  }),
];

export const sessions: Batch = {
  title: 'behaviour: Sessions',
  checks: [...listing, ...goalsMetChecks, ...goalsMetTags, ...open],
};
