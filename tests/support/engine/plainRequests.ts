/** Requests of which nobody can doubt that they are well-formed. Section "Endpoints / Conventions". */
import { type Operation, recordSchema } from '../../../schemas/contract.ts';
import type { RequestInput } from '../http/client.ts';
import { isDay } from '../values/day.ts';

type Test = (value: string, operation: Operation) => boolean;

const ZONES = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

const isNumber: Test = (value) => /^\d{1,3}$/.test(value);
const isSwitch: Test = (value) => value === 'true' || value === 'false';
const areFields: Test = (value, { success }) => {
  const { properties = {} } = recordSchema(success.schema);
  return value.split(',').every((name) => name.replace(/^-/, '') in properties);
};

/** By parameter: whether a value is one of which the specification tells the form. */
const TESTS: Readonly<Record<string, Test>> = {
  skip: isNumber,
  limit: isNumber,
  take: isNumber,
  formatting: (value) => ['mentionsMarkup', 'plainText'].includes(value),
  timeZone: (value) => ZONES.has(value),
  from: isDay,
  to: isDay,
  ungrouped: isSwitch,
  mykpis: isSwitch,
  includeDemo: isSwitch,
  fields: areFields,
  sort: areFields,
};

/** Whether a caller with every permission reads a list without a body, and with parameters alone that it lists, of plain values. */
export function isPlain(operation: Operation, { as = 'first', query = {}, ...more }: RequestInput): boolean {
  const { params, body, raw, authorization, account } = more;
  if (as !== 'first' && as !== 'second') return false;
  if (operation.method !== 'GET' || [params, body, raw, authorization, account].some((given) => given !== undefined))
    return false;
  const listed = new Set(operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name));
  return Object.entries(query).every(([name, value]) => listed.has(name) && (TESTS[name]?.(value, operation) ?? false));
}
