/** The commands of the documents end as the documents say; docs/guide.md has a test of its own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordText } from '../../../reports/write.ts';
import { projectRoot } from '../../../schemas/contract.ts';
import { markdownFiles, markdownText, shellLines } from '../documents/markdown.ts';
import { recordWith, requirement } from '../reports/sample.ts';
import { paste } from './command.ts';

const GUIDE = 'docs/guide.md';

/** Commands that other tests run, or that are the tests, each with where. */
const ELSEWHERE: readonly (readonly [command: RegExp, where: string])[] = [
  [/^export \w+=/, 'a setting, and no command'],
  [/^npm ci && npm test\b/, 'what runs this test'],
  [
    /^npm run format && npm run generate && npm run check$/,
    'npm test runs the check, contract/documents the generators',
  ],
  [/^npm run faults -- sessions-list-twice\b/, 'the campaign, which npm test runs'],
  [/^npx playwright test -c tests\/self contract/, 'these are tests themselves'],
  [/^npx playwright (test|merge-reports)\b/, 'cli/native, in a clone; --ui cli/editor'],
  [/^npm run (conformance -- --shard=1\/3|report -- 1\/conformance\.json)/, 'cli/shards'],
  [/^(npm ci && npm pack|npm install --save-dev|npx goal-conformance)\b/, 'package/packed'],
];

interface Line {
  document: string;
  command: string;
  /** Exit code that the document promises, else 0. */
  code: number;
  /** What it promises to print. */
  words: string;
}

/** Exit codes that a document tells in its own words around a command. */
const TOLD: Readonly<Record<string, number>> = {
  'npm run conformance -- --fault favorite-toggles': 1,
};

function lineOf(document: string, line: string): Line {
  const [command = '', comment = ''] = line.split(/\s+# /);
  const [, code, words = ''] = /^exit (\d)(?:: (.*))?/.exec(comment) ?? [];
  const plain = command.replace(/^npm ci && /, '');
  return { document, command: plain, code: code === undefined ? (TOLD[plain] ?? 0) : Number(code), words };
}

const inGuide = shellLines(markdownText(GUIDE)).map((line) => lineOf(GUIDE, line).command);

const lines = markdownFiles
  .filter((path) => path !== GUIDE)
  .flatMap((path) => shellLines(markdownText(path)).map((line) => [path, line] as const))
  .filter(([, line]) => !ELSEWHERE.some(([known]) => known.test(line)))
  .map(([path, line]) => lineOf(path, line));
/** A command that several documents give runs once for each way in which it is to end. */
const distinct = [...new Map(lines.map((line) => [`${line.command} ${line.code} ${line.words}`, line])).values()];
/** One that promises no words is proven by another that does. */
const proven = new Set([
  ...inGuide.map((command) => `${command} 0`),
  ...distinct.filter(({ words }) => words !== '').map(({ command, code }) => `${command} ${code}`),
]);
const toRun = distinct.filter(({ command, code, words }) => words !== '' || !proven.has(`${command} ${code}`));

/** Two runs of which nothing differs, as records. */
function withRecords(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-documents-'));
  for (const name of ['old', 'new'])
    writeFileSync(
      join(folder, `${name}.json`),
      recordText(
        recordWith([requirement('kpiGroups.f', 'pass', [{ operation: 'kpiGroups.get', outcome: 'pass' }])], {
          runId: name,
        }),
      ),
    );
  return folder;
}

/** What a command needs: the rest of the suite has its own tests. */
const settingsFor = (command: string): Record<string, string> =>
  command.includes('--grep')
    ? { NUM_RUNS: '5', SEED: '1' }
    : { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '5', SEED: '1' };

for (const { document, command, code, words } of toRun) {
  test(`${document}: ${command}`, async () => {
    test.setTimeout(240_000);
    const folder = withRecords();
    const run = await paste(command, command.startsWith('node ') ? projectRoot : folder, {
      ...settingsFor(command),
      REPORT_DIR: join(folder, 'out'),
    });
    expect(run.code, run.output).toBe(code);
    expect(run.output).toContain(words);
  });
}
