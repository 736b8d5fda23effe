/** Plain text of forms of markdown that not every dialect knows. Section "Resources / Conventions" (formatting). */
import type { Check } from '../../../support/engine/check.ts';
import { hasForms, wrongForm } from '../../../support/lists/furtherForms.ts';
import { onEach } from '../../../support/lists/requests.ts';
import { source } from './formattedTexts.ts';
import { expectWhole } from './texts.ts';

export const further: Check[] = onEach(
  'lists.formatting-further',
  'plainText takes further forms of markup out',
  (t, operationId) =>
    expectWhole(
      t,
      operationId,
      'text with further forms of markup that keeps what stands around them',
      (text) => hasForms(source(text)) && hasForms(text.plain),
      (text) => {
        const wrong = wrongForm(source(text), text.plain);
        return (
          wrong && {
            message: `plainText does not turn a form of markup into its words: ${wrong.problem}`,
            expected: wrong.markup,
            received: text.plain,
            exchange: text.exchange.plain,
          }
        );
      },
    ),
);
