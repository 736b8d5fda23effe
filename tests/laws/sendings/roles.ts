/** The only roles that the laws make: none can be deleted. Section "Endpoints / Roles". */
import type { Context } from '../../support/engine/context.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { freeBody, neededBody, retold, withoutTexts } from '../../support/records/learnedBodies.ts';
import type { Fallback, Sending } from '../../support/records/sharedCreations.ts';
import { alike, plain, special, ZERO } from './texts.ts';

export async function roleSendings(t: Context): Promise<Sending[]> {
  const second: Actor = anotherOrFirst(t);
  const [one, two, three] = alike(t, 'Body', 3) as [string, string, string];
  const body = (unique: string) => neededBody(t, 'createRole', { unique: () => unique });
  const [first, digits, other] = await Promise.all([one, t.names.digits(), three].map(body));
  const plainly = async (): Promise<Fallback> => ({ body: await neededBody(t, 'createRole'), without: 'value' });
  const name = `${two} ${special(t, 'Body')}`;
  return [
    {
      // Whether a text may be as short as that is open.
      body: retold(first, 'role', ZERO),
      as: 'first',
      fallbacks: [{ body: first, without: 'value' }, await plainly()],
    },
    {
      // Which names are taken is open, as the body is.
      body: await freeBody(t, 'createRole', 'role', { unique: () => name }),
      as: second,
      fallbacks: [
        { body: await body(name), without: 'value' },
        { body: await body(two), without: 'value' },
        await plainly(),
      ],
      namesFirst: true,
      // It has another name than the first one, which nothing may change.
      next: true,
    },
    // Whether a name may have no letter is open, and whether a role needs a description: the one before has its own.
    {
      body: withoutTexts(digits, 'role'),
      as: 'first',
      fallbacks: [{ body: digits, without: 'value' }, await plainly()],
    },
    // The name alone tells it from the first.
    {
      body: retold(other, 'role', ZERO),
      as: 'first',
      fallbacks: [{ body: other, without: 'value' }, await plainly()],
    },
    // Whether two roles may have one name is open, too; where they may, neither tells what the other is.
    { body: retold(first, 'role', plain(t, 'role')), as: 'first', open: true },
  ];
}
