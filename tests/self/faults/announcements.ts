/** What a team could get wrong with announcements. */
import type { Account } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { body, each, isNew, listed, type Shown, stored, storedOtherwise, unnoted } from './vocabulary.ts';

const CREATE = 'announcements.create';

const sent = (change: (body: Shown, user: string) => Shown) =>
  stored(CREATE, (given, { user }) => change(given, user.id));

const kept = (change: (announcement: Shown, user: string) => void) =>
  storedOtherwise(
    CREATE,
    ({ account }) => account.announcements,
    (announcement, { user }) => change(announcement, user.id),
  );

/** Only some of the entries of notify are kept. */
const notified = (isKept: (id: string, account: Account) => boolean) =>
  stored(CREATE, ({ notify, ...given }, { account }) => ({
    ...given,
    ...(Array.isArray(notify) && { notify: notify.filter((id) => isKept(id, account)) }),
  }));

const comment = (change: (text: string) => string) =>
  sent((given) => ({ ...given, comment: change(String(given.comment)) }));

export const announcementFaults: readonly Fault[] = [
  {
    name: 'announcements-get-less-notified',
    title: 'The read by id shows one entry of notify less than the list.',
    breaks: ['announcements.views-agree'],
    seams: body('announcements.get', (one) => {
      one.notify = (one.notify as string[]).slice(1);
    }),
  },
  {
    name: 'announcements-list-dates-of-now',
    title: 'In the list every announcement was created at the time of the request.',
    breaks: ['announcements.views-agree'],
    seams: each('announcements.list', (one) => {
      one.dateCreated = new Date().toISOString();
    }),
  },
  {
    name: 'announcements-create-type-fixed',
    title: 'The type of a created announcement is always the same.',
    breaks: ['announcements.create-answer'],
    seams: sent((given) => ({ ...given, announcementType: 'general' })),
  },
  {
    name: 'announcements-create-strategy-fixed',
    title: 'The answer to a create has a notificationStrategy of its own.',
    breaks: ['announcements.create-answer'],
    seams: body(CREATE, (one) => {
      one.notificationStrategy = 'none';
    }),
  },
  {
    name: 'announcements-create-answers-id',
    title: 'The answer to a create has the id alone.',
    breaks: ['general.create-shown'],
    seams: body(CREATE, ({ id }) => ({ id })),
  },
  {
    name: 'announcements-author-is-caller',
    title: 'The author is always the caller.',
    breaks: ['announcements.create-author'],
    seams: sent((given, user) => ({ ...given, authorID: user })),
  },
  {
    name: 'announcements-author-is-target',
    title: 'authorId is kept as the target of the announcement.',
    breaks: ['announcements.create-author'],
    seams: kept((one) => {
      one.authorId = one.announcementTargetId;
    }),
  },
  {
    name: 'announcements-notify-not-new',
    title: 'Users who were created today are left out of notify.',
    breaks: ['announcements.create-notify', 'general.created-known'],
    // Those of created-known create users, as the whole suite does before it makes announcements.
    seams: unnoted(notified((id, account) => !isNew(account, id))),
  },
  {
    name: 'announcements-notify-not-inactive',
    title: 'Users who are not active are left out of notify.',
    breaks: ['announcements.create-notify'],
    seams: notified((id, { users }) => users.get(id)?.isActive !== false),
  },
  {
    name: 'announcements-notify-at-most-ten',
    title: 'Of more than ten entries of notify the first ten are kept.',
    breaks: ['announcements.create-notify'],
    seams: sent((given) => ({ ...given, notify: (given.notify as string[] | undefined)?.slice(0, 10) ?? [] })),
  },
  {
    name: 'announcements-list-of-active-authors',
    title: 'The list has only announcements of authors who are active; each can be read by its id.',
    breaks: ['general.list-whole'],
    seams: listed('announcements.list', (list, { account }) =>
      list.filter(({ authorId }) => account.users.get(String(authorId))?.isActive !== false),
    ),
  },
  {
    name: 'announcements-notify-first',
    title: 'Only the first entry of notify is kept.',
    breaks: ['announcements.create-notify'],
    seams: sent((given) => ({ ...given, notify: (given.notify as string[] | undefined)?.slice(0, 1) ?? [] })),
  },
  {
    name: 'announcements-notify-author',
    title: 'The author is added to notify.',
    breaks: ['announcements.create-notify'],
    seams: sent((given) => ({ ...given, notify: [...((given.notify as string[] | undefined) ?? []), 'author'] })),
  },
  {
    name: 'announcements-list-of-notified',
    title: 'The list has only announcements of which the caller is notified or the author; each can be read by its id.',
    breaks: ['general.list-whole'],
    seams: listed('announcements.list', (list, { user }) =>
      list.filter(({ notify, authorId }) => authorId === user.id || (notify as string[]).includes(user.id)),
    ),
  },
  {
    name: 'announcements-create-touches-others',
    title: 'A create gives its comment to earlier announcements of the same author.',
    breaks: ['announcements.create-each'],
    seams: storedOtherwise(
      CREATE,
      ({ account }) => account.announcements,
      (one, { account }) => {
        for (const other of account.announcements.values())
          if (other.authorId === one.authorId) other.comment = String(one.comment);
      },
    ),
  },
  {
    name: 'announcements-text-markdown-gone',
    title: 'Markdown is taken out of comments when they are stored.',
    breaks: ['announcements.text-kept'],
    seams: comment((text) => text.replaceAll('**', '')),
  },
  {
    name: 'announcements-author-embedded-is-caller',
    title: 'The author that is embedded is the caller.',
    breaks: ['announcements.author-embedded'],
    seams: listed('announcements.list', (list, { user: { id, name, email } }) =>
      list.map((one) => ({ ...one, author: { id, name, email } })),
    ),
  },
  {
    name: 'announcements-author-misnamed',
    title: 'The author that is embedded has the name of another user.',
    breaks: ['announcements.author-agree'],
    seams: body('announcements.get', (one) => {
      one.author = { ...(one.author as Shown), name: 'Somebody Else', firstName: 'Somebody' };
    }),
  },
  {
    name: 'announcements-author-other-mail',
    title: 'The author that is embedded has the e-mail address of nobody.',
    breaks: ['announcements.author-agree'],
    seams: each('announcements.list', (one) => {
      one.author = { ...(one.author as Shown), email: 'nobody@example.com' };
    }),
  },
  {
    name: 'announcements-notify-of-the-last',
    title: 'An announcement that names nobody to notify has those of the one before.',
    breaks: ['announcements.create-own'],
    seams: () => {
      let last: unknown;
      return stored(CREATE, ({ notify = last, ...given }) => {
        last = notify;
        return { ...given, ...(notify !== undefined && { notify }) };
      });
    },
  },
];
