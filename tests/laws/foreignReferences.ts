/** A create that names a record of another account shows nothing of it. Section "What the service does": every call acts inside one account. */
import { type JsonRecord, kind, listFacts, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData } from '../support/engine/outcome.ts';
import { at } from '../support/http/at.ts';
import type { Actor } from '../support/http/client.ts';
import { valuesAt } from '../support/lists/filters.ts';
import { idsOf, itemsOf, strings } from '../support/records/answers.ts';
import { tryMake } from '../support/records/creating.ts';
import { type BodyField, sendableFields, textsIn } from '../support/records/creationErrors.ts';
import { isSurelyUnique, known, namingPlaces, shownBy } from '../support/records/identifiers.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { peek } from '../support/records/views.ts';
import { sample } from '../support/values/sample.ts';
import { created } from './created.ts';

/** Sessions whose goals are looked at. */
const SESSIONS = 3;

/** Goals have no list: those that an actor's sessions have met. */
async function goalsOf(t: Context, as: Actor): Promise<JsonRecord[]> {
  const sessions = sample(idsOf(await shownBy(t, 'sessions.list', as)), SESSIONS);
  const answers = await Promise.all(sessions.map((id) => t.send('sessions.goalsMet', { ...at('session', id), as })));
  return answers.flatMap(({ json }) => itemsOf(json));
}

/** What an actor is shown of the records of a kind, by id: how they are called, by themselves or where others name them. */
async function calledBy(t: Context, kindName: string, as: Actor): Promise<Map<string, string[]>> {
  const { list, id: field } = kind(kindName);
  const found = new Map<string, string[]>();
  const add = (id: unknown, texts: readonly unknown[]) => {
    const told = strings(texts).filter((text) => text !== '');
    if (typeof id === 'string') found.set(id, [...(found.get(id) ?? []), ...told]);
  };
  const records = list === undefined ? await goalsOf(t, as) : await shownBy(t, list, as);
  for (const record of records)
    add(
      record[field],
      listFacts.called.map((name) => record[name]),
    );
  for (const [other, path] of namingPlaces(kindName).filter(([, place]) => place.endsWith('Id')))
    for (const record of await shownBy(t, kind(other).list as string, as))
      for (const id of valuesAt(record, path) ?? []) add(id, [record[path.replace(/Id$/, 'Name')]]);
  return found;
}

/**
 * A record that another account alone has, with what it is called; undefined where none is known. A service may put the
 * caller in the place of a user that it does not know: what a user of this account is called, too, tells nothing.
 */
async function foreignRecord(t: Context, kindName: string): Promise<{ id: string; texts: string[] } | undefined> {
  const [theirs, ours, ids] = await Promise.all([
    calledBy(t, kindName, 'other'),
    calledBy(t, kindName, 'first'),
    known(t, kindName),
  ]);
  const own = new Set(kind(kindName).list === undefined ? [] : [...ours.values()].flat());
  for (const [id, called] of theirs) {
    const texts = called.filter((text) => !own.has(text));
    if (ids.includes(id) || ours.has(id) || texts.length === 0) continue;
    // What cannot be read by its id may have an id that is counted, and that another one has here. People may belong to
    // both accounts, and stand on a later page of a long list.
    const isTheirs = kind(kindName).get === undefined ? isSurelyUnique(id) : !(await peek(t, kindName, id));
    if (isTheirs) return { id, texts };
  }
  return undefined;
}

async function expectNothing(t: Context, kindName: string, field: BodyField, { sent, record }: OwnMade): Promise<void> {
  const foreign = await foreignRecord(t, field.of as string);
  if (!foreign) return;
  const { marker = '', title } = kind(kindName);
  const body = { ...sent, ...field.with, [marker]: t.names.next(kindName), [field.key]: foreign.id };
  const result = await tryMake(t, kindName, body);
  if (!('kindName' in result)) return t.judge(undefined, 1);
  const shown = [result.record, (await peek(t, kindName, result.id)) ?? {}].flatMap(textsIn);
  const usual = textsIn(record);
  const leaked = foreign.texts.filter((text) => shown.includes(text) && !usual.includes(text));
  const words = `${withArticle(title)} whose ${field.key} is of another account shows what that one is called`;
  t.none(leaked, foreign.texts.length, words, result.answer);
}

/** Judges the creates of a kind. @throws NoData where no record of another account is known that a body could name */
export async function showsNothingForeign(t: Context, kindName: string): Promise<void> {
  t.need('other');
  const { made } = await created(t, kindName);
  const [usual] = made as [OwnMade];
  for (const field of sendableFields(kindName)) if (field.of) await expectNothing(t, kindName, field, usual);
  if (t.tally.compared === 0)
    throw new NoData(
      `no record of another account is known that ${withArticle(kind(kindName).title)} could name`,
      'an other account that shows users and goals',
    );
}
