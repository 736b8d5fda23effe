/** The only users that the laws make: one, then several by the second user. None can be deleted. Section "Endpoints / Users". */
import type { Context } from '../../support/engine/context.ts';
import type { Actor } from '../../support/http/client.ts';
import { bodyTemplate, freeBody, knownBody, neededBody } from '../../support/records/learnedBodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { special } from './texts.ts';

/** The address with a part that only its owner minds, and that some services drop or read as a blank. */
const tagged = (email: string): string => email.replace('@', '+goals.2@');

export async function userSendings(t: Context): Promise<Sending[]> {
  const second: Actor = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  const name = (await bodyTemplate(t, 'createUsers')) === undefined ? 'createUser' : 'createUsers';
  const email = () => tagged(t.names.email());
  const odd = { unique: () => special(t, 'Body'), email };
  return [
    {
      body: await neededBody(t, 'createUser', { email }),
      as: 'first',
      fallbacks: [{ body: await neededBody(t, 'createUser'), without: 'value' }],
    },
    {
      body: await freeBody(t, name, 'user', odd),
      as: second,
      // Which names and addresses are taken is open, as the body is.
      fallbacks: [
        { body: await knownBody(t, name, odd), without: 'value' },
        { body: await knownBody(t, name, { email }), without: 'value' },
        { body: await knownBody(t, name), without: 'value' },
      ],
    },
  ];
}
