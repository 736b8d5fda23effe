/** The few tasks that the laws make: they cannot be deleted. Section "Endpoints / Tasks". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { unlessDeclared } from '../../support/domain/facts.ts';
import { LONG_AGO, NO_USER } from '../../support/domain/ownFields.ts';
import { oddUsers, someGoals, someUsers } from '../../support/domain/people.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { givenBody } from '../../support/records/givenBodies.ts';
import type { Fallback, Sending } from '../../support/records/sharedCreations.ts';
import { taskValues } from '../../support/records/taskValues.ts';
import { sample } from '../../support/values/sample.ts';
import { alike, CONSTANT, lengthened, markdown, momentary, NUMERAL, plain, special, ZERO } from './texts.ts';

/** The first of a month in summer time, beyond what seconds in 32 bits can count; a Monday. */
const FAR = '2041-07-01';

/** The first day of this month and day that is a working day: from a year on, every so many years. */
function workingDay(year: number, day: string, step = 1): string {
  const date = `${year}-${day}`;
  return [0, 6].includes(new Date(date).getUTCDay()) ? workingDay(year + step, day, step) : date;
}

/** The last of the first December from this year on that stands in a week of the next year, however weeks are counted. */
function lastOfWeekYear(year: number): string {
  const day = `${year}-12-31`;
  return [1, 2, 3].includes(new Date(day).getUTCDay()) ? day : lastOfWeekYear(year + 1);
}

/**
 * Days that a careless conversion between zones, months or years moves, none of which a target would set by itself. All are
 * working days; tasks may not be due in the last week of a year.
 */
function days(): string[] {
  const next = new Date().getUTCFullYear() + 1;
  const leap = next + ((4 - (next % 4)) % 4);
  return [workingDay(next, '10-31'), workingDay(leap, '02-29', 4), lastOfWeekYear(next), FAR];
}

/** A day that is over: whether a task may be due then is open. */
const past = (): JsonRecord => ({ dueDate: workingDay(new Date().getUTCFullYear() - 1, '03-31', -1) });

/** Fields that a create does not list, among them another account. What becomes of them is open. */
export const FURTHER: JsonRecord = {
  createdById: NO_USER,
  dateCreated: LONG_AGO,
  archived: true,
};

