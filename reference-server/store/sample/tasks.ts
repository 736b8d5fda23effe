/** Tasks of the sample data. */
import { taskView } from '../../views/work.ts';
import type { Task } from '../account.ts';
import { rest } from './customFields.ts';
import { day, type Make, moment, wide } from './make.ts';
import { richText } from './texts.ts';
import { AREAS, nth, THINGS, VERBS } from './words.ts';

const STATUSES = ['todo', 'inProgress', 'done', 'blocked'];

type Parent = Pick<Task, 'parentId' | 'parentType' | 'sessionId'>;

/** A system outside knows every third task. */
const external = (n: number) =>
  n % 3 === 1
    ? { externalId: `EXT${wide(n)}`, externalSystem: nth(['tracker', 'helpdesk'], n) }
    : { externalId: undefined, externalSystem: undefined };

export function addTasks(make: Make, count: number): void {
  const { account, id, int } = make;
  const goals = [...account.goals.values()];
  const metrics = [...account.metrics.values()];
  const users = [...account.users.keys()];
  const restOf = rest(make, 'task', taskView);
  const parentAt = (n: number): Parent => {
    const metric = n % 4 === 2 ? metrics[int(metrics.length)] : undefined;
    if (metric)
      return { parentId: metric.id, parentType: 'metric', sessionId: account.goals.get(metric.goalId)?.sessionId };
    const goal = n % 9 === 8 ? undefined : goals[int(goals.length)];
    return { parentId: goal?.id, parentType: goal && 'goal', sessionId: goal?.sessionId };
  };
  for (let n = 0; n < count; n++) {
    const author = users[n % 2] ?? '';
    const owner = n % 8 === 7 ? undefined : users[int(users.length)];
    const parent = parentAt(n);
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
      ...parent,
      description: n % 6 === 5 ? undefined : richText(make, n),
      dueDate: n % 5 === 4 ? undefined : day(int(200)),
      ...external(n),
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
