/** What a team could get wrong with sessions and the goals that are met. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import { likePattern } from './tagUses.ts';
import {
  answering,
  asIf,
  asking,
  body,
  each,
  instead,
  listed,
  remembers,
  rule,
  type Shown,
  twice,
} from './vocabulary.ts';

/** The query of tags, changed. */
const asked = (change: (tags: string, call: Call) => string | undefined) =>
  asIf('sessions.goalsMet', (call) => {
    const query = new URLSearchParams(call.query);
    const tags = query.get('tags');
    if (tags !== null) {
      const changed = change(tags, call);
      if (changed === undefined) query.delete('tags');
      else query.set('tags', changed);
    }
    return { query };
  });

const demo = (
  name: string,
  title: string,
  breaks: readonly string[],
  is: (demo: boolean, asked: string | null) => boolean,
): Fault => ({
  name,
  title,
  breaks,
  seams: rule('sessions.list', () => ({
    sessionListed: (session, includeDemo) => is(session.demo === true, includeDemo),
  })),
});

const met = (name: string, title: string, breaks: readonly string[], is: (attainment: number) => boolean): Fault => ({
  name,
  title,
  breaks,
  seams: rule('sessions.goalsMet', () => ({ goalMet: ({ attainment }) => is(attainment) })),
});

