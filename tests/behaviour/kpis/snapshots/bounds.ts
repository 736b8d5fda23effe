/** from and to bound the snapshots of an answer; timeZone and groupBy only group them. Section "Endpoints / KPIs". */
import { isRecord } from '../../../../schemas/contract.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { about } from './about.ts';
import { ASKING, type Ask, answeredPlain, type Query } from './asking.ts';

const DAY_MS = 86_400_000;
/** A group of a month may be dated by its first or last day, and a day differs by the time zone. */
const TOLERANCE = 32;

/** Names under which the day of a snapshot stands. */
const DAY_KEY = /^(snapshot_?)?(date|day|time|timestamp)$/i;

/** The days, since 1970, that an answer of open shape shows for its snapshots. */
function daysIn(json: unknown): number[] {
  const found: number[] = [];
  const walk = (value: unknown, key: string) => {
    const day = typeof value === 'string' && DAY_KEY.test(key) ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
    if (day !== undefined) found.push(Date.parse(day) / DAY_MS);
    if (Array.isArray(value)) for (const inner of value) walk(inner, key);
    else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) walk(inner, name);
  };
  walk(json, '');
  return found.filter((day) => !Number.isNaN(day));
}

const written = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Judges answers with from, with to and with both, beside parameters that the target accepts. */
async function expectBounds(t: Context, asking: Ask, days: readonly number[], beside: Query): Promise<void> {
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const [from, to] = [first + 2, last - 2].map((day, i) => Math.round(day + ((last - first) / 2) * (i === 0 ? 1 : -1)));
  const bounds = [
    { from: from as number, to: Number.POSITIVE_INFINITY },
    { from: Number.NEGATIVE_INFINITY, to: to as number },
    { from: (from as number) - 4, to: from as number },
  ];
  await Promise.all(
    bounds.map(async (bound) => {
      const given = Object.entries(bound).filter(([, day]) => Number.isFinite(day));
      const query = { ...beside, ...Object.fromEntries(given.map(([name, day]) => [name, written(day)])) };
      const answer = await asking(query);
      // Whether from and to are accepted is a rule of its own.
      if (!answer.ok) return;
      const outside = (all: readonly number[]) =>
        all.filter((day) => day < bound.from - TOLERANCE || day > bound.to + TOLERANCE);
      const wrong = outside(daysIn(answer.json)).map(written);
      const words = Object.entries(query).map((pair) => pair.join('='));
      t.none(wrong, outside(days).length, `with ${words.join('&')}, snapshots of other days are shown`, answer);
    }),
  );
}

export const bounds: Check[] = Object.entries(ASKING).map(([operation, askingOf]) =>
  check(
    `${operation}: from and to bound the snapshots, timeZone and groupBy do not`,
    'kpis.snapshots-bounds',
    (t) =>
      eventually(t, async (s) => {
        const asking = await askingOf(s);
        const plain = await answeredPlain(asking);
        const days = daysIn(plain.json);
        if (days.length === 0) throw s.nothingShown('kpi', 'snapshotDate');
        if (Math.max(...days) - Math.min(...days) < 3 * TOLERANCE)
          throw new NotTested('all snapshots are of three months', 'KPIs with snapshots over more than three months');
        const known = new Set(idsOf((await readKind(s, 'kpi')).items));
        const expected = [...about(plain.json, known)].sort();
        await expectBounds(s, asking, days, {});
        // Which values these have is open: those that are accepted are judged.
        for (const beside of [{ timeZone: 'UTC' }, { groupBy: 'day' }, { groupBy: 'month' }]) {
          const answer = await asking(beside);
          if (!answer.ok) continue;
          const message = `${Object.entries(beside)[0]?.join('=')} changes which KPIs the answer is about`;
          s.equal([...about(answer.json, known)].sort(), expected, message, answer);
          await expectBounds(s, asking, days, beside);
        }
      }),
    [operation],
  ),
);
