/** Which dashboards are reports. Sections "Resources / Dashboard" and "Endpoints / Dashboards". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, itemsOf } from '../../support/records/answers.ts';
import { disagreement } from '../../support/values/agreement.ts';
import { spread } from '../../support/values/sample.ts';

const KIND = 'dashboard';

/** The reports as they are named now. */
async function reports(t: Context): Promise<{ items: JsonRecord[]; answer: Awaited<ReturnType<Context['ok']>> }> {
  const answer = await t.ok('dashboards.reports');
  return { items: itemsOf(answer.json), answer };
}

/** Each report with the dashboard that it is by id. */
async function reportsById(t: Context) {
  const { items, answer } = await reports(t);
  const known = spread(
    items.filter(({ id }) => typeof id === 'string'),
    20,
  );
  if (known.length === 0) throw new NotTested('the account has no report', 'a dashboard with isReport in the account');
  const byId = await Promise.all(known.map(({ id }) => t.send('dashboards.get', at(KIND, String(id)))));
  return { answer, pairs: known.map((report, i) => ({ report, byId: byId[i] as (typeof byId)[number] })) };
}

export const reporting: Check[] = [
  check('each of the reports has isReport', 'dashboards.reports-only', (t) =>
    eventually(t, async () => {
      const { answer, pairs } = await reportsById(t);
      const { items } = await readKind(fresh(t), KIND);
      for (const { report } of pairs) {
        t.expect(
          !t.fixtures.facts.notReports?.includes(String(report.id)),
          'a dashboard that is none stands among the reports',
          {
            expected: `none of ${t.fixtures.facts.notReports?.join(', ')}`,
            received: report,
            exchange: answer,
          },
        );
      }
      const shown = pairs.flatMap(({ report, byId: { json } }) => [
        isRecord(json) ? json : {},
        ...items.filter(({ id }) => id === report.id),
      ]);
      for (const dashboard of shown) {
        t.expect(dashboard.isReport !== false, 'a dashboard without isReport stands among the reports', {
          expected: true,
          received: { id: dashboard.id, isReport: false },
          at: '/isReport',
          exchange: answer,
        });
      }
      const both = [...shown, ...items].some(({ isReport }) => isReport === false);
      if (!shown.some(({ isReport }) => isReport === true) && !t.fixtures.facts.notReports)
        throw new NotApplicable('isReport is absent, as fields may be');
      if (!both && !t.fixtures.facts.notReports)
        throw new NotTested('no dashboard is known that is no report', 'FIXTURES: facts.notReports');
    }),
  ),

  check('each dashboard with isReport stands among the reports', 'dashboards.reports-all', (t) =>
    eventually(t, async () => {
      const { items } = await readKind(fresh(t), KIND);
      const { items: named, answer } = await reports(t);
      const known = new Set(named.map(({ id }) => id));
      // Whether an archived report is still one of the reports can be argued.
      const wanted = idsOf(items.filter(({ isReport, archived }) => isReport === true && archived !== true));
      for (const id of [...wanted, ...(t.fixtures.facts.reports ?? [])]) {
        t.expect(known.has(id), 'a dashboard that is a report does not stand among the reports', {
          expected: id,
          received: [...known],
          exchange: answer,
        });
      }
      if (wanted.length === 0 && !t.fixtures.facts.reports)
        throw new NotTested(
          'no dashboard is listed with isReport true',
          'a report in the account, or FIXTURES: facts.reports',
        );
    }),
  ),

  check('the list of dashboards has each report', 'dashboards.reports-listed', (t) =>
    eventually(t, async () => {
      const { items: named } = await reports(t);
      const { items, complete, answer } = await readKind(fresh(t), KIND);
      if (idsOf(named).length === 0)
        throw new NotTested('the account has no report', 'a dashboard with isReport in the account');
      if (!complete) throw new NotApplicable('the list of dashboards gives a part of them');
      const listed = new Set(idsOf(items));
      const lost = idsOf(named).filter((id) => !listed.has(id));
      t.expect(lost.length === 0, 'a report does not stand in the list of dashboards', {
        expected: lost[0],
        received: 'not listed',
        exchange: answer,
      });
    }),
  ),

  check('each report can be read as a dashboard of the same name', 'dashboards.reports-dashboards', (t) =>
    eventually(t, async () => {
      for (const { report, byId } of (await reportsById(t)).pairs) {
        t.expect(byId.ok, 'a report cannot be read as a dashboard', {
          expected: 200,
          received: byId.status,
          exchange: byId,
        });
        const { id, name } = (isRecord(byId.json) ? byId.json : {}) as JsonRecord;
        const wrong = disagreement({ id: report.id, name: report.name }, { id, name });
        t.expect(!wrong, 'a report is called otherwise as a dashboard', {
          expected: report,
          received: { id, name },
          exchange: byId,
        });
      }
    }),
  ),

  check('the reports name each report once', 'dashboards.reports-each-once', (t) =>
    eventually(t, async () => {
      const { items, answer } = await reports(t);
      if (items.length === 0)
        throw new NotTested('the account has no report', 'a dashboard with isReport in the account');
      const named = idsOf(items);
      const { items: dashboards } = await readKind(t, KIND);
      const unnamed =
        items.every(({ name }) => name === undefined) && dashboards.some(({ name }) => name !== undefined);
      t.expect(!unnamed, 'the reports have no names', {
        expected: 'id and name',
        received: items[0],
        exchange: answer,
      });
      t.expect(new Set(named).size === named.length, 'the reports name a report twice', {
        expected: 'each id once',
        received: named,
        exchange: answer,
      });
      const nameless = items.find(({ id, name }) => id === undefined && name === undefined);
      t.expect(!nameless, 'a report has neither id nor name', {
        expected: '{id, name}',
        received: nameless,
        exchange: answer,
      });
    }),
  ),
];
