/** Before a run: is there a Goal-Management service at BASE_URL, and does it take the token? */
import { operations, type Settings, SettingsError } from '../../../schemas/contract.ts';
import { NotTested } from '../engine/outcome.ts';
import { createClient } from './client.ts';

const PROBES = 4;

/**
 * Asks a few list operations of the claimed groups.
 * @throws SettingsError when nothing answers, when every answer is HTML, or when the token is refused everywhere
 */
export async function preflight(settings: Settings & { baseUrl: string }): Promise<void> {
  const probes = operations
    .filter(
      ({ method, group, parameters }) =>
        method === 'GET' && settings.groups.includes(group) && !parameters.some((parameter) => parameter.in === 'path'),
    )
    .slice(0, PROBES);
  const client = createClient({ ...settings, allowWrites: false });
  try {
    const answers = await Promise.all(probes.map(({ id }) => client.send(id)));
    const every = (test: (answer: (typeof answers)[number]) => boolean) => answers.length > 0 && answers.every(test);
    if (every((answer) => answer.json === undefined && /^\s*</.test(answer.responseBody))) {
      const [{ url, status }] = answers as [(typeof answers)[number]];
      throw new SettingsError(
        `BASE_URL: ${url} answers ${status} with HTML, not JSON. Check the address and its path prefix: it must be that of the API, not of its web page.`,
      );
    }
    if (every((answer) => answer.status === 401)) {
      throw new SettingsError(
        `ACCESS_TOKEN: the target refuses it (401 for ${answers.map(({ url }) => url).join(', ')}). Give a token that is valid, of a user with every permission.`,
      );
    }
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    throw new SettingsError(
      `BASE_URL: the target cannot be reached: ${error.message}. Start it, or check the address.`,
    );
  } finally {
    await client.close();
  }
}
