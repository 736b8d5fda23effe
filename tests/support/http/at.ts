/** Where a record is addressed. */
import { kind } from '../../../schemas/contract.ts';

/** The path parameter of a kind's operations with this id. */
export const at = (kindName: string, id: string): { params: Record<string, string> } => ({
  params: { [kind(kindName).parameter ?? 'id']: id },
});
