/** Changes of the judge's own source: which there are, and which tests are to notice them. */
import { expect, test } from '@playwright/test';
import { drawn, mutantsOf, testedFiles } from '../mutation/mutants.ts';

const SOURCE = `import { a } from './a.ts';
export const few = (list: readonly number[]): boolean => list.filter(Boolean).length < 3 && !a;
if (few([])) throw new Error('1 < 2');
`;
const all = mutantsOf('tests/support/few.ts', SOURCE);

test('operators, conditions, numbers and forgotten calls are changed; types, imports and errors are not', () => {
  expect(all.map(({ line, was, becomes }) => `${line}: ${was} → ${becomes}`)).toEqual([
    '2: list.filter(Boolean).length < 3 && !a → (list.filter(Boolean).length < 3 || !a)',
    '2: list.filter(Boolean).length < 3 → (list.filter(Boolean).length <= 3)',
    '2: list.filter(Boolean) → list',
    '2: 3 → 4',
    '2: !a → (a)',
    '3: few([]) → false',
  ]);
});

test('the seed alone decides which are tried', () => {
  expect(drawn(all, 3, 1)).toEqual(drawn([...all].reverse(), 3, 1));
  expect(drawn(all, 3, 1)).not.toEqual(drawn(all, 3, 2));
});

test('a file is tried with the tests that import it', () => {
  const tests = {
    'tests/self/unit/one.test.ts': "import { a } from '../../support/a.ts';\nimport { b } from '../judge.ts';\n",
    'tests/self/unit/two.test.ts': "import {\n  a,\n  c,\n} from '../../support/a.ts';\n",
  };
  expect([...testedFiles(tests)]).toEqual([['tests/support/a.ts', Object.keys(tests)]]);
});
