/** A new record is known wherever its id may be given. Section "Endpoints": inputs of the operations. */
import { kind, kinds, type Operation, operations, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import type { Made } from '../support/records/creating.ts';
import { known } from '../support/records/identifiers.ts';
import { sample } from '../support/values/sample.ts';
import { created } from './created.ts';

const pathKinds = ({ parameters }: Operation) =>
  parameters.flatMap(({ in: place, idKind }) => (place === 'path' && idKind ? [idKind] : []));

/** Other operations that read by an id of the kind alone. */
export const otherReads = (kindName: string): readonly Operation[] =>
  operations.filter((one) => {
    const [named, ...more] = pathKinds(one);
    if (one.method !== 'GET' || named === undefined || more.length > 0 || one.id === kind(kindName).get) return false;
    return named === kindName || kinds[named]?.of?.includes(kindName) === true;
  });

/**
 * Judges that another read by an id of the kind takes a created record, as it takes those that were there before.
 * @throws NotTested when it takes none of those, NotApplicable when the target does not claim the group that creates
 */
export async function knownBy(t: Context, { id: operation, parameters }: Operation, kindName: string): Promise<void> {
  const { title, create = '' } = kind(kindName);
  t.needGroup(create.split('.')[0] as string);
  const { made } = await created(t, kindName);
  const name = parameters.find(({ idKind }) => idKind)?.name as string;
  const ask = (s: Context, id: string) => s.send(operation, { params: { [name]: id } });
  const before = await Promise.all(sample(await known(t, kindName), 3).map((id) => ask(t, id)));
  if (!before.some(({ ok }) => ok))
    throw new NotTested(`${operation} takes no ${title} that was there before`, `a target whose ${operation} succeeds`);
  await eventually(t, async (s) =>
    s.succeeded(
      await ask(s, (made[0] as Made).id),
      `${operation} does not know ${withArticle(title)} that was created`,
    ),
  );
}
