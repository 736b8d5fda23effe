/** Goals of the sample data, and links between records. */
import { goalView } from '../../views/goals.ts';
import type { Goal, Session } from '../account.ts';
import { rest } from './customFields.ts';
import { type Make, moment, noLinks, wide } from './make.ts';
import { richText } from './texts.ts';
import { nth, THEMES, VERBS } from './words.ts';

/** Around the bound of "goals over 99%"; the first sessions have goals with each of them. */
const BOUNDS = [98.9, 99, 99.01, 100, 120];
const SESSIONS_WITH_BOUNDS = 3;
const GOALS_THERE = 12;

/** Session of goal `n`: the first sessions have twelve goals, the others share the rest. */
const sessionOf = (sessions: readonly Session[], n: number) =>
  n < SESSIONS_WITH_BOUNDS * GOALS_THERE
    ? nth(sessions, Math.floor(n / GOALS_THERE))
    : nth(sessions, SESSIONS_WITH_BOUNDS + (n % 15));

/** Every fourth goal lies below one of its session, and so does a met goal below a met one. */
function parentOf(made: readonly Goal[], n: number): Goal | undefined {
  if (n % GOALS_THERE === 4) return made[n - 1];
  return n % 4 === 3 ? made[n - 3] : undefined;
}

const designScore = (isDescribed: boolean) => ({
  policies: [
    { isPassed: true, policy: 'hasOwner', score: 10 },
    { isPassed: isDescribed, policy: 'hasDescription', score: isDescribed ? 5 : 0 },
  ],
  totalPoints: isDescribed ? 15 : 10,
});

export function addGoals(make: Make, count: number): void {
  const { account, id, int, some } = make;
  const sessions = [...account.sessions.values()];
  const users = [...account.users.keys()];
  const tags = [...account.tags.keys()];
  const teams = [...account.teams.keys()];
  if (sessions.length === 0 || users.length === 0) return;
  const made: Goal[] = [];
  const restOf = rest(make, 'goal', goalView);
  for (let n = 0; n < count; n++) {
    const session = sessionOf(sessions, n);
    const attainment = BOUNDS[n % GOALS_THERE] ?? int(1250) / 10;
    const parent = parentOf(made, n);
    const author = nth(users, n % 2);
    const goal: Goal = {
      access: {
        inherits: true,
        ownerPermissions: { grant: { Subtype: 7 } },
        permissions: [{ grant: { Subtype: 3 }, principalId: nth(users, n + 1), principalKind: 'user' }],
      },
      accountId: account.id,
      aggregatedAttainment: attainment,
      attainment,
      attainmentDelta: int(50) / 10,
      attainmentTypeString: 'metrics',
      childrenAggregatedAttainment: attainment,
      createdById: author,
      dateCreated: moment(n),
      currentWeightSettings: undefined,
      dateFrom: session.start,
      dateTo: session.end,
      description: richText(make, n),
      designScore: designScore(n % 2 === 0),
      duration: 91,
      fullAggregatedAttainment: attainment,
      id: id(),
      lastCalculated: moment(n + 300),
      linked: noLinks(),
      locked: n % 10 === 9,
      name: `${nth(VERBS, n)} ${nth(THEMES, n)} ${wide(n)}`,
      obfuscated: false,
      ownerIds: some(users, 1 + (n % 3)),
      private: n % 12 === 7,
      sessionId: session.id,
      tagIds: some(tags, 1 + (n % 3)),
      parentId: parent?.id,
      parentType: parent && 'goal',
      closedStatus:
        n % 6 === 3 ? { reason: 'Period is over', status: attainment > 99 ? 'achieved' : 'missed' } : undefined,
      teamId: n % 3 === 0 ? nth(teams, n) : undefined,
      ...restOf(n),
    };
    made.push(goal);
    account.goals.set(goal.id, goal);
  }
}

/** Links between records, once all of them exist. */
export function addLinks({ account, some }: Make): void {
  const goals = [...account.goals.keys()];
  const kpis = [...account.kpis.keys()];
  const metrics = [...account.metrics.keys()];
  const sessions = [...account.sessions.values()].filter(({ demo }) => !demo).map(({ id }) => id);
  const linkable = [...account.goals.values(), ...account.metrics.values(), ...account.kpis.values()];
  for (const [n, { id, linked }] of linkable.entries()) {
    if (n % 6 !== 0) continue;
    linked.goals = some(goals, 1).filter((other) => other !== id);
    linked.kpis = some(kpis, 1).filter((other) => other !== id);
    linked.metrics = some(metrics, 1 + (n % 2)).filter((other) => other !== id);
    linked.sessions = some(sessions, 1);
  }
}
