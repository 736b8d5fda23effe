/** Fields that are equal in all that an update may change: what is changed in one stays in the other. Section "Endpoints / Custom fields". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { alone } from '../../support/domain/fieldPool.ts';
import { tryUpdate } from '../../support/domain/fieldUpdates.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { supportedTypes } from '../../support/records/bodies.ts';
import type { Made } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { orderless } from '../../support/values/orderless.ts';
import { anotherField, updating } from './fields.ts';
import { expectStored, update } from './updating.ts';

const KIND = 'customField';

/** What both fields are given, and then one of them alone; the target types last, since other rules may go by them. */
async function shared(t: Context): Promise<{ common: JsonRecord; changes: readonly JsonRecord[] }> {
  const [first, second] = await supportedTypes(t);
  const [description, other] = [t.names.next('described'), t.names.next('described')];
  return {
    common: {
      description,
      filterable: true,
      settings: { gcTwin: description },
      ...(first !== undefined && { targetTypes: [first] }),
    },
    changes: [
      { description: other },
      { filterable: true },
      { filterable: false },
      { settings: { gcTwin: other } },
      ...(second === undefined ? [] : [{ targetTypes: [second] }]),
    ],
  };
}

/** Gives a field as much of these values as the target takes: all, or each alone. */
async function give(t: Context, field: Made, values: JsonRecord): Promise<void> {
  if (await tryUpdate(t, field, await read(t, KIND, field.id), values)) return;
  for (const [name, value] of Object.entries(values))
    await tryUpdate(t, field, await read(t, KIND, field.id), { [name]: value });
}

/** The field once all that was sent is seen: it begins with an update that can be known again. */
async function settled(t: Context, field: Made): Promise<JsonRecord> {
  const tooltip = { tooltip: t.names.next('tooltip') };
  await update(t, field, tooltip);
  return expectStored(t, field, tooltip);
}

/** What an update of another field must leave; a place among others may follow from theirs. */
const lasting = ({ orderId: _, ...field }: JsonRecord) => orderless(field);

async function expectApart(t: Context, changed: Made, other: Made): Promise<void> {
  const { common, changes } = await shared(t);
  const names = Object.keys(common);
  const before = await Promise.all([changed, other].map(({ id }) => read(t, KIND, id)));
  for (const field of [changed, other]) await give(t, field, common);
  await settled(t, changed);
  const beside = await settled(t, other);
  for (const one of changes) {
    const done = await tryUpdate(t, changed, await read(t, KIND, changed.id), one);
    if (!done) continue;
    await eventually(t, async (s) =>
      s.equal(
        lasting(await read(s, KIND, other.id)),
        lasting(beside),
        `an update of the ${Object.keys(one).join()} has changed another field that was equal`,
        done.answer,
      ),
    );
  }
  // Other checks find the fields as they were.
  for (const [i, field] of [changed, other].entries()) {
    const shown = Object.entries(before[i] ?? {}).filter(([name]) => names.includes(name));
    await tryUpdate(t, field, await read(t, KIND, field.id), Object.fromEntries(shown));
  }
}

export const twins: Check[] = [
  check('an update leaves a field that was equal in all that can be changed', 'customFields.update-only', async (t) => {
    const other = await anotherField(t);
    await updating(t, (changed) => alone(t, other, () => expectApart(t, changed, other)));
  }),
];
