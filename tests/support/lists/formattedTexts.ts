/** Texts that parameter formatting concerns, read in each of its forms: of the data, of the fixtures, and of records made for it. */

import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import { at, type Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { idOf, itemsOf, required } from '../records/answers.ts';
import { bodies } from '../records/bodies.ts';
import { tryMake } from '../records/creating.ts';
import { ids } from '../records/identifiers.ts';
import { hasMarkup, type Mention, mentionText } from './plainText.ts';
import { queryOf, readKind, sizeOf } from './readList.ts';

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

/** Kind of the records that an operation answers with, as the fixtures call it. */
export const KIND_OF: Readonly<Record<string, string>> = {
  'kpis.get': 'kpi',
  'users.list': 'user',
  'users.get': 'user',
  'roles.list': 'role',
  'tasks.list': 'task',
  'tasks.get': 'task',
  'metrics.list': 'metric',
  'metrics.byOwner': 'metric',
  'announcements.list': 'announcement',
  'announcements.get': 'announcement',
};

/** Fields of text that the specification names for the records of a kind. */
const TEXTS: Readonly<Record<string, readonly Category[]>> = {
  kpi: ['description'],
  role: ['description'],
  task: ['description'],
  metric: ['description', 'goalDescription'],
  announcement: ['comment'],
};

const FORMS = { none: undefined, markup: 'mentionsMarkup', plain: 'plainText' } as const;
export type Form = keyof typeof FORMS;

/** The query that asks for a form. */
export const formQuery = (form: Form): Record<string, string> => (FORMS[form] ? { formatting: FORMS[form] } : {});

/** Names of the custom fields that hold text areas. */
function areas(t: Context): Promise<readonly string[]> {
  return t.once('text areas', async () => {
    if (!t.claims('customFields')) return [];
    // Where listing them fails, the fields that fixtures name have to do; that it succeeds is judged elsewhere.
    const items = await readKind(fresh(t), 'customField').then(
      (found) => found.items,
      (error: unknown) => {
        if (error instanceof NotTested) return [];
        throw error;
      },
    );
    return items.flatMap(({ name, visualizationKind }) =>
      typeof name === 'string' && /\.textarea$/i.test(String(visualizationKind)) ? [name] : [],
    );
  });
}

export const textAt = (record: JsonRecord | undefined, path: string): string => {
  let value: unknown = record;
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Where a record holds the value of a custom field: under its name, at the top or in one object of values. */
function placesOf(record: JsonRecord, name: string): string[] {
  if (typeof record[name] === 'string') return [name];
  return Object.entries(record).flatMap(([key, inner]) =>
    isRecord(inner) && typeof inner[name] === 'string' ? [`${key}.${name}`] : [],
  );
}

/** Two people to mention, as the account has them. */
async function people(t: Context): Promise<Mention[]> {
  const users = itemsOf((await t.send('users.list', required('users.list'))).json);
  const found = users.flatMap(({ id, name, email, firstName, lastName }) => {
    const shown = typeof name === 'string' ? name : `${firstName} ${lastName}`;
    const fit = typeof id === 'string' && typeof email === 'string' && /^[A-Za-z]+( [A-Za-z]+)+$/.test(shown);
    return fit && /^[^\s:[\]]+$/.test(`${id}${email}`) ? [{ id, name: shown, email }] : [];
  });
  const [first] = t.fixtures.ids.user ?? [];
  const invented = { id: first ?? 'someone', name: 'Ann Example', email: 'ann@example.com' };
  return [found[0] ?? invented, found[1] ?? found[0] ?? invented];
}

/** A text with everything that plainText changes: mentions at its ends, alone and side by side, marks of every kind. */
export function richText([a, b]: readonly Mention[], marker: string): string {
  const [one, two] = [mentionText(a as Mention), mentionText(b as Mention)];
  return [
    `${one} asks **about costs** and _plans_ of ${marker}.`,
    '# Heading of it',
    `See \`design file\` and [the page](https://example.com/plan) with ${two}${one}, *soon* and **twice** over.`,
    `The last word has ${two}`,
  ].join('\n\n');
}

/** Makes one record with such a text, where the API can; undefined where it cannot or may not. */
function made(t: Context, kindName: string): Promise<{ id: string; path: string; stored: string } | undefined> {
  return t.once(`rich ${kindName}`, async () => {
    const group = `${kindName}s`;
    if (!t.settings.allowWrites || !t.claims(group) || !['task', 'announcement'].includes(kindName)) return undefined;
    const path = kindName === 'task' ? 'description' : 'comment';
    try {
      const stored = richText(await people(t), t.names.next('text'));
      const body = { ...(await (bodies[kindName] ?? standIns[kindName])?.(t)), [path]: stored };
      const found = await tryMake(t, kindName, body);
      return 'kindName' in found ? { id: found.id, path, stored } : undefined;
    } catch (error) {
      // Then the texts of the data have to do.
      if (error instanceof NotTested) return undefined;
      throw error;
    }
  });
}

const idFor = async (t: Context, kindName: string): Promise<string> => (await ids(t, kindName))[0] as string;

const standIns: Readonly<Record<string, (t: Context) => Promise<JsonRecord>>> = {
  task: async (t) => ({
    name: t.names.next('task'),
    ownerId: await idFor(t, 'user'),
    parentId: await idFor(t, 'goal'),
    parentType: 'goal',
    status: 'todo',
  }),
  announcement: async (t) => ({
    announcementTargetId: await idFor(t, 'goal'),
    announcementType: 'news',
    authorID: await idFor(t, 'user'),
    notificationStrategy: 'watchers',
    notify: [],
  }),
};

const PAGE = 100;

/** Requests that show the records of an operation: pages of a list, or reads of single records by id. */
async function requests(t: Context, operationId: string): Promise<RequestInput[]> {
  const kindName = KIND_OF[operationId] as string;
  const known = (t.fixtures.facts.texts ?? []).filter(({ resource }) => resource === kindName).map(({ id }) => id);
  const own = (await made(t, kindName))?.id;
  if (operationId.endsWith('.get')) {
    const list = kind(kindName).list;
    const shown = list ? itemsOf((await t.send(list, required(list))).json) : [];
    const rich = shown.filter((item) => ['description', 'comment'].some((path) => hasMarkup(textAt(item, path))));
    const others = rich.map(idOf).filter((id) => typeof id === 'string');
    const first = known.length + others.length === 0 ? await ids(t, kindName) : [];
    const all = [...(own ? [own] : []), ...known.slice(0, 12), ...others.slice(0, 4), ...first.slice(0, 6)];
    const wanted = [...new Set(all)];
    return wanted.map((id) => at(kindName, id));
  }
  if (operationId === 'metrics.byOwner') {
    const owners = await ids(t, 'metricOwner').catch(() => []);
    const metrics = itemsOf((await t.send('metrics.list')).json).filter((item) => typeof item.ownerId === 'string');
    const rich = metrics.filter((item) => hasMarkup(textAt(item, 'description'))).map((item) => item.ownerId as string);
    return [...new Set([...rich.slice(0, 4), ...owners.slice(0, 2)])].map((ownerId) => ({ params: { ownerId } }));
  }
  const names = queryOf(operationId);
  const size = sizeOf(operationId);
  const told = required(operationId).query?.fields;
  const named = (t.fixtures.facts.texts ?? [])
    .filter(({ resource }) => resource === kindName)
    .map(({ field }) => field);
  const query = {
    ...(told && { fields: [...new Set([told, ...named, ...(await areas(t))])].join(',') }),
    ...(size && { [size]: String(PAGE) }),
    ...(names.includes('sort') && { sort: 'id' }),
  };
  const pages: RequestInput[] = names.includes('skip')
    ? [{ query }, { query: { ...query, skip: String(PAGE) } }]
    : [{ query }];
  const beyond = [...known.slice(0, 20), ...(own ? [own] : [])];
  if (names.includes('filter') && beyond.length > 0)
    pages.push({ query: { ...query, filter: JSON.stringify({ _id: { $in: beyond } }) } });
  return pages;
}

const recordsOf = (operationId: string, { json }: Answer): JsonRecord[] =>
  operationId.endsWith('.get') ? (isRecord(json) ? [json] : []) : itemsOf(json);

export interface Reading {
  /** By id, with the answer that shows it. */
  records: ReadonlyMap<string, { record: JsonRecord; answer: Answer }>;
}

/** Every record that an operation shows, in one form. */
export async function reading(t: Context, operationId: string, form: Form): Promise<Reading> {
  const asked = await t.once(`formatting/${operationId}`, () => requests(t, operationId));
  const answers = await Promise.all(
    asked.map((input) => {
      const whole = { ...input, query: { ...input.query, ...formQuery(form) } };
      // What a filter finds besides comes on top: whether filters work is judged elsewhere.
      return input.query?.filter === undefined ? t.ok(operationId, whole) : t.send(operationId, whole);
    }),
  );
  const records = new Map<string, { record: JsonRecord; answer: Answer }>();
  for (const answer of answers) {
    for (const record of recordsOf(operationId, answer)) {
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
  const kindName = KIND_OF[operationId] as string;
  const own = (TEXTS[kindName] ?? [])
    .filter((name) => typeof record[name] === 'string')
    .map((name): [string, Category] => [name, name]);
  const listed = own.map(([path]) => path);
  return [
    ...own,
    ...[...custom].filter((path) => !listed.includes(path)).map((path): [string, Category] => [path, 'customField']),
  ];
}

/** Reads every text of an operation in all three forms. */
export async function readTexts(t: Context, operationId: string): Promise<Text[]> {
  const kindName = KIND_OF[operationId] as string;
  const own = await made(t, kindName);
  const facts = (t.fixtures.facts.texts ?? []).filter(({ resource }) => resource === kindName);
  const [names, none, markup, plain] = await Promise.all([
    areas(t),
    reading(t, operationId, 'none'),
    reading(t, operationId, 'markup'),
    reading(t, operationId, 'plain'),
  ]);
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

/** The texts as the batch first read them. */
export const texts = (t: Context, operationId: string): Promise<Text[]> =>
  t.once(`texts/${operationId}`, () => readTexts(t, operationId));

/** The form with markup as it is known best. */
export const source = ({ stored, markup, none }: Text): string =>
  stored ?? (markup.length >= none.length ? markup : none);