export async function taskSendings(t: Context): Promise<Sending[]> {
  const [given, ...others] = (await Promise.all(days().map((_, nth) => givenBody(t, 'createTask', {}, nth)))) as (
    | JsonRecord
    | undefined
  )[];
  const [users, goals, other] = given
    ? [await unlessUntested(someUsers(t), []), [], { statuses: [], metric: {}, parent: {}, due: {} }]
    : await Promise.all([someUsers(t), unlessDeclared(someGoals(t)), taskValues(t)]);
  const second: Actor = anotherOrFirst(t);
  const self = given ? undefined : await unlessUntested(userIdOf(t), undefined);
  // The second one is for who creates it.
  const owners = sample(users, 4).map((id, i) => (i === 1 ? (self ?? id) : id));
  const parents = sample(goals ?? [], 4);
  const { otherAccountId } = t.settings;
  const further = { ...FURTHER, ...(otherAccountId !== undefined && { accountId: otherAccountId }) };
  const body = (i: number, name: string, description: string, base = [given, ...others][i]): JsonRecord => ({
    ...(base ?? {
      ownerId: owners[i % owners.length],
      ...(parents.length > 0 && { parentId: parents[i % parents.length], parentType: 'goal' }),
      status: 'todo',
      ...(i > 0 && { flowName: 'gc-flow' }),
    }),
    name,
    description,
    dueDate: days()[i],
  });
  const [one, two, three] = alike(t, 'task', 3) as [string, string, string];
  const ordinary = body(1, plain(t, 'task'), 'What is to be done, and by whom');
  // Whether each of the ids that the fixtures give goes with each other one is open.
  const withFirstIds = ({ name, description, ...of }: JsonRecord) => ({ ...of, ...given, name, description });
  const firstIds = (of: JsonRecord): Fallback[] => (given ? [{ body: withFirstIds(of), without: 'value' }] : []);
  // On which days a task may be due is open: on one on which another is, or on none.
  const otherDays = ({ dueDate: _, ...of }: JsonRecord): Fallback[] =>
    [{ ...of, ...other.due }, ...('dueDate' in other.due ? [of] : [])].map((one) => ({ body: one, without: 'value' }));
  const texts = { ...withFirstIds(ordinary), name: special(t, 'task'), description: await markdown(t, 'description') };
  const long = { ...ordinary, name: lengthened(texts.name, 600), description: lengthened(texts.description, 5000) };
  // Where the fixtures have all tasks owned by one user, another one is tried.
  const ofOne = given !== undefined && others.every((of) => of?.ownerId === given.ownerId);
  const stranger = ofOne ? owners.find((id) => id !== given.ownerId) : undefined;
  const like = [
    body(0, one, ZERO),
    { ...body(2, two, 'What is to be done'), ...(stranger !== undefined && { ownerId: stranger }) },
    body(3, three, 'What is to be done'),
  ] as const;
  const longer = { ...like[0], description: plain(t, 'description') };
  const full = { ...like[1], ...other.metric, ...other.statuses[0] };
  // Whether somebody who is new can own a task is open.
  const { newcomer } = await oddUsers(t);
  const owned = newcomer === undefined ? {} : { ownerId: newcomer };
  const numeral = body(3, t.names.digits(), NUMERAL);
  // How long a name may be is open.
  const short = (of: JsonRecord) => ({ body: { ...of, name: plain(t, 'task') }, without: 'text' as const });
  // Which statuses a task may begin with is open.
  const [, , third = {}, fourth = {}] = other.statuses;
  const caller = await unlessUntested(userIdOf(t, second), undefined);
  return [
    {
      body: like[0],
      as: 'first',
      // Whether a text may be as short as that is open.
      fallbacks: [
        { body: longer, without: 'value' },
        short(longer),
        ...firstIds(short(longer).body),
        ...otherDays(longer),
      ],
    },
    {
      body: { ...long, ...third },
      as: 'first',
      fallbacks: [
        ...(other.statuses.length > 2 ? [{ body: long, without: 'value' as const }] : []),
        ...firstIds(long),
        { body: { ...texts, description: long.description }, without: 'text' },
        { body: texts, without: 'text' },
        { body: withFirstIds(ordinary), without: 'text' },
        ...otherDays(texts),
        ...otherDays(withFirstIds(ordinary)),
      ],
    },
    {
      body: { ...full, ...owned, ...further, description: momentary(t) },
      as: second,
      fallbacks: [
        ...(newcomer === undefined
          ? []
          : [{ body: { ...full, ...further, description: momentary(t) }, without: 'value' as const }]),
        { body: { ...full, description: momentary(t) }, without: 'value' },
        { body: full, without: 'text' },
        { body: like[1], without: 'value' },
        // Who creates a task may be the only one who can own it, besides the owner of what it belongs to.
        ...(caller === undefined
          ? []
          : [{ body: { ...withFirstIds(like[1]), ownerId: caller }, without: 'value' as const }]),
        ...firstIds(like[1]),
        short(withFirstIds(like[1])),
        ...otherDays(like[1]),
      ],
    },
    {
      body: { ...like[2], ...other.parent, ...other.statuses[1], description: CONSTANT },
      as: 'first',
      fallbacks: [
        { body: { ...like[2], ...other.parent, ...other.statuses[1] }, without: 'text' },
        { body: like[2], without: 'value' },
        ...firstIds(like[2]),
        short(withFirstIds(like[2])),
        ...otherDays(like[2]),
      ],
    },
    { body: { name: plain(t, 'task') }, as: 'first', open: true },
    // Two tasks may be the same in all that was sent: a target that takes the second has two.
    { body: like[0], as: 'first', open: true },
    // Whether a name may have no letter is open.
    {
      body: { ...numeral, ...past(), ...fourth },
      as: 'first',
      namesFirst: true,
      fallbacks: [
        ...(other.statuses.length > 3 ? [{ body: { ...numeral, ...past() }, without: 'value' as const }] : []),
        { body: numeral, without: 'value' },
        ...firstIds(numeral),
        { body: withFirstIds(body(3, plain(t, 'task'), 'What is to be done', given)), without: 'text' },
      ],
    },
  ];
}
