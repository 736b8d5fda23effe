/** The field currentUserAllowedActions: actions of the user who asks, not of somebody else. */

import { isRecord, type JsonRecord, kinds, operation } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import type { Actor } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import { idsOf, strings } from '../records/answers.ts';
import { varied } from '../records/varied.ts';
import { peek } from '../records/views.ts';
import { firstDifference } from '../values/difference.ts';
import { sample } from '../values/sample.ts';

const MOST = 8;
const MOST_ASKED = 3;

const actionsOf = ({ currentUserAllowedActions: actions }: JsonRecord): unknown[] | undefined =>
  Array.isArray(actions) ? actions : undefined;
const sorted = (actions: unknown) => strings(actions).sort();

/** Judges that two users see different actions on a record when the target tells them different ones for it. */
async function expectTold(t: Context, targetType: string, limited: JsonRecord, full: JsonRecord): Promise<void> {
  const input = { params: { targetId: String(full.id) }, query: { targetType } };
  const told = await Promise.all(
    (['first', 'limited'] as const).map((as) => t.send('permissions.currentUserAllowedActions', { ...input, as })),
  );
  // How actions are called here and there is open, so that only a difference counts.
  const actions = told.map(({ ok, json }) => (ok && isRecord(json) ? json.currentUserActions : undefined));
  if (!actions.every(Array.isArray) || !firstDifference(sorted(actions[0]), sorted(actions[1]))) return;
  const differently = firstDifference(sorted(actionsOf(limited)), sorted(actionsOf(full))) !== undefined;
  t.expect(differently, 'two users who may do different things are shown the same actions', {
    expected: { 'the first user': actions[0], 'the user without permissions': actions[1] },
    received: { 'both users': actionsOf(full) },
    at: '/currentUserAllowedActions',
  });
}

/** One record as it is shown to the user without permissions, and to the first one. */
interface Pair {
  record: JsonRecord;
  same: JsonRecord;
}

/** Whether the fixtures say of a write of such records that the user without permissions may not make it. */
const isDenied = (t: Context, kindName: string): boolean =>
  (t.fixtures.facts.notPermitted ?? []).some(({ user, operation: id }) => {
    const { group, parameters } = operation(id);
    const isOfKind =
      parameters.some(({ idKind }) => idKind === kindName) || kinds[kindName]?.list?.startsWith(`${group}.`);
    return user === 'limited' && isOfKind;
  });

/** Judges that a user who may not do what the first one may is not shown the same actions on every record, whoever owns it. */
function expectNotAllSame(t: Context, kindName: string, pairs: readonly Pair[]): void {
  // One name for all that a user may do says little, and an owner may do as much as the first user.
  const many = pairs.filter(({ same }) => strings(actionsOf(same)).length > 1);
  const owners = new Set(many.map(({ same: { ownerId, createdById } }) => ownerId ?? createdById));
  if (owners.size < 2 || !isDenied(t, kindName)) return;
  const isAnother = ({ record, same }: Pair) => firstDifference(sorted(actionsOf(record)), sorted(actionsOf(same)));
  t.expect(many.some(isAnother), 'a user who may do less is shown the actions of the first user on every record', {
    expected: { 'others than': actionsOf((many[0] as Pair).same) },
    received: actionsOf((many[0] as Pair).record),
    at: '/currentUserAllowedActions',
  });
}

/** Judges that two places show the user without permissions the same actions on one record. */
function expectSameElsewhere(t: Context, [records, ...others]: readonly (readonly JsonRecord[])[]): void {
  const known = new Map(records?.map((record) => [record.id, actionsOf(record)]));
  for (const record of others.flat()) {
    const [expected, received] = [known.get(record.id), actionsOf(record)];
    if (record.id === undefined || !expected || !received) continue;
    const message = 'the list shows other actions than the read by id to the same user';
    t.equal(sorted(received), sorted(expected), message);
  }
}

/** What an actor is shown in one place. */
export type ActorView = (as: Actor) => Promise<readonly JsonRecord[]>;

/** The list of a kind, and some of its records as they are read by id. */
export const inListAndById = (t: Context, kindName: string): ActorView[] => [
  async (as) => (await readKind(t, kindName, { as })).items,
  async (as) => {
    const ids = idsOf(varied((await readKind(t, kindName)).items, MOST));
    const found = await Promise.all(ids.map((id) => peek(t, kindName, id, as)));
    return found.filter((record) => record !== undefined);
  },
];

/** The kind whose records an operation shows. */
const kindShownBy = (operationId: string): string | undefined =>
  Object.entries(kinds).find(([, { list, get }]) => list === operationId || get === operationId)?.[0];

/**
 * Judges that a user without permissions is shown no action on a record that a user with every permission lacks.
 * One who may do less is not shown the same actions on every record, and the same ones in every place.
 * Nothing shown where no place shows both users the actions on one record: the one without permissions need not see any.
 * @param targetType as the actions of the current user for one target are asked for, where they can be
 */
export async function expectOwnActions(
  t: Context,
  targetType: 'metric' | 'goal' | 'session' | undefined,
  places: readonly ActorView[],
): Promise<void> {
  const limited = t.need('limited');
  const kindName = targetType ?? t.cells.map(({ operation: id }) => kindShownBy(id)).find(Boolean) ?? 'item';
  let seen = 0;
  const shown: (readonly JsonRecord[])[] = [];
  for (const place of places) {
    const [full, few] = await Promise.all([place('first'), unlessUntested(place(limited), [])]);
    const pairs = few.flatMap((record) => {
      const same = full.find(({ id }) => id !== undefined && id === record.id);
      return actionsOf(record) && same && actionsOf(same) ? [{ record, same }] : [];
    });
    seen += pairs.length;
    shown.push(few);
    const told = pairs.map(({ record, same }) => ({ all: strings(actionsOf(same)), own: strings(actionsOf(record)) }));
    const wrong = told.filter(({ all, own }) => !own.every((action) => all.includes(action)));
    // An owner may do with a record what others may not, but nobody owns most of what is there.
    const [first] = wrong.length * 2 > full.length ? wrong : [];
    const message = 'a user without permissions may do what one with every permission may not';
    const details = first && { expected: first.all, received: first.own, at: '/currentUserAllowedActions' };
    t.judge(details && { message, ...details }, pairs.length);
    expectNotAllSame(t, kindName, pairs);
    if (targetType && t.claims('permissions'))
      for (const { record, same } of sample(pairs, MOST_ASKED)) await expectTold(t, targetType, record, same);
  }
  expectSameElsewhere(t, shown);
  if (seen === 0) throw t.nothingShown(kindName, 'currentUserAllowedActions');
}
