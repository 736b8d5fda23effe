/** JSON as people read it, with the field that differs marked. */
import { type Html, html } from './html.ts';

/** Steps of a JSON pointer. */
const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a place; undefined where there is none. */
function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt((value as Record<string, unknown>)[step], rest);
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Lines of a value, and whether each belongs to the place that is marked. */
type Line = { text: string; marked: boolean };

function lines(value: unknown, path: readonly string[] | undefined): Line[] {
  if (path?.length === 0)
    return json(value)
      .split('\n')
      .map((text) => ({ text, marked: true }));
  if (path === undefined || typeof value !== 'object' || value === null)
    return json(value)
      .split('\n')
      .map((text) => ({ text, marked: false }));
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const inner = entries.flatMap(([key, member], index) => {
    const own = lines(member, key === path[0] ? path.slice(1) : undefined);
    const comma = index < entries.length - 1 ? ',' : '';
    return own.map(({ text, marked }, at) => ({
      text: `  ${at === 0 && !isList ? `${JSON.stringify(key)}: ` : ''}${text}${at === own.length - 1 ? comma : ''}`,
      marked,
    }));
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return [{ text: open, marked: false }, ...inner, { text: close, marked: false }];
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer was found to hold at a place. */
export interface Difference {
  /** JSON pointer. */
  at: string;
  /** JSON of the value there. */
  received: string;
}

/** The place in a value, where exactly that value stands there: a pointer into a record inside of it is no pointer into it. */
function placeIn(value: unknown, difference: Difference | undefined): string[] | undefined {
  if (!difference?.at.startsWith('/')) return undefined;
  const steps = stepsOf(difference.at);
  const found = valueAt(value, steps);
  return found !== undefined && JSON.stringify(found) === difference.received ? steps : undefined;
}

/** A text laid out if it is JSON. @returns the text as it is if it is not */
export function laidOut(text: string): string {
  const found = parsed(text);
  return found ? json(found.value) : text;
}

const shown = (all: readonly Line[]) => all.map(({ text }) => text).join('\n');

/**
 * An answer laid out, with the place that differs marked.
 * @param cut shortens what is shown; the part with the mark is never left out
 */
export function answer(text: string, difference: Difference | undefined, cut: (text: string) => string): Html {
  const found = parsed(text);
  if (!found) return cut(text);
  const place = placeIn(found.value, difference);
  if (!place) return cut(json(found.value));
  const all = lines(found.value, place);
  const from = all.findIndex(({ marked }) => marked);
  const to = all.findLastIndex(({ marked }) => marked) + 1;
  return html`${cut(shown(all.slice(0, from)))}${'\n'}<mark>${cut(shown(all.slice(from, to)))}</mark>${'\n'}${cut(shown(all.slice(to)))}`;
}
