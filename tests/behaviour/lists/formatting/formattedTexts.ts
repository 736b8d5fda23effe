/** Texts that parameter formatting concerns, read in each of its forms: of the data, of the fixtures, and of records made for it. */

import {
  DEFAULT_PAGE,
  isRecord,
  type JsonRecord,
  kind,
  kindAnswered,
  listFacts,
} from '../../../../schemas/contract.ts';
import { mentionable } from '../../../support/domain/people.ts';
import type { Context } from '../../../support/engine/context.ts';
import { unlessUntested } from '../../../support/engine/outcome.ts';
import { fresh, remembering, stillWrong } from '../../../support/engine/retry.ts';
import { isOfRuns } from '../../../support/engine/uniqueNames.ts';
import { at } from '../../../support/http/at.ts';
import type { Answer, RequestInput } from '../../../support/http/client.ts';
import { allFields } from '../../../support/http/unlistedFields.ts';
import { furtherForms } from '../../../support/lists/furtherForms.ts';
import { type Mention, mentionText } from '../../../support/lists/plainText.ts';
import { queryOf, readKind, sizeOf } from '../../../support/lists/readList.ts';
import { areaNames, showsMarkup } from '../../../support/lists/textAreas.ts';
import { YARDSTICK } from '../../../support/lists/yardstick.ts';
import { idOf, itemsOf, recordsShown, required, strings } from '../../../support/records/answers.ts';
import { bodies } from '../../../support/records/bodies.ts';
import { tryMake } from '../../../support/records/creating.ts';
import { activeUsers, ids } from '../../../support/records/identifiers.ts';
import { recordIn } from '../../../support/records/views.ts';

export type Category = 'description' | 'comment' | 'customField' | 'goalDescription';

export interface Text {
  id: string;
  path: string;
  category: Category;
  /** As it comes without the parameter and under each of its values; empty where it does not come. */
  none: string;
  markup: string;
  plain: string;
  /** What is stored, where that is known. */
  stored: string | undefined;
  /** What plainText is to give, where fixtures say so. */
  given: string | undefined;
  exchange: { none: Answer; markup: Answer; plain: Answer };
}

const FORMS = { none: undefined, markup: 'mentionsMarkup', plain: 'plainText' } as const;
export type Form = keyof typeof FORMS;

/** The query that asks for a form. */
export const formQuery = (form: Form): Record<string, string> => (FORMS[form] ? { formatting: FORMS[form] } : {});

/** Names of the custom fields that hold text areas. */
export function areas(t: Context): Promise<readonly string[]> {
  return t.once('text areas', async () => {
    if (!t.claims('customFields')) return [];
    // Where listing them fails, the fields that fixtures name have to do; that it succeeds is judged elsewhere.
    const { items } = await unlessUntested(readKind(fresh(t), 'customField'), { items: [] });
    // A list that is cut may show the fields of earlier runs alone.
    const given = t.fixtures.ids.customField ?? [];
    const named = await Promise.all(given.map((id) => t.send('customFields.get', at('customField', id))));
    const all = [...items, ...named.flatMap(({ ok, json }) => (ok && isRecord(json) ? [json] : []))];
    return [...new Set(areaNames(all))];
  });
}

