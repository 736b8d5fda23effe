/** Parameter formatting of every operation that lists it. Section "Resources / Conventions" (formatting). */
import { requirement } from '../../schemas/contract.ts';
import { type Batch, type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { idOf } from '../support/collections.ts';
import { firstDifference } from '../support/compare.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import {
  type Category,
  type Form,
  formQuery,
  KIND_OF,
  reading,
  readTexts,
  source,
  type Text,
  textAt,
  texts,
} from '../support/formattedTexts.ts';
import { ask, blame, lists, onEach, type Wrong } from '../support/lists.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import {
  collapsed,
  hasMarkup,
  isBare,
  keepsWords,
  markLeft,
  marksIn,
  mentionProblem,
  mentionsIn,
} from '../support/plainText.ts';
import { ids, isRecord, itemsOf, required, supportedTypes } from '../support/subjects.ts';

/** Texts that the specification names in so many words. */
const NAMED: readonly Category[] = ['description', 'comment', 'customField'];

const remedy = (operationId: string, what: string) =>
  `FIXTURES: facts.texts with ${what} of a ${KIND_OF[operationId]}, or such a record in the account`;

const RETRIES = 2;

/** Judges every text that fits; before it blames, it reads again and leaves out what others have changed. */
async function expectTexts(
  t: Context,
  operationId: string,
  what: string,
  fits: (text: Text) => boolean,
  wrong: (text: Text) => Wrong | undefined,
  categories: readonly Category[] = NAMED,
): Promise<void> {
  const judge = (all: readonly Text[]) => {
    const fitting = all.filter((text) => categories.includes(text.category) && fits(text));
    if (fitting.length === 0) throw new NotTested(`${operationId} shows no ${what}`, remedy(operationId, what));
    for (const text of fitting) {
      const found = wrong(text);
      if (found) return { at: `/${text.path.replaceAll('.', '/')}`, ...found };
    }
    return undefined;
  };
  let found = judge(await texts(t, operationId));
  for (let tries = 0; found && tries < RETRIES; tries++) {
    const read = await readTexts(t, operationId);
    const again = new Map((await readTexts(t, operationId)).map((text) => [`${text.id} ${text.path}`, text]));
    const still = read.filter(({ id, path, none }) => again.get(`${id} ${path}`)?.none === none);
    found = judge(still);
  }
  if (found) blame(found);
}

const rich = (text: Text) => hasMarkup(source(text));

/** A text with markup must not come as it is stored, and must come without its mentions and marks, with its words. */
function wrongPlain(text: Text): Wrong | undefined {
  const markup = source(text);
  const mention = mentionProblem(markup, text.plain);
  const mark = markLeft(markup, text.plain);
  if (!mention && mark === undefined && keepsWords(markup, text.plain)) return undefined;
  return {
    message: `${text.path} is not turned into plain text`,
    expected: `the text without its markup: ${markup}`,
    received: text.plain,
    exchange: text.exchange.plain,
  };
}

const concerns = (id: string, title: string, category: Category, what: string): Check[] =>
  onEach(id, title, (t, operationId) => expectTexts(t, operationId, what, rich, wrongPlain, [category]));

/** Whether custom fields can apply to records of a kind, as far as the names of the supported types say. */
async function hasCustomFields(t: Context, kindName: string): Promise<boolean> {
  if (!t.claims('customFields')) return true;
  const names: Readonly<Record<string, RegExp>> = { role: /role/i, announcement: /announc/i };
  const types = await supportedTypes(t);
  return types.some((type) => (names[kindName] ?? /./).test(type));
}

const same = (a: string, b: string) => a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim();

