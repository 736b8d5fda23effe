/** Records inside others show what they are by themselves. Section "Resources and their fields / Conventions". */
import {
  type Exchange,
  eachObject,
  isRecord,
  type JsonRecord,
  kindOfResource,
  kinds,
  type Operation,
  recordPlaced,
  resolved,
  resourceOf,
  type Schema,
  withArticle,
  writtenOut,
} from '../../schemas/contract.ts';
import { lastingFields } from '../support/domain/keyResults.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import type { Answer } from '../support/http/client.ts';
import { hasMarkup } from '../support/lists/plainText.ts';
import { readKind } from '../support/lists/readList.ts';
import { idsOf, strings } from '../support/records/answers.ts';
import { variedBy } from '../support/records/varied.ts';
import { peek } from '../support/records/views.ts';
import { disagreement } from '../support/values/agreement.ts';
import { duplicates } from '../support/values/duplicates.ts';
import { exchangeOf } from '../support/values/provenance.ts';
import { bodiesOf, concerns, sent } from './requests.ts';

/** How many records of each kind are read by id. */
const MOST_READ = 6;

/** Fields of which each place may have its own form, or that change without being written. */
const OPEN_FIELDS =
  /^(date|last|color|avatar|picture|type$|dynamicValueType|url$|modifiedById|is(Owner|Switched)$)|(Count|At|On|Info)$/;

/** A record, where it was seen. */
interface View {
  record: JsonRecord;
  exchange?: Exchange | undefined;
}

interface Inner extends View {
  /** The kind of record; that of a summary is told by its type. */
  kindName: string;
}

/** The kind of which a record is; a summary of an assignee may be one of a team, or of what is worked out. */
function kindOf(resource: string, { type }: JsonRecord): string {
  const name = kindOfResource(resource) ?? resource;
  const isItself = name === resource || type === undefined || /user|person|member|employee/i.test(String(type));
  return isItself ? name : `assignee ${type}`;
}

