/**
 * Bodies that the specification leaves open and the fixtures do not give: tried once with fields that it shows of the record,
 * and used from then on only if the target has made a record of them that can be seen. A refusal says nothing.
 */
import { isRecord, type JsonRecord, kind, operations } from '../../../schemas/contract.ts';
import { lacking } from '../domain/facts.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { withValues } from './givenBodies.ts';
import { create, madeBy } from './openCreations.ts';
import type { Templates } from './templates.ts';

interface Guess {
  kindName: string;
  body: (t: Context) => Promise<unknown>;
}

/** What is tried; a user on whom the body for several rests is one that is known to be taken. */
const GUESSES: Readonly<Record<string, Guess>> = {
  createRole: { kindName: 'role', body: async () => ({ name: '{{unique}}', description: '{{unique}}' }) },
  createUser: {
    kindName: 'user',
    body: async () => ({ email: '{{email}}', firstName: '{{unique}}', lastName: '{{unique}}' }),
  },
  createUsers: {
    kindName: 'user',
    body: async (t) => {
      const one = await bodyTemplate(t, 'createUser');
      return isRecord(one) && JSON.stringify(one).includes('{{') ? [one, one] : undefined;
    },
  },
};

interface Learned {
  template: unknown;
  /** What the body said of the first record that it made. */
  sent: JsonRecord;
}

/** What a process has learned of its target, by the name of the body: trying leaves records behind, so it is done once. */
const memory = new WeakMap<object, Map<string, Promise<Learned | undefined>>>();

const plain = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** Those keys of a template that the target does not turn into something else: what it makes of the others is its own. */
function kept(template: unknown, sent: JsonRecord, shown: readonly JsonRecord[]): unknown {
  if (Array.isArray(template)) return template.map((entry) => kept(entry, sent, shown));
  const other = (key: string) => shown.some((record) => key in record && plain(record[key]) !== plain(sent[key]));
  return Object.fromEntries(Object.entries(template as JsonRecord).filter(([key]) => !other(key)));
}

async function tried(t: Context, { kindName, body }: Guess): Promise<Learned | undefined> {
  const template = await body(t);
  if (template === undefined || !t.settings.allowWrites) return undefined;
  const creation = await create(t, kindName, kind(kindName).create as string, await withValues(t, template, {}));
  const made = madeBy(t, creation);
  const [first] = made;
  if (!creation.answer.ok || !first || new Set(made.map(({ id }) => id)).size !== creation.entries.length)
    return undefined;
  const listed = creation.after.items.filter(({ id }) => id === first.id);
  return { template: kept(template, first.sent, [first.record, ...listed]), sent: first.sent };
}

/** What the target has taught of a body that the fixtures do not give; undefined where it has not. */
export async function learned(t: Context, name: string): Promise<Learned | undefined> {
  const guess = GUESSES[name];
  if (t.fixtures.bodies[name] !== undefined || guess === undefined) return undefined;
  const known = memory.get(t.fixtures) ?? new Map<string, Promise<Learned | undefined>>();
  memory.set(t.fixtures, known);
  const found = known.get(name) ?? unlessUntested(tried(t, guess), undefined);
  known.set(name, found);
  return found;
}

/** A body before its templates are filled in: of the fixtures, else one that the target has taken. */
export const bodyTemplate = async (t: Context, name: string): Promise<unknown> =>
  t.fixtures.bodies[name] ?? (await learned(t, name))?.template;

/** A body of the fixtures, else one that the target has taken, with its templates filled in; undefined without either. */
export async function knownBody(t: Context, name: string, values: Partial<Templates> = {}): Promise<unknown> {
  const template = await bodyTemplate(t, name);
  return template === undefined ? undefined : withValues(t, template, values);
}

/** A template whose free texts are all the suite's own: who gives a fixed text for one takes others, too. */
function freed(template: unknown, texts: readonly string[]): unknown {
  if (Array.isArray(template)) return template.map((entry) => freed(entry, texts));
  if (!isRecord(template)) return template;
  const isFixed = (key: string, value: unknown) =>
    texts.includes(key) && typeof value === 'string' && value !== '' && !value.includes('{{');
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, isFixed(key, value) ? '{{unique}}' : freed(value, texts)]),
  );
}

/** The same as `knownBody`, with texts of the suite also where the fixtures fix the free text of a record. */
export async function freeBody(
  t: Context,
  name: string,
  kindName: string,
  values: Partial<Templates>,
): Promise<unknown> {
  const { sent = {} } = kind(kindName);
  const texts = Object.keys(sent).filter((field) => sent[field]?.text);
  const template = await bodyTemplate(t, name);
  return template === undefined ? undefined : withValues(t, freed(template, texts), values);
}

/** A body with another text in each free text that does not name the record. */
export function retold(body: unknown, kindName: string, text: string): unknown {
  if (Array.isArray(body)) return body.map((entry) => retold(entry, kindName, text));
  if (!isRecord(body)) return body;
  const { sent = {}, marker } = kind(kindName);
  const isText = (key: string, value: unknown) => key !== marker && sent[key]?.text && typeof value === 'string';
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isText(key, value) ? text : retold(value, kindName, text)]),
  );
}

/** A body without its free texts, but for what names the record; the same where it has none. */
export function withoutTexts(body: unknown, kindName: string): unknown {
  if (!isRecord(body)) return body;
  const { sent = {}, marker } = kind(kindName);
  return Object.fromEntries(Object.entries(body).filter(([key]) => key === marker || !sent[key]?.text));
}

/** The kind without which a body makes no sense: that which its operation acts on. */
function neededKind(name: string): string | undefined {
  const by = operations.find(({ fixtureBody }) => fixtureBody === name);
  return by?.needs ?? by?.parameters.findLast(({ idKind }) => idKind)?.idKind;
}

/** An open body; NotTested where neither the fixtures give it nor the target takes what is tried. */
export async function neededBody(t: Context, name: string, values: Partial<Templates> = {}): Promise<unknown> {
  const body = await knownBody(t, name, values);
  if (body !== undefined) return body;
  const reason = 'the specification leaves a body open that the fixtures do not give';
  const remedy = `FIXTURES: bodies.${name}`;
  const needed = neededKind(name);
  throw needed === undefined ? new NotTested(reason, remedy) : lacking(t, [needed], reason, remedy);
}
