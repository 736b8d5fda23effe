/** The few tasks that the checks of tasks create: tasks cannot be deleted. Section "Endpoints / Tasks". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { someGoals, someUsers } from '../../support/domain/people.ts';
import type { Context } from '../../support/engine/context.ts';
import { readList } from '../../support/lists/readList.ts';
import { idsOf, strings } from '../../support/records/answers.ts';
import { tryMake } from '../../support/records/creating.ts';
import type { Fields } from '../../support/records/creationLaws.ts';
import { shownBy } from '../../support/records/identifiers.ts';
import { attemptOnce, type Created, createOnce, type Sending } from '../../support/records/sharedCreations.ts';
import { peek } from '../../support/records/views.ts';
import { spread } from '../../support/values/sample.ts';
import { TEXTS } from '../../support/values/texts.ts';

/** Fields of a task that are sent as they are kept. */
export const TASK_FIELDS: Fields = {
  name: 'name',
  description: 'description',
  dueDate: 'dueDate',
  ownerId: 'ownerId',
  parentId: 'parentId',
  parentType: 'parentType',
  status: 'status',
};

const MARKDOWN =
  '**bold**, _slanted_, `code`, [link](https://example.com/a?b=c&d=e), 2 * 3 * 4, snake_case_name\n\n# Heading\n\n- a line\n- another';

/** Longer than a column of 255 or 500; how long a text may be is open. */
const LONG = 'It goes on and on. '.repeat(60).trim();

/** Texts of names and descriptions, by their place in TEXTS; HTML in a description is open. */
const NAMES = [[0, 3], [1, 4], [2, 5], [7]];
const DESCRIPTIONS = [[5, 0], [3, 2], [1, 6], [7]];

const text = (places: readonly number[] = []) => places.map((place) => TEXTS[place]).join(' ');

/** Beyond what seconds in 32 bits can count. */
const FAR = '2041-03-01';

/** Days that a careless conversion between time zones or months moves. */
function days(): string[] {
  const next = new Date().getUTCFullYear() + 1;
  const leap = next + ((4 - (next % 4)) % 4);
  return [`${next}-12-31`, `${next + 1}-01-01`, `${leap}-02-29`, `${next}-03-01`, `${next}-10-31`];
}

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
  const found = await Promise.all(spread(given, 10).map((id) => peek(t, 'task', id)));
  return found.filter((task) => task !== undefined);
}

interface Others {
  /** The first is one that looks like an end, where there is such. */
  statuses: readonly JsonRecord[];
  metric: JsonRecord;
  parent: JsonRecord;
}

/** Other statuses and other kinds of parents than the samples of the specification, as the account has them. */
async function otherValues(t: Context): Promise<Others> {
  const [{ items }, given] = await Promise.all([readList(t, 'tasks.list'), givenTasks(t)]);
  const shown = [...items, ...given].flatMap(({ status, snapshots }) => [
    status,
    ...(Array.isArray(snapshots) ? snapshots.filter(isRecord) : []).map(({ newStatus }) => newStatus),
  ]);
  const statuses = [...new Set(strings(shown))].filter((status) => status !== 'todo');
  const ended = statuses.filter((status) => /done|complete|closed|finished/i.test(status));
  const metric = await metricParent(t, items);
  const parent = items.find(
    ({ parentId, parentType }) => parentId && parentType && !['goal', metric.parentType].includes(parentType as string),
  );
  return {
    statuses: [...new Set([...ended, ...statuses])].map((status) => ({ status })),
    metric,
    parent: parent ? { parentId: parent.parentId, parentType: parent.parentType } : metric,
  };
}

async function sendings(t: Context): Promise<Sending[]> {
  const [users, goals, other] = await Promise.all([someUsers(t), someGoals(t), otherValues(t)]);
  const second = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  const [owners, parents] = [spread(users, 5), spread(goals, 5)];
  const body = (i: number): JsonRecord => ({
    name: `${t.names.next('task')} ${i > 0 ? text(NAMES[i - 1]) : 'plain'}`,
    description: i > 0 ? `${text(DESCRIPTIONS[i - 1])} and ${MARKDOWN}` : 'What is to be done',
    dueDate: days()[i],
    ownerId: owners[i % owners.length],
    parentId: parents[i % parents.length],
    parentType: 'goal',
    status: 'todo',
    ...(i > 0 && { flowName: 'goal-conformance' }),
  });
  const all = [0, 1, 2, 3, 4].map(body);
  const [plain, one, two, three, four] = all as [JsonRecord, JsonRecord, JsonRecord, JsonRecord, JsonRecord];
  return [
    { body: plain, as: 'first' },
    { body: { ...one, description: `${one.description}\n\n${LONG}` }, as: 'first', fallback: one },
    { body: { ...two, ...other.metric, ...other.statuses[1] }, as: second, fallback: two },
    { body: { ...three, dueDate: FAR, ...other.statuses[0] }, as: 'first', fallback: three },
    { body: { ...four, ...other.parent }, as: second, fallback: four },
  ];
}

/** The tasks of the batch. */
export const createdTasks = (t: Context): Promise<Created> => createOnce(t, 'task', () => sendings(t));

/** The same, also where the target made none of them in spite of its success. */
export const attemptedTasks = (t: Context): Promise<Created> => attemptOnce(t, 'task', () => sendings(t));

/** A task that is created with a name alone, right after those that have everything. */
export const namedAlone = (t: Context) =>
  t.once('named alone', async () => {
    const { made } = await createdTasks(t);
    return { made, result: await tryMake(t, 'task', { name: t.names.next('task') }) };
  });
