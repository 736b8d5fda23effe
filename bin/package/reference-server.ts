/** `goal-conformance/reference-server`: a server that conforms, as a mock for front ends and for integration tests. */
import { start as startServer } from '../../reference-server/start.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';

export { MAIN as defaultSize, type Size } from '../../reference-server/store/sample/sizes.ts';

export interface ServerOptions {
  /** Where it listens on 127.0.0.1; 0 or nothing stands for a free port. */
  port?: number;
  /** The same seed gives the same records. */
  seed?: number;
  /** Numbers of records that the main account has instead of the usual ones. */
  size?: Partial<Size>;
  /** Milliseconds that every answer waits. */
  delay?: number;
}

export interface RunningServer {
  baseUrl: string;
  /** Sent in the header `service-accountId`. */
  accountId: string;
  /** Sent as a bearer token; the user has every permission. */
  accessToken: string;
  /** All that a run needs to judge this server, by the names of the environment. */
  settings: Readonly<Record<string, string>>;
  /** Answers what is in flight, and closes. */
  stop: () => Promise<void>;
}

/** Starts a server with sample data of its own; what is written to it is gone when it stops. */
export async function start({ delay = 0, ...options }: ServerOptions = {}): Promise<RunningServer> {
  const { server, settings } = await startServer({ ...options, seams: { delay } });
  const { BASE_URL: baseUrl = '', ACCOUNT_ID: accountId = '', ACCESS_TOKEN: accessToken = '' } = settings;
  return { baseUrl, accountId, accessToken, settings, stop: () => server.stop() };
}
