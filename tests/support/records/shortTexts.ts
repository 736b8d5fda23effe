/** Bodies with shorter texts: how long a text may be is not said. Section "Errors". */
import { isRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';

/** A text for a field in the place of another one. */
type Text = (t: Context, text: string) => string;

/** As short as names of the run are; upper case, lower case and a space are in it. */
const short: Text = (t) => t.names.next('Short b');

/** Letters, digits and spaces alone, as many as the text has. */
const sameLength: Text = (t, text) => t.names.plain('control').padEnd(text.length, 'x').slice(0, text.length);

/** The body with another text in each free text of its records that is longer than a short one. */
function retexted(t: Context, kindName: string, body: unknown, textOf: Text): unknown {
  if (Array.isArray(body)) return body.map((entry) => retexted(t, kindName, entry, textOf));
  if (!isRecord(body)) return body;
  const { sent = {} } = kind(kindName);
  const isLong = (key: string, value: unknown): value is string =>
    sent[key]?.text === true && typeof value === 'string' && value.length > short(t, value).length;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      isLong(key, value) ? textOf(t, value) : retexted(t, kindName, value, textOf),
    ]),
  );
}

/** The body with short texts; undefined where none of its texts is longer. */
export function shortened(t: Context, kindName: string, body: unknown): unknown {
  const brief = retexted(t, kindName, body, short);
  return JSON.stringify(brief) === JSON.stringify(body) ? undefined : brief;
}

/** The body with texts that are as long as its own, and else like any: refused as well, it was their length. */
export const asLong = (t: Context, kindName: string, body: unknown): unknown => retexted(t, kindName, body, sameLength);
