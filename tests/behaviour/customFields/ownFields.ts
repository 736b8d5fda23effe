/** Fields that are the service’s own, in bodies. Sections "Custom field", "Endpoints / Custom fields". */
import { type JsonRecord, readJson } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { body } from './bodies.ts';
import { sample, updating } from './samples.ts';

const KIND = 'customField';

const READ_ONLY = Object.entries(
  readJson<{ properties: Record<string, { readOnly?: boolean }> }>('resources/customField.json').properties,
)
  .filter(([, { readOnly }]) => readOnly)
  .map(([field]) => field);

/** Values for the fields that are the service's, other than those of `record`. */
function forged(record: JsonRecord): JsonRecord {
  const values: JsonRecord = {
    accountId: 'gc-forged-account',
    dateCreated: '2001-02-03T04:05:06.789Z',
    lastModified: '2001-02-03T04:05:06.789Z',
    isPrivate: record.isPrivate !== true,
    pluginVersionId: 'gc-forged-plugin',
  };
  return Object.fromEntries(READ_ONLY.map((field) => [field, values[field]]));
}

export const ownFields: Check[] = [
  check('values for the service’s own fields are not taken', 'customFields.response-only', async (t) => {
    const plain = (await sample(t)).record;
    await updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const forgery = forged(before);
      const answer = await t.send('customFields.update', {
        ...at(KIND, id),
        body: { ...wholeField(sent, before), ...forgery },
      });
      const updated = await read(t, KIND, id);
      const created = await tryMake(t, KIND, await body(t, forged(plain)));
      const records = [updated, ...('kindName' in created ? [await read(t, KIND, created.id)] : [])];
      for (const record of records) {
        for (const [field, value] of Object.entries(forgery)) {
          t.expect(
            record[field] !== value,
            `${field} is the service's own, and a value that was sent for it is taken`,
            {
              expected: before[field],
              received: record[field],
              at: `/${field}`,
              exchange: record === updated ? answer : (created as Made).answer,
            },
          );
        }
      }
    });
  }),

  check('a create with the _id of a field leaves that field as it is', 'customFields.create-only', (t) =>
    updating(t, async ({ id }) => {
      const before = await read(t, KIND, id);
      const created = await tryMake(t, KIND, await body(t, { _id: id }));
      const answer = 'kindName' in created ? created.answer : created;
      t.equal(await read(t, KIND, id), before, 'a create has changed the field whose _id it was sent with', answer);
    }),
  ),

  check('the body of an update may hold the _id', 'customFields.id-in-body', (t) =>
    updating(t, async ({ id, sent }) => {
      const answer = await t.send('customFields.update', {
        ...at(KIND, id),
        body: { ...wholeField(sent, await read(t, KIND, id), { label: t.names.next('relabelled') }), _id: id },
      });
      t.expect(answer.ok, 'an update with the field’s own _id is refused', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      const { _id: shown = id } = await read(t, KIND, id);
      t.equal(shown, id, 'the field has another id after the update', answer);
    }),
  ),
];
