/** One kind of record in a list and by id. */
import { kind } from '../../schemas/contract.ts';
import { expectAgreement, expectEachOnce, spread } from './agree.ts';
import { collection } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { steadily } from './steadily.ts';
import { isRecord } from './subjects.ts';

const MOST = 8;

/** The record in an answer to a read by id; an employee stands under info. */
const recordIn = (json: unknown): JsonRecord | undefined =>
  isRecord(json) ? (isRecord(json.info) && json.id === undefined ? json.info : json) : undefined;

/** Records of the list, from all over it, and `also` by their ids. */
async function chosen(t: Context, kindName: string, also: readonly string[]): Promise<JsonRecord[]> {
  const { list = '', id } = kind(kindName);
  const { items } = await collection(t, list);
  const found = [
    ...spread(
      items.filter((item) => typeof item[id] === 'string'),
      MOST,
    ),
    ...items.filter((item) => also.includes(String(item[id]))),
  ];
  if (found.length === 0)
    throw new NotTested(`${list} shows no record`, `an account with a record of kind ${kindName}`);
  return [...new Set(found)];
}

/** Judges that reading by id gives the record with that id, for records of the list and of the fixtures. */
export function expectReadById(t: Context, kindName: string, also: readonly string[] = []): Promise<void> {
  const { get = '', id: idField } = kind(kindName);
  const given = t.fixtures.ids[kindName] ?? [];
  return steadily(t, async (s) => {
    const known = await chosen(s, kindName, also).catch((error) => {
      if (error instanceof NotTested && given.length + also.length > 0) return [];
      throw error;
    });
    const ids = new Set([...known.map((item) => String(item[idField])), ...spread(given, 3), ...also]);
    await Promise.all(
      [...ids].map(async (id) => {
        const answer = await s.ok(get, at(kindName, id));
        const { [idField]: received = id } = recordIn(answer.json) ?? { [idField]: 'no record' };
        s.expect(received === id, 'the record that is read is not the one that was asked for', {
          expected: id,
          received,
          at: `/${idField}`,
          exchange: answer,
        });
      }),
    );
  });
}

/** Judges that the list shows each record once, and the same of it as the read by id. */
export function expectViewsAgree(t: Context, kindName: string, also: readonly string[] = []): Promise<void> {
  const { list = '', get = '', id: idField, title } = kind(kindName);
  return steadily(t, async (s) => {
    const { items, answer: listing } = await collection(s, list);
    expectEachOnce(s, items, `the list shows a ${title} twice`, listing);
    let seen = 0;
    await Promise.all(
      (await chosen(s, kindName, also)).map(async (item) => {
        const answer = await s.send(get, at(kindName, String(item[idField])));
        if (!answer.ok) return;
        seen++;
        const record = recordIn(answer.json) ?? {};
        expectAgreement(
          s,
          item,
          withoutNulls(record),
          `a ${title} is shown differently by id than in the list`,
          answer,
        );
      }),
    );
    if (seen === 0) throw new NotTested(`${get} succeeds for no id of the list`, `a target whose ${get} succeeds`);
  });
}
