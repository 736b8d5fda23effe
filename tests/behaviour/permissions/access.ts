/** Default access of types of items, and of single items. Sections "Access (default access)", "Endpoints / Permissions". */
import { isRecord, type JsonRecord, operation, spellingsOf, withArticle } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { anew } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn } from '../../support/records/answers.ts';
import { ids } from '../../support/records/identifiers.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { orderless, orderlessDifference } from '../../support/values/orderless.ts';
import { sample } from '../../support/values/sample.ts';
import { isDeletedByOthers } from './concurrentDeletion.ts';

const OF_TYPE = 'permissions.defaultAccess';
const OF_ITEM = 'permissions.defaultAccessOfItem';
const TYPES = ['session', 'dashboard'] as const;
type Type = (typeof TYPES)[number];

const KEYS = ['inherits', 'ownerPermissions', 'permissions'];
const NO_TYPE = 'gcnosuchtype';

/** An access, whose fields may all be absent, but which is nothing else. */
const isAccess = (json: unknown): boolean =>
  isRecord(json) && (allFields(json).length === 0 || KEYS.some((key) => key in json));

const ofType = (t: Context, itemType: string): Promise<Answer> =>
  t.once(`default access/${itemType}`, () => t.send(OF_TYPE, { params: { itemType } }));

const ofItem = (t: Context, itemType: string, itemId: string): Promise<Answer> =>
  t.once(`default access/${itemType}/${itemId}`, () => t.send(OF_ITEM, { params: { itemType, itemId } }));

/** How the type of an item may be written where its names are open. */
const SPELLINGS = spellingsOf(operation(OF_ITEM)) as Readonly<Record<Type, readonly string[]>>;

interface Spelled {
  answers: readonly Answer[];
  /** The spelling under which an access is given. */
  word?: string;
  itemId: string;
}

const SPELLED = 2;
const ITEMS = 9;

/** Items of a type, each sort of them where a list shows it. */
async function itemsOfType(t: Context, type: Type): Promise<readonly string[]> {
  const { items } = await unlessUntested(readKind(t, type, { parts: true }), { items: [] });
  const listed = idsOf(varied(items, ITEMS));
  return listed.length > 0 ? listed : sample(await ids(t, type), SPELLED);
}

/** Asks for the default access of some items in each spelling of their type, once for all checks. */
const spelled = (t: Context, type: Type): Promise<readonly Spelled[]> =>
  t.once(`spellings/${type}`, async () => {
    const some = (await itemsOfType(t, type)).slice(0, SPELLED);
    return Promise.all(
      some.map(async (itemId) => {
        const answers = await Promise.all(SPELLINGS[type].map((word) => ofItem(t, word, itemId)));
        const word = SPELLINGS[type].find((_, i) => answers[i]?.ok && isAccess(answers[i].json));
        return { itemId, answers, ...(word && { word }) };
      }),
    );
  });

const accessOf = (type: Type, other: Type): Check =>
  check(`the default access of ${withArticle(type)} is given`, 'permissions.default-access-types', async (t) => {
    const answer = await ofType(t, type);
    t.expect(answer.ok && isAccess(answer.json), `no access is given for the type ${type}`, {
      expected: `an access, with ${KEYS.join(', ')} as far as it has them`,
      received: answer.ok ? answer.json : answer.status,
      exchange: answer,
    });
    // Asked for in turns with the other type and with another user.
    const others: Record<string, RequestInput> = {
      [other]: { params: { itemType: other } },
      ...(isGiven(t, 'limited') && { 'another user': { params: { itemType: type }, as: 'limited' } }),
    };
    for (const [name, asked] of Object.entries(others)) {
      await anew(t).send(OF_TYPE, asked);
      const again = await anew(t).send(OF_TYPE, { params: { itemType: type } });
      t.equal(
        orderless(again.json),
        orderless(answer.json),
        `the default access of ${withArticle(type)} is another after ${name}`,
        again,
      );
    }
  });

/** Judges that items of every sort have an access under the word that names their type. */
async function expectEachSort(t: Context, type: Type, word: string): Promise<void> {
  for (const itemId of (await itemsOfType(t, type)).slice(SPELLED)) {
    const answer = await ofItem(t, word, itemId);
    if (answer.status === 404 && (await isDeletedByOthers(t, type, itemId))) continue;
    t.expect(answer.ok && isAccess(answer.json), `no access is given for the ${type} ${itemId}, as it is for others`, {
      expected: `an access under the type ${word}`,
      received: answer.ok ? answer.json : answer.status,
      exchange: answer,
    });
  }
}

