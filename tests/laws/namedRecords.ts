/** A create leaves the records that its body names. Sections "Endpoints / Tasks", "Endpoints / Announcements". */
import { type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { expectUntouched, type Snapshot } from '../support/records/bystanders.ts';
import { tryMake } from '../support/records/creating.ts';
import { type BodyField, sendableFields } from '../support/records/creationErrors.ts';
import { known } from '../support/records/identifiers.ts';
import { untouchedFields } from '../support/records/untouchedFields.ts';
import { peek } from '../support/records/views.ts';
import { withoutCounts } from '../support/records/withoutCounts.ts';
import { sample } from '../support/values/sample.ts';
import { created } from './created.ts';

/** Records of which the one that shows most is named. */
const AMONG = 6;

/** What a recalculation of roles, or the user in person, may change of a user meanwhile. */
const CHANGED_MEANWHILE = ['roles', 'permissions', 'userSettings', 'isSwitched'];

const sizeOf = (record: JsonRecord): number => JSON.stringify(withoutCounts(record)).length;

/** Kinds of records that a body names and that can be read by their ids. */
const namedFields = (kindName: string): BodyField[] =>
  sendableFields(kindName).filter(({ of }) => of !== undefined && kind(of).get !== undefined);

export const namesRecords = (kindName: string): boolean => namedFields(kindName).length > 0;

/** The record of a few that shows most: more of it can be lost. */
async function fullest(t: Context, kindName: string): Promise<{ id: string; was: JsonRecord } | undefined> {
  const ids = sample(await known(t, kindName), AMONG);
  const records = await Promise.all(ids.map((id) => peek(t, kindName, id)));
  const shown = ids.flatMap((id, i) => (records[i] ? [{ id, was: records[i] }] : []));
  return shown.sort((a, b) => sizeOf(b.was) - sizeOf(a.was))[0];
}

async function expectLeft(t: Context, kindName: string, { key, of = '', with: beside }: BodyField, usual: JsonRecord) {
  const found = await fullest(t, of);
  if (!found) return;
  const { id, was } = found;
  const body = { ...usual, ...beside, [kind(kindName).marker ?? '']: t.names.next(kindName), [key]: id };
  const left = (now: JsonRecord): Snapshot => [
    { ...(withoutCounts(untouchedFields(of, was, now, CHANGED_MEANWHILE)) as JsonRecord), id },
  ];
  const result = await tryMake(t, kindName, body);
  // Whom a body may name is open.
  if (!('kindName' in result)) return;
  const look = async () => left((await peek(t, of, id)) ?? was);
  const message = `a new ${kind(kindName).title} has changed the ${kind(of).title} that its ${key} names`;
  await expectUntouched(t, left(was), await look(), look, message, result.answer);
}

/** Judges that the records which a body of the kind names stay as they were. */
export async function leavesNamed(t: Context, kindName: string): Promise<void> {
  const { made } = await created(t, kindName);
  const [usual] = made;
  for (const field of namedFields(kindName)) if (usual) await expectLeft(t, kindName, field, usual.sent);
  if (t.tally.compared > 0) return;
  throw new NotTested(
    `${withArticle(kind(kindName).title)} that names a record which can be read is not created`,
    'a target that takes a create naming a user of the account',
  );
}
