/** A KPI that several groups choose is there once. Section "Endpoints / KPIs". */
import { isRecord, type JsonRecord } from '../../../../schemas/contract.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { strings } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { about } from './about.ts';
import { ask } from './asking.ts';

const SAMPLES = 3;

/** The outermost records in the lists of an answer: its shape is open. */
function entries(value: unknown): JsonRecord[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  return isRecord(value) ? Object.values(value).flatMap(entries) : [];
}

/** How often the same entry about a KPI stands in an answer, letter for letter; 0 where there is none. */
function timesOf(json: unknown, kpiId: string): number {
  const known = new Set([kpiId]);
  const texts = entries(json)
    .filter((entry) => about(entry, known).size > 0)
    .map((entry) => JSON.stringify(entry));
  return Math.max(0, ...texts.map((text) => texts.filter((other) => other === text).length));
}

export const chosenOnce: Check = check('a KPI that two groups choose is there once', 'kpis.snapshots-each-once', (t) =>
  eventually(t, async (s) => {
    const { items } = await readKind(s, 'kpi');
    const shared = items.flatMap(({ id, groups }) =>
      typeof id === 'string' && strings(groups).length > 1 ? [{ id, groupIds: strings(groups).slice(0, 2) }] : [],
    );
    for (const { id, groupIds } of sample(shared, SAMPLES)) {
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
    if (s.tally.compared === 0)
      throw lacking(
        s,
        ['membership.several'],
        'no KPI with snapshots is shown in two groups',
        'a KPI with snapshots that is in two KPI groups',
      );
  }),
);
