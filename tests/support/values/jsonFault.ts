/** Where a text stops being JSON, in words for the one who must mend it. */
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Longer texts are not searched for the place. */
const MOST = 5_000_000;
/** Bytes of what stands at the place, and of the end of the text. */
const AROUND = 30;
const TAIL = 60;

const bytes = (text: string) => Buffer.byteLength(text).toLocaleString('en-US');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Words that JSON has, broken off. */
const BEGUN = /^(-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/;

/** Whether what is wrong is that the text ends too early. */
function endsEarly(text: string, { offset, length, error }: ParseError): boolean {
  if (offset >= text.length) return true;
  if (offset + length < text.length) return false;
  return printParseErrorCode(error).startsWith('UnexpectedEnd') || BEGUN.test(text.slice(offset));
}

/** Where and why a text is no JSON, and how it ends: `it ends at byte 12,000, before it is complete`. Undefined for JSON. */
export function jsonFault(text: string): { words: string; tail: string } | undefined {
  if (isJson(text)) return undefined;
  const tail = text.slice(-TAIL);
  if (text.trim() === '') return { words: 'it is empty', tail };
  const errors: ParseError[] = [];
  if (text.length <= MOST) parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return { words: `it has ${bytes(text)} bytes`, tail };
  if (endsEarly(text.trimEnd(), first)) return { words: `it ends at byte ${bytes(text)}, before it is complete`, tail };
  const found = JSON.stringify(text.slice(first.offset, first.offset + AROUND));
  return {
    words: `at byte ${bytes(text.slice(0, first.offset))} stands ${found}, which JSON does not allow there`,
    tail,
  };
}
