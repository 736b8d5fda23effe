/**
 * A field of another account that is named like one of this one: neither is known by the name in the other's account.
 * Sections "What the service does" (one account), "Endpoints / Custom fields".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { eventually, firstFound } from '../../support/engine/retry.ts';
import { otherAccount } from '../../support/http/actors.ts';
import type { Answer } from '../../support/http/client.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { isSurelyUnique } from '../../support/records/identifiers.ts';
import { read } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';
import { updating } from './fields.ts';
import { expectNoneOf, expectStored, update } from './updating.ts';

const KIND = 'customField';

const textsFor = (t: Context): JsonRecord => ({
  label: t.names.next('elsewhere'),
  description: t.names.next('elsewhere'),
  tooltip: t.names.next('elsewhere'),
});

interface Namesake {
  /** The texts of the field that the other account was asked to create. */
  texts: JsonRecord;
  answer: Answer;
  made?: Made;
  /** Whether it takes the same body, under this name or another one. */
  takesOthers: boolean;
}

/** Has the other account create a field with the name of ours, once for all checks. */
const namesake = (t: Context, { sent: ours }: Made): Promise<Namesake> =>
  t.once('a field of the same name elsewhere', async () => {
    const texts = textsFor(t);
    const body = { ...ours, ...texts };
    const create = async (name: unknown): Promise<Namesake> => {
      const result = await tryMake(t, KIND, { ...body, name }, 'other');
      if ('kindName' in result) return { texts, answer: result.answer, made: result, takesOthers: true };
      return { texts, answer: result, takesOthers: result.ok };
    };
    const first = await create(ours.name);
    // Which names a service refuses is open: blamed is who takes one like it, and then still refuses this one.
    if (first.answer.ok || !(await create(fieldName(t, String(ours.name).length))).answer.ok) return first;
    return { ...(await create(ours.name)), takesOthers: true };
  });

/** Works on a field of this account, once another account has one of its name. */
const beside = (t: Context, work: (ours: Made, theirs: Namesake) => Promise<void>): Promise<void> =>
  updating(t, async (ours) => {
    // The requirements are judged by other checks as well, which say what they need.
    if (otherAccount(t.settings) === undefined) throw new NotApplicable('no user of another account is given');
    const theirs = await namesake(t, ours);
    if (!theirs.takesOthers)
      throw new NotApplicable('the other account takes no custom field like the one of this one');
    await work(ours, theirs);
  });

export const sameName: readonly Check[] = [
  check('a name that a field of another account has makes a field', 'customFields.create-account', (t) =>
    beside(t, async (ours, { answer, made, texts }) => {
      const isNew = made !== undefined && !(isSurelyUnique(ours.id) && made.id === ours.id);
      t.expect(isNew, 'a custom field with a name that another account has is no new one', {
        expected: 'a new field',
        received: answer.ok ? answer.json : answer.status,
        exchange: answer,
      });
      const message = 'a create in one account has changed the field of the same name in another';
      expectNoneOf(t, texts, await read(t, KIND, ours.id), message, answer);
    }),
  ),

  check('an update leaves the field of the same name in another account', 'customFields.update-only', (t) =>
    beside(t, async (ours, { made }) => {
      if (!made) throw new NotApplicable('the other account has no field of the name');
      const changes = textsFor(t);
      const { answer } = await update(t, ours, changes);
      await expectStored(t, ours, changes);
      await eventually(t, async (s) => {
        const there = await firstFound(s, (look) => peek(look, KIND, made.id, 'other'));
        if (!there) throw s.nothingShown(KIND, Object.keys(changes));
        const message = 'an update has changed the field of the same name in another account';
        expectNoneOf(s, changes, there, message, answer);
      });
    }),
  ),
];