export const sessionFaults: readonly Fault[] = [
  {
    name: 'sessions-list-twice',
    title: 'The list shows a session twice.',
    breaks: ['sessions.list-each-once'],
    seams: twice('sessions.list'),
  },
  demo('sessions-demo-never', 'Demo sessions are never listed.', ['sessions.demo-included'], (is) => !is),
  {
    name: 'sessions-demo-beside-or',
    title: 'Beside a filter with $or demo sessions are listed.',
    breaks: ['sessions.demo-excluded'],
    seams: asking('sessions.list', (query) =>
      (query.get('filter') ?? '').includes('"$or"') ? { includeDemo: 'true' } : {},
    ),
  },
  demo('sessions-demo-always', 'Demo sessions are always listed.', ['sessions.demo-excluded'], () => true),
  demo(
    'sessions-demo-alone',
    'includeDemo=true lists the demo sessions alone.',
    ['sessions.demo-included'],
    (is, asked) => (asked === 'true' ? is : !is),
  ),
  demo(
    'sessions-demo-any-value',
    'Any value of includeDemo includes the demo sessions.',
    ['sessions.demo-excluded'],
    (is, asked) => (asked ? true : !is),
  ),
  demo(
    'sessions-demo-turned-round',
    'includeDemo means the opposite.',
    ['sessions.demo-included', 'sessions.demo-excluded'],
    (is, asked) => (asked === 'true' ? !is : true),
  ),
  {
    name: 'sessions-demo-excludes-another',
    title: 'includeDemo=false leaves out another session, too.',
    breaks: ['sessions.demo-excluded'],
    seams: listed('sessions.list', (list, { query }) => (query.get('includeDemo') === 'false' ? list.slice(1) : list)),
  },
  {
    name: 'sessions-demo-total',
    title: 'With includeDemo=false totalCount still counts the demo sessions.',
    breaks: ['sessions.demo-total'],
    seams: answering('sessions.list', (answer, call) => {
      const { totalCount, ...rest } = answer.body as { totalCount?: number };
      const more = call.query.get('includeDemo') === 'false' && totalCount !== undefined;
      return more ? { ...answer, body: { ...rest, totalCount: totalCount + 1 } } : answer;
    }),
  },
  {
    name: 'sessions-demo-field-false',
    title: 'Demo sessions show demo false.',
    breaks: ['sessions.demo-shown'],
    seams: each('sessions.list', (session) => {
      session.demo = false;
    }),
  },
  {
    name: 'sessions-demo-field-true',
    title: 'The first session shows demo true, and is none.',
    breaks: ['sessions.demo-shown', 'sessions.demo-excluded'],
    seams: each('sessions.list', (session, i) => {
      session.demo = session.demo === true || i === 0;
    }),
  },
  {
    name: 'sessions-actions-turned-round',
    title: 'Users without permissions are shown the actions that they lack.',
    breaks: ['sessions.current-user'],
    seams: listed('sessions.list', (list, { user, account, rules, operation }) => {
      const full = rules.permitted(user, { ...operation, group: 'tasks', method: 'POST' }, account);
      return list.map((session) => ({ ...session, currentUserAllowedActions: full ? [] : ['modify'] }));
    }),
  },
  met(
    'goals-met-from-99',
    'A goal of exactly 99% is met.',
    ['sessions.goals-met-not-under'],
    (attainment) => attainment >= 99,
  ),
  met(
    'goals-met-rounded',
    'The attainment is rounded before it is compared.',
    ['sessions.goals-met-not-under'],
    (a) => Math.round(a) >= 99,
  ),
  met('goals-met-100', 'Only a goal of 100% is met.', ['sessions.goals-met-over'], (attainment) => attainment >= 100),
  met(
    'goals-met-not-beyond-100',
    'A goal beyond 100% is not met.',
    ['sessions.goals-met-over'],
    (a) => a > 99 && a <= 100,
  ),
  met('goals-met-whole', 'Fractions of a percent are cut off.', ['sessions.goals-met-over'], (a) => Math.floor(a) > 99),
  met('goals-met-all', 'All goals are met.', ['sessions.goals-met-not-under', 'sessions.goals-met-shown'], () => true),
  met(
    'goals-met-under',
    'The goals of 99% and less are there.',
    ['sessions.goals-met-not-under', 'sessions.goals-met-shown'],
    (a) => a <= 99,
  ),
  {
    name: 'goals-met-of-all-sessions',
    title: 'The goals of all sessions are there.',
    breaks: ['sessions.goals-met-session'],
    seams: asIf('sessions.goalsMet', ({ account, params }) => ({
      account: {
        ...account,
        goals: new Map([...account.goals].map(([id, goal]) => [id, { ...goal, sessionId: params.id ?? '' }])),
      },
    })),
  },
  {
    name: 'goals-met-of-first-session',
    title: 'The goals are those of the first session, whichever is addressed.',
    breaks: ['sessions.goals-met-session', 'sessions.goals-met-over'],
    seams: asIf('sessions.goalsMet', ({ account }) => ({ params: { id: [...account.sessions.keys()][0] ?? '' } })),
  },
  {
    name: 'goals-met-twice-for-two-tags',
    title: 'A goal is there once for each of the tags that it has.',
    breaks: ['sessions.goals-met-each-once'],
    seams: instead('sessions.goalsMet', (call, next) => {
      const tags = call.query.get('tags')?.split(',') ?? [];
      if (tags.length < 2) return next(call);
      const answers = tags.map((tag) => next({ ...call, query: new URLSearchParams({ tags: tag }) }));
      return { status: 200, body: { items: answers.flatMap((answer) => (answer.body as { items: Shown[] }).items) } };
    }),
  },
  {
    name: 'goals-met-twice',
    title: 'A goal is there twice.',
    breaks: ['sessions.goals-met-each-once'],
    seams: twice('sessions.goalsMet'),
  },
  {
    name: 'goals-met-tags-ignored',
    title: 'tags are ignored.',
    breaks: ['sessions.goals-met-tags', 'sessions.goals-met-tags-unknown'],
    seams: asked(() => undefined),
  },
  {
    name: 'goals-met-tags-all',
    title: 'A goal needs all of the tags.',
    breaks: ['sessions.goals-met-tags-union'],
    seams: rule('sessions.goalsMet', () => ({
      tagsWanted: (keys, wanted) => wanted.every((key) => keys.includes(key)),
    })),
  },
  {
    name: 'goals-met-tags-first',
    title: 'Only the first of several tags counts.',
    breaks: ['sessions.goals-met-tags-union'],
    seams: asked((tags) => tags.split(',')[0]),
  },
  {
    name: 'goals-met-tags-last',
    title: 'Only the last of several tags counts.',
    breaks: ['sessions.goals-met-tags-union'],
    seams: asked((tags) => tags.split(',').at(-1)),
  },
  {
    name: 'goals-met-tags-two-at-most',
    title: 'Of more than two tags the first two count.',
    breaks: ['sessions.goals-met-tags-union'],
    seams: asked((tags) => tags.split(',').slice(0, 2).join(',')),
  },
  {
    name: 'goals-met-tags-part',
    title: 'A tag is found by a part of its title.',
    breaks: ['sessions.goals-met-tags'],
    seams: rule('sessions.goalsMet', () => ({
      tagsWanted: (keys, wanted) =>
        wanted.length === 0 || wanted.some((key) => keys.some((own) => own.includes(key.slice(0, 3)))),
    })),
  },
  {
    name: 'goals-met-tags-as-pattern',
    title: 'A tag is looked up by its title as a regular expression.',
    breaks: ['sessions.goals-met-tags-unknown', 'tags.goal-shown'],
    seams: rule('sessions.goalsMet', () => ({
      tagsWanted: (keys, wanted) =>
        wanted.length === 0 || wanted.some((text) => keys.some((key) => new RegExp(`^${text}$`).test(key))),
    })),
  },
  {
    name: 'goals-met-tags-as-pattern-where-one',
    title: 'A tag is looked up by its title as a regular expression, where it makes one and no tag has it.',
    breaks: ['sessions.goals-met-tags-unknown'],
    seams: rule('sessions.goalsMet', (standard) => ({
      tagsWanted: (keys, wanted) =>
        standard.tagsWanted(keys, wanted) ||
        wanted.some((text) => !/[([]/.test(text) && keys.some((key) => new RegExp(`^${text}$`).test(key))),
    })),
  },
  {
    name: 'goals-met-tags-like',
    title: 'A tag is looked up with LIKE, in which % is any text and _ any sign.',
    breaks: ['sessions.goals-met-tags-unknown', 'tags.goal-shown'],
    seams: rule('sessions.goalsMet', () => ({
      tagsWanted: (keys, wanted) =>
        wanted.length === 0 || wanted.some((text) => keys.some((key) => likePattern(text).test(key))),
    })),
  },
  {
    name: 'goals-met-tags-comma-is-all',
    title: 'An empty entry among several tags is in each title.',
    breaks: ['sessions.goals-met-tags-comma'],
    seams: asked((tags) =>
      tags.includes(',') && tags.split(',').some((text) => text.trim() === '') ? undefined : tags,
    ),
  },
  {
    name: 'goals-met-tags-lose-signs',
    title: 'Signs of a title are taken out of the query.',
    breaks: ['tags.goal-shown'],
    seams: asked((tags) => tags.replaceAll(/[^\p{L}\p{N}, _-]/gu, '')),
  },
  {
    name: 'goals-met-tags-by-name-alone',
    title: 'A tag is found by its name, not by its title.',
    breaks: ['sessions.goals-met-tags-title'],
    seams: asked((tags, { account }) => {
      const titles = [...account.tags.values()].filter(({ name, title }) => name !== title).map(({ title }) => title);
      return tags
        .split(',')
        .map((text) => (titles.includes(text) ? 'no such tag' : text))
        .join(',');
    }),
  },
  {
    name: 'goals-met-tags-by-title-alone',
    title: 'A tag is found by its title, not by its name.',
    breaks: ['sessions.goals-met-tags-name'],
    seams: asked((tags, { account }) => {
      const names = [...account.tags.values()].filter(({ name, title }) => name !== title).map(({ name }) => name);
      return tags
        .split(',')
        .map((text) => (names.includes(text) ? 'no such tag' : text))
        .join(',');
    }),
  },
  {
    name: 'goals-met-tags-by-id',
    title: 'A tag is found by its id, not by its title.',
    breaks: ['sessions.goals-met-tags-title'],
    seams: asked((tags, { account }) =>
      tags
        .split(',')
        .map((id) => account.tags.get(id)?.title ?? 'no such tag')
        .join(','),
    ),
  },
  {
    name: 'goals-met-tags-case',
    title: 'A title is compared with its case.',
    breaks: ['sessions.goals-met-tags-identity'],
    seams: rule('sessions.goalsMet', () => ({ tagKey: (title) => title.trim() })),
  },
  {
    name: 'goals-met-tags-upper-case-stored',
    title: 'The titles of tags are lower-cased, those that are asked for are not.',
    breaks: ['sessions.goals-met-tags-identity'],
    seams: asked((tags) =>
      tags
        .split(',')
        .map((text) => (/[A-Z]/.test(text) ? 'no such tag' : text))
        .join(','),
    ),
  },
  {
    name: 'goals-met-tags-spaces',
    title: 'Spaces at the ends of a title count.',
    breaks: ['sessions.goals-met-tags-identity'],
    seams: asked((tags) =>
      tags
        .split(',')
        .map((text) => (text.trim() === text ? text : 'no such tag'))
        .join(','),
    ),
  },
  {
    name: 'goals-met-tags-space-behind-comma',
    title: 'A space behind the comma counts.',
    breaks: ['sessions.goals-met-tags-identity'],
    seams: asked((tags) =>
      tags
        .trim()
        .split(',')
        .map((text) => (text.startsWith(' ') ? 'no such tag' : text))
        .join(','),
    ),
  },
  {
    name: 'goals-met-tags-unknown-all',
    title: 'A tag that no goal has gives all goals.',
    breaks: ['sessions.goals-met-tags-unknown'],
    seams: instead('sessions.goalsMet', (call, next) => {
      const answer = next(call);
      const none = (answer.body as { items?: Shown[] }).items?.length === 0;
      return none ? next({ ...call, query: new URLSearchParams() }) : answer;
    }),
  },
  {
    name: 'goals-met-tags-unknown-refused',
    title: 'A tag that does not exist beside another one takes its goals.',
    breaks: ['sessions.goals-met-tags-unknown'],
    seams: asked((tags, { account, rules }) => {
      const known = new Set([...account.tags.values()].map(({ title }) => rules.tagKey(title)));
      return tags.split(',').every((text) => known.has(rules.tagKey(text))) ? tags : 'no such tag';
    }),
  },
  {
    name: 'goals-met-tags-any-attainment',
    title: 'With tags, goals that are not met are there, too.',
    breaks: ['sessions.goals-met-tags-over'],
    seams: asIf('sessions.goalsMet', ({ query, rules }) =>
      query.has('tags') ? { rules: { ...rules, goalMet: () => true } } : {},
    ),
  },
  {
    name: 'goals-met-from-99-for-second-user',
    title: 'A goal of exactly 99% is met for users other than the first.',
    breaks: ['sessions.goals-met-not-under'],
    seams: asIf('sessions.goalsMet', ({ account, user, rules }) =>
      [...account.users.keys()][0] === user.id
        ? {}
        : { rules: { ...rules, goalMet: ({ attainment }) => attainment >= 99 } },
    ),
  },
  {
    name: 'goals-met-remembers-tags',
    title: 'Without tags the goals are those of the tags that were asked for before.',
    breaks: ['sessions.goals-met-tags', 'sessions.goals-met-session'],
    seams: remembers('sessions.goalsMet', 'tags'),
  },
  {
    name: 'goals-met-kept-by-tags',
    title: 'Answers are kept by their tags: the second session is given those of the first.',
    breaks: ['sessions.goals-met-session', 'sessions.goals-met-tags'],
    seams: () => {
      const kept = new Map<string, Answer>();
      return instead('sessions.goalsMet', (call, next) => {
        const tags = call.query.get('tags');
        const answer = (tags && kept.get(tags)) || next(call);
        if (tags && answer.status < 300) kept.set(tags, answer);
        return answer;
      });
    },
  },
  {
    name: 'goals-met-kept-by-session',
    title: 'Right behind one another, requests about one session get one answer, whatever their tags.',
    breaks: ['sessions.goals-met-tags', 'sessions.goals-met-session'],
    seams: () => {
      let last: { id: string | undefined; answer: Answer } | undefined;
      return instead('sessions.goalsMet', (call, next) => {
        if (last?.id === call.params.id && last) return last.answer;
        const answer = next(call);
        last = answer.status < 300 ? { id: call.params.id, answer } : undefined;
        return answer;
      });
    },
  },
  {
    name: 'goals-met-in-percent-of-one',
    title: 'A goal shows another attainment than the one that counts.',
    breaks: ['sessions.goals-met-shown'],
    seams: body('sessions.goalsMet', (answer) => {
      for (const goal of (answer.items as Shown[]).slice(1))
        Object.assign(goal, { attainment: 42, aggregatedAttainment: 42, fullAggregatedAttainment: 42 });
    }),
  },
  {
    name: 'goals-met-owner-not-among-owners',
    title: 'ownerIds of a goal lacks its owner.',
    breaks: ['sessions.goals-owner-ids'],
    seams: each('sessions.goalsMet', (goal) => {
      goal.ownerIds = (goal.ownerIds as string[]).filter((id) => id !== goal.ownerId);
    }),
  },
  {
    name: 'goals-met-owners-counted-less',
    title: 'numberOfOwners of a goal does not count the owner.',
    breaks: ['sessions.goals-owner-ids'],
    seams: each('sessions.goalsMet', (goal) => {
      goal.numberOfOwners = Number(goal.numberOfOwners) - 1;
    }),
  },
];
