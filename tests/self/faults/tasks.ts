/** What a team could get wrong with tasks. */
import type { Fault } from './fault.ts';
import {
  also,
  asIf,
  body,
  each,
  instead,
  isFirst,
  isNew,
  listed,
  rule,
  type Shown,
  stored,
  storedOtherwise,
  unnoted,
} from './vocabulary.ts';

const answer = (change: (task: Shown) => unknown) => body('tasks.create', change);
const keeps = (change: (task: Shown, user: string) => void) =>
  storedOtherwise(
    'tasks.create',
    ({ account }) => account.tasks,
    (task, { user }) => change(task, user.id),
  );

/** A list of some tasks alone; those of the sample data have a priority. */
const shows = (which: (task: Shown, user: string) => boolean) =>
  asIf('tasks.list', ({ account, user }) => ({
    account: { ...account, tasks: new Map([...account.tasks].filter(([, task]) => which(task, user.id))) },
  }));

/** Text of a created task, changed before it is stored. */
const text = (change: (text: string) => string) =>
  stored('tasks.create', (sent) => ({
    ...sent,
    name: change(String(sent.name)),
    ...(sent.description !== undefined && { description: change(String(sent.description)) }),
  }));

const dayBefore = (day: unknown) => new Date(Date.parse(String(day)) - 86_400_000).toISOString().slice(0, 10);

