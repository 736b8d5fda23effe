/** What a target sends is shown by need: what was sent or compared, and of other long texts only their length and form. */
import type { Exchange } from '../../../schemas/contract.ts';

/** Texts up to this length are shown: they are states, types and numbers. */
const SHORT = 12;
/** A longer body is not parsed: the report shows its beginning alone. */
const LONGEST_PARSED = 200_000;
const LONGEST_TEXT = 30_000;

/** Headers that say something of the answer, not of who asked. */
const PLAIN_HEADERS = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'],
  ...['date', 'retry-after', 'allow', 'cache-control', 'vary', 'www-authenticate'],
]);

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-][\d:]+)?$/, 'a date and time'],
  [/^\d+$/, 'digits'],
  [/^[\da-f-]+$/i, 'hexadecimal digits'],
  [/^[a-z]+$/i, 'letters'],
  [/^[\w-]+$/, 'letters and digits'],
  [/^https?:\/\/\S+$/, 'an address'],
  [/^\S+@\S+$/, 'an e-mail address'],
  [/^\S+$/, 'one word'],
];

const formOf = (text: string) => FORMS.find(([pattern]) => pattern.test(text))?.[1] ?? 'text';

const hidden = (text: string) => `[${text.length} characters: ${formOf(text)}]`;

/** Tells whether a text was sent or compared. */
export type Needed = (text: string) => boolean;

/** @param texts what was sent and compared; a text that stands in one of them may be shown */
export function neededIn(texts: readonly string[]): Needed {
  const all = texts.join('\n');
  return (text) => all.includes(text) || all.includes(JSON.stringify(text).slice(1, -1));
}

/** Texts of what is nearly JSON; the last one may break off. */
const textsHidden = (text: string, needed: Needed): string =>
  text.replaceAll(/"((?:[^"\\]|\\.){13,})("|$)(?!\s*:)/gs, (whole, inner: string, end: string) =>
    needed(inner) ? whole : `"${hidden(inner)}${end}`,
  );

/** Words of a text that is no JSON, or only a part of some; names of fields stay. */
const wordsHidden = (text: string, needed: Needed): string =>
  textsHidden(text, needed).replaceAll(/[^\s"'<>,;:{}[\]()=&?]{13,}(?!"\s*:)/g, (word) =>
    needed(word) || word.startsWith('…') ? word : hidden(word),
  );

function bodyShown(body: string, needed: Needed): string {
  if (body.length > LONGEST_PARSED) return wordsHidden(body.slice(0, LONGEST_TEXT), needed);
  try {
    return JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      typeof value === 'string' && value.length > SHORT && !needed(value) ? hidden(value) : value,
    );
  } catch {
    return wordsHidden(body, needed);
  }
}

/** An exchange whose answer shows what is needed. */
export const byNeed = <T extends Exchange>(exchange: T, needed: Needed): T => ({
  ...exchange,
  responseHeaders: Object.fromEntries(
    Object.entries(exchange.responseHeaders).map(([name, value]) => [
      name,
      PLAIN_HEADERS.has(name) ? value : wordsHidden(value, needed),
    ]),
  ),
  responseBody: bodyShown(exchange.responseBody, needed),
});

/** What requests have said: their addresses, plain and decoded, and their bodies. */
export function sentIn(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ url, requestBody = '', requestHeaders }) => {
    const decoded = URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
    return [url, ...decoded, requestBody, ...Object.values(requestHeaders)];
  });
}
