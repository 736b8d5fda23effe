/** Whether demo sessions are in the list of sessions. Sections "Session", "Endpoints / Sessions" (includeDemo). */

import { DEFAULT_PAGE, type JsonRecord } from '../../../schemas/contract.ts';
import { factMissing } from '../../support/domain/facts.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { idsOf, isRefusal, itemsOf, totalOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';

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

async function read(t: Context): Promise<Demo> {
  const [all, kept, other] = await Promise.all([
    sessionsWith(t, 'true'),
    sessionsWith(t, 'false'),
    t.send('sessions.list', { query: { includeDemo: 'True', limit: String(DEFAULT_PAGE) } }),
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

/** The list with and without demo sessions, of which there must be some. */
async function demo(t: Context): Promise<Demo> {
  const found = await read(t);
  const { all, kept, spelt, isDemo } = found;
  if ((t.fixtures.facts.demoSessions ?? []).length > 0 || [...all, ...kept, ...spelt].some(isDemo)) return found;
  throw factMissing(t, 'demoSession', 'no demo session is known', '"demoSessions": ["…"]');
}

/** The same, where a demo session is shown: that those which fixtures name are shown is a rule of its own. */
async function demoShown(t: Context): Promise<Demo> {
  const found = await demo(t);
  if (![...found.all, ...found.kept, ...found.spelt].some(found.isDemo)) throw t.nothingShown('demoSession');
  return found;
}

const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));

interface Beside {
  demos: readonly string[];
  /** Other sessions that the parameters let through. */
  others: readonly string[];
  pages: readonly { shown: readonly string[]; answer: Answer }[];
}

/**
 * Filters for some demo sessions and some others, with includeDemo, alone and beside the further parameters of the list.
 * One that joins conditions by $or says nothing of demo sessions either.
 */
async function besideOthers(t: Context, { all, isDemo }: Demo, includeDemo: string): Promise<Beside> {
  const demos = sample(idsOf(all.filter((session) => isDemo(session))));
  const others = sample(idsOf(all.filter((session) => isDemo(session) === false)));
  const filter = JSON.stringify({ _id: { $in: [...demos, ...others] } });
  const joined = JSON.stringify({ $or: [{ _id: { $in: demos } }, { _id: { $in: others } }] });
  const queries = [{}, { fields: 'id' }, { skip: '0', limit: '50' }, { filter: joined }].map((more) => ({
    includeDemo,
    filter,
    ...more,
  }));
  const answers = await Promise.all(
    queries.map(async (query) => {
      if (query.filter !== joined) return [await t.ok('sessions.list', { query })];
      // Whether this operator is known is open.
      const answer = await t.send('sessions.list', { query });
      return isRefusal(answer) ? [] : [answer];
    }),
  );
  return { demos, others, pages: answers.flat().map((answer) => ({ shown: idsOf(itemsOf(answer.json)), answer })) };
}

export const demoChecks: Check[] = [
  check('includeDemo=true lists the demo sessions besides the others', 'sessions.demo-included', (t) =>
    eventually(t, async (s) => {
      const [{ all, kept, spelt, answers }, plain] = await Promise.all([demo(s), sessionsWith(s)]);
      const facts = s.fixtures.facts.demoSessions ?? [];
      s.none(without(facts, idsOf(all)), facts.length, 'a demo session is not in the list', answers.all);
      const others = idsOf([...kept, ...plain.items, ...spelt]);
      const message = 'sessions are left out where demo sessions are included';
      s.none(without(others, idsOf(all)), others.length, message, answers.all);
    }),
  ),

  check('includeDemo=true holds beside other parameters', 'sessions.demo-included', (t) =>
    eventually(t, async (s) => {
      const { demos, pages } = await besideOthers(s, await demo(s), 'true');
      for (const { shown, answer } of pages)
        s.none(without(demos, shown), demos.length, 'beside other parameters a demo session is not included', answer);
    }),
  ),

  check(
    'limit bounds a page with demo sessions, too',
    'lists.limit',
    (t) =>
      eventually(t, async (s) => {
        await demo(s);
        for (const skip of ['0', '1']) {
          const answer = await s.ok('sessions.list', { query: { includeDemo: 'true', limit: '1', skip } });
          const shown = idsOf(itemsOf(answer.json));
          s.none(shown.slice(1), shown.length, 'with includeDemo=true the answer has more sessions than limit', answer);
        }
      }),
    ['sessions.list'],
  ),

  check('includeDemo=false holds beside other parameters', 'sessions.demo-excluded', (t) =>
    eventually(t, async (s) => {
      const { demos, others, pages } = await besideOthers(s, await demoShown(s), 'false');
      for (const { shown, answer } of pages) {
        const wrong = demos.filter((id) => shown.includes(id));
        s.none(wrong, demos.length, 'beside other parameters a demo session is not left out', answer);
        s.none(without(others, shown), others.length, 'beside other parameters another session is left out', answer);
      }
      // A filter on the field itself asks for no demo session either. Whether the list is filtered by it is open.
      const filter = JSON.stringify({ _id: { $in: demos }, demo: true });
      const answer = await s.send('sessions.list', { query: { includeDemo: 'false', filter } });
      const shown = answer.ok ? idsOf(itemsOf(answer.json)) : [];
      const wrong = demos.filter((id) => shown.includes(id));
      s.none(wrong, answer.ok ? demos.length : 0, 'a filter on demo brings a demo session back', answer);
    }),
  ),

  check('includeDemo holds for its own request alone', 'sessions.demo-own', (t) =>
    eventually(anew(t), async (s) => {
      const { all, kept, spelt, isDemo } = await demoShown(s);
      // Of the demo sessions alone: others need not be on the same page of a list without an order.
      const demos = idsOf([...all, ...kept, ...spelt].filter(isDemo));
      const filter = JSON.stringify({ _id: { $in: sample(demos) } });
      const shown = async (includeDemo: string) => {
        await s.ok('sessions.list', { query: { includeDemo } });
        const answer = await s.ok('sessions.list', { query: { filter } });
        return { answer, ids: idsOf(itemsOf(answer.json)).sort() };
      };
      const [included, excluded] = [await shown('true'), await shown('false')];
      s.equal(
        excluded.ids,
        included.ids,
        'without includeDemo the list is what the one before it was',
        excluded.answer,
      );
    }),
  ),

  check('includeDemo=false lists no demo session and all others', 'sessions.demo-excluded', (t) =>
    eventually(t, async (s) => {
      const { all, kept, answers, isDemo } = await demoShown(s);
      s.none(idsOf(kept.filter(isDemo)), kept.length, 'a demo session is in the list', answers.kept);
      const due = idsOf(all.filter((session) => isDemo(session) === false));
      s.none(without(due, idsOf(kept)), due.length, 'a session is left out that is no demo session', answers.kept);
      if (!isGiven(s, 'second')) return;
      const { items, answer } = await readList(s, 'sessions.list', { as: 'second', query: { includeDemo: 'false' } });
      s.none(idsOf(items.filter(isDemo)), items.length, 'a demo session is in the list of another user', answer);
    }),
  ),

  check('totalCount follows includeDemo=false', 'sessions.demo-total', (t) =>
    eventually(t, async (s) => {
      const { kept, answers } = await demo(s);
      if (kept.length === 0) throw s.nothingShown('session');
      const total = totalOf(answers.kept);
      if (total === undefined) throw s.nothingShown('session', 'totalCount');
      s.equal(total, kept.length, 'with includeDemo=false totalCount is not the number of sessions', answers.kept);
    }),
  ),

  check(
    'totalCount counts what a filter matches without demo sessions',
    'lists.total-filter',
    (t) =>
      eventually(t, async (s) => {
        const { pages } = await besideOthers(s, await demoShown(s), 'false');
        for (const { shown, answer } of pages) {
          const total = totalOf(answer);
          if (total !== undefined)
            s.equal(total, shown.length, 'totalCount is not the number of sessions that match', answer);
        }
        if (s.tally.compared === 0) throw s.nothingShown('session', 'totalCount');
      }),
    ['sessions.list'],
  ),

  check('demo tells which sessions includeDemo=false leaves out', 'sessions.demo-shown', (t) =>
    eventually(t, async (s) => {
      const { all, kept } = await demoShown(s);
      const keptIds = idsOf(kept);
      for (const session of [...all, ...kept].filter((one) => one.demo !== undefined)) {
        const expected = !keptIds.includes(String(session.id));
        s.field(session, 'demo', expected, `a session that is ${expected ? 'left out' : 'kept'} shows another demo`);
      }
      if (s.tally.compared === 0) throw s.nothingShown('session', 'demo');
    }),
  ),
];
