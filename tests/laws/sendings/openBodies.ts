/** Records made with bodies that only the fixtures can give: which they are is told from what was new in the body. */
import { kind } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { type Creation, create, madeBy } from '../../support/records/openCreations.ts';
import type { Send } from '../../support/records/sharedCreations.ts';

/** What came of each body that was sent, with the whole list before and after it. */
export const creationsOf = (t: Context, kindName: string): Promise<Creation[]> =>
  t.once(`creations/${kindName}`, async () => []);

export const sendOpen =
  (kindName: string): Send =>
  async (t, body, as) => {
    const creation = await create(t, kindName, kind(kindName).create as string, body, as);
    (await creationsOf(t, kindName)).push(creation);
    return { answer: creation.answer, list: creation.atOnce, made: madeBy(t, creation).map((one) => ({ ...one, as })) };
  };
