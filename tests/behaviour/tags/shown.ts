/** A tag shows on the KPI or dashboard that was given it, and on no other. Sections "Endpoints / Tags", "KPIs", "Dashboards". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { DASHBOARD, isTag, KPI, type Place, tagKey, timesTagged } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { strings } from '../../support/records/answers.ts';
import { disagreement } from '../../support/values/agreement.ts';
import type { Difference } from '../../support/values/difference.ts';
import { STAGES, type Story, used } from './story.ts';

const PREFIX: Readonly<Record<string, string>> = { kpi: 'kpis.tag', dashboard: 'tags.dashboard' };

/** Fields that may change with any change of a record, or by themselves. */
const CHANGES_BY_ITSELF = /^(tags|date|last|modified|notificationsCount|usersCount)/;

/** Whether the text that a dashboard has as its tag is one of its tags, which it then may follow. */
const followsTags = ({ tag, tags }: JsonRecord) =>
  Array.isArray(tags) && tags.some((one) => isTag(one, { id: tag, title: tag, name: tag }));

const kept = (record: JsonRecord) =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([field]) => !CHANGES_BY_ITSELF.test(field) && !(field === 'tag' && followsTags(record)),
    ),
  );

interface Pair {
  id: string;
  was: JsonRecord;
  is: JsonRecord;
}

/** Each item that was tagged as it was and as it is, where both reads succeeded. */
function pairs({ items, uses, before, after }: Story): Pair[] {
  const tagged = new Set(
    STAGES.flatMap((stage) => uses[stage].filter(({ answer }) => answer.ok)).map((use) => use.item),
  );
  return items.flatMap((id, i) => {
    const [was, is] = [before[i], after[i]];
    return was && is && tagged.has(id) ? [{ id, was, is }] : [];
  });
}

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * A field that changed on each of at least two items that had it, or to a title that the item was given. Another client
 * may change one of them, hardly all.
 */
function changedField(found: readonly Pair[], titles: ReadonlySet<string>): Difference | undefined {
  // The suite itself changes the groups of KPIs, so that these are judged apart.
  const fields = new Set(found.flatMap(({ was }) => Object.keys(kept(was)).filter((field) => field !== 'groups')));
  for (const field of fields) {
    const had = found.filter(({ was }) => !isEmpty(kept(was)[field]));
    const changed = had.filter(({ was, is }) => isEmpty(is[field]) || disagreement(was[field], is[field]));
    const one =
      had.length > 1 && changed.length === had.length
        ? changed[0]
        : changed.find(({ is }) => typeof is[field] === 'string' && titles.has(tagKey(is[field])));
    if (one) return { at: `/${field}`, expected: one.was[field], received: one.is[field] };
  }
  return undefined;
}

/** Judges that not every KPI that was in a group has left one; groups that this or another run made come and go. */
async function expectGroups(t: Context, found: readonly Pair[]): Promise<void> {
  const had = found.filter(({ was }) => !isEmpty(was.groups));
  const left = had.map(({ was, is }) => strings(was.groups).filter((id) => !strings(is.groups ?? []).includes(id)));
  if (!t.claims('kpiGroups') || had.length < 2 || left.some((ids) => ids.length === 0)) return;
  const lasting = await Promise.all(
    left.map(async (ids) => {
      const groups = await Promise.all(ids.map((id) => t.send('kpiGroups.get', at('kpiGroup', id))));
      return groups.some(({ ok, json }) => ok && isRecord(json) && !String(json.name ?? 'gc-').startsWith('gc-'));
    }),
  );
  t.expect(lasting.includes(false), 'tagging has taken KPIs out of their groups', {
    expected: had[0]?.was.groups,
    received: had[0]?.is.groups,
    at: '/groups',
  });
}

/** NotTested where the items could not be read by id before and after. */
function readPairs(told: Story) {
  const found = pairs(told);
  const name = `${told.place.noun}s`;
  if (found.length === 0)
    throw new NotTested(`no ${name} could be read before and after`, `a target whose ${name} can be read by id`);
  return found;
}

/** Tags that an item had and has no more. */
function lost({ was, is }: { was: JsonRecord; is: JsonRecord }): unknown[] {
  if (!Array.isArray(was.tags) || !Array.isArray(is.tags)) return [];
  return was.tags.filter((tag) => timesTagged(is, typeof tag === 'string' ? { id: tag, title: tag } : tag) === 0);
}

