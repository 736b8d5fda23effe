/** How text of a target is shown: cut to a length, and with nothing in it that acts on what shows it. */

/** Cut to `longest` characters, never inside of a surrogate pair, saying how long it was. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\uD800-\uDBFF]/.test(text[longest - 1] as string) ? longest - 1 : longest;
  return `${text.slice(0, end)}… (cut here: ${text.length} characters in all)`;
}

/** Cut to a number of lines as well. */
export function cutLines(text: string, longest: number, lines: number): string {
  const all = cut(text, longest).split('\n');
  return all.length <= lines ? all.join('\n') : `${all.slice(0, lines).join('\n')}\n… (cut here: ${all.length} lines)`;
}

// Control characters but for tab and newline, and those that turn the direction of text around.
const ACTING = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

function picture(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Control characters, direction marks and lone surrogates as something that can be seen. */
export const visible = (text: string) => text.toWellFormed().replaceAll(ACTING, picture);

/** In one line, cut. */
export function oneLine(text: string, longest = 120): string {
  const flat = visible(text.replaceAll(/\s+/g, ' ')).trim();
  return flat.length <= longest ? flat : `${cut(flat, longest).replace(/… \(cut here: \d+ characters in all\)$/, '')}…`;
}

/** A command longer than this is not copied out of a line. */
const LONGEST_COMMAND = 1500;

/** A command as it is, where it is a line: what is meant to be copied is never cut. Any other is referred to. */
export function commandOr(command: string, path: string): string {
  const isLine = visible(command) === command && !/[\n\r]/.test(command);
  return isLine && command.length <= LONGEST_COMMAND ? command : `the command is long, and stands in ${path}`;
}

/** `1 request`, `2 requests`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `1.5 s`, of milliseconds. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * How long the rest of a work takes if it goes on as it began: `about 80 s to go`.
 * @param done how much of it is done, more than nothing
 * @param of how much there is in all
 * @param ms milliseconds since it began
 */
export function timeToGo(done: number, of: number, ms: number): string {
  const left = (ms / 1000 / done) * (of - done);
  return left < 90 ? `about ${Math.ceil(left / 5) * 5} s to go` : `about ${Math.round(left / 60)} min to go`;
}
