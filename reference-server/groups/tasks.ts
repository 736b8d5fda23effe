/** Section "Endpoints / Tasks". */
import type { TaskRequest } from '../../schemas/types.ts';
import { type Call, find, type Handlers } from '../call.ts';
import { formatted } from '../query/formatting.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { Access, Task } from '../store/account.ts';
import { customValues } from '../store/customValues.ts';
import { show } from '../views/view.ts';
import { taskView } from '../views/work.ts';

const FIELDS = ['description', 'dueDate', 'ownerId', 'parentId', 'parentType'] as const;

/**
 * The session of the record that a task belongs to; undefined for a task of its own.
 * @throws Refusal 400 when the parent is of another type, 404 or 400 when it is not there
 */
function sessionOf({ parentId, parentType }: TaskRequest, call: Call): string | undefined {
  const { goals, metrics, tasks } = call.account;
  if (parentId === undefined) return undefined;
  if (parentType === 'metric') return goals.get(find(metrics, parentId, call).goalId)?.sessionId;
  if (parentType === 'task') return find(tasks, parentId, call).sessionId;
  if (parentType === undefined || parentType === 'goal') return find(goals, parentId, call).sessionId;
  throw new Refusal(400, `parentType: there are goal, metric and task, not ${parentType}`);
}

const newAccess = (): Access => ({ inherits: true, ownerPermissions: { grant: { Subtype: 7 } }, permissions: [] });

export const tasks: Handlers = {
  'tasks.list': (call) => list(call, [...call.account.tasks.values()], taskView),

  'tasks.get': (call) => formatted(call, show(taskView, find(call.account.tasks, call.params.taskId, call), call)),

  'tasks.create': (call) => {
    const { account, user } = call;
    const body = (call.body ?? {}) as TaskRequest;
    if (body.name === undefined || body.name.trim() === '') throw new Refusal(400, 'name is missing');
    if (body.ownerId !== undefined) find(account.users, body.ownerId, call);
    const sessionId = sessionOf(body, call);
    const now = account.now();
    const task: Task = {
      ...customValues(account, 'task', body),
      ...Object.fromEntries(FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]))),
      access: newAccess(),
      accountId: account.id,
      archived: false,
      createdById: user.id,
      dateCreated: now,
      dateModified: now,
      id: account.newId(),
      modifiedById: user.id,
      name: body.name,
      status: body.status ?? 'todo',
      snapshots: [],
      sessionId,
      ...taskView.places,
    };
    account.tasks.set(task.id, task);
    return show(taskView, task, call);
  },
};