export const taskFaults: readonly Fault[] = [
  {
    name: 'tasks-get-other-priority',
    title: 'The read by id shows another priority than the list.',
    breaks: ['tasks.views-agree'],
    seams: body('tasks.get', (task) => {
      task.priority = 1 + (Number(task.priority ?? 0) % 9);
    }),
  },
  {
    name: 'tasks-get-other-name-among-ranks',
    title: 'Each new task moves all others one place on, and the read by id shows the name of a task in small letters.',
    breaks: ['tasks.views-agree'],
    seams: instead(['tasks.create', 'tasks.get'], (call, next) => {
      const answer = next(call);
      if (answer.status >= 300) return answer;
      if (call.operation.id === 'tasks.create') {
        for (const task of call.account.tasks.values()) task.priority = Number(task.priority ?? 0) + 1;
        return answer;
      }
      const task = answer.body as Shown;
      return { ...answer, body: { ...task, name: String(task.name).toLowerCase() } };
    }),
  },
  {
    name: 'tasks-get-other-status',
    title: 'The read by id shows the status before the last change.',
    breaks: ['tasks.views-agree'],
    seams: body('tasks.get', (task) => {
      task.status = ((task.snapshots as Shown[])[0] ?? task).oldStatus ?? task.status;
    }),
  },
  {
    name: 'tasks-create-answers-without-words',
    title: 'The answer to a create has the id alone.',
    breaks: ['general.create-shown'],
    seams: answer(({ id }) => ({ id })),
  },
  {
    name: 'tasks-create-answers-other-status',
    title: 'The answer to a create has a status that was not sent.',
    breaks: ['tasks.create-answer'],
    seams: answer((task) => {
      task.status = 'new';
    }),
  },
  {
    name: 'tasks-create-parent-type-fixed',
    title: 'The parent of a task that was created is always taken for a goal.',
    breaks: ['tasks.create-answer', 'tasks.create-stored'],
    seams: keepsAndAnswers((task) => {
      task.parentType = 'goal';
    }),
  },
  {
    name: 'create-decodes-escapes',
    title: 'escapes such as %2F in the name of a new task are decoded',
    breaks: ['tasks.create-answer', 'tasks.text-kept'],
    seams: stored('tasks.create', (sent) => ({
      ...sent,
      name: String(sent.name).replaceAll(/%[0-7][\dA-F]/g, decodeURIComponent),
    })),
  },
  {
    name: 'tasks-create-status-unknown',
    title: 'A status that tasks of the account have is missing among those that a create takes: the task is to do.',
    breaks: ['tasks.create-answer'],
    seams: stored('tasks.create', (sent) => (sent.status === 'blocked' ? { ...sent, status: 'todo' } : sent)),
  },
  {
    name: 'tasks-due-date-not-past',
    title: 'A task that is due on a day in the past is due today.',
    breaks: ['tasks.due-date', 'tasks.create-answer'],
    seams: stored('tasks.create', (sent, { account }) => {
      const today = account.now().slice(0, 10);
      return typeof sent.dueDate === 'string' && sent.dueDate < today ? { ...sent, dueDate: today } : sent;
    }),
  },
  {
    name: 'tasks-create-status-fixed',
    title: 'A task that was created is always to do.',
    breaks: ['tasks.create-answer', 'tasks.create-stored'],
    seams: stored('tasks.create', (sent) => ({ ...sent, status: 'todo' })),
  },
  {
    name: 'tasks-create-touches-others',
    title: 'A create gives its due date to all tasks of the same author.',
    breaks: ['tasks.create-each'],
    seams: storedOtherwise(
      'tasks.create',
      ({ account }) => account.tasks,
      (task, { account }) => {
        for (const other of account.tasks.values())
          if (other.createdById === task.createdById) other.dueDate = task.dueDate;
      },
    ),
  },
  {
    name: 'tasks-create-owner-is-caller',
    title: 'The owner of a created task is the caller.',
    breaks: ['tasks.create-owner'],
    seams: stored('tasks.create', (sent, { user }) => ({ ...sent, ownerId: user.id })),
  },
  {
    name: 'tasks-create-owner-not-new',
    title:
      'Owners are looked up in a cache that users who were created today do not reach: the caller takes their place.',
    breaks: ['tasks.create-owner', 'general.created-known'],
    // Those of created-known create users, as the whole suite does before it makes tasks.
    seams: unnoted(
      stored('tasks.create', (sent, { account, user }) =>
        isNew(account, sent.ownerId) ? { ...sent, ownerId: user.id } : sent,
      ),
    ),
  },
  {
    name: 'tasks-create-author-is-owner',
    title: 'createdById is the owner.',
    breaks: ['tasks.author'],
    seams: keeps((task) => {
      task.createdById = task.ownerId;
    }),
  },
  {
    name: 'tasks-text-escaped',
    title: 'HTML characters are stored escaped.',
    breaks: ['tasks.text-kept'],
    seams: text((words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  },
  {
    name: 'tasks-text-ascii',
    title: 'Letters outside ASCII are lost.',
    breaks: ['tasks.text-kept'],
    seams: text((words) => words.replaceAll(/[^\0-\x7f]/g, '?')),
  },
  {
    name: 'tasks-text-markdown-gone',
    title: 'Markdown is taken out of texts when they are stored.',
    breaks: ['tasks.text-kept'],
    seams: text((words) => words.replaceAll(/\*\*|`/g, '')),
  },
  {
    name: 'tasks-assignee-first-name',
    title: 'The assignee is the first name of the owner.',
    breaks: ['general.answer-schema'],
    seams: each('tasks.list', (task, _index, { account }) => {
      task.assignee = account.users.get(String(task.ownerId))?.firstName;
    }),
  },
  {
    name: 'tasks-due-date-time',
    title: 'dueDate is a date-time.',
    breaks: ['tasks.due-date', 'general.answer-schema'],
    seams: each('tasks.list', (task) => {
      if (task.dueDate !== undefined) task.dueDate = `${task.dueDate}T00:00:00.000Z`;
    }),
  },
  {
    name: 'tasks-due-date-day-before',
    title: 'dueDate loses a day between time zones.',
    breaks: ['tasks.due-date', 'tasks.create-stored'],
    seams: stored('tasks.create', (sent) => ({
      ...sent,
      ...(sent.dueDate !== undefined && { dueDate: dayBefore(sent.dueDate) }),
    })),
  },
  {
    name: 'tasks-due-date-week-year',
    title: 'The last days of December get the year of their week.',
    breaks: ['tasks.due-date'],
    seams: stored('tasks.create', (sent) => ({
      ...sent,
      ...(/-12-(29|30|31)$/.test(String(sent.dueDate)) && {
        dueDate: String(sent.dueDate).replace(/^\d+/, (year) => String(Number(year) + 1)),
      }),
    })),
  },
  {
    name: 'tasks-due-date-summer',
    title: 'The first of a month in summer time becomes the day before.',
    breaks: ['tasks.due-date'],
    seams: stored('tasks.create', (sent) => ({
      ...sent,
      ...(/-0[4-9]-01$/.test(String(sent.dueDate)) && { dueDate: dayBefore(sent.dueDate) }),
    })),
  },
  {
    name: 'tasks-due-date-any',
    title: 'What is no day is taken as a dueDate.',
    breaks: ['tasks.due-date-refused'],
    seams: rule('tasks.create', () => ({ bodyProblem: () => undefined })),
  },
  {
    name: 'tasks-session-is-parent',
    title: 'sessionId is the id of the parent.',
    breaks: ['tasks.session'],
    seams: each('tasks.list', (task) => {
      task.sessionId = task.parentId;
    }),
  },
  {
    name: 'tasks-session-unknown',
    title: 'sessionId is the id of no session.',
    breaks: ['tasks.session'],
    seams: body('tasks.get', (task) => {
      task.sessionId = 'f'.repeat(24);
    }),
  },
  {
    name: 'tasks-actions-of-first',
    title: 'Tasks show everybody the actions of the first user.',
    breaks: ['tasks.current-user'],
    seams: each(['tasks.list', 'tasks.get'], (task) => {
      if (Array.isArray(task.currentUserAllowedActions)) task.currentUserAllowedActions = ['view', 'modify', 'delete'];
    }),
  },
  {
    name: 'tasks-actions-turned-round',
    title: 'Users without permissions are shown the actions that they lack.',
    breaks: ['tasks.current-user'],
    seams: listed('tasks.list', (list, { user, account, rules, operation }) => {
      const full = rules.permitted(user, { ...operation, method: 'POST' }, account);
      return list.map((task) => ({
        ...task,
        currentUserAllowedActions: full ? ['view'] : ['view', 'modify', 'delete'],
      }));
    }),
  },
  {
    name: 'tasks-assignee-of-next',
    title: 'The assignee has the name of another user.',
    breaks: ['tasks.embedded-agree'],
    seams: each('tasks.list', (task) => {
      if (task.assignee) task.assignee = { ...(task.assignee as Shown), name: 'Somebody Else' };
    }),
  },
  {
    name: 'tasks-assignee-other-mail',
    title: 'The assignee has the e-mail address of nobody.',
    breaks: ['tasks.embedded-agree'],
    seams: body('tasks.get', (task) => {
      if (task.assignee) task.assignee = { ...(task.assignee as Shown), email: 'nobody@example.com' };
    }),
  },
  {
    name: 'tasks-show-foreign-parent',
    title: 'A task shows the name of its parent in another account.',
    breaks: ['tasks.foreign-parent'],
    seams: instead('tasks.create', (call, next) => {
      const answer = next(call);
      const goals = [...call.account.goals.keys()];
      if (answer.status !== 400 || typeof (call.body as Shown).dueDate !== 'string') return answer;
      const taken = next({ ...call, body: { ...(call.body as Shown), parentId: goals[0] } });
      return { ...taken, body: { ...(taken.body as Shown), parentName: 'Goal of another account' } };
    }),
  },
  {
    name: 'tasks-create-breaks-in-one-line',
    title: 'Line breaks of a description become spaces.',
    breaks: ['tasks.text-kept'],
    seams: also('tasks.create', ({ account }, { body: made }) => {
      const task = account.tasks.get((made as Shown).id as string);
      if (task) task.description = String(task.description ?? '').replaceAll('\n', ' ');
    }),
  },
  {
    name: 'tasks-create-cut-at-500',
    title: 'Descriptions are cut at 500 characters.',
    breaks: ['tasks.text-kept'],
    seams: also('tasks.create', ({ account }, { body: made }) => {
      const task = account.tasks.get((made as Shown).id as string);
      if (task) task.description = String(task.description ?? '').slice(0, 500);
    }),
  },
  {
    name: 'tasks-create-in-named-account',
    title: 'A create puts the task into the account that its body names.',
    breaks: ['tasks.create-account'],
    seams: () => {
      const moved: [unknown, Shown][] = [];
      return {
        around: (call, next) => {
          const { account, operation } = call;
          if (operation.id === 'tasks.list')
            for (const [named, task] of moved)
              if (named === account.id) account.tasks.set(String(task.id), { ...task, accountId: account.id } as never);
          const answer = next(call);
          const { accountId } = (call.body ?? {}) as Shown;
          if (operation.id === 'tasks.create' && answer.status === 201 && accountId !== undefined)
            moved.push([accountId, structuredClone(answer.body) as Shown]);
          return answer;
        },
      };
    },
  },
  {
    name: 'tasks-parent-named-by-id',
    title: 'The parentName of a task is the id of its parent.',
    breaks: ['tasks.parent-name'],
    seams: each(['tasks.list', 'tasks.get'], (task) => {
      if (task.parentName) task.parentName = task.parentId;
    }),
  },
  {
    name: 'tasks-list-without-key-results',
    title: 'Tasks that belong to a key result are not listed.',
    breaks: ['tasks.create-listed'],
    seams: shows(({ parentType }) => parentType !== 'metric'),
  },
  {
    name: 'tasks-list-without-done',
    title: 'Tasks of others that are done are not listed.',
    breaks: ['tasks.create-listed'],
    seams: shows(({ status, createdById }, user) => status !== 'done' || createdById === user),
  },
  {
    name: 'tasks-create-day-in-32-bits',
    title: 'A dueDate after January 2038 becomes a day in that month.',
    breaks: ['tasks.due-date'],
    seams: stored('tasks.create', (sent) =>
      typeof sent.dueDate === 'string' && sent.dueDate > '2038-01-19' ? { ...sent, dueDate: '2038-01-19' } : sent,
    ),
  },
  {
    name: 'tasks-description-of-new-hidden-from-second',
    title: 'The second user is not shown the description of tasks that are made now, and that of older ones.',
    breaks: ['tasks.create-stored', 'tasks.create-listed'],
    seams: each(['tasks.list', 'tasks.get'], (task, _, call) => {
      // Tasks of the sample data have a priority.
      if (!isFirst(call) && task.priority === undefined) delete task.description;
    }),
  },
  {
    name: 'tasks-answers-lack-every-second-description',
    title: 'Every second answer to the create of a task lacks the description.',
    breaks: ['tasks.create-answer'],
    seams: () => {
      let made = 0;
      return each('tasks.create', (task) => {
        if (task.description !== undefined && ++made % 2 === 0) delete task.description;
      });
    },
  },
];

/** Changes a created task both in the answer and where it is kept. */
function keepsAndAnswers(change: (task: Shown) => void) {
  return instead('tasks.create', (call, next) => {
    const result = next(call);
    if (result.status >= 300) return result;
    const task = structuredClone(result.body as Shown);
    change(task);
    const kept = call.account.tasks.get(String(task.id));
    if (kept) change(kept);
    return { ...result, body: task };
  });
}
