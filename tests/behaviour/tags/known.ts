/**
 * Tags that were there before the run, used by their titles: those below another tag, with tags below them, or not
 * active. One use on a KPI and one on a goal, as nothing takes a tag off again. Sections "Resources / Tag", "Endpoints / Tags".
 */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import {
  a,
  allTags,
  entriesOf,
  GOAL,
  KPI,
  type Place,
  tagKey,
  timesTagged,
  type Use,
  useTag,
} from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Listing } from '../../support/lists/readList.ts';
import { peek } from '../../support/records/views.ts';
import { used } from './story.ts';

interface KnownUse {
  /** The tag as the list showed it. */
  known: JsonRecord;
  use: Use;
  /** Whether answers at this place are to be trusted with the id of a tag. */
  answersId: boolean;
  list: Listing;
  /** The item right before and right after; undefined where it cannot be read. */
  was: JsonRecord | undefined;
  is: JsonRecord | undefined;
}

const below = ({ items }: JsonRecord): JsonRecord[] => (Array.isArray(items) ? items.filter(isRecord) : []);

const allBelow = (tag: JsonRecord): JsonRecord[] => below(tag).flatMap((inner) => [inner, ...allBelow(inner)]);

/** Tags that the run did not make, and whose use changes nothing that fixtures state of goals. */
function candidates(t: Context, { items }: Listing): JsonRecord[] {
  const stated = new Set((t.fixtures.facts.goalsMet ?? []).flatMap(({ tags = [] }) => tags.map(tagKey)));
  return items.filter(
    ({ id, title, name }) =>
      typeof id === 'string' &&
      typeof title === 'string' &&
      title.trim() === title &&
      title !== '' &&
      !title.startsWith(t.names.prefix) &&
      ![title, name].some((text) => stated.has(tagKey(text))),
  );
}

/** The tag that is least like those that the run makes: a goal is given one that is not active, a KPI one that is. */
function unlike(place: Place, tags: readonly JsonRecord[], all: readonly JsonRecord[]): JsonRecord | undefined {
  const nested = new Set(all.flatMap(allBelow).map(({ id }) => id));
  const weight = (tag: JsonRecord) =>
    4 * Number((tag.isActive === false) === (place === GOAL)) +
    2 * Number(below(tag).length > 0) +
    Number(nested.has(tag.id));
  return [...tags].sort((one, other) => weight(other) - weight(one))[0];
}

function knownUse(t: Context, place: Place): Promise<KnownUse> {
  return t.once(`known tag/${place.operation}`, async () => {
    t.needGroup('tags');
    // The control: items can be tagged at all.
    const told = await used(t, place);
    const before = await allTags(t);
    if (!before.complete) throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
    const known = unlike(place, candidates(t, before), before.items);
    if (!known) throw new NotTested('no tag is known that was there before', 'a tag in the account');
    const lacks = told.items.find((_, i) => {
      const shown = told.after[i];
      return shown && Array.isArray(shown.tags) && shown.tags.length > 0 && timesTagged(shown, known) === 0;
    });
    const item = lacks ?? (told.items.at(-1) as string);
    const read = async () => (place === KPI && t.claims('kpis') ? peek(t, 'kpi', item) : undefined);
    const was = await read();
    const use = await useTag(t, place, item, known.title as string);
    const is = await read();
    if (!use.answer.ok && use.answer.status !== 304)
      throw new NotTested(
        `it depends on ${place.operation}, which answered ${use.answer.status}`,
        `a target whose ${place.operation} takes the title of a tag that exists`,
      );
    if (use.id !== undefined && use.id !== known.id && told.answersId) t.ledger.add('tag', use.id, 'first');
    return { known, use, answersId: told.answersId, list: await allTags(t), was, is };
  });
}

const stays = (place: Place): Check =>
  check(
    `a tag that was there before is the same when ${a(place)} is given it`,
    'tags.later-use',
    async (t) => {
      const { known, use, answersId, list } = await knownUse(t, place);
      t.expect(
        use.id === undefined || !answersId || use.id === known.id,
        'the title of a tag that exists gives another tag',
        { expected: known.id, received: use.id, at: '/id', exchange: use.answer },
      );
      const entries = entriesOf(list, use.title);
      const more = entries.filter(({ id }) => id !== known.id);
      t.expect(more.length === 0, 'the use of a tag that exists has created a second one', {
        expected: known,
        received: entries,
        exchange: list.answer,
      });
    },
    [place.operation, 'tags.list'],
  );

const onKpi: Check[] = [
  check('a tag that was there before shows once on the KPI that was given it', 'kpis.tag-shown', async (t) => {
    const { known, use, answersId, is } = await knownUse(t, KPI);
    if (answersId && use.id !== undefined && use.id !== known.id)
      throw new NotTested('the title of a tag that exists gives another tag', 'a target where a title is one tag');
    const times = is && timesTagged(is, known);
    if (times === undefined) throw new NotApplicable('tags of the KPI are absent, as fields may be');
    t.expect(times === 1, 'the KPI does not show a tag once that was there before', {
      expected: { id: known.id, title: known.title },
      received: is?.tags,
      at: '/tags',
      exchange: use.answer,
    });
  }),

  check('a tag brings none of those below it', 'kpis.tag-adds', async (t) => {
    const { known, use, was, is } = await knownUse(t, KPI);
    const inner = below(known);
    if (!was || !is || !Array.isArray(is.tags)) throw new NotApplicable('tags of the KPI are absent, as fields may be');
    if (inner.length === 0) throw new NotApplicable('no tag with others below it was used');
    const came = inner.filter((tag) => timesTagged(was, tag) === 0 && timesTagged(is, tag) === 1);
    // Another client may give the KPI one of them at this moment, hardly all.
    t.expect(came.length < inner.length, 'a tag has brought those below it', {
      expected: [known.title],
      received: is.tags,
      at: '/tags',
      exchange: use.answer,
    });
  }),
];

export const known: readonly Check[] = [...[GOAL, KPI].map(stays), ...onKpi];
