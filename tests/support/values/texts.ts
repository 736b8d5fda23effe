/** Texts that a careless implementation loses or changes. In Unicode normal form C, without white space at their ends. */
export const TEXTS: readonly string[] = [
  'Zufriedenheit über 90 %',
  '目標と主要な結果',
  'هدف رئيسي',
  'rocket 🚀 and family 👩‍👩‍👧',
  '<b>bold</b> & "quoted" \'single\'',
  'back\\slash, {{braces}}, $dollar, %percent%, #hash, semi;colon',
  'two  spaces inside',
  `long ${'goal '.repeat(15)}end`,
];

/** The text with its ASCII letters in the other case. */
export const swappedCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

/** The text without its last, and without its first character: half of an emoji would be no text. */
export function shortened(text: string): string[] {
  const characters = [...text];
  return [characters.slice(0, -1), characters.slice(1)].map((part) => part.join(''));
}
