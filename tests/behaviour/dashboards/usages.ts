/** Which tags are on which dashboards that the user can access. Section "Endpoints / Dashboards". */

import { fresh, settled } from '../../support/again.ts';
import { type Check, check } from '../../support/check.ts';
import type { Actor, Answer } from '../../support/client.ts';
import type { Context, JsonRecord } from '../../support/context.ts';
import { NotApplicable, NotTested } from '../../support/outcome.ts';
import { idsOf } from '../../support/records.ts';
import { spread } from '../../support/spread.ts';
import { isRecord, itemsOf } from '../../support/subjects.ts';
import {
  allTags,
  DASHBOARD,
  isTag,
  itemsOfPlace,
  newTitle,
  type TagRef,
  tag,
  tagKey,
  timesTagged,
} from '../../support/tags.ts';
import { peek, recordsOf } from '../../support/views.ts';

const USAGES = 'dashboards.tagUsages';
const KIND = 'dashboard';

export interface Usage {
  answer: Answer;
  items: JsonRecord[];
}

export async function usages(t: Context, as: Actor = 'first'): Promise<Usage> {
  const answer = await t.ok(USAGES, { as });
  return { answer, items: itemsOf(answer.json) };
}

/** Ids of the dashboards that a usage names. */
export const namedBy = ({ dashboardsIds }: JsonRecord): string[] =>
  Array.isArray(dashboardsIds) ? dashboardsIds.filter((id) => typeof id === 'string') : [];

/** The tag of a usage, in the terms of a tag. */
const refOf = ({ tagName, tagTitle }: JsonRecord): TagRef => ({ name: tagName, title: tagTitle });

/** Whether a usage is of this tag; undefined when they share nothing to compare. */
function isUsageOf({ tagName, tagTitle }: JsonRecord, { name, title }: TagRef): boolean | undefined {
  if (title !== undefined && tagTitle !== undefined) return tagKey(title) === tagKey(tagTitle);
  return name !== undefined && tagName !== undefined ? name === tagName : undefined;
}

function someUsage({ items }: Usage): JsonRecord[] {
  if (items.length === 0) throw new NotTested('no tag is used on a dashboard', 'dashboards with tags in the account');
  return items;
}

const alone: Check[] = [
  check('a usage counts the dashboards that it names, each once', 'dashboards.usages-count', async (t) => {
    const used = await usages(t);
    for (const item of someUsage(used)) {
      const named = namedBy(item);
      t.expect(new Set(named).size === named.length, 'a usage names a dashboard twice', {
        expected: 'each id once',
        received: item,
        at: '/dashboardsIds',
        exchange: used.answer,
      });
      const counted = item.dashboardsCount === undefined || !Array.isArray(item.dashboardsIds);
      t.expect(
        counted || item.dashboardsCount === named.length,
        'dashboardsCount is not the number of dashboards that a usage names',
        {
          expected: named.length,
          received: item,
          at: '/dashboardsCount',
          exchange: used.answer,
        },
      );
    }
  }),

  check('each usage is of a tag that a dashboard has', 'dashboards.usages-used', async (t) => {
    const { items, answer } = await usages(t);
    const unused = items.find(
      ({ dashboardsCount, dashboardsIds }) =>
        dashboardsCount === 0 || (Array.isArray(dashboardsIds) && dashboardsIds.length === 0),
    );
    t.expect(!unused, 'a usage is of a tag that no dashboard has which the user can access', {
      expected: 'dashboards that have the tag',
      received: unused,
      exchange: answer,
    });
  }),

  check('the usages have each tag once', 'dashboards.usages-each-once', async (t) => {
    const used = await usages(t);
    const items = someUsage(used);
    for (const [i, item] of items.entries()) {
      const other = items.slice(0, i).find((before) => isUsageOf(before, refOf(item)));
      t.expect(!other, 'two usages are of the same tag', {
        expected: 'each tag once',
        received: [other, item],
        exchange: used.answer,
      });
    }
    if (items.length < 2)
      throw new NotTested('only one tag is used on dashboards', 'dashboards with two tags in the account');
  }),

  check('a usage names its tag as the list of tags does', 'dashboards.usages-tag', async (t) => {
    t.needGroup('tags');
    await settled(async () => {
      const used = await usages(t);
      const found = await allTags(t);
      for (const item of someUsage(used)) {
        const right = found.items.some(
          ({ name, title }) =>
            (item.tagName === undefined || name === undefined || item.tagName === name) &&
            (item.tagTitle === undefined || title === undefined || item.tagTitle === title),
        );
        t.expect(
          right || !found.complete,
          'tagName and tagTitle are not name and title of one tag in the list of tags',
          {
            expected: found.items
              .filter(({ name, title }) => name === item.tagName || title === item.tagTitle)
              .slice(0, 3),
            received: item,
            exchange: used.answer,
          },
        );
      }
    });
  }),
];

