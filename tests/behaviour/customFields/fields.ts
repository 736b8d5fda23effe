/** The fields that the checks share, and right bodies like theirs. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { fieldName } from '../../support/domain/fieldNames.ts';
import { alone, type Blamed, fieldPool, type PoolField, UNKNOWN_WIDGET } from '../../support/domain/fieldPool.ts';
import type { Context } from '../../support/engine/context.ts';
import { Failure, NotTested } from '../../support/engine/outcome.ts';
import { fresh } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Made } from '../../support/records/creating.ts';
import { needRoom } from '../../support/records/room.ts';

/** A body that differs from an accepted one in these fields alone, under a name and a label of its own. */
export async function likeAccepted(t: Context, fields: JsonRecord = {}): Promise<JsonRecord> {
  const { sent } = (await fieldPool(t)).ordinary;
  return { ...sent, label: t.names.next('field'), name: fieldName(t, 10), ...fields };
}

/** Fields that were made at the same time. */
export async function several(t: Context): Promise<readonly Made[]> {
  const made = (await fieldPool(t)).fields.slice(1).flatMap((field) => field.made ?? []);
  if (made.length > 1) return made;
  throw new NotTested('only one custom field could be created', 'a target whose customFields.create succeeds');
}

/**
 * A field beside the one that updates are tried on. Each has a queue of its own under its id: work on a field that waits for
 * itself would never end.
 */
export async function anotherField(t: Context): Promise<Made> {
  const { ordinary } = await fieldPool(t);
  const other = (await several(t)).find(({ id }) => id !== ordinary.id);
  if (other) return other;
  throw new NotTested('every create has answered with the same id', 'a target that gives each field its own id');
}

/** A field that no check changes. */
export const sample = async (t: Context): Promise<Made> => (await several(t))[0] as Made;

/** Works on the field that updates are tried on. */
export async function updating<T>(t: Context, work: (field: Made) => Promise<T>): Promise<T> {
  const { ordinary } = await fieldPool(t);
  return alone(t, ordinary, () => work(ordinary));
}

/**
 * Judges that no part of the body of a field was refused that the specification lets a create say. Where the target may
 * want what is not known of it, it is not tested.
 */
export async function expectTaken(
  t: Context,
  { type, refusal: last, typeRefusal }: PoolField,
  part: Blamed,
): Promise<void> {
  const refusal = [typeRefusal, last].find((one) => one?.blamed === part);
  if (!refusal) return;
  const { body, answer } = refusal;
  if (part === 'type' && !(await fieldPool(t)).isKnown(type))
    throw new NotTested(`a field of type ${type} is refused, without a visualizationKind`, UNKNOWN_WIDGET);
  await needRoom(t, 'customField', answer, await likeAccepted(t));
  throw new Failure(`a custom field with a right ${part} is not created`, {
    expected: { status: 201, ...body },
    received: answer.ok ? answer.json : answer.status,
    exchange: answer,
  });
}

/** Judges that the list has no field with the label or the name of a body that must make none. */
export async function expectNoField(t: Context, sent: JsonRecord, message: string, answer: Answer): Promise<void> {
  const { items } = await readKind(fresh(t), 'customField');
  const known = items.filter(({ label, name }) => (label ?? name) !== undefined);
  if (known.length === 0) throw t.nothingShown('customField', ['label', 'name']);
  const found = known.filter(({ label, name }) => label === sent.label || name === sent.name);
  t.none(found, known.length, message, answer);
}
