/** What the words say of announcements, which are deprecated. Sections "Announcement", "Endpoints / Announcements". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers } from '../../support/domain/currentUser.ts';
import { expectSameUser, someUsers, userWith } from '../../support/domain/people.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { tryMake } from '../../support/records/creating.ts';
import {
  answerViews,
  expectAnswered,
  expectEach,
  expectListed,
  expectSent,
  expectStored,
  expectTexts,
  type Fields,
  readViews,
} from '../../support/records/creationLaws.ts';
import { ownIds } from '../../support/records/sharedCreations.ts';
import { expectRead, expectViewsAgree } from '../../support/records/views.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { spread } from '../../support/values/sample.ts';
import { attemptedAnnouncements, createdAnnouncements } from './sendings.ts';

const KIND = 'announcement';
const MOST = 8;

const FIELDS: Fields = {
  announcementTargetId: 'announcementTargetId',
  announcementType: 'announcementType',
  comment: 'comment',
  notificationStrategy: 'notificationStrategy',
};
/** All that is sent, under the names that the record has. */
const ALL: Fields = { ...FIELDS, authorId: 'authorID', notify: 'notify' };

const own = (t: Context) => ownIds(createdAnnouncements(t));

const creating: Check[] = [
  check('a created announcement is answered as it was sent', 'announcements.create-answer', async (t) =>
    expectAnswered(t, KIND, await attemptedAnnouncements(t), FIELDS),
  ),

  check('the author is the one that was sent', 'announcements.create-author', async (t) => {
    const { made } = await createdAnnouncements(t);
    const read = await readViews(t, KIND, made, 'first');
    const views = [...answerViews(made), ...read];
    if (views.every(({ record }) => record.authorId === undefined))
      throw new NotApplicable('authorId is absent, as fields may be');
    for (const view of views) expectSent(t, view, { authorId: 'authorID' });
    if (new Set(made.map(({ sent }) => sent.authorID)).size < 2)
      throw new NotTested('only one author is known', 'SECOND_ACCESS_TOKEN');
  }),

  check('notify has every entry that was sent', 'announcements.create-notify', async (t) => {
    const { made } = await createdAnnouncements(t);
    const views = [...answerViews(made), ...(await readViews(t, KIND, made, 'first'))];
    if (views.every(({ record }) => record.notify === undefined))
      throw new NotApplicable('notify is absent, as fields may be');
    for (const view of views) expectSent(t, view, { notify: 'notify' });
    if (made.every(({ sent }) => (sent.notify as unknown[]).length < 2))
      throw new NotTested('only one user is known to notify', 'FIXTURES: ids.user with several users');
  }),

  check(
    'a created announcement can be read by two users with what was sent',
    'announcements.create-stored',
    async (t) => expectStored(t, KIND, (await createdAnnouncements(t)).made, ALL),
  ),

  check('a created announcement stands once in the list of two users', 'announcements.create-listed', async (t) =>
    expectListed(t, KIND, (await createdAnnouncements(t)).made, ALL),
  ),

  check('each create makes one announcement of its own and changes no other', 'announcements.create-each', async (t) =>
    expectEach(t, KIND, await createdAnnouncements(t)),
  ),

  check('comments are kept letter for letter', 'announcements.text-kept', async (t) => {
    await expectTexts(t, KIND, await createdAnnouncements(t), { comment: 'comment' });
  }),
];

/** Announcements of the list, and some of them as the read by id shows them. */
async function shown(t: Context): Promise<{ record: JsonRecord; answer: Answer }[]> {
  await own(t);
  const { items, answer } = await readList(t, 'announcements.list');
  if (items.length === 0) throw new NotTested('announcements.list shows none', 'an account with an announcement');
  const read = await Promise.all(
    spread(items, MOST).map(async ({ id }) => {
      const one = await t.send('announcements.get', at(KIND, String(id)));
      return { record: one.ok && isRecord(one.json) ? (withoutNulls(one.json) as JsonRecord) : {}, answer: one };
    }),
  );
  return [...items.map((record) => ({ record, answer })), ...read];
}

