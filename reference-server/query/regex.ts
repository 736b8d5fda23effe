/**
 * `$regex` of filters, in linear time whatever the pattern: through RE2, which does not backtrack. The time for a text
 * grows with the compiled pattern, too, and `(.?){1000}` is short to write, so that size has a bound of its own.
 */
import { createRequire } from 'node:module';
import type { RE2JS as Re2 } from 're2js';
import { Refusal } from '../refusal.ts';

const MAX_LENGTH = 500;
const MAX_SIZE = 200;
const load = createRequire(import.meta.url);
let library: typeof Re2 | undefined;

/** RE2 is loaded by the first pattern: not every start needs it. */
function re2(): typeof Re2 {
  library ??= (load('re2js') as { RE2JS: typeof Re2 }).RE2JS;
  return library;
}

/**
 * Whether a text has a match of the pattern somewhere.
 * @param options letters i (any case), m (^ and $ at every line), s (. takes line ends, too)
 * @throws Refusal 400 when the pattern is too long or RE2 cannot read it
 */
export function regexTest(pattern: string, options = ''): (text: string) => boolean {
  if (pattern.length > MAX_LENGTH) throw new Refusal(400, `$regex is longer than ${MAX_LENGTH} characters`);
  if (!/^[ims]*$/.test(options)) throw new Refusal(400, `$options: allowed are i, m and s, not ${options}`);
  const { CASE_INSENSITIVE, MULTILINE, DOTALL } = re2();
  const flags = [
    ['i', CASE_INSENSITIVE],
    ['m', MULTILINE],
    ['s', DOTALL],
  ] as const;
  const bits = flags.reduce((sum, [letter, flag]) => (options.includes(letter) ? sum | flag : sum), 0);
  let compiled: Re2;
  try {
    compiled = re2().compile(pattern, bits);
  } catch (error) {
    throw new Refusal(400, `$regex: ${(error as Error).message}`);
  }
  if (compiled.programSize() > MAX_SIZE) throw new Refusal(400, '$regex repeats too much');
  return (text) => compiled.matcher(text).find();
}
