/** What holds of created records of every kind: each is there, once, for everybody, as it was sent. */
import { type JsonRecord, kind, type Law, operation, withArticle } from '../../schemas/contract.ts';
import { AUTHORS, expectOwn, sentAs } from '../support/domain/ownFields.ts';
import type { Context } from '../support/engine/context.ts';
import { NotApplicable, NotTested } from '../support/engine/outcome.ts';
import { eventually, fresh, stillWrong } from '../support/engine/retry.ts';
import type { Actor } from '../support/http/client.ts';
import { readKind } from '../support/lists/readList.ts';
import { required, totalOf } from '../support/records/answers.ts';
import { othersAtWork, type Snapshot, snapshotOf } from '../support/records/bystanders.ts';
import { expectCounts } from '../support/records/counts.ts';
import {
  type BodyField,
  borrowedField,
  changedField,
  keptFields,
  lostField,
  sendableFields,
  sentFields,
  textOfNothing,
  type View,
} from '../support/records/creationErrors.ts';
import { isSurelyUnique } from '../support/records/identifiers.ts';
import { marksOf, readAll, withMarks } from '../support/records/runMarkers.ts';
import { isSetAside } from '../support/records/setAside.ts';
import type { Created, OwnMade } from '../support/records/sharedCreations.ts';
import { peek, recordIn } from '../support/records/views.ts';
import { withoutCounts } from '../support/records/withoutCounts.ts';
import { orderlessDifference } from '../support/values/orderless.ts';
import { contradicted } from './answered.ts';
import { allMade, attempted, created, withTwins } from './created.ts';
import { expectOwnNames } from './newRecords.ts';
import { expectNotOverwritten } from './overwritten.ts';
import { answerViews, listViews, listWith, otherRecords, otherRecordsById, readViews, setAside } from './views.ts';

type Judge = (t: Context, kindName: string) => Promise<void>;

/** Judges that views show what was sent, as far as they show it; gives how many fields could be compared. */
function expectSent(t: Context, views: readonly View[], fields: readonly BodyField[]): number {
  return views.reduce((sum, view) => {
    const { compared, wrong } = changedField(view, fields);
    t.judge(wrong, compared);
    return sum + compared;
  }, 0);
}

/** Judges the same, of views that must show something of what was sent. @throws NotTested when they show nothing of it */
function expectShown(t: Context, kindName: string, views: readonly View[], fields: readonly BodyField[]): void {
  if (expectSent(t, views, fields) > 0 || fields.length === 0) return;
  throw t.nothingShown(
    kindName,
    fields.map(({ shown }) => shown),
  );
}

/** A kind whose bodies are open says what is kept by a law of its own. */
const judgedFields = (kindName: string): readonly BodyField[] =>
  kind(kindName).laws?.kept === undefined ? sentFields(kindName) : [];

async function forBothUsers(t: Context, judge: (as: Actor) => Promise<void>): Promise<void> {
  await judge('first');
  for (const as of t.also('second')) await judge(as);
}

/** The creates answer with new records, which show what was sent as far as they show it. */
const answer: Judge = async (t, kindName) => {
  const { title } = kind(kindName);
  const { made, failed } = await attempted(t, kindName);
  for (const one of failed)
    t.expect(!one.answer.ok, `the answer is no new ${title}`, {
      expected: { ...(one.body as object), id: 'a new id' },
      received: one.answer.json ?? one.answer.responseBody,
      exchange: one.answer,
    });
  const views = answerViews(made);
  for (const { record, made: one, exchange } of views)
    t.equal(record[kind(kindName).id], one.id, `the answer to the create of ${withArticle(title)} has no id`, exchange);
  // Which fields an answer shows is open: how much it tells is a rule of its own.
  expectSent(t, views, judgedFields(kindName));
  t.judge(lostField(views, judgedFields(kindName)), 0);
};

/** The answers show some of what was sent, unless the target never shows any of it. */
export const shownInAnswer: Judge = async (t, kindName) => {
  const fields = sentFields(kindName);
  const { made } = await created(t, kindName);
  const views = answerViews(made);
  const compared = views.reduce((sum, one) => sum + changedField(one, fields).compared, 0);
  t.judge(undefined, compared);
  const [view] = views;
  if (!view || compared > 0) return;
  const others = await otherRecords(t, kindName, made);
  const shown = fields.filter(({ shown: name }) => others.some((record) => record[name] !== undefined));
  if (shown.length === 0)
    throw t.nothingShown(
      kindName,
      fields.map(({ shown: name }) => name),
    );
  t.expect(false, `the answer shows nothing of the ${kind(kindName).title} besides its id`, {
    expected: view.made.sent,
    received: view.record,
    exchange: view.exchange,
  });
};

