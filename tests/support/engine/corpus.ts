/** The corpus of PROFILE=deep: seeds of histories that reached something new, kept on disk from run to run. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One line of the file. */
interface Line {
  /** The requirement that the model judges. */
  model: string;
  seed: number;
  /** What no earlier history had reached. */
  reached: readonly string[];
  /** Whether the target failed. */
  failed?: true;
}

export interface Corpus {
  /** Seeds of earlier runs: those that failed first, the latest before the others. */
  seeds: readonly number[];
  /** What has been reached so far. */
  reached: ReadonlySet<string>;
  /** Enters what a history reached, where it is new or the target failed. */
  keep(seed: number, reached: Iterable<string>, failed: boolean): void;
}

function lineOf(text: string, path: string, index: number): Line {
  try {
    const line = JSON.parse(text) as Partial<Line>;
    if (typeof line.model === 'string' && Number.isInteger(line.seed) && Array.isArray(line.reached))
      return line as Line;
  } catch {
    // What to do is the same.
  }
  throw new Error(
    `CORPUS: line ${index + 1} of ${path} is none that PROFILE=deep writes. Delete the line, or name another file.`,
  );
}

/**
 * What the file holds of one model; a file that is not there yet is empty.
 * @throws Error for a line that is none of ours
 */
export function openCorpus(path: string, model: string): Corpus {
  const texts = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const lines = texts
    .flatMap((text, i) => (text.trim() === '' ? [] : [lineOf(text, path, i)]))
    .filter((line) => line.model === model)
    .reverse();
  const reached = new Set(lines.flatMap((line) => line.reached));
  const bySuccess = [...lines.filter(({ failed }) => failed), ...lines.filter(({ failed }) => !failed)];
  return {
    seeds: [...new Set(bySuccess.map(({ seed }) => seed))],
    reached,
    keep(seed, found, failed) {
      const more = [...new Set(found)].filter((one) => !reached.has(one));
      if (more.length === 0 && !failed) return;
      for (const one of more) reached.add(one);
      mkdirSync(dirname(path), { recursive: true });
      const line: Line = { model, seed, reached: more, ...(failed && { failed }) };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    },
  };
}
