/** Values of custom fields: they stand on a record under the names of the fields. Section "What the service does". */
import { Refusal } from '../refusal.ts';
import type { Account } from './account.ts';

const single: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** Whether a value has the type of a custom field. */
function hasType(value: unknown, type: string): boolean {
  const inArray = /^array:\[?(\w+)\]?$/.exec(type)?.[1];
  const test = single[inArray ?? type] ?? (() => false);
  return inArray === undefined ? test(value) : Array.isArray(value) && value.every(test);
}

/**
 * The values in a body of the fields that apply to a type of record.
 * @throws Refusal 400 when one has another type than its field
 */
export function customValues({ customFields }: Account, targetType: string, body: object): Record<string, unknown> {
  const fields = [...customFields.values()].filter(({ targetTypes }) => targetTypes.includes(targetType));
  const entries = fields.flatMap(({ name, type }) => {
    const value: unknown = Object.hasOwn(body, name) ? body[name as never] : undefined;
    if (value === undefined) return [];
    if (!hasType(value, type)) throw new Refusal(400, `${name}: a value of type ${type}`);
    return [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
