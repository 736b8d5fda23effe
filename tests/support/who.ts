/** Which user an actor is: told by what the actor makes, since no operation says it of itself. */
import type { Actor } from './client.ts';
import type { Context } from './context.ts';
import { NotTested } from './outcome.ts';
import { make } from './subjects.ts';

/** The id of an actor's user; undefined where nothing tells it. */
export function userIdOf(t: Context, as: Actor = 'first'): Promise<string | undefined> {
  return t.once(`user id/${as}`, async () => {
    if (!t.claims('kpiGroups') || !t.settings.allowWrites) return undefined;
    try {
      const { createdById } = (await make(t, 'kpiGroup', {}, as)).record;
      return typeof createdById === 'string' ? createdById : undefined;
    } catch (error) {
      if (error instanceof NotTested) return undefined;
      throw error;
    }
  });
}
