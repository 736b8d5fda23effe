/** Which sessions stand below others. Sections "Session" (parentId), "What the service does": sessions contain goals. */
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { sessionsWith } from './demo.ts';

export interface Below {
  /** Whether a session stands below another one, by the parents that the list shows. */
  isBelow(id: unknown, above: unknown): boolean;
  /** Whether any session of the list stands below this one. */
  hasBelow(above: unknown): boolean;
}

export async function sessionsBelow(t: Context): Promise<Below> {
  const { items } = await unlessUntested(sessionsWith(t, 'true'), { items: [] });
  const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const isBelow: Below['isBelow'] = (id, above) => {
    const passed = new Set<unknown>();
    for (let at = parents.get(id); at !== undefined && !passed.has(at); at = parents.get(at)) {
      if (at === above) return true;
      passed.add(at);
    }
    return false;
  };
  return { isBelow, hasBelow: (above) => [...parents.values()].includes(above) };
}
