/** Formatting changes texts alone. Section "Resources / Conventions" (formatting). */
import { isRecord, kindAnswered } from '../../../../schemas/contract.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import { judgeBetween, type Verdict } from '../../../support/lists/knownRecords.ts';
import { collapsed, isBare } from '../../../support/lists/plainText.ts';
import { onEach } from '../../../support/lists/requests.ts';
import { idOf } from '../../../support/records/answers.ts';
import { orderlessDifference } from '../../../support/values/orderless.ts';
import { areas, type FormReading, inEachForm, reading } from './formattedTexts.ts';

/** Fields that hold no text, though a string: ids, dates, addresses of people, and the words of a vocabulary. */
const NO_TEXT = [/^_?id$|Ids?$|date|At$|^email$/i, /^(type|kind|status|color)$|[a-z](Type|Kind|Status|Operator)$/];

/** The record without texts that people write, those of text areas among them: ids, numbers, booleans, dates and such. */
function withoutTexts(value: unknown, areaNames: readonly string[], name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutTexts(inner, areaNames, name));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTexts(inner, areaNames, key)]));
  if (typeof value !== 'string') return value;
  return NO_TEXT.some((names) => names.test(name)) && !areaNames.includes(name) ? value : '';
}

interface Forms {
  markup: FormReading;
  plain: FormReading;
  /** Names of text areas: whatever they are called, they hold texts. */
  areaNames: readonly string[];
}

/** Judges the records that were the same before and after they were read in the two forms. */
function judgeForms({ markup, plain, areaNames }: Forms, before: FormReading, after: FormReading): Verdict {
  let compared = 0;
  for (const [id, { record, answer }] of before.records) {
    if (orderlessDifference(record, after.records.get(id)?.record)) continue;
    for (const form of [markup, plain]) {
      compared++;
      const other = form.records.get(id);
      if (!other)
        return {
          compared,
          wrong: {
            message: 'with formatting a record is not there',
            expected: id,
            received: 'not there',
            exchange: answer,
          },
        };
      const found = orderlessDifference(withoutTexts(record, areaNames), withoutTexts(other.record, areaNames));
      if (found)
        return {
          compared,
          wrong: { message: 'formatting changes more than texts', ...found, exchange: other.answer },
        };
      const changed = wrongText(record, other.record, after.records.get(id)?.record, isChanged);
      if (changed)
        return {
          compared,
          wrong: { message: 'formatting changes a text without markup', ...changed, exchange: other.answer },
        };
    }
  }
  return { compared };
}

const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether one text may be the plain form of another: it has no words of its own, as what others wrote meanwhile has. */
const mayBePlainOf = (text: string, plain: unknown): boolean =>
  typeof plain === 'string' && words(plain).length > 0 && words(plain).every((word) => text.includes(word));

/** The entry of a view that is this part of another one: in a list, which has no order, that with the same id. */
function entryIn(view: Tree, name: string, part: unknown): unknown {
  if (!Array.isArray(view)) return view[name];
  const id = isRecord(part) ? idOf(part) : undefined;
  return id === undefined ? undefined : view.find((other) => isRecord(other) && idOf(other) === id);
}

/** Whether a text is wrong as it comes with formatting, or afterwards. */
type IsWrong = (before: string, form: unknown, after: unknown) => boolean;

/** The first text of a record that is wrong, wherever it stands. */
function wrongText(
  before: unknown,
  form: unknown,
  after: unknown,
  isWrong: IsWrong,
  at = '',
): Pick<Wrong, 'expected' | 'received' | 'at'> | undefined {
  if (typeof before === 'string')
    return isWrong(before, form, after) ? { expected: before, received: form, at } : undefined;
  if (!isTree(before) || !isTree(form) || !isTree(after)) return undefined;
  for (const [name, inner] of Object.entries(before)) {
    const views = [entryIn(form, name, inner), entryIn(after, name, inner)] as const;
    const found = wrongText(inner, ...views, isWrong, `${at}/${name}`);
    if (found) return found;
  }
  return undefined;
}

/** Whether a text is shown afterwards as it was given as plain text, and was another one before. */
const isKeptPlain: IsWrong = (before, plain, after) =>
  before !== plain && after === plain && mayBePlainOf(before, plain);

/** Whether a text in which nothing can be markup comes otherwise in a form, and stays as it is without one. */
const isChanged: IsWrong = (before, form, after) =>
  isBare(before) && after === before && typeof form === 'string' && collapsed(form) !== collapsed(before);

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Judges that no record shows afterwards, as its text, what was given as plain text alone. */
function judgeStored({ plain }: Forms, before: FormReading, after: FormReading): Verdict {
  for (const [id, { record }] of before.records) {
    const [later, bare] = [after.records.get(id), plain.records.get(id)];
    if (!later || !bare || !orderlessDifference(record, later.record)) continue;
    const stored = wrongText(record, bare.record, later.record, isKeptPlain);
    if (stored)
      return {
        compared: 1,
        wrong: { message: 'after it was read as plain text, a record has changed', ...stored, exchange: later.answer },
      };
  }
  return { compared: 0 };
}

export const onlyTexts = onEach('lists.formatting-only', 'formatting changes texts alone', async (t, operationId) => {
  const { none: before, markup, plain, after } = await inEachForm(t, operationId);
  if (before.records.size === 0) throw t.nothingShown(kindAnswered(operationId));
  const look = async () => ({
    markup: await reading(t, operationId, 'markup'),
    plain: await reading(t, operationId, 'plain'),
    areaNames: await areas(t),
  });
  const seen = { markup, plain, areaNames: await areas(t) };
  const stored = judgeStored(seen, before, after);
  t.judge(stored.wrong, stored.compared);
  const found = judgeForms(seen, before, after);
  if (found.wrong) await judgeBetween(t, () => reading(t, operationId, 'none'), look, judgeForms);
  else t.judge(undefined, found.compared);
});
