/** What the words say of tasks. Sections "Task", "Endpoints / Tasks". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import {
  answerViews,
  expectAnswered,
  expectEach,
  expectListed,
  expectSent,
  expectStored,
  expectTexts,
  listViews,
  readViews,
} from '../../support/records/creationLaws.ts';
import { marksOf, readAll, withMarks } from '../../support/records/runMarkers.ts';
import { ownIds } from '../../support/records/sharedCreations.ts';
import { expectRead, expectViewsAgree, peek } from '../../support/records/views.ts';
import { spread } from '../../support/values/sample.ts';
import { taskReading } from './reading.ts';
import { attemptedTasks, createdTasks, namedAlone, TASK_FIELDS } from './sendings.ts';

const KIND = 'task';
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const own = (t: Context) => ownIds(createdTasks(t));

const creating: Check[] = [
  check('a created task is answered as it was sent', 'tasks.create-answer', async (t) =>
    expectAnswered(t, KIND, await attemptedTasks(t), TASK_FIELDS),
  ),

  check('a created task can be read by two users with what was sent', 'tasks.create-stored', async (t) =>
    expectStored(t, KIND, (await createdTasks(t)).made, TASK_FIELDS),
  ),

  check('a created task stands once in the list of two users with what was sent', 'tasks.create-listed', async (t) =>
    expectListed(t, KIND, (await createdTasks(t)).made, TASK_FIELDS),
  ),

  check('each create makes one task of its own and changes no other', 'tasks.create-each', async (t) => {
    await expectEach(t, KIND, await createdTasks(t));
  }),

  check('a task that is created with a name alone has nothing of another one', 'tasks.create-own', async (t) => {
    const { made, result } = await namedAlone(t);
    if (!('kindName' in result)) throw new NotApplicable('a name alone is refused, as a target may');
    const byId = await peek(t, KIND, result.id);
    // What a target sets by itself is open; that it sets the very text or day of another task is not.
    const [first] = made;
    const sent = (field: string) =>
      made.filter((one) => one !== first || field !== 'dueDate').map((one) => one.sent[field]);
    for (const record of [result.record, byId ?? {}])
      for (const field of ['description', 'dueDate'].filter((name) => record[name] != null))
        t.expect(!sent(field).includes(record[field]), `a task has the ${field} that was sent with another one`, {
          expected: `no ${field}, as none was sent`,
          received: record[field],
          at: `/${field}`,
          exchange: result.answer,
        });
  }),

  check('the owner is the user who was sent, whoever creates the task', 'tasks.create-owner', async (t) => {
    const { made } = await createdTasks(t);
    const owners = new Set(made.map(({ sent }) => sent.ownerId));
    if (owners.size < 2)
      throw new NotTested('only one user is known to own tasks', 'FIXTURES: ids.user with several users');
    const views = await readViews(t, KIND, made, 'first');
    if (
      views.every(({ record }) => record.ownerId === undefined && made.every((one) => one.record.ownerId === undefined))
    )
      throw new NotApplicable('ownerId is absent, as fields may be');
    for (const view of [...answerViews(made), ...views]) expectSent(t, view, { ownerId: 'ownerId' });
  }),

  check('a task names its author', 'tasks.author', async (t) => {
    t.need('second');
    const { made } = await createdTasks(t);
    const views = await readViews(t, KIND, made, 'first');
    const authorsOf = (as: Actor) => [
      ...new Set(
        views
          .filter((_, i) => made[i]?.as === as)
          .flatMap(({ record, made: one }) => [record.createdById, one.record.createdById])
          .filter((author) => author !== undefined),
      ),
    ];
    const [first, second] = [authorsOf('first'), authorsOf('second')];
    if (first.length + second.length === 0) throw new NotApplicable('createdById is absent, as fields may be');
    t.expect(
      first.length <= 1 && second.length <= 1 && (first[0] === undefined || first[0] !== second[0]),
      'createdById does not name the user who created the task',
      {
        expected: 'one author for all tasks of the first user, another for those of the second',
        received: { first, second },
      },
    );
  }),

  check('names and descriptions are kept letter for letter', 'tasks.text-kept', async (t) => {
    await expectTexts(t, KIND, await createdTasks(t), { name: 'name', description: 'description' });
  }),
];

/** A task whose body has fields that a create does not list, among them another account. */
const furtherTask = (t: Context) =>
  t.once('further', async () => {
    const { made } = await createdTasks(t);
    const { otherAccountId } = t.settings;
    const further = {
      createdById: 'gc-forged',
      dateCreated: '2001-02-03T04:05:06.789Z',
      archived: true,
      ...(otherAccountId !== undefined && { accountId: otherAccountId }),
    };
    const body: JsonRecord = { ...made[0]?.sent, ...further, name: t.names.next('task') };
    return { body, further, result: await tryMake(t, KIND, body) };
  });

/** The account that a call acts in is said by its header and its token, not by the body. */
const otherAccount = check('a body does not put a task into another account', 'tasks.create-account', async (t) => {
  const as = t.need('other');
  if (t.settings.otherAccountId === undefined)
    throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
  const { body, result } = await furtherTask(t);
  const { items } = await readAll(t, KIND, as);
  const found = withMarks(items, marksOf(t, { name: body.name }));
  t.expect(found.length === 0, 'a task stands in another account, whose id was in the body', {
    expected: 'no such task there',
    received: found,
    exchange: 'kindName' in result ? result.answer : result,
  });
});

