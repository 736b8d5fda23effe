/** Name and type of a custom field never change. Section "States and transitions". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { wholeField } from '../../support/domain/fieldBodies.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { listedRecord } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { notShown } from '../../support/records/shownField.ts';
import { read } from '../../support/records/subjects.ts';
import { swappedCase } from '../../support/values/texts.ts';
import { updating } from './samples.ts';
import { ofOtherTypes } from './types.ts';

const KIND = 'customField';

/** Judges that an update leaves `field` as it was, whatever it answers. */
function immutable(field: 'name' | 'type', others: (t: Context, now: string) => readonly string[]): Check {
  return check(`no update changes the ${field}`, `customFields.${field}-immutable`, (t) =>
    updating(t, async ({ id, sent: first }) => {
      const before = await read(t, KIND, id);
      if (before[field] === undefined) throw notShown(KIND, field);
      for (const value of others(t, String(before[field]))) {
        for (const sent of [
          wholeField(first, before, { [field]: value }),
          wholeField(first, before, { [field]: value, label: t.names.next('relabelled') }),
          { [field]: value },
        ]) {
          const answer = await t.send('customFields.update', { ...at(KIND, id), body: sent });
          const after = await read(t, KIND, id);
          t.expect(after[field] === before[field], `an update has changed the ${field} of a field`, {
            expected: before[field],
            received: after[field],
            at: `/${field}`,
            exchange: answer,
          });
          const told = answer.ok ? (answer.json as JsonRecord | undefined)?.[field] : undefined;
          t.expect(
            told === undefined || told === null || told === before[field],
            `an update answers with another ${field}`,
            {
              expected: before[field],
              received: told,
              at: `/${field}`,
              exchange: answer,
            },
          );
        }
      }
      const inList = await listedRecord(t, KIND, id);
      if (inList?.[field] !== undefined)
        t.equal(inList[field], before[field], `the list shows a ${field} that an update brought`);
      // The control: an update that leaves name and type alone succeeds.
      const control = await t.send('customFields.update', {
        ...at(KIND, id),
        body: wholeField(first, await read(t, KIND, id), { label: t.names.next('relabelled') }),
      });
      if (!control.ok)
        throw new NotTested(
          `an update that keeps the ${field} is answered with ${control.status}`,
          'a target whose customFields.update succeeds',
        );
    }),
  );
}

/** Judges that a field keeps its type over updates to a text, an array, what an array holds, and by another user. */
async function expectTypeKept(t: Context, { id, sent }: Made): Promise<void> {
  const before = await read(t, KIND, id);
  if (before.type === undefined) throw notShown(KIND, 'type');
  const type = String(before.type);
  const element = /^array:\[?(\w+)\]?$/.exec(type)?.[1];
  const spelled = (of: string) => (type.includes('[') || element === undefined ? `array:[${of}]` : `array:${of}`);
  const others =
    element === undefined
      ? ['string', spelled(type)]
      : ['string', element, spelled(element === 'date' ? 'bool' : 'date')];
  const second = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? [] : [['string', 'second'] as const];
  for (const [wrong, as] of [...others.map((other) => [other, 'first'] as const), ...second]) {
    const body = wholeField(sent, before, { type: wrong });
    const answer = await t.send('customFields.update', { ...at(KIND, id), body, as });
    t.equal(
      (await read(t, KIND, id)).type,
      before.type,
      `an update of the ${as} user has changed a type into ${wrong}`,
      answer,
    );
  }
}

export const nameAndType: Check[] = [
  immutable('name', (t, now) => [t.names.field(), fieldName(t, 4), now.slice(0, 1) + swappedCase(now.slice(1))]),
  immutable('type', () => ['number', 'date', 'array:[string]']),

  check('no update turns a type into another, whoever sends it', 'customFields.type-immutable', async (t) => {
    const made = await ofOtherTypes(t);
    if (made.length === 0)
      throw new NotTested('no field of another type than string is created', 'a target that accepts other types');
    await Promise.all(made.map((field) => expectTypeKept(t, field)));
  }),

  check('what an update with another name or type answers', 'customFields.immutable-answer', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const answers = [];
      for (const change of [{ name: t.names.field() }, { type: 'number' }]) {
        const { status } = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, change),
        });
        answers.push(`${Object.keys(change)[0]}: answers ${status}`);
      }
      return answers;
    }),
  ),
];
