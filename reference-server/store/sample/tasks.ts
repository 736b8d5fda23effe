/** Tasks of the sample data. */

import { taskView } from '../../views/work.ts';
import type { Task } from '../account.ts';
import { rest } from './customFields.ts';
import { day, type Make, moment, wide } from './make.ts';
import { richText } from './texts.ts';
import { AREAS, nth, THINGS, VERBS } from './words.ts';

const STATUSES = ['todo', 'inProgress', 'done', 'blocked'];

export function addTasks(make: Make, count: number): void {
  const { account, id, int } = make;
  const goals = [...account.goals.values()];
  const metrics = [...account.metrics.values()];
  const users = [...account.users.keys()];
  const restOf = rest(make, 'task', taskView);
  for (let n = 0; n < count; n++) {
    const author = users[n % 2] ?? '';
    const owner = n % 8 === 7 ? undefined : users[int(users.length)];
    const metric = n % 4 === 2 ? metrics[int(metrics.length)] : undefined;
    const goal = metric ? account.goals.get(metric.goalId) : n % 9 === 8 ? undefined : goals[int(goals.length)];
    const parent = metric ?? goal;
    const status = nth(STATUSES, int(4));
    const changed = moment(n + 200);
    const task: Task = {
      access: { inherits: true, ownerPermissions: { grant: { Subtype: 7 } }, permissions: [] },
      accountId: account.id,
      archived: n % 17 === 16,
      createdById: author,
      dateCreated: moment(n),
      dateModified: changed,
      id: id(),
      modifiedById: author,
      name: `${nth(VERBS, n)} ${nth(AREAS, n * 3)} ${nth(THINGS, n)} ${wide(n)}`,
      priority: int(5) + 1,
      snapshots: status === 'todo' ? [] : [change(id(), changed, author, status, moment(n))],
      status,
      taskType: nth(['single', 'recurring', 'review'], n),
      ownerId: owner,
      parentId: parent?.id,
      parentType: parent && (metric ? 'metric' : 'goal'),
      sessionId: goal?.sessionId,
      description: n % 6 === 5 ? undefined : richText(make, n),
      dueDate: n % 5 === 4 ? undefined : day(int(200)),
      externalId: n % 3 === 1 ? `EXT${wide(n)}` : undefined,
      externalSystem: n % 3 === 1 ? nth(['tracker', 'helpdesk'], n) : undefined,
      lastComment: n % 4 === 1 ? { createdById: author, text: richText(make, n + 3) } : undefined,
      ...restOf(n),
    };
    account.tasks.set(task.id, task);
  }
}

const change = (
  id: string,
  modifiedAt: string,
  modifiedBy: string,
  newStatus: string,
  previouslyModifiedAt: string,
) => ({
  id,
  modifiedAt,
  modifiedBy,
  newStatus,
  oldStatus: 'todo',
  previouslyModifiedAt,
});
