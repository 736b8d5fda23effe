#!/usr/bin/env node
/**
 * `npm run conformance`: judges the target and exits as its verdict says (0 conformant, 1 not, 2 incomplete, 3 the run
 * failed). Options: --grep selects checks, --fault puts a wrong behaviour into the bundled server; others go to Playwright.
 */
import { asTyped, EXIT } from '../schemas/contract.ts';
import { asksForHelp, asksForVersion, messageOf, version } from './output.ts';
import { optionsOf } from './run/options.ts';

const USAGE = `npm run conformance [-- OPTIONS]
  judges the server at BASE_URL, or the bundled reference server, and writes reports into REPORT_DIR
  --grep TEXT    only checks of a requirement (@kpiGroups.favorite-set), an operation (@kpiGroups.list) or a title;
                 exit 0 when these hold, though the verdict on the whole stays incomplete
  --shard=1/3    one part of three; join their records with npm run report
  --plan         reads the target, and says what a run would test, create and send, and what would open more
  --fault NAME   puts a wrong behaviour into the bundled server (names: npm run faults -- --list)
  --version      prints the version of goal-conformance
  Other options go on to Playwright. Settings come from the environment and .env: see .env.example.
  Exit: 0 conformant, 1 non-conformant, 2 incomplete, 3 the run itself failed

examples
  npm run conformance -- --grep '@kpiGroups\\.favorite-set( |$)'
  npm run conformance -- --fault favorite-toggles --grep '@kpiGroups\\.favorite-set( |$)'`;

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = optionsOf(args);
    // Loaded once it is known that there is something to run: the suite is large.
    const { conformance } = await import('./run/conformance.ts');
    return await conformance(options);
  } catch (error) {
    console.error(`goal-conformance: ${messageOf(error)}`);
    console.error('verdict: harness-error — nothing was judged.');
    return EXIT['harness-error'];
  }
}

const args = process.argv.slice(2);
if (asksForHelp(args)) console.log(asTyped(USAGE));
else if (asksForVersion(args)) console.log(version());
else process.exitCode = await main(args);