const stored: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  await forBothUsers(t, (as) =>
    eventually(t, async (s) => {
      const views = await readViews(s, kindName, allMade(all), as);
      for (const view of views) if (view.made.as === as) s.judge(contradicted(view), 0);
      s.judge(lostField(views, judgedFields(kindName), await otherRecordsById(s, kindName, allMade(all), as)), 0);
      expectShown(s, kindName, views, judgedFields(kindName));
    }),
  );
};

/** What ends a check where a list leaves out what is not active yet: the target may choose so. */
const noneListed = (kindName: string) =>
  new NotApplicable(`the list leaves out every ${kind(kindName).title} that was created, as none is active`);

const listed: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  await forBothUsers(t, (as) =>
    eventually(t, async (s) => {
      const views = await listViews(s, kindName, allMade(all), as, allMade(all));
      if (views.length === 0) throw noneListed(kindName);
      s.judge(lostField(views, judgedFields(kindName), await otherRecords(s, kindName, allMade(all), as)), 0);
      expectShown(s, kindName, views, judgedFields(kindName));
    }),
  );
  await expectNotMissed(t, kindName, all);
};

/** Judges that a record was there for the second user, who had asked for the list before, if it can be found there since. */
async function expectNotMissed(t: Context, kindName: string, { unfound: { missed } }: Created): Promise<void> {
  if (!missed || (await missed.look(t, missed.id)) !== undefined) return;
  const { title } = kind(kindName);
  t.expect(
    false,
    `a created ${title} is hidden from a user who has asked for the list before, until this user writes`,
    {
      expected: `a list with ${missed.id}`,
      received: missed.answer.json,
      exchange: missed.answer,
    },
  );
}

/** Requests that were sent before a record was made show it like those that were not. */
export const shownToAskers: Judge = async (t, kindName) => {
  const { made, unfound } = await created(t, kindName);
  const hidden = unfound.hidden.filter(({ list }) => t.cells.some(({ operation: id }) => id === list));
  const message = `a request that was sent before a ${kind(kindName).title} was made does not show it, another one does`;
  t.none(
    hidden.map(({ shown }) => shown),
    made.length,
    message,
    hidden[0]?.answer,
  );
};

/** All places in which the first user is shown the records. */
async function everyView(t: Context, kindName: string, made: readonly OwnMade[], all = made): Promise<View[]> {
  const [byId, inList] = await Promise.all([readViews(t, kindName, made), listViews(t, kindName, made, 'first', all)]);
  return [...answerViews(made), ...byId, ...inList];
}

const kept: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const fields = sentFields(kindName);
  const compared = await eventually(t, async (s) => {
    const views = await everyView(s, kindName, withTwins(all), allMade(all));
    // A list, or an answer to a create, may show less of a record than a read by its id, which shows what they show.
    const of = (where: RegExp) => views.filter((view) => where.test(view.where));
    const [answered, byId, inList] = [of(/^the answer/), of(/^the read/), of(/^the list/)];
    s.judge(
      lostField(
        byId,
        fields,
        answered.filter(({ as }) => as === 'first').map(({ record }) => record),
      ),
      0,
    );
    s.judge(lostField(inList, fields), 0);
    return expectSent(s, views, fields);
  });
  if (compared > 0) return;
  const { create, title } = kind(kindName);
  throw new NotTested(
    `the body says nothing under the name of a field that ${withArticle(title)} shows`,
    `FIXTURES: the body of ${create} with ${fields.map(({ key }) => key).join(', ')}, where the target reads such`,
  );
};

/** What one field of a record shows now. */
const shownOf = async (t: Context, kindName: string, id: string, field: string): Promise<Snapshot> =>
  snapshotOf([{ ...(await peek(t, kindName, id)), id }], ['id', field]);

