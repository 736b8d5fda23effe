/** Starts a reference server and says how to reach and judge it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferenceServer, listen, type ReferenceServer, type Seams } from './server.ts';
import type { World } from './store/account.ts';
import { fixturesFor, settingsFor } from './store/fixtures.ts';
import { type Sample, sampleWorld } from './store/sample.ts';

export interface Started {
  server: ReferenceServer;
  world: World;
  /** Settings of the suite that judge this server, BASE_URL among them. */
  settings: Record<string, string>;
}

type Options = Sample & { port?: number; seams?: Seams };

/** Starts the server on 127.0.0.1, after what is done first: what fails there leaves no server that listens. */
async function listening(
  { port = 0, seams = {}, ...sample }: Options,
  first: (server: ReferenceServer, world: World) => Record<string, string>,
): Promise<Started> {
  const world = sampleWorld(sample);
  const server = createReferenceServer(world, seams);
  const more = first(server, world);
  return { server, world, settings: { BASE_URL: await listen(server, port), ...settingsFor(world), ...more } };
}

/** Writes the fixtures file into a folder that goes when the server closes. */
function withFixtures(server: ReferenceServer, world: World): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-'));
  server.once('close', () => rmSync(folder, { recursive: true, force: true }));
  const fixtures = join(folder, 'fixtures.json');
  writeFileSync(fixtures, `${JSON.stringify(fixturesFor(world), null, 2)}\n`);
  return { FIXTURES: fixtures };
}

/** Starts the server on 127.0.0.1; its settings name no fixtures file. */
export const startWithoutFixtures = (options: Options = {}): Promise<Started> => listening(options, () => ({}));

/**
 * Starts the server on 127.0.0.1 and writes its fixtures file into a folder of its own under the system's temporary one;
 * the folder goes when the server closes.
 */
export const start = (options: Options = {}): Promise<Started> => listening(options, withFixtures);
