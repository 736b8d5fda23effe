/** One tag on two items of a kind, by the same request right after each other. Section "Endpoints / Tags". */
import { readable, taggedItems } from '../../support/domain/taggedItems.ts';
import { type Place, timesTagged, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { peek } from '../../support/records/views.ts';
import { storyAt } from './story.ts';

/**
 * Judges that a further item shows the tag that another one was given before with the same body, and that both have it then:
 * who keeps answers must not mix them up, and a tag is on as many items as were given it.
 */
export async function expectShownOnFurther(t: Context, place: Place): Promise<void> {
  if (!readable(t, place)) return;
  const { items, tags } = await storyAt(t, place);
  const item = items.get(place) as string;
  const further = (await taggedItems(t, place)).find((one) => one !== item);
  const tag = tags.find(({ on, id }) => on.has(place) && id !== undefined);
  if (further === undefined || !tag) return;
  const { title, id } = tag;
  await useTag(t, place, item, title);
  const { answer } = await useTag(t, place, further, title);
  // Which items take tags is not said.
  if (!answer.ok) return;
  await eventually(t, async (now) => {
    for (const [one, problem] of [
      [further, `a further ${place.noun} does not show the tag that it was given right after another one`],
      [item, `a ${place.noun} has lost its tag to a further one`],
    ] as const) {
      const shown = await peek(now, place.kind, one);
      const times = shown && timesTagged(shown, { title, ...(id !== undefined && { id }) });
      if (times === undefined) continue;
      now.expect(times === 1, problem, {
        expected: { id, title },
        received: shown?.tags,
        at: '/tags',
        exchange: answer,
      });
    }
  });
}
