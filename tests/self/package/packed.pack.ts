/** The package as npm packs it, in an empty folder: it brings what it needs, judges a server, and is a library. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { projectRoot, SECRETS } from '../../../schemas/contract.ts';
import { environment, install, manifest, programOf, typed } from './installed.ts';
import { loadedFrom } from './loaded.ts';

// Each of them needs what those before it have made.
test.describe.configure({ mode: 'serial' });

let folder = '';

test.beforeAll(() => {
  folder = install();
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every package that the files load is a dependency, and no file of our own tests is among them', () => {
  const root = join(folder, 'node_modules/goal-conformance');
  const doors = Object.values(manifest.exports).flatMap((door) =>
    typeof door === 'string' ? [] : Object.values(door),
  );
  const started = [
    'dist/bin/run/host.js',
    'dist/bin/run/globalSetup.js',
    'dist/tests/conformance.spec.js',
    'dist/reports/reporter.js',
  ];
  const first = [...doors, ...Object.values(manifest.bin), ...started, 'dist/validators.cjs'];
  const { files, packages } = loadedFrom(first.map((path) => join(root, path)));
  expect(files.length).toBeGreaterThan(50);
  expect(packages).toContain('ajv');
  expect(packages.filter((name) => !(name in manifest.dependencies))).toEqual([]);
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
  expect(all.filter((name) => /(?<!\.d)\.ts$|\.map$|^dist\/tests\/self\//.test(name))).toEqual([]);
});

test('each command says how it is used, by the name that was typed', () => {
  const { stdout } = typed(folder, ['--help']);
  const names = [...stdout.matchAll(/^ {2}(\w+) {2,}\w/gm)].map(([, name = '']) => name);
  expect(names).toEqual([
    'run',
    'plan',
    'init',
    'fixtures',
    'cleanup',
    'serve',
    'report',
    'compare',
    'openapi',
    'faults',
  ]);
  for (const name of names) {
    const { status, stdout: usage } = typed(folder, [name, '--help']);
    expect(usage).toMatch(/^npx goal-conformance \w+/);
    expect(usage).not.toContain('npm run');
    expect(status).toBe(0);
  }
});

test('init writes files to begin with, and leaves those that exist', () => {
  expect(typed(folder, ['init']).status).toBe(0);
  writeFileSync(join(folder, '.env'), '# mine\n');
  const { status, stdout } = typed(folder, ['init']);
  expect(status).toBe(0);
  expect(stdout.match(/exists already/g)).toHaveLength(3);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('# mine\n');
});

test('it judges the server that it has started, with settings as options, and reports into the folder', async () => {
  const server = spawn(process.execPath, [programOf(folder), 'serve', '--seed', '3'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const settings = JSON.parse(line) as Record<string, string>;
    const secrets = Object.fromEntries(SECRETS.map((name) => [name, settings[name]]));
    const target = ['--base-url', String(settings.BASE_URL), '--account-id', String(settings.ACCOUNT_ID)];
    const options = [...target, '--allow-writes', '--settle-ms=0', '--fixtures', String(settings.FIXTURES)];
    const { status, stdout, stderr } = typed(folder, [...options, '--grep', '@kpiGroups\\.favorite-set( |$)'], secrets);
    expect(stdout + stderr).toContain('a part of the suite was selected (1 requirement), and it holds');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'reports/out/index.html'))).toBe(true);
  } finally {
    server.kill();
  }
});

test('a wrong option, a secret and a target that is not there end with exit 3 and a message', () => {
  for (const [args, message] of [
    [['--access-token', 'c0ffee'], 'a secret is not taken as an option'],
    [['--base-ulr', 'http://127.0.0.1:1'], 'Did you mean --base-url?'],
    [['judge'], 'there is no such command'],
    [['--base-url', 'http://127.0.0.1:1'], 'ACCESS_TOKEN and ACCOUNT_ID: not set'],
  ] as const) {
    const { status, stderr } = typed(folder, [...args, '--report-dir', 'other']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('c0ffee');
    expect(status).toBe(3);
  }
});

test('openapi and faults give what the package knows', () => {
  expect(typed(folder, ['openapi', 'api.json']).status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))).toHaveProperty('openapi');
  expect(typed(folder, ['faults', 'favorite-toggles']).stdout).toMatch(/^favorite-toggles +\S/);
});

/** What the document shows, in its order: the contract, the reference server, the record. */
const EXPECTED = [
  /^GET \/v2\/customFields$[\s\S]*must be string/m,
  /^200 \{.*"totalCount":2\}/,
  /^incomplete 2 \[ 'kpiGroups/m,
];

test("the document's examples compile as strict TypeScript without further types, and run", () => {
  const text = readFileSync(join(projectRoot, 'docs/package.md'), 'utf8');
  const examples = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  expect(examples).toHaveLength(EXPECTED.length);
  const names = examples.map((code, i) => {
    writeFileSync(join(folder, `example${i}.ts`), code);
    return `example${i}`;
  });
  const require = createRequire(import.meta.url);
  const manifestOf = require.resolve('typescript/package.json');
  const tsc = join(dirname(manifestOf), require(manifestOf).bin.tsc);
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
  const compiled = spawnSync(process.execPath, [tsc, ...options, ...names.map((name) => `${name}.ts`)], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(compiled.stdout).toBe('');
  expect(compiled.status).toBe(0);
  for (const [i, name] of names.entries()) {
    const { stdout, stderr } = spawnSync(process.execPath, [`${name}.js`], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(EXPECTED[i] as RegExp);
  }
});
