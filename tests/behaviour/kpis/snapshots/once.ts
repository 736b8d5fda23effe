/** A KPI that is chosen in several ways is there once. Section "Endpoints / KPIs". */
import { isRecord, type JsonRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { MEMBERSHIPS } from '../../../support/engine/noneWords.ts';
import { eventually } from '../../../support/engine/retry.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf, strings } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { alone } from './alone.ts';
import { ask, askFound } from './asking.ts';

const SAMPLES = 3;

/** The outermost lists of records in an answer: its shape is open. */
function lists(value: unknown): JsonRecord[][] {
  if (Array.isArray(value)) return [value.filter(isRecord)];
  return isRecord(value) ? Object.values(value).flatMap(lists) : [];
}

/** How often each entry about these KPIs stands in the same list of an answer, letter for letter. */
function repeats(json: unknown, known: ReadonlySet<string>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const list of lists(json)) {
    const times = new Map<string, { ids: ReadonlySet<string>; count: number }>();
    for (const entry of list) {
      const text = JSON.stringify(entry);
      const seen = times.get(text);
      if (seen) seen.count++;
      else times.set(text, { ids: about(entry, known), count: 1 });
    }
    for (const { ids, count } of times.values()) for (const id of ids) found.set(id, [...(found.get(id) ?? []), count]);
  }
  return found;
}

/** How often the same entry about a KPI stands in an answer; 0 where there is none. */
const timesOf = (json: unknown, kpiId: string): number =>
  Math.max(0, ...(repeats(json, new Set([kpiId])).get(kpiId) ?? []));

/** The KPIs that the list shows in several groups, with two of these. */
async function inSeveral(t: Context): Promise<{ id: string; groupIds: string[] }[]> {
  const { items } = await readKind(t, 'kpi');
  return items.flatMap(({ id, groups }) =>
    typeof id === 'string' && strings(groups).length > 1 ? [{ id, groupIds: strings(groups).slice(0, 2) }] : [],
  );
}

/** What ends a check that found no KPI in several groups in an answer. */
const noneShared = (t: Context) =>
  lacking(
    t,
    [MEMBERSHIPS],
    'no KPI with snapshots is shown in two groups',
    'a KPI with snapshots that is in two KPI groups',
  );

const chosenOnce: Check = check('a KPI that two groups choose is there once', 'kpis.snapshots-each-once', (t) =>
  eventually(t, async (s) => {
    for (const { id, groupIds } of sample(await inSeveral(s), SAMPLES)) {
      const [both, ...single] = await Promise.all(
        [groupIds.join(','), ...groupIds].map((value) => ask(s, { groupIds: value })),
      );
      const times = Math.max(...single.map(({ ok, json }) => (ok ? timesOf(json, id) : 0)));
      // What answers both as it does one says nothing of what comes twice.
      const isOne = single.some(({ responseBody }) => responseBody === both?.responseBody);
      if (!both?.ok || times === 0 || isOne) continue;
      const received = timesOf(both.json, id);
      const message = 'a KPI that two groups choose is there more often than with one of them';
      s.expect(received <= times, message, { expected: times, received, exchange: both });
    }
    if (s.tally.compared === 0) throw noneShared(s);
  }),
);

/** KPIs that are asked for one by one, as the choice of KPIs asks for them. */
const ONE_BY_ONE = 24;

/** KPIs of which an answer says something when they alone are asked for: how often, and in which groups the list shows them. */
async function shownAlone(t: Context): Promise<{ id: string; times: number; groupIds: string[] }[]> {
  const { items } = await readKind(t, 'kpi');
  const shown = await alone(t, sample(sample(idsOf(items), ONE_BY_ONE), 2 * SAMPLES));
  return shown.flatMap(({ id, json }) => {
    const times = timesOf(json, id);
    return times === 0 ? [] : [{ id, times, groupIds: strings(items.find((item) => item.id === id)?.groups) }];
  });
}

const namedTwice: Check = check('a KPI that is named twice is there once', 'kpis.snapshots-each-once', (t) =>
  eventually(t, async (s) => {
    for (const { id, times, groupIds } of (await shownAlone(s)).slice(0, SAMPLES)) {
      const queries = [{ ids: `${id},${id}` }, ...groupIds.slice(0, 1).map((group) => ({ ids: id, groupIds: group }))];
      for (const exchange of await Promise.all(queries.map((query) => ask(s, query)))) {
        if (!exchange.ok) continue;
        const received = timesOf(exchange.json, id);
        const message = 'a KPI that is named twice is there more often than one that is named once';
        s.expect(received <= times, message, { expected: times, received, exchange });
      }
    }
    if (s.tally.compared === 0)
      throw lacking(s, ['kpi.snapshots'], 'no KPI has snapshots', 'a KPI with snapshots in the account');
  }),
);

/** Other questions than by groups, of both operations: none of them asks for a KPI more than once. */
const questions = async (t: Context, ids: readonly string[]): Promise<Answer[]> => [
  ...(await Promise.all([{ ids: ids.join(',') }, { mykpis: 'true' }].map((query) => ask(t, query)))),
  await (await askFound(t))({}),
];

/**
 * Two check-ins of a KPI may look alike where snapshots stand one by one. But where each entry about each KPI in several
 * groups stands more than once, the KPIs are there once for each of their groups.
 */
const notPerGroup: Check = check(
  'a KPI in several groups is not there once for each of them',
  'kpis.snapshots-each-once',
  (t) =>
    eventually(t, async (s) => {
      const shared = (await inSeveral(s)).map(({ id }) => id);
      if (shared.length === 0) throw noneShared(s);
      for (const answer of await questions(s, sample(shared, SAMPLES))) {
        const found = answer.ok ? [...repeats(answer.json, new Set(shared)).values()] : [];
        const isPerGroup = found.every((times) => Math.min(...times) > 1);
        const message = 'each KPI that is in several groups is there more than once';
        s.none(isPerGroup ? found : [], found.length, message, answer);
      }
      if (s.tally.compared === 0) throw noneShared(s);
    }),
);

export const once: readonly Check[] = [chosenOnce, namedTwice, notPerGroup];
