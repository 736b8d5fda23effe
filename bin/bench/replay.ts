/** The floor of a run: its requests, sent by undici alone. */
import { type Dispatcher, Pool } from 'undici';
import type { Recording } from './serving.ts';

/** Sends the recorded requests in their order, over as many connections. */
export async function replay(
  baseUrl: string,
  { requests, connections }: Recording,
): Promise<{ seconds: number; alike: number }> {
  const pool = new Pool(baseUrl, { connections });
  const waiting = requests.values();
  let alike = 0;
  async function client(): Promise<void> {
    for (const { method, path, headers, body = null, status } of waiting) {
      const answer = await pool.request({ method: method as Dispatcher.HttpMethod, path, headers, body });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      if (answer.statusCode === status) alike++;
    }
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return { seconds, alike: alike / requests.length };
}
