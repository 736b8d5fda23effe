/** Text without markup. */
import { expect, test } from '@playwright/test';
import { plainText, plainTexts } from '../../../reference-server/query/plainText.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['plain words, 2 * 3 = 6, a_b_c, C#, #tag, 5 > 3 < 7', 'plain words, 2 * 3 = 6, a_b_c, C#, #tag, 5 > 3 < 7'],
  ['**bold** and __bold__', 'bold and bold'],
  ['*soft* and _soft_', 'soft and soft'],
  ['***both*** **_both_**', 'both both'],
  ['~~gone~~ ~kept~', 'gone ~kept~'],
  ['`code **stays**` here', 'code **stays** here'],
  ['``a ` b``', 'a ` b'],
  ['[the **plan**](https://x.example.com/a_b) now', 'the plan now'],
  ['![picture](https://x.example.com/a.png "title")', 'picture'],
  ['<https://x.example.com>', 'https://x.example.com'],
  ['# Title\n\ntext', 'Title\n\ntext'],
  ['## Title C# ##\n\n# C#\n\nOf #', 'Title C#\n\nC#\n\nOf #'],
  ['- one\n* two\n+ three\n1. four\n- [x] five', 'one\ntwo\nthree\nfour\nfive'],
  ['> said\n> more', 'said\nmore'],
  ['a\n\n---\n\nb', 'a\n\n\nb'],
  ['```sql\nSELECT * FROM a_b\n```\nend', 'SELECT * FROM a_b\nend'],
  ['\\*not soft\\* \\_', '*not soft* _'],
  ['**open and *never closed', '**open and *never closed'],
  ['@[Ada Adler:ada@x.example.com:abc1]', '@Ada Adler'],
  ['@[Ada:a@x.de:1] and @[Bo Y:b@x.de:2], **@[C:c@x.de:3]**!', '@Ada and @Bo Y, @C!'],
  ['@[no mention] user@[x', '@[no mention] user@[x'],
  ["@[O'Neil: the boss:o@x.de:7]", "@O'Neil: the boss"],
  ['Für Zoë 👍 <b>x</b> & "y"', 'Für Zoë 👍 <b>x</b> & "y"'],
];

test('markdown and mentions go, all else stays', () => {
  for (const [text, expected] of TEXTS) expect(plainText(text), text).toBe(expected);
});

test('any text takes linear time', () => {
  const hostile = [
    '*',
    '**a ',
    '_a',
    '`',
    '``a`',
    '[',
    '[](',
    '![a](b "',
    '@[',
    '@[a:',
    '@[a:b:',
    '~~',
    '<http://',
    '> ',
    '- ',
    '\\',
    '#',
    '***_~~`[',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    const started = process.cpuUsage();
    plainText(text);
    expect(process.cpuUsage(started).user / 1000, piece).toBeLessThan(2000);
  }
});

test('only fields of these names are changed, at any depth', () => {
  const value = {
    name: '**a**',
    description: '**a**',
    list: [{ description: '_b_', n: 1 }, null, '**c**'],
    nested: { note: { note: '*d*' } },
  };
  expect(plainTexts(value, new Set(['description', 'note']), plainText)).toEqual({
    name: '**a**',
    description: 'a',
    list: [{ description: 'b', n: 1 }, null, '**c**'],
    nested: { note: { note: 'd' } },
  });
});
