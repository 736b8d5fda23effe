/** Records that cannot be deleted again, so that a batch makes a few of them once and all its checks look at these. */
import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Actor, Answer } from '../http/client.ts';
import { type Made, tryMake } from './creating.ts';
import { peek } from './views.ts';

export interface Sending {
  body: JsonRecord;
  as: Actor;
  /** Sent instead when the body is refused for a value whose acceptance is open. */
  fallback?: JsonRecord;
}

/** A record that the batch made, and who made it. */
export type OwnMade = Made & { as: Actor };

export interface Created {
  made: readonly OwnMade[];
  /** Sendings that made no record. */
  failed: readonly { body: JsonRecord; answer: Answer }[];
  /** The first record as it was read before the others were made, and after. */
  before: JsonRecord;
  after: JsonRecord;
}

async function sent(t: Context, kindName: string, { body, as, fallback }: Sending) {
  const answer = await tryMake(t, kindName, body, as);
  const again = !('kindName' in answer) && !answer.ok && fallback !== undefined;
  return again ? { as, body: fallback, answer: await tryMake(t, kindName, fallback, as) } : { as, body, answer };
}

/** Makes the first record, then the others at once; once per batch. NotTested when the first is refused. */
export function attemptOnce(t: Context, kindName: string, sendings: () => Promise<Sending[]>): Promise<Created> {
  return t.once(`created/${kindName}`, async () => {
    const [head, ...rest] = (await sendings()) as [Sending, ...Sending[]];
    const { as, body, answer } = await sent(t, kindName, head);
    if (!('kindName' in answer)) {
      // A success without a new record is wrong, a refusal may have its reasons.
      if (answer.ok) return { made: [], failed: [{ body, answer }], before: {}, after: {} };
      throw noneMade(kindName, `answered ${answer.status}`);
    }
    // Whether a created record can be read is judged apart.
    const look = async () => (await peek(t, kindName, answer.id)) ?? {};
    const before = await look();
    const others = await Promise.all(rest.map((sending) => sent(t, kindName, sending)));
    return {
      before,
      after: await look(),
      made: [
        { ...answer, as },
        ...others.flatMap((one) => ('kindName' in one.answer ? [{ ...one.answer, as: one.as }] : [])),
      ],
      failed: others.flatMap((one) => ('kindName' in one.answer ? [] : [{ body: one.body, answer: one.answer }])),
    };
  });
}

const noneMade = (kindName: string, why: string) =>
  new NotTested(
    `it depends on ${kind(kindName).create}, which ${why}`,
    `a target whose ${kind(kindName).create} succeeds`,
  );

/** The same for checks that need a record; NotTested when none was made. */
export async function createOnce(t: Context, kindName: string, sendings: () => Promise<Sending[]>): Promise<Created> {
  const created = await attemptOnce(t, kindName, sendings);
  if (created.made.length === 0) throw noneMade(kindName, 'answered without a new record');
  return created;
}

/** Ids of the records that the batch made; none where it may not write. */
export async function ownIds(created: Promise<Created>): Promise<string[]> {
  try {
    return (await created).made.map(({ id }) => id);
  } catch (error) {
    if (error instanceof NotTested) return [];
    throw error;
  }
}