/** The records with ids inside of the records of an answer, from the contract's data. */
export function innerIn({ success }: Operation, json: unknown, exchange: Exchange): Inner[] {
  const schema = success.schema as string;
  const outer = recordPlaced(schema).schema;
  const found: Inner[] = [];
  eachObject(json, resolved({ $ref: schema }, ''), (record, _, placed) => {
    const resource = placed && placed.schema !== outer ? resourceOf(placed) : undefined;
    if (resource !== undefined && typeof record.id === 'string' && record.id !== '')
      found.push({ kindName: kindOf(resource, record), record, exchange });
  });
  return found;
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

/** Whether what two places show of a field is to be one value: who hides a name shows another one. */
function isComparable(field: string, a: unknown, b: unknown): boolean {
  if (OPEN_FIELDS.test(field) || !isPlain(a) || !isPlain(b)) return false;
  return ![a, b].some((value) => typeof value === 'string' && hasMarkup(value));
}

const lowered = (field: string, value: unknown) => (field === 'email' ? String(value).toLowerCase() : value);

/** Judges that two views of one record show the same. */
function expectSame(t: Context, { kindName, record, exchange }: Inner, other: View, where: string): void {
  if (record.obfuscated === true || other.record.obfuscated === true) return;
  for (const [field, value] of Object.entries(record)) {
    if (!isComparable(field, value, other.record[field])) continue;
    const difference = disagreement(lowered(field, other.record[field]), lowered(field, value), `/${field}`);
    const message = `${withArticle(kinds[kindName]?.title ?? kindName)} inside of another record has another ${field} than ${where}`;
    const seen = exchange ?? other.exchange;
    t.judge(difference && { message, ...difference, exchange: seen }, 1);
  }
}

/** Goals as the list of key results tells of them: they have no list of their own. */
async function goalsOfMetrics(t: Context): Promise<ReadonlyMap<unknown, View>> {
  if (!t.claims('metrics')) return new Map();
  const { items } = await unlessUntested(readKind(t, 'metric'), { items: [] });
  return new Map(
    items
      .filter(({ obfuscated }) => obfuscated !== true)
      .map((metric) => {
        const { goalId, goalName: name, goalOwnerId: ownerId, sessionId } = metric;
        return [goalId, { record: { id: goalId, name, ownerId, sessionId }, exchange: exchangeOf(metric) }];
      }),
  );
}

/** The records of a kind by their ids, as its list shows them; none where it has no list. */
async function listed(t: Context, kindName: string): Promise<ReadonlyMap<unknown, View>> {
  if (kindName === 'goal') return goalsOfMetrics(t);
  const { list, id = 'id' } = kinds[kindName] ?? {};
  if (list === undefined || !t.offers(list)) return new Map();
  const { items } = await unlessUntested(readKind(t, kindName), { items: [] });
  return new Map(items.map((record) => [record[id], { record, exchange: exchangeOf(record) }]));
}

async function expectOfKind(t: Context, kindName: string, all: readonly Inner[]): Promise<void> {
  const known = await listed(t, kindName);
  const first = new Map<unknown, Inner>();
  for (const shown of all) {
    const { id } = shown.record;
    const [other, whole] = [first.get(id), known.get(id)];
    const inner = { ...shown, record: lastingFields(shown.record, whole?.record.dynamic) };
    if (other) expectSame(t, inner, other, 'in another place');
    else first.set(id, inner);
    if (whole) expectSame(t, inner, whole, 'in the list');
  }
  const { get } = kinds[kindName] ?? {};
  if (get === undefined || !t.offers(get)) return;
  await Promise.all(
    variedBy([...first.values()], ({ record }) => record, MOST_READ).map(async (inner) => {
      const record = await peek(t, kindName, String(inner.record.id));
      if (record) expectSame(t, inner, { record, exchange: exchangeOf(record) }, 'by itself');
    }),
  );
}

/** Judges that records which are written out are those whose ids stand beside them; an empty list of ids names none. */
function expectBeside(t: Context, all: readonly Inner[]): void {
  for (const { record, exchange } of all)
    for (const [field, beside] of Object.entries(writtenOut)) {
      const ids = [record[beside] ?? []].flat();
      const named = strings(ids).filter((id) => id !== '');
      const shown = idsOf([record[field]].flat().filter(isRecord));
      const isSilent = !Array.isArray(record[beside]) && named.length === 0;
      if (shown.length === 0 || isSilent || named.length < ids.length) continue;
      const other = shown.find((id) => !named.includes(id));
      const message = `${field} shows another record than ${beside} names`;
      const wrong = other !== undefined && { message, expected: named, received: other, at: `/${field}` };
      t.judge(wrong ? { ...wrong, ...(exchange && { exchange }) } : undefined, shown.length);
    }
}

/** A field that shows what another record shows, whose id stands beside it. */
type ShownBy = NonNullable<Schema['x-shown-by']>;

interface Repeated {
  by: ShownBy;
  name: string;
  record: JsonRecord;
  exchange: Exchange;
}

/** The fields of an answer that show what another record shows, and the records of each kind that it shows. */
function repeatedIn({ success }: Operation, exchange: Answer): { repeated: Repeated[]; shown: Map<string, View[]> } {
  const repeated: Repeated[] = [];
  const shown = new Map<string, View[]>();
  eachObject(exchange.json, resolved({ $ref: success.schema as string }, ''), (record, fields, placed) => {
    const resource = placed && resourceOf(placed);
    if (resource === undefined || record.obfuscated === true) return;
    const views = shown.get(resource) ?? [];
    views.push({ record });
    shown.set(resource, views);
    for (const [name, { schema }] of fields ?? []) {
      const by = schema['x-shown-by'];
      if (by && isPlain(record[name])) repeated.push({ by, name, record, exchange });
    }
  });
  return { repeated, shown };
}

/** What the records of a kind show in a field, by their ids: in their list, and in the answers. */
async function valuesById(
  t: Context,
  { kind: kindName, field }: ShownBy,
  all: readonly { shown: ReadonlyMap<string, readonly View[]> }[],
): Promise<Map<unknown, unknown[]>> {
  const known = [...(await listed(t, kindName)).values(), ...all.flatMap(({ shown }) => shown.get(kindName) ?? [])];
  const found = new Map<unknown, unknown[]>();
  for (const { record } of known)
    if (isPlain(record[field])) found.set(record.id, [...(found.get(record.id) ?? []), record[field]]);
  return found;
}

/** Judges fields that show what another record has, such as the session of a parent: this one shows the same. */
async function expectShownBy(t: Context, operation: Operation, answers: readonly Answer[]): Promise<void> {
  const all = answers.map((answer) => repeatedIn(operation, answer));
  const byKind = new Map<string, Map<unknown, unknown[]>>();
  for (const { by, name, record, exchange } of all.flatMap(({ repeated }) => repeated)) {
    const known = byKind.get(`${by.kind} ${by.field}`) ?? (await valuesById(t, by, all));
    byKind.set(`${by.kind} ${by.field}`, known);
    const values = known.get(record[by.id]) ?? [];
    if (values.length === 0) continue;
    const message = `${name} is not the ${by.field} of the ${by.kind} that ${by.id} names`;
    const wrong = { message, expected: values[0], received: record[name], at: `/${name}`, exchange };
    t.judge(values.includes(record[name]) ? undefined : wrong, 1);
  }
}

/** Names of lists of ids. */
const ID_LIST = /Ids$|^(groups|members|watchers)$/;
/** What users have chosen for their view: how often an id stands there is up to them. */
const CHOSEN = 'userSettings';

/** The lists of an answer that may have one record twice, as the contract marks them. */
function repeating({ success }: Operation, json: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  eachObject(json, resolved({ $ref: success.schema as string }, ''), (record, fields) => {
    for (const [name, { schema }] of fields ?? []) if (schema['x-repeats']) found.add(record[name]);
  });
  return found;
}

/** The first record that is twice, and the same, in one list of an answer at any depth, or the first id. */
function twiceIn(value: unknown, open: ReadonlySet<unknown>, name = ''): unknown {
  if (Array.isArray(value)) {
    const isCounted = (one: unknown) =>
      isRecord(one) ? typeof one.id === 'string' : typeof one === 'string' && ID_LIST.test(name);
    const [twice] = duplicates((open.has(value) ? [] : value).filter(isCounted).map((one) => JSON.stringify(one)));
    return twice === undefined
      ? value.map((one) => twiceIn(one, open)).find((found) => found !== undefined)
      : JSON.parse(twice);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .map(([field, inner]) => (field === CHOSEN ? undefined : twiceIn(inner, open, field)))
    .find((found) => found !== undefined);
}

function agrees(operation: Operation): Check {
  return check(
    `${operation.id}: records inside of others show what they show elsewhere`,
    'general.embedded-agree',
    async (t) => {
      const inputs = (await sent(t, operation)).map(({ input }) => input);
      await eventually(t, async (s) => {
        const answers =
          s === t ? await bodiesOf(t, operation) : await Promise.all(inputs.map((input) => s.ok(operation.id, input)));
        const inner = answers.flatMap((answer) => innerIn(operation, answer.json, answer));
        expectBeside(s, inner);
        await expectShownBy(s, operation, answers);
        for (const answer of inner.length > 0 ? answers : []) {
          const received = twiceIn(answer.json, repeating(operation, answer.json));
          const wrong = {
            message: 'a list has one record, or one id, twice',
            expected: 'each once',
            received,
            exchange: answer,
          };
          s.judge(received === undefined ? undefined : wrong, 0);
        }
        const names = new Set(inner.map(({ kindName }) => kindName));
        await Promise.all(
          [...names].map((name) =>
            expectOfKind(
              s,
              name,
              inner.filter(({ kindName }) => kindName === name),
            ),
          ),
        );
      });
      // Whether a record embeds another one is up to the record: here none does.
      if (t.tally.compared === 0)
        throw new NotApplicable(`no record that ${operation.id} shows has one inside that stands elsewhere, too`);
    },
    [operation.id],
  );
}

export const embeddedChecks = (operation: Operation): Check[] =>
  concerns('general.embedded-agree', operation) ? [agrees(operation)] : [];
