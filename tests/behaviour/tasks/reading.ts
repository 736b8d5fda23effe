/** What tasks say of other records, and to whom. Sections "Task", "Resources / Conventions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions, inListAndById } from '../../support/domain/allowedActions.ts';
import { expectSameUser, userWith } from '../../support/domain/people.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readList } from '../../support/lists/readList.ts';
import { spread } from '../../support/values/sample.ts';

const MOST = 8;

/** Tasks of the list that show a field, and some of them as the read by id shows them. */
async function showing(t: Context, field: string): Promise<{ items: JsonRecord[]; read: JsonRecord[] }> {
  const { items } = await readList(t, 'tasks.list');
  if (items.length === 0) throw new NotTested('tasks.list shows no task', 'an account with a task');
  const found = items.filter((task) => task[field] !== undefined);
  const answers = await Promise.all(
    spread(found.length > 0 ? found : items, MOST).map(({ id }) => t.send('tasks.get', at('task', String(id)))),
  );
  const read = answers.flatMap(({ ok, json }) => (ok && isRecord(json) && json[field] != null ? [json] : []));
  if (found.length + read.length === 0) throw new NotApplicable(`no task shows ${field}; fields may be absent`);
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
  const { items } = await readList(t, 'metrics.list');
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
      if (ids.length === 0) throw new NotTested('sessions.list shows no session', 'an account with a session');
      for (const view of [items, read]) {
        if (view.length === 0) continue;
        const named = distinct(view, 'sessionId');
        // A list may leave out archived sessions; that none of them is a session, or one is something else, is wrong.
        const elsewhere = view.filter(
          ({ id, parentId, ownerId, accountId, sessionId }) =>
            !ids.includes(sessionId) && [id, parentId, ownerId, accountId].includes(sessionId),
        );
        s.expect(
          named.some((id) => ids.includes(id)) && elsewhere.length === 0,
          'the sessionId of a task is no session',
          {
            expected: 'ids of sessions',
            received: elsewhere.length > 0 ? elsewhere.map(({ sessionId }) => sessionId) : named,
            at: '/sessionId',
          },
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
      for (const { parentId, parentType, parentName } of tasks) {
        const name = names[wordOf(parentType)]?.get(parentId);
        if (name === undefined) continue;
        seen++;
        s.expect(parentName === name, 'the parentName of a task is not the name of its parent', {
          expected: name,
          received: parentName,
          at: '/parentName',
        });
      }
      if (seen === 0) throw new NotApplicable('no task shows the name of a parent that can be read by itself');
    }),
  ),

  check('the actions of a task are those of the user who asks', 'tasks.current-user', (t) =>
    expectOwnActions(t, undefined, inListAndById(t, 'task')),
  ),

  check('the assignee of a task is the user with that id', 'tasks.embedded-agree', (t) =>
    eventually(t, async (s) => {
      const { items, read } = await showing(s, 'assignee');
      const short = [...spread(items, MOST), ...read]
        .map(({ assignee }) => assignee)
        .filter((assignee): assignee is JsonRecord => isRecord(assignee) && typeof assignee.id === 'string');
      const found = await Promise.all(short.map(async ({ id }) => userWith(s, String(id))));
      if (found.every((one) => one === undefined))
        throw new NotApplicable('no assignee of a task is shown that is a user');
      for (const [i, one] of found.entries())
        if (one) expectSameUser(s, short[i] as JsonRecord, one.user, 'the assignee of a task', one.answer);
    }),
  ),

  check('whether the assignee is the owner', 'tasks.owner-and-assignee', async (t) => {
    const both = (await readList(t, 'tasks.list')).items.filter(
      ({ assignee, ownerId }) => isRecord(assignee) && ownerId,
    );
    const same = both.filter(({ assignee, ownerId }) => (assignee as JsonRecord).id === ownerId);
    return { tasksWithBoth: both.length, same: same.length };
  }),

  check('values of status, taskType and parentType', 'tasks.values', async (t) => {
    const { items } = await readList(t, 'tasks.list');
    return Object.fromEntries(
      ['status', 'taskType', 'parentType'].map((field) => [field, distinct(items, field).sort().slice(0, 20)]),
    );
  }),

  check('how snapshots tell the history of the status', 'tasks.status-history', async (t) => {
    const { items } = await readList(t, 'tasks.list');
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
