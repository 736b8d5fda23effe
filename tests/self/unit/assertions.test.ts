import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Assertion, assertionsIn, type Reached, unknownPlaces, unreached } from '../campaign/assertions.ts';
import { allAssertions } from '../campaign/places.ts';
import { isListed, type Known, knownFor, searchFor, staleEntries } from '../campaign/reaching.ts';
import { faults } from '../faults/index.ts';

const listedIn = (name: string): Known =>
  JSON.parse(readFileSync(new URL(`../campaign/${name}.json`, import.meta.url), 'utf8'));
const [REACHING, UNREACHED] = [listedIn('reaching'), listedIn('unreached')];

const FILE = 'tests/behaviour/some.ts';
const SOURCE = `t.expect(right, 'is wrong', details);
if (late) throw new Failure(\`\${id} is late\`, details);
t.judge(undefined, count);
s.judge(wrong, 1);
others[field](t);
const wrong = { message: bare ? \`the \${noun} is gone\` : 'nothing is there', expected, received };
`;
const all = assertionsIn(FILE, SOURCE);
const [expecting, late, judging, gone, nothing] = all as [Assertion, Assertion, Assertion, Assertion, Assertion];
const reachedAt = ({ line, column }: Assertion, message = '', check = 'a / b'): Reached => ({
  check,
  message,
  places: [
    { file: 'tests/support/engine/assertions.ts', line: 1, column: 1 },
    { file: FILE, line, column },
  ],
});

test('an assertion is a word that judges, a Failure, and each message that a pure function tells', () => {
  expect(all.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:3', '2:17', '4:3', '6:33', '6:57']);
  expect(all.map(({ text }) => text.slice(0, 12))).toEqual([
    't.expect(rig',
    'new Failure(',
    's.judge(wron',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a message
    '`the ${noun}',
    "'nothing is ",
  ]);
});

test('an assertion is reached where a failure was made there, or with its message', () => {
  const missing = unreached(all, [reachedAt(expecting), reachedAt(judging, 'the tag is gone')]);
  expect(missing).toEqual([late, nothing]);
  expect(missing).not.toContain(gone);
  expect(unknownPlaces(all, [reachedAt(expecting)])).toEqual([]);
  expect(unknownPlaces(all, [reachedAt({ ...expecting, line: 99 })])).toEqual([{ file: FILE, line: 99, column: 3 }]);
});

test('what nothing has reached is tried with faults that are known to, then with those that checks of the file can see', () => {
  const known = { [FILE]: { 'is late': 'comes-late', 'no such words': 'never' } };
  expect(knownFor([late], known)).toEqual([{ fault: 'comes-late' }]);
  const keys = new Map([
    ['wide', ['a / b', 'a / c']],
    ['other', ['x / y']],
  ]);
  expect(searchFor([late], [reachedAt(expecting)], keys)).toEqual([{ fault: 'wide', only: ['a / b'] }]);
});

test('the list of what no fault reaches can only become shorter', () => {
  const listed = { [FILE]: { 'new Failure(': 'a reason', 't.expect(': 'another' } };
  expect(isListed(late, listed)).toBe(true);
  expect(isListed(judging, listed)).toBe(false);
  expect(staleEntries([late], listed)).toEqual([`${FILE}: t.expect(`]);
});

test('the assertions of the judge are found', () => {
  expect(allAssertions().length).toBeGreaterThan(450);
});

test('what is written down of assertions names such as there are, and faults that there are', () => {
  const inCode = allAssertions();
  const names = (file: string, words: string) => inCode.some((one) => one.file === file && one.text.includes(words));
  const entries = [REACHING, UNREACHED].flatMap((listed) =>
    Object.entries(listed).flatMap(([file, all]) => Object.keys(all).map((words) => ({ file, words }))),
  );
  expect(entries.filter(({ file, words }) => !names(file, words))).toEqual([]);
  const known = new Set(faults.map(({ name }) => name));
  expect(Object.values(REACHING).flatMap((all) => Object.values(all).filter((name) => !known.has(name)))).toEqual([]);
});
