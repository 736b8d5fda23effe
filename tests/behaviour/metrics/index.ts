/** What the words say of key results. Sections "Metric (key result)", "Endpoints / Key results (metrics)", "Versioning". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { expectOwners, OWNER_FIELDS } from '../../support/domain/owners.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import { idsOf } from '../../support/records/answers.ts';
import { embeddedIn, expectEmbeddedAgree } from '../../support/records/embedded.ts';
import { isDay } from '../../support/values/day.ts';
import { exchangeOf, remember } from '../../support/values/provenance.ts';
import { sample } from '../../support/values/sample.ts';
import { metricActions } from './actions.ts';
import { metricGoals } from './goals.ts';
import { allMetrics, byCheckin, byCheckins, noCheckin, ownedBy, SHOWN_BY, someOwners } from './metrics.ts';
import { metricOwners } from './owners.ts';
import { tasksCount } from './tasksCount.ts';

const DATES = ['dueDate', 'softDueDate'];

/** What people change of a key result, or of what it belongs to: a snapshot may have the values of its day. */
const OF_ITS_DAY = [
  ...['name', 'description', 'goalName', 'goalDescription', 'dueDate', 'softDueDate', 'format', 'targetOperator'],
  ...['actual', 'critical', 'initialValue', 'target', 'milestones', 'tasksCount'],
  ...['ownerId', 'ownerIds', 'numberOfOwners', 'assignee', 'assignees', 'watchers', 'tags', 'links', 'private'],
  ...['goalId', 'goalOwnerId', 'goalOwnerIds', 'goalClosedStatus', 'settings', 'url', 'currentUserAllowedActions'],
];

/** By one of these a key result is known again that does not show its id: each of them may be that of its day. */
const KNOWN_BY = ['name', 'url', 'description', 'goalId', 'dueDate', 'ownerId'];

/** Judges that key results which check-ins lead to have the same values of these fields as in the list. */
async function expectAsListed(t: Context, isJudged: (field: string) => boolean): Promise<void> {
  const [all, { items }] = await Promise.all([byCheckins(t), allMetrics(t)]);
  const pairs = all.flatMap(({ metricId, record }) => {
    const listed = items.find(({ id }) => id === (record.id ?? metricId));
    return listed ? [{ listed, record }] : [];
  });
  if (pairs.length === 0)
    throw new NotTested('no key result of a check-in is in the list', 'FIXTURES: facts.checkins of listed key results');
  for (const { listed, record } of pairs) {
    const judged = Object.fromEntries(Object.entries(record).filter(([field]) => field !== 'id' && isJudged(field)));
    t.agree(
      listed,
      remember(judged, exchangeOf(record)),
      'a key result is shown differently by its check-in than in the list',
    );
  }
}

/** Judges that a key result that does not show its id has something in common with what the list shows of it. */
function expectKnownAgain(t: Context, listed: JsonRecord, record: JsonRecord): void {
  const both = KNOWN_BY.filter((field) => listed[field] !== undefined && record[field] !== undefined);
  if (both.length === 0) return;
  t.expect(
    both.some((field) => record[field] === listed[field]),
    'the check-in leads to another key result',
    { expected: Object.fromEntries(both.map((field) => [field, listed[field]])), received: record },
  );
}

const checkins: Check[] = [
  check('a check-in leads to its key result', 'metrics.checkin', (t) =>
    eventually(t, async (s) => {
      const { items } = await allMetrics(s);
      const found = (await byCheckins(s)).flatMap((one) =>
        one.metricId === undefined ? [] : [{ ...one, metricId: one.metricId }],
      );
      if (found.length === 0) throw noCheckin(s, 'it is not known which key results the check-ins belong to');
      for (const { metricId, record } of found) {
        if (record.id === undefined) expectKnownAgain(s, items.find(({ id }) => id === metricId) ?? {}, record);
        else s.agree({ id: metricId }, record, 'the check-in leads to another key result');
      }
      // Asked for once more in turns, with another user's request between.
      for (const { checkinId, record } of sample(found)) {
        if (isGiven(s, 'second'))
          await anew(s).send('metrics.byCheckin', { params: { checkinId: found[0]?.checkinId ?? '' }, as: 'second' });
        const again = await byCheckin(anew(s), checkinId);
        s.agree({ id: record.id }, again, 'the check-in leads to another key result after another request');
      }
    }),
  ),

  check('the key result of a check-in is shown as in the list', 'metrics.checkin-agree', (t) =>
    eventually(t, (s) => expectAsListed(s, (field) => !OF_ITS_DAY.includes(field))),
  ),

  check('what people change of the key result of a check-in is shown as it is now', 'metrics.checkin-values', (t) =>
    eventually(t, (s) => expectAsListed(s, (field) => OF_ITS_DAY.includes(field))),
  ),

  check('what the id of a key result answers as that of a check-in', 'metrics.checkin-not-metric', async (t) => {
    const [checkinId] = idsOf((await allMetrics(t)).items);
    if (checkinId === undefined) throw t.nothingShown('metric', 'id');
    const { ok, status } = await t.send('metrics.byCheckin', { params: { checkinId } });
    return ok ? 'a key result' : `answers ${status}`;
  }),
];