const values: Check[] = [
  ...onEach('lists.formatting-default', 'the default is mentionsMarkup', (t, operationId) =>
    expectTexts(t, operationId, 'text with markup', rich, (text) =>
      text.none === text.markup
        ? undefined
        : {
            message: `without formatting ${text.path} comes in another form than with mentionsMarkup`,
            expected: text.markup,
            received: text.none,
            exchange: text.exchange.none,
          },
    ),
  ),

  ...onEach('lists.formatting-markup', 'mentionsMarkup gives markdown and mentions', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with markup that is known',
      ({ stored }) => stored !== undefined && hasMarkup(stored),
      ({ stored = '', markup, path, exchange }) =>
        same(stored, markup)
          ? undefined
          : {
              message: `mentionsMarkup does not give ${path} with its markup`,
              expected: stored,
              received: markup,
              exchange: exchange.markup,
            },
    ),
  ),

  ...onEach('lists.formatting-mentions', 'plainText turns mentions into @ and the name', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with a mention',
      (text) => mentionsIn(source(text)).length > 0,
      (text) => {
        const problem = mentionProblem(source(text), text.plain);
        return problem === undefined
          ? undefined
          : {
              message: `plainText does not turn a mention into @ and the display name: ${problem}`,
              expected: mentionsIn(source(text)).map(({ name }) => `@${name}`),
              received: text.plain,
              exchange: text.exchange.plain,
            };
      },
    ),
  ),

  ...onEach('lists.formatting-markdown', 'plainText leaves no markdown', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with markdown',
      (text) => marksIn(source(text)).length > 0,
      (text) => {
        const left = markLeft(source(text), text.plain);
        return left === undefined
          ? undefined
          : {
              message: 'plainText leaves markdown',
              expected: `${text.path} without ${left}`,
              received: text.plain,
              exchange: text.exchange.plain,
            };
      },
    ),
  ),

  ...onEach('lists.formatting-words', 'plainText keeps the words', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with markup',
      () => true,
      (text) => {
        const markup = source(text);
        if (text.given !== undefined && collapsed(text.given) !== collapsed(text.plain))
          return {
            message: 'plainText gives another text than the fixtures say',
            expected: text.given,
            received: text.plain,
            exchange: text.exchange.plain,
          };
        const bare = isBare(markup) && collapsed(markup) !== collapsed(text.plain);
        if (!bare && keepsWords(markup, text.plain)) return undefined;
        return {
          message: bare
            ? 'plainText changes a text without markup'
            : 'plainText does not keep the words of a text, all and in their order',
          expected: markup,
          received: text.plain,
          exchange: text.exchange.plain,
        };
      },
    ),
  ),

  ...concerns(
    'lists.formatting-description',
    'formatting concerns the description',
    'description',
    'description with markup',
  ),
  ...concerns('lists.formatting-comment', 'formatting concerns the comment', 'comment', 'comment with markup'),
  ...onEach('lists.formatting-custom-fields', 'formatting concerns text areas', async (t, operationId) => {
    const found = await texts(t, operationId);
    const kindName = KIND_OF[operationId] as string;
    if (!found.some(({ category }) => category === 'customField') && !(await hasCustomFields(t, kindName)))
      throw new NotApplicable(`supported-types names no type that stands for a ${kindName}: it has no custom fields`);
    await expectTexts(t, operationId, 'text-area custom field with markup', rich, wrongPlain, ['customField']);
  }),
  ...concerns(
    'lists.formatting-goal-description',
    'formatting concerns the goal description',
    'goalDescription',
    'goalDescription with markup',
  ),
];

/** Operations that show the same records. */
const VIEWS: readonly (readonly [string, string])[] = [
  ['tasks.list', 'tasks.get'],
  ['users.list', 'users.get'],
  ['announcements.list', 'announcements.get'],
  ['metrics.list', 'metrics.byOwner'],
];

const FORMS = ['none', 'markup', 'plain'] as const;

