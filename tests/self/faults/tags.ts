/** What a team could get wrong with tags. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Tag } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { also, body, instead, kebab, rule, type Shown, stored } from './vocabulary.ts';

type List = { tags: Shown[]; totalCount: number };

const PLACES = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'] as const;
const NOUNS = {
  'tags.tagGoal': 'goal',
  'tags.tagDashboard': 'dashboard',
  'tags.tagInsight': 'insight',
  'kpis.tag': 'kpi',
};
const COUNTED = {
  'tags.tagGoal': 'goalsTaggedCount',
  'tags.tagDashboard': 'dashboardsTaggedCount',
  'kpis.tag': 'kpisTaggedCount',
} as const;

/** What says that an item shows no tag that it was not given. */
const NOT_GIVEN = {
  'tags.tagGoal': 'tags.goal-shown',
  'tags.tagDashboard': 'tags.dashboard-only',
  'kpis.tag': 'kpis.tag-only',
} as const;

/** A rule of its own for some operations. */
const ruled = (operations: string | readonly string[], change: Partial<Rules>): Seams => rule(operations, () => change);

/** The item that the path addresses. */
function itemOf({ account, params }: Call): { id: string; name: string; tagIds: string[] } | undefined {
  const { id = '', kpiId = '', dashboardId = '' } = params;
  const found =
    account.goals.get(id) ?? account.insights.get(id) ?? account.kpis.get(kpiId) ?? account.dashboards.get(dashboardId);
  return found as { id: string; name: string; tagIds: string[] } | undefined;
}

const titleIn = ({ body }: Call) => String((body as Shown | undefined)?.title ?? '');
const entries = (change: (entry: Shown, list: Shown[]) => Shown): Seams =>
  body('tags.list', (body: List) => ({ ...body, tags: body.tags.map((entry) => change(entry, body.tags)) }));

/** Tags of this place are kept apart from those of the others. */
const apart = (operation: string) => (): Seams => {
  const own = new Map<string, Tag>();
  return instead(operation, (call, next) => {
    const before = own.size;
    const answer = next({ ...call, account: { ...call.account, tags: own } });
    if (own.size > before) for (const [id, tag] of own) call.account.tags.set(id, tag);
    return answer;
  });
};

/** A first use takes a moment until others see it. */
function late(operation: string): Seams {
  const fresh = new Set<string>();
  return instead(operation, (call, next) => {
    const { tags } = call.account;
    const visible = new Map([...tags].filter(([id]) => !fresh.has(id)));
    const answer = next({ ...call, account: { ...call.account, tags: visible } });
    for (const [id, tag] of visible) {
      if (tags.has(id)) continue;
      tags.set(id, tag);
      fresh.add(id);
      setTimeout(() => fresh.delete(id), 2);
    }
    return answer;
  });
}

/** Which tags count once more when an item gets a tag: the one that is given, and those that the item had. */
type CountedAgain = (given: string, had: readonly string[]) => readonly string[];

/** Each use counts, also when the item has the tag. */
const usesCounted: CountedAgain = (given, had) => (had.includes(given) ? [given] : []);
/** A new tag counts for the others of the item, too. */
const othersCounted: CountedAgain = (given, had) => (had.includes(given) ? [] : had);

/** The list of tags shows counts that are too high. */
const overcounted = (operation: keyof typeof COUNTED, countedAgain: CountedAgain) => (): Seams => {
  const field = COUNTED[operation];
  const more = new Map<unknown, number>();
  const shown = (list: List): List => ({
    ...list,
    tags: list.tags.map((tag) => ({ ...tag, [field]: Number(tag[field]) + (more.get(tag.id) ?? 0) })),
  });
  return {
    around: (call, next) => {
      const had = [...(itemOf(call)?.tagIds ?? [])];
      const answer = next(call);
      if (answer.status >= 300) return answer;
      if (call.operation.id === operation)
        for (const id of countedAgain(String((answer.body as Shown).id), had)) more.set(id, (more.get(id) ?? 0) + 1);
      return call.operation.id === 'tags.list' ? { ...answer, body: shown(answer.body as List) } : answer;
    },
  };
};

