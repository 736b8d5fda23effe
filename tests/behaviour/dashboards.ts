/** What the words say of dashboards and reports. Sections "Resources / Dashboard" and "Endpoints / Dashboards". */

import { fresh, settled } from '../support/again.ts';
import { disagreement } from '../support/agreement.ts';
import { expectOwnActions, inListAndById } from '../support/allowedActions.ts';
import { type Batch, type Check, check } from '../support/check.ts';
import { freshCollection } from '../support/collections.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import { embeddedIn, expectEmbeddedAgree } from '../support/embedded.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { idsOf } from '../support/records.ts';
import { spread } from '../support/spread.ts';
import { givenBody, isRecord, itemsOf } from '../support/subjects.ts';
import { expectRead, expectViewsAgree, neededRecords, peek, peekSome, recordsOf } from '../support/views.ts';
import { byTag } from './dashboards/byTag.ts';
import { usageChecks } from './dashboards/usages.ts';

const KIND = 'dashboard';

const reading: Check[] = [
  check('reading by id gives the dashboard with that id', 'dashboards.get-record', (t) => expectRead(t, KIND)),

  check(
    'the list and the read by id show the same of a dashboard',
    'dashboards.views-agree',
    (t) => expectViewsAgree(t, KIND),
    ['dashboards.list', 'dashboards.get'],
  ),

  check(
    'the read by tag shows of a dashboard what the read by id shows',
    'dashboards.views-agree',
    (t) =>
      settled(async () => {
        const { items } = await recordsOf(t, KIND);
        const titles = items.flatMap(({ tag, tags }) => [
          tag,
          ...(Array.isArray(tags) ? tags.map((one) => one?.title ?? one?.name) : []),
        ]);
        const values = [...(t.fixtures.ids.dashboardTag ?? []), ...spread([...new Set(titles)], 6)];
        const ask = (tag: string) => t.send('dashboards.byTag', { params: { tag } });
        const found = await Promise.all(
          values
            .filter((value): value is string => typeof value === 'string' && value !== '')
            .map(async (tag) => {
              const answer = await ask(tag);
              const { id } = answer.ok && isRecord(answer.json) ? answer.json : {};
              if (typeof id !== 'string') return undefined;
              return { answer, byId: await t.send('dashboards.get', at(KIND, id)), again: await ask(tag) };
            }),
        );
        const some = found.filter((one) => one !== undefined);
        if (some.length === 0) throw new NotTested('no dashboard is found by a tag', 'FIXTURES: ids.dashboardTag');
        for (const { answer, byId, again } of some) {
          const shown = answer.json as JsonRecord;
          // Only what stayed the same while it was looked at can be compared.
          if (disagreement(shown, again.json)) continue;
          t.expect(byId.ok, 'a dashboard that is found by its tag cannot be read by its id', {
            expected: 200,
            received: byId.status,
            exchange: byId,
          });
          const wrong = disagreement(byId.json, shown);
          t.expect(!wrong, 'a dashboard is shown differently by its tag than by its id', {
            ...(wrong ?? { expected: byId.json, received: shown }),
            exchange: answer,
          });
        }
      }),
    ['dashboards.byTag'],
  ),
];

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

