/** npm runs this before it packs: builds what the package holds beside the commands, types and the OpenAPI file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

/** What npm prints may be read by a program, so that these say what they have to say on stderr. */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Every file of a folder, by its path. */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

run(join(root, 'bin/build.mjs'));

// What earlier builds wrote stays for a while, for runs that may still load it; a package has none of it.
const { outputs } = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'));
for (const file of filesOf(dist))
  if (/\.js(\.map)?$/.test(file) && !(relative(root, file).replaceAll('\\', '/') in outputs))
    rmSync(file, { force: true });

const types = join(dist, 'types');
rmSync(types, { recursive: true, force: true });
const typescript = dirname(require.resolve('typescript/package.json'));
const { bin } = require('typescript/package.json');
run(join(typescript, bin.tsc), '-p', join(root, 'bin/package/declarations.json'));
// The sources are named by their own names; a package has no sources.
for (const file of filesOf(types))
  writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from|import\() ?'\.[^']*)\.ts'/g, "$1.js'"));

const openapi = join(dist, 'openapi.json');
const changed = Math.max(...filesOf(join(root, 'schemas')).map((file) => statSync(file).mtimeMs));
if (!existsSync(openapi) || statSync(openapi).mtimeMs < changed) run(join(dist, 'bin/openapi.js'));