/** The list of titles is never emptied: an item gets the tags as well that other items of the place were given before. */
const pilingUp = (operation: string) => (): Seams => {
  const before = new Map<string, string[]>();
  return also(operation, (call, { body: tag }) => {
    const ids = [...(before.get(call.account.id) ?? []), String((tag as Shown).id)];
    before.set(call.account.id, ids);
    const item = itemOf(call);
    if (item) item.tagIds = [...new Set([...item.tagIds, ...ids])];
  });
};

const refusing = (status: number): Answer => ({ status, body: { message: 'no' } });

const perPlace: Fault[] = PLACES.flatMap((operation): Fault[] => {
  const noun = NOUNS[operation];
  const at = { on: [operation, 'tags.list'] };
  return [
    {
      name: `tag-${noun}-minds-case`,
      title: `tagging a ${noun} minds the case of letters in titles`,
      breaks: [
        'tags.identity-case',
        'tags.list-each-once',
        ...(operation === 'tags.tagGoal' ? ['tags.identity-law', 'tags.goal-titles-identity'] : []),
      ],
      ...at,
      seams: ruled(operation, { tagKey: (title) => title.trim() }),
    },
    {
      name: `tag-${noun}-keeps-spaces`,
      title: `tagging a ${noun} does not trim titles`,
      breaks: ['tags.identity-spaces', 'tags.list-each-once'],
      ...at,
      seams: ruled(operation, { tagKey: (title) => title.toLowerCase() }),
    },
    {
      name: `tag-${noun}-trims-start-only`,
      title: `tagging a ${noun} trims titles at their start only`,
      breaks: ['tags.identity-spaces'],
      ...at,
      // A title is stored trimmed, so that the end has to be minded where it is sent.
      seams: instead(operation, (call, next) => {
        const title = titleIn(call);
        return next(
          title.endsWith(' ') ? { ...call, body: { ...(call.body as Shown), title: `${title.trim()}_` } } : call,
        );
      }),
    },
    {
      name: `tag-${noun}-merges-inner-spaces`,
      title: `tagging a ${noun} takes several spaces inside a title for one`,
      breaks: ['tags.identity-distinct'],
      ...at,
      seams: ruled(operation, { tagKey: (title) => title.trim().toLowerCase().replaceAll(/\s+/g, ' ') }),
    },
    {
      name: `tag-${noun}-by-regex`,
      title: `tagging a ${noun} looks a title up as a regular expression`,
      breaks: ['tags.identity-distinct'],
      ...at,
      seams: instead(operation, (call, next) => {
        const title = titleIn(call).trim();
        const pattern = /^[^()[\]{}*?\\|^$]+$/.test(title) ? new RegExp(`^${title}$`, 'i') : undefined;
        const found = [...call.account.tags.values()].find((tag) => pattern?.test(tag.title));
        return next(found ? { ...call, body: { ...(call.body as Shown), title: found.title } } : call);
      }),
    },
    {
      name: `tag-${noun}-always-creates`,
      title: `tagging a ${noun} creates a new tag at every use`,
      breaks: ['tags.later-use', 'tags.list-each-once', 'tags.identity-case', 'tags.identity-spaces'],
      ...at,
      seams: ruled(operation, { tagKey: () => String(Math.random()) }),
    },
    ...(operation === 'tags.tagGoal'
      ? []
      : [
          {
            name: `tag-${noun}-apart`,
            title: `tags of a ${noun} are others than those of goals`,
            breaks: ['tags.identity-places', 'tags.list-each-once'],
            ...at,
            seams: apart(operation),
          },
        ]),
    {
      name: `tag-${noun}-answers-another-title`,
      title: `tagging a ${noun} answers with the name of the item as the title`,
      breaks: ['tags.answer'],
      ...at,
      seams: body(operation, (tag: Shown, call) => ({ ...tag, title: itemOf(call)?.name ?? 'a tag' })),
    },
    {
      name: `tag-${noun}-answers-the-item`,
      title: `tagging a ${noun} answers with the item`,
      breaks: ['tags.answer'],
      ...at,
      seams: body(operation, (_tag: Shown, call) => ({ id: itemOf(call)?.id, name: itemOf(call)?.name })),
    },
    {
      name: `tag-${noun}-answers-another-id`,
      title: `tagging a ${noun} answers with an id that the list does not have`,
      breaks: ['tags.first-use'],
      ...at,
      seams: body(operation, (tag: Shown) => ({ ...tag, id: `${tag.id}0` })),
    },
    {
      name: `tag-${noun}-again-breaks`,
      title: `tagging a ${noun} with a tag that it has is answered with 500`,
      breaks: ['tags.repeat'],
      ...at,
      seams: instead(operation, (call, next) => {
        const had = [...(itemOf(call)?.tagIds ?? [])];
        const answer = next(call);
        return had.includes(String((answer.body as Shown).id)) ? refusing(500) : answer;
      }),
    },
    {
      name: `tag-${noun}-unknown-creates`,
      title: `tagging a ${noun} that does not exist creates the tag before it is refused`,
      breaks: ['tags.unknown-item'],
      ...at,
      seams: instead(operation, (call, next) => {
        const answer = next(call);
        const known = [...call.account.tags.values()].some(({ title }) => title === titleIn(call));
        if (answer.status >= 300 && answer.status < 500 && titleIn(call).trim() !== '' && !known) {
          const id = call.account.newId();
          call.account.tags.set(id, { id, title: titleIn(call), name: titleIn(call) });
        }
        return answer;
      }),
    },
    {
      name: `tag-${noun}-author-fixed`,
      title: `a tag that came with a ${noun} names the first user of the account as its author`,
      breaks: ['tags.author'],
      ...at,
      seams: also(operation, ({ account }, { body }) => {
        const author = [...account.users.keys()][0];
        const tag = account.tags.get(String((body as Shown).id));
        if (tag) tag.createdBy = author;
        (body as Shown).createdBy = author;
      }),
    },
    {
      name: `tag-${noun}-author-is-last`,
      title: `a tag that is put on a ${noun} names who used it last as its author`,
      breaks: ['tags.author'],
      ...at,
      seams: also(operation, ({ account, user }, { body }) => {
        const tag = account.tags.get(String((body as Shown).id));
        if (tag) tag.createdBy = user.id;
      }),
    },
    {
      name: `tag-${noun}-not-active`,
      title: `a tag that came with a ${noun} is not active`,
      breaks: ['tags.active'],
      ...at,
      seams: body(operation, (tag: Shown) => ({ ...tag, isActive: false })),
    },
  ];
});

