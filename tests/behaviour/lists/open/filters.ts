/** Filters that the words leave open. Section "Endpoints / Conventions" (filter). */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { NOBODY } from '../../../support/lists/expressions.ts';
import { type Field, isComputed, plainFields } from '../../../support/lists/fields.ts';
import { knownRecords } from '../../../support/lists/knownRecords.ts';
import { observed, onEach } from '../../../support/lists/requests.ts';
import { idOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';

export const openFilters: Check[] = [
  ...onEach('lists.filter-computed', 'filters on computed fields', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const names = Object.keys(items[0] ?? {}).filter(
      (name) => isComputed(name) && typeof items[0]?.[name] !== 'object',
    );
    return tried(
      t,
      operationId,
      sample(names, 4).map((name) => ({ [name]: items[0]?.[name] })),
    );
  }),
  ...onEach('lists.filter-by-id-name', 'a filter on id', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    return tried(t, operationId, [{ id: idOf(items[0] as JsonRecord) }]);
  }),
  ...onEach('lists.filter-operators', 'further operators and unknown ones', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    return tried(t, operationId, [
      { [field]: { $not: { $eq: value } } },
      { $nor: [{ [field]: value }] },
      { [field]: { $size: 1 } },
      { [field]: { $type: 'string' } },
      { [field]: { $all: [value] } },
      { [field]: { $gcUnknown: 1 } },
      { gcNoSuchField: 1 },
    ]);
  }),
  ...onEach('lists.filter-regex-options', '$options and inline flags', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    const literal = other.replaceAll(/[^A-Za-z0-9 ]/g, '.');
    return tried(t, operationId, [
      { [field]: { $regex: literal, $options: 'i' } },
      { [field]: { $regex: `(?i)${literal}` } },
      { [field]: { $regex: `/${literal}/i` } },
      { [field]: { $regex: '^(?=.)' } },
    ]);
  }),
  ...onEach('lists.filter-null', 'filters on null and on nothing', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const lacking =
      plainFields(operationId, items).find(({ present }) => present < items.length) ??
      plainFields(operationId, items)[0];
    const path = (lacking as Field | undefined)?.path ?? 'name';
    return tried(t, operationId, [{ [path]: null }, {}, { [path]: { $ne: NOBODY } }, { [path]: { $nin: [NOBODY] } }]);
  }),
  ...onEach('lists.filter-syntax', 'relaxed syntax', async (t, operationId) => {
    const [field, value] = await text(t, operationId);
    const queries = [
      `{${field}:"${value}"}`,
      `{'${field}':'${value}'}`,
      `{"${field}":"${value.replaceAll(' ', '+')}"}`,
    ];
    return Promise.all(queries.map(async (filter) => `${filter}: ${await observed(t, operationId, { filter })}`));
  }),
];

const tried = (t: Context, operationId: string, filters: readonly unknown[]): Promise<string[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const said = JSON.stringify(filter);
      return `${said}: ${await observed(t, operationId, { filter: said })}`;
    }),
  );

async function text(t: Context, operationId: string): Promise<readonly [string, string]> {
  const items = await knownRecords(t, operationId, 1);
  const texts = plainFields(operationId, items).filter(({ kind }) => kind === 'text');
  const field = texts.find(({ values }) => values.some((value) => String(value).includes(' '))) ?? texts[0];
  if (!field) throw new NoData('the records show no text', 'records with a text');
  return [field.path, String(field.values.find((value) => String(value).includes(' ')) ?? field.values[0])];
}
