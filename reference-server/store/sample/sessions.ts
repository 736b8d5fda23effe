/** Sessions of the sample data. */

import { sessionView } from '../../views/goals.ts';
import type { Session } from '../account.ts';
import { day, type Make } from './make.ts';
import { AREAS, COLORS, nth } from './words.ts';

const QUARTER_DAYS = 91;

export function addSessions(make: Make, count: number): void {
  const { account, id } = make;
  const users = [...account.users.keys()];
  const teams = [...account.teams.keys()];
  const made: Session[] = [];
  for (let n = 0; n < count; n++) {
    const quarter = Math.floor(n / AREAS.length);
    const demo = n % 40 === 17;
    const start = quarter * QUARTER_DAYS;
    const parent = n % AREAS.length === 0 ? undefined : made[n - (n % AREAS.length)];
    const session: Session = {
      accountId: account.id,
      cadence: {
        ranges: [0, 1, 2].map((order) => ({
          cadenceOrder: order + 1,
          end: day(start + order * 30 + 29),
          start: day(start + order * 30),
        })),
        totalCadences: 3,
        type: 'monthly',
      },
      cadenceStart: { dayOfMonth: 1 + (n % 28), periodOfMonth: nth(['start', 'middle'], n), weekday: n % 7 },
      cadenceTimeZone: nth(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'], n),
      color: nth(COLORS, n),
      demo,
      dynamicValueType: 'session',
      end: `${day(start + QUARTER_DAYS - 1)}T23:59:59.999Z`,
      id: id(),
      inherits: n % 2 === 0,
      isSelfApproveAllowed: n % 3 === 0,
      ownerPermissions: { grant: { Subtype: 7 } },
      permissions:
        users.length === 0
          ? []
          : [{ grant: { Subtype: 1 + (n % 7) }, principalId: nth(users, n), principalKind: 'user' }],
      settings: {
        assignGoalPermissions: 'everyone',
        assignMetricPermissions: 'everyone',
        goalsPerOwnerLimit: 5 + (n % 4),
        metricsPerGoalLimit: 4,
        multipleOwners: { disabledForGoals: n % 5 === 0, disabledForMetrics: false },
        progressAggregationDisabled: n % 6 === 0,
      },
      start: `${day(start)}T00:00:00.000Z`,
      status: nth(['planning', 'inProgress', 'closed', 'archived'], n),
      tagIds: make.some([...account.tags.keys()], n % 3),
      title: `FY${25 + Math.floor(quarter / 4)}Q${1 + (quarter % 4)}${nth(AREAS, n)}${demo ? 'Demo' : ''}`,
      workflow: {
        approvalSettings: {
          everyoneCanApprove: n % 2 === 0,
          teamsAllowedToApprove: make.some(teams, 1),
          usersAllowedToApprove: make.some(users, 2),
        },
        editableKrFields: ['actual', 'description'],
        editableOkrFields: ['description'],
        reviewers: n % 3,
        target: ['goal', 'metric'],
      },
      parentId: parent?.id,
      ...sessionView.places,
    };
    made.push(session);
    account.sessions.set(session.id, session);
  }
}