const perCounted: Fault[] = (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).flatMap((operation): Fault[] => {
  const noun = NOUNS[operation];
  const field = COUNTED[operation];
  const at = { on: [operation, 'tags.list'] };
  const other = field === 'goalsTaggedCount' ? 'metricsTaggedCount' : 'goalsTaggedCount';
  return [
    {
      name: `count-of-${noun}s-stays-at-one`,
      title: `the count of ${noun}s never says more than one`,
      breaks: ['tags.counts-move'],
      ...at,
      seams: entries((tag) => ({ ...tag, [field]: Math.min(1, Number(tag[field])) })),
    },
    {
      name: `count-of-${noun}s-under-another-name`,
      title: `${noun}s count under ${other}, too`,
      breaks: ['tags.counts-kind', 'tags.counts-items'],
      ...at,
      seams: entries((tag) => ({ ...tag, [other]: Number(tag[other]) + Number(tag[field]) })),
    },
    {
      name: `count-of-${noun}s-uses`,
      title: `each use on a ${noun} counts, also when it has the tag`,
      breaks: ['tags.counts-repeat', 'tags.counts-items'],
      ...at,
      seams: overcounted(operation, usesCounted),
    },
    {
      name: `count-of-${noun}s-moves-all`,
      title: `a tag on a ${noun} counts for each tag that the item has`,
      breaks: ['tags.counts-own', 'tags.counts-items'],
      ...at,
      seams: overcounted(operation, othersCounted),
    },
    {
      name: `tags-of-${noun}s-pile-up`,
      title: `a ${noun} gets the tags as well that other ones were given before it`,
      breaks: ['tags.counts-own', NOT_GIVEN[operation]],
      seams: pilingUp(operation),
    },
    {
      name: `count-of-items-without-${noun}s`,
      title: `itemsTaggedCount leaves out the ${noun}s`,
      breaks: ['tags.counts-items'],
      ...at,
      seams: entries((tag) => ({ ...tag, itemsTaggedCount: Number(tag.itemsTaggedCount) - Number(tag[field]) })),
    },
    {
      name: `count-of-${noun}s-too-small`,
      title: `the count of ${noun}s is one less than it is, beyond two`,
      breaks: ['tags.counts-move', ...(field === 'goalsTaggedCount' ? [] : ['tags.counts-agree'])],
      ...at,
      seams: entries((tag) => ({ ...tag, [field]: Number(tag[field]) > 1 ? Number(tag[field]) - 1 : tag[field] })),
    },
  ];
});

