/** What is wrong with created records as the target shows them, beside what was sent. Pure functions. */
import {
  type Exchange,
  isRecord,
  type JsonRecord,
  kind,
  type SentField,
  withArticle,
} from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import type { Actor } from '../http/client.ts';
import { disagreement } from '../values/agreement.ts';

/** A record that was made, and the body that was sent for it. */
interface OfBody {
  id: string;
  sent: JsonRecord;
}

/** A created record as one place shows it. */
export interface View<M extends OfBody = OfBody> {
  made: M;
  record: JsonRecord;
  /** What messages call the place. */
  where: string;
  /** Who is shown it; by default the first user. */
  as?: Actor;
  exchange: Exchange;
}

/** A field of a body, and its name in the record. */
export interface BodyField extends SentField {
  key: string;
  shown: string;
}

/** The fields of a kind that a create may send. */
export const sendableFields = (kindName: string): readonly BodyField[] =>
  Object.entries(kind(kindName).sent ?? {}).map(([key, field]) => ({ ...field, key, shown: field.shown ?? key }));

/** Those of them that the record shows as they were sent. */
export const sentFields = (kindName: string): readonly BodyField[] =>
  sendableFields(kindName).filter(({ open }) => open !== true);

/** Empty values may be shown as none, and none as an empty one. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

/** Letter case and space around an e-mail address do not count. */
const comparable = (shown: string, value: unknown) =>
  shown === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;

/**
 * The first field that a view shows otherwise than it was sent.
 * @returns also how many fields could be compared: those that were sent and are shown
 */
export function changedField(
  { made, record, where, exchange }: View,
  fields: readonly BodyField[],
): { compared: number; wrong?: Wrong } {
  let compared = 0;
  for (const { key, shown } of fields) {
    if (made.sent[key] == null || record[shown] == null) continue;
    compared++;
    const found = disagreement(comparable(shown, made.sent[key]), comparable(shown, record[shown]), `/${shown}`);
    if (found)
      return { compared, wrong: { message: `${where} shows another ${shown} than was sent`, ...found, exchange } };
  }
  return { compared };
}

const folded = (value: unknown) => JSON.stringify(value).toLowerCase().replaceAll(/\s/g, '');

/** The keys of bodies under which stood what a field of their records shows, save for letter case and spacing. */
const keysOf = (views: readonly View[], shown: string): string[] =>
  views.flatMap(({ made: { sent }, record }) =>
    record[shown] == null
      ? []
      : Object.keys(sent).filter((key) => sent[key] != null && folded(sent[key]) === folded(record[shown])),
  );

/**
 * Those of the fields that some view shows as they were sent, or in other letter case or spacing: a target may make the
 * others up by itself. Where no body has the name of a field, it is read under the name of which it shows the text, unless
 * another field shows it more often: a user who is given no name may bear the address as one.
 */
export const keptFields = (views: readonly View[], fields: readonly BodyField[]): readonly BodyField[] => {
  const oftenIn = (key: string, shown: string) => keysOf(views, shown).filter((one) => one === key).length;
  const isOf = (key: string, shown: string) => fields.every((one) => oftenIn(key, one.shown) <= oftenIn(key, shown));
  // What stands under the name of another field may be a part of this one, as a last name is of a name.
  const isOther = (key: string) => fields.some((one) => one.key === key);
  return fields.flatMap((field) => {
    const isSent = views.some(({ made }) => made.sent[field.key] != null);
    const mayBe = (key: string) => (isSent ? key === field.key : !isOther(key) && isOf(key, field.shown));
    const key = keysOf(views, field.shown).find(mayBe);
    return key === undefined ? [] : [{ ...field, key }];
  });
};

/** Views that show nothing of a field that was sent with something in it. */
const withoutField = (views: readonly View[], { key, shown }: BodyField): readonly View[] =>
  views.filter(({ made, record }) => !isEmpty(made.sent[key]) && isEmpty(record[shown]));

/**
 * The first field that is lost: sent with a record, not shown of it, and shown to the same user of others in the same place.
 * A field that a user is shown of no record there may be absent for this user: "Whether response fields are always present:
 * not shown".
 * @param others further records as the same place shows them to the user of the views
 */
