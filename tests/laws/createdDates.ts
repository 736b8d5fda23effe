/** dateCreated is the moment at which a record was made: no other record's, none of the body's, none of another zone. So is the date of its last change none of another zone. Sections "Resources and their fields", "Conventions". */
import { type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import { expectOwn, sentAs } from '../support/domain/ownFields.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import type { Answer } from '../support/http/client.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { peek } from '../support/records/views.ts';
import { AWHILE_MS, CHANGE_DATES, expectMoved, expectNear } from '../support/values/timestamps.ts';
import { created } from './created.ts';

const FIELD = 'dateCreated';

const sent = ({ sentAt = '' }: Answer): number => Date.parse(sentAt);

/** Judges that a record shows neither the date that its body names nor any that is far from the answer to its create. */
function expectNow(t: Context, kindName: string, record: JsonRecord, { sent: body, answer }: OwnMade): void {
  expectOwn(t, record, sentAs(body, [FIELD]), answer);
  const of = withArticle(kind(kindName).title);
  for (const field of [FIELD, ...CHANGE_DATES])
    expectNear(t, field, record[field], `${field} of ${of} is far from the moment of its create`, answer);
}

/** Judges that a record that was made a while after the first one has another date. */
export async function hasOwnDate(t: Context, kindName: string): Promise<void> {
  const { made } = await created(t, kindName);
  const shown = new Map<OwnMade, JsonRecord>();
  for (const one of made) {
    const record = { ...one.record, ...(await peek(t, kindName, one.id)) };
    expectNow(t, kindName, record, one);
    shown.set(one, record);
  }
  const [first] = made as readonly [OwnMade, ...OwnMade[]];
  const later = made.findLast(({ answer }) => sent(answer) - sent(first.answer) - first.answer.ms >= AWHILE_MS);
  const { title, create } = kind(kindName);
  if (!later)
    throw new NotTested(`no second ${title} was made a while after the first`, `a target whose ${create} succeeds`);
  const [before, after] = [shown.get(first), shown.get(later)] as [JsonRecord, JsonRecord];
  const message = `${withArticle(title)} has the ${FIELD} of one that was made before it`;
  expectMoved(t, kindName, FIELD, before, after, later.answer, message);
}
