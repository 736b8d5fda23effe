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

/** A digest of everything that a trial depends on: with other code an old trial says nothing. */
export function codeDigest(): string {
  const { outputs } = JSON.parse(readFileSync(join(projectRoot, 'dist/meta.json'), 'utf8')) as { outputs: object };
  const built = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const data = readdirSync(join(projectRoot, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join('schemas', file));
  const hash = createHash('sha256');
  for (const file of [...built, ...data].sort()) hash.update(file).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex');
}

/**
 * Opens the journal at `path`.
 * @param digest of the code; a journal of other code is begun anew
 * @param resume false begins anew in any case
 */
export function openJournal<Trial>(path: string, digest: string, resume: boolean): Journal<Trial> {
  const known = new Map<string, Trial>();
  const [first, ...lines] = resume && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  if (first === digest) {
    for (const line of lines) {
      try {
        const [key, trial] = JSON.parse(line) as [string, Trial];
        known.set(key, trial);
      } catch {
        // The line that was being written when the campaign was cut off.
      }
    }
  }
  const text = [...known].map((entry) => JSON.stringify(entry));
  writeFileSync(path, `${[digest, ...text].join('\n')}\n`);
  return { known, note: (key, trial) => appendFileSync(path, `${JSON.stringify([key, trial])}\n`) };
}