/** The same check of what each operation shows. */
const everywhere = (
  title: string,
  requirement: string,
  judge: (t: Context, metrics: readonly JsonRecord[], operation: string) => Promise<void> | void,
): Check[] =>
  Object.entries(SHOWN_BY).map(([operation, shown]) =>
    check(
      `${operation}: ${title}`,
      requirement,
      (t) => eventually(t, async (s) => judge(s, await shown(s), operation)),
      [operation],
    ),
  );

const listing: Check[] = [
  ...everywhere('dates are days', 'metrics.dates', (t, metrics) => {
    for (const record of metrics) {
      for (const field of DATES.filter((name) => (record[name] ?? '') !== ''))
        t.expect(isDay(record[field]), `the ${field} of a key result is not a day`, {
          expected: 'YYYY-MM-DD',
          received: record,
          at: `/${field}`,
        });
    }
    if (t.tally.compared === 0) throw t.nothingShown('metric', DATES);
  }),

  ...everywhere('the owner is one of the owners, and they are counted', 'metrics.owner-ids', (t, metrics) => {
    for (const record of metrics) expectOwners(t, record);
    if (t.tally.compared === 0) throw t.nothingShown('metric', OWNER_FIELDS);
  }),

  ...everywhere('what key results embed has its own name', 'metrics.embedded-agree', (t, metrics, operation) =>
    expectEmbeddedAgree(
      t,
      metrics.flatMap((record) => embeddedIn(record, exchangeOf(record))),
      `a key result of ${operation}`,
    ),
  ),
];

const open: Check[] = [
  check('the shape of the list', 'metrics.list-shape', async (t) => {
    const { json } = await t.ok('metrics.list');
    return Array.isArray(json) ? 'an array' : { keys: Object.keys((json ?? {}) as object).sort() };
  }),

  check('error codes of the list', 'metrics.list-codes', async (t) => {
    const [noToken, badFilter] = await Promise.all([
      t.send('metrics.list', { authorization: null }),
      t.send('metrics.list', { query: { filter: '{' } }),
    ]);
    return { 'without credentials': noToken.status, 'with a broken filter': badFilter.status };
  }),

  check('values of enumerated fields', 'metrics.values', async (t) => {
    const { items } = await allMetrics(t);
    const closed = items.map(({ goalClosedStatus }) =>
      isRecord(goalClosedStatus) ? goalClosedStatus.status : undefined,
    );
    const distinct = (values: readonly unknown[]) => [...new Set(values.filter((value) => value !== undefined))];
    return {
      ...Object.fromEntries(
        ['cascadeType', 'manualType', 'targetOperator'].map((field) => [
          field,
          distinct(items.map((one) => one[field])),
        ]),
      ),
      goalClosedStatus: distinct(closed),
    };
  }),

  check('whether the read by owner says that it is deprecated', 'metrics.deprecated', async (t) => {
    const [ownerId = ''] = (await someOwners(t)).all;
    const { responseHeaders } = (await ownedBy(t, ownerId)).answer;
    const said = Object.keys(responseHeaders).filter((name) => /^(deprecation|sunset|warning|link)$/i.test(name));
    return said.length > 0 ? said : 'no';
  }),
];

export const metrics: Batch = {
  title: 'behaviour: Key results',
  checks: [...checkins, ...listing, ...metricGoals, ...metricOwners, ...metricActions, tasksCount, ...open],
};
