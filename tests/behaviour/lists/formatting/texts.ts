/** How the texts of an operation are judged. Section "Resources / Conventions" (formatting). */
import { kindAnswered } from '../../../../schemas/contract.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData, NotApplicable } from '../../../support/engine/outcome.ts';
import { remembering, stillWrong } from '../../../support/engine/retry.ts';
import { withoutForms } from '../../../support/lists/furtherForms.ts';
import { hasMarkup } from '../../../support/lists/plainText.ts';
import { type Category, readTexts, source, type Text, texts } from './formattedTexts.ts';

/** Texts that the specification names in so many words. */
export const NAMED: readonly Category[] = ['description', 'comment', 'customField'];

/** What to do where no text of the sort is shown. */
export const REMEDY = 'an account with such a text, or FIXTURES: facts.texts with one';

/** What ends a check for which the account has no text of the sort, unless the fixtures declare that it has none. */
function noText(t: Context, operationId: string, what: string, categories: readonly Category[]): Error {
  const kindName = kindAnswered(operationId);
  const field = categories.every((category) => category === 'customField') ? 'textArea' : 'markup';
  const declared = t.nothingShown(kindName, field);
  if (declared instanceof NotApplicable) return declared;
  return new NoData(
    `${operationId} shows no ${what}`,
    `${REMEDY}, or "none": ["${kindName}.${field}"] if it never has any`,
  );
}

/** Judges every text that fits, whole; before it blames, it reads again and leaves out what others have changed. */
export async function expectWhole(
  t: Context,
  operationId: string,
  what: string,
  fits: (text: Text) => boolean,
  wrong: (text: Text) => Wrong | undefined,
  categories: readonly Category[] = NAMED,
): Promise<void> {
  let compared = 0;
  const judge = (all: readonly Text[]) => {
    const fitting = all.filter((text) => categories.includes(text.category) && fits(text));
    if (fitting.length === 0) throw noText(t, operationId, what, categories);
    compared = fitting.length;
    for (const text of fitting) {
      const found = wrong(text);
      if (found) return { at: `/${text.path.replaceAll('.', '/')}`, ...found };
    }
    return undefined;
  };
  const found = await stillWrong(t, async (s) => {
    if (s === t) return judge(await texts(t, operationId));
    const now = remembering(s, t);
    const read = await readTexts(now, operationId);
    const again = new Map((await readTexts(now, operationId)).map((text) => [`${text.id} ${text.path}`, text]));
    return judge(read.filter(({ id, path, none }) => again.get(`${id} ${path}`)?.none === none));
  });
  t.judge(found, compared);
}

/** The text without the forms of markup that not every dialect knows. */
function usual(text: Text): Text {
  const { none, markup, plain, stored } = text;
  return {
    ...text,
    none: withoutForms(none),
    markup: withoutForms(markup),
    plain: withoutForms(plain),
    stored: stored === undefined ? undefined : withoutForms(stored),
  };
}

/** Judges the same without forms of markup that not every dialect knows. */
export const expectTexts: typeof expectWhole = (t, operationId, what, fits, wrong, categories) =>
  expectWhole(
    t,
    operationId,
    what,
    (text) => fits(usual(text)),
    (text) => wrong(usual(text)),
    categories,
  );

export const rich = (text: Text) => hasMarkup(source(text));
