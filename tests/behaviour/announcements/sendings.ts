/** The few announcements that the checks create: they cannot be deleted. Section "Endpoints / Announcements". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers } from '../../support/domain/currentUser.ts';
import { someGoals, someUsers } from '../../support/domain/people.ts';
import type { Context } from '../../support/engine/context.ts';
import { readList } from '../../support/lists/readList.ts';
import { attemptOnce, type Created, createOnce, type Sending } from '../../support/records/sharedCreations.ts';
import { spread } from '../../support/values/sample.ts';
import { TEXTS } from '../../support/values/texts.ts';

const MARKDOWN = '**bold**, _slanted_, `code`, [link](https://example.com/a?b=c&d=e), 2 * 3 * 4, snake_case_name';

/** Texts of comments, by their place in TEXTS; HTML is open. */
const COMMENTS = [
  [5, 0],
  [3, 2],
  [1, 6, 7],
];

/** Types and strategies that announcements of the account have, with a target of each type. */
async function values(t: Context): Promise<JsonRecord[]> {
  const { items } = await readList(t, 'announcements.list');
  const fields = ['announcementType', 'notificationStrategy', 'announcementTargetId'];
  const whole = items.filter((item) => fields.every((field) => typeof item[field] === 'string'));
  const key = ({ announcementType, notificationStrategy }: JsonRecord) => `${announcementType} ${notificationStrategy}`;
  const kinds = new Map(whole.map((item) => [key(item), item]));
  return [...kinds.values()].map((item) => Object.fromEntries(fields.map((field) => [field, item[field]])));
}

/** Authors: the callers themselves, as far as it is known who they are, and another user. */
async function authors(t: Context): Promise<{ first: string; second: string; other: string }> {
  const users = await someUsers(t);
  const known = await currentUsers(t).catch(() => ({}) as Awaited<ReturnType<typeof currentUsers>>);
  const { first = users[0] as string, second = first } = known;
  return { first, second, other: users.find((id) => id !== first && id !== second) ?? first };
}

async function sendings(t: Context): Promise<Sending[]> {
  const [kinds, goals, users, { first, second, other }] = await Promise.all([
    values(t),
    someGoals(t),
    someUsers(t),
    authors(t),
  ]);
  const as = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  // Nobody may see an announcement for being told of it alone: where there are others, the callers are not.
  const others = users.filter((id) => id !== first && id !== second);
  const notified = spread(others.length > 1 ? others : users, 6);
  const body = (i: number, authorID: string): JsonRecord => ({
    announcementTargetId: goals[i % goals.length],
    announcementType: 'goal',
    notificationStrategy: 'everyone',
    ...kinds[i % Math.max(1, kinds.length)],
    authorID,
    comment: `${t.names.next('announcement')} ${
      i > 0 ? `${COMMENTS[i - 1]?.map((place) => TEXTS[place]).join(' ')} and ${MARKDOWN}` : 'plain'
    }`,
    notify: notified.slice(0, i === 1 ? 1 : 3 + (i % 2)),
  });
  const another = body(3, other);
  return [
    { body: body(0, first), as: 'first' },
    { body: body(1, first), as: 'first' },
    { body: body(2, second), as },
    { body: another, as: 'first', fallback: { ...another, authorID: first } },
  ];
}

/** The announcements of the batch. */
export const createdAnnouncements = (t: Context): Promise<Created> => createOnce(t, 'announcement', () => sendings(t));

/** The same, also where the target made none of them in spite of its success. */
export const attemptedAnnouncements = (t: Context): Promise<Created> =>
  attemptOnce(t, 'announcement', () => sendings(t));
