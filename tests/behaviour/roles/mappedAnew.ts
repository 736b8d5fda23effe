/**
 * A role whose mapping was deleted is mapped to another SCIM group: nobody has it for what it was mapped to before. Section
 * "Endpoints / Roles".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { anew, fresh, stillWrong } from '../../support/engine/retry.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import {
  areHeld,
  bodiesFor,
  countsOf,
  type MappedAnew,
  map,
  mentions,
  type OwnMappings,
  unmap,
} from './ownMappings.ts';

const membersOf = (groups: readonly JsonRecord[]): Set<string> =>
  new Set(groups.flatMap(({ memberIds }) => strings(memberIds)));

/** A group of which not all are members who are in the groups of a mapping; the smallest of such. */
function smaller(groups: readonly JsonRecord[], mapped: readonly JsonRecord[]): JsonRecord | undefined {
  const before = [...membersOf(mapped)];
  const size = (group: JsonRecord) => membersOf([group]).size;
  return groups
    .filter((group) => size(group) > 0 && before.some((id) => !membersOf([group]).has(id)))
    .sort((one, other) => size(one) - size(other))[0];
}

/**
 * Maps a role anew that was mapped like the others, has lost its mapping and its users, and takes the new mapping back. The
 * roles that were given before tell that users are counted as groups show their members.
 * @returns undefined where no body names one group alone, or no group has fewer of the members
 */
export async function mapAnew(t: Context, { given, taken }: OwnMappings): Promise<MappedAnew | undefined> {
  const [, role] = given?.ids ?? [];
  if (role === undefined || !areHeld(given?.after) || !taken?.answer?.ok) return undefined;
  if (!taken.after.every((count) => count === 0)) return undefined;
  const [bodies, { items }] = await Promise.all([bodiesFor(t), readList(t, 'roles.scimGroups')]);
  const usual = bodies.mapping(role);
  const mapped = items.filter(({ id }) => mentions(usual, String(id)));
  const group = smaller(items, mapped);
  const isCounted = given?.after.every((count) => Number(count) <= membersOf(mapped).size);
  const body = group && isCounted ? bodies.mappingTo(role, String(group.id)) : undefined;
  if (group === undefined || body === undefined) return undefined;
  const answer = await map(t, body);
  if (!answer.ok) return undefined;
  await t.send('roles.recalculateScimRoles');
  const members = membersOf([group]).size;
  let users: unknown;
  await stillWrong(fresh(anew(t)), async (s) => {
    [users] = await countsOf(s, [role]);
    return Number(users) > members ? users : undefined;
  });
  await unmap(t, bodies.deletion([role]));
  await t.send('roles.recalculateScimRoles');
  return { answer, members, users };
}
