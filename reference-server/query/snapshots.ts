/** Grouping of KPI snapshots. Section "Endpoints / KPIs" (from, to, timeZone, groupBy); values of groupBy are open. */
import { Refusal } from '../refusal.ts';
import type { KpiSnapshot } from '../store/account.ts';

const DAY_MS = 86_400_000;

/** Name of the group that a day (YYYY-MM-DD) falls into. */
const groupings: Readonly<Record<string, (day: string) => string>> = {
  day: (day) => day,
  week(day) {
    const date = new Date(`${day}T00:00:00Z`);
    const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS);
    return monday.toISOString().slice(0, 10);
  },
  month: (day) => day.slice(0, 7),
  quarter: (day) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  year: (day) => day.slice(0, 4),
};
const ALSO: Readonly<Record<string, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};

/** Whether a text is a day of the calendar: a Date takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function dayIn(query: URLSearchParams, name: string): string | undefined {
  const day = query.get(name) || undefined;
  if (day !== undefined && !isDay(day)) {
    throw new Refusal(400, `${name}: a day as YYYY-MM-DD, not ${day}`);
  }
  return day;
}

/** Writes the day that a moment falls on in the time zone. */
function dayWriter(timeZone: string): (moment: string) => string {
  if (timeZone === 'UTC') return (moment) => moment.slice(0, 10);
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    return (moment) => format.format(new Date(moment));
  } catch {
    throw new Refusal(400, `timeZone: there is no time zone ${timeZone}`);
  }
}

export interface SnapshotGroup {
  group: string;
  snapshots: readonly KpiSnapshot[];
}

/**
 * What a query asks of snapshots: those between from and to (both included), in groups.
 * @throws Refusal 400 on a malformed day, an unknown time zone or grouping
 */
export function snapshotGroups(query: URLSearchParams): (snapshots: readonly KpiSnapshot[]) => SnapshotGroup[] {
  const from = dayIn(query, 'from') ?? '';
  const to = dayIn(query, 'to') ?? '9999';
  const asked = (query.get('groupBy') || 'day').toLowerCase();
  const name = Object.hasOwn(ALSO, asked) ? (ALSO[asked] as string) : asked;
  const nameOf = Object.hasOwn(groupings, name) ? groupings[name] : undefined;
  if (!nameOf) throw new Refusal(400, `groupBy: there are ${Object.keys(groupings).join(', ')}`);
  const dayOf = dayWriter(query.get('timeZone') || 'UTC');
  return (snapshots) => {
    const groups = new Map<string, KpiSnapshot[]>();
    for (const snapshot of snapshots) {
      const day = dayOf(snapshot.date);
      if (day < from || day > to) continue;
      const group = nameOf(day);
      groups.set(group, [...(groups.get(group) ?? []), snapshot]);
    }
    return [...groups].map(([group, members]) => ({ group, snapshots: members }));
  };
}
