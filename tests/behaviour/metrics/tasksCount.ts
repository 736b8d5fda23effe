/** A key result counts its tasks. Sections "Metric (key result)", "Task". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { isSurelyUnique } from '../../support/records/identifiers.ts';
import { multiplied } from '../../support/records/ownCounts.ts';
import { exchangeOf } from '../../support/values/provenance.ts';
import { allMetrics } from './metrics.ts';

/** Whether a task is left to do: of others it is open whether they are counted. */
const isLeft = ({ archived, status }: JsonRecord): boolean =>
  archived !== true && !/done|complete|closed|finish|cancel|archive/i.test(String(status));

/** Judges that key results do not count their tasks once for each of something else. */
function expectOnce(t: Context, metrics: readonly JsonRecord[], tasks: readonly JsonRecord[]): void {
  const withTasks = metrics.map((metric): JsonRecord => {
    return { ...metric, tasks: tasks.filter(({ parentId }) => parentId === metric.id) };
  });
  const wrong = multiplied(withTasks, 'tasksCount', 'tasks');
  const [first] = metrics;
  t.judge(wrong && { ...wrong, exchange: exchangeOf(first) }, 0);
}

export const tasksCount: Check = check(
  'a key result counts at least the tasks that name it as their parent',
  'metrics.tasks-count',
  (t) =>
    eventually(t, async (s) => {
      s.needGroup('tasks');
      // The tasks first: of those that are made meanwhile only the count can tell.
      const { items: all, complete } = await readKind(s, 'task');
      const tasks = all.filter(isLeft);
      const counting = (await allMetrics(s)).items.filter((metric) => typeof metric.tasksCount === 'number');
      if (counting.length === 0) throw s.nothingShown('metric', 'tasksCount');
      // Where ids are counts, the parent may be a goal with the same id.
      const metrics = counting.filter(({ id }) => typeof id === 'string' && isSurelyUnique(id));
      for (const metric of metrics) {
        const own = tasks.filter(({ parentId }) => parentId === metric.id).length;
        if (own === 0) continue;
        s.expect(Number(metric.tasksCount) >= own, 'a key result counts fewer tasks than name it as their parent', {
          expected: `at least ${own}`,
          received: metric,
          at: '/tasksCount',
          exchange: exchangeOf(metric),
        });
      }
      for (const counted of complete ? [all, tasks] : []) expectOnce(s, metrics, counted);
      // What tasks belong to is up to the account: here to no key result.
      if (s.tally.compared === 0) throw new NotApplicable('no task of the list names a key result as its parent');
    }),
  ['metrics.list'],
);
