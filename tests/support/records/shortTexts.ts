/** Bodies with short texts: how long a text may be is not said. Section "Errors". */
import { isRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';

/**
 * The body with a new text in each free text of its records that is longer than a name of the run, which has letters of both
 * cases and a space; the same body where none is.
 */
export function withShortTexts(t: Context, kindName: string, body: unknown): unknown {
  if (Array.isArray(body)) return body.map((entry) => withShortTexts(t, kindName, entry));
  if (!isRecord(body)) return body;
  const { sent = {} } = kind(kindName);
  const inShort = (key: string, value: unknown): unknown => {
    if (sent[key]?.text !== true || typeof value !== 'string') return withShortTexts(t, kindName, value);
    const text = t.names.next('Short b');
    return value.length > text.length ? text : value;
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, inShort(key, value)]));
}
