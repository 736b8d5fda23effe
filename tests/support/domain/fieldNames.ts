/** Names of custom fields: the rule, and names by it. Section "Custom field" and "Limits". */
import type { Context } from '../engine/context.ts';

/** The rule for ASCII: 4 to 14 symbols, a lowercase letter first, then letters, digits or underscores. */
export const isFieldName = (name: string): boolean => /^[a-z][A-Za-z0-9_]{3,13}$/.test(name) && !name.endsWith('\n');

/** A name of this many symbols that begins and goes on right, and that hardly any other field has. */
export function fieldName(t: Context, length: number): string {
  const text = `${t.names.field().slice(2)}${t.names.field().slice(2)}${t.names.field().slice(2)}`;
  const first = String.fromCharCode(97 + (text.charCodeAt(0) % 26));
  return (first + text.slice(1)).slice(0, length);
}
