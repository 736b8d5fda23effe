/** The one way to read a run record: whole, of the right form, and unchanged, or not at all. */
import { readFileSync } from 'node:fs';
import { EXIT, problem, type RunRecord } from '../schemas/contract.ts';
import { digestOf } from './integrity.ts';

/** A record that must not be believed. Its message names the file, what is wrong and what to do. */
export class RecordError extends Error {
  override name = 'RecordError';
}

const AGAIN = 'Take the file again from where the run wrote it, or run the suite again.';

/** In what way the parts of a record contradict each other, if they do. */
function contradiction({
  verdict,
  exitCode,
  totals,
  requirements,
  settings,
  selection,
}: RunRecord): string | undefined {
  const { planned, executed } = totals.checks;
  if (executed < planned && verdict !== 'harness-error')
    return `${executed} of ${planned} planned checks ran, and yet the verdict is ${verdict}`;
  if (selection && EXIT[verdict] === 0) return `a part of the suite was selected, and yet the verdict is ${verdict}`;
  const excused = settings.allowIncomplete === true || selection?.holds === true;
  const allowed = verdict === 'incomplete' && excused ? 0 : EXIT[verdict];
  if (exitCode !== allowed) return `the verdict is ${verdict} and the exit code ${exitCode}`;
  const { observed: _, ...outcomes } = totals.requirements;
  const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const judged = requirements.filter(({ level }) => level !== 'open').length;
  if (counted !== judged) return `the totals count ${counted} requirements, and there are ${judged}`;
  return undefined;
}

/**
 * The record in a text.
 * @param name of the file, for messages
 * @throws RecordError
 */
export function parseRecord(name: string, text: string): RunRecord {
  const refuse = (what: string) => new RecordError(`${name}: ${what}. ${AGAIN}`);
  let record: RunRecord;
  try {
    record = JSON.parse(text) as RunRecord;
  } catch {
    throw refuse('not whole JSON: the file was cut, or is no run record');
  }
  const found = problem('suite/record.json', record);
  if (found)
    throw refuse(
      `not a run record of this suite: ${found.at || 'the whole'} ${found.expected}, received ${(JSON.stringify(found.received) ?? 'nothing').slice(0, 80)}`,
    );
  const digest = digestOf(record);
  if (record.integrity.digest !== digest)
    throw refuse(`its content was changed after the run (digest ${digest}, and it says ${record.integrity.digest})`);
  const against = contradiction(record);
  if (against) throw refuse(against);
  return record;
}

/** Reads a record from disk. @throws RecordError */
export function readRecord(path: string): RunRecord {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new RecordError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code}). ${AGAIN}`);
  }
  return parseRecord(path, text);
}