/** Faults of what tagging does to the item, for the kinds that can be read. */
const perShown: Fault[] = (['kpis.tag', 'tags.tagDashboard'] as const).flatMap((operation): Fault[] => {
  const noun = NOUNS[operation];
  const prefix = noun === 'kpi' ? 'kpis.tag' : 'tags.dashboard';
  const list = `${noun}s.list`;
  const get = `${noun}s.get`;
  const records = ({ account }: Call) => (noun === 'kpi' ? account.kpis : account.dashboards).values();
  return [
    {
      name: `tag-${noun}-does-nothing`,
      title: `tagging a ${noun} creates the tag, and does not put it on the item`,
      breaks: [`${prefix}-shown`, 'tags.counts-move'],
      on: [operation, get, list],
      seams: instead(operation, (call, next) => {
        const had = [...(itemOf(call)?.tagIds ?? [])];
        const answer = next(call);
        if (answer.status < 300) (itemOf(call) as { tagIds: string[] }).tagIds = had;
        return answer;
      }),
    },
    {
      name: `tag-${noun}-twice-on-item`,
      title: `tagging a ${noun} again puts the tag on it once more`,
      breaks: ['tags.repeat', 'tags.counts-repeat'],
      on: [operation],
      seams: instead(operation, (call, next) => {
        const had = [...(itemOf(call)?.tagIds ?? [])];
        const answer = next(call);
        const { id } = answer.body as { id: string };
        if (answer.status < 300 && had.includes(id)) itemOf(call)?.tagIds.push(id);
        return answer;
      }),
    },
    {
      name: `tag-${noun}-moves`,
      title: `a tag that is put on a ${noun} is taken from the others`,
      breaks: [`${prefix}-shown`],
      on: [operation, get, list],
      seams: instead(operation, (call, next) => {
        const answer = next(call);
        const { id } = (answer.body ?? {}) as { id?: string };
        for (const item of records(call))
          if (answer.status < 300 && item !== itemOf(call)) item.tagIds = item.tagIds.filter((one) => one !== id);
        return answer;
      }),
    },
    {
      name: `tag-${noun}-list-stale`,
      title: `the list shows a ${noun} without tags that came during the run`,
      breaks: [`${prefix}-shown`],
      on: [list],
      seams: body(list, (body: { items: Shown[] }) => ({
        ...body,
        items: body.items.map((item) => ({
          ...item,
          tags: (item.tags as Shown[]).filter(({ title }) => !String(title).startsWith('gc-')),
        })),
      })),
    },
    {
      name: `tag-${noun}-own-tags-only`,
      title: `a user is shown only those tags of a ${noun} that this user created or that were there before`,
      breaks: [`${prefix}-shown`],
      on: [get],
      seams: body(get, (body: { tags: Shown[] }, { user, account }) => ({
        ...body,
        tags: body.tags.filter(({ id }) => {
          const author = account.tags.get(String(id))?.createdBy;
          return author === user.id || String(account.tags.get(String(id))?.title).startsWith('gc-') === false;
        }),
      })),
    },
    {
      name: `tag-${noun}-replaces`,
      title: `a new tag takes the place of those that the ${noun} had`,
      breaks: [`${prefix}-adds`],
      on: [operation, get],
      seams: also(operation, (call, { body }) => {
        (itemOf(call) as { tagIds: string[] }).tagIds = [String((body as Shown).id)];
      }),
    },
    {
      name: `tag-${noun}-renames`,
      title: `tagging a ${noun} gives it the title of the tag as its name`,
      breaks: [`${prefix}-adds`],
      on: [operation, get],
      seams: also(operation, (call) => {
        (itemOf(call) as { name: string }).name = titleIn(call);
      }),
    },
    {
      name: `tag-${noun}-another-too`,
      title: `tagging a ${noun} tags the next one, too`,
      breaks: [`${prefix}-only`],
      on: [operation, list],
      seams: also(operation, (call, { body }) => {
        const all = [...records(call)];
        const next = all[(all.findIndex(({ id }) => id === itemOf(call)?.id) + 1) % all.length];
        const id = String((body as Shown).id);
        if (next && !next.tagIds.includes(id)) next.tagIds = [...next.tagIds, id];
      }),
    },
  ];
});

