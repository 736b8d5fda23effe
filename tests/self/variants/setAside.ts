/** Accounts in which all of a kind is set aside, or written in signs without case: what an account holds is data. */
import type { Account } from '../../../reference-server/store/account.ts';
import { eachAccount, type Variant } from './variant.ts';

const LONG_AGO = '2021-01-01T00:00:00.000Z';
/** The users of the tokens stay. */
const CALLERS = 3;

const archive = ({ dashboards }: Account): void => {
  for (const dashboard of dashboards.values()) dashboard.archived = true;
};
const deactivate = ({ tags }: Account): void => {
  for (const tag of tags.values()) tag.isActive = false;
};
const lock = ({ goals }: Account): void => {
  for (const goal of goals.values()) Object.assign(goal, { locked: true });
};

const setAside = (account: Account): void => {
  for (const change of [archive, deactivate, lock]) change(account);
  for (const dashboard of account.dashboards.values()) dashboard.readOnly = true;
  for (const user of [...account.users.values()].slice(CALLERS))
    Object.assign(user, { isActive: false, dateDeactivated: LONG_AGO });
  for (const task of account.tasks.values()) Object.assign(task, { archived: true, status: 'done' });
  for (const session of account.sessions.values()) session.status = 'closed';
  const closed = { status: 'achieved', reason: 'done' };
  for (const goal of account.goals.values()) Object.assign(goal, { closedStatus: closed });
  for (const metric of account.metrics.values()) Object.assign(metric, { goalClosedStatus: closed });
};

const titled = (title: (n: number) => string) =>
  eachAccount(({ tags }) => {
    for (const [n, tag] of [...tags.values()].entries()) Object.assign(tag, { title: title(n), name: title(n) });
  });

const EMOJI = ['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🎯', '❤️', '👍🏽', '🇩🇪', '1️⃣'] as const;

export const setAsideVariants: readonly Variant[] = [
  {
    // "Dashboard" has archived; whether one that is counts as in use is not said.
    name: 'dashboards-all-archived',
    on: ['dashboards', 'tags'],
    title: 'All dashboards are archived.',
    sparse: true,
    parts: eachAccount(archive),
  },
  {
    // "Tag" has isActive; what a tag that is not finds is not said.
    name: 'tags-all-inactive',
    on: ['tags', 'sessions', 'dashboards', 'kpis'],
    title: 'All tags of the account are inactive.',
    sparse: true,
    parts: eachAccount(deactivate),
  },
  {
    // "Goal" has locked.
    name: 'goals-all-locked',
    on: ['tags', 'sessions', 'metrics'],
    title: 'All goals are locked.',
    sparse: true,
    parts: eachAccount(lock),
  },
  {
    name: 'all-set-aside',
    title: 'Users, tags, tasks, sessions, dashboards and goals are inactive, archived, closed or locked.',
    sparse: true,
    parts: eachAccount(setAside),
  },
  {
    // "Tag": a title lower-cased; not every writing has cases.
    name: 'tag-titles-japanese',
    on: ['tags', 'sessions', 'dashboards', 'kpis'],
    title: 'Titles of tags are Japanese.',
    sparse: true,
    parts: titled((n) => `目標${'一二三四五六七八九十'[n % 10]}${n}`),
  },
  {
    name: 'tag-titles-emoji',
    on: ['tags', 'sessions', 'dashboards', 'kpis'],
    title: 'Titles of tags are emoji.',
    sparse: true,
    parts: titled(
      (n) => `${EMOJI[n % EMOJI.length]}${EMOJI[Math.floor(n / EMOJI.length) % EMOJI.length]}${n < 64 ? '' : n}`,
    ),
  },
];
