/** What the words say of announcements, which are deprecated, beside the laws of records. Sections "Announcement", "Endpoints / Announcements". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { created, createdNow } from '../../laws/created.ts';
import { recordLaws } from '../../laws/index.ts';
import { answerViews, readViews } from '../../laws/views.ts';
import { currentUsers } from '../../support/domain/currentUser.ts';
import { expectSameUser, someUsers, userWith } from '../../support/domain/people.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readList, someOfKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { changedField, sentFields } from '../../support/records/creationErrors.ts';
import type { OwnMade } from '../../support/records/sharedCreations.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { exchangeOf } from '../../support/values/provenance.ts';
import { sample } from '../../support/values/sample.ts';

const KIND = 'announcement';
const MOST = 8;

/** Judges one field of the announcements that the batch made, as their creates answer it and as it is read by id. */
async function expectField(t: Context, name: string): Promise<readonly OwnMade[]> {
  const { made } = await created(t, KIND);
  const fields = sentFields(KIND).filter(({ shown }) => shown === name);
  await eventually(t, async (s) => {
    const views = [...answerViews(made), ...(await readViews(s, KIND, made))];
    for (const view of views) {
      const { compared, wrong } = changedField(view, fields);
      s.judge(wrong, compared);
    }
    if (views.every(({ record }) => record[name] === undefined)) throw t.nothingShown(KIND, name);
  });
  return made;
}

const creating: Check[] = [
  check('the author is the one that was sent', 'announcements.create-author', async (t) => {
    const made = await expectField(t, 'authorId');
    if (new Set(made.map(({ sent }) => sent.authorID)).size < 2 && t.also('second').length > 0)
      throw new NotTested('only one author is known', 'SECOND_ACCESS_TOKEN');
  }),

  check('notify has every entry that was sent', 'announcements.create-notify', async (t) => {
    const made = await expectField(t, 'notify');
    if (made.every(({ sent }) => (sent.notify as unknown[]).length < 2))
      throw new NotTested('only one user is known to notify', 'FIXTURES: ids.user with several users');
  }),
];

/** Announcements of the list, and some of them as the read by id shows them, those that the batch made last. */
async function shown(t: Context): Promise<readonly JsonRecord[]> {
  const made = await createdNow(t, KIND);
  const { items } = await someOfKind(t, KIND);
  const read = await Promise.all(idsOf(varied(items, MOST)).map((id) => peek(t, KIND, id)));
  return [...items, ...read.filter((one) => one !== undefined), ...made];
}

/** Announcements that show their author, with the author. */
async function authored(t: Context): Promise<{ record: JsonRecord; author: JsonRecord }[]> {
  const found = (await shown(t)).flatMap((record) =>
    isRecord(record.author) ? [{ record, author: record.author }] : [],
  );
  if (found.length === 0) throw t.nothingShown(KIND, 'author');
  return found;
}

const reading: Check[] = [
  check('the author that is embedded is the one whose id is shown', 'announcements.author-embedded', (t) =>
    eventually(t, async (s) => {
      const both = (await authored(s)).filter(
        ({ author, record }) => author.id !== undefined && record.authorId !== undefined,
      );
      if (both.length === 0) throw t.nothingShown(KIND, 'authorId');
      for (const { author, record } of both) {
        const message = 'the author that is embedded has another id than authorId';
        s.equal(author.id, record.authorId, message, exchangeOf(record));
      }
    }),
  ),

  check('the author that is embedded is the user with that id', 'announcements.author-agree', (t) =>
    eventually(t, async (s) => {
      const found = await authored(s);
      // Half of them from the list, half from the reads by id, which stand behind.
      const some = [...sample(found, MOST), ...found.slice(-MOST)];
      const users = await Promise.all(
        some.map(({ author, record }) => userWith(s, String(author.id ?? record.authorId))),
      );
      if (users.every((user) => user === undefined))
        throw new NoData('no author can be read as a user', 'an account with an announcement by a user');
      for (const [i, { author, record }] of some.entries()) {
        const one = users[i];
        if (one) expectSameUser(s, author, one.user, 'the author of an announcement', exchangeOf(record) ?? one.answer);
      }
    }),
  ),
];

const open: Check[] = [
  check('what a body with little in it answers', 'announcements.create-lacking', async (t) => {
    const { open: tried } = await created(t, KIND);
    const empty = await t.send('announcements.create', { body: {} });
    if (empty.ok && isRecord(empty.json) && typeof empty.json.id === 'string')
      t.ledger.add(KIND, empty.json.id, 'first');
    const words = tried.map(({ made, answer }) => (made.length > 0 ? 'is taken' : `answers ${answer.status}`));
    return { 'a comment alone': words[0] ?? 'gave no answer', nothing: `answers ${empty.status}` };
  }),

  check('whether another than the caller can be the author', 'announcements.create-other-author', async (t) => {
    const { first } = await currentUsers(t);
    const { made } = await created(t, KIND);
    const taken = made.filter(({ sent, as }) => as === 'first' && sent.authorID !== first);
    return {
      others: taken.length > 0 ? 'are taken' : 'are not taken',
      shown: taken.map(({ record }) => record.authorId ?? 'absent'),
      users: (await someUsers(t)).length,
    };
  }),

  check('values of announcementType and notificationStrategy', 'announcements.values', async (t) => {
    const found = await shown(t);
    const values = (field: string) => [
      ...new Set(found.map((one) => one[field]).filter((value) => value !== undefined)),
    ];
    return { announcementType: values('announcementType'), notificationStrategy: values('notificationStrategy') };
  }),

  check('whether the answers say that announcements are deprecated', 'announcements.deprecated', async (t) => {
    const { made } = await unlessUntested(created(t, KIND), { made: [] as readonly OwnMade[] });
    const answers = [(await readList(t, 'announcements.list')).answer, ...made.slice(0, 1).map(({ answer }) => answer)];
    const names = answers.flatMap(({ responseHeaders }) => Object.keys(responseHeaders));
    const said = [...new Set(names.filter((name) => /^(deprecation|sunset|warning|link)$/i.test(name)))];
    return said.length > 0 ? said : 'no';
  }),
];

export const announcements: Batch = {
  title: 'behaviour: Announcements',
  checks: [...recordLaws(KIND), ...creating, ...reading, ...open],
};
