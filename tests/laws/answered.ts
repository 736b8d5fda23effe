/** What the answer to a create says of the record, beside what is read of it afterwards. */
import { countsAnywhere, holdsIds, type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import type { Context } from '../support/engine/context.ts';
import { NotApplicable } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import { isEmpty, sendableFields, type View } from '../support/records/creationErrors.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { peek, recordIn } from '../support/records/views.ts';
import { withoutCounts } from '../support/records/withoutCounts.ts';
import { agreement } from '../support/values/agreement.ts';
import { exchangeOf } from '../support/values/provenance.ts';
import { allMade, created } from './created.ts';

interface Agreed {
  wrong: Wrong | undefined;
  compared: number;
}

/** What may change in the moment between an answer and a read; so may lists of what else has to do with the record. */
const MOVES = /^date|^lastModified$|allowedActions|^access$|^permissions$/i;

const only = (record: JsonRecord, isChosen: (name: string, value: unknown) => boolean): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => isChosen(name, value)));

/** What of a record stays as long as nobody changes it. */
const lasting = (record: JsonRecord): JsonRecord =>
  only(withoutCounts(record), (name, value) => !MOVES.test(name) && !Array.isArray(value));

/** The fields of a record that hold ids, such as that of its author, and those that its body named: the service works out the others. */
function statedNames({ kindName, sent }: OwnMade): (name: string) => boolean {
  const named = new Set(Object.keys(sent));
  for (const { key, shown } of sendableFields(kindName)) if (named.has(key)) named.add(shown);
  return (name) => name === kind(kindName).id || holdsIds(name) || named.has(name);
}

/** What a view contradicts in what was answered to the create of its record. */
function beside({ made, record, exchange }: View<OwnMade>, answered: JsonRecord): Agreed {
  const { compared, difference } = agreement(answered, record);
  const message = `the answer to the create of ${withArticle(kind(made.kindName).title)} and the read by its id contradict each other`;
  return { compared, wrong: difference && { ...difference, message, exchange } };
}

/** The first id or sent field of which the answer to the create says something else than the read of the same user. */
export const contradicted = (view: View<OwnMade>): Wrong | undefined =>
  beside(view, only(lasting(view.made.record), statedNames(view.made))).wrong;

/** The counts that the answer has higher than both reads, of which the first came right after it: others may have come since. */
const tooHigh = (answered: JsonRecord, first: JsonRecord, read: JsonRecord): JsonRecord =>
  only(
    answered,
    (name, value) => countsAnywhere(name) && first[name] === read[name] && Number(value) > Number(read[name]),
  );

/**
 * Compares what the service has worked out for the answer with what it shows afterwards. What is empty, 0 or false there may
 * not be worked out yet.
 * @param first the record as it was read right after the answer
 */
function workedOut(view: View<OwnMade>, first: JsonRecord): Agreed {
  const { made, record } = view;
  const isStated = statedNames(made);
  const own = only(lasting(made.record), (name, value) => !isStated(name) && !isEmpty(value));
  return beside(view, { ...own, ...tooHigh(made.record, first, record) });
}

/** What the service itself sets of a new record is the same in the answer to the create and in a read afterwards. */
export async function answersAsRead(t: Context, kindName: string): Promise<void> {
  const all = await created(t, kindName);
  const first = recordIn(all.atOnce.byId.json) ?? {};
  const own = allMade(all).filter(({ as }) => as === 'first');
  await eventually(t, async (s) => {
    const reads = await Promise.all(own.map(({ id }) => peek(s, kindName, id)));
    for (const [i, made] of own.entries()) {
      const record = reads[i];
      if (!record) continue;
      const view = { made, record, where: 'the read', exchange: exchangeOf(record) ?? made.answer };
      const { wrong, compared } = workedOut(view, made === all.made[0] ? first : {});
      s.judge(wrong, compared);
    }
  });
  // Which fields an answer shows is open.
  if (t.tally.compared === 0)
    throw new NotApplicable(
      `the answer to the create of ${withArticle(kind(kindName).title)} shows nothing that the service has worked out`,
    );
}
