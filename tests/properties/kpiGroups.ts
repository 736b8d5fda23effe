/**
 * KPI groups as a model: any history of creates, renames, deletes and favourites by two users, one move after the other or
 * several at once where their order does not matter. After each round the groups are what the moves make them, whoever
 * looks, and nothing else has changed. Sections "States and transitions", "Endpoints / KPI groups".
 */

import fc from 'fast-check';
import type { JsonRecord } from '../../schemas/contract.ts';
import { judgeFavorite, lasting, makeUnmarked, showsFavourites, unmarked } from '../support/domain/kpiGroups.ts';
import { type Batch, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { forbidden } from '../support/engine/forbidden.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { eventually, fresh } from '../support/engine/retry.ts';
import { searchOn } from '../support/engine/search.ts';
import { isOfRuns } from '../support/engine/uniqueNames.ts';
import { otherAccount } from '../support/http/actors.ts';
import { at } from '../support/http/at.ts';
import type { Answer } from '../support/http/client.ts';
import { readKind } from '../support/lists/readList.ts';
import type { Listing } from '../support/lists/readPages.ts';
import { isRefusal, itemsOf } from '../support/records/answers.ts';
import { othersAtWork, WATCH_MS } from '../support/records/bystanders.ts';
import { type Made, tryMake } from '../support/records/creating.ts';
import { makeElsewhere, read } from '../support/records/subjects.ts';
import { firstDifference } from '../support/values/difference.ts';
import { remember } from '../support/values/provenance.ts';

const KIND = 'kpiGroup';
const USERS = ['first', 'second'] as const;
type User = (typeof USERS)[number];

const MOVES = ['set', 'clear', 'rename', 'back', 'create', 'delete', 'intrude'] as const;
type Move = (typeof MOVES)[number];

interface Step {
  move: Move;
  user: User;
  /** Which group, counted around those that have been made. */
  group: number;
}

/** One group and what it must be. */
interface Group {
  made: Made;
  author: User;
  name: unknown;
  favoriteOf: Set<User>;
  deleted: boolean;
  lasting: JsonRecord;
}

const MOST_GROUPS = 6;

/** Moves that make or end a group are rarer than those on groups that are there. */
const WEIGHTS: Readonly<Record<Move, number>> = {
  set: 6,
  clear: 6,
  rename: 6,
  back: 6,
  create: 3,
  delete: 3,
  intrude: 3,
};

const stepOf = (moves: readonly Move[], groups: number): fc.Arbitrary<Step> =>
  fc.record({
    move: fc.oneof(...moves.map((move) => ({ weight: WEIGHTS[move], arbitrary: fc.constant(move) }))),
    user: fc.constantFrom(...USERS),
    group: fc.nat(groups - 1),
  });

/** Rounds of moves: those of one round are sent at once. */
const roundsOf = (step: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Step[][]> =>
  fc.array(fc.array(step, { minLength: 1, maxLength: 3, size: 'max' }), { minLength: 1, maxLength, size: 'max' });

const histories = roundsOf(stepOf(MOVES, MOST_GROUPS), 6);

/**
 * Long histories. Each has only some of the moves and of the groups, so that it goes far in one direction: where all moves
 * take turns they undo one another (swarm testing: Groce et al., ISSTA 2012).
 */
const longHistories = fc
  .tuple(fc.subarray([...MOVES], { minLength: 1 }), fc.integer({ min: 1, max: MOST_GROUPS }))
  .chain(([moves, groups]) => roundsOf(stepOf(moves, groups), 40));

/** A sequence in which each thing directly follows each, itself included: a de Bruijn sequence of pairs. */
const inEveryOrder = <T>(things: readonly T[]): T[] => [
  ...things.flatMap((one, i) => [one, ...things.slice(i + 1).flatMap((other) => [one, other])]),
  ...things.slice(0, 1),
];

/**
 * Each move of a user behind each move of either user, on one group: a mark is set, not toggled, and what one user does is
 * no other's. Random histories may lack a pair.
 */
const EVERY_PAIR: Step[][] = inEveryOrder(
  USERS.flatMap((user) => (['set', 'clear', 'rename'] as const).map((move): Step => ({ move, user, group: 0 }))),
).map((one) => [one]);

/** Renames while both users have marked the group: the first may be right, and a later one not. */
const RENAMED_AGAIN: Step[][] = [
  ...USERS.map((user): Step[] => [{ move: 'set', user, group: 0 }]),
  ...['rename', 'rename', 'rename', 'back'].map((move, i): Step[] => [
    { move: move as Move, user: i % 2 === 0 ? 'first' : 'second', group: 0 },
  ]),
];

/** Each move on a group that is gone, by either user. */
const GONE: Step[][] = (['delete', 'rename', 'set', 'clear', 'back', 'delete', 'rename'] as const).map((move, i) => [
  { move, user: USERS[i % USERS.length] as User, group: 0 },
]);

const EXAMPLES: Step[][][] = [RENAMED_AGAIN, EVERY_PAIR, GONE];

/** Share of the runs that random histories get: the examples and the moves under one name go to each rule by themselves. */
const SHARE = 0.2;

async function entry(t: Context, made: Made, author: User): Promise<Group> {
  const { name } = made.sent;
  return { made, author, name, favoriteOf: new Set(), deleted: false, lasting: lasting(await read(t, KIND, made.id)) };
}

/** The moves of a round that commute: their order makes no difference to what they leave. */
function commuting(steps: readonly Step[], groups: readonly Group[]): [Step, Group][] {
  const taken = new Set<string>();
  return steps.flatMap((one): [Step, Group][] => {
    const index = one.group % groups.length;
    const what = { set: one.user, clear: one.user, rename: 'name', back: 'name', create: '', delete: '', intrude: '' }[
      one.move
    ];
    const keys = what === '' ? [...USERS, 'name'] : [what];
    const free = keys.every((key) => !taken.has(`${index}/${key}`));
    for (const key of keys) taken.add(`${index}/${key}`);
    return free ? [[one, groups[index] as Group]] : [];
  });
}

const OPERATION: Readonly<Record<'set' | 'clear' | 'rename' | 'back' | 'delete', string>> = {
  set: 'kpiGroups.setFavorite',
  clear: 'kpiGroups.clearFavorite',
  rename: 'kpiGroups.update',
  back: 'kpiGroups.update',
  delete: 'kpiGroups.delete',
};

/**
 * A new group of the first of the names that the service takes, or of another one where it takes none of them: whether two
 * groups may have one name is open, and whether a name is free again when its group is gone.
 * @param groups none of these is a new one: a service may give the group that has the name already
 * @throws NotTested where no create succeeds
 */
async function makeNamed(
  t: Context,
  names: readonly unknown[],
  as: User = 'first',
  groups: readonly Group[] = [],
): Promise<Made> {
  for (const name of names) {
    const made = await tryMake(t, KIND, { name }, as);
    if ('kindName' in made && !groups.some((group) => group.made.id === made.id)) return unmarked(t, made, as);
  }
  return makeUnmarked(t, { name: t.names.next('history') }, as);
}

/** A group like another one: of the same name, or, where names must differ, of one that begins so. */
async function createLike(t: Context, { name }: Group, as: User, groups: Group[]): Promise<void> {
  if (groups.length >= MOST_GROUPS) return;
  const made = await makeNamed(t, [name, `${name} ${groups.length}`], as, groups);
  groups.push(await entry(t, made, as));
}

/** A user of another account must not change the group. */
async function intrude(t: Context, { made }: Group): Promise<void> {
  if (otherAccount(t.settings) === undefined) return;
  const body = { name: t.names.next('intruded') };
  const answer = await t.send('kpiGroups.update', { ...at(KIND, made.id), body, as: 'other' });
  t.refused(answer, 'a user of another account can rename a group');
}

/**
 * Whether the move may be refused, and then changes nothing: the table of moves names no mark of a favourite and no clearing
 * of what is none; whether a favourite can be deleted is not said, nor who may change a group besides its author, nor whether
 * a name that a group had before is free.
 */
function mayRefuse({ move, user }: Step, { author, favoriteOf }: Group, answer: Answer): boolean {
  if (!isRefusal(answer)) return false;
  if (move === 'set') return favoriteOf.has(user);
  if (move === 'clear') return !favoriteOf.has(user);
  if (move === 'back' && [400, 409].includes(answer.status)) return true;
  return (move === 'delete' && favoriteOf.size > 0) || (answer.status === 403 && author !== user);
}

/** Judges the answer to a move of a group that is there. @returns whether the move was made */
function isDone(t: Context, one: Step, group: Group, answer: Answer): boolean {
  if (mayRefuse(one, group, answer)) return false;
  const unpermitted = forbidden(answer, one.user);
  if (unpermitted) throw unpermitted;
  t.succeeded(answer, `${answer.operation} does not succeed`);
  return true;
}

function applied({ move, user }: Step, group: Group, name: string): void {
  if (move === 'set') group.favoriteOf.add(user);
  if (move === 'clear') group.favoriteOf.delete(user);
  if (move === 'rename' || move === 'back') group.name = name;
  if (move === 'delete') group.deleted = true;
}

async function take(t: Context, one: Step, group: Group, groups: Group[]): Promise<void> {
  const { move, user: as } = one;
  if (move === 'create') return createLike(t, group, as, groups);
  if (move === 'intrude') return intrude(t, group);
  const operation = OPERATION[move];
  const first = String(group.made.sent.name);
  // Whether an update that changes nothing is refused is open; a group that is gone takes no name that may be taken.
  const goesBack = move === 'back' && group.name !== first && !group.deleted;
  const name = goesBack ? first : t.names.next('renamed');
  const body = move === 'rename' || move === 'back' ? { name } : undefined;
  const answer = await t.send(operation, { ...at(KIND, group.made.id), as, ...(body && { body }) });
  if (group.deleted) {
    // That it is gone is what a DELETE asks for.
    if (move !== 'delete' || !answer.ok)
      t.status(answer, 404, `${operation} of a deleted group is not answered with 404`);
    return;
  }
  if (!isDone(t, one, group, answer)) return;
  applied(one, group, name);
  if (group.deleted) t.ledger.remove(KIND, group.made.id);
}

type View = 'listed' | 'byId';
type Shown = Readonly<Record<View, readonly JsonRecord[]>>;

/** Judges one group as its views show it. @param marking the views that have shown a mark before */
async function expectGroup(t: Context, group: Group, views: Shown, as: User, marking: Set<View>): Promise<void> {
  const shown = [...views.listed, ...views.byId];
  for (const record of shown) {
    if (record.name !== undefined)
      t.field(record, 'name', group.name, 'the group has another name than the moves make');
    for (const [field, value] of Object.entries(lasting(record)))
      if (value !== undefined && group.lasting[field] !== undefined)
        t.agree({ [field]: group.lasting[field] }, { [field]: value }, `the ${field} of the group has changed`);
  }
  for (const view of ['listed', 'byId'] as const)
    if (views[view].some(({ favorite }) => favorite !== undefined)) marking.add(view);
  // One view alone may never show favourites.
  if (shown.length > 1 || (['listed', 'byId'] as const).some((view) => views[view].length > 0 && marking.has(view)))
    await judgeFavorite(t, shown, group.favoriteOf.has(as), as);
}

/** The group as a user reads it by its id; one that was deleted must not be there. */
async function readById(t: Context, group: Group, as: User): Promise<JsonRecord[]> {
  const answer = await t.send('kpiGroups.get', { ...at(KIND, group.made.id), as });
  if (!group.deleted) {
    t.succeeded(answer, 'a group cannot be read');
    return itemsOf([answer.json]).map((record) => remember(record, answer));
  }
  t.status(answer, 404, 'a deleted group can be read');
  return [];
}

/** The group as a user sees it in the list, as often as it must be there. */
function listedIn(t: Context, group: Group, { items, complete, answer }: Listing): JsonRecord[] {
  const found = items.filter((item) => item.id === group.made.id);
  const times = group.deleted ? 0 : 1;
  // A list that is not whole may lack it.
  const isCut = times === 1 && !complete;
  t.expect(isCut || found.length === times, 'the list does not show a group as often as it should', {
    expected: { id: group.made.id, times },
    received: { times: found.length },
    exchange: answer,
  });
  return found;
}

/** Which groups are looked at in which view. */
type Look = Readonly<Record<View, readonly Group[]>>;

/** Judges that each group is what the moves have made it, as a user sees it. */
const expectModel = (t: Context, { listed, byId }: Look, as: User, marking: Set<View>): Promise<void> =>
  eventually(t, async (s) => {
    const list = listed.length > 0 ? await readKind(fresh(s), KIND, { as }) : undefined;
    for (const group of new Set([...listed, ...byId])) {
      const found = list && listed.includes(group) ? listedIn(s, group, list) : [];
      const read = byId.includes(group) ? await readById(s, group, as) : [];
      if (!group.deleted) await expectGroup(s, group, { listed: found, byId: read }, as, marking);
    }
  });

async function removeAll(t: Context, groups: readonly Group[]): Promise<void> {
  await Promise.all(
    groups
      .filter(({ deleted }) => !deleted)
      .map(async ({ made: { id }, author, favoriteOf }) => {
        const remove = () => t.send('kpiGroups.delete', { ...at(KIND, id), as: author });
        let { ok } = await remove();
        // A favourite may be refused to be deleted.
        if (!ok && favoriteOf.size > 0) {
          for (const as of favoriteOf) await t.send('kpiGroups.clearFavorite', { ...at(KIND, id), as });
          ({ ok } = await remove());
        }
        if (ok) t.ledger.remove(KIND, id);
      }),
  );
}

/** Runs one history on two groups whose names are alike, beside one that nobody touches and the second user has marked. */
async function live(
  t: Context,
  rounds: readonly (readonly Step[])[],
  name: unknown = t.names.next('history'),
): Promise<void> {
  // Where there is no second user, the first makes every move.
  const other: User = t.also('second').length > 0 ? 'second' : 'first';
  const users = USERS.filter((user) => user === 'first' || user === other);
  const [one, two, three] = await Promise.all([
    makeNamed(t, [name]),
    makeNamed(t, [`${name} 1`], other),
    makeNamed(t, [`${name} 12`]),
  ]);
  const groups = [await entry(t, one, 'first'), await entry(t, two, other)];
  const bystander = await entry(t, three, 'first');
  await t.ok('kpiGroups.setFavorite', { ...at(KIND, bystander.made.id), as: other });
  bystander.favoriteOf.add(other);
  const marking = new Set<View>();
  for (const [round, steps] of rounds.entries()) {
    const ours = steps.map((step) => (step.user === 'first' ? step : { ...step, user: other }));
    const moves = commuting(ours, groups);
    await Promise.all(moves.map(([one, group]) => take(t, one, group, groups)));
    const touched = moves.map(([, group]) => group);
    const list: Look = { listed: [...groups, bystander], byId: [] };
    const single: Look = { listed: [], byId: touched };
    // Both look: a later move of the other may hide what this one has done. Who has moved sees what became of other groups.
    for (const as of users) {
      const hasMoved = ours.some(({ user }) => user === as);
      await expectModel(t, hasMoved || round % 2 === 0 ? list : single, as, marking);
    }
  }
  const all = [...groups, bystander];
  for (const as of users) await expectModel(t, { listed: all, byId: all }, as, marking);
  await removeAll(t, [...groups, bystander]);
}

const byFirst = (...moves: readonly Move[]): Step[][] => moves.map((move) => [{ move, user: 'first', group: 0 }]);
/** Moves on the group that was created beside the first two. */
const onCreated = (...moves: readonly Move[]): Step[][] => moves.map((move) => [{ move, user: 'first', group: 2 }]);
/** Each move on the first group, beside another of its name: under that name, and under another one at the end. */
const EVERY_MOVE = [
  [
    ...byFirst('create', 'set'),
    ...onCreated('set'),
    ...byFirst('clear', 'intrude'),
    ...onCreated('clear'),
    ...byFirst('delete'),
  ],
  // Each of two with one name is renamed and deleted while the other is there: the first one that is found may be either.
  [
    ...byFirst('create'),
    ...onCreated('rename', 'back'),
    ...byFirst('rename', 'set', 'back'),
    ...onCreated('delete'),
    ...byFirst('rename'),
  ],
];
const TRIES = 3;
const MOST_TRIES = 6;

/** Groups that runs of this suite did not make. */
const foreign = async (t: Context): Promise<readonly JsonRecord[]> =>
  (await readKind(fresh(t), KIND)).items.filter(({ name }) => !isOfRuns(name));

/**
 * Judges that the moves leave every other group alone. What the moves do to another group they do again in each of several
 * tries; what other clients and other checks do changes now this group and now that one, and goes on without any move.
 */
async function expectOthersKept(t: Context, name: unknown): Promise<void> {
  let suspects: ReadonlySet<unknown> | undefined;
  let quiet = 0;
  for (let tries = 1; ; tries++) {
    const started = performance.now();
    const before = await foreign(t);
    for (const rounds of EVERY_MOVE) await live(t, rounds, name);
    const after = await foreign(t);
    const differs = before
      .filter(({ id }) => suspects?.has(id) ?? true)
      .flatMap((group) => {
        const found = firstDifference(
          group,
          after.find(({ id }) => id === group.id),
        );
        return found ? [{ id: group.id, name: group.name, ...found }] : [];
      });
    suspects = new Set(differs.map(({ id }) => id));
    // Who changes a group now and then may rest for as long as the moves took.
    const watched = Math.max(2 * (performance.now() - started), WATCH_MS);
    if (differs.length > 0 && !(await othersAtWork(() => foreign(t), watched))) quiet++;
    if (differs.length > 0 && quiet < TRIES) {
      // Where others never rest nothing can be said.
      if (tries === MOST_TRIES) return;
      continue;
    }
    return t.none(differs, before.length, 'moves of one group have changed or removed another');
  }
}

/** Judges that what happens here has not reached a group of another account. */
const expectTwinKept = (t: Context, { id, sent }: Made): Promise<void> =>
  eventually(t, async (s) => {
    const shown = await s.send('kpiGroups.get', { ...at(KIND, id), as: 'other' });
    s.succeeded(shown, 'the moves have removed a group of another account');
    for (const record of itemsOf([shown.json]))
      if (record.name !== undefined)
        s.field(record, 'name', sent.name, 'the moves have renamed a group of another account');
  });

export const kpiGroupLaws: Batch = {
  title: 'properties: KPI groups',
  checks: [
    check('any history of moves by two users', 'kpiGroups.favorite-model', async (t) => {
      t.also('second');
      // Of another account, of the name that groups get here.
      const theirs = await makeElsewhere(t, KIND);
      const lived = (rounds: readonly Step[][]) => live(t, rounds);
      await property(withFewerRuns(t, SHARE, EXAMPLES.length), histories, lived, EXAMPLES);
      await searchOn(t, longHistories, lived);
      await expectOthersKept(t, theirs?.sent.name ?? t.names.next('history'));
      if (theirs) await expectTwinKept(t, theirs);
      if (!(await showsFavourites(t, 'first'))) throw t.nothingShown(KIND, 'favorite');
    }),
  ],
};
