/**
 * `npm run build`: bundles the commands and what they start into dist/. Few files load in a fraction of the time that one
 * per module takes, and each worker of each run loads them. Node runs this file before anything is built.
 */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');
const META = join(outdir, 'meta.json');

/** Whether everything that the last build was made of is older than it: each command builds first, mostly for nothing. */
function isCurrent() {
  const changed = (file) => statSync(join(root, file)).mtimeMs;
  try {
    const { inputs } = JSON.parse(readFileSync(META, 'utf8'));
    const schemas = readdirSync(join(root, 'schemas'), { recursive: true }).map((file) => join('schemas', file));
    // A folder is as young as the last file that was added to it.
    const all = [...Object.keys(inputs), ...schemas, 'bin', 'bin/build.mjs', 'package-lock.json'];
    return all.every((file) => changed(file) < statSync(META).mtimeMs);
  } catch {
    return false;
  }
}

/** Another process may be reading the file while this one writes it. */
function replace(path, text) {
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}

if (isCurrent()) process.exit();

const started = new Date();
// Loading it takes longer than the look above.
const { build } = await import('esbuild');

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    'bin/*.ts',
    'bin/package/cli.ts',
    'bin/package/contract.ts',
    'bin/package/record.ts',
    'bin/package/reference-server.ts',
    'bin/run/globalSetup.ts',
    'bin/run/host.ts',
    'tests/conformance.spec.ts',
    'tests/self/campaign/worker.ts',
    'tests/self/campaign/variantWorker.ts',
    'tests/self/campaign/unseenWorker.ts',
    'reports/reporter.ts',
    'reference-server/main.ts',
    'schemas/compile.ts',
    'tests/plan.ts',
  ],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  sourcemap: true,
  outbase: '.',
  outdir,
  chunkNames: 'chunks/[hash]',
  metafile: true,
  logLevel: 'warning',
});

// Compiled schemas stay as long as the schemas do: making them takes as long as all of the rest.
const { schemasDigest, standaloneValidators } = await import('../dist/schemas/compile.js');
const validators = join(outdir, 'validators.cjs');
if (!existsSync(validators) || !readFileSync(validators, 'utf8').includes(schemasDigest())) {
  replace(validators, standaloneValidators());
}

const { plannedChecks } = await import('../dist/tests/plan.js');
replace(join(outdir, 'checks.json'), plannedChecks());

/** Parts of an earlier build, which a run that began before this one may still load for a while. */
const AN_HOUR = 3_600_000;
const current = new Set(Object.keys(metafile.outputs));
for (const file of readdirSync(join(outdir, 'chunks')).map((name) => `dist/chunks/${name}`)) {
  const path = join(root, file);
  if (!current.has(file) && Date.now() - statSync(path).mtimeMs > AN_HOUR) rmSync(path, { force: true });
}
// Last, since it says that the build is whole; as old as its beginning, since a file may have changed meanwhile.
writeFileSync(META, JSON.stringify(metafile));
utimesSync(META, started, started);