const views: Check[] = VIEWS.map((pair) =>
  check(
    `${pair.join(' and ')}: the same texts in the same form`,
    'lists.formatting-views-agree',
    async (t) => {
      const compare = (a: readonly Text[], b: readonly Text[]): Wrong | undefined => {
        const others = new Map(b.map((text) => [`${text.id} ${text.path}`, text]));
        const both = a.flatMap((text) => {
          const other = others.get(`${text.id} ${text.path}`);
          return other && rich(text) ? [[text, other] as const] : [];
        });
        if (both.length === 0)
          throw new NotTested('no record with markup is shown by both', remedy(pair[0], 'a text with markup'));
        for (const [text, other] of both) {
          const form = FORMS.find((name) => collapsed(text[name]) !== collapsed(other[name]));
          if (form)
            return {
              message: `${pair[1]} gives ${text.path} of a record in another form than ${pair[0]}`,
              expected: text[form],
              received: other[form],
              exchange: other.exchange[form],
            };
        }
        return undefined;
      };
      let found = compare(...(await Promise.all([texts(t, pair[0]), texts(t, pair[1])])));
      for (let tries = 0; found && tries < RETRIES; tries++)
        found = compare(...(await Promise.all([readTexts(t, pair[0]), readTexts(t, pair[1])])));
      if (found) blame(found);
    },
    pair,
  ),
);

/** The record without texts that people write: ids, numbers, booleans and dates. */
function bones(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => bones(inner, name));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bones(inner, key)]));
  return typeof value === 'string' && !/^_?id$|Ids?$|date|At$|^email$|^status$/i.test(name) ? '' : value;
}

const onlyTexts = onEach('lists.formatting-only', 'formatting changes texts alone', async (t, operationId) => {
  const look = async () => {
    const before = await reading(t, operationId, 'none');
    const [markup, plain] = [await reading(t, operationId, 'markup'), await reading(t, operationId, 'plain')];
    return { before, after: await reading(t, operationId, 'none'), markup, plain };
  };
  const wrong = ({ before, after, markup, plain }: Awaited<ReturnType<typeof look>>): Wrong | undefined => {
    if (before.records.size === 0)
      throw new NotTested(`${operationId} shows no records`, remedy(operationId, 'a text'));
    for (const [id, { record, answer }] of before.records) {
      const later = after.records.get(id);
      const stored = later && firstDifference(record, later.record);
      if (stored)
        return { message: 'after it was read as plain text, a record has changed', ...stored, exchange: later.answer };
      for (const form of [markup, plain]) {
        const other = form.records.get(id);
        if (!other)
          return {
            message: 'with formatting a record is not there',
            expected: id,
            received: 'not there',
            exchange: answer,
          };
        const found = firstDifference(bones(record), bones(other.record));
        if (found) return { message: 'formatting changes more than texts', ...found, exchange: other.answer };
      }
    }
    return undefined;
  };
  let found = wrong(await look());
  for (let tries = 0; found && tries < RETRIES; tries++) found = wrong(await look());
  if (found) blame(found);
});

const beside = onEach(
  'lists.formatting-together',
  'formatting holds beside other parameters',
  async (t, operationId) => {
    const fitting = (all: readonly Text[]) =>
      all.filter((text) => NAMED.includes(text.category) && rich(text) && !text.path.includes('.'));
    const wrong = async (text: Text): Promise<Wrong | undefined> => {
      const asked = [
        { filter: { _id: text.id } },
        { fields: text.path, filter: { _id: text.id } },
        { fields: text.path, sort: '-id', size: 5, filter: { _id: { $in: [text.id] } } },
      ];
      for (const form of ['plain', 'markup'] as const) {
        const pages = await Promise.all(
          asked.map((query) => ask(t, operationId, { ...withText(operationId, text), ...query, ...formQuery(form) })),
        );
        for (const { items, answer } of pages) {
          const record = items.find((item) => idOf(item) === text.id);
          const shown = textAt(record, text.path);
          if (shown !== text[form])
            return {
              message: `formatting does not hold beside other parameters: ${text.path} comes in another form`,
              expected: text[form],
              received: record === undefined ? 'no such record' : shown,
              at: `/${text.path}`,
              exchange: answer,
            };
        }
      }
      return undefined;
    };
    const [text] = fitting(await texts(t, operationId));
    if (!text)
      throw new NotTested(`${operationId} shows no text with markup`, remedy(operationId, 'a text with markup'));
    let found = await wrong(text);
    // Another client may have changed or deleted the record since.
    for (let tries = 0; found && tries < RETRIES; tries++) {
      const [again] = fitting(await readTexts(t, operationId));
      found = again && (await wrong(again));
    }
    if (found) blame(found);
  },
);

