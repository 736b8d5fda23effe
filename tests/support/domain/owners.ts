/** The owners of a record. Sections "Resources / Metric (key result)", "Goal". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';

/** The fields that name or count the owners. */
export const OWNER_FIELDS = ['ownerId', 'ownerIds', 'numberOfOwners'] as const;

/** Judges that the owner of a record is one of its owners, and that these are counted. @throws Failure */
export function expectOwners(t: Context, record: JsonRecord): void {
  const { ownerId, ownerIds, numberOfOwners } = record;
  if (!Array.isArray(ownerIds)) return;
  if (typeof ownerId === 'string')
    t.expect(ownerIds.includes(ownerId), 'the owner is not one of the owners', {
      expected: `${ownerId} among ownerIds`,
      received: record,
      at: '/ownerIds',
    });
  if (numberOfOwners !== undefined)
    t.field(record, 'numberOfOwners', ownerIds.length, 'numberOfOwners is not the number of owners');
}