const reporting: Check[] = [
  check('each of the reports has isReport', 'dashboards.reports-only', (t) =>
    settled(async () => {
      const { answer, pairs } = await reportsById(t);
      const { items } = await recordsOf(fresh(t), KIND);
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
    settled(async () => {
      const { items } = await recordsOf(fresh(t), KIND);
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
    settled(async () => {
      const { items: named } = await reports(t);
      const { items, complete, answer } = await recordsOf(fresh(t), KIND);
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
    settled(async () => {
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
    settled(async () => {
      const { items, answer } = await reports(t);
      if (items.length === 0)
        throw new NotTested('the account has no report', 'a dashboard with isReport in the account');
      const named = idsOf(items);
      const { items: dashboards } = await recordsOf(t, KIND);
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

/** Dashboards as the list shows them, and some as they are by id. */
async function shown(t: Context): Promise<JsonRecord[]> {
  const { items } = await neededRecords(t, KIND);
  return [...items, ...(await peekSome(t, KIND))];
}

const parts: Check[] = [
  check('a dashboard that the user cannot access is not shown', 'dashboards.hidden', async (t) => {
    const hidden = t.fixtures.facts.hiddenDashboards ?? [];
    if (hidden.length === 0)
      throw new NotTested('no dashboard is known that the first user may not see', 'FIXTURES: facts.hiddenDashboards');
    const body = await givenBody(t, 'listDashboards');
    const [{ items, answer }, byId, seen] = await Promise.all([
      freshCollection(t, 'dashboards.list', { ...(body !== undefined && { body }) }),
      Promise.all(hidden.map((id) => t.send('dashboards.get', at(KIND, id)))),
      t.settings.tokens.SECOND_ACCESS_TOKEN === undefined
        ? []
        : Promise.all(hidden.map((id) => peek(t, KIND, id, 'second'))),
    ]);
    for (const read of byId) {
      t.expect(read.status >= 400 && read.status < 500, 'a dashboard that the user cannot access is not refused', {
        expected: 'a status of 4xx',
        received: read.status,
        exchange: read,
      });
    }
    const listed = idsOf(items).filter((id) => hidden.includes(id));
    t.expect(listed.length === 0, 'the list shows a dashboard that the user cannot access', {
      expected: `none of ${hidden.join(', ')}`,
      received: listed,
      exchange: answer,
    });
    // Tags of the hidden ones as another user sees them, and those that dashboards are found by anyway.
    const tags = seen.flatMap((dashboard) => [
      dashboard?.tag,
      ...(Array.isArray(dashboard?.tags) ? dashboard.tags : []),
    ]);
    const texts = tags.flatMap((tag) => (isRecord(tag) ? [tag.title, tag.name, tag.id] : [tag]));
    const values = new Set(
      [...texts, ...(t.fixtures.ids.dashboardTag ?? [])].filter((text) => typeof text === 'string' && text !== ''),
    );
    const found = await Promise.all(
      [...values].slice(0, 30).map((tag) => t.send('dashboards.byTag', { params: { tag: String(tag) } })),
    );
    for (const read of found) {
      const { id } = isRecord(read.json) ? read.json : {};
      t.expect(!read.ok || !hidden.includes(String(id)), 'a tag finds a dashboard that the user cannot access', {
        expected: `none of ${hidden.join(', ')}`,
        received: id,
        exchange: read,
      });
    }
  }),

  check('parts of a dashboard name the dashboard that holds them', 'dashboards.parts-own', async (t) => {
    let looked = 0;
    for (const { id, insights, sectionHeaders } of await shown(t)) {
      const items = [insights, sectionHeaders].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isRecord);
      for (const item of items.filter(({ dashboardId }) => dashboardId !== undefined)) {
        looked++;
        t.expect(item.dashboardId === id, 'a part of a dashboard names another one', {
          expected: id,
          received: item,
          at: '/dashboardId',
        });
      }
    }
    if (looked === 0) throw new NotApplicable('no part of a dashboard names its dashboard, as fields may be absent');
  }),

  check('a tag of a dashboard is called as in the list of tags', 'dashboards.tags-agree', async (t) => {
    t.needGroup('tags');
    const all = (await shown(t)).flatMap(({ tags }) => embeddedIn({ tags }));
    await expectEmbeddedAgree(t, all, 'a dashboard');
  }),

  check('currentUserAllowedActions are those of the user who asks', 'dashboards.current-user', (t) =>
    expectOwnActions(t, undefined, inListAndById(t, KIND)),
  ),
];

const COUNTS = ['appsCount', 'insightsCount', 'notificationsCount', 'sectionHeadersCount', 'usersCount'];
const VALUES = ['layout', 'selectorType', 'type', 'status'];

/** Values of these fields at any depth. */
function valuesOf(value: unknown, found: Record<string, Set<unknown>>): Record<string, Set<unknown>> {
  for (const [name, inner] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    if (VALUES.includes(name) && typeof inner === 'string') found[name] = (found[name] ?? new Set()).add(inner);
    valuesOf(inner, found);
  }
  return found;
}

const free: Check[] = [
  check('what dashboards count', 'dashboards.counts', async (t) => {
    const [first] = (await shown(t)).slice(-1);
    const { insights, sectionHeaders } = first ?? {};
    const sizes = Object.entries({ insights, sectionHeaders }).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.length : 'absent',
    ]);
    return Object.fromEntries([...COUNTS.map((name) => [name, first?.[name] ?? 'absent']), ...sizes]);
  }),
  check('which fields the list and the read by tag leave out', 'dashboards.variants', async (t) => {
    const { items } = await recordsOf(t, KIND);
    const [id] = idsOf(items);
    const byId = id === undefined ? undefined : await peek(t, KIND, id);
    const [tag] = t.fixtures.ids.dashboardTag ?? [];
    const found = tag === undefined ? undefined : await t.send('dashboards.byTag', { params: { tag } });
    const less = (record: unknown) =>
      isRecord(record) && byId ? Object.keys(byId).filter((field) => !(field in record)) : 'not known';
    return { list: less(items.find((item) => item.id === id)), 'by tag': less(found?.json) };
  }),
  check('values of layouts, selectors, types and states', 'dashboards.values', async (t) =>
    Object.fromEntries(
      Object.entries(valuesOf(await shown(t), {})).map(([name, values]) => [name, [...values].slice(0, 12)]),
    ),
  ),
];

export const dashboards: Batch = {
  title: 'behaviour: Dashboards',
  checks: [...reading, ...reporting, ...byTag, ...usageChecks, ...parts, ...free],
};
