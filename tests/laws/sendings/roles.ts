/** The only roles that the laws make: none can be deleted. Section "Endpoints / Roles". */
import type { Context } from '../../support/engine/context.ts';
import type { Actor } from '../../support/http/client.ts';
import { freeBody, lessTold, neededBody, retold } from '../../support/records/learnedBodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { alike, special, ZERO } from './texts.ts';

export async function roleSendings(t: Context): Promise<Sending[]> {
  const second: Actor = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  const [one, two] = alike(t, 'Body', 2) as [string, string];
  const body = (unique: string) => neededBody(t, 'createRole', { unique: () => unique });
  const first = await body(one);
  const digits = await body(t.names.digits());
  const name = `${two} ${special(t, 'Body')}`;
  return [
    { body: first, as: 'first', fallbacks: [{ body: await neededBody(t, 'createRole'), without: 'value' }] },
    {
      // Which names are taken is open, as the body is.
      body: await freeBody(t, 'createRole', 'role', { unique: () => name }),
      as: second,
      fallbacks: [
        { body: await body(name), without: 'value' },
        { body: await body(two), without: 'value' },
        { body: await neededBody(t, 'createRole'), without: 'value' },
      ],
    },
    // Whether a name may have no letter is open, and whether it may stand without a description.
    {
      body: lessTold(digits, 'role'),
      as: 'first',
      fallbacks: [
        { body: digits, without: 'value' },
        { body: await neededBody(t, 'createRole'), without: 'value' },
      ],
    },
    // Whether two roles may have one name is open, too; where they may, neither tells what the other is.
    { body: retold(first, 'role', ZERO), as: 'first', open: true },
  ];
}
