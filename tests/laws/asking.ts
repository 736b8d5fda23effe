/** Reads change nothing: a created record stays as it was, whatever is asked. Section "What the service does". */
import { kind } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { eventually } from '../support/engine/retry.ts';
import type { RequestInput } from '../support/http/client.ts';
import { OTHERWISE } from '../support/lists/otherwise.ts';
import { queryOf } from '../support/lists/readList.ts';
import { required } from '../support/records/answers.ts';
import { sentFields } from '../support/records/creationErrors.ts';
import { created } from './created.ts';
import { readViews } from './views.ts';

const otherwise = (operationId: string): Record<string, string>[] =>
  queryOf(operationId).flatMap((name) => (OTHERWISE[name] === undefined ? [] : [{ [name]: OTHERWISE[name] }]));

/** Requests for the list and for the records, each with a parameter that makes its answer another one. */
function asked(kindName: string, ids: readonly string[]): [string, RequestInput][] {
  const { list = '', get = '', parameter = 'id' } = kind(kindName);
  const { query } = required(list);
  return [
    ...otherwise(list).map((other): [string, RequestInput] => [list, { query: { ...query, ...other } }]),
    ...ids.flatMap((id) =>
      otherwise(get).map((other): [string, RequestInput] => [get, { params: { [parameter]: id }, query: other }]),
    ),
  ];
}

/** Created records are read, the list and the records are asked for in every other way, and they are read again. */
export async function keptByReads(t: Context, kindName: string): Promise<void> {
  const { made } = await created(t, kindName);
  const { title } = kind(kindName);
  const fields = sentFields(kindName).map(({ shown }) => shown);
  const before = await eventually(t, (s) => readViews(s, kindName, made));
  await Promise.all(
    asked(
      kindName,
      made.map(({ id }) => id),
    ).map(([id, input]) => t.send(id, input)),
  );
  await eventually(t, async (s) => {
    const after = await readViews(s, kindName, made);
    for (const [i, { record }] of before.entries())
      for (const field of fields.filter((name) => record[name] !== undefined))
        s.field(after[i]?.record ?? {}, field, record[field], `reads have changed the ${field} of a ${title}`);
  });
}
