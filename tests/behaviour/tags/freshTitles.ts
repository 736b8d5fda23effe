/**
 * For each place a title that nobody else has, put on the item of the story and on those with the most links, one right
 * after the other: the tag is on these and on no others. Sections "Resources / Tag", "Endpoints / Tags".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { readable } from '../../support/domain/taggedItems.ts';
import { answered, type Place, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { peek } from '../../support/records/views.ts';
import { mostLinkedItems } from './mostLinked.ts';
import { storyAt } from './story.ts';

/** An item that was given the title. */
interface Given {
  id: string;
  answer: Answer;
  /** The item right before and right after; undefined where it cannot be read. */
  was: JsonRecord | undefined;
  is: JsonRecord | undefined;
}

export interface FreshTitle {
  place: Place;
  title: string;
  /** The id of the tag, where an answer shows it. */
  id?: string;
  given: readonly [Given, ...Given[]];
  /** Whether the tag is in use: what one that is not active finds is not said. */
  isActive: boolean;
}

/** Items beside that of the story. */
const FURTHER = 2;

async function put(t: Context, place: Place, id: string, title: string): Promise<Given> {
  const seen = () => (readable(t, place) ? peek(t, place.kind, id) : Promise.resolve(undefined));
  const was = await seen();
  const { answer } = await useTag(t, place, id, title);
  return { id, answer, was, is: await seen() };
}

/**
 * A title of its own on items of a place, once for all checks.
 * @throws NotTested or NotApplicable where the place cannot be used; undefined where the item takes no further tag
 */
export const freshTitle = (t: Context, place: Place): Promise<FreshTitle | undefined> =>
  t.once(`fresh title/${place.operation}`, async () => {
    const { items, trusted } = await storyAt(t, place);
    const item = items.get(place) as string;
    const others = (await unlessUntested(mostLinkedItems(t, place), [])).filter((id) => id !== item);
    const title = t.names.plain('only here');
    const first = await put(t, place, item, title);
    if (!first.answer.ok) return undefined;
    const tag = answered(first.answer);
    if (typeof tag.id === 'string') t.ledger.add('tag', tag.id, 'first');
    const further: Given[] = [];
    for (const id of others.slice(0, FURTHER)) further.push(await put(t, place, id, title));
    return {
      place,
      title,
      ...(typeof tag.id === 'string' && trusted.has(place) && { id: tag.id }),
      // Which items take tags is not said.
      given: [first, ...further.filter(({ answer }) => answer.ok)],
      isActive: tag.isActive !== false,
    };
  });

/** The ids of the items that were given a title. */
export const idsGiven = ({ given }: FreshTitle): string[] => given.map(({ id }) => id);
