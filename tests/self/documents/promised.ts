/** The commands that the documents give, each with what they say that it ends with. */
import { markdownFiles, markdownText, shellLines } from './markdown.ts';

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
  [/^npx playwright (test|merge-reports)\b/, 'cli/native and cli/shards, in a clone; --ui cli/editor'],
  [
    /^npm run conformance -- --fault favorite-toggles( --grep '@kpiGroups\\.favorite-set\( \|\$\)')?( +#|$)/,
    'cli/fault, which looks at what the run leaves, and has the selection from the report of the failure',
  ],
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

function lineOf(document: string, line: string): Line {
  const [command = '', comment = ''] = line.split(/\s+# /);
  const [, code, words = ''] = /^exit (\d)(?:: (.*))?/.exec(comment) ?? [];
  return { document, command: command.replace(/^npm ci && /, ''), code: Number(code ?? 0), words };
}

/** Whether another test than `cli/documents.test.ts` runs a command of the documents. */
export const runsElsewhere = (command: string): boolean => ELSEWHERE.some(([known]) => known.test(command));

const inGuide = shellLines(markdownText(GUIDE)).map((line) => lineOf(GUIDE, line).command);

const lines = markdownFiles
  .filter((path) => path !== GUIDE)
  .flatMap((path) => shellLines(markdownText(path)).map((line) => [path, line] as const))
  .filter(([, line]) => !runsElsewhere(line))
  .map(([path, line]) => lineOf(path, line));
/** A command that several documents give runs once for each way in which it is to end. */
const distinct = [...new Map(lines.map((line) => [`${line.command} ${line.code} ${line.words}`, line])).values()];
/** One that promises no words is proven by another that does. */
const proven = new Set([
  ...inGuide.map((command) => `${command} 0`),
  ...distinct.filter(({ words }) => words !== '').map(({ command, code }) => `${command} ${code}`),
]);

/** The commands that `cli/documents.test.ts` runs. */
export const promised: readonly Line[] = distinct.filter(
  ({ command, code, words }) => words !== '' || !proven.has(`${command} ${code}`),
);