const rest: Fault[] = [
  {
    name: 'tags-mind-case',
    title: 'titles are compared without regard to their case nowhere',
    breaks: ['tags.identity-case', 'tags.identity-law', 'tags.goal-titles-identity', 'dashboards.by-tag-identity'],
    seams: { rules: () => ({ tagKey: (title) => title.trim() }) },
  },
  {
    name: 'tags-as-slugs',
    title: 'titles that differ in a hyphen for a space are one tag',
    breaks: ['tags.identity-law'],
    seams: { rules: () => ({ tagKey: (title) => title.trim().toLowerCase().replaceAll(/[ -]/g, '-') }) },
  },
  {
    name: 'tags-by-prefix',
    title: 'titles are compared up to their last letter',
    breaks: ['tags.identity-law'],
    seams: { rules: () => ({ tagKey: (title) => title.trim().toLowerCase().slice(0, 18) }) },
  },
  {
    name: 'tags-list-newest-late',
    title: 'the list leaves out the tag that was created last',
    breaks: ['tags.first-use'],
    on: ['tags.list'],
    seams: instead('tags.list', (call, next) => {
      const [newest] = [...call.account.tags.keys()].slice(-1);
      const tags = new Map([...call.account.tags].filter(([id]) => id !== newest));
      return next({ ...call, account: { ...call.account, tags } });
    }),
  },
  {
    name: 'tags-list-own-only',
    title: 'the list shows a user the tags of others only when they were there before the run',
    breaks: ['tags.first-use'],
    on: ['tags.list'],
    seams: instead('tags.list', (call, next) => {
      const tags = new Map(
        [...call.account.tags].filter(([, tag]) => !tag.title.startsWith('gc-') || tag.createdBy === call.user.id),
      );
      return next({ ...call, account: { ...call.account, tags } });
    }),
  },
  {
    name: 'tags-list-twice',
    title: 'the list shows its first tag twice',
    breaks: ['tags.list-each-once'],
    on: ['tags.list'],
    seams: body('tags.list', (body: List) => ({
      ...body,
      tags: [...body.tags, ...body.tags.slice(0, 1)],
      totalCount: body.totalCount + 1,
    })),
  },
  {
    name: 'tags-list-has-same-title',
    title: 'the list has a second tag whose title differs from that of another in case only',
    breaks: ['tags.list-each-once'],
    on: ['tags.list'],
    seams: () => {
      let done = false;
      return instead('tags.list', (call, next) => {
        const [tag] = call.account.tags.values();
        const id = call.account.newId();
        if (!done && tag) call.account.tags.set(id, { ...tag, id, title: ` ${tag.title.toUpperCase()}` });
        done = true;
        return next(call);
      });
    },
  },
  ...(['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'] as const).map((operation) => ({
    name: `tags-at-once-created-twice-${kebab(operation)}`,
    title: `${operation}: a tag that is used for the first time twice at once is created twice`,
    breaks: ['tags.identity-at-once'],
    on: [operation],
    seams: () => late(operation),
  })),
  {
    name: 'tag-goal-title-ignored',
    title: 'title is ignored, and only titles are taken',
    breaks: ['tags.goal-title', 'tags.answer'],
    seams: stored('tags.tagGoal', ({ title: _title, ...body }) => ({ ...body, titles: body.titles ?? ['gc-nothing'] })),
  },
  {
    name: 'tag-goal-first-of-titles',
    title: 'only the first of several titles becomes a tag',
    breaks: ['tags.goal-titles', 'tags.goal-titles-each'],
    seams: stored('tags.tagGoal', (body) =>
      Array.isArray(body.titles) ? { ...body, titles: body.titles.slice(0, 1) } : body,
    ),
  },
  {
    name: 'tag-goal-last-title-not-put-on',
    title: 'the last of several titles is created as a tag and not put on the goal',
    breaks: ['tags.goal-titles'],
    seams: also('tags.tagGoal', (call) => {
      const { titles } = call.body as { titles?: string[] };
      const goal = itemOf(call);
      if (titles && titles.length > 1 && goal) goal.tagIds = goal.tagIds.slice(0, -1);
    }),
  },
  {
    name: 'tag-goal-titles-any-304',
    title: 'if the goal has one of several titles already, 304 is answered and the others are passed over',
    breaks: ['tags.goal-titles'],
    seams: instead('tags.tagGoal', (call, next) => {
      const { titles = [] } = call.body as { titles?: string[] };
      const keyOf = call.rules.tagKey;
      const had = itemOf(call)?.tagIds.map((id) => keyOf(call.account.tags.get(id)?.title ?? '')) ?? [];
      return titles.length > 1 && titles.some((title) => had.includes(keyOf(title))) ? { status: 304 } : next(call);
    }),
  },
  {
    name: 'tag-goal-titles-end-at-known',
    title: 'titles behind one that the goal has already become no tags of it',
    breaks: ['tags.goal-titles'],
    seams: instead('tags.tagGoal', (call, next) => {
      const { titles } = call.body as { titles?: string[] };
      const has = (title: string) =>
        itemOf(call)?.tagIds.some(
          (id) => call.account.tags.get(id)?.title.toLowerCase() === title.trim().toLowerCase(),
        );
      const end = titles?.findIndex(has) ?? -1;
      return next(end < 0 ? call : { ...call, body: { ...(call.body as object), titles: titles?.slice(0, end + 1) } });
    }),
  },
  {
    name: 'tag-goal-title-beats-titles',
    title: 'titles are ignored where there is a title',
    breaks: ['tags.goal-title-and-titles'],
    seams: stored('tags.tagGoal', ({ titles, ...body }) => ({
      ...body,
      ...(body.title === undefined && titles ? { titles } : {}),
    })),
  },
  {
    name: 'tag-goal-titles-beat-title',
    title: 'title is ignored where there are titles',
    breaks: ['tags.goal-title-and-titles'],
    seams: stored('tags.tagGoal', ({ title, ...body }) => ({
      ...body,
      ...(body.titles === undefined && title ? { title } : {}),
    })),
  },
  {
    name: 'tag-goal-titles-mind-case',
    title: 'the entries of titles are compared as they are written',
    breaks: ['tags.goal-titles-identity'],
    seams: instead('tags.tagGoal', (call, next) =>
      next(
        (call.body as Shown | undefined)?.titles
          ? { ...call, rules: { ...call.rules, tagKey: (title) => title.trim() } }
          : call,
      ),
    ),
  },
  {
    name: 'tag-goal-replaces',
    title: 'a new tag takes the place of those that the goal had',
    breaks: ['tags.goal-adds'],
    seams: also('tags.tagGoal', (call, { body }) => {
      (itemOf(call) as { tagIds: string[] }).tagIds = [String((body as Shown).id)];
    }),
  },
  {
    name: 'goals-met-ignores-tags',
    title: 'the met goals of a session are those of any tag',
    breaks: ['tags.goal-shown'],
    seams: ruled('sessions.goalsMet', { tagsWanted: () => true }),
  },
  {
    name: 'count-of-metrics-is-zero',
    title: 'metricsTaggedCount is 0 for every tag',
    breaks: ['tags.counts-agree'],
    on: ['tags.list', 'metrics.list'],
    seams: entries((tag) => ({ ...tag, metricsTaggedCount: 0 })),
  },
  {
    name: 'tagging-replayed-by-body',
    title: 'a tagging of the same user with the same body within ten seconds is answered as before and not done',
    breaks: ['tags.dashboard-shown', 'kpis.tag-shown'],
    on: ['kpis.tag', 'tags.tagDashboard'],
    seams: () => {
      const sent = new Map<string, number>();
      return instead(['kpis.tag', 'tags.tagDashboard'], (call, next) => {
        const key = JSON.stringify([call.operation.id, call.user.id, call.body]);
        const isReplayed = Date.now() - (sent.get(key) ?? 0) < 10_000;
        sent.set(key, Date.now());
        const had = [...(itemOf(call)?.tagIds ?? [])];
        const answer = next(call);
        if (isReplayed && answer.status < 300) (itemOf(call) as { tagIds: string[] }).tagIds = had;
        return answer;
      });
    },
  },
  {
    name: 'goals-met-before-tagging',
    title: 'the met goals of a session are found by the first tag that they had, and no later one',
    breaks: ['tags.goal-shown'],
    seams: ruled('sessions.goalsMet', {
      tagsWanted: (keys, wanted) => wanted.length === 0 || wanted.includes(keys[0] ?? ''),
    }),
  },
];

export const tagFaults: readonly Fault[] = [...perPlace, ...perCounted, ...perShown, ...rest];
