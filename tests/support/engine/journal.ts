/** The ledger on disk: what a run is about to create and has created, so that it can still be removed when the run is killed. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, kind, kinds } from '../../../schemas/contract.ts';
import type { Actor } from '../http/actors.ts';
import { NotTested } from './outcome.ts';

/** A record, by its id, or by its mark while it has none: the text that the run gave it, and that no other has. */
export interface Noted {
  kind: string;
  as: Actor;
  id?: string;
  mark?: string;
}

type Line = { event: 'begins' | 'answered' | 'made' | 'gone' } & Noted;

/** Whose ledger it is. */
export interface Owner {
  run: string;
  baseUrl: string;
  accountId: string | undefined;
  /** The process of the run. */
  pid: number;
}

export interface Journal {
  /**
   * Notes a create before it goes out.
   * @returns notes that it was answered; undefined where the API could not delete the record anyway
   * @throws NotTested when nothing can be written: then nothing may be created
   */
  begins(operationId: string, body: unknown, as: Actor): (() => void) | undefined;
  made(kindName: string, id: string, as: Actor): void;
  gone(kindName: string, id: string): void;
}

const fileName = (run: string) => `.ledger-${run}.jsonl`;

/** Path of a run's ledger in the folder of its reports. */
export const journalPath = (reportDir: string, run: string): string => join(reportDir, fileName(run));

/** Begins the ledger of a run. */
export const startJournal = (path: string, owner: Owner): void => writeFileSync(path, `${JSON.stringify(owner)}\n`);

const deletable = (kindName: string) => kinds[kindName]?.delete !== undefined;

/** The ledger of a run that is under way; each of its processes adds lines. Its `begins` throws NotTested when it can't. */
export function openJournal(path: string): Journal {
  const note = (line: Line) => {
    if (deletable(line.kind)) appendFileSync(path, `${JSON.stringify(line)}\n`);
  };
  /** What is known without it as well, as long as the run lives. */
  const tryToNote = (line: Line) => {
    try {
      note(line);
    } catch {
      // The next create is told that there is no room.
    }
  };
  return {
    begins(operationId, body, as) {
      const [kindName, { marker = '' } = {}] =
        Object.entries(kinds).find(([, one]) => one.create === operationId) ?? [];
      const mark = isRecord(body) ? body[marker] : undefined;
      if (kindName === undefined || !deletable(kindName) || typeof mark !== 'string') return undefined;
      try {
        note({ event: 'begins', kind: kindName, mark, as });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new NotTested(
          `nothing is created, since the ledger ${path} cannot be written (${code})`,
          'a REPORT_DIR that can be written to, with room on its disk',
        );
      }
      return () => tryToNote({ event: 'answered', kind: kindName, mark, as });
    },
    made: (kindName, id, as) => tryToNote({ event: 'made', kind: kindName, id, as }),
    gone: (kindName, id) => tryToNote({ event: 'gone', kind: kindName, id, as: 'first' }),
  };
}

function linesOf(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text)];
      } catch {
        // The last line of a run that was killed may be cut.
        return [];
      }
    });
}

export interface Journaled {
  owner: Owner;
  /** Records that were created and not removed, and creates that were never answered. */
  open: Noted[];
  /** Every create that was sent, by its mark: what a killed run has not noted yet is found again by these. */
  sent: Noted[];
}

/** What a ledger says; the last line of a killed run may be cut. */
export function readJournal(path: string): Journaled {
  const [owner, ...lines] = linesOf(path) as [Owner, ...Line[]];
  const open = new Map<string, Noted>();
  for (const { event, ...noted } of lines) {
    const key = `${noted.kind} ${noted.id ?? ''} ${noted.mark ?? ''}`;
    if (event === 'begins' || event === 'made') open.set(key, noted);
    else open.delete(key);
  }
  return {
    owner,
    open: [...open.values()],
    sent: lines.flatMap(({ event, ...one }) => (event === 'begins' ? one : [])),
  };
}

/** In a container each run may have the number of the one before: this run looks before it begins a ledger of its own. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Paths of the ledgers in a folder whose runs have ended, of this target and account. */
export function endedJournals(
  reportDir: string,
  { baseUrl, accountId }: Pick<Owner, 'baseUrl' | 'accountId'>,
): string[] {
  return readdirSync(reportDir)
    .filter((name) => /^\.ledger-\w+\.jsonl$/.test(name))
    .map((name) => join(reportDir, name))
    .filter((path) => {
      const [owner] = linesOf(path) as [Partial<Owner>?];
      return owner?.baseUrl === baseUrl && owner.accountId === accountId && !isRunning(owner.pid ?? 0);
    });
}

/** Removes the ledger of a run that has left nothing. */
export const removeJournal = (path: string): void => rmSync(path, { force: true });

/** `1 KPI group`, `2 KPI groups`: of a kind that can be deleted. */
export const countOf = (kindName: string, count: number): string =>
  `${count} ${kind(kindName).title}${count === 1 ? '' : 's'}`;
