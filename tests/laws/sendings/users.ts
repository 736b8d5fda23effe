/** The only users that the laws make: one, then several by the second user. None can be deleted. Section "Endpoints / Users". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { LONG_AGO, NO_USER } from '../../support/domain/ownFields.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { strings } from '../../support/records/answers.ts';
import { shownBy } from '../../support/records/identifiers.ts';
import { bodyTemplate, freeBody, knownBody, neededBody } from '../../support/records/learnedBodies.ts';
import { entriesSent, withEntries } from '../../support/records/openCreations.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { special } from './texts.ts';

/** The address with a part that only its owner minds, and that some services drop or read as a blank. */
const tagged = (email: string): string => email.replace('@', '+goals.2@');

/** What the service alone says of who made a user, and when. */
const FORGED_USER: JsonRecord = { createdById: NO_USER, invitedBy: NO_USER, dateCreated: LONG_AGO };

/** Languages of users of the account, each once: those of one request can then be told apart. */
const spoken = async (t: Context): Promise<readonly string[]> =>
  [...new Set(strings((await unlessUntested(shownBy(t, 'users.list'), [])).map(({ language }) => language)))].slice(
    0,
    3,
  );

/** The body with further fields in each user of it. */
function each(body: unknown, further: (nth: number) => JsonRecord): unknown {
  const all = entriesSent(body).map((one, nth) => ({ ...one, ...further(nth) }));
  return withEntries(body, all) ?? (isRecord(body) ? { ...body, ...further(0) } : body);
}

/** The body of two users with a third: who stores several in parts may lose what is left over. */
async function withThird(
  t: Context,
  name: string,
  body: unknown,
  values: Parameters<typeof freeBody>[3],
): Promise<unknown> {
  const all = entriesSent(body);
  const [third] = all.length === 2 ? entriesSent(await freeBody(t, name, 'user', values)) : [];
  return third === undefined ? body : (withEntries(body, [...all, third]) ?? body);
}

export async function userSendings(t: Context): Promise<Sending[]> {
  const second: Actor = anotherOrFirst(t);
  const name = (await bodyTemplate(t, 'createUsers')) === undefined ? 'createUser' : 'createUsers';
  const email = () => tagged(t.names.email());
  const languages = await spoken(t);
  const speaking = (nth: number): JsonRecord =>
    languages.length < 2 ? {} : { language: languages[nth % languages.length] };
  const odd = { unique: () => special(t, 'Body'), email };
  const names = [special(t, 'Body'), t.names.digits()];
  const withDigits = { unique: () => names.shift() ?? special(t, 'Body'), email };
  const [texts, digits] = [await freeBody(t, name, 'user', odd), await freeBody(t, name, 'user', withDigits)];
  const three = await withThird(t, name, digits, { email });
  const forged = (nth: number): JsonRecord => ({ ...speaking(nth), ...FORGED_USER });
  return [
    {
      body: await neededBody(t, 'createUser', { email }),
      as: 'first',
      fallbacks: [{ body: await neededBody(t, 'createUser'), without: 'value' }],
    },
    {
      body: each(three, forged),
      as: second,
      // Which fields, names and addresses are taken is open, as the body is; also how many, and whether a name may have no letter.
      fallbacks: [
        ...(three === digits ? [] : [{ body: each(digits, forged), without: 'value' as const }]),
        { body: each(digits, speaking), without: 'value' },
        { body: each(texts, forged), without: 'value' },
        { body: each(texts, speaking), without: 'value' },
        { body: texts, without: 'value' },
        { body: await knownBody(t, name, odd), without: 'value' },
        { body: await knownBody(t, name, { email }), without: 'value' },
        { body: await knownBody(t, name), without: 'value' },
      ],
    },
  ];
}