/** The text at a dotted path of a record; empty where it shows none. */
export const textAt = (record: JsonRecord | undefined, path: string): string => {
  let value: unknown = record;
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Where a record holds the value of a custom field: under its name, at the top or in one object of values. */
function placesOf(record: JsonRecord, name: string): string[] {
  if (typeof record[name] === 'string') return [name];
  return allFields(record).flatMap((key) => {
    const inner = record[key];
    return isRecord(inner) && typeof inner[name] === 'string' ? [`${key}.${name}`] : [];
  });
}

/**
 * A text with everything that plainText changes: mentions at its ends, alone and side by side, marks of every kind.
 * @param more paragraphs before the signs without a partner, which would find one in them
 */
function richText([a, b]: readonly [Mention, Mention, ...Mention[]], marker: string, more: readonly string[]): string {
  const [one, two] = [mentionText(a), mentionText(b)];
  return [
    `${one} asks **about costs** and _plans_ of ${marker}.`,
    '# Heading of it',
    '### Parts of it',
    `See \`design file\` with ${two}${one}, *soon* and **twice** over: **Q3, Q4: 5 %** or (*half-way, or so*).`,
    ...more,
    'Nothing here is markup: final_report, 6 = 2 * 3, C# and office@example.com.',
    `The last word has ${two}`,
  ].join('\n\n');
}

interface Rich {
  id: string;
  path: string;
  stored: string;
}

/** What the first words of such a text name it by. */
const markerIn = (text: string): string | undefined => /and _plans_ of (.+?)\.\n\n/.exec(text)?.[1];

/**
 * Such a record of an earlier run, where the list shows the text as this run would write it for the same people: a record
 * that cannot be deleted is made once in an account.
 * @param written such a text with a marker
 */
async function leftBefore(
  t: Context,
  kindName: string,
  path: string,
  written: (marker: string) => string,
): Promise<Rich | undefined> {
  const { items } = await unlessUntested(readKind(t, kindName, { parts: true }), { items: [] as JsonRecord[] });
  for (const item of items) {
    const stored = textAt(item, path);
    const [marker, id] = [markerIn(stored), idOf(item)];
    if (marker !== undefined && isOfRuns(marker) && id !== undefined && stored === written(marker))
      return { id: String(id), path, stored };
  }
  return undefined;
}

/**
 * Makes a record with such a text; where that is refused, as it may be too long, with a shorter one.
 * @param path where the record holds it
 * @param texts the text, then the shorter one
 */
async function makeRich(t: Context, kindName: string, path: string, texts: readonly string[]) {
  const body = bodies[kindName] as (typeof bodies)[string];
  for (const stored of texts) {
    const found = await unlessUntested(
      body(t).then((of) => tryMake(t, kindName, { ...of, [path]: stored })),
      undefined,
    );
    if (found !== undefined && 'kindName' in found) return { id: found.id, path, stored };
    if (found === undefined || found.ok) return undefined;
  }
  return undefined;
}

/** The field with such texts of a kind of which records can be made and read; undefined where they cannot or may not. */
function madePath(t: Context, kindName: string): string | undefined {
  const [path] = listFacts.texts[kindName] ?? [];
  const { create, get } = kind(kindName);
  if (!t.settings.allowWrites || bodies[kindName] === undefined || !create || !get) return undefined;
  return t.offers(create) ? path : undefined;
}

/** A record with such a text: of an earlier run, or made, where the API can; undefined where it cannot or may not. */
function made(t: Context, kindName: string): Promise<Rich | undefined> {
  return t.once(`rich ${kindName}`, async () => {
    const path = madePath(t, kindName);
    if (path === undefined) return undefined;
    const people = await mentionable(t);
    // Where the text is too long, it does without the further forms and people; where none can be made, the texts of the data have to do.
    const [somebody, , ...others] = people;
    const mentions = others.map((one) => `It is for ${mentionText(one)}, too.`);
    const whole = (marker: string) => richText(people, marker, [...mentions, ...furtherForms(somebody)]);
    const before = await leftBefore(t, kindName, path, whole);
    if (before) return before;
    const marker = t.names.next('text');
    const found = await makeRich(t, kindName, path, [whole(marker), richText(people, marker, [])]);
    if (!found) return undefined;
    const get = kind(kindName).get as string;
    const unseen = await stillWrong(t, async (look) => {
      const { ok, json } = await look.send(get, at(kindName, found.id));
      const shown = textAt(recordIn(json), path);
      // Where the body is open, the text may have come to nothing; that it is kept is judged elsewhere.
      return ok && (shown === '' || shown.includes(marker)) ? undefined : get;
    });
    return unseen === undefined ? found : undefined;
  });
}

/** A dotted path as parameter fields takes it. */
const asSelection = (path: string): string => {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? first : `${first}{${asSelection(rest.join('.'))}}`;
};

/** What a list that must be told its fields is asked for: also text areas, where the record read by id shows them. */
async function toldFields(t: Context, operationId: string, named: readonly string[]): Promise<string | undefined> {
  const told = required(operationId).query?.fields;
  if (told === undefined) return undefined;
  const kindName = kindAnswered(operationId);
  const { get } = kind(kindName);
  const names = await areas(t);
  const [id] = names.length > 0 && get ? await unlessUntested(ids(t, kindName), []) : [];
  const json = id === undefined ? undefined : (await t.send(get as string, at(kindName, id))).json;
  const places = names.map((name) => (isRecord(json) ? placesOf(json, name) : []));
  const further = (paths: readonly string[]) => [...named, ...paths].map(asSelection);
  const selection = (paths: readonly string[]) => [...new Set([told, ...further(paths)])].join();
  // Where this record shows no value, others may show one under the name; a target may refuse a name that it does not know,
  // and how many it takes at once is open.
  const guessed = names.flatMap((name, i) => (places[i]?.length ? places[i] : [name]));
  const few = ['id', ...further(places.flat())].slice(0, YARDSTICK.fields);
  for (const fields of [selection(guessed), selection(places.flat()), few.join()])
    if ((await t.send(operationId, { query: { fields } })).ok) return fields;
  return told;
}

/** Some of the records with markup: in text areas, and elsewhere. */
async function withMarkup(t: Context, shown: readonly JsonRecord[]): Promise<string[]> {
  const showing = (names: readonly string[]) => (item: JsonRecord) => showsMarkup(item, names);
  const inFields = shown.filter(showing(await areas(t)));
  const elsewhere = shown.filter(showing(['description', 'comment']));
  return strings([...inFields.slice(0, 2), ...elsewhere.slice(0, 4)].map(idOf));
}

/** Records that are read by their id: those of which the fixtures name a text, and few that they name besides. */
const MOST_READ = { named: 12, least: 4 };

/** Reads of records by id: the one that is made for this, those of the facts, and some of the list with markup first. */
async function readsById(t: Context, kindName: string, own: readonly string[], known: readonly string[]) {
  const shown = kind(kindName).list ? (await unlessUntested(readKind(t, kindName), { items: [] })).items : [];
  const others = await withMarkup(t, shown);
  const first = known.length + others.length === 0 ? await ids(t, kindName) : [];
  const wanted = new Set([...own, ...known, ...others, ...first.slice(0, 6)]);
  return [...wanted].map((id) => at(kindName, id));
}

/** Reads of the key results of some owners, those with markup first. */
async function readsByOwner(t: Context): Promise<RequestInput[]> {
  const owners = await unlessUntested(ids(t, 'metricOwner'), []);
  const shown = itemsOf((await t.send('metrics.list')).json);
  const rich = await withMarkup(t, shown);
  const ofRich = shown.filter((item) => rich.includes(String(idOf(item)))).map((item) => item.ownerId);
  const wanted = new Set([...(await activeUsers(t, strings(ofRich))).slice(0, 4), ...owners.slice(0, 2)]);
  return [...wanted].map((ownerId) => ({ params: { ownerId } }));
}

/** Two pages of a list, and the records that may stand behind them. */
async function pages(t: Context, operationId: string, fields: readonly string[], behind: readonly string[]) {
  const [names, size, told] = [queryOf(operationId), sizeOf(operationId), await toldFields(t, operationId, fields)];
  const query = {
    ...(told !== undefined && { fields: told }),
    ...(size && { [size]: String(DEFAULT_PAGE) }),
    ...(names.includes('sort') && { sort: 'id' }),
  };
  const found: RequestInput[] = [{ query }];
  if (names.includes('skip')) found.push({ query: { ...query, skip: String(DEFAULT_PAGE) } });
  if (names.includes('filter') && behind.length > 0)
    found.push({ query: { ...query, filter: JSON.stringify({ _id: { $in: behind } }) } });
  return found;
}

/** Requests that show the records of an operation: pages of a list, or reads of single records by id. */
async function requests(t: Context, operationId: string): Promise<RequestInput[]> {
  const kindName = kindAnswered(operationId);
  const facts = (t.fixtures.facts.texts ?? []).filter(({ resource }) => resource === kindName);
  // Records of fixtures are found also where those that many runs have left fill the pages.
  const named = [...new Set(facts.map(({ id }) => id))];
  const known = [...new Set([...named, ...(t.fixtures.ids[kindName] ?? [])])];
  const own = strings([(await made(t, kindName))?.id]);
  if (operationId.endsWith('.get'))
    return readsById(
      t,
      kindName,
      own,
      known.slice(0, Math.max(MOST_READ.least, Math.min(named.length, MOST_READ.named))),
    );
  if (operationId === 'metrics.byOwner') return readsByOwner(t);
  const fields = facts.map(({ field }) => field);
  return pages(t, operationId, fields, [...known.slice(0, 20), ...own]);
}

export interface FormReading {
  /** By id, with the answer that shows it. */
  records: ReadonlyMap<string, { record: JsonRecord; answer: Answer }>;
}

/** Every record that an operation shows, in one form. */
export async function reading(t: Context, operationId: string, form: Form): Promise<FormReading> {
  const asked = await t.once(`formatting/${operationId}`, () => requests(t, operationId));
  const inForm = (input: RequestInput) => ({ ...input, query: { ...input.query, ...formQuery(form) } });
  const answers = await Promise.all(
    asked.map(async (input) => {
      // What a filter finds besides comes on top: whether filters work is judged elsewhere.
      if (input.query?.filter !== undefined) return t.send(operationId, inForm(input));
      if (input.params === undefined) return t.ok(operationId, inForm(input));
      // Others may have deleted the record since it was listed.
      const answer = await t.send(operationId, inForm(input));
      return answer.ok || answer.status === 404 ? answer : t.ok(operationId, inForm(input));
    }),
  );
  const records = new Map<string, { record: JsonRecord; answer: Answer }>();
  for (const answer of answers) {
    for (const record of recordsShown(answer)) {
      const id = idOf(record);
      if (typeof id === 'string' && !records.has(id)) records.set(id, { record, answer });
    }
  }
  return { records };
}

/** Paths of the texts of a record, with what they are. */
function pathsOf(
  record: JsonRecord,
  operationId: string,
  names: readonly string[],
  given: readonly string[],
): [string, Category][] {
  const custom = new Set([...names.flatMap((name) => placesOf(record, name)), ...given]);
  const kindName = kindAnswered(operationId);
  const own = (listFacts.texts[kindName] ?? [])
    .filter((name) => typeof record[name] === 'string')
    .map((name): [string, Category] => [name, name as Category]);
  const listed = own.map(([path]) => path);
  return [
    ...own,
    ...[...custom].filter((path) => !listed.includes(path)).map((path): [string, Category] => [path, 'customField']),
  ];
}

/** Every record that an operation shows, in each form, and without formatting once more when all others were asked for. */
interface Forms {
  none: FormReading;
  markup: FormReading;
  plain: FormReading;
  after: FormReading;
}

/** Every text that an operation shows in all three forms. */
async function textsIn(
  t: Context,
  operationId: string,
  { none, markup, plain }: Omit<Forms, 'after'>,
): Promise<Text[]> {
  const kindName = kindAnswered(operationId);
  const [own, names] = await Promise.all([made(t, kindName), areas(t)]);
  const facts = (t.fixtures.facts.texts ?? []).filter(({ resource }) => resource === kindName);
  return [...none.records].flatMap(([id, { record, answer }]) => {
    const [marked, bare] = [markup.records.get(id), plain.records.get(id)];
    if (!marked || !bare) return [];
    const given = facts.filter((fact) => fact.id === id);
    return pathsOf(
      record,
      operationId,
      names,
      // What the fixtures know of, and the target shows in no form, cannot be judged: fields may be absent.
      given
        .map(({ field }) => field)
        .filter((field) => [record, marked.record, bare.record].some((shown) => textAt(shown, field) !== '')),
    ).map(([path, category]): Text => {
      const fact = given.find(({ field }) => field === path);
      return {
        id,
        path,
        category,
        none: textAt(record, path),
        markup: textAt(marked.record, path),
        plain: textAt(bare.record, path),
        stored: own?.id === id && own.path === path ? own.stored : fact?.mentionsMarkup,
        given: fact?.plainText,
        exchange: { none: answer, markup: marked.answer, plain: bare.answer },
      };
    });
  });
}

const inTwo = async (t: Context, operationId: string): Promise<Pick<Forms, 'markup' | 'plain'>> => {
  const [markup, plain] = await Promise.all([reading(t, operationId, 'markup'), reading(t, operationId, 'plain')]);
  return { markup, plain };
};

/** Reads every text of an operation in all three forms. */
export async function readTexts(t: Context, operationId: string): Promise<Text[]> {
  const [none, others] = await Promise.all([reading(t, operationId, 'none'), inTwo(t, operationId)]);
  return textsIn(t, operationId, { none, ...others });
}

/** What the batch first read in each form, once the text of the record which was made for this is among it. */
export const inEachForm = (t: Context, operationId: string): Promise<Forms & { texts: readonly Text[] }> =>
  t.once(`in each form/${operationId}`, async () => {
    const own = await made(t, kindAnswered(operationId));
    const read = async (s: Context) => {
      const none = await reading(s, operationId, 'none');
      const others = await inTwo(s, operationId);
      const after = await reading(s, operationId, 'none');
      return { none, ...others, after, texts: await textsIn(s, operationId, { none, ...others }) };
    };
    const isThere = ({ texts }: { texts: readonly Text[] }) =>
      own === undefined || texts.some(({ id }) => id === own.id);
    let found = await read(t);
    if (!isThere(found))
      await stillWrong(t, async (s) => {
        found = await read(remembering(s, t));
        return isThere(found) ? undefined : own;
      });
    return found;
  });

/** The texts as the batch first read them. */
export const texts = async (t: Context, operationId: string): Promise<readonly Text[]> =>
  (await inEachForm(t, operationId)).texts;

/** The form with markup as it is known best. */
export const source = ({ stored, markup, none }: Text): string =>
  stored ?? (markup.length >= none.length ? markup : none);
