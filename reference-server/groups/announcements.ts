/** Section "Endpoints / Announcements (deprecated as of 2022-03-15)". */
import type { AnnouncementRequest } from '../../schemas/types.ts';
import { find, type Handlers } from '../call.ts';
import { formatted } from '../query/formatting.ts';
import { Refusal } from '../refusal.ts';
import type { Announcement } from '../store/account.ts';
import { shortUser } from '../views/people.ts';
import { show, viewOf } from '../views/view.ts';

const WRITTEN = ['announcementTargetId', 'announcementType', 'notificationStrategy', 'notify'] as const;

const view = viewOf<Announcement>({
  author: ({ authorId }, { account }) => {
    const user = account.users.get(authorId);
    return user && shortUser(user);
  },
});

export const announcements: Handlers = {
  'announcements.list': (call) => {
    const items = [...call.account.announcements.values()].map((announcement) => show(view, announcement, call));
    return { items: formatted(call, items), totalCount: items.length };
  },

  'announcements.get': (call) =>
    formatted(call, show(view, find(call.account.announcements, call.params.id, call), call)),

  'announcements.create': (call) => {
    const { account, user } = call;
    const body = (call.body ?? {}) as AnnouncementRequest;
    if (body.comment === undefined) throw new Refusal(400, 'comment is missing');
    const author = body.authorID === undefined ? user : find(account.users, body.authorID, call);
    const announcement: Announcement = {
      ...Object.fromEntries(WRITTEN.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]))),
      authorId: author.id,
      comment: body.comment,
      dateCreated: account.now(),
      id: account.newId(),
    };
    account.announcements.set(announcement.id, announcement);
    return show(view, announcement, call);
  },
};
