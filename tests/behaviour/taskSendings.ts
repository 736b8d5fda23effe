/** The few tasks that the checks of tasks create: tasks cannot be deleted. Section "Endpoints / Tasks". */

import { collection } from '../support/collections.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { attemptOnce, type Created, createOnce, type Sending } from '../support/created.ts';
import type { Fields } from '../support/made.ts';
import { someGoals, someUsers } from '../support/people.ts';
import { spread } from '../support/spread.ts';
import { TEXTS } from '../support/texts.ts';

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

/** Days that a careless conversion between time zones or months moves. */
function days(): string[] {
  const next = new Date().getUTCFullYear() + 1;
  const leap = next + ((4 - (next % 4)) % 4);
  return [`${next}-12-31`, `${next + 1}-01-01`, `${leap}-02-29`, `${next}-03-01`, `${next}-10-31`];
}

/** Another status and another kind of parent than the samples of the specification, as tasks of the account have them. */
async function otherValues(t: Context): Promise<{ status: JsonRecord; parent: JsonRecord }> {
  const { items } = await collection(t, 'tasks.list');
  const status = items.map((task) => task.status).find((value) => typeof value === 'string' && value !== 'todo');
  const parent = items.find(({ parentId, parentType }) => parentId && parentType && parentType !== 'goal');
  return {
    status: status === undefined ? {} : { status },
    parent: parent ? { parentId: parent.parentId, parentType: parent.parentType } : {},
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
    { body: two, as: second },
    { body: { ...three, ...other.status }, as: 'first', fallback: three },
    { body: { ...four, ...other.parent }, as: second, fallback: four },
  ];
}

/** The tasks of the batch. */
export const createdTasks = (t: Context): Promise<Created> => createOnce(t, 'task', () => sendings(t));

/** The same, also where the target made none of them in spite of its success. */
export const attemptedTasks = (t: Context): Promise<Created> => attemptOnce(t, 'task', () => sendings(t));
