/** The one way in which the pages make markup: tagged templates of Preact elements, with types on both sides. */
import { html as template } from 'htm/preact';
import type { VNode } from 'preact';

/** What a component gives; several elements side by side are an array, and nothing is shown for `undefined` and `false`. */
export type Html = VNode | readonly Html[] | string | false | undefined;

/** What may be put into a template: content, or the value of an attribute. */
type Value = Html | number | boolean;

/** Markup from a template; every text in it is escaped when the page is rendered. */
export const html: (strings: TemplateStringsArray, ...values: readonly Value[]) => Html = template;