/** Embedded authors with the ids that they and their announcements show. */
async function authors(t: Context) {
  const found = (await shown(t)).flatMap(({ record: { author, authorId }, answer }) =>
    isRecord(author) ? [{ author, authorId, answer }] : [],
  );
  if (found.length === 0) throw new NotApplicable('no announcement shows its author; fields may be absent');
  return found;
}

const reading: Check[] = [
  check('reading by id gives the announcement with that id', 'announcements.get-record', async (t) =>
    expectRead(t, KIND, await own(t)),
  ),
  check('the list and the read by id show the same', 'announcements.views-agree', async (t) =>
    expectViewsAgree(t, KIND, { also: await own(t) }),
  ),

  check('the author that is embedded is the one whose id is shown', 'announcements.author-embedded', (t) =>
    eventually(t, async (s) => {
      const both = (await authors(s)).filter(
        ({ author, authorId }) => author.id !== undefined && authorId !== undefined,
      );
      if (both.length === 0) throw new NotApplicable('no announcement shows the id of its author in two ways');
      for (const { author, authorId, answer } of both)
        s.equal(author.id, authorId, 'the author that is embedded has another id than authorId', answer);
    }),
  ),

  check('the author that is embedded is the user with that id', 'announcements.author-agree', (t) =>
    eventually(t, async (s) => {
      const found = await authors(s);
      // Half of them from the list, half from the reads by id, which stand behind.
      const some = [...spread(found, MOST), ...found.slice(-MOST)];
      const users = await Promise.all(some.map(({ author, authorId }) => userWith(s, String(author.id ?? authorId))));
      if (users.every((user) => user === undefined)) throw new NotApplicable('no author can be read as a user');
      for (const [i, one] of users.entries()) {
        const { author = {}, answer } = some[i] ?? {};
        if (one) expectSameUser(s, author, one.user, 'the author of an announcement', answer ?? one.answer);
      }
    }),
  ),
];

const open: Check[] = [
  check('what a body with little in it answers', 'announcements.create-lacking', async (t) => {
    const { made } = await createdAnnouncements(t);
    const comment = { comment: t.names.next('comment') };
    const little = await tryMake(t, KIND, comment);
    const empty = await t.send('announcements.create', { body: {} });
    if (empty.ok && isRecord(empty.json) && typeof empty.json.id === 'string')
      t.ledger.add(KIND, empty.json.id, 'first');
    const status = (result: typeof little) => ('kindName' in result ? 'is taken' : `answers ${result.status}`);
    return { control: made.length > 0, 'a comment alone': status(little), nothing: `answers ${empty.status}` };
  }),

  check('whether another than the caller can be the author', 'announcements.create-other-author', async (t) => {
    const { first } = await currentUsers(t);
    const { made, failed } = await createdAnnouncements(t);
    const others = (sent: JsonRecord, as: Actor) => as === 'first' && sent.authorID !== first;
    const taken = made.filter(({ sent, as }) => others(sent, as)).map(({ record }) => record.authorId ?? 'absent');
    return {
      others: taken.length > 0 ? 'are taken' : 'are not taken',
      refused: failed.length,
      users: (await someUsers(t)).length,
    };
  }),

  check('values of announcementType and notificationStrategy', 'announcements.values', async (t) => {
    const found = (await shown(t)).map(({ record }) => record);
    const values = (field: string) => [
      ...new Set(found.map((one) => one[field]).filter((value) => value !== undefined)),
    ];
    return { announcementType: values('announcementType'), notificationStrategy: values('notificationStrategy') };
  }),

  check('whether the answers say that announcements are deprecated', 'announcements.deprecated', async (t) => {
    const { made } = await createdAnnouncements(t).catch(() => ({ made: [] }));
    const answers = [await t.ok('announcements.list'), ...made.slice(0, 1).map(({ answer }) => answer)];
    const names = answers.flatMap(({ responseHeaders }) => Object.keys(responseHeaders));
    const said = [...new Set(names.filter((name) => /^(deprecation|sunset|warning|link)$/i.test(name)))];
    return said.length > 0 ? said : 'no';
  }),
];

export const announcements: Batch = { title: 'behaviour: Announcements', checks: [...creating, ...reading, ...open] };
