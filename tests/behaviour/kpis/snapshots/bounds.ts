/** from and to bound the snapshots of an answer; timeZone and groupBy only group them. Section "Endpoints / KPIs". */
import { isRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData, unlessUntested } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { ids } from '../../../support/records/identifiers.ts';
import { sample } from '../../../support/values/sample.ts';
import { ASKING, type Ask, answeredPlain, ask, askingList, LIST, type Query } from './asking.ts';

const DAY_MS = 86_400_000;
/** Snapshots are grouped: a group of a month may be dated by its first or last day, and a day differs by the time zone. */
const LONGEST_GROUP = 32;
const ZONES = 2;
/** So far apart are snapshots that a bound in their middle cuts off some at each end. */
const MONTHS = 3 * LONGEST_GROUP;

/** Names under which the day of a snapshot stands. */
const DAY_KEY = /^(snapshot_?)?(date|day|time|timestamp)$/i;

/** The day, since 1970, with which a text begins; none where it begins otherwise. */
export function dayOf(text: string): number[] {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  const found = day === undefined ? Number.NaN : Date.parse(day) / DAY_MS;
  return Number.isNaN(found) ? [] : [found];
}

/** What an answer of open shape shows as the dates of its snapshots. */
export function datesIn(json: unknown, key = ''): string[] {
  if (Array.isArray(json)) return json.flatMap((inner) => datesIn(inner, key));
  if (isRecord(json)) return Object.entries(json).flatMap(([name, inner]) => [name, ...datesIn(inner, name)]);
  return typeof json === 'string' && DAY_KEY.test(key) ? [json] : [];
}

/** The same as days since 1970. */
const daysIn = (json: unknown): number[] => datesIn(json).flatMap(dayOf);

/** A day alone, or a moment in the middle of one, which is on that day in almost every time zone. */
const ON_ONE_DAY = /^\d{4}-\d\d-\d\d($|T(0[89]|1[0-2]):.*(Z|\+00:?00)$)/;

/**
 * The longest time between two snapshots that follow each other in one of its lists, or under days as keys; in days, 0
 * where none has two.
 */
function longestGap(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 0;
  const days = Array.isArray(json)
    ? json.flatMap((entry) => (isRecord(entry) ? daysIn(entry).slice(0, 1) : []))
    : Object.keys(json).flatMap(dayOf);
  days.sort((a, b) => a - b);
  const gaps = days.slice(1).map((day, i) => day - (days[i] as number));
  return Math.max(0, ...gaps, ...Object.values(json).map(longestGap));
}

/** How far from a bound a group of snapshots may be dated that holds the bound: no longer than they follow each other. */
function toleranceOf(json: unknown): number {
  const gap = longestGap(json);
  return gap === 0 ? LONGEST_GROUP : Math.min(LONGEST_GROUP, gap + ZONES);
}

/** The days near which an answer shows none; where the time between snapshots is not known, no day can be told. */
function lost(days: readonly number[], json: unknown, reach: number): number[] {
  const shown = daysIn(json);
  return reach === 0 ? [] : days.filter((day) => !shown.some((other) => Math.abs(other - day) <= Math.max(1, reach)));
}

const written = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day `which` of the month that a day is in, or of one so many months later; day 0 is the last one before. */
function dayOfMonth(day: number, later: number, which: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, which) / DAY_MS;
}

const NAMES = ['from', 'to'] as const;

/** The bounds that a target takes for exactly the day on which what it shows starts or ends. */
type Exact = ReadonlySet<string>;

/** Whether all days that an answer shows, of which there must be some, are as near to a bound as one group may reach. */
const isNear = (json: unknown, bound: number, tolerance: number): boolean => {
  const days = daysIn(json);
  return days.length > 0 && days.every((day) => Math.abs(day - bound) <= tolerance);
};

/** Which bounds a target takes so, as it shows where a day in the middle of its snapshots is the bound. */
async function exactOf(asking: Ask, plain: unknown): Promise<Exact> {
  const days = [...new Set(daysIn(plain))].sort((a, b) => a - b);
  const middle = days[Math.floor(days.length / 2)];
  if (middle === undefined) return new Set();
  const tolerance = toleranceOf(plain);
  const isExact = await Promise.all(
    NAMES.map(async (name) => {
      const answer = await asking({ [name]: written(middle) });
      return answer.ok && isNear(answer.json, middle, tolerance);
    }),
  );
  return new Set(NAMES.filter((_, i) => isExact[i]));
}

/**
 * Judges answers with from, with to and with both, beside parameters that the target accepts.
 * @param exact bounds beyond which nothing need be shown
 */
