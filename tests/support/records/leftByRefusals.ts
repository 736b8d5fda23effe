/** Whether records are there although their creates were refused, whatever for: looked for together when a batch has ended. */
import { kind, requirement, withArticle } from '../../../schemas/contract.ts';
import { type Check, check } from '../engine/check.ts';
import type { RefusedCreate } from '../engine/refusedCreates.ts';
import { readAll, withMarks } from './runMarkers.ts';

const REQUIREMENTS = ['general.refused-not-created', 'customFields.refused-not-created'];

/** A check for each kind whose requirement speaks of refused creates. It fails, or has nothing to say. */
export function leftByRefusals(refused: ReadonlyMap<string, readonly RefusedCreate[]>): Check[] {
  return [...refused].flatMap(([kindName, all]) => {
    const { create = '', title } = kind(kindName);
    const id = REQUIREMENTS.find((one) => requirement(one).operations.includes(create));
    if (id === undefined || all.length === 0) return [];
    const run: Check['run'] = async (t) => {
      const { items } = await readAll(t, kindName, 'first', true);
      for (const { marks, answer } of all) {
        const [found] = withMarks(items, marks);
        t.expect(!found, `${withArticle(title)} is there although its create was refused`, {
          expected: 'nothing in the list',
          received: found,
          exchange: answer,
        });
      }
    };
    return [check(`${create} leaves nothing of whatever it refuses`, id, run, [create])];
  });
}
