/** Bodies with other expressions than the fixtures give to a read that takes them from there (gap 1). */
import { isRecord, type Operation } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { OTHER_PARAMETERS } from '../support/lists/otherParameters.ts';
import { givenBody } from '../support/records/givenBodies.ts';

const { filter = '', sort, fields, skip, limit } = OTHER_PARAMETERS;

/** The expressions as a body may hold them. */
const EXPRESSIONS: Readonly<Record<string, unknown>> = {
  filter: JSON.parse(filter),
  sort,
  fields,
  skip: Number(skip),
  limit: Number(limit),
};

/**
 * The body with other values of the expressions that it has, or with a size where it has none, and one with all expressions:
 * a target may refuse what it does not know. None without fixtures, since a target need not take a body at all.
 */
export async function otherBodies(t: Context, { method, fixtureBody }: Operation): Promise<unknown[]> {
  const given = method === 'GET' && fixtureBody !== undefined ? await givenBody(t, fixtureBody) : undefined;
  if (!isRecord(given)) return [];
  const own = Object.keys(given).filter((name) => EXPRESSIONS[name] !== undefined);
  const names = own.length > 0 ? own : ['limit'];
  const others = Object.fromEntries(names.map((name) => [name, EXPRESSIONS[name]]));
  return [
    { ...given, ...others },
    { ...given, ...EXPRESSIONS },
  ];
}
