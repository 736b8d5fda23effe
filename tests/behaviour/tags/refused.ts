/** What the refusal of a tag that exists says: its controls are new titles at the same item. Section "Endpoints / Tags". */
import { type Place, type Use, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { isRefusal } from '../../support/records/answers.ts';
import type { OwnTag, TagUse } from './model/state.ts';

/** A new title of letters, digits and spaces, as long as is wanted. */
async function control(t: Context, place: Place, item: string, length = 0): Promise<Use> {
  const used = await useTag(t, place, item, t.names.plain('control').padEnd(length, 'x'));
  if (used.id !== undefined) t.ledger.add('tag', used.id, 'first');
  return used;
}

/** Whether the item takes a further tag at all. How many an item may have is not said. */
export const takesMore = async (t: Context, place: Place, item: string): Promise<boolean> =>
  !isRefusal((await control(t, place, item)).answer);

/** Whether a title is refused for its length. How long one may be, with the spaces at its ends, is not said. */
const isTooLong = (t: Context, { place, item, title }: TagUse): Promise<boolean> =>
  t.once(`too long/${place.operation}/${title.length}`, async () =>
    isRefusal((await control(t, place, item, title.length)).answer),
  );

/** The same use of a short tag that the item has. */
async function shorter(
  t: Context,
  { place, item, title, tag, as }: TagUse,
  { title: short, id }: Use,
): Promise<TagUse> {
  const made = await useTag(
    t,
    place,
    item,
    title.replace(tag.title, () => short),
    as,
  );
  const own: OwnTag = { title: short, place, author: 'first', on: new Set([place]), ...(id !== undefined && { id }) };
  return { ...made, place, tag: own, spelling: 'spaced', first: false, had: true };
}

interface Told {
  uses: readonly TagUse[];
  /** The places whose item takes no further tags. */
  full: ReadonlySet<Place>;
}

/** The uses that say something: none of an item that takes no further tag, and short titles for those that spaces make too long. */
export async function telling(t: Context, step: readonly TagUse[]): Promise<Told> {
  const controls = new Map<Place, Use>();
  const uses: TagUse[] = [];
  const full = new Set<Place>();
  for (const one of step) {
    const { place, item, had, spelling } = one;
    if (had || !isRefusal(one.answer)) {
      uses.push(one);
      continue;
    }
    const known = controls.get(place) ?? (await control(t, place, item));
    controls.set(place, known);
    if (isRefusal(known.answer)) full.add(place);
    else if (spelling !== 'spaced' || !(await isTooLong(t, one))) uses.push(one);
    else if (known.answer.ok) uses.push(await shorter(t, one, known));
  }
  return { uses, full };
}
