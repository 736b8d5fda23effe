/** Types of items that custom fields apply to. Sections "Custom field", "Endpoints / Custom fields". */
import { type Check, check } from '../../support/check.ts';
import { at } from '../../support/context.ts';
import { wholeField } from '../../support/fieldBodies.ts';
import { expectRefused } from '../../support/refusedFields.ts';
import { list, read, supportedTypes } from '../../support/subjects.ts';
import { swappedCase } from '../../support/texts.ts';
import { body, UNSUPPORTED } from './bodies.ts';
import { updating } from './samples.ts';
import { accepted, expectRefusedOr, expectSent } from './sent.ts';

const KIND = 'customField';

export const targets: Check[] = [
  check('every supported target type is accepted, alone and with others', 'customFields.target-types', async (t) => {
    const supported = await supportedTypes(t);
    for (const targetTypes of [supported, supported.slice(-1)]) {
      const { id, sent } = await accepted(t, { targetTypes });
      await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
    }
  }),

  check(
    'a target type that is not supported is refused, wherever it stands',
    'customFields.target-types-refused',
    async (t) => {
      const [first = ''] = await supportedTypes(t);
      const [unknown = '', other = ''] = UNSUPPORTED;
      for (const targetTypes of [
        [unknown],
        [unknown, first],
        [first, unknown],
        [first, unknown, first],
        [unknown, other],
      ]) {
        await expectRefused(t, await body(t, { targetTypes }), `${unknown} is no supported target type`);
      }
      const supported = await supportedTypes(t);
      const swapped = swappedCase(first);
      if (!supported.includes(swapped))
        await expectRefusedOr(
          t,
          { targetTypes: [swapped] },
          ({ targetTypes }) => !Array.isArray(targetTypes) || !targetTypes.includes(swapped),
        );
    },
  ),

  check('no update brings in a target type that is not supported', 'customFields.target-types-update', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const [first = ''] = await supportedTypes(t);
      for (const targetTypes of [[UNSUPPORTED[0]], [first, UNSUPPORTED[0]], [UNSUPPORTED[0], first]]) {
        const answer = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, { targetTypes }),
        });
        const stored = (await read(t, KIND, id)).targetTypes;
        const right = !Array.isArray(stored) || !stored.includes(UNSUPPORTED[0]);
        t.expect(right, 'an update has given a field a target type that is not supported', {
          expected: before.targetTypes,
          received: stored,
          at: '/targetTypes',
          exchange: answer,
        });
      }
    }),
  ),

  check('fields apply to supported types', 'customFields.target-types-used', async (t) => {
    const supported = await supportedTypes(t);
    const { items, answer } = await list(t, KIND);
    for (const { _id, targetTypes } of items) {
      const unknown = Array.isArray(targetTypes) ? targetTypes.filter((type) => !supported.includes(String(type))) : [];
      t.expect(unknown.length === 0, `the field ${_id} has target types that supported-types does not name`, {
        expected: supported,
        received: unknown,
        exchange: answer,
      });
    }
  }),

  check('supported-types names each type once', 'customFields.supported-types-each-once', async (t) => {
    const answer = await t.ok('customFields.supportedTypes');
    const items = (answer.json as { items?: unknown[] } | undefined)?.items ?? [];
    t.expect(items.length > 0 && new Set(items).size === items.length, 'the supported types are not each named once', {
      expected: 'each type once, at least one',
      received: items,
      exchange: answer,
    });
  }),
];
