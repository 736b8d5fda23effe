/** A custom field is created as it was sent. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { fresh } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { tryMake } from '../../support/records/creating.ts';
import { isShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { TEXTS } from '../../support/values/texts.ts';
import { body, UNSUPPORTED } from './bodies.ts';
import { sample, several } from './samples.ts';
import { accepted, expectSent } from './sent.ts';

const KIND = 'customField';

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const sorted = (values: unknown) => (Array.isArray(values) ? [...values].sort() : values);

export const creating: Check[] = [
  check('a created field is answered as it was sent', 'customFields.create-answer', async (t) => {
    const { sent, record, answer } = await sample(t);
    await expectSent(t, record, sent, 'the answer', answer);
  }),

  check('a created field can be read by two users', 'customFields.create-stored', async (t) => {
    const { id, sent } = await sample(t);
    for (const as of ['first', t.need('second')] as const) {
      const record = await read(t, KIND, id, as);
      await expectSent(t, record, sent, `the read by the ${as} user`);
    }
  }),

  check('a created field stands once in the list', 'customFields.create-listed', async (t) => {
    const made = [await sample(t), ...(await several(t))];
    for (const as of [
      'first',
      ...(t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? [] : ['second' as const]),
    ] as const) {
      const { items, complete } = await readKind(fresh(t), KIND, { as });
      for (const { id, sent } of made) {
        const found = items.filter((item) => item._id === id);
        if (found.length === 0 && !complete)
          throw new NotTested(
            'the list does not show all that it counts',
            `FIXTURES: bodies.listCustomFields with what makes the list complete`,
          );
        t.expect(found.length === 1, `a created field is not once in the list of the ${as} user`, {
          expected: 1,
          received: found.length,
        });
        await expectSent(t, found[0] as JsonRecord, sent, `the list of the ${as} user`);
      }
    }
  }),

  check('fields created at once are all there, each with an id of its own', 'customFields.create-each', async (t) => {
    const made = await several(t);
    t.expect(new Set(made.map(({ id }) => id)).size === made.length, 'two fields have the same id', {
      expected: `${made.length} ids`,
      received: made.map(({ id }) => id),
    });
    for (const { id, sent } of made) await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
  }),

  check('texts are kept letter for letter', 'customFields.text-kept', async (t) => {
    const texts = (i: number) => ({
      label: `${t.names.next('label')} ${TEXTS[i % TEXTS.length]}`,
      description: `d ${TEXTS[(i + 1) % TEXTS.length]}`,
      tooltip: `t ${TEXTS[(i + 2) % TEXTS.length]}`,
    });
    // Letters of other scripts, symbols beyond the basic plane and markup come first: each create leaves a field behind.
    const { id, sent } = await accepted(t, texts(2));
    await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
    for (let i = 3; i < TEXTS.length + 2; i++) {
      const changed = wholeField(sent, await read(t, KIND, id), texts(i));
      await t.ok('customFields.update', { ...at(KIND, id), body: changed });
      await expectSent(t, await read(t, KIND, id), changed, 'the read after an update');
    }
  }),

  check('the body may hold settings', 'customFields.settings-accepted', async (t) => {
    await accepted(t, { settings: {} });
  }),

  check('what is refused is not created either', 'customFields.refused-not-created', async (t) => {
    const bodies = await Promise.all(
      [{ name: fieldName(t, 15) }, { type: 'object' }, { targetTypes: [UNSUPPORTED[0]] }].map((wrong) =>
        body(t, wrong),
      ),
    );
    const answers = await Promise.all(bodies.map((sent) => tryMake(t, KIND, sent)));
    const { items } = await readKind(fresh(t), KIND);
    for (const [i, sent] of bodies.entries()) {
      const answer = answers[i] as Answer;
      if ('kindName' in answer || answer.ok) continue;
      const found = items.find(({ label, name }) => label === sent.label || name === sent.name);
      t.expect(!found, 'a field is there although its create was refused', {
        expected: `no field labelled ${sent.label}`,
        received: found,
        exchange: answer,
      });
    }
  }),

  check('orderId, operationalType and targetIds are stored', 'customFields.further-stored', async (t) => {
    const known = (await readKind(fresh(t), KIND)).items.find(
      ({ operationalType }) => typeof operationalType === 'string',
    );
    const targeted = (await readKind(fresh(t), KIND)).items.find(
      ({ targetIds, targetTypes }) => Array.isArray(targetIds) && targetIds.length > 0 && Array.isArray(targetTypes),
    );
    const further = {
      orderId: 17,
      targetIds: targeted?.targetIds ?? [],
      ...(targeted && { targetTypes: targeted.targetTypes }),
      ...(known && { operationalType: known.operationalType }),
    };
    const { id, sent } = await accepted(t, further);
    const expectFurther = async (wanted: JsonRecord, where: string) => {
      const shown = await read(t, KIND, id);
      for (const [field, value] of Object.entries(wanted)) {
        if (shown[field] === undefined && (isEmpty(value) || !(await isShown(t, KIND, [field])))) continue;
        // An empty list may be shown as none, and their order is free.
        if (Array.isArray(value))
          t.equal(sorted(shown[field]), sorted(value), `${where} ${field} are not those that were sent`);
        else t.equal(shown[field], value, `${where} ${field} is not the one that was sent`);
      }
    };
    await expectFurther(further, 'after the create');
    await t.ok('customFields.update', {
      ...at(KIND, id),
      body: wholeField(sent, await read(t, KIND, id), { orderId: 0 }),
    });
    await expectFurther({ ...further, orderId: 0 }, 'after the update');
  }),
];
