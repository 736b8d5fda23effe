/** The report folder: ours is known by a file in it, and nothing is ever removed from another one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, SettingsError } from '../schemas/contract.ts';

/** The file that tells a report folder from any other. */
const MARKER = '.goal-conformance';

/** The file that holds the record itself. */
export const RECORD = 'conformance.json';

/** What a run writes and an earlier run may have left: a stale report is never taken for a new one. */
export const WRITTEN: readonly string[] = [
  'index.html',
  'junit.xml',
  'summary.md',
  'badge.svg',
  'exchanges.har',
  'allure.html',
  RECORD,
];
export const FOLDERS: readonly string[] = ['evidence', 'artifacts', 'playwright', 'allure-results'];

/** What our other commands and our own tests leave in the folder; a run leaves it there. */
const OTHERS = /^(self|campaign.*\.txt|(faults|compare)\.(json|html)|variants\.json)$/;

const MARK = `Reports of goal-conformance. A run removes the reports of the run before from a folder that holds this file.\n`;

/** Whether a record of ours is in the folder: those of earlier versions were written without the marker. */
function holdsRecord(folder: string): boolean {
  try {
    const { suite } = JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));
    return suite.name === readJson<{ name: string }>('../package.json').name;
  } catch {
    return false;
  }
}

const isOurs = (folder: string, entries: readonly string[]) =>
  entries.includes(MARKER) || entries.every((name) => OTHERS.test(name)) || holdsRecord(folder);

/** @throws SettingsError when the folder holds what is not ours */
function checkOwn(name: string, folder: string, entries: readonly string[]): void {
  if (isOurs(folder, entries)) return;
  throw new SettingsError(
    `${name}: ${folder} holds other files (${entries.slice(0, 3).join(', ')}${entries.length > 3 ? ', …' : ''}) and was not made by a run. Nothing in it was touched. Name a new or an empty folder.`,
  );
}

/**
 * Looks at a folder that is about to be taken, and changes nothing.
 * @throws SettingsError when it holds what is not ours
 */
export function checkFolder(name: string, folder: string): void {
  if (existsSync(folder)) checkOwn(name, folder, readdirSync(folder));
}

/**
 * Takes a folder for reports: makes it when there is none, marks it as ours, and tries to write.
 * @param name of the setting or option that names the folder, for messages
 * @throws SettingsError when nothing can be written there, or when it holds what is not ours
 */
export function takeFolder(name: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    checkOwn(name, folder, readdirSync(folder));
    writeFileSync(join(folder, MARKER), MARK);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `${name}: reports cannot be written to ${folder} (${(error as NodeJS.ErrnoException).code}). Name a folder that can be written to.`,
    );
  }
}

/** Playwright's own folder, and what it keeps there of the run before, for `--last-failed`. */
const ARTIFACTS = 'artifacts';
const LAST_RUN = '.last-run.json';

/** Removes what an earlier run wrote into a folder that was taken; nothing else in it is touched. */
export function clearReports(folder: string): void {
  const artifacts = join(folder, ARTIFACTS);
  const inArtifacts = existsSync(artifacts) ? readdirSync(artifacts) : [];
  const all = [
    ...WRITTEN,
    ...FOLDERS.filter((name) => name !== ARTIFACTS),
    ...inArtifacts.filter((name) => name !== LAST_RUN).map((name) => join(ARTIFACTS, name)),
  ];
  for (const name of all) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The line that says why reports could not be written in the end: the disk is full, say. */
export function unwritable(folder: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `! reports cannot be written to ${folder} (${code ?? message}). Make room there, or name another REPORT_DIR, and run again.`;
}