/** Each create makes one record of its own and leaves the first as it was. */
const each: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const { title } = kind(kindName);
  const [first] = all.made as [OwnMade];
  for (const { body, answer: one } of all.failed)
    t.expect(!one.ok, `a create has made no ${title} of its own`, {
      expected: body,
      received: one.json ?? one.responseBody,
      exchange: one,
    });
  const ids = all.made.map(({ id }) => id);
  t.expect(new Set(ids).size === ids.length, `two creates of ${withArticle(title)} have given the same id`, {
    expected: `${ids.length} ids`,
    received: ids,
    exchange: (all.made.at(-1) as OwnMade).answer,
  });
  await eventually(t, async (s) => {
    const now = withoutCounts(s === t ? all.after : ((await peek(s, kindName, first.id)) ?? {}));
    for (const [field, value] of Object.entries(withoutCounts(all.before))) {
      const found = orderlessDifference(value, now[field]);
      // Each look at a record may count as a visit.
      if (found && (await othersAtWork(() => shownOf(s, kindName, first.id, field)))) continue;
      s.judge(found && { ...found, at: `/${field}${found.at}`, message: `a create has changed another ${title}` }, 1);
    }
    await listViews(s, kindName, all.made, 'first', allMade(all));
  });
  await expectNotOverwritten(t, kindName, all);
};

/** What the body leaves out is not taken from another record. */
const own: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const made = allMade(all);
  const compared = await eventually(t, async (s) => {
    let sum = 0;
    for (const view of await everyView(s, kindName, made)) {
      const found = borrowedField(view, made, sendableFields(kindName));
      s.judge(found.wrong ?? textOfNothing(view, sentFields(kindName)), found.compared);
      sum += found.compared;
    }
    return sum;
  });
  // That the records are there is no part of it.
  if (compared > 0) return;
  throw t.nothingShown(
    kindName,
    sendableFields(kindName).flatMap(({ made: ours, shown }) => (ours ? [shown] : [])),
  );
};

/** Texts that were accepted come back letter for letter. Of an open body, this concerns the fields that come back at all. */
const text: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const { marker, laws } = kind(kindName);
  const texts = sentFields(kindName).filter(({ text: isText, key }) => isText || key === marker);
  await eventually(t, async (s) => {
    const views = await everyView(s, kindName, withTwins(all), allMade(all));
    const fields = laws?.kept === undefined ? texts : keptFields(views, texts);
    if (fields.length === 0)
      throw s.nothingShown(
        kindName,
        texts.map(({ shown }) => shown),
      );
    expectShown(s, kindName, views, fields);
  });
};

/** createdById names the user who made the record, whatever the body says. */
const author: Judge = async (t, kindName) => {
  const { made } = await created(t, kindName);
  const { title } = kind(kindName);
  for (const { record, made: one, exchange } of [...answerViews(made), ...(await readViews(t, kindName, made))])
    expectOwn(t, record, sentAs(one.sent, AUTHORS), exchange);
  // That it names one and the same user shows nothing, but for what the body said.
  if (t.tally.compared > 0 && t.also('second').length === 0) return;
  t.need('second');
  await eventually(t, async (s) => {
    const views = [...answerViews(made), ...(await readViews(s, kindName, made))];
    const authorsOf = (as: Actor) => [
      ...new Set(
        views.filter((view) => (view.made as OwnMade).as === as).flatMap(({ record }) => record.createdById ?? []),
      ),
    ];
    const [first, second] = [authorsOf('first'), authorsOf('second')];
    if (first.length === 0 || second.length === 0) throw t.nothingShown(kindName, 'createdById');
    s.expect(
      first.length === 1 && second.length === 1 && first[0] !== second[0],
      `createdById does not name the user who created the ${title}`,
      {
        expected: 'one author of what the first user created, another of what the second did',
        received: { first, second },
        exchange: (views[0] as View).exchange,
      },
    );
  });
};

/** A record is made in the account that the call acts in, also where its body names another one. */
const account: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const { title } = kind(kindName);
  // Where there is no other account, a record says itself whose it is.
  const isAlone = t.also('other').length === 0;
  const views = [...answerViews(all.made), ...(isAlone ? await readViews(t, kindName, all.made) : [])];
  for (const { record, exchange } of views)
    if (record.accountId !== undefined)
      t.equal(record.accountId, t.settings.accountId, `${withArticle(title)} has another account`, exchange);
  if (isAlone && t.tally.compared > 0) return;
  await expectOnlyHere(t, kindName, all, t.need('other'));
};

