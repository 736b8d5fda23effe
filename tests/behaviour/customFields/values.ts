/** Values of custom fields in records: under which key they stand, and filters on them. Sections "What the service does", "Custom field". */
import { DEFAULT_PAGE, isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData } from '../../support/engine/outcome.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { judgeByRecords, knownRecords, type Verdict } from '../../support/lists/knownRecords.ts';
import { readKind } from '../../support/lists/readList.ts';
import {
  type Asked,
  ask,
  askUnlessRefused,
  onEach,
  only,
  type Page,
  pageOf,
  queryFor,
} from '../../support/lists/requests.ts';
import { idOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';

/** Fields that are tried in filters of a list. */
const MOST = 4;

/** A custom field, as far as its name and label are shown. */
interface Field {
  name: string;
  label: string | undefined;
  filterable: boolean;
}

async function fieldsOf(t: Context): Promise<Field[]> {
  t.needGroup('customFields');
  const { items } = await readKind(t, 'customField');
  return items.flatMap(({ name, label, filterable }) =>
    typeof name === 'string'
      ? [{ name, label: typeof label === 'string' ? label : undefined, filterable: filterable === true }]
      : [],
  );
}

/** A record, and the objects in it that may hold the values of its custom fields. */
const holders = (record: JsonRecord): JsonRecord[] => [
  record,
  ...allFields(record)
    .map((name) => record[name])
    .filter(isRecord),
];

/** The value of a custom field that a record shows, at its top or in one object of values. */
const valueIn = (record: JsonRecord, name: string): unknown =>
  holders(record)
    .map((holder) => holder[name])
    .find((value) => value !== undefined && value !== null);

/** What ends a check for which no record shows a value. */
const noValue = (operationId: string, what: string) =>
  new NoData(`no record of ${operationId} shows a value of ${what}`, `records of ${operationId} with such values`);

/** Whether a label can be told from every name of a field: programs use no blanks, and no capital at the beginning. */
const isTelling = (label: string | undefined): label is string => label !== undefined && !/^[a-z]\w*$/.test(label);

const named: Check[] = onEach(
  'customFields.values-name',
  'values of custom fields stand under their names',
  async (t, operationId) => {
    const fields = await fieldsOf(t);
    const records = await knownRecords(t, operationId, 1);
    const labels = fields.map(({ label }) => label).filter(isTelling);
    for (const record of records) {
      const keys = holders(record).flatMap(allFields);
      const values = fields.filter(({ name }) => keys.includes(name));
      const wrong = labels.filter((label) => keys.includes(label));
      t.none(wrong, values.length + wrong.length, 'a value stands under the label of its field, not under the name');
    }
    if (t.tally.compared === 0) throw noValue(operationId, 'a custom field');
  },
);

type Value = string | number | boolean;

/** A value that a filter can ask for, with the paths under which a filter may know its field: by its name, or by where it stands. */
interface Case {
  name: string;
  value: Value;
  paths: readonly string[];
}

const pathsOf = (name: string, records: readonly JsonRecord[]): string[] => {
  const holding = (record: JsonRecord) =>
    allFields(record).find((key) => isRecord(record[key]) && record[key][name] !== undefined);
  const holder = records.map(holding).find((key) => key !== undefined);
  return holder === undefined ? [name] : [name, `${holder}.${name}`];
};

/** Filterable fields, each with a value. */
function cases(fields: readonly Field[], records: readonly JsonRecord[]): Case[] {
  return fields.flatMap(({ name, filterable }) => {
    if (!filterable) return [];
    const shown = records.map((record) => valueIn(record, name)).filter((value) => value !== undefined);
    const value = shown.find(
      (one): one is Value =>
        typeof one === 'number' ||
        typeof one === 'boolean' ||
        (typeof one === 'string' && /^[\p{L}\p{N} ]+$/u.test(one)),
    );
    return value === undefined ? [] : [{ name, value, paths: pathsOf(name, records) }];
  });
}

/** Judges the records that a filter on a value gave. A record need not show the value. */
function judgeValues({ name, value }: Case, path: string, page: Page, stable: readonly JsonRecord[]): Verdict {
  const known = new Map(stable.map((record) => [idOf(record), record]));
  const extra = page.items.find((item) => {
    const shown = valueIn(item, name) ?? valueIn(known.get(idOf(item)) ?? {}, name);
    return shown !== undefined && shown !== value;
  });
  const due = page.items.length < DEFAULT_PAGE ? stable.filter((record) => valueIn(record, name) === value) : [];
  const missing = due.find((record) => !page.ids.includes(idOf(record)));
  const wrong = extra ?? missing;
  const message = extra ? 'gives a record with another value' : 'does not give a record that shows the value';
  return {
    compared: page.items.length + due.length,
    wrong: wrong && {
      message: `the filter {"${path}": ${JSON.stringify(value)}} on a filterable custom field ${message}`,
      expected: extra ? value : { id: idOf(wrong), [name]: value },
      received: extra ? valueIn(wrong, name) : page.ids.slice(0, 5),
      exchange: page.answer,
    },
  };
}

const asking = (operationId: string, { name, value }: Case, path: string): Asked => ({
  ...only(operationId, [name]),
  filter: { [path]: value },
  size: DEFAULT_PAGE,
});

/** Records with values: a list that must be told its fields is asked for those of the custom ones. */
async function recordsWith(t: Context, operationId: string, fields: readonly Field[]): Promise<readonly JsonRecord[]> {
  const names = only(
    operationId,
    fields.filter(({ filterable }) => filterable).map(({ name }) => name),
  );
  if (names.fields === undefined) return knownRecords(t, operationId, 1);
  // A list may know no names but those of its own records.
  const page = await askUnlessRefused(
    t,
    operationId,
    { ...names, size: DEFAULT_PAGE },
    'fields of custom fields break it',
  );
  return page?.items ?? [];
}

/** The first path under which a filter finds something. How values that stand in an object of their own are asked for is not said. */
async function knownPath(t: Context, operationId: string, one: Case): Promise<string> {
  for (const path of one.paths) {
    const answer = await t.send(operationId, { query: queryFor(operationId, asking(operationId, one, path)) });
    if (answer.ok && pageOf(answer).items.length > 0) return path;
  }
  return one.name;
}

const filtered: Check[] = onEach(
  'customFields.values-filter',
  'a filterable custom field can be used in filters',
  async (t, operationId) => {
    const fields = await fieldsOf(t);
    const found = cases(fields, await recordsWith(t, operationId, fields));
    if (found.length === 0) throw noValue(operationId, 'a filterable custom field');
    await Promise.all(
      sample(found, MOST).map(async (one) => {
        const path = await knownPath(t, operationId, one);
        await judgeByRecords(
          t,
          operationId,
          () => ask(t, operationId, asking(operationId, one, path)),
          (page, { stable }) => judgeValues(one, path, page, stable),
        );
      }),
    );
  },
);

export const fieldValues: readonly Check[] = [...named, ...filtered];
