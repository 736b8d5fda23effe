/** Every fixture is looked at before anything is judged: what the target contradicts ends the run, and names its place. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { fixturesFor } from '../../../reference-server/store/fixtures.ts';
import { type Fixtures, fixturesFrom, loadSettings, type Settings } from '../../../schemas/contract.ts';
import { lookAtFixtures } from '../../support/http/preflight/fixtures.ts';
import { conformance } from '../cli/command.ts';
import { startInProcess } from '../inProcess.ts';

type Reached = Settings & { baseUrl: string };

/** One server for all: a look only reads, and what connections do to it is the same in each run. */
const { world, settings: described, carrier } = startInProcess({ seams: {}, size: {} });
const settings = loadSettings('/', { ...described, GOAL_CONFORMANCE_BUNDLED: 'true' }) as Reached;

/** Changes the fixtures of a reference server and says what a look at them finds. */
async function look(change: (fixtures: Fixtures) => Partial<Fixtures>): Promise<{ doubts: string[]; wrong: string }> {
  const fixtures = fixturesFrom(fixturesFor(world));
  try {
    const { warnings: doubts } = await lookAtFixtures(settings, { ...fixtures, ...change(fixtures) }, carrier);
    return { doubts, wrong: '' };
  } catch (error) {
    return { doubts: [], wrong: (error as Error).message };
  }
}

const TYPO = '000000000000000000000bad';

test('fixtures that are right are neither refused nor doubted', async () => {
  expect(await look(() => ({}))).toEqual({ doubts: [], wrong: '' });
});

const wrong: readonly (readonly [string, (fixtures: Fixtures) => Partial<Fixtures>, RegExp])[] = [
  [
    'a KPI that does not exist',
    ({ ids }) => ({ ids: { ...ids, kpi: [...(ids.kpi ?? []).slice(0, 1), TYPO] } }),
    /^FIXTURES: \/ids\/kpi\/1: there is no KPI/,
  ],
  ['no KPI that exists', ({ ids }) => ({ ids: { ...ids, kpi: [TYPO] } }), /^FIXTURES: \/ids\/kpi\/0: there is no KPI/],
  [
    'a role that does not exist',
    ({ ids }) => ({ ids: { ...ids, role: [TYPO] } }),
    /^FIXTURES: \/ids\/role\/0: there is no role/,
  ],
  [
    'an unknown id that is known',
    ({ ids, unknownIds }) => ({ unknownIds: { ...unknownIds, kpiGroup: ids.kpiGroup?.[0] as string } }),
    /^FIXTURES: \/unknownIds\/kpiGroup: .* is no unknown id/,
  ],
  [
    'an own record as a foreign one',
    ({ ids, foreignIds }) => ({ foreignIds: { ...foreignIds, kpiGroup: [ids.kpiGroup?.[0] as string] } }),
    /^FIXTURES: \/foreignIds\/kpiGroup\/0: .* is a record of this account/,
  ],
  [
    'a fact about a group that does not exist',
    ({ ids, facts }) => ({ facts: { ...facts, kpiGroups: [{ kpiId: ids.kpi?.[0] as string, groupIds: [TYPO] }] } }),
    /^FIXTURES: \/facts\/kpiGroups\/0\/groupIds\/0: there is no KPI group/,
  ],
  [
    'a body that makes the same user again',
    ({ bodies }) => ({ bodies: { ...bodies, createUser: { email: 'a@b.example' } } }),
    /^FIXTURES: \/bodies\/createUser: holds neither/,
  ],
  [
    'a body that makes the same role again',
    ({ bodies }) => ({ bodies: { ...bodies, createRole: { name: 'R' } } }),
    /^FIXTURES: \/bodies\/createRole: holds neither/,
  ],
  [
    'a body that tags without the title',
    ({ bodies }) => ({ bodies: { ...bodies, tagKpi: { titel: 'x' } } }),
    /^FIXTURES: \/bodies\/tagKpi: holds no \{\{title\}\}/,
  ],
  [
    'a list with a limit',
    ({ bodies }) => ({ bodies: { ...bodies, listKpis: { limit: 2 } } }),
    /^FIXTURES: \/bodies\/listKpis: narrows the list: kpis\.list shows 2 records with it/,
  ],
  [
    'the body of a list with a limit, as a documentation shows it',
    ({ bodies }) => ({ bodies: { ...bodies, listCustomFields: { limit: 1 } } }),
    /^FIXTURES: \/bodies\/listCustomFields: narrows the list/,
  ],
  [
    'a list with a filter',
    ({ bodies }) => ({ bodies: { ...bodies, listCustomFields: { filter: { type: 'bool' } } } }),
    /^FIXTURES: \/bodies\/listCustomFields: narrows/,
  ],
  [
    'a list with a selection',
    ({ bodies }) => ({ bodies: { ...bodies, listDashboards: { fields: 'name' } } }),
    /^FIXTURES: \/bodies\/listDashboards: narrows the list: .* shows no /,
  ],
  [
    'a kind declared as not there',
    () => ({ none: ['kpiGroup'] }),
    /^FIXTURES: \/none\/0: declares that there is no kpiGroup, and the API shows one/,
  ],
  [
    'a field declared as never shown',
    () => ({ none: ['scimGroupX', 'role.name'] }),
    /^FIXTURES: \/none\/1: .*with name/,
  ],
  ['reports declared as not there', () => ({ none: ['report'] }), /^FIXTURES: \/none\/0/],
  [
    'an operation declared as not offered that answers',
    () => ({ notOffered: ['badges.list'] }),
    /^FIXTURES: \/notOffered\/0/,
  ],
  ['demo sessions declared as not there', () => ({ none: ['demoSession'] }), /^FIXTURES: \/none\/0/],
  [
    'one user for two tokens',
    ({ facts }) => ({
      facts: {
        ...facts,
        currentUsers: { first: facts.currentUsers?.first as string, second: facts.currentUsers?.first as string },
      },
    }),
    /^FIXTURES: \/facts\/currentUsers: names/,
  ],
  [
    'users swapped',
    ({ facts }) => ({
      facts: {
        ...facts,
        currentUsers: { first: facts.currentUsers?.second as string, second: facts.currentUsers?.first as string },
      },
    }),
    /^FIXTURES: \/facts\/currentUsers: seems to have the users swapped/,
  ],
];

for (const [what, change, says] of wrong) {
  test(`${what} is refused, with its place`, async () => {
    const found = await look(change);
    expect(found.wrong, found.doubts.join('\n')).toMatch(says);
  });
}

test('what nothing can confirm is a warning with its place, not an error', async () => {
  const { doubts, wrong: refused } = await look(({ ids }) => ({
    ids: { ...ids, insight: [TYPO], goal: [TYPO, TYPO] },
  }));
  expect(refused).toBe('');
  expect(doubts.map((doubt) => doubt.replace(/: nothing.*/, ''))).toEqual([
    'FIXTURES: /ids/insight/0',
    'FIXTURES: /ids/goal/0',
  ]);
});

test('a wrong fixture ends the command with exit 3, and comments in the file are read', async () => {
  const { server, settings } = await start();
  const path = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'fixtures.jsonc');
  writeFileSync(path, `// of the test\n{\n  "ids": { "role": "${TYPO}" }, // a typo\n}\n`);
  try {
    const run = await conformance([], { ...settings, FIXTURES: path });
    expect(run.output).toContain('goal-conformance: FIXTURES: /ids/role/0: there is no role');
    expect(run.code).toBe(3);
    expect(run.record).toMatchObject({ verdict: 'harness-error', totals: { requests: 0 } });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