async function expectBounds(t: Context, asking: Ask, plain: unknown, beside: Query, exact: Exact): Promise<void> {
  const days = daysIn(plain);
  const tolerance = toleranceOf(plain);
  // Groups may begin with from: then each is dated otherwise, but none further off than half of their distance.
  const reach = longestGap(plain) / 2;
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const middle = Math.round((first + last) / 2);
  // At the ends of a month, where who looks at months alone is most in the wrong; else as far apart as there are snapshots.
  const [from, to] = last - first < MONTHS ? [last, first] : [dayOfMonth(middle, 1, 0), dayOfMonth(middle, 0, 1)];
  const bounds = [
    { from, to: Number.POSITIVE_INFINITY },
    { from: Number.NEGATIVE_INFINITY, to },
    { from: from - 4, to: from },
  ];
  await Promise.all(
    bounds.map(async (bound) => {
      const given = Object.entries(bound).filter(([, day]) => Number.isFinite(day));
      const query = { ...beside, ...Object.fromEntries(given.map(([name, day]) => [name, written(day)])) };
      const answer = await asking(query);
      // Whether from and to are accepted is a rule of its own.
      if (!answer.ok) return;
      const outside = (all: readonly number[]) =>
        all.filter((day) => day < bound.from - tolerance || day > bound.to + tolerance);
      const wrong = outside(daysIn(answer.json)).map(written);
      const words = `with ${Object.entries(query)
        .map((pair) => pair.join('='))
        .join('&')}`;
      t.none(wrong, outside(days).length, `${words}, snapshots of other days are shown`, answer);
      if (given.some(([name]) => exact.has(name))) return;
      const inside = days.filter((day) => day >= bound.from + tolerance && day <= bound.to - tolerance);
      t.none(
        lost(inside, answer.json, reach).map(written),
        inside.length,
        `${words}, days within are left out`,
        answer,
      );
    }),
  );
}

/** Other ways to choose KPIs than by ids: from and to hold beside each. */
async function otherChoices(t: Context): Promise<Query[]> {
  const groups = t.claims('kpiGroups') ? sample(await unlessUntested(ids(t, 'kpiGroup'), []), 3) : [];
  return [...(groups.length > 0 ? [{ groupIds: groups.join(',') }] : []), { ungrouped: 'true' }, { mykpis: 'true' }];
}

/** What bounds and groups the snapshots of the KPIs that are chosen. */
const PERIODS: readonly Query[] = [
  { from: '1990-01-01' },
  { to: '2090-12-31' },
  { timeZone: 'UTC' },
  { groupBy: 'month' },
];

/**
 * Judges that none of these parameters adds to a choice a KPI that it leaves out: one that is named where nothing is
 * chosen. What is shown without a period may be what is new, so that others may be added.
 */
async function expectNoneAdded(t: Context, plain: Answer, choice: Query): Promise<void> {
  const known = new Set(idsOf((await readKind(t, 'kpi')).items));
  const whole = await ask(t, {});
  const chosen = about(plain.json, known);
  const others = new Set([...(whole.ok ? about(whole.json, known) : [])].filter((id) => !chosen.has(id)));
  for (const period of PERIODS) {
    const answer = await ask(t, { ...choice, ...period });
    const added = answer.ok ? [...about(answer.json, known)].filter((id) => others.has(id)) : [];
    const [[name, value] = []] = Object.entries(choice);
    const message = `with ${name}=${value} and ${Object.keys(period)}, the answer is about KPIs that were not asked for`;
    t.none(added, answer.ok ? others.size : 0, message, answer);
  }
}

const otherwiseChosen = check(
  `${LIST}: from and to bound the snapshots however the KPIs are chosen`,
  'kpis.snapshots-bounds',
  (t) =>
    eventually(t, async (s) => {
      const asking = await askingList(s);
      const exact = await exactOf(asking, (await answeredPlain(asking)).json);
      for (const choice of await otherChoices(s)) {
        const plain = await ask(s, choice);
        // That each choice is accepted is a rule of its own.
        if (!plain.ok) continue;
        // Whoever takes a KPI out of its groups meanwhile adds it to those in none.
        if (!('ungrouped' in choice)) await expectNoneAdded(s, plain, choice);
        if (daysIn(plain.json).length > 0)
          await expectBounds(s, (query) => ask(s, { ...choice, ...query }), plain.json, {}, exact);
      }
      if (s.tally.compared === 0) throw s.nothingShown('kpi', 'snapshotDate');
    }),
  [LIST],
);