/** A list that is told its fields must be told of the text, too. */
const withText = (operationId: string, { path }: Text) => (required(operationId).query ? { fields: `id,${path}` } : {});

async function single(
  t: Context,
  operationId: string,
  query: Record<string, string>,
): Promise<{ answer: Answer; record: JsonRecord | undefined }> {
  const kindName = KIND_OF[operationId] as string;
  const params = operationId.endsWith('.get')
    ? at(kindName, (await ids(t, kindName))[0] as string).params
    : operationId === 'metrics.byOwner'
      ? { ownerId: (await ids(t, 'metricOwner'))[0] as string }
      : {};
  const answer = await t.send(operationId, { params, query: { ...required(operationId).query, ...query } });
  return {
    answer,
    record: operationId.endsWith('.get') && isRecord(answer.json) ? answer.json : itemsOf(answer.json)[0],
  };
}

/** Dotted paths of texts with markup anywhere in a value. */
function richPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hasMarkup(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((inner) => richPaths(inner, `${path}[]`));
  return isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => richPaths(inner, path ? `${path}.${key}` : key))
    : [];
}

const open: Check[] = [
  ...onEach('lists.formatting-other-texts', 'which further texts are formatted', async (t, operationId) => {
    const [markup, plain] = await Promise.all(
      (['markup', 'plain'] as const).map((form: Form) => reading(t, operationId, form)),
    );
    const paths = (from: typeof markup) =>
      [...(from?.records.values() ?? [])].flatMap(({ record }) => richPaths(record));
    const [before, after] = [new Set(paths(markup)), new Set(paths(plain))];
    return { formatted: [...before].filter((path) => !after.has(path)), left: [...after] };
  }),
  ...onEach('lists.formatting-rest', 'what plainText makes of other marks', async (t, operationId) => {
    const found = await texts(t, operationId);
    const other = found.filter((text) => /^\s*([-*+>]|\d+[.)])\s|~~|!\[|<\w|&\w+;|\n/m.test(source(text)));
    return other.slice(0, 3).map(({ markup, plain }) => ({ markup: markup.slice(0, 200), plain: plain.slice(0, 200) }));
  }),
  ...onEach('lists.formatting-values', 'other values of formatting', async (t, operationId) =>
    Promise.all(
      ['plaintext', 'html', ''].map(
        async (formatting) =>
          `${JSON.stringify(formatting)}: answers ${(await single(t, operationId, { formatting })).answer.status}`,
      ),
    ),
  ),
  ...requirement('lists.formatting-not-listed').operations.map((operationId) =>
    check(
      `${operationId}: texts where formatting is not listed`,
      'lists.formatting-not-listed',
      (t) => unlisted(t, operationId),
      [operationId],
    ),
  ),
];

async function unlisted(t: Context, operationId: string): Promise<unknown> {
  const kindName = operationId === 'dashboards.get' ? 'dashboard' : 'session';
  const params =
    operationId === 'sessions.list'
      ? {}
      : operationId === 'metrics.byCheckin'
        ? { checkinId: t.fixtures.facts.checkins?.[0]?.checkinId ?? 'none' }
        : at(kindName, (await ids(t, kindName))[0] as string).params;
  const forms = await Promise.all(
    [{}, { formatting: 'plainText' }].map((query) => t.send(operationId, { params, query })),
  );
  const marked = forms.map(({ json }) => [...new Set(richPaths(json))].slice(0, 10));
  return { markup: marked[0], withPlainText: marked[1], listed: lists(operationId, 'formatting') };
}

export const listFormatting: Batch = {
  title: 'Lists: formatting',
  checks: [...values, ...views, ...onlyTexts, ...beside, ...open],
};
