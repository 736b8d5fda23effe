/** Distinct secrets in every setting that holds one, a target that echoes them in many forms, and a search for them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Every secret has what breaks quoting somewhere, but for the key in the address. */
export const CANARIES = {
  ACCESS_TOKEN: 'Kanari-1a"Q9\\v<wZ&m/4+tRp7',
  SECOND_ACCESS_TOKEN: 'Zeisig-2b"R8\\w<xY&n/5+uSq6',
  LIMITED_ACCESS_TOKEN: 'Amsel-3c"S7\\x<yX&o/6+vTr5',
  OTHER_ACCESS_TOKEN: 'Drossel-4d"T6\\y<zW&p/7+wUs4',
  HEADER: 'Finkchen-5e"U5\\z<aV&q/8+xVt3',
  BASE_URL: 'Star6f7G8hJ9kL0mN1pQ2',
} as const;

const hex = (text: string) => Buffer.from(text).toString('hex');
const each = (text: string, form: (code: string) => string) => hex(text).replaceAll(/../g, form);
const base64 = (text: string, form: 'base64' | 'base64url') => Buffer.from(text).toString(form);

/** What a target may make of a secret that it was sent. */
export function formsOf(secret: string): string[] {
  const middle = Math.floor(secret.length / 2);
  return [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    [...secret].reverse().join(''),
    hex(secret),
    hex(secret).toUpperCase(),
    each(secret, (code) => `${code}:`),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    each(secret, (code) => `%${code}`),
    each(secret, (code) => `\\u00${code}`),
    each(secret, (code) => `&#x${code};`),
    [...Buffer.from(secret)].join(', '),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    ...['', 'a', 'ab'].flatMap((before) => [
      base64(`${before}${secret}`, 'base64'),
      base64(`token=${before}${secret}; path=/`, 'base64url'),
    ]),
    secret.slice(0, middle),
    secret.slice(middle),
  ];
}

/** The least that must not be found: base64 without what its neighbours change. */
function soughtIn(secret: string): string[] {
  const within = [0, 1, 2].flatMap((offset) =>
    (['base64', 'base64url'] as const).map((form) => base64(`${'x'.repeat(offset)}${secret}`, form).slice(4, -4)),
  );
  const escaped = formsOf(secret).flatMap((form) => [
    form,
    JSON.stringify(form).slice(1, -1),
    JSON.stringify(JSON.stringify(form)).slice(3, -3),
    form.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ]);
  return [...new Set([...within, ...escaped])].map((text) => text.toLowerCase());
}

/** Texts of the files in a zip. Its parts are found by their headers, whatever stands before them. */
function unzipped(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    const [method, size, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const packed = bytes.subarray(from, from + size);
    found.push(method === 8 ? inflateRawSync(packed) : packed);
  }
  return found;
}

/** A file as it is, and what is packed or encoded in it. */
function readings(bytes: Buffer, depth = 0): string[] {
  const text = bytes.toString('latin1');
  const inner = bytes.subarray(0, 2).toString() === 'PK' ? unzipped(bytes) : [];
  const encoded = [...text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64'));
  return [text, ...(depth < 2 ? [...inner, ...encoded].flatMap((one) => readings(one, depth + 1)) : [])];
}

/** Which secrets stand in which of these, in whatever form. */
export function leaksIn(reportDir: string, output: string): string[] {
  const files = readdirSync(reportDir, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, join(reportDir, name)] as const)
    .filter(([, path]) => statSync(path).isFile());
  const sources = [
    ['the terminal', Buffer.from(output)] as const,
    ...files.map(([name, path]) => [name, readFileSync(path)] as const),
  ];
  const sought = Object.entries(CANARIES).map(([name, secret]) => [name, soughtIn(secret)] as const);
  return sources.flatMap(([place, bytes]) => {
    const texts = readings(bytes).map((text) => text.toLowerCase());
    return sought.flatMap(([name, forms]) => {
      const form = forms.find((one) => texts.some((text) => text.includes(one)));
      return form === undefined ? [] : [`${place}: ${name} as ${form}`];
    });
  });
}
