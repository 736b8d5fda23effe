/** Copies of records that nobody keeps up to date: inside of others, and for the second user. */
import { eachObject, operation, recordPlaced, requirement, resolved, resourceOf } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { body, each, isFirst, kebab, recordsIn, type Shown } from './vocabulary.ts';

/** Texts of records that are not their names. */
const TEXTS = ['email', 'lastName', 'teamId', 'icon', 'pattern', 'createdBy', 'goalId', 'ownerId', 'name', 'title'];

/** Texts that say what a record is, for every user. */
const CALLED = ['name', 'label', 'title', 'email', 'displayName', 'comment', 'action', 'badgeId'];

/** The last record of each kind inside of the records of an answer has another text. */
function stale(id: string): Fault['seams'] {
  const schema = operation(id).success.schema as string;
  const outer = recordPlaced(schema).schema;
  return body(id, (answer: Shown) => {
    const last = new Map<string, Shown>();
    eachObject(answer, resolved({ $ref: schema }, ''), (record, _, placed) => {
      const resource = placed && placed.schema !== outer ? resourceOf(placed) : undefined;
      if (resource !== undefined && typeof record.id === 'string') last.set(resource, record);
    });
    for (const record of last.values()) {
      const field = TEXTS.find((name) => typeof record[name] === 'string' && record[name] !== '');
      if (field !== undefined) record[field] = `old-${record[field]}`;
    }
  });
}

/** The second user is shown another text of the last record. */
const staleForSecond = (id: string): Fault['seams'] =>
  body(id, (answer: Shown, call) => {
    const record = isFirst(call) ? undefined : recordsIn(answer).at(-1);
    const field = CALLED.find((name) => typeof record?.[name] === 'string' && record[name] !== '');
    if (record && field !== undefined) record[field] = `old-${record[field]}`;
  });

const inside: readonly Fault[] = requirement('general.embedded-agree').operations.map((id) => ({
  name: `inside-${kebab(id)}-stale`,
  title: `A record inside of what ${id} shows is not the one that is shown elsewhere.`,
  breaks: ['general.embedded-agree'],
  on: [id],
  seams: stale(id),
}));

/** Lists of ids with each of them twice, as a join gives them. */
const joined: readonly Fault[] = ['users.list', 'employees.list'].map((id) => ({
  name: `team-ids-${kebab(id)}-twice`,
  title: `Each of the teamIds that ${id} shows stands there twice.`,
  breaks: ['general.embedded-agree'],
  on: [id],
  seams: each(id, (record) => {
    if (Array.isArray(record.teamIds)) record.teamIds = record.teamIds.flatMap((team) => [team, team]);
  }),
}));

const seconds: readonly Fault[] = requirement('general.users-agree').operations.map((id) => ({
  name: `second-user-${kebab(id)}-stale`,
  title: `The second user is shown something else by ${id}.`,
  breaks: ['general.users-agree'],
  on: [id],
  seams: staleForSecond(id),
}));

const ASSIGNEES = 'badges.assignees';

/** Users who are written out beside ids that name others. */
const beside: readonly Fault[] = [
  {
    name: 'badge-team-first-member-twice',
    title: 'membersInfo of a team that has a badge shows its first member once more at the end.',
    breaks: ['general.embedded-agree'],
    on: [ASSIGNEES],
    seams: body(ASSIGNEES, (answer: Shown) => {
      for (const team of recordsIn(answer.Teams))
        if (Array.isArray(team.membersInfo)) team.membersInfo = [...team.membersInfo, ...team.membersInfo.slice(0, 1)];
    }),
  },
  {
    name: 'badge-team-members-all-manager',
    title: 'membersInfo of a team that has a badge is its manager, as often as it has members.',
    breaks: ['general.embedded-agree'],
    on: [ASSIGNEES],
    seams: body(ASSIGNEES, (answer: Shown) => {
      for (const team of recordsIn(answer.Teams)) {
        const { managerInfo, membersInfo } = team;
        if (managerInfo && Array.isArray(membersInfo)) team.membersInfo = membersInfo.map(() => managerInfo);
      }
    }),
  },
  {
    name: 'badge-team-manager-is-first-member',
    title: 'managerInfo of a team that has a badge is its first member.',
    breaks: ['general.embedded-agree'],
    on: [ASSIGNEES],
    seams: body(ASSIGNEES, ({ Teams }: Shown) => {
      for (const team of Teams as Shown[]) team.managerInfo = (team.membersInfo as Shown[] | undefined)?.[0];
    }),
  },
  {
    name: 'badge-team-members-with-creator',
    title: 'membersInfo of a team that has a badge has the manager of another team.',
    breaks: ['general.embedded-agree'],
    on: [ASSIGNEES],
    seams: body(ASSIGNEES, ({ Teams }: Shown, { account }) => {
      for (const { id, members, membersInfo } of Teams as Shown[]) {
        const other = [...account.teams.values()].find(
          (team) => team.id !== id && !(members as unknown[] | undefined)?.includes(team.manager),
        );
        (membersInfo as Shown[] | undefined)?.push({ id: other?.manager });
      }
    }),
  },
];

export const copyFaults: readonly Fault[] = [...inside, ...joined, ...seconds, ...beside];
