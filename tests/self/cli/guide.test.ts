/** docs/guide.md, followed literally: its commands are run in their order, and its lines are put where it says. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { paste, started } from './command.ts';

const guide = readFileSync(join(projectRoot, 'docs/guide.md'), 'utf8');

const MOST_LINES = 12;

/** Judged at the end: what the lines by hand are about, and groups that find in each other what they need. */
const AT_LAST = 'permissions,users,employees,metrics,sessions';
/** Enough for the run that only reads, and for the plan, which judges what it would do: a line by hand is about it. */
const BEFORE = 'sessions';

/** The groups that a command of the guide is about. */
const groupsFor = (command: string, { ALLOW_WRITES }: Record<string, string>): string =>
  command.endsWith('--plan') || (command.endsWith('conformance') && !ALLOW_WRITES) ? BEFORE : AT_LAST;

const blocks = [...guide.matchAll(/^```(sh|jsonc)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  lines: text.trim().split('\n'),
}));

/** Puts lines into a fixtures file, each under the key that the comment before it names. */
function withLines(file: string, lines: readonly string[]): string {
  let text = file;
  let under = '';
  for (const line of lines) {
    const section = /^\/\/ under "(\w+)"$/.exec(line)?.[1];
    if (section) under = `  "${section}": {\n`;
    else {
      expect(text).toContain(under);
      text = text.replace(under, () => `${under}${line}\n`);
    }
  }
  return text;
}

/** A command of the guide, with the exit code and the words that it promises. */
function promised(line: string): { command: string; code: number; words: string[] } {
  const [, command = '', code, words = ''] = /^(npm run .*?) +# exit (\d): (.*)$/.exec(line) ?? [];
  expect(command, `what does this end with: ${line}`).not.toBe('');
  return { command, code: Number(code), words: words.split(', ') };
}

/** Runs a command of the guide, and expects what it promises. */
async function keepsPromise(line: string, folder: string, env: Record<string, string>): Promise<void> {
  const { command, code, words } = promised(line);
  const run = await paste(command, folder, { ...env, OPERATION_GROUPS: groupsFor(command, env) });
  expect(run.code, run.output).toBe(code);
  for (const word of words) expect(run.output).toContain(word);
}

test('the guide takes the example from the first run to the verdict', async () => {
  test.setTimeout(300_000);
  const [start, ...steps] = blocks;
  expect(start?.lines).toEqual(['npm run example']);
  const example = started('example', []);
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  // Each property once: what a run finds stands in other tests.
  const env: Record<string, string> = {
    REPORT_DIR: join(folder, 'reports/out'),
    NUM_RUNS: '1',
  };
  try {
    await expect.poll(example.printed, { timeout: 20_000 }).toContain('listens at http://127.0.0.1:4010');
    for (const { language, lines } of steps) {
      if (language === 'jsonc') {
        expect(lines.filter((line) => !line.startsWith('//')).length).toBeLessThanOrEqual(MOST_LINES);
        const file = join(folder, 'fixtures.json');
        writeFileSync(file, withLines(readFileSync(file, 'utf8'), lines));
        continue;
      }
      for (const line of lines) {
        const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) {
          env[name] = value;
          continue;
        }
        await keepsPromise(line, folder, env);
      }
    }
  } finally {
    example.child.kill();
    await example.ended;
  }
});
