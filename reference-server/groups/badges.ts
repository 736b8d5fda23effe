/** Section "Endpoints / Badges". */
import { type Call, find, type Handlers } from '../call.ts';
import type { Assignation } from '../store/account.ts';
import { shortUser, teamView } from '../views/people.ts';
import { show } from '../views/view.ts';

const listed = (items: unknown[]) => ({ items, totalCount: items.length });

const assignations = ({ account }: Call, status: string): Assignation[] =>
  [...account.assignations.values()].filter((assignation) => assignation.status === status);

export const badges: Handlers = {
  'badges.list': ({ account }) => listed([...account.badges.values()]),

  'badges.awaitingApproval': (call) => listed(assignations(call, 'pending')),

  'badges.mine': (call) =>
    listed(
      assignations(call, 'approved')
        .filter(({ assigneeIds }) => assigneeIds.includes(call.user.id))
        .map(({ badgeId, ...assignation }) => ({ ...assignation, badge: call.account.badges.get(badgeId) })),
    ),

  // Keys other than Teams are open.
  'badges.assignees': (call) => {
    const badge = find(call.account.badges, call.params.id, call);
    const { teams, users } = call.account;
    const ids = new Set(
      assignations(call, 'approved').flatMap(({ badgeId, assigneeIds }) => (badgeId === badge.id ? assigneeIds : [])),
    );
    return {
      Teams: [...ids].flatMap((id) => {
        const team = teams.get(id);
        return team ? [show(teamView, team, call)] : [];
      }),
      Users: [...ids].flatMap((id) => {
        const user = users.get(id);
        return user ? [shortUser(user)] : [];
      }),
    };
  },
};
