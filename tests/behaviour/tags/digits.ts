/** Titles of digits, which a careless service takes for numbers. Sections "Resources / Tag", "Endpoints / Tags". */
import { LONG_AGO, NO_USER } from '../../support/domain/ownFields.ts';
import { answered, GOAL, type Place, tagBody, type Use, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { at } from '../../support/http/at.ts';
import { storyAt } from './story.ts';

/** More than columns of 255 characters hold. */
const ZEROS = '0'.repeat(250);

/** What the body of a tagging does not list, and the service says of a new tag. */
export const FORGED_TAG = { createdBy: NO_USER, dateCreated: LONG_AGO, isActive: false };

interface Digits {
  uses: readonly Use[];
  /** The first of them, where it was taken with a body that names the author, the date and the state of the tag. */
  forged: Use | undefined;
}

/** A new title with more in its body than belongs there; undefined where that is refused. */
async function putForged(t: Context, item: string, title: string): Promise<Use | undefined> {
  const body = { ...((await tagBody(t, GOAL, title)) ?? { title }), ...FORGED_TAG };
  const answer = await t.send(GOAL.operation, { ...at('goal', item), body });
  const { id } = answered(answer);
  return answer.ok ? { title, item, as: 'first', answer, ...(typeof id === 'string' && { id }) } : undefined;
}

/** What came of uses; the tags are entered in the ledger. */
function noted(t: Context, uses: readonly Use[]): readonly Use[] {
  for (const { id, answer } of uses) if (answer.ok && id !== undefined) t.ledger.add('tag', id, 'first');
  return uses;
}

/**
 * Titles of digits, put on a goal: one that begins with zeros, and two long ones that differ in their last digit; where a
 * long one is refused, the same number as the first with a zero less.
 * @throws NotTested or NotApplicable where no goal can be used
 */
export const digitsOnGoal = (t: Context): Promise<Digits> =>
  t.once('titles of digits', async () => {
    const goal = (await storyAt(t, GOAL)).items.get(GOAL) as string;
    const title = t.names.digits();
    const put = (one: string) => useTag(t, GOAL, goal, one);
    const forged = await putForged(t, goal, title);
    const [short, long] = [forged ?? (await put(title)), await put(`${title}${ZEROS}1`)];
    const last = await put(long.answer.ok ? `${title}${ZEROS}2` : title.slice(1));
    return { uses: noted(t, [short, long, last]), forged };
  });

/**
 * The same number with a zero less, put on an item of each other place: a title that the goal has not, wherever it is compared.
 * @throws NotTested or NotApplicable where no goal can be used
 */
export const digitsElsewhere = (t: Context): Promise<readonly (Use & { place: Place })[]> =>
  t.once('digits elsewhere', async () => {
    const { items, unusable } = await storyAt(t, GOAL);
    const title = ((await digitsOnGoal(t)).uses[0] as Use).title.slice(1);
    const others = [...items].filter(([place]) => place !== GOAL && !unusable.has(place));
    const uses = others.map(async ([place, item]) => ({ ...(await useTag(t, place, item, title)), place }));
    const all = await Promise.all(uses);
    noted(t, all);
    return all;
  });
