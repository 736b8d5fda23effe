/** Formatting together with other parameters. Section "Resources / Conventions" (formatting). */

import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { remembering, stillWrong } from '../../../support/engine/retry.ts';
import { knownRecords } from '../../../support/lists/knownRecords.ts';
import { collapsed } from '../../../support/lists/plainText.ts';
import { ask, onEach, type Page } from '../../../support/lists/requests.ts';
import { shapesOf } from '../../../support/lists/shapes.ts';
import { idOf, required } from '../../../support/records/answers.ts';
import { formQuery, readTexts, type Text, textAt, texts } from './formattedTexts.ts';
import { NAMED, REMEDY, rich } from './texts.ts';

/** What is wrong when a page does not show a text in the form that was asked for. */
function wrongForm({ items, answer }: Page, text: Text, form: 'plain' | 'markup'): Wrong | undefined {
  const record = items.find((item) => idOf(item) === text.id);
  const shown = textAt(record, text.path);
  if (collapsed(shown) === collapsed(text[form])) return undefined;
  return {
    message: `formatting does not hold beside other parameters: ${text.path} comes in another form`,
    expected: text[form],
    received: record === undefined ? 'no such record' : shown,
    at: `/${text.path}`,
    exchange: answer,
  };
}

export const together = onEach(
  'lists.formatting-together',
  'formatting holds beside other parameters',
  async (t, operationId) => {
    const fitting = (all: readonly Text[]) =>
      all.filter((text) => NAMED.includes(text.category) && rich(text) && !text.path.includes('.'));
    const object = shapesOf(operationId, await knownRecords(t, operationId, 1)).find(
      ({ inner, list }) => !list && inner.length > 0,
    );
    const parent = object && `${object.name}{${object.inner[0]?.name}}`;
    let compared = 0;
    const wrong = async (s: Context, text: Text): Promise<Wrong | undefined> => {
      const asked = [
        { filter: { _id: text.id } },
        { fields: text.path, filter: { _id: text.id } },
        ...(parent ? [{ fields: `${parent},${text.path}`, filter: { _id: text.id } }] : []),
        { fields: text.path, sort: '-id', size: 5, filter: { _id: { $in: [text.id] } } },
      ];
      for (const form of ['plain', 'markup'] as const) {
        const pages = await Promise.all(
          asked.map((query) => ask(s, operationId, { ...withText(operationId, text), ...query, ...formQuery(form) })),
        );
        compared += pages.length;
        const found = pages.map((page) => wrongForm(page, text, form)).find(Boolean);
        if (found) return found;
      }
      return undefined;
    };
    const [text] = fitting(await texts(t, operationId));
    if (!text) throw new NoData(`${operationId} shows no text with markup`, REMEDY);
    // Another client may have changed or deleted the record since.
    const found = await stillWrong(t, async (s) => {
      const [now] = s === t ? [text] : fitting(await readTexts(remembering(s, t), operationId));
      return now && wrong(s, now);
    });
    t.judge(found, compared);
  },
);

/** A list that is told its fields must be told of the text, too. */
const withText = (operationId: string, { path }: Text) => (required(operationId).query ? { fields: `id,${path}` } : {});
