/** Types of items that custom fields apply to. Sections "Custom field", "Endpoints / Custom fields". */

import { wholeField } from '../../support/domain/fieldBodies.ts';
import { expectRefused } from '../../support/domain/refusedFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { fresh } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { supportedTypes } from '../../support/records/bodies.ts';
import { read } from '../../support/records/subjects.ts';
import { swappedCase } from '../../support/values/texts.ts';
import { body, UNSUPPORTED } from './bodies.ts';
import { updating } from './samples.ts';
import { accepted, expectRefusedOr, expectSent } from './sent.ts';

const KIND = 'customField';

/** Texts that are hardly, but not quite, a supported type: those around the first one, none, and other kinds of records. */
async function nearMisses(t: Context): Promise<string[]> {
  const supported = await supportedTypes(t);
  const [first = ''] = supported;
  const near = [`${first}s`, first.slice(0, -1), ` ${first} `, '', 'dashboard', 'role', 'tag'];
  return near.filter((type) => !supported.includes(type));
}

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
      const near = [swappedCase(first), ...(await nearMisses(t))].filter((type) => !supported.includes(type));
      await Promise.all(
        near.map((type) =>
          expectRefusedOr(
            t,
            { targetTypes: [type] },
            ({ targetTypes }) => !Array.isArray(targetTypes) || !targetTypes.includes(type),
          ),
        ),
      );
    },
  ),

  check('no update brings in a target type that is not supported', 'customFields.target-types-update', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const [first = ''] = await supportedTypes(t);
      const [unknown = ''] = UNSUPPORTED;
      const near = (await nearMisses(t)).slice(0, 3);
      let { label } = before;
      for (const [wrong, targetTypes] of [
        [unknown, [unknown]],
        [unknown, [first, unknown]],
        [unknown, [unknown, first]],
        ...near.map((type) => [type, [type]] as const),
      ] as const) {
        const answer = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, { targetTypes, label: t.names.next('relabelled') }),
        });
        const after = await read(t, KIND, id);
        const stored = after.targetTypes;
        const right = !Array.isArray(stored) || !stored.includes(wrong);
        t.expect(right, 'an update has given a field a target type that is not supported', {
          expected: before.targetTypes,
          received: stored,
          at: '/targetTypes',
          exchange: answer,
        });
        if (!answer.ok && answer.status < 500)
          t.equal(after.label, label, 'an update was refused, and its label is stored all the same', answer);
        label = after.label;
      }
    }),
  ),

  check('fields apply to supported types', 'customFields.target-types-used', async (t) => {
    const supported = await supportedTypes(t);
    const { items, answer } = await readKind(fresh(t), KIND);
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
