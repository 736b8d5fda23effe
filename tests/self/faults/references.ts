/** Faults of fields that name another record: they name one of another kind. */
import type { Seams } from '../../../reference-server/server.ts';
import { idFields, kinds } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { body, each, type Shown } from './vocabulary.ts';

const OF_SESSIONS = new Set(kinds.session?.heldBy);

/** Puts other ids into every field that names a record, at any depth. */
function rename(held: unknown, otherFor: (field: string) => string | undefined): void {
  if (typeof held !== 'object' || held === null) return;
  for (const [field, inner] of Object.entries(held)) {
    if (idFields.has(field))
      Object.assign(held, { [field]: Array.isArray(inner) ? [otherFor(field)] : otherFor(field) });
    else rename(inner, otherFor);
  }
}

/** Every field of an answer that names a record names a session; one that names a session names a dashboard. */
export const namesOtherKinds = (id: string): Seams =>
  body(id, (value, { account: { dashboards, sessions } }) => {
    const [[dashboard], [session]] = [[...dashboards.keys()], [...sessions.keys()]];
    rename(value, (field) => (OF_SESSIONS.has(field) ? dashboard : session));
  });

const fault = (name: string, title: string, on: string, change: (record: Shown) => void): Fault => ({
  name,
  title,
  breaks: ['general.references'],
  on: [on],
  seams: each(on, change),
});

/** Goals that a record links. */
const linkedGoals = ({ links }: Shown): Shown[] => ((links as { expanded?: Shown })?.expanded?.goals ?? []) as Shown[];

const withParentSession = (goal: Shown): void => {
  if (goal.parentGoalSessionId !== undefined) goal.parentGoalSessionId = goal.parentId;
};

export const referenceFaults: readonly Fault[] = [
  fault('metric-session-is-goal', 'The sessionId of a key result is the id of its goal.', 'metrics.list', (metric) => {
    metric.sessionId = metric.goalId;
  }),
  fault('metric-goal-is-session', 'The goalId of a key result is that of its session.', 'metrics.byOwner', (metric) => {
    metric.goalId = metric.sessionId;
  }),
  fault('metric-owner-is-goal', 'ownerIds of a key result name its goal.', 'metrics.list', (metric) => {
    metric.ownerIds = [metric.ownerId, metric.goalId];
  }),
  fault(
    'goal-parent-session-is-goal',
    'The parentGoalSessionId of a goal is the id of its parent.',
    'sessions.goalsMet',
    withParentSession,
  ),
  fault(
    'linked-goal-parent-session',
    'The parentGoalSessionId of a goal that a key result links is the id of its parent.',
    'metrics.list',
    (metric) => linkedGoals(metric).forEach(withParentSession),
  ),
  fault('kpi-owner-is-group', 'The ownerId of a KPI is the id of its first group.', 'kpis.list', (kpi) => {
    const [group] = (kpi.groups ?? []) as string[];
    if (group !== undefined) kpi.ownerId = group;
  }),
];
