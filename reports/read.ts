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
  const isPart = selection !== undefined || settings.profile === 'smoke';
  if (isPart && EXIT[verdict] === 0) return `a part of the suite was selected, and yet the verdict is ${verdict}`;
  const excused = settings.allowIncomplete === true || selection?.holds === true;
  const allowed = verdict === 'incomplete' && excused ? 0 : EXIT[verdict];
  if (exitCode !== allowed) return `the verdict is ${verdict} and the exit code ${exitCode}`;
  const { observed: _, ...outcomes } = totals.requirements;
  const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const judged = requirements.filter(({ level }) => level !== 'open').length;
  if (counted !== judged) return `the totals count ${counted} requirements, and there are ${judged}`;
  return undefined;
}

const refusal = (name: string, what: string): RecordError => new RecordError(`${name}: ${what}. ${AGAIN}`);

/** A record that nobody changed after the run, and whose parts do not contradict each other. */
function trusted(name: string, record: RunRecord): RunRecord {
  const digest = digestOf(record);
  const said = record.integrity?.digest ?? 'none';
  if (said !== digest)
    throw refusal(name, `its content was changed after the run (digest ${digest}, and it says ${said})`);
  const against = contradiction(record);
  if (against) throw refusal(name, against);
  return record;
}

function parsed(name: string, text: string): RunRecord {
  try {
    return JSON.parse(text) as RunRecord;
  } catch {
    throw refusal(name, 'not whole JSON: the file was cut, or is no run record');
  }
}

/**
 * The record in a text.
 * @param name of the file, for messages
 * @throws RecordError
 */
export function parseRecord(name: string, text: string): RunRecord {
  const record = parsed(name, text);
  const found = problem('suite/record.json', record);
  if (found)
    throw refusal(
      name,
      `not a run record of this suite: ${found.at || 'the whole'} ${found.expected}, received ${(JSON.stringify(found.received) ?? 'nothing').slice(0, 80)}`,
    );
  return trusted(name, record);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refusal(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Reads a record from disk. @throws RecordError */
export const readRecord = (path: string): RunRecord => parseRecord(path, textOf(path));

/** Reads the record that this run has just written: its form needs no look, since we wrote it. @throws RecordError */
export const readOwnRecord = (path: string): RunRecord => trusted(path, parsed(path, textOf(path)));
