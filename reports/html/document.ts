/** The frame of every page: self-contained, its own style and script allowed by their hashes and nothing else. */
import { createHash } from 'node:crypto';
import { Fragment, h } from 'preact';
import { render as renderElement } from 'preact-render-to-string';
import { visible } from '../text.ts';
import { type Html, html } from './html.ts';
import { style } from './style.ts';

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const render = (content: Html) => renderElement(h(Fragment, null, content));

/**
 * A whole page.
 * @param script runs at the end of the page; it must not hold a closing tag
 */
export function documentOf(title: string, content: Html, script = ''): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source(style)}`,
    ...(script ? [`script-src ${source(script)}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = render(
    html`<meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content=${policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>`,
  );
  // Markup holds no control characters of its own, so that this reaches every text of a target, wherever it stands.
  const shown = (text: string) => visible(text);
  const code = script && `<script>${script}</script>`;
  return `<!doctype html>\n<html lang="en"><head>${shown(head)}<style>${style}</style></head><body>${shown(render(content))}${code}</body></html>\n`;
}
