/** Before a run: is there a Goal-Management service at BASE_URL, and are tokens and accounts what the settings say? */
import { type Fixtures, groups, SettingsError } from '../../../schemas/contract.ts';
import { givenActors } from './actors.ts';
import type { Carrier, Client } from './client.ts';
import { type Doubts, lookAtFixtures } from './preflight/fixtures.ts';
import {
  onePerGroup,
  type Reached,
  type Reading,
  readingClient,
  readWithoutId,
  tryRead,
} from './preflight/readings.ts';
import { unanswered, wrongAddress } from './preflight/unreached.ts';
import { mayMore, permissionsOf, sameTwice, wrongActor, wrongFirst } from './preflight/users.ts';
import type { Answer } from './wire.ts';

const EFFECTIVE = 'permissions.effectiveAndAllowedActions';

/** What is wrong with the limited user, or only doubtful: one who may all that the first may is of no use. */
function limitedUser(
  limited: readonly Reading[],
  firsts: readonly Reading[],
  { facts }: Fixtures,
): { wrong?: string; doubt?: string } {
  const more = mayMore(limited, firsts);
  if (more)
    return {
      wrong: `ACCESS_TOKEN: its user is refused ${more.operation} (403), which the user of LIMITED_ACCESS_TOKEN may do: the two tokens are swapped. Swap them.`,
    };
  const permitted = limited.length > 0 && limited.every(({ answer }) => answer?.ok);
  if (!permitted || (facts.notPermitted ?? []).length > 0) return {};
  const listOf = (all: readonly Reading[]) =>
    all.filter(({ operation }) => operation === EFFECTIVE).flatMap((one) => permissionsOf(one) ?? []);
  const [own, whole] = [listOf(limited), listOf(firsts)];
  const may = `its user may all that the first may: ${limited.length} readings, each with success`;
  const give = 'Give a user who lacks permissions, or unset LIMITED_ACCESS_TOKEN';
  if (whole.length > 0 && whole.every((one) => own.includes(one)))
    return { wrong: `LIMITED_ACCESS_TOKEN: ${may}, and the same effective permissions. ${give}.` };
  return {
    doubt: `LIMITED_ACCESS_TOKEN: ${may}. ${give}, or say under facts.notPermitted in FIXTURES what the user may not do.`,
  };
}

/** So few readings may all be of something that is broken: operations of other groups are heard as well. */
const FEW = 3;

async function witnesses(client: Client, { groups: claimed }: Reached): Promise<Answer[]> {
  const others = groups.map(({ id }) => id).filter((id) => !claimed.includes(id));
  const found = await Promise.all(onePerGroup(readWithoutId(others)).map((operation) => tryRead(client, operation)));
  return found.flatMap(({ answer }) => answer ?? []);
}

async function firstUser(client: Client, settings: Reached): Promise<Reading[]> {
  const readings = await Promise.all(readWithoutId(settings.groups).map((operation) => tryRead(client, operation)));
  const answers = readings.flatMap(({ answer }) => answer ?? []);
  const [unreached] = readings.flatMap(({ error }) => error ?? []);
  if (answers.length === 0 && unreached) throw new SettingsError(unanswered(unreached, settings));
  // A wrong account may hide everything, as a wrong path does: it is looked for first.
  const heard = answers.length < FEW ? [...answers, ...(await witnesses(client, settings))] : answers;
  const wrong = (await wrongFirst(readings, client, settings)) ?? (await wrongAddress(heard, settings));
  if (wrong !== undefined) throw new SettingsError(wrong);
  return readings;
}

/**
 * Asks every claimed group as each user, reading only.
 * @param carrier takes the place of connections to the target
 * @returns what is doubtful, and may be meant so
 * @throws SettingsError with one message when the set-up can't be right
 */
export async function preflight(settings: Reached, fixtures: Fixtures, carrier?: Carrier): Promise<Doubts> {
  const same = sameTwice(settings);
  if (same !== undefined) throw new SettingsError(same);
  const client = readingClient(settings, carrier);
  const doubts: string[] = [];
  try {
    const firsts = await firstUser(client, settings);
    const all = readWithoutId(settings.groups);
    for (const actor of givenActors({ settings }).filter((one) => one !== 'first')) {
      const inFull = settings.profile !== 'smoke' && (actor === 'limited' || actor === 'second');
      const asked = inFull ? all : onePerGroup(all);
      const readings = await Promise.all(asked.map((operation) => tryRead(client, operation, { as: actor })));
      const known = readings.filter(({ error }) => error === undefined);
      const found = actor === 'limited' ? limitedUser(known, firsts, fixtures) : {};
      const wrong = (await wrongActor(actor, known, firsts, client, settings)) ?? found.wrong;
      if (wrong !== undefined) throw new SettingsError(wrong);
      if (found.doubt !== undefined) doubts.push(found.doubt);
    }
    const { warnings, places, requests } = await lookAtFixtures(settings, fixtures, carrier);
    return { warnings: [...doubts, ...warnings], places, requests: requests + client.sent() };
  } finally {
    await client.close();
  }
}
