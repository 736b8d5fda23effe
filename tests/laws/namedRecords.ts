/** A create leaves the records that its body names. Sections "Endpoints / Tasks", "Endpoints / Announcements". */
import { type JsonRecord, kind, operation, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { expectUntouched, type Snapshot } from '../support/records/bystanders.ts';
import { type NamedRecord, namingFields } from '../support/records/namedRecords.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { untouchedFields } from '../support/records/untouchedFields.ts';
import { peek } from '../support/records/views.ts';
import { withoutCounts } from '../support/records/withoutCounts.ts';
import { allMade, created } from './created.ts';

/** What a recalculation of roles, or the user in person, may change of a user meanwhile. */
const CHANGED_MEANWHILE = ['roles', 'permissions', 'userSettings', 'isSwitched'];

export const namesRecords = (kindName: string): boolean => namingFields(kindName).length > 0;

async function expectLeft(t: Context, { kindName, answer }: OwnMade, key: string, named: NamedRecord): Promise<void> {
  const { kindName: of, id, was, is } = named;
  const left = (now: JsonRecord): Snapshot => [
    { ...(withoutCounts(untouchedFields(of, was, now, CHANGED_MEANWHILE)) as JsonRecord), id },
  ];
  const look = async () => left((await peek(t, of, id)) ?? was);
  const message = `a new ${kind(kindName).title} has changed the ${kind(of).title} that its ${key} names`;
  await expectUntouched(t, left(was), left(is), look, message, answer);
}

/** Judges that the records which a body of the kind names stay as they were. */
export async function leavesNamed(t: Context, kindName: string): Promise<void> {
  const all = await created(t, kindName);
  for (const { key, of } of namingFields(kindName))
    for (const named of all.named.filter((one) => one.kindName === of)) {
      const by = allMade(all).find(({ sent }) => sent[key] === named.id);
      if (by) await expectLeft(t, by, key, named);
    }
  if (t.tally.compared > 0) return;
  const groups = namingFields(kindName).map(({ of = '' }) => operation(kind(of).get as string).group);
  if (!groups.some((group) => t.claims(group))) t.needGroup(groups[0] as string);
  throw new NotTested(
    `${withArticle(kind(kindName).title)} that names a record which can be read is not created`,
    'a target that takes a create naming a user of the account',
  );
}
