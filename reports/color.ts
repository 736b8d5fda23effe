/** Colour where there is a terminal: by the sign or the word that a line begins with. */

const RED = 31;
const GREEN = 32;
const YELLOW = 33;

const RULES: readonly (readonly [RegExp, number])[] = [
  [/^(✗|!) /, RED],
  [/^(⚠|~) /, YELLOW],
  [/^verdict: (non-conformant|harness-error)/, RED],
  [/^verdict: (incomplete|conformant-with-waivers)/, YELLOW],
  [/^verdict: conformant/, GREEN],
];

/** Whether a stream shows colour, and nobody has asked for none: https://no-color.org. */
export const showsColor = (
  { isTTY }: { isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean => isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

/** A line of output in the colour of what it says, for terminals. */
export function colored(line: string): string {
  const color = RULES.find(([begins]) => begins.test(line))?.[1];
  return color === undefined ? line : `\u001b[${color}m${line}\u001b[39m`;
}