/** A parent of another account: whether it is refused is open, but nothing of it may show. */
const foreignParent = check('a task shows nothing of a goal of another account', 'tasks.foreign-parent', async (t) => {
  const [parentId] = t.fixtures.foreignIds.goal ?? [];
  if (parentId === undefined) throw new NotTested('no goal of another account is known', 'FIXTURES: foreignIds.goal');
  const { made } = await createdTasks(t);
  const answer = await tryMake(t, KIND, { ...made[0]?.sent, name: t.names.next('task'), parentId, parentType: 'goal' });
  if (!('kindName' in answer)) return;
  const byId = await peek(t, KIND, answer.id);
  const shown = [answer.record, byId ?? {}].find(
    ({ parentName }) => typeof parentName === 'string' && parentName !== '',
  );
  t.expect(!shown, 'a task shows the name of a goal of another account', {
    expected: 'no parentName',
    received: shown?.parentName,
    at: '/parentName',
    exchange: answer.answer,
  });
});

const dates: Check[] = [
  check('due dates are days, and after a create the day that was sent', 'tasks.due-date', async (t) => {
    const made = await createdTasks(t).then(
      (created) => created.made,
      () => [],
    );
    const { items, answer } = await readList(t, 'tasks.list');
    const byId = await Promise.all(
      spread(items, 4).map(async ({ id }) => {
        const one = await t.send('tasks.get', at(KIND, String(id)));
        return { record: one.ok && isRecord(one.json) ? one.json : {}, answer: one };
      }),
    );
    const views = [
      ...items.map((record) => ({ record, answer })),
      ...byId,
      ...made.map((one) => ({ record: one.record, answer: one.answer })),
    ];
    const shown = views.filter(({ record }) => (record.dueDate ?? undefined) !== undefined);
    if (shown.length === 0)
      throw new NotTested('no task shows a dueDate', 'ALLOW_WRITES=true, or a task with a dueDate');
    for (const { record, answer: exchange } of shown)
      t.expect(DAY.test(String(record.dueDate)), 'a dueDate is not a day', {
        expected: 'YYYY-MM-DD',
        received: record.dueDate,
        at: '/dueDate',
        exchange,
      });
    await eventually(t, async (s) => {
      const [read, listed] = await Promise.all([readViews(s, KIND, made, 'first'), listViews(s, KIND, made, 'first')]);
      for (const view of [...read, ...listed]) expectSent(s, view, { dueDate: 'dueDate' });
    });
    if (made.length === 0) throw new NotTested('no task could be created', 'ALLOW_WRITES=true');
  }),

  check('what is no day is refused as a dueDate', 'tasks.due-date-refused', async (t) => {
    const { made } = await createdTasks(t);
    const year = new Date().getUTCFullYear() + 1;
    const wrong = [`31/12/${year}`, `${year}-02-30`, `${year}-12-31T10:00:00Z`, 'tomorrow'];
    const answers = await Promise.all(
      wrong.map((dueDate) => tryMake(t, KIND, { ...made[0]?.sent, name: t.names.next('task'), dueDate })),
    );
    for (const [i, result] of answers.entries()) {
      const answer = 'kindName' in result ? result.answer : result;
      t.expect(answer.status >= 400 && answer.status < 500, `the dueDate ${wrong[i]} is not refused`, {
        expected: 'a status of 4xx',
        received: answer.status,
        exchange: answer,
      });
    }
  }),
];

const reading: Check[] = [
  check('reading by id gives the task with that id', 'tasks.get-record', async (t) =>
    expectRead(t, KIND, await own(t)),
  ),
  check('the list and the read by id show the same', 'tasks.views-agree', async (t) =>
    expectViewsAgree(t, KIND, { also: await own(t) }),
  ),
];

/** What came of a create: a refusal, or these fields of the task. */
function shownOf(result: Made | Answer, fields: readonly string[]): unknown {
  if (!('kindName' in result)) return `answers ${result.status}`;
  return Object.fromEntries(fields.map((field) => [field, result.record[field] ?? 'absent']));
}

const outcome = async (t: Context, body: JsonRecord, fields: readonly string[]): Promise<unknown> =>
  shownOf(await tryMake(t, KIND, body), fields);

const open: Check[] = [
  check('what a body with little in it, or with an unknown owner, answers', 'tasks.create-lacking', async (t) => {
    const { made, result } = await namedAlone(t);
    const sent = made[0]?.sent as JsonRecord;
    const name = shownOf(result, Object.keys(TASK_FIELDS).slice(1));
    const body = { ...sent, name: t.names.next('task'), ownerId: `${String(sent.parentId)}` };
    const owner = await outcome(t, body, ['ownerId']);
    return { 'a name alone': name, 'a goal as owner': owner };
  }),

  check('what becomes of further fields', 'tasks.create-more', async (t) => {
    const { further, result } = await furtherTask(t);
    return shownOf(result, Object.keys(further));
  }),

  check('where the flowName of a create shows', 'tasks.flow-name', async (t) => {
    const { made } = await createdTasks(t);
    const flowName = 'gc-flow';
    const result = await tryMake(t, KIND, { ...made[0]?.sent, name: t.names.next('task'), flowName });
    if (!('kindName' in result)) return `answers ${result.status}`;
    const found = Object.entries(result.record).filter(([, value]) => value === flowName);
    return found.map(([field]) => field);
  }),
];

export const tasks: Batch = {
  title: 'behaviour: Tasks',
  checks: [...creating, foreignParent, otherAccount, ...dates, ...reading, ...taskReading, ...open],
};
