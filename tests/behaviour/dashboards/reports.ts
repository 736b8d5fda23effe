/** Which dashboards are reports. Sections "Resources / Dashboard" and "Endpoints / Dashboards". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { mayBeCut } from '../../support/lists/readPages.ts';
import { idsOf, itemsOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';

const KIND = 'dashboard';
const MOST = 20;

interface Reports {
  items: readonly JsonRecord[];
  answer: Answer;
}

/** The reports as a user is shown them; none where this user is refused them. */
async function reportsFor(t: Context, as: Actor): Promise<Reports> {
  const answer = as === 'first' ? await t.ok('dashboards.reports') : await t.send('dashboards.reports', { as });
  return { items: answer.ok ? itemsOf(answer.json) : [], answer };
}

/** The reports of the first user, of which there must be some. */
async function someReports(t: Context): Promise<Reports> {
  const found = await reportsFor(t, 'first');
  if (found.items.length === 0) throw t.nothingShown('report');
  return found;
}

/** Each report with the dashboard that it is by id. */
async function reportsById(t: Context) {
  const { items, answer } = await someReports(t);
  const known = sample(
    items.filter(({ id }) => typeof id === 'string'),
    MOST,
  );
  if (known.length === 0) throw t.nothingShown('report', 'id');
  const byId = await Promise.all(known.map(({ id }) => t.send('dashboards.get', at(KIND, String(id)))));
  return { answer, pairs: known.map((report, i) => ({ report, byId: byId[i] as Answer })) };
}

/** Dashboards as a user is shown them in the list; none where the list is refused. */
async function dashboardsFor(t: Context, as: Actor): Promise<readonly JsonRecord[]> {
  if (as === 'first') return (await readKind(fresh(t), KIND)).items;
  return readKind(fresh(t), KIND, { as }).then(
    ({ items }) => items,
    (error) => {
      if (error instanceof NotTested) return [];
      throw error;
    },
  );
}

export const reporting: Check[] = [
  check('each of the reports has isReport', 'dashboards.reports-only', (t) =>
    eventually(t, async (now) => {
      const { answer, pairs } = await reportsById(now);
      const { items } = await readKind(fresh(now), KIND);
      const none = t.fixtures.facts.notReports ?? [];
      for (const { report } of none.length > 0 ? pairs : []) {
        t.expect(!none.includes(String(report.id)), 'a dashboard that is no report is among the reports', {
          expected: `none of ${none.join(', ')}`,
          received: report,
        });
      }
      const shown = pairs.flatMap(({ report, byId: { json } }) => [
        ...(isRecord(json) ? [json] : []),
        ...items.filter(({ id }) => id === report.id),
      ]);
      const flagged = shown.filter(({ isReport }) => typeof isReport === 'boolean');
      for (const { id, isReport } of flagged) {
        t.expect(isReport === true, 'a dashboard without isReport is among the reports', {
          expected: true,
          received: { id, isReport },
          at: '/isReport',
          exchange: answer,
        });
      }
      if (flagged.length === 0 && none.length === 0) throw t.nothingShown(KIND, 'isReport');
      if (none.length === 0 && !items.some(({ isReport }) => isReport === false))
        throw new NotTested('no dashboard is known that is no report', 'FIXTURES: facts.notReports');
    }),
  ),

  check('each dashboard with isReport is among the reports, for each user', 'dashboards.reports-all', (t) =>
    eventually(t, async (now) => {
      const facts = t.fixtures.facts.reports ?? [];
      let wanted = 0;
      for (const as of givenUsers(t)) {
        const [items, { items: named, answer }] = [await dashboardsFor(now, as), await reportsFor(now, as)];
        // A user who is refused the reports is judged elsewhere.
        if (!answer.ok || mayBeCut(named.length)) continue;
        // Whether an archived report is still one of the reports can be argued.
        const shown = idsOf(items.filter(({ isReport, archived }) => isReport === true && archived !== true));
        const due = [...new Set([...shown, ...(as === 'first' ? facts : [])])];
        const lost = due.filter((id) => !idsOf(named).includes(id));
        wanted += due.length;
        t.none(lost, due.length, `a dashboard that is a report is not among the reports of the ${as} user`, answer);
      }
      if (wanted === 0) throw t.nothingShown('report');
    }),
  ),

  check('the list of dashboards has each report', 'dashboards.reports-listed', (t) =>
    eventually(t, async (now) => {
      const { items: named } = await someReports(now);
      const { items, complete, answer } = await readKind(fresh(now), KIND);
      if (!complete)
        throw new NotTested(
          'the list gives a part of the dashboards',
          'FIXTURES: bodies.listDashboards with what makes the list complete',
        );
      const listed = new Set(idsOf(items));
      const lost = idsOf(named).filter((id) => !listed.has(id));
      t.none(lost, idsOf(named).length, 'a report is not in the list of dashboards', answer);
    }),
  ),

  check('each report can be read as a dashboard of the same name', 'dashboards.reports-dashboards', (t) =>
    eventually(t, async (now) => {
      let named = 0;
      for (const { report, byId } of (await reportsById(now)).pairs) {
        t.succeeded(byId, 'a report cannot be read as a dashboard');
        const { id, name } = (isRecord(byId.json) ? byId.json : {}) as JsonRecord;
        t.equal(id ?? report.id, report.id, 'a report leads to another dashboard', byId);
        named += t.agree({ name: report.name }, { name }, 'a report has another name as a dashboard', byId);
      }
      if (named === 0) throw t.nothingShown('report', 'name');
    }),
  ),

  check('the reports name each report once', 'dashboards.reports-each-once', (t) =>
    eventually(t, async (now) => {
      const { items, answer } = await someReports(now);
      t.eachOnce(items, 'the reports name a report twice');
      const { items: dashboards } = await readKind(now, KIND);
      const named = items.some(({ name }) => name !== undefined);
      t.expect(named || !dashboards.some(({ name }) => name !== undefined), 'the reports have no names', {
        expected: 'id and name',
        received: items[0],
      });
      const nameless = items.filter(({ id, name }) => id === undefined && name === undefined);
      t.none(nameless, items.length, 'a report has neither id nor name', answer);
    }),
  ),
];