const accessOfItem = (type: Type): Check =>
  check(`the default access of one ${type} is given`, 'permissions.item-access-types', async (t) => {
    for (const { itemId, word, answers } of await spelled(t, type)) {
      const found = answers.find(({ ok }) => ok) ?? answers[0];
      t.expect(word !== undefined, `no access is given for the ${type} ${itemId}`, {
        expected: `an access under one of the types ${SPELLINGS[type].join(', ')}`,
        received: found?.ok ? found.json : answers.map(({ status }) => status),
        exchange: found,
      });
    }
    const [one, two = one] = await spelled(t, type);
    if (one?.word !== undefined) await expectEachSort(t, type, one.word);
    for (const { itemId, word = type, answers } of [one, two, one].flatMap((item) => item ?? [])) {
      const again = await anew(t).send(OF_ITEM, { params: { itemType: word, itemId } });
      const before = answers.find(({ ok, json }) => ok && isAccess(json));
      const message = `the default access of ${withArticle(type)} is another after that of another one`;
      t.agree(before?.json, again.ok ? again.json : {}, message, again);
    }
  });

/** The access that a record shows: a session has its fields, a dashboard an object of them. */
async function accessShown(t: Context, type: Type, id: string): Promise<JsonRecord | undefined> {
  const { items } = await unlessUntested(readKind(t, type, { parts: true }), { items: [] });
  const record = type === 'session' ? items.find((item) => item.id === id) : await peek(t, type, id);
  const shown = type === 'session' ? record : record?.access;
  if (!isRecord(shown) || !KEYS.some((key) => isRecord(shown[key]) || Array.isArray(shown[key]))) return undefined;
  return Object.fromEntries(KEYS.map((key) => [key, shown[key] ?? null]));
}

const ownAccess = (type: Type): Check =>
  check(
    `items of the type ${type} with different accesses are not answered alike`,
    'permissions.item-access-own',
    async (t) => {
      const [first] = await spelled(t, type);
      const word = first?.word;
      if (word === undefined)
        throw new NotTested(`${OF_ITEM} gives no access of ${withArticle(type)}`, `a target whose ${OF_ITEM} succeeds`);
      const found = await Promise.all(
        (await itemsOfType(t, type)).map(async (id) => ({
          shown: await accessShown(t, type, id),
          answer: await ofItem(t, word, id),
        })),
      );
      const [one, ...others] = found.filter(
        ({ shown, answer: { ok, json } }) =>
          shown !== undefined && ok && isRecord(json) && KEYS.some((key) => key in json),
      );
      const unlike = others.filter(({ shown }) => orderlessDifference(shown, one?.shown) !== undefined);
      if (!one || unlike.length === 0) throw t.nothingShown(type, 'access');
      const differ = others.some(({ answer }) => orderlessDifference(answer.json, one.answer.json) !== undefined);
      t.expect(differ, `every item of the type ${type} is answered with the same access`, {
        expected: 'different accesses, as the records show them',
        received: unlike[0]?.answer.json,
        exchange: unlike[0]?.answer,
      });
    },
  );

const otherItem = (type: Type, other: Type): Check =>
  check(
    `no default access is given for ${withArticle(other)} that is ${withArticle(type)}`,
    'permissions.item-access-other',
    async (t) => {
      const [all, [theirs], others] = await Promise.all([spelled(t, type), spelled(t, other), ids(t, other)]);
      // Ids may be unique within a kind alone: then one of these is an id of the other kind, too.
      const own = all.find(({ itemId }) => !others.includes(itemId));
      if (all.length > 0 && !own)
        throw new NotTested(
          `every ${type} that is known has the id of ${withArticle(other)}, too`,
          `FIXTURES: ids.${type} with one that no ${other} has`,
        );
      if (own?.word === undefined || theirs?.word === undefined)
        throw new NotTested(`${OF_ITEM} gives no access of both types`, `a target whose ${OF_ITEM} succeeds`);
      const answers = await Promise.all([ofItem(t, theirs.word, own.itemId), ofItem(t, NO_TYPE, own.itemId)]);
      t.refused(answers[0], `an access is given for ${withArticle(other)} with the id of ${withArticle(type)}`);
      t.refused(answers[1], 'an access is given for a word that names no type of item');
    },
  );

