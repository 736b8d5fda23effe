/**
 * `npm run serve`: starts the reference server and prints one JSON line with its settings.
 * Options: --port, --seed, --delay (milliseconds that every answer waits).
 */
import { parseArgs } from 'node:util';
import { start } from './start.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    delay: { type: 'string', default: '0' },
  },
});
const [port, seed, delay] = [values.port, values.seed, values.delay].map(Number) as [number, number, number];
const { settings } = await start({ port, seed, seams: { delay } });
process.stdout.write(`${JSON.stringify(settings)}\n`);
