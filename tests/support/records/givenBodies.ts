/** Bodies that the fixtures give. */
import type { Context } from '../engine/context.ts';
import { ids } from './identifiers.ts';
import { filled, type Templates } from './templates.ts';

/**
 * A value of the fixtures with its templates filled in.
 * @param written how an id is written there: in a path it is encoded
 * @param nth which of the known ids is taken, from 0; after the last one the first again
 */
export async function withValues(
  t: Context,
  given: unknown,
  values: Partial<Templates>,
  written = (id: string) => id,
  nth = 0,
): Promise<unknown> {
  const wanted = [...JSON.stringify(given).matchAll(/\{\{id:([\w.]+)\}\}/g)].map((match) => match[1] as string);
  const found = await Promise.all(
    wanted.map(async (kindName) => {
      const known = t.fixtures.ids[kindName] ?? (await ids(t, kindName));
      return [kindName, written(known[nth % known.length] as string)] as const;
    }),
  );
  return filled(given, {
    // Letters of both cases, so that a text that is kept in one alone is seen.
    unique: () => t.names.next('Body'),
    email: () => t.names.email(),
    ...values,
    ids: Object.fromEntries(found),
  });
}

/**
 * A body of the fixtures with its templates filled in; undefined when the fixtures have none.
 * @param nth which of the known ids its templates take
 */
export async function givenBody(t: Context, name: string, values: Partial<Templates> = {}, nth = 0): Promise<unknown> {
  const given = t.fixtures.bodies[name];
  return given === undefined ? undefined : withValues(t, given, values, undefined, nth);
}
