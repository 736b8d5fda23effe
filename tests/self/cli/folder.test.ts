/** The report folder: tried before the run, and never at the cost of files that are somebody else's. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordText } from '../../../reports/write.ts';
import type { RunRecord } from '../../../schemas/contract.ts';
import { hostile } from '../reports/sample.ts';
import { conformance, paste, type Run, run } from './command.ts';
import { refusedHere } from './here.ts';

/** A folder with these files in it. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-folder-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const nowhere = join(folderWith({}), 'waivers.json');

/** A run that ends when it has its folder, since its waivers can't be read. */
const into = (reportDir: string): Promise<Run> => conformance([], { REPORT_DIR: reportDir, WAIVERS: nowhere });

/** The same in this process. */
const intoHere = (reportDir: string) => refusedHere([], { REPORT_DIR: reportDir, WAIVERS: nowhere });

const TAKEN = 'cannot be read (ENOENT)';

const file = join(folderWith({ 'a-file': 'kept' }), 'a-file');

const REMEDY = 'Name a folder that can be written to.';

test('a report folder that is a file ends with exit 3 and one message', async () => {
  const { code, output } = await into(file);
  expect(output).toMatch(/^goal-conformance: REPORT_DIR: reports cannot be written to /m);
  expect(output).toContain(REMEDY);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain(TAKEN);
  expect(code).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

for (const [what, path] of [
  ['lies below a file', join(file, 'below')],
  ['takes no file', folderWith({ '.goal-conformance/in-the-way': '' })],
  ['has a name that is too long', join(tmpdir(), 'x'.repeat(300))],
] as const) {
  test(`a report folder that ${what} is refused with one message`, async () => {
    const { message } = await intoHere(path);
    expect(message).toMatch(/^REPORT_DIR: reports cannot be written to /);
    expect(message).toContain(REMEDY);
    expect(message).not.toMatch(/^\s+at /m);
    expect(message).not.toContain(TAKEN);
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
}

test('a disk that is full when the reports are written: exit 3, and what was found is said', async () => {
  // A limit on the size of files, which the record is over, stands for the disk.
  const command = `ulimit -f 800; npm run conformance -- --grep '@kpiGroups\\.favorite-set( |$)'`;
  const { code, output } = await paste(command, tmpdir(), { OPERATION_GROUPS: 'kpiGroups' });
  expect(output).toMatch(/^! reports cannot be written to .* \(EFBIG\)\. Make room/m);
  expect(output).toMatch(/^requirements: \d+ passed, /m);
  expect(output).toContain('the run left no record in');
  expect(output).not.toMatch(/^\s+at .*\.js:/m);
  expect(code, output).toBe(3);
});

test('a folder with files of somebody else is refused, and they stay', async () => {
  const users = { 'playwright/login.spec.ts': 'a', 'artifacts/x': 'b', 'evidence/y': 'c', 'index.html': 'd' };
  const folder = folderWith(users);
  const { code, output } = await into(folder);
  expect(output).toContain('holds other files');
  expect(output).toContain('Nothing in it was touched');
  expect(code).toBe(3);
  for (const [name, text] of Object.entries(users)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  expect(existsSync(join(folder, '.goal-conformance'))).toBe(false);
});

test('report writes into no folder of somebody else either', async () => {
  const record = join(folderWith({ 'conformance.json': recordText(hostile) }), 'conformance.json');
  const folder = folderWith({ 'evidence/y': 'c' });
  const { code, output } = await run('report', [record, '--output', folder]);
  expect(output).toContain('holds other files');
  expect(code).toBe(3);
  expect(readFileSync(join(folder, 'evidence/y'), 'utf8')).toBe('c');
});

test('a new and an empty folder are taken and marked; a marked one is cleared of reports alone', async () => {
  const folder = join(folderWith({}), 'deep/new');
  expect((await intoHere(folder)).message).toContain(TAKEN);
  expect(existsSync(join(folder, '.goal-conformance'))).toBe(true);
  writeFileSync(join(folder, 'notes.txt'), 'kept');
  mkdirSync(join(folder, 'playwright'));
  const { message, record } = await intoHere(folder);
  expect(message).toContain(TAKEN);
  expect(record?.verdict).toBe('harness-error');
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('kept');
  expect(existsSync(join(folder, 'playwright'))).toBe(false);
});

test('a folder with a record of an earlier version is ours', async () => {
  const record = JSON.stringify({ suite: { name: 'goal-conformance' } });
  const ours = folderWith({ 'conformance.json': record, 'evidence/a.html': '' });
  expect((await intoHere(ours)).message).toContain(TAKEN);
  const others = JSON.stringify({ suite: { name: 'another' } });
  expect((await intoHere(folderWith({ 'conformance.json': others }))).message).toContain('holds other files');
});

const recordIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as RunRecord;

test('a run remembers the one before it in its folder, and a report those that it is given', async () => {
  const [folder, other] = [folderWith({}), folderWith({})];
  await into(folder);
  const first = recordIn(folder);
  await into(folder);
  const second = recordIn(folder);
  expect(first.history).toBeUndefined();
  expect(second.history?.map(({ runId, verdict }) => [runId, verdict])).toEqual([[first.runId, 'harness-error']]);
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('id="trend"');

  await into(other);
  const path = join(other, 'conformance.json');
  const { code } = await run('report', [path, '--history', folder]);
  expect(code).toBe(0);
  expect(recordIn(other).history?.map(({ runId }) => runId)).toEqual([first.runId, second.runId]);
  const { output: refusal } = await run('report', [path, '--history', join(other, 'nowhere')]);
  expect(refusal).toContain('Name a record or a folder of records.');
});
