/** Markdown in forms that not every dialect and not every stripper knows, in a part of a text that is judged by itself. */
import { collapsed, type Mention, mentionsIn, mentionText } from './plainText.ts';

/** Paragraphs around the part, which any plain text keeps. */
const [BEGIN, END] = ['Here further forms begin.', 'Here further forms end.'];

interface FurtherForm {
  markup: string;
  /** Marks that must not be left. */
  marks?: readonly string[];
  /** Words that must be there, with single spaces. */
  words: readonly string[];
}

/** Each closes what it opens, also for who reads it otherwise: what stands behind the part is not drawn into it. */
const FORMS: readonly FurtherForm[] = [
  { markup: '***bold and slanted***', marks: ['*bold and', 'and slanted*'], words: ['bold and slanted'] },
  {
    markup: '**bold _or slanted_ words**',
    marks: ['**bold or', '**bold _', 'words**'],
    words: ['bold or slanted words'],
  },
  { markup: '__strong words__', marks: ['__strong', 'words__'], words: ['strong words'] },
  { markup: '[the page](https://example.com/plan)', marks: ['](https'], words: ['the page'] },
  { markup: '[the title](https://example.com/title "Its title")', marks: ['](https'], words: ['the title'] },
  // Two: who takes the beginning of a block for none, takes its end for one.
  {
    markup: '```js\nlet costs = 1;\n```\n\n```js\nlet sums = 2;\n```',
    marks: ['```'],
    words: ['let costs = 1;', 'let sums = 2;'],
  },
  { markup: '``code with ` in it``', marks: ['``'], words: ['code with ` in it'] },
  { markup: '## Closed heading ##', marks: ['# Closed', 'heading #'], words: ['Closed heading'] },
  {
    markup: '| planned | actual |\n| --- | --- |\n| eighty | ninety |',
    words: ['planned', 'actual', 'eighty', 'ninety'],
  },
  { markup: '> quoted words', marks: ['> quoted'], words: ['quoted words'] },
  { markup: 'It holds that 5 < 7 and 9 > 8.', words: ['5 < 7 and 9 > 8'] },
  { markup: 'The sum is 2 * 3 * 4.', words: ['2 * 3 * 4'] },
];

/** Emphasis around a mention. */
const around = (one: Mention): FurtherForm => ({
  markup: `**${mentionText(one)}**`,
  marks: [`**@`, `${one.name}**`],
  words: [`@${one.name}`],
});

/** The part, as paragraphs of a text. */
export const furtherForms = (somebody: Mention): string[] => [
  BEGIN,
  ...[...FORMS, around(somebody)].map(({ markup }) => markup),
  END,
];

/** The part of a text, and the text without it; undefined where the text does not have it whole. */
function divided(text: string): { part: string; rest: string } | undefined {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) return undefined;
  return { part: text.slice(from + BEGIN.length, to), rest: text.slice(0, from) + text.slice(to + END.length) };
}

/** The text without the part. */
export const withoutForms = (text: string): string => divided(text)?.rest ?? text;

/** Whether a text with markup has the part. */
export const hasForms = (markup: string): boolean => divided(markup) !== undefined;

/** What is left of a form of the part in a plain text, or lost; undefined where nothing is, and where the part is not there. */
export function wrongForm(markup: string, plain: string): { markup: string; problem: string } | undefined {
  const [marked, bare] = [divided(markup)?.part, divided(plain)?.part];
  if (marked === undefined || bare === undefined) return undefined;
  const text = collapsed(bare);
  for (const form of [...FORMS, ...mentionsIn(marked).map(around)]) {
    if (!marked.includes(form.markup)) continue;
    const left = form.marks?.find((mark) => text.includes(mark));
    const lost = form.words.find((words) => !text.includes(words));
    const problem = left === undefined ? lost && `${lost} is not there` : `${left} is left`;
    if (problem !== undefined) return { markup: form.markup, problem };
  }
  return undefined;
}