function checksOf(place: Place): Check[] {
  const [prefix, group] = [PREFIX[place.kind], `${place.kind}s`];
  return [
    check(`a tag shows once on the ${place.noun} that was given it`, `${prefix}-shown`, async (t) => {
      t.needGroup(group);
      const told = await used(t, place);
      const wanted = { id: told.id, title: told.title };
      const seen = told.sights.flatMap(({ as, where, item }) => {
        const times = item && timesTagged(item, wanted);
        return item && times !== undefined ? [{ as, where, times, tags: item.tags }] : [];
      });
      for (const { as, where, times, tags } of seen) {
        t.expect(times === 1, `the ${place.noun} does not show its new tag once, ${where}, to the ${as} user`, {
          expected: wanted,
          received: tags,
          at: '/tags',
        });
      }
      if (!told.sights.some(({ item }) => item))
        throw new NotTested(`the ${place.noun} could not be read`, `a target whose ${place.noun}s can be read by id`);
      if (seen.length === 0) throw new NotApplicable('tags are absent, as fields may be');
      t.need('second');
    }),

    check(`a new tag leaves the ${place.noun} its tags and all else`, `${prefix}-adds`, async (t) => {
      t.needGroup(group);
      const told = await used(t, place);
      const found = readPairs(told);
      const [first] = found;
      // The first item was given the tag, and then others: it has them all. Only this run knows these.
      const mine = [{ id: told.id, title: told.title }, ...told.uses.others.filter(({ answer }) => answer.ok)];
      const given = told.sights.some(({ item }) => item && timesTagged(item, { id: told.id, title: told.title }) === 1);
      for (const { id, title } of given && first?.id === told.items[0] ? mine : []) {
        t.expect(
          timesTagged(first?.is as JsonRecord, { id, title }) !== 0,
          'a further tag has taken an earlier one away',
          {
            expected: mine.map((tag) => tag.title),
            received: first?.is.tags,
            at: '/tags',
          },
        );
      }
      // Another client may change one of them meanwhile, hardly all.
      const had = found.filter(({ was }) => Array.isArray(was.tags) && was.tags.length > 0);
      const losses = had.map(lost);
      t.expect(
        losses.length === 0 || losses.some((tags) => tags.length === 0),
        'tagging has taken away tags that were there',
        {
          expected: had[0]?.was.tags,
          received: had[0]?.is.tags,
          at: '/tags',
        },
      );
      const changes = found.map(({ was, is }) => {
        const gone = Object.keys(kept(was)).find((field) => !(field in is));
        return gone === undefined
          ? disagreement(kept(was), kept(is))
          : { at: `/${gone}`, expected: was[gone], received: undefined };
      });
      const [change] = changes;
      if (change && changes.every(Boolean))
        t.expect(false, `tagging has changed something else of the ${place.noun}`, change);
      const titles = STAGES.flatMap((stage) => told.uses[stage].map(({ title }) => tagKey(title)));
      const field = changedField(found, new Set(titles));
      t.expect(!field, `tagging has changed a field of ${place.noun}s`, field as Difference);
      await expectGroups(t, found);
      const shown = found.some(({ is }) => Array.isArray(is.tags));
      if (!shown) throw new NotApplicable('tags are absent, as fields may be');
    }),

    check(`a tag shows on no other ${place.noun}`, `${prefix}-only`, async (t) => {
      t.needGroup(group);
      const told = await used(t, place);
      const lists = told.sights.filter(({ all }) => all.length > 0);
      let looked = 0;
      for (const { all, as } of lists) {
        for (const other of all.filter(({ id, tags }) => id !== told.items[0] && Array.isArray(tags))) {
          looked++;
          t.expect(
            (timesTagged(other, { id: told.id, title: told.title }) ?? 0) === 0,
            `another ${place.noun} has the tag, too`,
            {
              expected: `only ${told.items[0]} has it`,
              received: { as, id: other.id, tags: other.tags },
              at: '/tags',
            },
          );
        }
      }
      if (looked === 0)
        throw new NotTested(`no other ${place.noun} is listed with its tags`, `two ${place.noun}s in the account`);
    }),
  ];
}

export const shown: readonly Check[] = [KPI, DASHBOARD].flatMap(checksOf);
