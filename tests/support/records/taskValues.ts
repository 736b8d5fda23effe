/** Statuses and parents of tasks that the specification does not show, as tasks of the account have them. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { readKind } from '../lists/readList.ts';
import { sample } from '../values/sample.ts';
import { idsOf, recordsIn, strings } from './answers.ts';
import { shownBy } from './identifiers.ts';
import { peek } from './views.ts';

/** A key result as parent, under the word that tasks of the account have for it. */
async function metricParent(t: Context, tasks: readonly JsonRecord[]): Promise<JsonRecord> {
  const metrics = t.claims('metrics') ? idsOf(await shownBy(t, 'metrics.list')) : [];
  const known = tasks.find(({ parentId }) => metrics.includes(String(parentId)));
  const parentId = known?.parentId ?? metrics[0];
  return parentId === undefined ? {} : { parentId, parentType: known?.parentType ?? 'metric' };
}

/** Tasks that the fixtures name, which the list need not show to everybody. */
async function givenTasks(t: Context): Promise<JsonRecord[]> {
  const texts = (t.fixtures.facts.texts ?? []).filter(({ resource }) => resource === 'task');
  const given = [...new Set([...(t.fixtures.ids.task ?? []), ...texts.map(({ id }) => id)])];
  const found = await Promise.all(sample(given, 10).map((id) => peek(t, 'task', id)));
  return found.filter((task) => task !== undefined);
}

export interface TaskValues {
  /** Each a status; the first is one that looks like an end, where there is such. */
  statuses: readonly JsonRecord[];
  /** A parent of another kind than the sample. */
  metric: JsonRecord;
  /** A parent of a third kind, where there is such. */
  parent: JsonRecord;
  /** The last day on which a task is due, where one shows its day. */
  due: JsonRecord;
}

/** Other statuses and other kinds of parents than the samples of the specification, as tasks of the account have them. */
export async function taskValues(t: Context): Promise<TaskValues> {
  const [{ items }, given] = await Promise.all([
    unlessUntested(readKind(t, 'task', { parts: true }), { items: [] as readonly JsonRecord[] }),
    givenTasks(t),
  ]);
  const shown = [...items, ...given].flatMap(({ status, snapshots }) => [
    status,
    ...recordsIn(snapshots).map(({ newStatus }) => newStatus),
  ]);
  const statuses = [...new Set(strings(shown))].filter((status) => status !== 'todo');
  const ended = statuses.filter((status) => /done|complete|closed|finished/i.test(status));
  const metric = await metricParent(t, items);
  const parent = items.find(
    ({ parentId, parentType }) => parentId && parentType && !['goal', metric.parentType].includes(parentType as string),
  );
  const day = strings(items.map(({ dueDate }) => dueDate))
    .sort()
    .at(-1);
  return {
    due: day ? { dueDate: day } : {},
    statuses: [...new Set([...ended, ...statuses])].map((status) => ({ status })),
    metric,
    parent: parent ? { parentId: parent.parentId, parentType: parent.parentType } : metric,
  };
}
