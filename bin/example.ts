#!/usr/bin/env node
/** `npm run example [-- --port 4010]`: starts the server of the guide, which is right and unlike the bundled one. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../schemas/contract.ts';
import { variants } from '../tests/self/variants/index.ts';
import { startVariants } from '../tests/self/variants/server.ts';
import type { Variant } from '../tests/self/variants/variant.ts';
import { command } from './output.ts';

const USAGE = `npm run example [-- --port 4010]
  starts the server that docs/guide.md takes to a verdict: its account, its ids and what it does where the
  specification leaves it open are its own
  --port    where it listens (default: 4010)`;

/** What it does unlike the bundled server. */
const CHOICES = ['ids-uuid', 'times-offset', 'errors-problem-json', 'widget-own-prefix', 'no-scim', 'users-items'];

const OWN_DATA: Variant = {
  name: 'example-data',
  title: 'The account has records of its own.',
  sample: { seed: 11 },
  parts: {},
};

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
  if (!/^\d{1,5}$/.test(values.port))
    throw new SettingsError(`--port: "${values.port}" is not allowed. Give a number.`);
  const chosen = [...variants.filter(({ name }) => CHOICES.includes(name)), OWN_DATA];
  const { server, settings, stop } = await startVariants(chosen, Number(values.port));
  console.log(`listens at ${settings.BASE_URL}; end it with Ctrl-C`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop();
      server.closeAllConnections();
      server.close();
    });
  return 0;
});
