/** Updates of one field that arrive at once. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { Failure, NotApplicable } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { updating } from './fields.ts';
import { update } from './updating.ts';

const KIND = 'customField';
const ROUNDS = 3;

/** Sends an update that names one text and nothing else. */
const sendPart = (t: Context, { id }: Made, body: JsonRecord): Promise<Answer> =>
  t.send('customFields.update', { ...at(KIND, id), body });

const expectTexts = (t: Context, { id }: Made, texts: JsonRecord, message: string, sent?: Answer): Promise<void> =>
  eventually(t, async (s) => {
    const record = await read(s, KIND, id);
    for (const [name, text] of Object.entries(texts)) s.equal(record[name], text, message, sent);
  });

/** Judges that updates of a part are taken and leave the rest, which is open: else one of two at once may undo the other. */
async function needParts(t: Context, field: Made): Promise<void> {
  const label = { label: t.names.next('label') };
  const tooltip = { tooltip: t.names.next('tooltip') };
  try {
    await update(t, field, label);
    await expectTexts(t, field, label, 'the label is not stored');
    const { ok } = await sendPart(t, field, tooltip);
    if (ok) return await expectTexts(t, field, { ...label, ...tooltip }, 'the label is not left');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  throw new NotApplicable('an update that names one text alone is refused, or does not leave the other texts');
}

export const updatesAtOnce: Check[] = [
  check('updates of different texts that arrive at once are all kept', 'customFields.update-each', (t) =>
    updating(t, async (field) => {
      try {
        await needParts(t, field);
        for (let round = 0; round < ROUNDS; round++) {
          const parts = ['label', 'tooltip'].map((name) => ({ [name]: t.names.next(name) }));
          const answers = await Promise.all(parts.map((part) => sendPart(t, field, part)));
          const taken = parts.filter((_, i) => answers[i]?.ok);
          await expectTexts(t, field, Object.assign({}, ...taken), 'of two updates at once one is lost', answers[0]);
        }
      } finally {
        // What was not named may be gone.
        await update(t, field, { label: t.names.next('relabelled') });
      }
    }),
  ),
];
