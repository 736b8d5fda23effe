/** Fields that are the service’s own, in bodies. Sections "Custom field", "Endpoints / Custom fields". */
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldPool } from '../../support/domain/fieldPool.ts';
import { updateForms } from '../../support/domain/fieldUpdates.ts';
import { expectOwn, forged } from '../../support/domain/ownFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';
import { orderless } from '../../support/values/orderless.ts';
import { updating } from './fields.ts';

const KIND = 'customField';

async function expectThere(t: Context, { id, answer }: Made): Promise<void> {
  t.expect(
    (await peek(t, KIND, id)) !== undefined,
    'a field that is sent with values for the own fields of the service cannot be read',
    {
      expected: { _id: id },
      received: 'no record',
      exchange: answer,
    },
  );
}

export const ownFields: Check[] = [
  check('values for the service’s own fields are not taken', 'customFields.response-only', async (t) => {
    const { fields, before: ordinary } = await fieldPool(t);
    const sentWith = fields.find(({ extra }) => extra === 'forged');
    const { made, wanted = {} } = sentWith ?? {};
    let shown = 0;
    if (made && sentWith?.refusal?.blamed !== 'extra') {
      // Where another field can be read, this one can be: else it was made somewhere else.
      if (Object.keys(ordinary).length > 0) await eventually(t, (s) => expectThere(s, made));
      shown += expectOwn(t, await read(t, KIND, made.id), wanted, made.answer);
    }
    await updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const forgery = forged(before);
      const body = { ...wholeField(sent, before), ...forgery };
      const answer = await t.send('customFields.update', { ...at(KIND, id), body });
      shown += expectOwn(t, await read(t, KIND, id), forgery, answer);
      if (shown === 0) throw t.nothingShown(KIND, Object.keys(forgery));
    });
  }),

  check('a create with the _id of a field leaves that field as it is', 'customFields.create-only', async (t) => {
    const { before, after, fields } = await fieldPool(t);
    if (Object.keys(before).every((field) => field === '_id')) throw t.nothingShown(KIND, 'label');
    const exchange = fields.find(({ extra }) => extra === 'ownId')?.made?.answer;
    t.equal(
      orderless(after),
      orderless(before),
      'a create has changed another field, or the one whose _id it was sent with',
      exchange,
    );
  }),

  check('the body of an update may hold the _id', 'customFields.id-in-body', (t) =>
    updating(t, async (field) => {
      const { id } = field;
      // Whether a body may name what never changes is open: without the _id it must be accepted in one of these forms.
      const forms = updateForms(field, await read(t, KIND, id), { label: t.names.next('relabelled') });
      for (const body of forms) {
        const answer = await t.send('customFields.update', { ...at(KIND, id), body: { ...body, _id: id } });
        const plain = answer.ok ? answer : await t.send('customFields.update', { ...at(KIND, id), body });
        if (!plain.ok) continue;
        t.succeeded(answer, 'an update with the field’s own _id is refused');
        const { _id: shown = id } = await read(t, KIND, id);
        t.equal(shown, id, 'the field has another id after the update', answer);
        return;
      }
      throw new NotTested('no update of a custom field is accepted', 'a target whose customFields.update succeeds');
    }),
  ),
];
