/** Ids of other records are ids, of the kind that they stand for. Section "Resources and their fields". */
import {
  eachObject,
  type IdField,
  idFields,
  type JsonRecord,
  kindFields,
  kindNamed,
  kinds,
  namesListed,
  type Operation,
  recordSchema,
  resolved,
  withArticle,
} from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, NotApplicable, NotTested } from '../support/engine/outcome.ts';
import { isMadeByRuns } from '../support/engine/uniqueNames.ts';
import type { Answer } from '../support/http/client.ts';
import { strings } from '../support/records/answers.ts';
import { isSurelyUnique } from '../support/records/identifiers.ts';
import { innerIn } from './embedded.ts';
import { isListed, type KnownIds, knownIds, mayBe, namesOf, tellsKind } from './knownIds.ts';
import { bodiesOf, concerns } from './requests.ts';

/** An id in an answer, and what it stands for. */
interface Held {
  /** The field that holds it, or the kind of record whose id it is. */
  where: string;
  id: string;
  of: readonly string[];
  isStated?: boolean;
}

/** The ids that fields of this meaning hold, at any depth; records that a run made hold what it sent. */
function heldIn(value: unknown): Held[] {
  if (Array.isArray(value)) return value.flatMap(heldIn);
  if (typeof value !== 'object' || value === null || isMadeByRuns(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const known: IdField | undefined = idFields.get(field);
    return known ? strings([inner].flat()).map((id) => ({ where: field, id, ...known })) : heldIn(inner);
  });
}

/** Kinds of records by the names of their resources: teams are one, though nothing lists them. */
const isKind = (name: string): boolean => name === 'team' || kinds[name]?.list !== undefined || name === 'goal';

/** The ids of the records that stand inside of others. */
const innerHeld = (operation: Operation, answer: Answer): Held[] =>
  innerIn(operation, answer.json, answer).flatMap(({ kindName, record }) =>
    isKind(kindName)
      ? [{ where: `a record in the place of ${titled(kindName)}`, id: String(record.id), of: [kindName] }]
      : [],
  );

/** The ids beside a word that is the name of a kind. */
function worded({ success }: Operation, { json }: Answer): Held[] {
  const found: Held[] = [];
  eachObject(json, resolved({ $ref: success.schema as string }, ''), (object: JsonRecord, listed) => {
    if (!listed || isMadeByRuns(object)) return;
    for (const [field, idField] of kindFields(listed)) {
      const { [field]: word, [idField]: id } = object;
      const named = typeof word === 'string' ? kindNamed(word) : undefined;
      if (named !== undefined && isKind(named) && typeof id === 'string')
        found.push({ where: `${idField} beside the ${field} ${word}`, id, of: [named] });
    }
  });
  return found;
}

const titled = (kindName: string): string => withArticle(kinds[kindName]?.title ?? kindName);

/** Judges that an id which the lists show is of the kind that it stands for. Ids that no list shows are left open: the record may be gone. */
function expectKind(t: Context, { where, id, of }: Held, known: KnownIds, exchange: Answer): void {
  const found = known.get(id);
  // Short ids and counts are given to each kind by itself.
  if (!found || !isSurelyUnique(id)) return;
  const [meant, [other = '']] = [of.map(titled).join(' or '), found];
  const message = `${where} is the id of ${titled(other)}, not of ${meant}`;
  t.expect(mayBe(found, of), message, { expected: `the id of ${meant}`, received: id, exchange });
}

/** Judges that what a field holds, where the specification says that it is an id, is not what a record is called. */
async function expectNoName(t: Context, { where, id, of, isStated }: Held, known: KnownIds, exchange: Answer) {
  if (!isStated || known.has(id)) return;
  const names = await Promise.all(of.filter((name) => kinds[name]).map((name) => namesOf(t, name)));
  const isName = names.some((of) => of.has(id));
  const meant = of.map(titled).join(' or ');
  const wrong = {
    message: `${where} is what ${meant} is called, and no id`,
    expected: `the id of ${meant}`,
    received: id,
  };
  t.judge(isName ? { ...wrong, exchange } : undefined, 0);
}

/** Whether the records themselves have such fields, and not what stands inside of them alone, which they need not have. */
const isOnTop = ({ success, group }: Operation): boolean =>
  group === 'metrics' || Object.keys(recordSchema(success.schema).properties ?? {}).some(namesListed);

async function expectOwnKinds(t: Context, operation: Operation): Promise<void> {
  const known = await knownIds(t);
  if (!tellsKind(known))
    throw new NotTested('records of different kinds have the same id', 'a target whose ids are unique over all kinds');
  for (const answer of await bodiesOf(t, operation)) {
    const held = heldIn(answer.json);
    for (const one of [...held, ...innerHeld(operation, answer), ...worded(operation, answer)])
      expectKind(t, one, known, answer);
    for (const one of held) await expectNoName(t, one, known, answer);
  }
  if (t.tally.compared > 0) return;
  if (!isOnTop(operation)) throw new NotApplicable(`no record that ${operation.id} shows names another one`);
  if (!Object.keys(kinds).every((name) => isListed(t, name)))
    throw new NotApplicable('no list of the groups that the target claims shows what the fields name');
  throw new NoData(
    'no field holds an id of eight and more characters that a list of the account shows',
    'an account whose lists show the records that others name, with ids that are no counts',
  );
}

export const referenceChecks = (operation: Operation): Check[] =>
  concerns('general.references', operation)
    ? [
        check(
          `${operation.id}: ids of other records are ids, of the kind that they stand for`,
          'general.references',
          (t) => expectOwnKinds(t, operation),
          [operation.id],
        ),
      ]
    : [];
