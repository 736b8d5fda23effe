/** What dashboards and KPIs must show of tags after a step. Sections "Endpoints / Tags", "KPIs", "Dashboards". */
import { isRecord, type JsonRecord } from '../../../../schemas/contract.ts';
import { isTag, type TagRef, tagKey, timesTagged } from '../../../support/domain/tags.ts';
import { strings } from '../../../support/records/answers.ts';
import { type Finding, finding, type Look, type OwnTag, type Sight, type TagUse } from './state.ts';

/** The requirements of a kind whose items can be read begin so. */
const PREFIX: Readonly<Record<string, string>> = { kpi: 'kpis.tag', dashboard: 'tags.dashboard' };

const refOf = ({ id, title }: OwnTag): TagRef => ({ ...(id !== undefined && { id }), title });

function judgeSight(sight: Sight, tag: OwnTag, step: readonly TagUse[]): Finding[] {
  const { place, item, as, where } = sight;
  const times = item && timesTagged(item, refOf(tag));
  if (times === undefined) return [];
  const here = step.filter((use) => use.place === place);
  const mine = here.find((use) => use.tag === tag);
  const details = { received: item?.tags, at: '/tags' };
  const prefix = PREFIX[place.kind];
  if (mine && !mine.had)
    return [
      finding(`${prefix}-shown`, place, times === 1, {
        message: `the ${place.noun} does not show its new tag once, ${where}, to the ${as} user`,
        expected: refOf(tag),
        ...details,
      }),
    ];
  if (mine)
    return [
      finding('tags.repeat', place, times <= 1, {
        message: 'an item carries a tag more than once after it was given it again',
        expected: 1,
        ...details,
      }),
    ];
  if (here.length > 0 && tag.on.has(place))
    return [
      finding(`${prefix}-adds`, place, times > 0, {
        message: 'a further tag has taken an earlier one away',
        expected: refOf(tag),
        ...details,
      }),
    ];
  return tag.on.has(place)
    ? []
    : [
        finding(`${prefix}-only`, place, times === 0, {
          message: `a ${place.noun} shows a tag that only other items were given`,
          expected: 'not this tag',
          ...details,
        }),
      ];
}

/** Other items of the kind do not show a tag that one of them was given. */
function judgeOthers({ place, others, as }: Sight, step: readonly TagUse[]): Finding[] {
  const given = step.filter((use) => !use.had).map(({ tag }) => tag);
  const shown = others.filter(({ tags }) => Array.isArray(tags));
  if (shown.length === 0) return [];
  return given.map((tag) => {
    const wrong = shown.find((other) => (timesTagged(other, refOf(tag)) ?? 0) > 0);
    return finding(`${PREFIX[place.kind]}-only`, place, wrong === undefined, {
      message: `another ${place.noun} has the tag, too`,
      expected: `only the ${place.noun} that was given it`,
      received: wrong && { as, id: wrong.id, tags: wrong.tags },
      at: '/tags',
    });
  });
}

/** The id, by which it was read, and fields that may change with any change of a record, or by themselves. */
const CHANGES_BY_ITSELF = /^(id$|tags|date|last|modified|notificationsCount|usersCount)/;

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether the text that a dashboard has as its tag is one of its tags, which it then may follow. */
const followsTags = ({ tag, tags }: JsonRecord) =>
  Array.isArray(tags) && tags.some((one) => isTag(one, { id: tag }) || isTag(one, { title: tag, name: tag }));

/** Entries of a list that were there in every look until now, and are all gone: another client takes away one, hardly all. */
function allGone(looks: readonly JsonRecord[], is: JsonRecord, field: 'groups' | 'tags'): string[] {
  const keys = (record: JsonRecord) =>
    Array.isArray(record[field])
      ? strings(record[field].map((one) => (isRecord(one) ? (one.id ?? one.title) : one)))
      : [];
  const [first, ...rest] = looks.map(keys);
  const lasting = (first ?? []).filter((key) => rest.every((later) => later.includes(key)));
  return lasting.length > 1 && !lasting.some((key) => keys(is).includes(key)) ? lasting : [];
}

/** What tagging changed of an item besides its tags, as far as no other client is the likely cause. */
function judgeRest(looks: readonly Look[], sight: Sight, step: readonly TagUse[]): Finding[] {
  const { place, item, as, where } = sight;
  const earlier = looks.flatMap(({ sights }) => {
    const same = sights.find((other) => other.place === place && other.as === as && other.where === where);
    return same?.item ? [same.item] : [];
  });
  const was = earlier.at(-1);
  if (!was || !item || where !== 'by id' || as !== 'first') return [];
  const titles = new Set(step.map(({ title }) => tagKey(title)));
  const fields = Object.keys(was).filter(
    (field) => !CHANGES_BY_ITSELF.test(field) && !(field === 'tag' && (followsTags(was) || followsTags(item))),
  );
  if (fields.length === 0) return [];
  const titled = fields.find((field) => was[field] !== item[field] && titles.has(tagKey(item[field])));
  const emptied = fields.filter((field) => !isEmpty(was[field]) && isEmpty(item[field]));
  const changed = titled ?? (emptied.length > 1 ? emptied[0] : undefined);
  const gone = [...allGone(earlier, item, 'groups'), ...allGone(earlier, item, 'tags')];
  return [
    finding(`${PREFIX[place.kind]}-adds`, place, changed === undefined, {
      message: `tagging has changed something else of the ${place.noun}`,
      expected: was[changed ?? ''],
      received: item[changed ?? ''],
      at: `/${changed}`,
    }),
    finding(`${PREFIX[place.kind]}-adds`, place, gone.length === 0, {
      message: `tagging has taken away all that the ${place.noun} had`,
      expected: gone,
      received: { groups: item.groups, tags: item.tags },
    }),
  ];
}

/** @param looks those before the step, in their order */
export const judgeShown = (
  looks: readonly Look[],
  after: Look,
  step: readonly TagUse[],
  tags: readonly OwnTag[],
): Finding[] =>
  after.sights.flatMap((sight) => {
    const here = step.filter((use) => use.place === sight.place);
    return [
      ...tags.flatMap((tag) => judgeSight(sight, tag, step)),
      ...(here.length > 0 ? [...judgeOthers(sight, here), ...judgeRest(looks, sight, here)] : []),
    ];
  });
