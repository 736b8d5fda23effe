/** Every link in every document leads somewhere, and every picture that is kept is shown. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { anchorsIn, linksIn, markdownFiles, markdownText } from '../documents/markdown.ts';

/** What is wrong with a link in a document, if something is. */
function wrong(path: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return undefined;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : posix.join(dirname(path), file);
  if (!existsSync(join(projectRoot, target))) return `${path}: ${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsIn(markdownText(target)).includes(anchor) ? undefined : `${path}: ${link}: no heading of that name`;
}

for (const path of markdownFiles) {
  test(`the links of ${path} lead somewhere`, () => {
    expect(linksIn(markdownText(path)).flatMap((link) => wrong(path, link) ?? [])).toEqual([]);
  });
}

test('a link to no file and one to no heading are seen', () => {
  expect(wrong('README.md', 'docs/none.md')).toContain('there is no docs/none.md');
  expect(wrong('docs/guide.md', '../README.md#no-such-part')).toContain('no heading');
  expect(linksIn('[a](b.md#c) `[d](e.md)` ![f](g.png)')).toEqual(['b.md#c', 'g.png']);
});

test('each document is linked from another, and each picture is shown or is a view of one that is', () => {
  const all = markdownFiles.flatMap((path) =>
    linksIn(markdownText(path)).map((link) => posix.join(dirname(path), link.split('#')[0] ?? '')),
  );
  const unlinked = markdownFiles.filter((path) => path !== 'README.md' && !all.includes(path));
  expect(unlinked).toEqual([]);
  const views = readdirSync(join(projectRoot, 'docs/pictures')).filter(
    (name) => !/-(dark|phone|print)\.png$/.test(name),
  );
  expect(views.filter((name) => !all.includes(`docs/pictures/${name}`))).toEqual([]);
});