const againstDashboards: Check[] = [
  check('each dashboard that a usage names carries the tag', 'dashboards.usages-ids', (t) =>
    settled(async () => {
      const used = await usages(t);
      const named = [...new Set(someUsage(used).flatMap(namedBy))];
      if (named.length === 0) throw new NotApplicable('dashboardsIds is absent, as fields may be');
      const { items } = await recordsOf(fresh(t), KIND);
      // Those that the list does not show are read by id, and some that it does.
      const unlisted = named.filter((id) => !items.some((item) => item.id === id));
      const ids = [...new Set([...unlisted.slice(0, 20), ...spread(named, 8)])];
      const byId = await Promise.all(
        ids.map(async (id) => ({ id, answer: await t.send('dashboards.get', { params: { dashboardId: id } }) })),
      );
      for (const { answer } of byId) {
        t.expect(answer.ok, 'a dashboard that a usage names cannot be read by its id', {
          expected: 200,
          received: answer.status,
          exchange: answer,
        });
      }
      const records = [...items, ...byId.flatMap(({ answer: { json } }) => (isRecord(json) ? [json] : []))];
      for (const item of used.items) {
        for (const record of records.filter(({ id }) => namedBy(item).includes(String(id)))) {
          t.expect(timesTagged(record, refOf(item)) !== 0, 'a usage names a dashboard that does not carry the tag', {
            expected: item,
            received: { id: record.id, tags: record.tags },
            at: '/tags',
            exchange: used.answer,
          });
        }
      }
    }),
  ),

  check('each tag of each dashboard has a usage that names it', 'dashboards.usages-all', (t) =>
    settled(async () => {
      const { items } = await recordsOf(fresh(t), KIND);
      const byId = await Promise.all(spread(idsOf(items), 8).map((id) => peek(t, KIND, id)));
      const used = await usages(t);
      let looked = 0;
      // Whether an archived dashboard or a tag that is not active counts as in use can be argued.
      for (const { id, tags } of [...items, ...byId].flatMap((item) =>
        item && item.archived !== true ? [item] : [],
      )) {
        for (const embedded of Array.isArray(tags) ? tags : []) {
          if (!isRecord(embedded) || embedded.isActive === false || (embedded.title ?? embedded.name) === undefined)
            continue;
          looked++;
          const usage = used.items.filter((item) => isTag(embedded, refOf(item)) !== false);
          const named = usage.some((item) => !Array.isArray(item.dashboardsIds) || namedBy(item).includes(String(id)));
          t.expect(named, 'a tag of a dashboard has no usage that names the dashboard', {
            expected: { tag: embedded, dashboard: id },
            received: usage.length > 0 ? usage : 'no usage of the tag',
            exchange: used.answer,
          });
        }
      }
      if (looked === 0) throw new NotTested('no dashboard shows a tag', 'dashboards with tags in the account');
    }),
  ),

  check('a dashboard that was just tagged is named by the usage of the tag', 'dashboards.usages-at-once', async (t) => {
    t.needGroup('tags');
    const items = await itemsOfPlace(t, DASHBOARD);
    const [item, title] = [items.at(-1) as string, newTitle(t)];
    const { answer } = await tag(t, DASHBOARD, item, title);
    if (!answer.ok)
      throw new NotTested(
        `it depends on ${DASHBOARD.operation}, which answered ${answer.status}`,
        `a target whose ${DASHBOARD.operation} succeeds`,
      );
    const used = await usages(t);
    const name = isRecord(answer.json) ? answer.json.name : undefined;
    const usage = used.items.filter((entry) => isTag({ title, name }, refOf(entry)));
    t.expect(usage.length === 1, 'a tag that was just put on a dashboard has no one usage', {
      expected: title,
      received: usage,
      exchange: used.answer,
    });
    if (Array.isArray(usage[0]?.dashboardsIds))
      t.equal(
        [...new Set(namedBy(usage[0]))],
        [item],
        'the usage of a tag that one dashboard has names others',
        used.answer,
      );
    // Of the other usages, those that name the dashboard are of tags that it carries.
    await settled(async () => {
      const again = await usages(t);
      const record = await peek(t, KIND, item);
      for (const entry of again.items.filter((other) => namedBy(other).includes(item))) {
        t.expect(
          !record || timesTagged(record, refOf(entry)) !== 0,
          'a dashboard that was tagged is named by the usage of another tag',
          {
            expected: record?.tags,
            received: entry,
            exchange: again.answer,
          },
        );
      }
    });
  }),
];

