/** What the words say of tasks, beside the laws of records. Sections "Task", "Endpoints / Tasks". */

import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import { allMade, created } from '../../laws/created.ts';
import { recordLaws } from '../../laws/index.ts';
import { FURTHER } from '../../laws/sendings/tasks.ts';
import { answerViews, listViews, readViews } from '../../laws/views.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { type BodyField, changedField, type View } from '../../support/records/creationErrors.ts';
import { foreignIds } from '../../support/records/identifiers.ts';
import type { Created, OwnMade } from '../../support/records/sharedCreations.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { isDay } from '../../support/values/day.ts';
import { taskReading } from './reading.ts';

const KIND = 'task';

const field = (name: string): BodyField => ({ key: name, shown: name });

/** Judges one field wherever the first user is shown the tasks that the batch made. */
async function expectField(t: Context, all: Created, made: readonly OwnMade[], name: string): Promise<void> {
  await eventually(t, async (s) => {
    const inList = await listViews(s, KIND, made, 'first', allMade(all));
    const views = [...answerViews(made), ...(await readViews(s, KIND, made)), ...inList];
    for (const view of views) {
      const { compared, wrong } = changedField(view, [field(name)]);
      s.judge(wrong, compared);
    }
    if (views.every(({ record }) => record[name] === undefined)) throw t.nothingShown(KIND, name);
  });
}

const creating: Check[] = [
  check('the owner is the user who was sent, whoever creates the task', 'tasks.create-owner', async (t) => {
    const all = await created(t, KIND);
    const { made } = all;
    await expectField(t, all, made, 'ownerId');
    if (new Set(made.map(({ sent }) => sent.ownerId)).size < 2)
      throw new NotTested('only one user is known to own tasks', 'FIXTURES: ids.user with several users');
  }),

  check('a task shows nothing of a goal of another account', 'tasks.foreign-parent', async (t) => {
    const [parentId] = await foreignIds(t, 'goal');
    const { made } = await created(t, KIND);
    const [{ sent }] = made as [OwnMade];
    const result = await tryMake(t, KIND, { ...sent, name: t.names.next('task'), parentId, parentType: 'goal' });
    if (!('kindName' in result)) return t.refused(result, 'a parent of another account is answered with an error');
    const views = [result.record, (await peek(t, KIND, result.id)) ?? {}];
    for (const { parentName } of views)
      t.expect((parentName ?? '') === '', 'a task shows the name of a goal of another account', {
        expected: 'no parentName',
        received: parentName,
        at: '/parentName',
        exchange: result.answer,
      });
  }),
];

/** Tasks as the list shows them, and some of them as they are read by their ids. */
async function shownTasks(t: Context): Promise<readonly JsonRecord[]> {
  const { items } = await readKind(t, KIND, { parts: true });
  const read = await Promise.all(idsOf(varied(items, 4)).map((id) => peek(t, KIND, id)));
  return [...items, ...read.filter((task) => task !== undefined)];
}

const dates: Check[] = [
  check('due dates are days, and after a create the day that was sent', 'tasks.due-date', async (t) => {
    const made = (await unlessUntested(created(t, KIND), { made: [] as readonly OwnMade[] })).made;
    const records = [...(await shownTasks(t)), ...made.map(({ record }) => record)];
    const dated = records.filter(({ dueDate }) => (dueDate ?? '') !== '');
    if (dated.length === 0) throw t.nothingShown(KIND, 'dueDate');
    for (const record of dated)
      t.expect(isDay(record.dueDate), 'a dueDate is not a day', {
        expected: 'YYYY-MM-DD',
        received: record,
        at: '/dueDate',
      });
    if (made.length === 0) throw new NotTested('no task could be created', 'ALLOW_WRITES=true');
    await expectField(t, await created(t, KIND), made, 'dueDate');
  }),

  check('what is no day is refused as a dueDate', 'tasks.due-date-refused', async (t) => {
    const { made } = await created(t, KIND);
    const year = new Date().getUTCFullYear() + 1;
    const wrong = [`31/12/${year}`, `${year}-02-30`, `${year}-12-31T10:00:00Z`, 'tomorrow'];
    for (const dueDate of wrong) {
      const result = await tryMake(t, KIND, { ...made[0]?.sent, name: t.names.next('task'), dueDate });
      t.refused('kindName' in result ? result.answer : result, `the dueDate ${dueDate} is not refused`);
    }
  }),
];

/** What came of a create: a refusal, or these fields of the task. */
function shownOf(result: Made | Answer, fields: readonly string[]): unknown {
  if (!('kindName' in result)) return `answers ${result.status}`;
  return Object.fromEntries(fields.map((name) => [name, result.record[name] ?? 'absent']));
}

const open: Check[] = [
  check('what a body with little in it, or with an unknown owner, answers', 'tasks.create-lacking', async (t) => {
    const { made, open: tried } = await created(t, KIND);
    const [alone] = tried.map((one) => one.made[0] ?? one.answer);
    const [first] = made as [OwnMade];
    const body = { ...first.sent, name: t.names.next('task'), ownerId: String(first.sent.parentId) };
    return {
      'a name alone': alone ? shownOf(alone, Object.keys(kind(KIND).sent ?? {}).slice(1)) : 'gave no answer',
      'a goal as owner': shownOf(await tryMake(t, KIND, body), ['ownerId']),
    };
  }),

  check('what becomes of further fields', 'tasks.create-more', async (t) => {
    const sent = (await created(t, KIND)).made.find((one) => one.sent.archived !== undefined);
    return sent ? shownOf(sent, [...Object.keys(FURTHER), 'accountId']) : 'are refused';
  }),

  check('where the flowName of a create shows', 'tasks.flow-name', async (t) => {
    const { made } = await created(t, KIND);
    const views: View[] = answerViews(made.filter(({ sent }) => sent.flowName !== undefined));
    return [
      ...new Set(
        views.flatMap(({ record, made: { sent } }) => allFields(record).filter((key) => record[key] === sent.flowName)),
      ),
    ];
  }),
];

export const tasks: Batch = {
  title: 'behaviour: Tasks',
  checks: [...recordLaws(KIND), ...creating, ...dates, ...taskReading, ...open],
};
