/** A create makes a record of its own, whatever its body has in common with that of another one. */

import { type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { firstFound, fresh } from '../support/engine/retry.ts';
import { otherAccount } from '../support/http/actors.ts';
import { at } from '../support/http/at.ts';
import type { Answer } from '../support/http/client.ts';
import { readKind } from '../support/lists/readList.ts';
import { bodies } from '../support/records/bodies.ts';
import { createdIn, type Made, tryMake } from '../support/records/creating.ts';
import { sentFields } from '../support/records/creationErrors.ts';
import { isSurelyUnique } from '../support/records/identifiers.ts';
import { make, makeElsewhere } from '../support/records/subjects.ts';
import { peek } from '../support/records/views.ts';
import { swappedCase } from '../support/values/texts.ts';
import { created } from './created.ts';

/** Judges that the body of another record makes a second one, unless it is refused. */
async function expectTwin(t: Context, kindName: string): Promise<void> {
  const { made, open } = await created(t, kindName);
  const sent = new Set(made.map((one) => JSON.stringify(one.sent)));
  for (const { body, answer, made: twins } of open.filter((one) => sent.has(JSON.stringify(one.body))))
    t.expect(
      !answer.ok || twins.length > 0,
      `${withArticle(kind(kindName).title)} that is sent like another one is no new one`,
      {
        expected: { ...(body as JsonRecord), id: 'a new id' },
        received: answer.json ?? answer.responseBody,
        exchange: answer,
      },
    );
}

/** A record, how it was before a body with its id was sent, and what came of that body. */
interface Renamed {
  known: Made;
  before: JsonRecord;
  answer: Answer;
  /** The record that the body has made, where it has made one. */
  made: Made | undefined;
}

/** A body with the id of the batch's first record, among those that the batch sends: a further record would stay behind. */
async function withFirstId(t: Context, kindName: string): Promise<Renamed> {
  const { made, before, naming } = await created(t, kindName);
  const known = made[0] as Made;
  if (!naming)
    throw new NotTested(`no body with the id of another ${kind(kindName).title} was sent`, 'a body that is an object');
  return { known, before, ...naming };
}

/** The same with a record and a body of its own, both deleted at the end. */
async function withOwnId(t: Context, kindName: string): Promise<Renamed> {
  const { id: field, title } = kind(kindName);
  const known = await make(t, kindName);
  const before = await firstFound(t, (s) => peek(s, kindName, known.id));
  if (!before)
    throw new NotTested(`a created ${title} cannot be read by its id`, 'a target that shows what was created');
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  const result = await tryMake(t, kindName, { ...body, [field]: known.id, _id: known.id });
  return 'kindName' in result
    ? { known, before, answer: result.answer, made: result }
    : { known, before, answer: result, made: undefined };
}

/** Judges that a body with the id of a record does not change that record, whatever becomes of the request. */
async function expectKept(t: Context, kindName: string): Promise<void> {
  const { title, delete: removal } = kind(kindName);
  const { known, before, answer, made } = await (removal === undefined ? withFirstId : withOwnId)(t, kindName);
  const now = (await peek(t, kindName, known.id)) ?? {};
  for (const { shown } of sentFields(kindName).filter((one) => before[one.shown] !== undefined))
    t.field(now, shown, before[shown], `a create whose body has the id of another ${title} has changed that one`);
  t.expect(made?.id !== known.id, `a create gives the id of another ${title}`, {
    expected: 'a new id, or a refusal',
    received: known.id,
    exchange: answer,
  });
}

/** Sends a body: what is answered, and the id of the record in it, whether that is a new one or not. */
async function attempt(t: Context, kindName: string, body: JsonRecord): Promise<{ answer: Answer; id: unknown }> {
  const result = await tryMake(t, kindName, body);
  if ('kindName' in result) return result;
  return { answer: result, id: createdIn(kindName, result.json)[kind(kindName).id] };
}

type Form = (name: string) => string;

const NEAR: readonly Form[] = [swappedCase, (name) => `${name} `, (name) => name.replaceAll(' ', '  ')];

/** Whether the target keeps what sets a name of this form apart: where it drops it, the name is the same one. */
async function keepsForm(t: Context, kindName: string, form: Form): Promise<boolean> {
  const { marker } = kind(kindName);
  const name = form(t.names.next(`${kindName} of a form`));
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  const result = await tryMake(t, kindName, { ...body, [marker as string]: name });
  return 'kindName' in result && (await peek(t, kindName, result.id))?.[marker as string] === name;
}

/** Judges that a name that is like another one makes a second record, unless it is refused. */
async function expectNearName(t: Context, kindName: string): Promise<void> {
  const { marker, title } = kind(kindName);
  const known = await make(t, kindName);
  const name = known.sent[marker as string];
  if (typeof name !== 'string') return;
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  for (const form of NEAR.filter((one) => one(name) !== name)) {
    const near = form(name);
    const { answer, id } = await attempt(t, kindName, { ...body, [marker as string]: near });
    if (answer.ok && id === known.id && !(await keepsForm(t, kindName, form))) continue;
    t.expect(
      !answer.ok || id !== known.id,
      `${withArticle(title)} whose name is like that of another one is no new one`,
      {
        expected: 'a new id, or a refusal',
        received: id,
        exchange: answer,
      },
    );
  }
}

/** Judges that the body of a deleted record makes a new one, unless it is refused. */
async function expectNotRevived(t: Context, kindName: string): Promise<void> {
  const { delete: removal = '', title } = kind(kindName);
  const gone = await make(t, kindName);
  const before = await peek(t, kindName, gone.id);
  const removed = await t.send(removal, at(kindName, gone.id));
  if (!removed.ok) return;
  t.ledger.remove(kindName, gone.id);
  const { answer, id } = await attempt(t, kindName, gone.sent);
  // An id may be given again: then the record was created anew.
  const now = answer.ok && id === gone.id ? await peek(t, kindName, gone.id) : undefined;
  const isNew = now?.dateCreated !== undefined && now.dateCreated !== before?.dateCreated;
  const message = `${withArticle(title)} that is sent like a deleted one is that one again`;
  t.expect(!answer.ok || id !== gone.id || isNew, message, {
    expected: 'a new id, or a refusal',
    received: id,
    exchange: answer,
  });
}

/**
 * The name of a record of another account that no record has here: of one that is made there, where it can be deleted, else
 * of one that is there already.
 */
async function foreignName(
  t: Context,
  kindName: string,
): Promise<{ name: string; ids: readonly unknown[] } | undefined> {
  const { marker = '', id: field, delete: removal } = kind(kindName);
  if (otherAccount(t.settings) === undefined) return undefined;
  if (removal !== undefined) {
    const theirs = await makeElsewhere(t, kindName);
    return theirs && { name: String(theirs.sent[marker]), ids: [theirs.id] };
  }
  const none = { items: [], complete: false };
  const [ours, theirs] = await Promise.all([
    unlessUntested(readKind(fresh(t), kindName), none),
    unlessUntested(readKind(t, kindName, { as: 'other' }), none),
  ]);
  const taken = new Set(ours.items.map((item) => String(item[marker]).toLowerCase()));
  const name = theirs.items.map((item) => item[marker]).find((one) => !taken.has(String(one).toLowerCase()));
  if (!ours.complete || typeof name !== 'string') return undefined;
  return { name, ids: theirs.items.map((item) => item[field]) };
}

/** Another name of the same form, which nobody need have. */
function likeName(t: Context, kindName: string, name: string): string {
  if (name.startsWith(t.names.prefix)) return t.names.next(kindName);
  const other = (letter: string) =>
    ({ z: 'y', Z: 'Y', '9': '8' })[letter] ?? String.fromCharCode(letter.charCodeAt(0) + 1);
  return name.replace(/[a-z\d](?=[^a-z\d]*$)/i, other);
}

/** Judges that a name that another account has makes a record here: no account knows the names of another. */
export async function expectOwnNames(t: Context, kindName: string): Promise<void> {
  const { marker = '', title } = kind(kindName);
  const foreign = await foreignName(t, kindName);
  if (!foreign) return;
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  const send = (name: string) => attempt(t, kindName, { ...body, [marker]: name });
  const { answer, id } = await send(foreign.name);
  // Which names a service refuses is open: blamed is who takes one like it, and then still refuses this one.
  if (!answer.ok) {
    const control = await send(likeName(t, kindName, foreign.name));
    if (!control.answer.ok || (await send(foreign.name)).answer.ok) return;
  }
  // Ids may be counted in each account by itself.
  const theirs: readonly unknown[] = foreign.ids.map(String).filter(isSurelyUnique);
  t.expect(
    answer.ok && !theirs.includes(id),
    `${withArticle(title)} with a name that another account has is no new one`,
    { expected: 'a new id', received: answer.ok ? id : answer, exchange: answer },
  );
}

export async function makesNew(t: Context, kindName: string): Promise<void> {
  // Where a name may be unique, the record that is there may be given again.
  if (!kind(kindName).uniqueName) await expectTwin(t, kindName);
  // Elsewhere each of them would stay behind.
  else if (kind(kindName).delete !== undefined) await expectNearName(t, kindName);
  if (kind(kindName).delete !== undefined) await expectNotRevived(t, kindName);
  // One that the suite has made there proves more: then it is a matter of the account.
  if (kind(kindName).uniqueName && kind(kindName).delete === undefined) await expectOwnNames(t, kindName);
  await expectKept(t, kindName);
}
