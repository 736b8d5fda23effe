/** Records that others embed: they say what the record says where it is read by itself. Section "Resources / Conventions". */
import { spread } from './agree.ts';
import type { Answer } from './client.ts';
import { collection } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { NotApplicable } from './outcome.ts';
import { expectSameUser, userWith } from './people.ts';
import { isRecord } from './subjects.ts';

const MOST = 6;
/** How a record is called, whichever it has. */
const NAMES = ['name', 'title'];

interface Shown {
  record: JsonRecord;
  answer: Answer;
}

const recordsIn = (value: unknown): JsonRecord[] =>
  [value].flat().filter((entry): entry is JsonRecord => isRecord(entry) && typeof entry.id === 'string');

/** The records of one kind that these embed, each id once. */
function embedded(shown: readonly Shown[], pick: (record: JsonRecord) => unknown): Shown[] {
  const found = shown.flatMap(({ record, answer }) => recordsIn(pick(record)).map((one) => ({ record: one, answer })));
  const seen = new Map(found.map((one) => [one.record.id, one]));
  return spread([...seen.values()], MOST);
}

function expectSameName(t: Context, { record, answer }: Shown, whole: JsonRecord, what: string): void {
  for (const field of NAMES) {
    if (record[field] === undefined || whole[field] === undefined) continue;
    t.expect(record[field] === whole[field], `${what} is called otherwise than where it is read by itself`, {
      expected: whole[field],
      received: record[field],
      at: `/${field}`,
      exchange: answer,
    });
  }
}

async function byId(t: Context, operation: string, kindName: string, id: string): Promise<JsonRecord | undefined> {
  const answer = await t.send(operation, at(kindName, id));
  return answer.ok && isRecord(answer.json) ? (withoutNulls(answer.json) as JsonRecord) : undefined;
}

async function inList(t: Context, operation: string, id: unknown): Promise<JsonRecord | undefined> {
  const query = operation === 'sessions.list' ? { query: { includeDemo: 'true' } } : {};
  return (await collection(t, operation, query)).items.find((item) => item.id === id);
}

/** Tags nest, so that a tag may stand below another one. */
function below(tags: readonly JsonRecord[]): JsonRecord[] {
  return tags.flatMap((tag) => [tag, ...below(recordsIn(tag.items))]);
}

const linked = (kindName: string) => (record: JsonRecord) => {
  const { expanded } = isRecord(record.links) ? record.links : {};
  return isRecord(expanded) ? expanded[kindName] : undefined;
};

/**
 * Judges that assignees, tags and linked records have the names that they have by themselves.
 * @param what names the records that embed them
 */
export async function expectEmbeddedAgree(t: Context, shown: readonly Shown[], what: string): Promise<void> {
  let seen = 0;
  const judge = async (
    pick: (record: JsonRecord) => unknown,
    title: string,
    find: (id: string) => Promise<JsonRecord | undefined>,
  ) => {
    for (const one of embedded(shown, pick)) {
      const whole = await find(String(one.record.id));
      if (!whole) continue;
      seen++;
      expectSameName(t, one, whole, `${title} in ${what}`);
    }
  };
  const people = embedded(shown, ({ assignee, assignees }) => [assignee, assignees].flat());
  for (const { record, answer } of people) {
    const found = await userWith(t, String(record.id));
    if (!found) continue;
    seen++;
    expectSameUser(t, record, found.user, `an assignee in ${what}`, answer);
  }
  const tags =
    embedded(shown, ({ tags: value }) => value).length > 0
      ? below((await collection(t, 'tags.list')).items as JsonRecord[])
      : [];
  await judge(
    ({ tags: value }) => value,
    'a tag',
    async (id) => tags.find((tag) => tag.id === id),
  );
  await judge(linked('kpis'), 'a linked KPI', (id) => byId(t, 'kpis.get', 'kpi', id));
  await judge(linked('metrics'), 'a linked key result', (id) => inList(t, 'metrics.list', id));
  await judge(linked('sessions'), 'a linked session', (id) => inList(t, 'sessions.list', id));
  if (seen === 0) throw new NotApplicable('no embedded record is shown that can be read by itself');
}
