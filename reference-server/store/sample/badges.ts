/** Badges, their assignations and announcements of the sample data. */
import type { Announcement, Assignation, Badge } from '../account.ts';
import { rest } from './customFields.ts';
import { type Make, moment, wide } from './make.ts';
import { richText } from './texts.ts';
import { COLORS, nth, THEMES } from './words.ts';

export function addBadges(make: Make, count: number): void {
  const { account, id, some } = make;
  const users = [...account.users.keys()];
  const teams = [...account.teams.keys()];
  /** One to the first users, one to others and a team, one to others. */
  const assignees = (n: number, i: number): string[] => {
    if (i === 0) return users.slice(n % 2, (n % 2) + 1);
    return [...some(users.slice(3), 2), ...(i === 1 ? teams.slice(n * 2, n * 2 + 1) : [])];
  };
  for (let n = 0; n < count; n++) {
    const badge: Badge = {
      accountId: account.id,
      assignmentCondition: 'manual',
      background: nth(COLORS, n),
      icon: `icon${wide(n)}`,
      id: id(),
      name: `${nth(THEMES, n)} badge ${wide(n)}`,
      pattern: nth(['dots', 'lines', 'plain'], n),
      summary: `For good work on ${nth(THEMES, n).toLowerCase()}`,
      type: nth(['skill', 'honor'], n),
    };
    account.badges.set(badge.id, badge);
    // Three assignations a badge; the last one waits for approval. So do all of the last badge: nobody has it yet.
    const isOfNobody = n > 1 && n === count - 1;
    for (let i = 0; i < 3; i++) {
      const approved = i < 2 && !isOfNobody;
      const assigneeIds = assignees(n, i);
      const assignation: Assignation = {
        accountId: account.id,
        approvedBy: approved ? nth(users, 1) : undefined,
        assignedById: nth(users, n),
        assignedOn: moment(n * 3 + i),
        assigneeIds,
        badgeId: badge.id,
        comment: `Thank you for ${nth(THEMES, n + i).toLowerCase()}`,
        id: id(),
        notificationStrategy: nth(['assignees', 'everyone'], n),
        notify: some(users, 2),
        status: approved ? 'approved' : 'pending',
      };
      account.assignations.set(assignation.id, assignation);
    }
  }
}

export function addAnnouncements(make: Make, count: number): void {
  const { account, id, some } = make;
  const users = [...account.users.keys()];
  const goals = [...account.goals.keys()];
  const restOf = rest(make, 'announcement');
  for (let n = 0; n < count; n++) {
    const announcement: Announcement = {
      announcementTargetId: goals.length > 0 ? nth(goals, n * 3) : undefined,
      announcementType: nth(['goal', 'news'], n),
      authorId: nth(users, n),
      comment: richText(make, n),
      dateCreated: moment(n),
      id: id(),
      notificationStrategy: nth(['everyone', 'watchers'], n),
      notify: some(users, 2),
      ...restOf(n),
    };
    account.announcements.set(announcement.id, announcement);
  }
}
