/** Every fixture is looked at before anything is judged, reading only: what is surely wrong ends the run. */
import { type Fixtures, SettingsError } from '../../../../schemas/contract.ts';
import type { Carrier } from '../client.ts';
import { lackingTemplates, narrowing } from './fixtures/bodies.ts';
import { lookAtNone, lookAtOffers, lookAtUsers } from './fixtures/declared.ts';
import { createLook, type Finding } from './fixtures/finding.ts';
import { lookAtIds } from './fixtures/ids.ts';
import { type Reached, readingClient } from './readings.ts';

const SHOWN = 10;

const line = ({ place, words }: Finding) => `FIXTURES: ${place}: ${words}`;

/** One message for all that is surely wrong. */
function refusal(wrong: readonly Finding[]): string {
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more.`] : [];
  return [...wrong.slice(0, SHOWN).map(line), ...more].join('\n');
}

/** What could not be confirmed, in a line for each list of ids. */
function doubtsOf(doubts: readonly Finding[]): string[] {
  const listOf = ({ place }: Finding) => place.replace(/\/\d+(\/\w+)?$/, '');
  const lists = [...new Set(doubts.map(listOf))];
  return lists.map((list) => {
    const those = doubts.filter((one) => listOf(one) === list);
    const [first] = those as [Finding];
    return `${line(first)}${those.length > 1 ? ` So are ${those.length - 1} more in ${list}.` : ''}`;
  });
}

/** What could not be confirmed: in words, and each place by itself. */
export interface Doubts {
  warnings: string[];
  places: string[];
  /** How many requests it took to find out. */
  requests: number;
}

/**
 * @param carrier takes the place of connections to the target
 * @returns what could not be confirmed
 * @throws SettingsError when the target's own answers, or the fixtures themselves, contradict one
 */
export async function lookAtFixtures(settings: Reached, fixtures: Fixtures, carrier?: Carrier): Promise<Doubts> {
  const client = readingClient(settings, carrier);
  try {
    const look = createLook(settings, fixtures, client);
    const found = [
      ...lackingTemplates(fixtures.bodies),
      ...(
        await Promise.all([lookAtIds(look), narrowing(look), lookAtNone(look), lookAtOffers(look), lookAtUsers(look)])
      ).flat(),
    ];
    const wrong = found.filter(({ sure }) => sure);
    if (wrong.length > 0) throw new SettingsError(refusal(wrong));
    const doubts = found.filter(({ sure }) => !sure);
    return { warnings: doubtsOf(doubts), places: doubts.map(({ place }) => place), requests: client.sent() };
  } finally {
    await client.close();
  }
}
