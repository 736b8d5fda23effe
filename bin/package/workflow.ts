/** A GitHub workflow that judges a server: secrets come from the repository's secrets, other settings from its variables. */
import { SECRETS, settingSchemas } from '../../schemas/contract.ts';

/** Settings that a target has, rather than a run. */
const TARGET = ['BASE_URL', 'ACCOUNT_ID', 'OTHER_ACCOUNT_ID', 'UNPAID_ACCOUNT_ID'];

/** The text of the file. A secret that the repository lacks is empty, and counts as not set. */
export function workflow(): string {
  const env = Object.keys(settingSchemas)
    .filter((name) => TARGET.includes(name) || SECRETS.includes(name))
    .map((name) => `          ${name}: \${{ ${SECRETS.includes(name) ? 'secrets' : 'vars'}.${name} }}`);
  return `# Needs goal-conformance among the dependencies of package.json.
# Give the names below as secrets and variables of the repository; those that you leave out count as not set.
name: goal-conformance
on:
  workflow_dispatch:
  schedule:
    - cron: '0 4 * * *'
jobs:
  conformance:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npx goal-conformance
        env:
${env.join('\n')}
          FIXTURES: fixtures.json
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: goal-conformance
          path: reports/out
`;
}
