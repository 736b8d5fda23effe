/** Name and type of a custom field never change. Section "States and transitions". */
import { type Check, check } from '../../support/check.ts';
import { at, type Context, type JsonRecord } from '../../support/context.ts';
import { wholeField } from '../../support/fieldBodies.ts';
import { fieldName } from '../../support/fieldNames.ts';
import { NotTested } from '../../support/outcome.ts';
import { notShown } from '../../support/shownField.ts';
import { listed, read } from '../../support/subjects.ts';
import { swappedCase } from '../../support/texts.ts';
import { updating } from './samples.ts';

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
      const inList = await listed(t, KIND, id);
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

export const nameAndType: Check[] = [
  immutable('name', (t, now) => [t.names.field(), fieldName(t, 4), now.slice(0, 1) + swappedCase(now.slice(1))]),
  immutable('type', () => ['number', 'date', 'array:[string]']),

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
