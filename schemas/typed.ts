/** Commands as the user types them: those of a clone are npm's, those of an installed package have a name of their own. */

/** Carries to everything that a command starts how the user typed it: `npx goal-conformance`. */
export const TYPED = 'GOAL_CONFORMANCE_TYPED';

const COMMAND = /\bnpm run (\w+)(?: -- (?=\S))?/g;

/**
 * Gives a text whose commands (`npm run NAME -- OPTIONS`) are those that the user can type.
 * @param env its TYPED is what takes the place of `npm run`; without it the text stays as it is
 */
export function asTyped(text: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const program = env[TYPED];
  if (!program) return text;
  const lines = text.split('\n').map((line) => {
    const own = line.replace(COMMAND, (all, name: string) => {
      const options = all.endsWith('-- ') ? ' ' : '';
      return `${program} ${name === 'conformance' ? 'run' : name}${options}`;
    });
    return own === line ? line : own.replaceAll('[-- ', '[');
  });
  return lines.join('\n');
}
