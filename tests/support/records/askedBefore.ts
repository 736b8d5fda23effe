/**
 * Users who ask for a list before a record is made, in each of the forms that the list has: an answer that is kept for one of
 * them must not hide the record. Sections "What the service does", "Endpoints / Conventions".
 */
import { isRecord, type JsonRecord, kind, kinds } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { anew, fresh, stillWrong } from '../engine/retry.ts';
import { isGiven } from '../http/actors.ts';
import type { Actor, Answer } from '../http/client.ts';
import { queryOf, readKind } from '../lists/readList.ts';
import { queryFor } from '../lists/requests.ts';
import { itemsOf } from './answers.ts';

/** Asks once more; gives the answer where the record is not in it, undefined where it is there or cannot be looked for. */
type Look = (t: Context, id: string) => Promise<Answer | undefined>;

/** The record that the second user did not find, and how it is looked for again. */
interface Missed {
  id: string;
  answer: Answer;
  look: Look;
}

/** A record that a request does not show which was sent before it was made, while the same in other words shows it. */
interface Hidden {
  list: string;
  answer: Answer;
  shown: JsonRecord;
}

/** What those who had asked before did not find. */
export interface Unfound {
  missed?: Missed | undefined;
  hidden: readonly Hidden[];
}

/** A form in which a user asks a list for what a record is known by. */
interface Form {
  list: string;
  /** Names of the field that holds the id, and of that by which the record is known. */
  fields: readonly [string, string];
  as: Actor;
  further: JsonRecord;
}

/** Lists in which a record of the kind stands under its id: its own, and those of kinds that extend it. */
export const listsWith = (kindName: string): string[] => {
  const extending = Object.entries(kind(kindName).namedBy ?? {}).filter(([name, path]) => path === kinds[name]?.id);
  return [kindName, ...extending.map(([name]) => name)].flatMap((name) => kinds[name]?.list ?? []);
};

/** Parameters that a request can have beside a filter, none of which leaves out what the filter finds. */
const beside = (list: string, fields: readonly string[]): JsonRecord[] => {
  const further: JsonRecord = { fields: fields.join(','), sort: 'id', formatting: 'plainText' };
  const listed = Object.entries(further).filter(([name]) => queryOf(list).includes(name));
  return [{}, ...listed.map(([name, value]) => ({ [name]: value }))];
};

/** Each form that the lists take, for the second user, and the plainest for the first as well. */
function formsOf(t: Context, kindName: string): Form[] {
  const { id: field, marker = '' } = kind(kindName);
  const hasSecond = isGiven(t, 'second');
  return listsWith(kindName)
    .filter((list) => queryOf(list).includes('filter') && t.offers(list))
    .flatMap((list) => {
      const of = { list, fields: [field, marker] as const };
      const all = beside(list, of.fields).map(
        (further): Form => ({ ...of, as: hasSecond ? 'second' : 'first', further }),
      );
      return hasSecond ? [...all, { ...of, as: 'first' as const, further: {} }] : all;
    });
}

const askIn = (t: Context, { list, as, further }: Form, filter: JsonRecord): Promise<Answer> =>
  t.send(list, { as, query: queryFor(list, { ...further, filter }) });

const recordIn = ({ ok, json }: Answer, field: string, id: string): JsonRecord | undefined =>
  ok ? itemsOf(json).find((item) => item[field] === id) : undefined;

/** How the records that have the value are looked for in a form. */
const lookIn =
  (form: Form, value: string): Look =>
  async (t, id) => {
    const answer = await askIn(t, form, { [form.fields[1]]: value });
    return answer.ok && !recordIn(answer, form.fields[0], id) ? answer : undefined;
  };

/** The same as the second user in a list that takes no filter. */
const lookThrough =
  (kindName: string): Look =>
  async (t, id) => {
    const { items, complete, answer } = await readKind(fresh(t), kindName, { as: 'second' });
    return complete && items.every((item) => item[kind(kindName).id] !== id) ? answer : undefined;
  };

const once = (look: Look, t: Context, id: string): Promise<Answer | undefined> =>
  unlessUntested(look(anew(t), id), undefined);

/**
 * Whether a record is hidden from who had asked in this form before: the same with the id in place of the value shows it with
 * that value. Which values a record keeps, and to whom it is shown, is judged elsewhere.
 */
async function hiddenIn(t: Context, form: Form, value: string, id: string): Promise<Hidden | undefined> {
  const look = lookIn(form, value);
  if (!(await stillWrong(t, (s) => once(look, s, id)))) return undefined;
  const [field, marker] = form.fields;
  const shown = recordIn(await askIn(anew(t), form, { [field]: id }), field, id);
  const answer = shown?.[marker] === value ? await once(look, t, id) : undefined;
  return answer && shown && { list: form.list, answer, shown };
}

/**
 * Asks before a record is made with this body.
 * @returns what looks for the record after that, as long as it may be late
 */
export async function askBefore(
  t: Context,
  kindName: string,
  body: unknown,
): Promise<(id: string) => Promise<Unfound>> {
  const { list, marker = '' } = kind(kindName);
  const [sent] = [body].flat();
  const value = isRecord(sent) ? sent[marker] : undefined;
  const forms = typeof value === 'string' ? formsOf(t, kindName).map((form) => ({ form, value })) : [];
  const [own] = forms.filter(({ form }) => form.list === list);
  const second = own ? lookIn(own.form, own.value) : lookThrough(kindName);
  const hasSecond = list !== undefined && isGiven(t, 'second');
  if (hasSecond && !own) await once(second, t, '');
  await Promise.all(forms.map((one) => once(lookIn(one.form, one.value), t, '')));
  return async (id) => {
    const answer = hasSecond ? await stillWrong(t, (s) => once(second, s, id)) : undefined;
    const hidden = await Promise.all(forms.map((one) => hiddenIn(t, one.form, one.value, id)));
    return {
      missed: answer && { id, answer, look: second },
      hidden: hidden.filter((one) => one !== undefined),
    };
  };
}