const USERS: readonly Actor[] = ['first', 'second', 'limited'];
const given = (t: Context, as: Actor) =>
  as === 'first' || t.settings.tokens[as === 'second' ? 'SECOND_ACCESS_TOKEN' : 'LIMITED_ACCESS_TOKEN'] !== undefined;

const access: Check[] = [
  check('no usage names a dashboard that the user cannot access', 'dashboards.usages-accessible', async (t) => {
    const hidden = t.fixtures.facts.hiddenDashboards ?? [];
    if (hidden.length === 0)
      throw new NotTested('no dashboard is known that the first user may not see', 'FIXTURES: facts.hiddenDashboards');
    await settled(async () => {
      const used = await usages(t);
      for (const item of used.items) {
        const shown = namedBy(item).filter((id) => hidden.includes(id));
        t.expect(shown.length === 0, 'a usage names a dashboard that the user cannot access', {
          expected: `none of ${hidden.join(', ')}`,
          received: item,
          at: '/dashboardsIds',
          exchange: used.answer,
        });
      }
      // What another user sees of the hidden ones tells which tags these alone carry.
      if (!given(t, 'second')) return;
      const [seen, { items, complete }] = await Promise.all([
        Promise.all(hidden.map((id) => peek(t, KIND, id, 'second'))),
        recordsOf(fresh(t), KIND),
      ]);
      for (const embedded of seen.flatMap((item) => (Array.isArray(item?.tags) ? item.tags : []))) {
        if (!isRecord(embedded) || !complete || items.some((item) => timesTagged(item, embedded) !== 0)) continue;
        const usage = used.items.find((item) => isUsageOf(item, embedded));
        t.expect(!usage, 'a tag that only dashboards carry which the user cannot access has a usage', {
          expected: 'no usage of this tag',
          received: usage,
          exchange: used.answer,
        });
      }
    });
  }),

  check('usages are those of the user who asks', 'dashboards.usages-user', (t) =>
    settled(async () => {
      const users = USERS.filter((as) => given(t, as));
      const shown = await Promise.all(
        users.map(async (as) => {
          const answer = await t.send(USAGES, { as });
          return { as, answer, named: new Set(answer.ok ? itemsOf(answer.json).flatMap(namedBy) : []) };
        }),
      );
      const all = new Set([...shown.flatMap(({ named }) => [...named]), ...(t.fixtures.facts.hiddenDashboards ?? [])]);
      let refused = 0;
      const shows = shown.some(({ named }) => named.size > 0);
      await Promise.all(
        shown.flatMap(({ as, answer, named }) =>
          spread([...all], 40).map(async (id) => {
            const read = await t.send('dashboards.get', { params: { dashboardId: id }, as });
            if (read.status >= 500 || !answer.ok) return;
            if (read.ok) {
              // What this user can read, and others perhaps cannot, this user's usages name.
              const { tags, archived } = (isRecord(read.json) ? read.json : {}) as JsonRecord;
              const tagged = Array.isArray(tags) && tags.some((one) => isRecord(one) && one.isActive !== false);
              t.expect(
                !shows || !tagged || archived === true || named.has(id),
                `no usage shows the ${as} user a tagged dashboard that this user can read`,
                {
                  expected: id,
                  received: [...named],
                  exchange: answer,
                },
              );
              return;
            }
            refused++;
            t.expect(!named.has(id), `a usage shows the ${as} user a dashboard that this user cannot read`, {
              expected: `not ${id}, which is answered with ${read.status}`,
              received: [...named],
              exchange: answer,
            });
          }),
        ),
      );
      if (refused === 0)
        throw new NotTested(
          'each user can read every dashboard that is known',
          'FIXTURES: facts.hiddenDashboards, or a LIMITED_ACCESS_TOKEN of a user who may not see every dashboard',
        );
    }),
  ),
];

export const usageChecks: readonly Check[] = [...alone, ...againstDashboards, ...access];
