/** A create leaves the records that others have made: none of them takes a value that was sent for a new one. Section "Endpoints". */
import { type JsonRecord, kind } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { holdsOfRuns } from '../support/engine/uniqueNames.ts';
import { expectListUntouched } from '../support/records/bystanders.ts';
import { type BodyField, sentFields } from '../support/records/creationErrors.ts';
import type { Created, OwnMade } from '../support/records/sharedCreations.ts';
import { orderlessDifference } from '../support/values/orderless.ts';
import { allMade } from './created.ts';
import { listWith } from './views.ts';

const isSame = (one: unknown, other: unknown): boolean => orderlessDifference(one, other) === undefined;

/** Whether a field that was otherwise before has a value now that one of the new records was sent with: others hardly give it the same. */
const hasTaken = (was: JsonRecord, now: JsonRecord, made: readonly OwnMade[], { key, shown }: BodyField): boolean =>
  was[shown] !== undefined &&
  now[shown] !== undefined &&
  !isSame(was[shown], now[shown]) &&
  made.some(({ sent }) => isSame(sent[key], now[shown]));

/** Judges that no record of others has taken a value of a new one, between the list after the first create and after all. */
export async function expectNotOverwritten(t: Context, kindName: string, all: Created): Promise<void> {
  const { create, id, title } = kind(kindName);
  const [last] = all.made.slice(-1);
  const early = all.atOnce.list?.items.filter((item) => !holdsOfRuns(item)) ?? [];
  if (!last || early.length === 0) return;
  const { records } = await listWith(t, kindName, all.made);
  const late = new Map(records.map((record) => [record[id], record]));
  const fields = sentFields(kindName);
  const taken = early.flatMap((was) => {
    const now = late.get(was[id]);
    return now && fields.some((field) => hasTaken(was, now, allMade(all), field)) ? [{ was, now }] : [];
  });
  const whole = (items: readonly JsonRecord[]) => ({ items, complete: true });
  const pair = [whole(taken.map(({ was }) => was)), whole(taken.map(({ now }) => now))] as const;
  const names = ['id', ...fields.map(({ shown }) => shown)];
  const message = `${create} has given another ${title} what was sent for a new one`;
  if (taken.length > 0) await expectListUntouched(t, kindName, names, pair, message, last.answer);
}
