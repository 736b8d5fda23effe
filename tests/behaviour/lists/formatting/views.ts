/** Operations that show the same records give the same texts. Section "Resources / Conventions" (formatting). */
import { kindAnswered } from '../../../../schemas/contract.ts';
import { lacking } from '../../../support/domain/facts.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { remembering, stillWrong } from '../../../support/engine/retry.ts';
import { collapsed } from '../../../support/lists/plainText.ts';
import { readTexts, type Text, texts } from './formattedTexts.ts';
import { REMEDY, rich } from './texts.ts';

/** Operations that show the same records. */
const VIEWS: readonly (readonly [string, string])[] = [
  ['tasks.list', 'tasks.get'],
  ['announcements.list', 'announcements.get'],
  ['metrics.list', 'metrics.byOwner'],
];

const FORMS = ['none', 'markup', 'plain'] as const;

export const views: Check[] = VIEWS.map((pair) =>
  check(
    `${pair.join(' and ')}: the same texts in the same form`,
    'lists.formatting-views-agree',
    async (t) => {
      let compared = 0;
      const compare = (a: readonly Text[], b: readonly Text[]): Wrong | undefined => {
        const others = new Map(b.map((text) => [`${text.id} ${text.path}`, text]));
        const both = a.flatMap((text) => {
          const other = others.get(`${text.id} ${text.path}`);
          return other && rich(text) ? [[text, other] as const] : [];
        });
        if (both.length === 0)
          throw lacking(t, [`${kindAnswered(pair[0])}.markup`], 'no record with markup is shown by both', REMEDY);
        compared = both.length * FORMS.length;
        for (const [text, other] of both) {
          const form = FORMS.find((name) => collapsed(text[name]) !== collapsed(other[name]));
          if (form)
            return {
              message: `${pair[1]} gives ${text.path} of a record in another form than ${pair[0]}`,
              expected: text[form],
              received: other[form],
              exchange: other.exchange[form],
            };
        }
        return undefined;
      };
      const found = await stillWrong(t, async (s) => {
        const read = (operationId: string) =>
          s === t ? texts(t, operationId) : readTexts(remembering(s, t), operationId);
        return compare(...(await Promise.all([read(pair[0]), read(pair[1])])));
      });
      t.judge(found, compared);
    },
    pair,
  ),
);
