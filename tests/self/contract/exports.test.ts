/** One name for one thing: no two files of a room export the same name. And what is shared says what it does. `npm run check` runs this. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { undocumented } from './docstrings.ts';
import { type Source, sharedNames } from './exports.ts';

const ROOMS = [
  'bin',
  'reference-server',
  'reports',
  'schemas',
  'tests/behaviour',
  'tests/contract',
  'tests/laws',
  'tests/properties',
  'tests/self',
  'tests/support',
];
/** Generated, and read as a whole under a name of its own. */
const GENERATED = 'schemas/types.ts';

const sourcesOf = (room: string): Source[] =>
  readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path !== GENERATED)
    .map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]);

for (const room of ROOMS)
  test(`${room}: every name is exported by one file`, () => {
    expect(sharedNames(sourcesOf(room)), 'rename one of the two, or make them one').toEqual([]);
  });

test('a name that two files export is seen, whatever it names', () => {
  expect(
    sharedNames([
      [
        'a.ts',
        'export const one = 1;\nexport interface Two {}\nexport async function three() {}\nexport class Four {}\n',
      ],
      ['b.ts', 'export type Two = 2;\nexport function* one() {}\nconst four = 4;\n'],
      [
        'c.ts',
        'export default class Four {}\nexport const three = 3;\nexport { one } from "./a.ts";\n'.replaceAll('"', "'"),
      ],
    ]),
  ).toEqual(['one: a.ts, b.ts', 'Two: a.ts, b.ts', 'three: a.ts, c.ts', 'Four: a.ts, c.ts']);
});

test('a type and a value of one name in one file, and another door to it, are one export', () => {
  expect(
    sharedNames([
      ['a.ts', 'export type A = string;\nexport const A = (text: string): A => text;\n'],
      ['b.ts', "export { A } from './a.ts';\nexport * from './a.ts';\n"],
    ]),
  ).toEqual([]);
});

test('an export that the rule can not read is refused', () => {
  expect(() => sharedNames([['a.ts', 'export const { a, b } = both;\n']])).toThrow(
    'a.ts: write "export const { a, b }',
  );
  expect(() => sharedNames([['a.ts', 'const a = 1;\nexport { a };\n']])).toThrow('a.ts: write "export { a };"');
});

for (const room of ['reports', 'schemas', 'tests/support'])
  test(`${room}: every exported function has a docstring, which says what ends a check`, () => {
    expect(undocumented(sourcesOf(room)), 'say in plain words what it does, gives and throws').toEqual([]);
  });

test('a function without a docstring is seen, and one that does not say what it throws', () => {
  const head = "/** A file. */\nimport './b.ts';\n";
  expect(
    undocumented([
      ['a.ts', `${head}export function one() {}\n`],
      ['b.ts', `${head}/** Says it. */\nexport const two = (): number => 2;\nexport const three = () => 3;\n`],
      ['c.ts', `${head}/** Gives one. */\nexport function four() {\n  throw new NotTested('why', 'what');\n}\n`],
      [
        'd.ts',
        `${head}/** Gives one. @throws NotTested */\nexport function five() {\n  throw new NotTested('', '');\n}\n`,
      ],
    ]),
  ).toEqual([
    'a.ts: one: it has no docstring',
    'b.ts: three: it has no docstring',
    'c.ts: four: its docstring does not say what it throws',
  ]);
});