export function lostField(
  views: readonly View[],
  fields: readonly BodyField[],
  others: readonly JsonRecord[] = [],
): Wrong | undefined {
  for (const field of fields) {
    const isShown = (record: JsonRecord) => !isEmpty(record[field.shown]);
    const shownTo = new Set(views.filter(({ record }) => isShown(record)).map(({ as = 'first' }) => as));
    const lost = withoutField(views, field).find(({ as = 'first' }) => shownTo.has(as) || others.some(isShown));
    if (!lost) continue;
    return {
      message: `${lost.where} does not show the ${field.shown} that was sent`,
      expected: lost.made.sent[field.key],
      received: undefined,
      at: `/${field.shown}`,
      exchange: lost.exchange,
    };
  }
  return undefined;
}

/** What a careless conversion makes of a value that is not there; also of one part of a text that is put together. */
const TEXT_OF_NOTHING = /^(undefined|null|None|NaN|\[object Object\])$|^(undefined|null) | (undefined|null)$/;

/** Whether a text is such a word, or has it in the place of a part. */
export const isTextOfNothing = (value: unknown): boolean => typeof value === 'string' && TEXT_OF_NOTHING.test(value);

/** The first field that was not sent and shows the text of nothing. */
export function textOfNothing(
  { made, record, where, exchange }: View,
  fields: readonly BodyField[],
): Wrong | undefined {
  const found = fields.find(
    // None may be one of the words that a service has for a type, a status or a strategy.
    ({ key, shown, text }) =>
      made.sent[key] == null && isTextOfNothing(record[shown]) && (text === true || record[shown] !== 'None'),
  );
  return (
    found && {
      message: `${where} shows ${withArticle(found.shown)} that was not sent`,
      expected: `no ${found.shown}, or one that the service sets`,
      received: record[found.shown],
      at: `/${found.shown}`,
      exchange,
    }
  );
}

/** Texts anywhere in a value. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
};

const isSubset = (some: readonly unknown[], all: readonly unknown[]) => some.every((one) => all.includes(one));

/** Whether a list has the entries that one sending named, of several, while another sending named more: it is no list of all. */
function isOneOf(shown: readonly unknown[], sent: readonly (readonly unknown[])[]): boolean {
  const same = sent.some((list) => list.length === shown.length && isSubset(list, shown));
  return shown.length > 1 && same && sent.some((list) => list.length > shown.length && isSubset(shown, list));
}

/** The name of the first list that a record did not send and has from another one. */
function borrowedList(
  { id, sent }: OfBody,
  record: JsonRecord,
  others: readonly OfBody[],
  fields: readonly BodyField[],
): string | undefined {
  const lists = (key: string) =>
    others.flatMap((other) => (other.id !== id && Array.isArray(other.sent[key]) ? [other.sent[key]] : []));
  return fields.find(({ key, shown }) => {
    const value = record[shown];
    return sent[key] === undefined && Array.isArray(value) && isOneOf(value, lists(key));
  })?.shown;
}

/**
 * The first field that a record has from another one: a value that the suite made up for that other record alone.
 * @returns also how many shown fields were looked at
 */
export function borrowedField(
  { made, record, where, exchange }: View,
  others: readonly OfBody[],
  fields: readonly BodyField[],
): { compared: number; wrong?: Wrong } {
  const own = new Set(textsIn(made.sent));
  const foreign = new Set(
    others
      .filter(({ id }) => id !== made.id)
      .flatMap(({ sent }) => fields.filter(({ made: ours }) => ours).flatMap(({ key }) => textsIn(sent[key])))
      .filter((text) => text !== '' && !own.has(text)),
  );
  let compared = 0;
  for (const { shown } of fields.filter(({ made: ours }) => ours)) {
    const texts = textsIn(record[shown]).filter((text) => text !== '');
    if (texts.length === 0) continue;
    compared++;
    const value = texts.find((text) => foreign.has(text));
    if (value !== undefined)
      return {
        compared,
        wrong: {
          message: `${where} shows ${withArticle(shown)} that was sent with another record`,
          expected: `no ${shown} of another record`,
          received: value,
          at: `/${shown}`,
          exchange,
        },
      };
  }
  const list = borrowedList(made, record, others, fields);
  if (list === undefined) return { compared };
  return {
    compared,
    wrong: {
      message: `${where} shows the ${list} of another record, and the body had none`,
      expected: `no ${list} of another record`,
      received: record[list],
      at: `/${list}`,
      exchange,
    },
  };
}
