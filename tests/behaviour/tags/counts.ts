/** How many things carry a tag, as the list of tags counts them. Section "Resources / Tag". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import {
  a,
  allTags,
  COUNTS,
  DASHBOARD,
  GOAL,
  INSIGHT,
  KPI,
  type Place,
  timesTagged,
} from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/bodies.ts';
import { entryAfter, type Stage, taggedBy, used } from './story.ts';

/** The count that an entry shows, under the name of its place. NotApplicable where it shows none. */
function countOf(entry: JsonRecord, field: string): number {
  const count = entry[field];
  if (typeof count === 'number') return count;
  throw new NotApplicable(`${field} is absent, as fields may be`);
}

const at = (place: Place) => [place.operation, 'tags.list'];

/** A tag that one kind of item has moves no count of another; of insights nothing is counted by itself. */
const countsNoOther = (place: Place): Check =>
  check(
    `a tag on ${a(place)} counts nothing of another kind`,
    'tags.counts-kind',
    async (t) => {
      const told = await used(t, place);
      const shown = COUNTS.filter(
        (other) => other !== place.count && entryAfter(t, told, 'first')[other] !== undefined,
      );
      if (shown.length === 0) throw new NotApplicable('no count of another kind is shown, as fields may be absent');
      for (const stage of ['first', 'later'] as const) {
        const entry = entryAfter(t, told, stage);
        for (const other of shown) {
          t.expect(
            entry[other] === undefined || entry[other] === 0,
            `a tag that only ${a(place)} has counts another kind`,
            {
              expected: 0,
              received: entry,
              at: `/${other}`,
            },
          );
        }
      }
    },
    at(place),
  );

function checksOf(place: Place): Check[] {
  const field = place.count as string;
  return [
    check(
      `a tag counts one more ${place.noun} with each that is given it`,
      'tags.counts-move',
      async (t) => {
        const told = await used(t, place);
        for (const stage of ['first', 'later'] as const satisfies readonly Stage[]) {
          t.expect(
            countOf(entryAfter(t, told, stage), field) === taggedBy(told, stage),
            `${field} is not the number of items that were given the tag`,
            {
              expected: taggedBy(told, stage),
              received: entryAfter(t, told, stage),
              at: `/${field}`,
              ...(told.lists[stage] && { exchange: told.lists[stage].answer }),
            },
          );
        }
      },
      at(place),
    ),

    countsNoOther(place),

    check(
      `another tag on the same ${place.noun} does not count for the first`,
      'tags.counts-own',
      async (t) => {
        const told = await used(t, place);
        if (!told.uses.others.some(({ answer }) => answer.ok))
          throw new NotTested('no other title is taken', `a target whose ${place.operation} succeeds`);
        const [before, after] = [entryAfter(t, told, 'repeated'), entryAfter(t, told, 'others')];
        const shown = [...COUNTS, 'itemsTaggedCount'].filter((name) => before[name] !== undefined);
        if (shown.length === 0) throw new NotApplicable('the list shows no counts, as fields may be absent');
        for (const name of shown) {
          t.expect(after[name] === before[name], `giving an item one tag moves ${name} of another tag`, {
            expected: before[name],
            received: after[name],
            at: `/${name}`,
          });
        }
      },
      at(place),
    ),

    check(
      `${a(place)} that is given a tag again counts once`,
      'tags.counts-repeat',
      async (t) => {
        const told = await used(t, place);
        const [before, after] = [
          countOf(entryAfter(t, told, 'spaced'), field),
          countOf(entryAfter(t, told, 'repeated'), field),
        ];
        t.expect(after === before, `${field} moves when an item is given a tag that it has`, {
          expected: before,
          received: after,
          at: `/${field}`,
          ...(told.lists.repeated && { exchange: told.lists.repeated.answer }),
        });
      },
      at(place),
    ),

    check(
      `the count of all items is not below that of kinds, for a tag on ${a(place)}`,
      'tags.counts-items',
      async (t) => expectSum(t, entryAfter(t, await used(t, place), 'later')),
      at(place),
    ),
  ];
}

/** Judges that the count of all items is at least the sum of the counts by kind. */
function expectSum(t: Context, entry: JsonRecord): void {
  const all = countOf(entry, 'itemsTaggedCount');
  const sum = COUNTS.reduce((total, name) => total + (typeof entry[name] === 'number' ? entry[name] : 0), 0);
  t.expect(all >= sum, 'itemsTaggedCount is less than the sum of the counts by kind', {
    expected: `at least ${sum}`,
    received: entry,
    at: '/itemsTaggedCount',
  });
}

const everySum = check(
  'the count of all items is not below that of kinds, for any tag',
  'tags.counts-items',
  (t) =>
    eventually(t, async () => {
      const entries = (await allTags(t)).items.filter(({ itemsTaggedCount }) => itemsTaggedCount !== undefined);
      if (entries.length === 0) throw new NotApplicable('itemsTaggedCount is absent, as fields may be');
      for (const entry of entries) expectSum(t, entry);
    }),
  ['tags.list'],
);

/** Judges the counts of one kind against the items that the list of the kind shows. */
function agreement(place: Place, list: string, listBody: string): Check {
  const field = place.count as string;
  return check(
    `tags count at least the ${place.noun}s that are listed with them`,
    'tags.counts-agree',
    async (t) => {
      for (const group of ['tags', list.split('.')[0] as string]) t.needGroup(group);
      await eventually(t, async () => {
        const body = await givenBody(t, listBody);
        const answer = await t.send(list, { ...(body !== undefined && { body }) });
        if (!answer.ok)
          throw new NotTested(`it depends on ${list}, which did not succeed`, `a target whose ${list} succeeds`);
        const carriers = itemsOf(answer.json).filter(({ tags }) => Array.isArray(tags) && tags.length > 0);
        const found = await allTags(t);
        const counted = found.items.filter((entry) => entry[field] !== undefined);
        if (counted.length === 0) throw new NotApplicable(`${field} is absent, as fields may be`);
        if (carriers.length === 0)
          throw new NotTested(`no ${place.noun} is listed with its tags`, `${a(place)} with a tag in the account`);
        for (const entry of counted) {
          const carrying = [
            ...new Set(carriers.filter((item) => (timesTagged(item, entry) ?? 0) > 0).map(({ id }) => id)),
          ];
          t.expect(Number(entry[field]) >= carrying.length, `${field} is less than the items that carry the tag`, {
            expected: `at least ${carrying.length}: ${carrying.join(', ')}`,
            received: entry,
            at: `/${field}`,
            exchange: found.answer,
          });
        }
      });
    },
    ['tags.list', list],
  );
}

export const counts: readonly Check[] = [
  ...[GOAL, DASHBOARD, KPI].flatMap(checksOf),
  countsNoOther(INSIGHT),
  everySum,
  agreement(KPI, 'kpis.list', 'listKpis'),
  agreement(DASHBOARD, 'dashboards.list', 'listDashboards'),
];
