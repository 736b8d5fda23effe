/** Key results of the sample data. */
import { metricView } from '../../views/goals.ts';
import type { Account, Metric } from '../account.ts';
import { rest } from './customFields.ts';
import { day, type Make, noLinks, setting, wide } from './make.ts';
import { richText } from './texts.ts';
import { AREAS, nth, THEMES } from './words.ts';

const MANUAL = { fieldName: undefined, flowName: undefined, insightName: undefined };

const format = (n: number) => ({
  ID: `format${wide(n % 4)}`,
  fractionSize: n % 3,
  prefix: n % 2 === 0 ? '$' : '',
  suffix: n % 2 === 0 ? '' : '%',
});

export function addMetrics(make: Make, count: number): void {
  const { account, id, int, some } = make;
  const goals = [...account.goals.values()];
  const users = [...account.users.keys()];
  const tags = [...account.tags.keys()];
  const insights = [...account.insights.values()];
  const teams = [...account.teams.keys()];
  if (goals.length === 0) return;
  const made: Metric[] = [];
  const restOf = rest(make, 'metric', metricView);
  for (let n = 0; n < count; n++) {
    const dynamic = n % 5 === 4 && insights.length > 0;
    const source = n % 9 === 8 ? made[n - 5] : undefined;
    // One in nine has not begun.
    const reached = int(800) / 10;
    const metric: Metric = {
      actual: n % 9 === 4 ? 0 : reached,
      cascadeType: 'absolute_value',
      critical: 20,
      description: richText(make, n + 2),
      dueDate: day(30 + (n % 60)),
      dynamic,
      format: format(n),
      goalId: nth(goals, n).id,
      id: id(),
      initialValue: 0,
      linked: noLinks(),
      manualType: 'double',
      milestones: [
        { date: day(10 + (n % 60)), targetValue: 40 + (n % 9) },
        { date: day(20 + (n % 60)), targetValue: 70.5 + (n % 8) },
      ],
      name: `${nth(THEMES, n)} of ${nth(AREAS, n)} ${wide(n)}`,
      obfuscated: false,
      // The first user is among those who own several together.
      ownerIds: n % 4 === 0 ? [...some(users.slice(1), 2), ...users.slice(0, 1)] : some(users.slice(1), 1),
      private: n % 14 === 3,
      settings: [setting(teams[n % Math.max(teams.length, 1)], 'area', nth(AREAS, n))],
      softDueDate: day(25 + (n % 60)),
      tagIds: some(tags, n % 3),
      target: 100 + n,
      targetMetrics: {},
      targetOperator: nth(['at_least', 'at_most'], n),
      watchers: some(users, 2),
      sourceMetricId: source?.id,
      ...(dynamic ? { fieldName: 'total', flowName: 'import', insightName: nth(insights, n).name } : MANUAL),
      ...restOf(n),
    };
    if (source) source.targetMetrics = { [metric.id]: { name: metric.name } };
    made.push(metric);
    account.metrics.set(metric.id, metric);
    for (let i = 0; i < 2; i++) {
      metric.lastCheckInId = id();
      account.checkins.set(metric.lastCheckInId, metric.id);
    }
  }
  weigh(account);
}

/** The metrics of a goal count alike. */
function weigh({ goals, metrics }: Account): void {
  const children = new Map<string, string[]>();
  for (const { id, goalId } of metrics.values()) children.set(goalId, [...(children.get(goalId) ?? []), id]);
  for (const goal of goals.values()) {
    const ids = children.get(goal.id) ?? [];
    const weight = 1 / ids.length;
    goal.currentWeightSettings = {
      itemsWeight: ids.map((childId) => ({ childId, fixed: false, type: 'metric', weight })),
      newItemsShouldContribute: true,
    };
  }
}
