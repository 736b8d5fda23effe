/** Texts that an operation without parameter formatting shows with their markup. Section "Resources / Conventions" (formatting). */
import { isRecord, kindAnswered } from '../../../../schemas/contract.ts';
import type { Context } from '../../../support/engine/context.ts';
import { hasMarkup, keepsWords, markLeft, mentionProblem } from '../../../support/lists/plainText.ts';
import { known } from '../../../support/records/identifiers.ts';
import { sample } from '../../../support/values/sample.ts';
import { textAt, texts } from './formattedTexts.ts';

/** Check-ins whose key results are looked at. */
const MOST = 6;

/** Descriptions of key results with markup, by id, as check-ins show them. */
const ofCheckins = (t: Context): Promise<ReadonlyMap<unknown, string>> =>
  t.once('markup of check-ins', async () => {
    const ids = sample(await known(t, 'checkin'), MOST);
    const answers = await Promise.all(ids.map((checkinId) => t.send('metrics.byCheckin', { params: { checkinId } })));
    const shown = answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [json] : []));
    return new Map(
      shown.map((record) => [record.id, textAt(record, 'description')] as const).filter(([, text]) => hasMarkup(text)),
    );
  });

/** Whether a text is nothing but the other one without its markup. */
const isPlainOf = (markup: string, plain: string): boolean =>
  !hasMarkup(plain) &&
  mentionProblem(markup, plain) === undefined &&
  markLeft(markup, plain) === undefined &&
  keepsWords(markup, plain);

/**
 * Judges that a text which another operation shows with its markup does not come plain with mentionsMarkup: where all come so,
 * the account seems to have no markup.
 */
export async function expectAsElsewhere(t: Context, operationId: string): Promise<void> {
  if (kindAnswered(operationId) !== 'metric') return;
  const elsewhere = await ofCheckins(t);
  if (elsewhere.size === 0) return;
  for (const { id, path, markup, exchange } of await texts(t, operationId)) {
    const expected = path === 'description' ? elsewhere.get(id) : undefined;
    if (expected === undefined) continue;
    const message = `mentionsMarkup gives ${path} without the markup with which metrics.byCheckin shows it`;
    const wrong = { message, expected, received: markup, exchange: exchange.markup };
    t.judge(isPlainOf(expected, markup) ? wrong : undefined, 1);
  }
}
