/** Reads the documents that people read: their commands, their links and their headings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../schemas/contract.ts';

/** Paths of all documents, relative to the project. */
export const markdownFiles: readonly string[] = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The text of a document. @param path relative to the project */
export const markdownText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** The lines of a document's shell blocks, without white space at their ends. */
export const shellLines = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );

/** Text without its blocks of code, in which nothing is a link or a heading. */
const withoutCode = (text: string) =>
  text.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

/** What the links and pictures of a document point to. */
export const linksIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** Names of the places in a document that a link can point to, as GitHub makes them of headings. */
export const anchorsIn = (text: string): string[] =>
  [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/^#+ +(.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
