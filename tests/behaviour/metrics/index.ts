/** What the words say of key results. Sections "Metric (key result)", "Endpoints / Key results (metrics)", "Versioning". */

import { isRecord } from '../../../schemas/contract.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { embeddedIn, expectEmbeddedAgree } from '../../support/records/embedded.ts';
import { metricActions } from './actions.ts';
import { metricGoals } from './goals.ts';
import { allMetrics, byCheckins, ownedBy, shownBy, someOwners } from './metrics.ts';
import { metricOwners } from './owners.ts';

const OPERATIONS = ['metrics.list', 'metrics.byOwner', 'metrics.byCheckin'];
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const checkins: Check[] = [
  check('a check-in leads to its key result', 'metrics.checkin', async (t) => {
    const all = await byCheckins(t);
    const unnamed = all.filter(({ record }) => record.id === undefined);
    for (const { metricId, record, answer } of all)
      t.expect((record.id ?? metricId) === metricId, 'the check-in leads to another key result', {
        expected: metricId,
        received: record.id,
        at: '/id',
        exchange: answer,
      });
    // Where a key result does not show its id, it is known again by what the list shows of it.
    if (unnamed.length === 0) return;
    const { items } = await allMetrics(t);
    for (const { metricId, record, answer } of unnamed) {
      const listed = items.find(({ id }) => id === metricId);
      if (!listed) throw new NotApplicable('neither the check-in nor the list shows the id of the key result');
      t.agree(listed, record, 'the check-in leads to another key result', answer);
    }
  }),

  check('the key result of a check-in is shown as in the list', 'metrics.checkin-agree', (t) =>
    eventually(t, async (s) => {
      const [all, { items }] = await Promise.all([byCheckins(s), allMetrics(s)]);
      const pairs = all.flatMap(({ metricId, record, answer }) => {
        const listed = items.find(({ id }) => id === (record.id ?? metricId));
        return listed ? [{ listed, record, answer }] : [];
      });
      if (pairs.length === 0)
        throw new NotTested(
          'no key result of a check-in is in the list',
          'FIXTURES: facts.checkins of listed key results',
        );
      for (const { listed, record, answer } of pairs)
        s.agree(listed, record, 'a key result is shown differently by its check-in than in the list', answer);
    }),
  ),

  check('what the id of a key result answers as that of a check-in', 'metrics.checkin-not-metric', async (t) => {
    const id = (await allMetrics(t)).items.map((metric) => metric.id).find((value) => typeof value === 'string');
    if (id === undefined) throw new NotApplicable('no key result shows its id');
    const { ok, status } = await t.send('metrics.byCheckin', { params: { checkinId: String(id) } });
    return ok ? 'a key result' : `answers ${status}`;
  }),
];

const listing: Check[] = [
  check('the list shows each key result once', 'metrics.list-each-once', (t) =>
    eventually(t, async (s) => {
      const { items } = await allMetrics(s);
      s.eachOnce(items, 'the list shows a key result twice');
    }),
  ),

  ...OPERATIONS.map((operation) =>
    check(
      `${operation}: dates are days`,
      'metrics.dates',
      async (t) => {
        let seen = 0;
        for (const { record, answer } of await shownBy(t, operation)) {
          for (const field of ['dueDate', 'softDueDate'].filter((name) => record[name] !== undefined)) {
            seen++;
            t.expect(DAY.test(String(record[field])), `the ${field} of a key result is not a day`, {
              expected: 'YYYY-MM-DD',
              received: record[field],
              at: `/${field}`,
              exchange: answer,
            });
          }
        }
        if (seen === 0) throw new NotApplicable('no key result shows a date; fields may be absent');
      },
      [operation],
    ),
  ),

  ...OPERATIONS.map((operation) =>
    check(
      `${operation}: the owner is one of the owners, and they are counted`,
      'metrics.owner-ids',
      async (t) => {
        let seen = 0;
        for (const { record, answer } of await shownBy(t, operation)) {
          const { ownerId, ownerIds, numberOfOwners } = record;
          if (!Array.isArray(ownerIds)) continue;
          if (typeof ownerId === 'string') {
            seen++;
            t.expect(ownerIds.includes(ownerId), 'the owner is not one of the owners', {
              expected: `${ownerId} among ownerIds`,
              received: ownerIds,
              at: '/ownerIds',
              exchange: answer,
            });
          }
          if (numberOfOwners === undefined) continue;
          seen++;
          t.expect(numberOfOwners === ownerIds.length, 'numberOfOwners is not the number of owners', {
            expected: ownerIds.length,
            received: numberOfOwners,
            at: '/numberOfOwners',
            exchange: answer,
          });
        }
        if (seen === 0) throw new NotApplicable('no key result shows its owners in two ways; fields may be absent');
      },
      [operation],
    ),
  ),

  ...OPERATIONS.map((operation) =>
    check(
      `${operation}: what key results embed has its own name`,
      'metrics.embedded-agree',
      (t) =>
        eventually(t, async (s) => {
          const shown = await shownBy(s, operation);
          const embedded = shown.flatMap(({ record, answer }) => embeddedIn(record, answer));
          await expectEmbeddedAgree(s, embedded, `a key result of ${operation}`);
        }),
      [operation],
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
    const [ownerId = ''] = await someOwners(t);
    const { responseHeaders } = (await ownedBy(t, ownerId)).answer;
    const said = Object.keys(responseHeaders).filter((name) => /^(deprecation|sunset|warning|link)$/i.test(name));
    return said.length > 0 ? said : 'no';
  }),
];

export const metrics: Batch = {
  title: 'behaviour: Key results',
  checks: [...checkins, ...listing, ...metricGoals, ...metricOwners, ...metricActions, ...open],
};
