/** `npm run check` refuses what it says it refuses: each rule sees a bad example, and leaves a good one alone. */
import { expect, test } from '@playwright/test';
import { refusedByBiome, refusedByOxlint, unused } from './tools.ts';

test('a promise that nothing waits for is refused, also one of a package or marked void', () => {
  const bad = {
    'bin/own.ts': 'const work = async () => 1;\nwork();\n',
    'bin/package.ts': "import { expect } from '@playwright/test';\nexpect(Promise.resolve(1)).resolves.toBe(1);\n",
    'bin/platform.ts': "import { setTimeout } from 'node:timers/promises';\nsetTimeout(1);\n",
    'bin/void.ts': 'void Promise.resolve(1);\n',
  };
  const good = {
    'bin/awaited.ts': 'await Promise.resolve(1);\n',
    'bin/caught.ts': 'Promise.reject(1).catch(() => 2);\n',
  };
  expect(refusedByOxlint('no-floating-promises', { ...bad, ...good })).toEqual(Object.keys(bad));
});

test('a promise is refused where none is awaited', () => {
  const files = {
    'bin/bad.ts': '[1].forEach(async (one) => console.log(await one));\n',
    'bin/good.ts': 'for (const one of [1]) console.log(await one);\n',
  };
  expect(refusedByOxlint('no-misused-promises', files)).toEqual(['bin/bad.ts']);
});

test('imports in a circle are refused, also of types alone', () => {
  const files = {
    'bin/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'bin/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    'bin/c.ts': "import type { D } from './d.ts';\nexport type C = D | 1;\n",
    'bin/d.ts': "import type { C } from './c.ts';\nexport type D = C[];\n",
    'bin/e.ts': "import { a } from './a.ts';\nexport const e = a;\n",
  };
  expect(refusedByBiome('noImportCycles', files)).toEqual(['bin/a.ts', 'bin/b.ts', 'bin/c.ts', 'bin/d.ts']);
});

test('a function of too many nested branches is refused', () => {
  /** Loops that stand in each other: 1 + 2 + … + depth. */
  const nested = (depth: number): string =>
    depth === 0 ? 'count += 1;' : `for (const _ of list) { ${nested(depth - 1)} }`;
  const file = (depth: number) =>
    `export function counted(list: number[]) {\n  let count = 0;\n  ${nested(depth)}\n  return count;\n}\n`;
  // 15 is the most.
  const files = { 'bin/bad.ts': file(6), 'bin/good.ts': file(5) };
  expect(refusedByBiome('noExcessiveCognitiveComplexity', files)).toEqual(['bin/bad.ts']);
});

test('files and exports that nothing uses are refused', () => {
  const files = {
    'bin/command.ts': "import { used, type Used } from '../schemas/a.ts';\nexport const one: Used = used;\n",
    'schemas/a.ts':
      'export type Used = number;\nexport const used = 1;\nexport const idle = used;\nexport interface Idle {}\n',
    'schemas/b.ts': 'export const b = 1;\n',
  };
  expect(unused(files)).toEqual(['schemas/a.ts: Idle', 'schemas/a.ts: idle', 'schemas/b.ts']);
});
