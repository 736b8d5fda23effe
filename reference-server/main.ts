/** `npm run serve`: starts the reference server and prints one JSON line with its settings. Options: --port, --seed. */
import { parseArgs } from 'node:util';
import { start } from './start.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
});
const { settings } = await start({ port: Number(values.port), seed: Number(values.seed) });
process.stdout.write(`${JSON.stringify(settings)}\n`);
