/** Section "Endpoints / Tags". Bodies of the taggings that are open (gap 4) have the shape of the goal's. */
import { type Call, find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { Tag } from '../store/account.ts';
import { tagsBelow, wholeTag } from '../views/embedded.ts';
import { type Shown, type View, viewOf } from '../views/view.ts';
import { visibleDashboard, visibleDashboards } from './dashboards.ts';

interface Tagged {
  tagIds: string[];
}

function titlesIn(body: unknown): string[] {
  const { title, titles } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const given = [title ?? [], titles ?? []].flat();
  if (given.length === 0) throw new Refusal(400, 'title is missing');
  if (!given.every((one): one is string => typeof one === 'string' && one.trim() !== '')) {
    throw new Refusal(400, 'title and each of titles is a text that is not blank');
  }
  return given;
}

/** The tag that a title names; it is created by its first use. */
function tagFor(title: string, { account, rules, user }: Call): Tag {
  const key = rules.tagKey(title);
  for (const tag of account.tags.values()) if (rules.tagKey(tag.title) === key) return tag;
  const tag: Tag = {
    createdBy: user.id,
    dateCreated: account.now(),
    id: account.newId(),
    isActive: true,
    name: key,
    title: title.replaceAll(/^ +| +$/g, ''),
  };
  account.tags.set(tag.id, tag);
  return tag;
}

/**
 * Puts every tag that the body names on an item, creates those that are new, and gives the first of them as it is shown.
 * @throws Refusal 400 when the body names none, or a blank one
 */
export function tagItem(call: Call, item: Tagged): Shown {
  const tags = titlesIn(call.body).map((title) => tagFor(title, call));
  item.tagIds = [...new Set([...item.tagIds, ...tags.map(({ id }) => id)])];
  return wholeTag(tags[0] as Tag, call);
}

/** How many records carry each tag, by its id. */
function counts(records: Iterable<Tagged>): Map<string, number> {
  const found = new Map<string, number>();
  for (const { tagIds } of records) for (const id of tagIds) found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}

/** Tags with their counts; dashboards that the user cannot see do not count. */
function countedView(call: Call): View<Tag> {
  const { account } = call;
  const dashboards = counts(visibleDashboards(call));
  const goals = counts(account.goals.values());
  const kpis = counts(account.kpis.values());
  const metrics = counts(account.metrics.values());
  const others = [account.insights, account.sessions, account.teams, account.users].map((table) =>
    counts(table.values()),
  );
  const all = [dashboards, goals, kpis, metrics, ...others];
  const of = (found: Map<string, number>) => (tag: Tag) => found.get(tag.id) ?? 0;
  return viewOf<Tag>(
    {
      items: tagsBelow,
      dashboardsTaggedCount: of(dashboards),
      goalsTaggedCount: of(goals),
      itemsTaggedCount: ({ id }) => all.reduce((sum, found) => sum + (found.get(id) ?? 0), 0),
      kpisTaggedCount: of(kpis),
      metricsTaggedCount: of(metrics),
    },
    ['parentId'],
  );
}

export const tags: Handlers = {
  'tags.list': (call) => {
    const { items, totalCount } = list(call, [...call.account.tags.values()], countedView(call));
    return { tags: items, totalCount };
  },

  'tags.tagDashboard': (call) => tagItem(call, visibleDashboard(call)),

  'tags.tagGoal': (call) => tagItem(call, find(call.account.goals, call.params.id, call)),

  'tags.tagInsight': (call) => tagItem(call, find(call.account.insights, call.params.id, call)),
};
