/** What ends a check of mappings where nothing tells what they did. */
import type { Context } from '../../support/engine/context.ts';
import { NOT_OFFERED, NoData, NotApplicable, type NotTested } from '../../support/engine/outcome.ts';

/** Mappings are told apart by roles of the suite that they give users: where it may make none, or there are no groups, they cannot be. */
export function untold(t: Context, reason: string, remedy: string): NotTested | NotApplicable {
  if (t.fixtures.none.includes('scimGroup')) return t.nothingShown('scimGroup');
  if (!t.offers('roles.create')) return new NotApplicable(`it takes roles.create, and ${NOT_OFFERED}`);
  return new NoData(reason, remedy);
}
