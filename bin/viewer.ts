#!/usr/bin/env node
/** `npm run viewer [-- FILE]`: writes the contract as one page that loads nothing (default dist/openapi.html). */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { portableContract, projectRoot } from '../schemas/contract.ts';
import { exampleExchanges } from './openapi/exchanges.ts';
import { command } from './output.ts';

const USAGE = `npm run viewer [-- FILE]
  writes the contract as one page for people, which loads nothing from elsewhere (default: dist/openapi.html);
  npm run serve shows it at /openapi`;

const { resolve: find } = createRequire(import.meta.url);
const styleFile = () => readFileSync(find('swagger-ui-dist/swagger-ui.css'), 'utf8');
const scriptFile = () => readFileSync(find('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');

/** A script inside of a page must not hold what ends it. */
const inline = (text: string) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** The page; its requests go to the server that shows it. */
function viewerPage(spec: Record<string, unknown>): string {
  const shown = JSON.stringify({ ...spec, servers: [{ url: '/', description: 'the server that shows this page' }] });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Goal-Management Service API</title><link rel="icon" href="data:,"><style>${styleFile()}</style></head>
<body><div id="api"></div><script>${inline(scriptFile())}</script>
<script>SwaggerUIBundle({ spec: ${inline(shown)}, dom_id: '#api', docExpansion: 'none', filter: true, validatorUrl: null, persistAuthorization: true });</script></body></html>
`;
}

await command(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = resolve(positionals[0] ?? join(projectRoot, 'dist/openapi.html'));
  writeFileSync(file, viewerPage(portableContract(await exampleExchanges())));
  console.log(file);
  return 0;
});
