/** Effective permissions of who asks. Section "Endpoints / Permissions". */

import { isRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { strings } from '../../support/records/answers.ts';
import { firstDifference } from '../../support/values/difference.ts';
import { duplicates } from '../../support/values/duplicates.ts';
import { actionNames } from './actions.ts';

const BOTH = 'permissions.effectiveAndAllowedActions';
const EFFECTIVE = 'permissions.effective';

const both = (t: Context, as: Actor = 'first'): Promise<Answer> => t.once(`${BOTH}/${as}`, () => t.send(BOTH, { as }));

const permissionsIn = ({ json }: Answer): string[] => (isRecord(json) ? strings(json.effectivePermissions) : []);

function needSuccess(answer: Answer): Answer {
  if (answer.ok) return answer;
  throw new NotTested(`${answer.operation} answered ${answer.status}`, `a target whose ${answer.operation} succeeds`);
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Names of lists of what is not permitted. */
const WITHHELD = /den(y|ied)|forbid|revoke|exclude|missing|lack|not/i;

/**
 * The permissions that an answer of open shape names: a list of names, a list of records with names, or an object with
 * one of these or with true under names. Undefined where it has some other shape.
 */
export function namedIn(json: unknown): string[] | undefined {
  if (Array.isArray(json)) {
    if (isNames(json)) return json;
    const names = json.map((entry) => (isRecord(entry) ? (entry.name ?? entry.action) : undefined));
    // An entry with a boolean may be there to say that it is not permitted.
    const plain = json.every((entry) => isRecord(entry) && !Object.values(entry).includes(false));
    return plain && names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
  }
  if (!isRecord(json)) return undefined;
  const values = Object.entries(json);
  if (values.length > 0 && values.every(([, value]) => typeof value === 'boolean'))
    return values.flatMap(([name, value]) => (value ? [name] : []));
  const names = values.filter(([, value]) => isNames(value) && value.length > 0);
  if (names.length === 1) {
    const [key, value] = names[0] as [string, string[]];
    return WITHHELD.test(key) ? undefined : value;
  }
  const lists = values.flatMap(([, value]) => (Array.isArray(value) || isRecord(value) ? [value] : []));
  if (lists.length > 1 && lists.every((list) => Object.keys(list).length === 0)) return [];
  return lists.length === 1 ? namedIn(lists[0]) : undefined;
}

export const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

export const shapeOf = (json: unknown): string =>
  Array.isArray(json)
    ? `an array of ${typeof json[0]}`
    : isRecord(json)
      ? `an object with ${Object.keys(json).slice(0, 10).join(', ')}`
      : typeof json;

/** What a user may do by the name of permissions; undefined where the user is not told. */
export async function permissionsOf(t: Context, as: Actor): Promise<string[] | undefined> {
  const answer = await both(t, as);
  return answer.ok && isRecord(answer.json) && Array.isArray(answer.json.effectivePermissions)
    ? sorted(permissionsIn(answer))
    : undefined;
}

/** Judges that both reads name the same permissions of each user, who ask in turns. */
async function expectAgree(t: Context): Promise<void> {
  for (const as of [...givenUsers(t), 'first' as const]) {
    const [answer, other] = await Promise.all([t.send(EFFECTIVE, { as }), t.send(BOTH, { as })]);
    const named = namedIn(answer.json);
    // Who has no permissions may be refused by either.
    if (!answer.ok || !other.ok || named === undefined) continue;
    const message = `${EFFECTIVE} names other permissions of the ${as} user than ${BOTH}`;
    t.equal(sorted(named), sorted(permissionsIn(other)), message, answer);
  }
}

/** Texts and names anywhere in an answer. */
export const wordsIn = (json: unknown): Set<string> => {
  const words = new Set<string>();
  JSON.stringify(json ?? null, (name, value) => {
    words.add(name);
    if (typeof value === 'string') words.add(value);
    return value;
  });
  return words;
};

/**
 * Judges that the read of open shape does not answer two users alike, one of whom lacks a permission of the other that it
 * names.
 */
async function expectOwnAnswer(t: Context, limited: Actor, lacked: readonly string[]): Promise<void> {
  const mine = await t.send(EFFECTIVE);
  const theirs = await t.send(EFFECTIVE, { as: limited });
  if (!mine.ok || !theirs.ok) return;
  const words = wordsIn(mine.json);
  if (!lacked.some((name) => words.has(name))) return;
  t.expect(firstDifference(mine.json, theirs.json) !== undefined, `${EFFECTIVE} answers two users alike`, {
    expected: { without: lacked },
    received: theirs.json,
    exchange: theirs,
  });
}

export const effectivePermissions: readonly Check[] = [
  check('effective permissions are those of who asks', 'permissions.effective-user', async (t) => {
    const limited = t.need('limited');
    const mine = permissionsIn(needSuccess(await both(t)));
    if (mine.length === 0)
      throw new NotTested('the first user has no effective permission', 'ACCESS_TOKEN of a user with every permission');
    const theirs = await both(t, limited);
    if (!theirs.ok) {
      t.refused(theirs, 'a user without permissions is neither refused nor answered');
      return expectOwnAnswer(t, limited, mine);
    }
    const given = permissionsIn(theirs);
    // How many names there are says nothing: one may stand for many.
    const differ = firstDifference(sorted(given), sorted(mine)) !== undefined;
    t.expect(differ, 'a user without permissions has those of one who has all', {
      expected: { 'others than': mine },
      received: given,
      at: '/effectivePermissions',
      exchange: theirs,
    });
    await expectOwnAnswer(
      t,
      limited,
      mine.filter((name) => !given.includes(name)),
    );
  }),

  check('no effective permission is named twice', 'permissions.effective-each-once', async (t) => {
    const answer = needSuccess(await both(t));
    const mine = permissionsIn(answer);
    const twice = duplicates(mine);
    t.none(twice, mine.length, 'a permission is named twice', answer);
    if (mine.length < 2)
      throw new NotTested('the first user has not several permissions', 'ACCESS_TOKEN of a user with every permission');
  }),

  check('both reads of effective permissions name the same', 'permissions.effective-agree', (t) =>
    eventually(t, async (s) => {
      const answer = needSuccess(await s.send(EFFECTIVE));
      const given = permissionsIn(needSuccess(await both(s)));
      const named = namedIn(answer.json);
      // Names that stand in no relation to each other are two vocabularies, of which nothing is stated.
      const vocabulary = new Set([...given, ...(await actionNames(s))]);
      if (named === undefined || (named.length > 0 && !named.some((name) => vocabulary.has(name))))
        throw s.nothingShown('permission', 'effectiveNames');
      await expectAgree(anew(s));
    }),
  ),

  check('what the object of allowed actions holds', 'permissions.allowed-by-target', async (t) => {
    const { json } = needSuccess(await both(t));
    const { currentUserAllowedActions, domain } = isRecord(json) ? json : {};
    return { keys: Object.keys(Object(currentUserAllowedActions)).slice(0, 20), domain };
  }),

  check(
    'what the answer on effective permissions looks like',
    'permissions.effective-shape',
    async (t) => shapeOf((await t.send(EFFECTIVE)).json),
    [EFFECTIVE],
  ),
];
