/** Records that are made one after the other were made at different moments. Sections "Resources and their fields", "Conventions". */
import { kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import type { Answer } from '../support/http/client.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { peek } from '../support/records/views.ts';
import { AWHILE_MS, expectMoved } from '../support/values/timestamps.ts';
import { created } from './created.ts';

const FIELD = 'dateCreated';

const sent = ({ sentAt = '' }: Answer): number => Date.parse(sentAt);

/** Judges that a record that was made a while after the first one has another date. */
export async function hasOwnDate(t: Context, kindName: string): Promise<void> {
  const { made } = await created(t, kindName);
  const [first] = made as readonly [OwnMade, ...OwnMade[]];
  const later = made.findLast(({ answer }) => sent(answer) - sent(first.answer) - first.answer.ms >= AWHILE_MS);
  const { title, create } = kind(kindName);
  if (!later)
    throw new NotTested(`no second ${title} was made a while after the first`, `a target whose ${create} succeeds`);
  const shown = async ({ id, record }: OwnMade) => ({ ...record, ...(await peek(t, kindName, id)) });
  const [before, after] = await Promise.all([shown(first), shown(later)]);
  const message = `${withArticle(title)} has the ${FIELD} of one that was made before it`;
  expectMoved(t, kindName, FIELD, before, after, later.answer, message);
}
