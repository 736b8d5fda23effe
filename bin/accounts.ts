#!/usr/bin/env node
/** `npm run accounts [-- NAME …]`: how many lines by hand each right account needs until its verdict is `conformant`. */
import { parseArgs } from 'node:util';
import { SettingsError, suggestion } from '../schemas/contract.ts';
import { accounts, judgeAccount } from '../tests/self/accounts/accounts.ts';
import { command } from './output.ts';

const USAGE = `npm run accounts [-- NAME …]
  judges right servers with the draft that \`npm run fixtures\` writes and a few lines by hand, and prints how many lines
  each needed; exit 1 when one does not end as conformant

accounts
  ${accounts.map(({ name }) => name).join('\n  ')}`;

await command(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const known = accounts.map(({ name }) => name);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SettingsError(`accounts: there is no account ${unknown}. ${suggestion(unknown, known)}`);
  let wrong = 0;
  for (const one of accounts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const { name, verdict, lines, open, errors, ms } = await judgeAccount(one);
    if (verdict !== 'conformant') wrong++;
    console.log(`${name}: ${verdict} with ${lines} lines by hand (${(ms / 1000).toFixed(1)} s)`);
    for (const { id, outcome, reason, remedy, operations } of open) {
      const on = operations.filter((cell) => cell.outcome === outcome).map(({ operation }) => operation);
      console.log(`  ${outcome} ${id} [${on.join(' ')}]: ${reason}${remedy ? ` {${remedy}}` : ''}`);
    }
    for (const error of errors) console.log(`  error: ${error}`);
  }
  return wrong === 0 ? 0 : 1;
});