/** Judges that the other account's list shows no record that was created here. */
async function expectOnlyHere(t: Context, kindName: string, all: Created, as: Actor): Promise<void> {
  if (t.settings.otherAccountId === undefined)
    throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
  const { title } = kind(kindName);
  const marks = allMade(all).flatMap(({ sent }) => marksOf(t, sent));
  if (marks.length === 0)
    throw new NotTested(
      `nothing in the body of ${withArticle(title)} is new`,
      'FIXTURES: bodies with {{unique}} or {{email}}',
    );
  // Ids may be counted in each account by itself.
  const ids = new Set<unknown>(all.made.map(({ id }) => id).filter(isSurelyUnique));
  const ours = (items: readonly JsonRecord[]) => [
    ...withMarks(items, marks),
    ...items.filter((item) => ids.has(item[kind(kindName).id])),
  ];
  // The control: its own account lists it, so that it would be known in the list of another one. One that no list need
  // show is read by its id.
  const unlisted = await stillWrong(t, async (s) => {
    const { records } = await listWith(s, kindName, allMade(all));
    if (ours(records).length > 0) return undefined;
    return (await setAside(s, allMade(all))).length < allMade(all).length || undefined;
  });
  if (unlisted)
    throw new NotTested(
      `the list shows no created ${title}`,
      `a target that lists ${withArticle(title)} that was created`,
    );
  const { items, complete, answer: theirs } = await readAll(t, kindName, as);
  const foreign = ours(items);
  t.none(foreign, 1 + items.length, `a created ${title} stands in the list of another account`, theirs);
  if (!complete)
    throw new NotTested(`the list shows ${items.length} records, not all`, 'a list that can be read to its end');
  const { uniqueName, delete: removal } = kind(kindName);
  if (uniqueName && removal !== undefined) await expectOwnNames(t, kindName);
}

export const creatingLaws: Readonly<Partial<Record<Law, Judge>>> = {
  answer,
  stored,
  listed,
  kept,
  each,
  own,
  text,
  author,
  account,
};

/** Every create that has made a record answers with the status of success that is listed, whatever its body left out. */
export const createdStatus: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const { create = '', title } = kind(kindName);
  for (const one of allMade(all))
    t.status(one.answer, operation(create).success.status, `a create of ${withArticle(title)} answers otherwise`);
};

/** A created record is there as soon as its create is answered. */
export const seenAtOnce: Judge = async (t, kindName) => {
  const all = await created(t, kindName);
  const { id: field, title } = kind(kindName);
  const [{ id, sent, answer: exchange }] = all.made as [OwnMade];
  const { byId, list } = all.atOnce;
  t.succeeded(byId, `${withArticle(title)} cannot be read by its id as soon as it is created`);
  if (!list?.complete || isSetAside(recordIn(byId.json) ?? {})) return;
  t.expect(
    list.items.some((item) => item[field] === id),
    `${withArticle(title)} does not stand in the list as soon as it is created`,
    { expected: sent, received: 'not listed', exchange: list.answer ?? exchange },
  );
};

/** The list counts records that were created since it was first asked for. */
export const countsCreated: Judge = async (t, kindName) => {
  await created(t, kindName);
  const { list = '' } = kind(kindName);
  await eventually(t, async (s) => {
    const { items, complete, answer } = await readKind(fresh(s), kindName, { parts: true });
    if (answer === undefined) throw new NotTested(`${list} gave no answer`, `a target whose ${list} succeeds`);
    expectCounts(s, operation(list), answer);
    const total = totalOf(answer);
    if (!complete || total === undefined || total === items.length) return;
    // Records that others make while the pages are read are counted by now.
    const now = totalOf(await s.send(list, { query: { ...required(list).query } })) ?? total;
    s.expect(now >= items.length, 'totalCount leaves out records that are listed', {
      expected: items.length,
      received: now,
      at: '/totalCount',
    });
  });
};

/** Free texts are accepted whatever characters they have. */
export const textsAccepted: Judge = async (t, kindName) => {
  const { made, refusedTexts } = await created(t, kindName);
  const [first] = refusedTexts;
  t.none(
    refusedTexts.map(({ body, answer: { status } }) => ({ body, status })),
    made.length + refusedTexts.length,
    `${withArticle(kind(kindName).title)} is refused for one of its texts`,
    first?.answer,
  );
};