/** Days that are looked at. */
const DAYS = 3;

/**
 * Judges that what is dated by a day is shown where that day is the bound, if it is where the bound lies a day further out,
 * and is not where it lies a day further in.
 */
async function expectOwnDays(t: Context, asking: Ask, bound: 'from' | 'to', days: readonly number[]): Promise<void> {
  const further = bound === 'from' ? -1 : 1;
  const shows = async (day: number, at: number) => {
    const answer = await asking({ [bound]: written(at) });
    return { answer, shown: answer.ok && daysIn(answer.json).includes(day) };
  };
  const looks = await Promise.all(
    days.map(async (day) => {
      const [own, outer, inner] = await Promise.all([day, day + further, day - further].map((at) => shows(day, at)));
      return { day, own, isTold: own?.answer.ok && outer?.shown && inner?.answer.ok && !inner.shown };
    }),
  );
  const told = looks.filter(({ isTold }) => isTold);
  // A group of days may be dated by one on which it has nothing: then the others tell.
  const lacking = told.every(({ own }) => !own?.shown) ? told.map(({ day }) => written(day)) : [];
  t.none(lacking, told.length, `${bound} leaves out the snapshots of its own day`, told[0]?.own?.answer);
}

/** Judges that a day that is shown where it is either bound alone is shown where it is both. */
async function expectOneDay(t: Context, asking: Ask, days: readonly number[]): Promise<void> {
  for (const day of days) {
    const date = written(day);
    const [from, to, both] = await Promise.all([{ from: date }, { to: date }, { from: date, to: date }].map(asking));
    const isShown = (answer: Answer | undefined) => answer?.ok && daysIn(answer.json).includes(day);
    // Whether a pair is accepted is a rule of its own.
    if (!both?.ok || !isShown(from) || !isShown(to)) continue;
    t.none(isShown(both) ? [] : [date], 1, 'from and to of one day leave out what each of them alone shows', both);
  }
}

const ownDays: Check[] = Object.entries(ASKING).map(([operation, askingOf]) =>
  check(
    `${operation}: the days of from and to are among those that are shown`,
    'kpis.snapshots-bounds',
    (t) =>
      eventually(t, async (s) => {
        const asking = await askingOf(s);
        const { json } = await answeredPlain(asking);
        const dates = datesIn(json).filter((date) => ON_ONE_DAY.test(date));
        const days = [...new Set(dates.flatMap(dayOf))].sort((a, b) => a - b);
        const within = sample(days.slice(1, -1), DAYS);
        for (const bound of NAMES) {
          await expectOwnDays(s, asking, bound, within);
          await expectOwnDays(s, (query) => asking({ groupBy: 'day', ...query }), bound, within.slice(0, 1));
        }
        await expectOneDay(s, asking, within);
        if (s.tally.compared === 0)
          throw new NoData(
            'no snapshot is dated by a day, or by a moment in the middle of one',
            'snapshots of several days, dated by day',
          );
      }),
    [operation],
  ),
);

const outside: Check[] = Object.entries(ASKING).map(([operation, askingOf]) =>
  check(
    `${operation}: from and to bound the snapshots, timeZone and groupBy do not`,
    'kpis.snapshots-bounds',
    (t) =>
      eventually(t, async (s) => {
        const asking = await askingOf(s);
        const plain = await answeredPlain(asking);
        const days = daysIn(plain.json);
        if (days.length === 0) throw s.nothingShown('kpi', 'snapshotDate');
        const tolerance = toleranceOf(plain.json);
        if (Math.max(...days) - Math.min(...days) <= tolerance)
          throw new NoData(
            `all snapshots are of ${tolerance} days, in which a group of them may be dated`,
            'KPIs with snapshots over more than three months',
          );
        const known = new Set(idsOf((await readKind(s, 'kpi')).items));
        const expected = [...about(plain.json, known)].sort();
        const exact = await exactOf(asking, plain.json);
        await expectBounds(s, asking, plain.json, {}, exact);
        // Which values these have is open: those that are accepted are judged.
        for (const beside of [{ timeZone: 'UTC' }, { groupBy: 'day' }, { groupBy: 'month' }]) {
          const answer = await asking(beside);
          if (!answer.ok) continue;
          const message = `${Object.entries(beside)[0]?.join('=')} changes which KPIs the answer is about`;
          s.equal([...about(answer.json, known)].sort(), expected, message, answer);
          await expectBounds(s, asking, answer.json, beside, exact);
        }
      }),
    [operation],
  ),
);

export const bounds: readonly Check[] = [...outside, otherwiseChosen, ...ownDays];
