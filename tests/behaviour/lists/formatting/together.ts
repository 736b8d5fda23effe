/** Formatting together with other parameters. Section "Resources / Conventions" (formatting). */

import type { Wrong } from '../../../support/engine/assertions.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { formQuery, readTexts, type Text, textAt, texts } from '../../../support/lists/formattedTexts.ts';
import { knownRecords } from '../../../support/lists/knownRecords.ts';
import { collapsed } from '../../../support/lists/plainText.ts';
import { ask, onEach } from '../../../support/lists/requests.ts';
import { shapesOf } from '../../../support/lists/shapes.ts';
import { idOf, required } from '../../../support/records/answers.ts';
import { NAMED, RETRIES, remedy, rich } from './texts.ts';

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
    const wrong = async (text: Text): Promise<Wrong | undefined> => {
      const asked = [
        { filter: { _id: text.id } },
        { fields: text.path, filter: { _id: text.id } },
        ...(parent ? [{ fields: `${parent},${text.path}`, filter: { _id: text.id } }] : []),
        { fields: text.path, sort: '-id', size: 5, filter: { _id: { $in: [text.id] } } },
      ];
      for (const form of ['plain', 'markup'] as const) {
        const pages = await Promise.all(
          asked.map((query) => ask(t, operationId, { ...withText(operationId, text), ...query, ...formQuery(form) })),
        );
        for (const { items, answer } of pages) {
          const record = items.find((item) => idOf(item) === text.id);
          const shown = textAt(record, text.path);
          compared++;
          if (collapsed(shown) !== collapsed(text[form]))
            return {
              message: `formatting does not hold beside other parameters: ${text.path} comes in another form`,
              expected: text[form],
              received: record === undefined ? 'no such record' : shown,
              at: `/${text.path}`,
              exchange: answer,
            };
        }
      }
      return undefined;
    };
    const [text] = fitting(await texts(t, operationId));
    if (!text)
      throw new NotTested(`${operationId} shows no text with markup`, remedy(operationId, 'a text with markup'));
    let found = await wrong(text);
    // Another client may have changed or deleted the record since.
    for (let tries = 0; found && tries < RETRIES; tries++) {
      const [again] = fitting(await readTexts(t, operationId));
      found = again && (await wrong(again));
    }
    t.judge(found, compared);
  },
);

/** A list that is told its fields must be told of the text, too. */
const withText = (operationId: string, { path }: Text) => (required(operationId).query ? { fields: `id,${path}` } : {});
