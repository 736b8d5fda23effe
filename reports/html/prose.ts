/** Sentences with code in backticks, as messages and requirements have them. */
import { type Html, html } from './html.ts';

/** A text in which what stands in backticks is code; a backtick without its partner stays as it is. */
export function prose(text: string): Html {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.length === 1 ? text : parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