/** Kinds of principals, and keys under grant and deny. */
function principalsIn(json: unknown): JsonRecord {
  const entries = isRecord(json) ? recordsIn(json.permissions) : [];
  const keys = (field: string) => entries.flatMap((entry) => (isRecord(entry[field]) ? Object.keys(entry[field]) : []));
  return {
    kinds: [...new Set(entries.map(({ principalKind }) => principalKind))],
    grant: [...new Set(keys('grant'))],
    deny: [...new Set(keys('deny'))],
  };
}

/** The key that the specification writes; it may stand for names of subtypes. */
const SUBTYPE = 'Subtype';

const subtypesOf = (given: JsonRecord): string[] => (SUBTYPE in given ? [SUBTYPE] : allFields(given));

/** Everything that is granted or denied in an access, to its owner and to others. */
function subtypesIn(json: unknown): [string, unknown][] {
  if (!isRecord(json)) return [];
  const entries = [json.ownerPermissions, ...recordsIn(json.permissions)].filter(isRecord);
  return entries
    .flatMap(({ grant, deny }) => [grant, deny])
    .flatMap((given) =>
      isRecord(given) ? subtypesOf(given).map((name): [string, unknown] => [name, given[name]]) : [],
    )
    .filter(([, value]) => value !== null);
}

/** Judges that what the answers grant and deny are integers. */
function expectIntegers(t: Context, answers: readonly Answer[]): void {
  for (const answer of answers.filter(({ ok }) => ok)) {
    const all = subtypesIn(answer.json);
    const wrong = all.filter(([, value]) => !Number.isInteger(value)).map(([name, value]) => ({ [name]: value }));
    t.none(wrong, all.length, 'what is granted or denied is no integer', answer);
  }
}

export const permissionAccess: readonly Check[] = [
  accessOf('session', 'dashboard'),
  accessOf('dashboard', 'session'),
  ...TYPES.map(accessOfItem),
  check(
    'what a type grants and denies are integers',
    'permissions.access-integers',
    async (t) => expectIntegers(t, await Promise.all(TYPES.map((type) => ofType(t, type)))),
    [OF_TYPE],
  ),
  check(
    'what an item grants and denies are integers',
    'permissions.access-integers',
    async (t) => {
      const items = await Promise.all(TYPES.map((type) => unlessUntested(spelled(t, type), [])));
      expectIntegers(
        t,
        items.flat().flatMap(({ answers }) => answers),
      );
    },
    [OF_ITEM],
  ),
  ...TYPES.map(ownAccess),
  otherItem('session', 'dashboard'),
  otherItem('dashboard', 'session'),

  check('a word that names no type of item is refused', 'permissions.default-access-other', async (t) => {
    const controls = await Promise.all(TYPES.map((type) => ofType(t, type)));
    if (!controls.some(({ ok }) => ok))
      throw new NotTested(`${OF_TYPE} succeeds for no type`, `a target whose ${OF_TYPE} succeeds`);
    t.refused(await ofType(t, NO_TYPE), 'an access is given for a word that names no type of item');
  }),

  check('how types of items are spelled', 'permissions.item-access-spelling', async (t) => {
    const [[session], further] = await Promise.all([
      spelled(t, 'session'),
      Promise.all(
        ['goal', 'goals', 'kpi', 'kpis', 'task', 'tasks', 'metric', 'metrics'].map((type) => ofType(t, type)),
      ),
    ]);
    const [dashboard] = await spelled(t, 'dashboard');
    const words = [session, dashboard].flatMap((of) => (of?.answers ?? []).filter(({ ok }) => ok));
    return [...words, ...further.filter(({ ok }) => ok)].map(({ url }) => /default-access\/([^/?]+)/.exec(url)?.[1]);
  }),

  check(
    'kinds of principals of the default access of types',
    'permissions.access-principals',
    async (t) => Promise.all(TYPES.map(async (type) => ({ type, ...principalsIn((await ofType(t, type)).json) }))),
    [OF_TYPE],
  ),
  check(
    'kinds of principals of the default access of items',
    'permissions.access-principals',
    async (t) => {
      const found = (await Promise.all(TYPES.map((type) => spelled(t, type)))).flat();
      return found.map(({ answers }) => principalsIn(answers.find(({ ok }) => ok)?.json));
    },
    [OF_ITEM],
  ),
];
