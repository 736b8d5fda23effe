/** What tasks say of other records, and to whom. Sections "Task", "Resources / Conventions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { createdNow } from '../../laws/created.ts';
import { expectSameUser, userWith } from '../../support/domain/people.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readKind, readList, someOfKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';

const MOST = 8;

/** Whether a task shows a field; an empty text says that it is not set. */
const shows = (task: JsonRecord, field: string): boolean => (task[field] ?? '') !== '';

/** Tasks of the list that show a field, and some of them, and of those that the batch made, as the read by id shows them. */
async function showing(t: Context, field: string): Promise<{ items: JsonRecord[]; read: JsonRecord[] }> {
  const { items } = await someOfKind(t, 'task');
  const found = items.filter((task) => shows(task, field));
  const some = await Promise.all(
    idsOf(varied(found.length > 0 ? found : items, MOST)).map((id) => peek(t, 'task', id)),
  );
  const read = [...some.filter((task) => task !== undefined), ...(await createdNow(t, 'task'))].filter((task) =>
    shows(task, field),
  );
  if (found.length + read.length === 0) throw t.nothingShown('task', field);
  return { items: found, read };
}

const distinct = (tasks: readonly JsonRecord[], field: string) => [
  ...new Set(tasks.map((task) => task[field]).filter((value) => value !== undefined)),
];

/** The words for key results and for goals, in whichever spelling. */
const wordOf = (parentType: unknown): 'metric' | 'goal' | 'other' => {
  const word = String(parentType).toLowerCase();
  if (/^(metric|key.?result)s?$/.test(word)) return 'metric';
  return /^(goal|objective)s?$/.test(word) ? 'goal' : 'other';
};

/** Names of key results, and of goals as far as key results show them. */
async function parentNames(t: Context): Promise<Readonly<Record<string, Map<unknown, unknown>>>> {
  t.needGroup('metrics');
  const { items } = await readKind(t, 'metric', { parts: true });
  const open = items.filter(({ obfuscated }) => obfuscated !== true);
  const by = (id: string, name: string) =>
    new Map(open.filter((one) => one[id] != null && one[name] != null).map((one) => [one[id], one[name]]));
  return { metric: by('id', 'name'), goal: by('goalId', 'goalName') };
}

export const taskReading: Check[] = [
  check('the session of a task is a session', 'tasks.session', (t) =>
    eventually(t, async (s) => {
      const { items, read } = await showing(s, 'sessionId');
      const { items: sessions } = await readList(s, 'sessions.list', { query: { includeDemo: 'true' } });
      const ids = sessions.map(({ id }) => id);
      if (ids.length === 0) throw t.nothingShown('session');
      for (const view of [items, read]) {
        if (view.length === 0) continue;
        const named = distinct(view, 'sessionId');
        // A list may leave out archived sessions; that none of them is a session, or one is something else, is wrong.
        const elsewhere = view.filter(
          ({ id, parentId, ownerId, accountId, sessionId }) =>
            !ids.includes(sessionId) && [id, parentId, ownerId, accountId].includes(sessionId),
        );
        s.none(elsewhere, view.length, 'the sessionId of a task is the id of something else');
        s.expect(
          named.some((id) => ids.includes(id)),
          'the sessionId of a task is no session',
          { expected: 'ids of sessions', received: view, at: '/sessionId' },
        );
      }
    }),
  ),

  check('the parent of a task is called what it is called itself', 'tasks.parent-name', (t) =>
    eventually(t, async (s) => {
      const { items, read } = await showing(s, 'parentName');
      const tasks = [...items, ...read].filter(({ parentName }) => typeof parentName === 'string' && parentName !== '');
      const names = await parentNames(s);
      let seen = 0;
      for (const task of tasks) {
        const name = names[wordOf(task.parentType)]?.get(task.parentId);
        if (name === undefined) continue;
        seen++;
        s.field(task, 'parentName', name, 'the parentName of a task is not the name of its parent');
      }
      if (seen === 0)
        throw new NoData(
          'no task shows the name of a parent that can be read by itself',
          'an account with a task that belongs to a key result, or "none": ["task.parentName"]',
        );
    }),
  ),

  check('the assignee of a task is the user with that id', 'tasks.embedded-agree', (t) =>
    eventually(t, async (s) => {
      const { items, read } = await showing(s, 'assignee');
      const short = [...sample(items, MOST), ...read]
        .map(({ assignee }) => assignee)
        .filter((assignee): assignee is JsonRecord => isRecord(assignee) && typeof assignee.id === 'string');
      const found = await Promise.all(short.map(async ({ id }) => userWith(s, String(id))));
      if (found.every((one) => one === undefined))
        throw new NoData(
          'no assignee of a task is a user who can be read',
          'an account with a task that is assigned to a user, or "none": ["task.assignee"]',
        );
      for (const [i, one] of found.entries())
        if (one) expectSameUser(s, short[i] as JsonRecord, one.user, 'the assignee of a task', one.answer);
    }),
  ),

  check('whether the assignee is the owner', 'tasks.owner-and-assignee', async (t) => {
    const both = (await readKind(t, 'task', { parts: true })).items.filter(
      ({ assignee, ownerId }) => isRecord(assignee) && ownerId,
    );
    const same = both.filter(({ assignee, ownerId }) => (assignee as JsonRecord).id === ownerId);
    return { tasksWithBoth: both.length, same: same.length };
  }),

  check('values of status, taskType and parentType', 'tasks.values', async (t) => {
    const { items } = await readKind(t, 'task', { parts: true });
    return Object.fromEntries(
      ['status', 'taskType', 'parentType'].map((field) => [field, distinct(items, field).sort().slice(0, 20)]),
    );
  }),

  check('how snapshots tell the history of the status', 'tasks.status-history', async (t) => {
    const { items } = await readKind(t, 'task', { parts: true });
    const withHistory = items.filter(({ snapshots }) => Array.isArray(snapshots) && snapshots.length > 0);
    const last = ({ snapshots, status }: JsonRecord) =>
      (snapshots as JsonRecord[]).some(({ newStatus }) => newStatus === status);
    return {
      tasks: items.length,
      withHistory: withHistory.length,
      statusIsANewStatus: withHistory.filter(last).length,
    };
  }),
];
