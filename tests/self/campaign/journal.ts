/** What a campaign has tried so far, line by line, so that one that was cut off goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../schemas/contract.ts';

export interface Journal<Trial> {
  /** Trials of the campaign before, by their key. */
  known: ReadonlyMap<string, Trial>;
  note(key: string, trial: Trial): void;
}

/** Built files and what they import, as the build has noted them. */
export type Outputs = Readonly<Record<string, { imports: readonly { path: string; external?: boolean }[] }>>;

/** The files that are loaded with one of them, itself included. */
export function loadedWith(entry: string, outputs: Outputs): string[] {
  const found = new Set([entry]);
  // A set that grows is walked to its end.
  for (const file of found)
    for (const { path, external } of outputs[file]?.imports ?? []) if (!external) found.add(path);
  return [...found].sort();
}

/** What is installed: as npm has noted it, or, where it notes nothing, as it was asked for. */
const INSTALLED = ['node_modules/.package-lock.json', 'package-lock.json'];

/**
 * A digest of everything that a trial depends on: with other code an old trial says nothing. That is all that the threads
 * load, checks, faults and server, since each check may be changed by what any other shares with it; and the schemas, the
 * packages and node. What only tells of the trials is not part of it.
 * @param work the built module of the threads, in this folder
 */
export function codeDigest(work: string): string {
  const { outputs } = JSON.parse(readFileSync(join(projectRoot, 'dist/meta.json'), 'utf8')) as { outputs: Outputs };
  const built = loadedWith(`dist/tests/self/campaign/${work}.js`, outputs);
  const data = readdirSync(join(projectRoot, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join('schemas', file));
  const installed = INSTALLED.filter((file) => existsSync(join(projectRoot, file))).slice(0, 1);
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...built, ...data.sort(), 'dist/validators.cjs', ...installed])
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex');
}

/**
 * Opens the journal at `path`.
 * @param digest of the code; a journal of other code is begun anew
 * @param isKept which of the trials in it need not be tried again
 */
export function openJournal<Trial>(path: string, digest: string, isKept: (trial: Trial) => boolean): Journal<Trial> {
  const known = new Map<string, Trial>();
  const [first, ...lines] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  if (first === digest) {
    for (const line of lines) {
      try {
        const [key, trial] = JSON.parse(line) as [string, Trial];
        if (isKept(trial)) known.set(key, trial);
      } catch {
        // The line that was being written when the campaign was cut off.
      }
    }
  }
  const text = [...known].map((entry) => JSON.stringify(entry));
  writeFileSync(path, `${[digest, ...text].join('\n')}\n`);
  return { known, note: (key, trial) => appendFileSync(path, `${JSON.stringify([key, trial])}\n`) };
}
